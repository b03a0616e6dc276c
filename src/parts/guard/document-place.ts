/** Where a document says what a violation breaks. */
import type { Violation } from '../../core/exchange.ts';
import { coversMediaType, essenceOf } from '../../core/http/http.ts';
import {
  childOf,
  escapePointer,
  getProperty,
  isJsonObject,
  type Json,
  pathTo,
  unescapePointer,
} from '../../core/primitives/json.ts';

export interface DocumentedPlace {
  readonly pointer: string;
  readonly value: Json;
}

/** Finds where a JSON Pointer of a document stands in its files. Undefined: the document was given as an object. */
export type LocateInDocument = (
  pointer: string,
) => { readonly file: string; readonly line?: number | undefined } | undefined;

/** What a violation is about, beside itself. */
export interface JudgedPlace {
  /** JSON Pointer of the operation; undefined if the request matched none. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly mediaType: string | undefined;
}

/** The nearest place that exists: a property's schema, else that of what it is in, else the operation. */
export const placeInDocument = (document: Json, violation: Violation, judged: JudgedPlace): DocumentedPlace => {
  const root: DocumentedPlace = { pointer: '', value: document };
  const at = (place: DocumentedPlace | undefined, ...names: readonly string[]): DocumentedPlace | undefined =>
    names.reduce<DocumentedPlace | undefined>(
      (found, name) => found && resolve(document, stepInto(found, name)),
      place,
    );
  const paths = at(root, 'paths') ?? root;
  if (judged.operation === undefined) return paths;
  const operation = at(root, ...pathTo(judged.operation)) ?? paths;
  const { side, in: location, pointer, rule } = violation;
  const [name = '', ...rest] = pathTo(pointer);
  if (location !== 'body' && side === 'request') {
    const item = at(root, ...pathTo(judged.operation).slice(0, -1));
    const parameters = [at(operation, 'parameters'), at(item, 'parameters')];
    const named = parameters.flatMap((list) => childrenOf(document, list)).find((one) => isNamed(one, location, name));
    if (named !== undefined)
      return rule === 'required' ? named : schemaAt(document, at(named, 'schema') ?? named, rest);
    if (rule === 'mediaType') return at(operation, 'requestBody', 'content') ?? operation;
    return at(operation, 'security') ?? (rule === 'required' ? at(root, 'security') : undefined) ?? operation;
  }
  const owner =
    side === 'request' ? at(operation, 'requestBody') : responseAt(document, at(operation, 'responses'), judged.status);
  if (owner === undefined) return at(operation, 'responses') ?? operation;
  if (location === 'header') return headerAt(document, at(owner, 'headers'), name) ?? at(owner, 'content') ?? owner;
  const content = childrenOf(document, at(owner, 'content'));
  const type = essenceOf(judged.mediaType ?? '');
  const media = content.find((one) => coversMediaType(lastOf(one.pointer), type)) ?? content[0];
  return schemaAt(document, at(media, 'schema') ?? owner, pathTo(pointer));
};

/** The media types of a response as the document names them, also those that the simulation does not serve. Without a status: of the request. */
export const mediaTypesOf = (document: Json, pointer: string, status?: number): readonly string[] => {
  const at = (place: DocumentedPlace | undefined, name: string) => place && resolve(document, stepInto(place, name));
  const operation = pathTo(pointer).reduce<DocumentedPlace | undefined>(at, { pointer: '', value: document });
  const owner =
    status === undefined ? at(operation, 'requestBody') : responseAt(document, at(operation, 'responses'), status);
  return Object.keys(at(owner, 'content')?.value ?? {});
};

const stepInto = ({ pointer, value }: DocumentedPlace, name: string): DocumentedPlace | undefined => {
  const child = childOf(value, name);
  return child === undefined ? undefined : { pointer: `${pointer}/${escapePointer(name)}`, value: child };
};

/** References that lead in a circle end after so many. */
const maxReferences = 20;

const resolve = (document: Json, place: DocumentedPlace | undefined): DocumentedPlace | undefined => {
  let found = place;
  for (let count = 0; found !== undefined && count < maxReferences; count++) {
    const reference = isJsonObject(found.value) ? getProperty(found.value, '$ref') : undefined;
    if (typeof reference !== 'string' || !reference.startsWith('#')) return found;
    const path = pathTo(decodeURIComponent(reference.slice(1)));
    found = path.reduce<DocumentedPlace | undefined>((at, name) => at && stepInto(at, name), {
      pointer: '',
      value: document,
    });
  }
  return found;
};

const childrenOf = (document: Json, place: DocumentedPlace | undefined): readonly DocumentedPlace[] =>
  Object.keys(place?.value ?? {}).flatMap((name) => resolve(document, stepInto(place as DocumentedPlace, name)) ?? []);

const lastOf = (pointer: string): string => unescapePointer(pointer.slice(pointer.lastIndexOf('/') + 1));

const isNamed = ({ value }: DocumentedPlace, location: Violation['in'], name: string): boolean =>
  isJsonObject(value) &&
  getProperty(value, 'in') === location &&
  String(getProperty(value, 'name')).toLowerCase() === name.toLowerCase();

const responseAt = (
  document: Json,
  responses: DocumentedPlace | undefined,
  status: number,
): DocumentedPlace | undefined => {
  const range = `${Math.floor(status / 100)}XX`;
  const names = [String(status), range, range.toLowerCase(), 'default'];
  return names
    .map((name) => responses && resolve(document, stepInto(responses, name)))
    .find((found) => found !== undefined);
};

const headerAt = (document: Json, headers: DocumentedPlace | undefined, name: string): DocumentedPlace | undefined =>
  childrenOf(document, headers).find(({ pointer }) => lastOf(pointer).toLowerCase() === name);

/** The schema of what a path leads to: through properties, items and the branches of a schema, as far as there is one. */
const schemaAt = (document: Json, schema: DocumentedPlace, path: readonly string[]): DocumentedPlace => {
  const [token, ...rest] = path;
  const here = resolve(document, schema) ?? schema;
  if (token === undefined) return here;
  const next = childSchema(document, here, token, 0);
  return next === undefined ? here : schemaAt(document, next, rest);
};

const branches = ['allOf', 'anyOf', 'oneOf'] as const;

/** Schemas that contain themselves end after so many branches. */
const maxDepth = 12;

const childSchema = (
  document: Json,
  schema: DocumentedPlace,
  token: string,
  depth: number,
): DocumentedPlace | undefined => {
  const here = resolve(document, schema);
  if (here === undefined || depth > maxDepth) return undefined;
  const into = (...names: readonly string[]): DocumentedPlace | undefined =>
    names.reduce<DocumentedPlace | undefined>((found, name) => found && stepInto(found, name), here);
  const own = into('properties', token) ?? (/^\d+$/.test(token) ? into('items') : undefined);
  if (own !== undefined) return own;
  for (const keyword of branches)
    for (const branch of childrenOf(document, into(keyword))) {
      const found = childSchema(document, branch, token, depth + 1);
      if (found !== undefined) return found;
    }
  const others = into('additionalProperties');
  return others !== undefined && isJsonObject(others.value) ? others : undefined;
};
