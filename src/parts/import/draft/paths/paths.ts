/** The paths of the document: what each is for, and the names of its parameters. */
import { decodePercent } from '../../../../core/http/http.ts';
import { essenceOf, isJsonType } from '../../../../core/http/media-type.ts';
import { givenNames, idNames, ownIdNames } from '../../../../core/primitives/id-names.ts';
import { isJsonObject, type Json, type JsonObject, maxSearchedDepth } from '../../../../core/primitives/json.ts';
import { plainName, singular } from '../../../../core/primitives/singular.ts';
import { idText } from '../../../../core/state/item-key.ts';
import { PathNode } from './path-tree.ts';
import { camelCase, draftedWords, singularWords, UniqueNames } from './path-words.ts';
import { type Recorded, responseJson } from './recorded.ts';
import { isIdForm, isReserved } from './segment.ts';

export interface DraftPath {
  /** `/books/{bookId}`, below the base path. */
  readonly path: string;
  readonly segments: readonly PathPart[];
  readonly requests: readonly Recorded[];
  /** Whether another segment stands for an item below it. */
  readonly hasItems: boolean;
}

export type PathPart = { readonly literal: string } | VariedSegment;

interface VariedSegment {
  readonly parameter: string;
}

export const isParameter = (segment: PathPart | undefined): segment is VariedSegment =>
  segment !== undefined && 'parameter' in segment;

export const pathsOf = (requests: readonly Recorded[]): readonly DraftPath[] => {
  const root = new PathNode();
  for (const request of requests) root.add(request);
  varySegments(root);
  const paths: DraftPath[] = [];
  collect(root, [], paths);
  return paths;
};

const collect = (node: PathNode, segments: readonly PathPart[], paths: DraftPath[]): void => {
  if (node.requests.length > 0) {
    const hasItems = node.variable !== undefined;
    paths.push({ path: pathOf(segments, node.requests), segments, requests: node.requests, hasItems });
  }
  // Literal ones first, as a reader looks for them, each with what is below it.
  for (const [segment, child] of node.literals) collect(child, [...segments, { literal: segment }], paths);
  if (node.variable === undefined) return;
  collect(node.variable, [...segments, { parameter: parameterName(segments, node.variable.name) }], paths);
};

/** The path, with the slash at the end that most requests have. */
const pathOf = (segments: readonly PathPart[], requests: readonly Recorded[]): string => {
  const closed = requests.filter(({ seen: { path } }) => path.endsWith('/')).length;
  const parts = segments.map((one) => `/${isParameter(one) ? `{${one.parameter}}` : plain(one.literal)}`);
  return `${parts.join('')}${closed > requests.length / 2 || parts.length === 0 ? '/' : ''}`;
};

/** Braces would be a parameter, and a document has no query or fragment in its paths. */
const plain = (segment: string): string => segment.replace(/[{}?#]/g, encodeURIComponent);

/** `stated`: by the source, or by the property that has the values. */
const parameterName = (segments: readonly PathPart[], stated: string | undefined): string => {
  const used = new UniqueNames();
  for (const segment of segments) if (isParameter(segment)) used.take(segment.parameter);
  const noun = singularWords(nounOf(segments));
  return stated !== undefined && /^[A-Za-z_][\w-]{0,60}$/.test(stated)
    ? used.take(stated, camelCase([...noun, ...draftedWords(stated)]))
    : used.take(camelCase([...noun, 'id']));
};

/** The words of the last segment that is no parameter. */
export const nounOf = (segments: readonly PathPart[]): readonly string[] => {
  const last = segments.findLast((segment) => !isParameter(segment));
  return last === undefined || isParameter(last) ? [] : draftedWords(decodePercent(last.literal));
};

/** More segments at one place are values, whatever they are. */
const maxSiblings = 60;
/** The number of segments with the same structure that are values. */
const leastAlike = 3;

/** `noun`: the last segment before that is none. Undefined at the root, where only the form tells. */
const varySegments = (node: PathNode, noun?: string): void => {
  for (const segment of [...node.literals.keys()]) if (isIdForm(decodePercent(segment))) node.vary(segment);
  if (noun !== undefined) {
    varyIds(node, noun);
    if (node.variable === undefined) varyAlike(node);
    varyNeighbours(node);
  }
  if (node.literals.size > maxSiblings)
    for (const segment of [...node.literals.keys()]) if (!isWord(segment)) node.vary(segment);
  for (const [segment, child] of node.literals) varySegments(child, segment);
  if (node.variable !== undefined) varySegments(node.variable, noun);
};

const isWord = (segment: string): boolean => isReserved(draftedWords(decodePercent(segment)));

/** Makes parameters of segments that are ids of items in the list before them, or of what they show themselves. */
const varyIds = (node: PathNode, noun: string): void => {
  const listed: Ids = new Map();
  if (node.literals.size > 0) for (const request of node.requests) addIds(listed, responseJson(request), noun);
  for (const [segment, child] of [...node.literals]) {
    const text = decodePercent(segment);
    const bodies = child.requests.filter(isSuccess).map(responseJson);
    if (bodies.some(Array.isArray)) continue;
    const shown: Ids = new Map();
    // The item itself, and in an envelope.
    for (const body of bodies) addIds(shown, body, noun, 2);
    const name = listed.get(text) ?? shown.get(text);
    if (name !== undefined) node.vary(segment, ownIdNames.includes(name.toLowerCase()) ? undefined : name);
  }
};

/** Several that show objects with the same names. */
const varyAlike = (node: PathNode): void => {
  if (node.literals.size < leastAlike) return;
  const groups = Map.groupBy(
    [...node.literals.keys()].filter((segment) => !isWord(segment)),
    (segment) => structureOf(node.literals.get(segment) as PathNode) ?? '',
  );
  for (const [structure, segments] of groups)
    if (structure !== '' && segments.length >= leastAlike) for (const segment of segments) node.vary(segment);
};

/** Returns undefined if it shows neither an object with several names, nor a file. */
const structureOf = ({ requests, literals }: PathNode): string | undefined => {
  const shown = requests.filter(isSuccess);
  const body = shown.map(responseJson).find(isJsonObject) ?? fileIn(shown);
  if (body === undefined || Object.keys(body).length < 2) return undefined;
  const methods = new Set(requests.map(({ seen }) => seen.method));
  return JSON.stringify([
    [...methods].sort(),
    [...literals.keys()].sort(),
    namesIn(body),
    Object.values(body).map(namesIn),
  ]);
};

/** A file as an object whose names are its media type. */
const fileIn = (requests: readonly Recorded[]): JsonObject | undefined => {
  const type = requests.map(({ seen }) => essenceOf(seen.response?.body?.type ?? '')).find((one) => one !== '');
  return type === undefined || isJsonType(type) ? undefined : { file: true, [type]: true };
};

const namesIn = (value: Json): readonly string[] => (isJsonObject(value) ? Object.keys(value).sort() : []);

/** Makes parameters of segments beside values that are nothing by themselves, or look like the others. */
const varyNeighbours = (node: PathNode): void => {
  const { variable } = node;
  if (variable === undefined || node.literals.size === 0) return;
  const usual = namesOf(variable);
  for (const [segment, child] of [...node.literals]) {
    if (isWord(segment)) continue;
    const isBelow = [...child.literals.keys()].every((name) => variable.literals.has(name));
    const names = namesOf(child);
    const isEmpty =
      names.size === 0 && child.requests.every(({ status }) => status === undefined || status >= 400 || status === 204);
    const shared = [...names].filter((name) => usual.has(name)).length;
    const isAlike = shared >= 2 && shared >= Math.min(names.size, usual.size) * 0.6;
    if (isAlike || (isEmpty && isBelow)) node.vary(segment);
  }
};

/** The names of the objects that a path shows, or of a file. */
const namesOf = ({ requests }: PathNode): ReadonlySet<string> => {
  const shown = requests.filter(isSuccess);
  const names = shown.flatMap((request) => namesIn(responseJson(request) ?? null));
  return new Set(names.length > 0 ? names : namesIn(fileIn(shown) ?? null));
};

const isSuccess = ({ status = 0 }: Recorded): boolean => status >= 200 && status < 300;

/** Each id with the name of the property that has it. */
type Ids = Map<string, string>;

const names: ReadonlySet<string> = new Set(
  [...idNames, ...givenNames, 'handle', 'identifier', 'isbn', 'number', 'permalink', 'reference', 'sku', 'symbol'].map(
    plainName,
  ),
);

/** Adds the ids in a body. `noun`: of the items, whose name may also be that of their id: `{ "country": "de" }` in `countries`. */
const addIds = (ids: Ids, body: Json | undefined, noun: string, depth = maxSearchedDepth): void => {
  if (depth === 0 || typeof body !== 'object' || body === null) return;
  if (!isJsonObject(body)) {
    for (const item of body) addIds(ids, item, noun, depth - 1);
    return;
  }
  const own = plainName(singular(noun));
  for (const [name, value] of Object.entries(body)) {
    const plain = plainName(name);
    const text = names.has(plain) || plain === own ? idText(value) : undefined;
    if (text !== undefined && !ids.has(text)) ids.set(text, name);
    addIds(ids, value, noun, depth - 1);
  }
};
