/** What files of other formats are, which are neither documents nor scenarios. */
import type { JsonObject } from '../../core/primitives/json.ts';

export interface ForeignFormat {
  /** `an AsyncAPI document`. */
  readonly what: string;
  readonly remedy: string;
}

/** What a text with these keys at its top level is. */
export const foreignFormat = (text: string, keys: ReadonlySet<string>): ForeignFormat | undefined => {
  for (const [key, format] of foreignKeys) if (keys.has(key)) return format;
  return foreignStarts.find(([pattern]) => pattern.test(text))?.[1];
};

const give = 'Give an OpenAPI document: only such APIs are simulated.';
const ofTool: ForeignFormat = {
  what: 'a file of another tool',
  remedy: 'Turn it into a scenario: vivarium import FILE.',
};

export const foreignKeys: ReadonlyMap<string, ForeignFormat> = new Map([
  ['swaggerVersion', { what: 'a document of Swagger 1', remedy: 'Convert it to Swagger 2.0 or OpenAPI 3.' }],
  ['asyncapi', { what: 'an AsyncAPI document', remedy: give }],
  ['openrpc', { what: 'an OpenRPC document', remedy: give }],
  ['arazzo', { what: 'an Arazzo description', remedy: 'Give the OpenAPI document that it refers to.' }],
  // HAR, Postman, WireMock, Mockoon.
  ...['log', 'item', 'mappings', 'routes'].map((key): [string, ForeignFormat] => [key, ofTool]),
]);

const foreignStarts: readonly (readonly [RegExp, ForeignFormat])[] = [
  [/^\ufeff?\s*<!doctype html|^\ufeff?\s*<html/i, { what: 'an HTML page', remedy: 'Give the document that it shows.' }],
  [/^\ufeff?\s*</, { what: 'XML', remedy: give }],
  [/^\ufeff?#%RAML/, { what: 'a RAML document', remedy: 'Convert it to OpenAPI 3.' }],
  [/^\ufeff?\s*syntax\s*=\s*"proto/, { what: 'a definition of Protocol Buffers', remedy: give }],
  [
    /^\ufeff?\s*(?:schema|type \w+|scalar \w+|directive @\w+|enum \w+|input \w+|interface \w+)[^:\n]*\{/,
    { what: 'a GraphQL schema', remedy: give },
  ],
];

/** Files that nothing reads, told by the keys at their top level. Those with lists of objects would else be data of json-server. */
const unread: readonly (readonly [what: string, keys: readonly string[]])[] = [
  ['an expectation of MockServer', ['httpRequest']],
  ['a mapping of WireMock.Net, whose keys are not those of WireMock', ['Request', 'Response']],
  ['a mapping of WireMock.Net, whose keys are not those of WireMock', ['Request', 'Guid']],
  ['a contract of Pact', ['consumer', 'provider']],
  ['an export of Insomnia', ['__export_format']],
  ['an export of Insomnia', ['type', 'collection']],
  ['a collection of Hoppscotch', ['folders', 'requests']],
  ['a collection of Postman 1', ['order', 'requests']],
  ['a collection of Bruno', ['brunoConfig']],
  ['a collection of Thunder Client', ['clientName']],
  ['a list of impostors of Mountebank', ['imposters']],
  ['a cassette of VCR', ['http_interactions']],
  ['an introspection of GraphQL', ['__schema']],
];

/** Returns what a file is that nothing reads; undefined: nobody knows it. */
export const unreadFormat = (value: JsonObject): string | undefined =>
  unread.find(([, keys]) => keys.every((key) => Object.hasOwn(value, key)))?.[0];
