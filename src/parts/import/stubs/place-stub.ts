/** The operations of the document that a stub is for, and the conditions by which a fault finds its requests. */
import { type HttpRequest, noBody } from '../../../core/http/http.ts';
import { normalizePath } from '../../../core/http/path.ts';
import { stringifyJson } from '../../../core/primitives/json.ts';
import { matchesWildcard } from '../../../core/primitives/wildcard.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { matchOperation } from '../../../core/service/router.ts';
import type { Service } from '../../../core/service/service.ts';
import type { FaultObject } from '../../../scenario/document/fault-schema.ts';
import { Inexpressible } from './inexpressible.ts';
import type { Stub } from './stub.ts';
import { isLiteral, maxAlternatives, type Wildcard } from './stub-wildcard.ts';

export interface PlacedStub {
  readonly stub: Stub;
  readonly operations: readonly Operation[];
  readonly on: On;
  /** The text of `on`: two stubs with the same are for the same requests. */
  readonly requests: string;
  /** One of its requests, below the base path. */
  readonly example: HttpRequest;
  /** Whether the conditions are also for requests that the source does not mean. */
  readonly isBroad: boolean;
  /** Whether those on the path are. */
  readonly isBroadPath: boolean;
  readonly conditions: number;
}

export type On = NonNullable<FaultObject['on']>;

/** `base`: of the stub's paths. @throws Inexpressible if the document has no operation for it. */
export const placeStub = (stub: Stub, service: Service, base: string): PlacedStub => {
  const paths = stub.paths.flatMap((path) => below(path, base) ?? []);
  const operations = operationsFor(stub, paths, service);
  if (operations.length === 0) throw new Inexpressible('the document has no operation for it');
  const isEvery = paths.some(({ glob }) => glob === '*') || operations.length > maxAlternatives;
  // Of any number of segments, as no operation is: the path alone finds the requests.
  const isDeep = paths.some((path) => path.isDeep === true && path.glob.endsWith('*'));
  const names = operations.map(({ name }) => name);
  const isOfOperation =
    operations.length === 1 && paths.every((path) => path.glob === globOf(operations[0]?.path ?? ''));
  const globs = paths.map(({ glob }) => (isLiteral({ ...noPattern, glob }) ? normalizePath(glob) : glob));
  const on: On = {
    ...(isEvery || isDeep ? {} : { operation: names.length === 1 ? names[0] : names }),
    ...((isEvery || isDeep || operations.some(({ method }) => method !== stub.method)) &&
      stub.method !== undefined && { method: stub.method }),
    ...((isDeep || !isOfOperation) && !globs.includes('*') && { path: globs.length === 1 ? globs[0] : globs }),
    ...(stub.query.length > 0 && { query: patternsFrom(stub.query) }),
    ...(stub.headers.length > 0 && { header: patternsFrom(stub.headers) }),
    ...(stub.body !== undefined && { body: stub.body }),
  };
  if (Object.keys(on).every((key) => key === 'method') && on.method !== 'OPTIONS') throw new Inexpressible(catchAll);
  const patterns = [...stub.query, ...stub.headers].map(({ pattern }) => pattern);
  const isBroadPath = paths.some((path) => path.isBroadPath === true || (isEvery && hasSegment(path)));
  return {
    stub,
    operations,
    on,
    requests: stringifyJson(on as never),
    example: exampleOf(stub, paths[0] ?? noPattern, operations[0] as Operation),
    isBroad: stub.isBroad || stub.isWholeQuery || isBroadPath || patterns.some(({ isBroad }) => isBroad),
    isBroadPath,
    conditions: stub.query.length + stub.headers.length + (stub.body === undefined ? 0 : 1),
  };
};

const catchAll = 'it is for every path: as a fault it would hide the whole simulation';

/** Without an operation, `*` in a path also stands for several segments. */
const hasSegment = ({ glob, isDeep }: Wildcard): boolean => isDeep !== true && glob.includes('*');

const noPattern: Wildcard = { glob: '', example: '/', isBroad: false };

const below = (path: Wildcard, base: string): Wildcard | undefined => {
  const glob = rest(path.glob, base);
  if (glob !== undefined) return { ...path, glob, example: rest(path.example, base) ?? path.example };
  // One for everything is also for what is below the base path, and so is one for everything below a part of it.
  if (/^\/?\*/.test(path.glob)) return { ...path, glob: path.glob === '/*' ? '*' : path.glob };
  const [start = '', ...others] = path.glob.split('*');
  return others.join('') === '' && path.isDeep === true && base.startsWith(start) ? { ...path, glob: '*' } : undefined;
};

const rest = (path: string, base: string): string | undefined => {
  if (!path.startsWith(base)) return undefined;
  const end = path.slice(base.length);
  if (base === '' && end === '/*') return '*';
  return end === '' ? '/' : end.startsWith('/') ? (end === '/*' ? '*' : end) : undefined;
};

export const globOf = (template: string): string => template.replace(/\{[^{}]*\}/g, '*');

const operationsFor = (
  { method }: Stub,
  paths: readonly Wildcard[],
  { operations, matcher }: Service,
): readonly Operation[] => {
  const methods = method === undefined ? [...new Set(operations.map((one) => one.method))] : [method];
  const found = new Set<Operation>();
  for (const path of paths) {
    for (const each of methods) {
      const match = matchOperation(matcher, each, path.example, () => false);
      if (match.type === 'operation') for (const { operation } of [match, ...match.others]) found.add(operation);
    }
    if (isLiteral(path)) continue;
    for (const operation of operations)
      if (methods.includes(operation.method) && mayBeFor(path, operation)) found.add(operation);
  }
  return operations.filter((operation) => found.has(operation));
};

const mayBeFor = ({ glob, isDeep }: Wildcard, { path }: Operation): boolean =>
  (isDeep === true || segmentsOf(glob) === segmentsOf(path)) && matchesWildcard(glob, path.replace(/\{[^{}]*\}/g, '1'));

const segmentsOf = (path: string): number => path.split('/').length;

const patternsFrom = (list: Stub['query']): Record<string, string> =>
  Object.fromEntries(list.map(({ name, pattern }) => [name, pattern.glob]));

const exampleOf = ({ query, headers, body, method }: Stub, path: Wildcard, operation: Operation): HttpRequest => {
  const parameters = new URLSearchParams(query.map(({ name, pattern }) => [name, pattern.example]));
  const isOfPath = path.example.startsWith('/');
  const sent = body === undefined ? undefined : stringifyJson(body);
  return {
    method: method ?? operation.method,
    path: isOfPath ? path.example : operation.path.replace(/\{[^{}]*\}/g, '1'),
    query: parameters.toString(),
    headers: {
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(headers.map(({ name, pattern }) => [name, pattern.example])),
    },
    body: sent === undefined ? noBody : { type: 'bytes', bytes: new TextEncoder().encode(sent) },
    pathPrefix: '',
  };
};
