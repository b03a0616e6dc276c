/** Documents as in their files, read without any code of the engine. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { pathOf } from '../sources.ts';
import { asOpenApi } from './swagger.ts';

/** Any JSON value. */
export type Raw = null | boolean | number | string | readonly Raw[] | RawObject;
export interface RawObject {
  readonly [member: string]: Raw;
}

export interface RawDocument {
  readonly name: string;
  readonly raw: RawObject;
  readonly operations: readonly RawOperation[];
  /** Follows all references; a missing value is an empty object. */
  readonly resolve: (value: Raw | undefined) => RawObject;
}

export interface RawOperation {
  /** The operationId, else `GET /things/{id}`. */
  readonly name: string;
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly parameters: readonly RawObject[];
  readonly body: RawObject | undefined;
  /** The schemas of the media types by status; undefined for a media type without one. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, Raw | undefined>>;
  /** Alternatives of schemes. */
  readonly security: readonly (readonly string[])[];
}

export const isObject = (value: unknown): value is RawObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const membersOf = (value: Raw | undefined): readonly (readonly [string, Raw])[] =>
  isObject(value) ? Object.entries(value) : [];

export const textsIn = (value: Raw | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const unescapeSegment = (segment: string): string =>
  decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');

export const segmentsOf = (reference: string): string[] =>
  reference.replace(/^#\/?/, '').split('/').map(unescapeSegment);

/** The target of a reference. */
export const at = (raw: RawObject, reference: string): Raw | undefined =>
  segmentsOf(reference).reduce<Raw | undefined>(
    (value, segment) => (isObject(value) ? value[segment] : undefined),
    raw,
  );

const follow = (raw: RawObject, value: Raw | undefined): RawObject => {
  let object = isObject(value) ? value : {};
  for (let hops = 0; typeof object.$ref === 'string' && hops < 20; hops++) {
    const target = at(raw, object.$ref);
    object = isObject(target) ? target : {};
  }
  return object;
};

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

const known = new Map<string, RawDocument>();

export const readRawDocument = (name: string): RawDocument => {
  const found = known.get(name);
  if (found !== undefined) return found;
  const text = readFileSync(pathOf(name), 'utf8');
  const document = documentOf(name, name.endsWith('.json') ? JSON.parse(text) : parse(text, { maxAliasCount: -1 }));
  known.set(name, document);
  return document;
};

export const documentOf = (name: string, given: RawObject): RawDocument => {
  const raw = asOpenApi(given);
  return { name, raw, operations: operationsOf(raw), resolve: (value) => follow(raw, value) };
};

const operationsOf = (raw: RawObject): readonly RawOperation[] =>
  membersOf(raw.paths).flatMap(([path, given]) => {
    const item = follow(raw, given);
    const own = membersOf(item).filter(([member]) => methods.includes(member));
    return [...own, ...membersOf(item.additionalOperations)].map(([method, operation]) =>
      operationAt(raw, { method: method.toUpperCase(), path }, item, follow(raw, operation)),
    );
  });

const operationAt = (
  raw: RawObject,
  { method, path }: Pick<RawOperation, 'method' | 'path'>,
  item: RawObject,
  operation: RawObject,
): RawOperation => ({
  name: typeof operation.operationId === 'string' ? operation.operationId : `${method} ${path}`,
  method,
  path,
  parameters: parametersOf(raw, item.parameters, operation.parameters),
  body: operation.requestBody === undefined ? undefined : follow(raw, operation.requestBody),
  responses: new Map(
    membersOf(operation.responses).map(([status, response]) => [status, schemasOf(follow(raw, response))]),
  ),
  security: alternativesOf(operation.security ?? raw.security),
});

/** The path without a query, a slash at its end, and the suffixes of a format. */
export const plainPath = (path: string): string =>
  path
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .replaceAll(/\.(json|xml|\{[^{}]*format\})(?=\/|$)/g, '');

/** The parameter of the query that names the item, where the path does not: `DELETE /things?id=1`. */
export const queryIdOf = ({ path, parameters }: RawOperation): string | undefined => {
  const [name, ...others] = parameters
    .filter((one) => one.in === 'query' && /(^|[a-z_-])(id|uid|uuid|code|slug)$/i.test(String(one.name)))
    .map((one) => String(one.name));
  return others.length > 0 || plainPath(path).endsWith('}') ? undefined : name;
};

/** The operation's own ones override those of its path. */
const parametersOf = (raw: RawObject, ...lists: readonly (Raw | undefined)[]): readonly RawObject[] => {
  const parameters = new Map<string, RawObject>();
  for (const list of lists) {
    for (const one of Array.isArray(list) ? list : []) {
      const parameter = follow(raw, one);
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...parameters.values()];
};

const schemasOf = ({ content }: RawObject): ReadonlyMap<string, Raw | undefined> =>
  new Map(membersOf(content).map(([mediaType, one]) => [mediaType, isObject(one) ? one.schema : undefined]));

const alternativesOf = (security: Raw | undefined): readonly (readonly string[])[] =>
  Array.isArray(security) ? security.map((alternative) => membersOf(alternative).map(([name]) => name)) : [];

/** The documented successes and redirects of an operation, `2XX` unchanged; `default` if there is nothing else. */
export const successesOf = ({ responses }: RawOperation): readonly string[] => {
  const named = [...responses.keys()].filter((status) => /^(2..|3XX|30[12378])$/i.test(status));
  return named.length > 0 ? named : [...responses.keys()].filter((status) => status === 'default');
};

/** The document's key for a status. */
export const documentedAs = ({ responses }: RawOperation, status: number): string | undefined =>
  [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((key) => responses.has(key));

/** Without a documented success the response is 501. */
export const isSuccess = (operation: RawOperation, status: number): boolean => {
  const key = documentedAs(operation, status);
  const successes = successesOf(operation);
  return successes.length === 0 ? status === 501 : status < 400 && key !== undefined && successes.includes(key);
};
