/** Routing: a tree of path segments, built once per service, finds the operation for a method and a path. */

import { decodePercent } from '../http/http.ts';
import { getOrInsert } from '../primitives/lazy.ts';
import type { Operation } from './operation.ts';

export interface Matcher {
  readonly root: PathNode;
  /** The nodes of paths without parameters, by the whole path: most requests need no walk. */
  readonly literals: ReadonlyMap<string, PathNode>;
}

interface PathNode {
  readonly literals: Map<string, PathNode>;
  /** Segments with parameters, those with the longest literal part first: `{id}.json` before `{id}`. */
  readonly patterns: PatternEdge[];
  /** The node of a last parameter that takes all segments that follow. */
  rest: PathNode | undefined;
  /** The operations by method, in the order of the document. Templates that differ only in parameter names are the same path. */
  readonly operations: Map<string, Route[]>;
}

interface PatternEdge {
  readonly segment: string;
  /** The texts around the parameters. Undefined: the whole segment is one parameter. */
  readonly texts: readonly string[] | undefined;
  /** The values that the document lists for a parameter at the end. */
  readonly endings: Set<string>;
  readonly literalLength: number;
  readonly node: PathNode;
}

interface Route extends Omit<MatchedOperation, 'path'> {
  readonly names: readonly string[];
}

/** An operation, and the values of its path parameters, percent-encoded as sent. */
export interface MatchedOperation {
  readonly operation: Operation;
  /** All its exchanges share it. */
  readonly step: ReturnType<typeof matchedStep>;
  readonly path: ReadonlyMap<string, string>;
}

export type IsGone = (operation: Operation) => boolean;

export type Match =
  /** `others`: the later operations of the same method and path, which serve what the first does not accept. */
  | (MatchedOperation & { readonly type: 'operation'; readonly others: readonly MatchedOperation[] })
  /** The path has operations, but not for this method. `methods` as documented. */
  | { readonly type: 'other-method'; readonly methods: readonly string[]; readonly operations: readonly Operation[] }
  | { readonly type: 'none' };

const none: Match = { type: 'none' };
const noOthers: readonly MatchedOperation[] = [];
const noPathValues: ReadonlyMap<string, string> = new Map();

export const createMatcher = (operations: readonly Operation[]): Matcher => {
  const root = createNode();
  const literals = new Map<string, PathNode>();
  for (const operation of operations) {
    let node = root;
    const names: string[] = [];
    const segments = segmentsOf(operation.path);
    const last = operation.takesRest === true ? segments.pop() : undefined;
    for (const segment of segments) node = childFor(node, segment, names, operation);
    if (last !== undefined) {
      names.push(last.slice(1, -1));
      node = node.rest ??= createNode();
    }
    if (names.length === 0) literals.set(operation.path, node);
    const routes = getOrInsert(node.operations, operation.method, () => []);
    routes.push({ operation, step: matchedStep(operation), names });
  }
  return { root, literals };
};

/** `path` is below the base path, percent-encoded as sent. Operations for which `isGone` is true do not match. */
export const matchOperation = (matcher: Matcher, method: string, path: string, isGone: IsGone): Match => {
  const search: Search = { method, path, values: [], passed: [] };
  const whole = matcher.literals.get(path);
  const routes = (whole && routesFor(whole, method)) ?? findRoutes(matcher.root, 0, search);
  if (routes === undefined) return otherMethod(search.passed, isGone);
  const first = routes.find(({ operation }) => !isGone(operation));
  // A removed operation is not reported as another method of its path: the path is unknown.
  if (first === undefined) return none;
  const others = routes.length === 1 ? noOthers : othersOf(routes, first, search.values, isGone);
  const { operation, step, names } = first;
  return { type: 'operation', operation, step, path: pathValuesOf(names, search.values), others };
};

export const matchedStep = ({ name }: Operation) => ({ type: 'matched', operation: name }) as const;

const routesFor = ({ operations }: PathNode, method: string): readonly Route[] | undefined =>
  operations.get(method) ?? (method === 'HEAD' ? operations.get('GET') : undefined);

const otherMethod = (nodes: readonly PathNode[], isGone: IsGone): Match => {
  const operations = nodes
    .flatMap((node) => [...node.operations.values()].flat())
    .map(({ operation }) => operation)
    .filter((operation) => !isGone(operation));
  const methods = [...new Set(operations.map((one) => one.method))];
  return operations.length === 0 ? none : { type: 'other-method', methods, operations };
};

const othersOf = (
  routes: readonly Route[],
  first: Route,
  values: readonly string[],
  isGone: IsGone,
): readonly MatchedOperation[] =>
  routes
    .filter((route) => route !== first && !isGone(route.operation))
    .map(({ operation, step, names }) => ({ operation, step, path: pathValuesOf(names, values) }));

const pathValuesOf = (names: readonly string[], values: readonly string[]): ReadonlyMap<string, string> => {
  if (names.length === 0) return noPathValues;
  const named = new Map<string, string>();
  for (let index = 0; index < names.length; index++) named.set(names[index] as string, values[index] as string);
  return named;
};

export const matchGone = (matcher: Matcher, method: string, path: string): Operation | undefined => {
  const match = matchOperation(matcher, method, path, () => false);
  return match.type === 'operation' ? match.operation : undefined;
};

const createNode = (): PathNode => ({ literals: new Map(), patterns: [], rest: undefined, operations: new Map() });

/** A trailing slash is ignored: `/orders/` is `/orders`. */
const segmentsOf = (path: string): string[] => {
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  return trimmed === '' ? [] : trimmed.slice(1).split('/');
};

const parameterInSegment = /\{([^{}]+)\}/g;

const childFor = (node: PathNode, segment: string, names: string[], operation: Operation): PathNode => {
  const found = [...segment.matchAll(parameterInSegment)].map((match) => match[1] as string);
  if (found.length === 0) return getOrInsert(node.literals, segment, createNode);
  names.push(...found);
  const shape = segment.replaceAll(parameterInSegment, '{}');
  const known = node.patterns.find((edge) => edge.segment === shape);
  const listed = operation.parameters.find((one) => one.in === 'path' && one.name === found.at(-1))?.values;
  const endings = known?.endings ?? new Set();
  for (const value of listed ?? []) if (value !== '') endings.add(String(value));
  if (known !== undefined) return known.node;
  const edge: PatternEdge = {
    endings,
    segment: shape,
    texts: shape === '{}' ? undefined : shape.split('{}'),
    literalLength: shape.replaceAll('{}', '').length,
    node: createNode(),
  };
  node.patterns.push(edge);
  node.patterns.sort((left, right) => right.literalLength - left.literalLength);
  return edge.node;
};

/** The values between these texts, as short as possible and not empty, in linear time. The last one may be an extension: `{name}.{format}`, `{id}{ext}`. */
const valuesBetween = (
  { texts, endings }: Pick<PatternEdge, 'endings'> & { readonly texts: readonly string[] },
  segment: string,
): readonly string[] | undefined => {
  const [first, last] = [texts[0] as string, texts.at(-1) as string];
  if (!segment.startsWith(first)) return undefined;
  const values: string[] = [];
  let start = first.length;
  for (let index = 1; index < texts.length - 1; index++) {
    const text = texts[index] as string;
    const isLast = index === texts.length - 2;
    const end =
      isLast && isBeforeExtension(text)
        ? startOfExtension(segment.slice(0, segment.length - last.length), text, start, endings)
        : segment.indexOf(text, start + 1);
    if (end < 0) return undefined;
    values.push(segment.slice(start, end));
    start = end + text.length;
  }
  const end = segment.length - last.length;
  const isOptional = texts.length > 2 && texts.at(-2) === '';
  if (end < start || (end === start && !isOptional) || !segment.endsWith(last)) return undefined;
  values.push(segment.slice(start, end));
  return values;
};

const isBeforeExtension = (text: string) => text === '.' || text === '';

/** Where the extension of a name begins; -1: nowhere. Without a `text` before it, it is one of the endings, else what follows the last dot. */
const startOfExtension = (name: string, text: string, start: number, endings: ReadonlySet<string>): number => {
  const dot = name.lastIndexOf('.', name.length - 2);
  const known = text === '' ? [...endings].find((ending) => name.endsWith(ending)) : undefined;
  const end = known === undefined ? dot : name.length - known.length;
  return end > start ? end : text === '' && name.length > start ? name.length : -1;
};

interface Search {
  readonly method: string;
  readonly path: string;
  /** The values of the parameters on the way to the routes. */
  readonly values: string[];
  /** The paths that match, but not for this method. A less specific one may have it: `GET /items/mine` is `GET /items/{id}`. */
  readonly passed: PathNode[];
}

/** `start`: the index of the slash before the next segment. */
const findRoutes = (node: PathNode, start: number, search: Search): readonly Route[] | undefined => {
  const { method, path, values, passed } = search;
  // A trailing slash is ignored: `/orders/` is `/orders`.
  if (start >= path.length || (start === path.length - 1 && path[start] === '/')) {
    const routes = routesFor(node, method);
    if (routes === undefined && node.operations.size > 0) passed.push(node);
    return routes;
  }
  const slash = path.indexOf('/', start + 1);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(start + 1, end);
  const literal = node.literals.get(segment) ?? node.literals.get(decodePercent(segment));
  const found = literal && findRoutes(literal, end, search);
  if (found !== undefined) return found;
  // An empty segment does not match a parameter: `/orders//` is not an item.
  if (segment === '') return undefined;
  for (const { texts, endings, node: child } of node.patterns) {
    const between = texts === undefined ? undefined : valuesBetween({ texts, endings }, segment);
    if (texts !== undefined && between === undefined) continue;
    const valueCount = values.length;
    if (between === undefined) values.push(segment);
    else values.push(...between);
    const match = findRoutes(child, end, search);
    if (match !== undefined) return match;
    values.length = valueCount;
  }
  const rest = node.rest && findRoutes(node.rest, path.length, search);
  if (rest !== undefined) values.push(path.slice(start + 1));
  return rest;
};
