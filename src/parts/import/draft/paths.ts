/** The paths of the document: the requests below them, which segments are parameters, and the words and names that they give. */
import { decodePercent, essenceOf, isJsonType } from '../../../core/http/http.ts';
import { isJsonObject, type Json, type JsonObject, maxSearchedDepth } from '../../../core/primitives/json.ts';
import { plainName, singular, wordsOf } from '../../../core/primitives/words.ts';
import { idText } from '../../../core/state/item-key.ts';
import { effectsOfVerb } from '../../../openapi/resources/describe/unbound-operation.ts';
import { wordLists } from '../../words/index.ts';
import { recordedWords } from '../../words/recorded.ts';
import { isAsset, jsonOf, type Seen } from '../recording.ts';

export interface DraftPath {
  /** `/books/{bookId}`, below the base path. */
  readonly path: string;
  readonly segments: readonly PathPart[];
  readonly requests: readonly Recorded[];
  /** Whether a parameter that stands for an item may follow it. */
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
const plain = (segment: string) => segment.replace(/[{}?#]/g, encodeURIComponent);

/** `stated`: by the source, or by the property that has the values. */
const parameterName = (segments: readonly PathPart[], stated: string | undefined): string => {
  const used = createNames();
  for (const segment of segments) if (isParameter(segment)) used(segment.parameter);
  const noun = singularWords(nounOf(segments));
  return stated !== undefined && /^[A-Za-z_][\w-]{0,60}$/.test(stated)
    ? used(stated, camelCase([...noun, ...draftedWords(stated)]))
    : used(camelCase([...noun, 'id']));
};

export const nounOf = (segments: readonly PathPart[]): readonly string[] => {
  const last = segments.findLast((segment) => !isParameter(segment));
  return last === undefined || isParameter(last) ? [] : draftedWords(decodePercent(last.literal));
};

/** More segments at one place are values, whatever they are. */
const maxSiblings = 60;
/** The number of segments with the same structure that are values. */
const leastAlike = 3;

/** `noun`: the last fixed segment above; undefined at the root, where only its form shows an id. */
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

const isWord = (segment: string) => isReserved(draftedWords(decodePercent(segment)));

/** Makes parameters of segments that are ids of items in the list before them, or of what they show themselves. */
const varyIds = (node: PathNode, noun: string) => {
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
    if (name !== undefined) node.vary(segment, wordLists.ownIds.all.includes(name.toLowerCase()) ? undefined : name);
  }
};

/** Makes one parameter of the segments at which objects have the same names. */
const varyAlike = (node: PathNode) => {
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
  const own = new Set(requests.map(({ seen }) => seen.method));
  return JSON.stringify([
    [...own].sort(),
    [...literals.keys()].sort(),
    namesIn(body),
    Object.values(body).map(namesIn),
  ]);
};

/** What stands for the shape of a response that is a file: an object with a property named like the media type. */
const fileIn = (requests: readonly Recorded[]): JsonObject | undefined => {
  const type = requests.map(({ seen }) => essenceOf(seen.response?.body?.type ?? '')).find((one) => one !== '');
  return type === undefined || isJsonType(type) ? undefined : { file: true, [type]: true };
};

const namesIn = (value: Json): readonly string[] => (isJsonObject(value) ? Object.keys(value).sort() : []);

/** Makes parameters of segments beside values that show nothing themselves, or look like the others. */
const varyNeighbours = (node: PathNode) => {
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

const isSuccess = ({ status = 0 }: Recorded) => status >= 200 && status < 300;

/** Each id with the name of the property that has it. */
type Ids = Map<string, string>;

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
    const text =
      wordLists.labels.has(plain) || recordedWords.recordedIds.has(plain) || plain === own ? idText(value) : undefined;
    if (text !== undefined && !ids.has(text)) ids.set(text, name);
    addIds(ids, value, noun, depth - 1);
  }
};

/** The name of a parameter that the source does not name. */
export const anyValue = '*';

class PathNode {
  readonly literals = new Map<string, PathNode>();
  /** The child that stands for any value. */
  variable: PathNode | undefined;
  /** The requests for exactly this path. */
  readonly requests: Recorded[] = [];
  /** The name of a variable as the source calls it, or the property with its values. */
  name: string | undefined;

  add(request: Recorded): void {
    let node: PathNode = this;
    for (const [index, segment] of request.segments.entries()) {
      const name = /^\{([^{}]+)\}$/.exec(request.template[index] as string)?.[1];
      node = name === undefined ? node.#child(segment) : node.#variableFor(name === anyValue ? undefined : name);
    }
    node.requests.push(request);
  }

  /** Makes a child a value. `name`: of a property that has it. */
  vary(segment: string, name?: string): void {
    const child = this.literals.get(segment) as PathNode;
    this.literals.delete(segment);
    this.#variableFor(name).#join(child);
  }

  #child(segment: string): PathNode {
    const child = this.literals.get(segment) ?? new PathNode();
    this.literals.set(segment, child);
    return child;
  }

  #variableFor(name: string | undefined): PathNode {
    this.variable ??= new PathNode();
    this.variable.name ??= name;
    return this.variable;
  }

  #join(other: PathNode): void {
    for (const request of other.requests) this.requests.push(request);
    for (const [segment, child] of other.literals) this.#child(segment).#join(child);
    if (other.variable !== undefined) this.#variableFor(other.variable.name).#join(other.variable);
  }
}

export interface Recorded {
  readonly seen: Seen;
  /** If it is undefined, the response is not known. */
  readonly status: number | undefined;
  /** The segments of the path below the base path, percent-encoded; without an empty one at the end. */
  readonly segments: readonly string[];
  /** The same with the parameters that the source tells: `{id}`. */
  readonly template: readonly string[];
}

/** No document has paths that are deeper. */
const maxSegments = 30;

/** The methods of operations; those that show whole items come first. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/** The requests that are for a service, and not for a page of its host. */
export const serviceRequests = (seen: readonly Seen[]): readonly Seen[] => {
  // Without a page, an image is what the service is about.
  const hasPages = seen.some((one) => isAsset(one) && isPage(one));
  return seen.filter((one) => methods.includes(one.method) && !(hasPages && isAsset(one)));
};

const isPage = ({ response }: Seen) => /^text\/|javascript/i.test(response?.body?.type ?? '');

export const recordedOf = (seen: readonly Seen[], base: string): readonly Recorded[] =>
  seen.flatMap((one): readonly Recorded[] => {
    const { path, template = path, response } = one;
    const segments = segmentsOf(path, base);
    const stated = segmentsOf(template, base);
    if (!`${path}/`.startsWith(`${base}/`) || segments.length > maxSegments) return [];
    return [
      {
        seen: one,
        status: response?.status,
        segments,
        template: stated.length === segments.length ? stated : segments,
      },
    ];
  });

const segmentsOf = (path: string, base: string): readonly string[] => {
  const segments = path.split('/').slice(base === '' ? 1 : base.split('/').length);
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
};

/** Parsed anew by each call: together, the bodies may be as large as their files. Undefined if it is no JSON. */
export const responseJson = ({ seen }: Recorded): Json | undefined => jsonOf(seen.response?.body);

/** Whether the service accepted it, as far as is known. */
export const isAccepted = ({ status }: Recorded): boolean => status === undefined || status < 400;

/** What a client may send: those with a success, else those without a response, else all. */
export const exemplary = (requests: readonly Recorded[]): readonly Recorded[] => {
  const accepted = requests.filter(isAccepted);
  const answered = accepted.filter(({ status }) => status !== undefined);
  return [answered, accepted].find(({ length }) => length > 0) ?? requests;
};

const forms: readonly RegExp[] = [
  /^-?\d+$/,
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  // Hexadecimal: of MongoDB, hashes.
  /^(?=.*\d)[\da-f]{12,128}$/i,
  // ULID, KSUID.
  /^(?=.*\d)[\dA-HJKMNP-TV-Z]{26}$/,
  // Dates, times, versions, coordinates, addresses, ISBNs, phone numbers.
  /^\+?\d[\d.,:;+-]*(?:T[\d.:+-]+)?Z?$/,
  // `ORD-1001`, `b-17`
  /^[A-Za-z]{1,8}[-_:]\d[\dA-Za-z_-]*$/,
  // `cus_9s6XKzkNRiz8i3`
  /^[a-z]{1,12}_(?=[A-Za-z]*\d)[\dA-Za-z]{8,64}$/,
  /^[^@/]{1,64}@[^@/]+\.[^@/]+$/,
];

/** Whether a text is random: it has letters of both cases and digits. */
const isRandom = (text: string) =>
  /^[\w.~-]{16,}$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 2 && /[A-Z]/.test(text) && /[a-z]/.test(text);

/** Whether a segment alone looks like an id: `42`, a UUID, `ORD-1001`. */
export const isIdForm = (text: string): boolean => forms.some((form) => form.test(text)) || isRandom(text);

const verbs = [
  ...(['answers', 'changes', 'clearing', 'copies', 'logins'] as const),
  ...(['recoveries', 'registrations', 'settling', 'starts'] as const),
];

export const isVerbWord = (word: string): boolean =>
  effectsOfVerb(word) !== undefined || recordedWords.actions.has(word) || verbs.some((one) => wordLists[one].has(word));

/** Whether a segment beside ids is a word of the service. */
const isReserved = (words: readonly string[]) =>
  words.length > 0 && (recordedWords.besideIds.has(words.join('')) || isVerbWord(words[0] as string));

/** The words of a name in lower case: `findByStatus`, `find_by_status` and `Find-By-Status` are find, by, status. Only letters and digits of ASCII. */
export const draftedWords = (name: string): readonly string[] =>
  wordsOf(
    name
      .slice(0, maxDraftedLength)
      .normalize('NFKD')
      .replace(/[^\w\s.~:,;+-]/g, ''),
  );

/** The characters of a recorded text that become a name, an example of a parameter, or a value of an enum in the document. */
export const maxDraftedLength = 60;

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export const pascalCase = (words: readonly string[]): string => words.map(capital).join('');

export const camelCase = ([first = '', ...rest]: readonly string[]): string => first + pascalCase(rest);

export const singularWords = (words: readonly string[]): readonly string[] => [
  ...words.slice(0, -1),
  ...words.slice(-1).map(singular),
];

/** `List books`. */
export const sentence = (words: readonly string[]): string => capital(words.join(' '));

/** Takes the first of the names that is free, else the last with a number. */
export type TakeName = (...names: readonly string[]) => string;

/** Gives each name once: the second `Book` is `Book2`. `separator`: before the number. */
export const createNames = (separator = ''): TakeName => {
  const used = new Set<string>();
  /** The last number that was tried behind each name. */
  const numbers = new Map<string, number>();
  return (...names) => {
    const last = names.at(-1) ?? '';
    let name = names.find((each) => !used.has(each)) ?? last;
    for (let number = numbers.get(last) ?? 1; used.has(name); numbers.set(last, number))
      name = `${last}${separator}${++number}`;
    used.add(name);
    return name;
  };
};
