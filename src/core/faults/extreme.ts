/**
 * Extremes: responses that are valid but hard for clients. Each node suggests values that its schema facts allow. Those that the content's
 * check rejects are reverted, and the rest is tried again.
 */

import {
  escapePointer,
  isJsonObject,
  type Json,
  type JsonObject,
  mapValuesOf,
  maxSearchedDepth,
  pointerTo,
  setAt,
  setProperty,
} from '../primitives/json.ts';
import { getOrInsert } from '../primitives/lazy.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import { maxStepsPerRequest, StepBudget } from '../primitives/step-budget.ts';
import { maxTextOfValue } from '../primitives/units.ts';
import { allowsType, type Problem, type SchemaFacts, typeOf } from '../service/check.ts';
import { type Content, contentOfType } from '../service/operation.ts';
import {
  type EffectBody,
  isUnchecked,
  maxChecks,
  type NotApplicable,
  notApplicable,
  unchecked,
} from './contract-fault.ts';
import type { ExtremeKind } from './effects.ts';
import { childNode, type JsonNode, nodePointer, tokensOf } from './json-node.ts';
import { lastAt } from './number-bounds.ts';

/** The maximum length, even if a schema allows more. */
const maxTextLength = 10_000;
/** The length if a schema has no bound. */
const defaultLength = 1000;
/** Tried next, in case a format or a pattern bounds the length. */
const shorterLengths = [250, 60, 30];

/** Diacritics, right-to-left scripts, wide characters, and emoji with one and with several code points: difficult for layouts. */
const mixed =
  'Ünïcödé tëxt that goes on and on, Ελληνικά, кириллица, עברית, العربية, 日本語の文章, 한국어, ' +
  'e\u0301 in two code points, 🚀 in one, 👩🏽‍🚀 in several, Supercalifragilisticexpialidocious; ';
const plain = 'a long text that goes on and on with Supercalifragilisticexpialidocious words and ';

const fixedFormats: ReadonlySet<string> = new Set([
  ...'date time date-time iso-time iso-date-time uuid ipv4 ipv6 int32 int64 float double'.split(' '),
]);

/** Replacements for a text, the most difficult first; each is longer than the text. */
type LongTexts = (text: string, facts: SchemaFacts) => readonly string[];

const createLongTexts = (): LongTexts => {
  const filled = new Map<string, string>();
  const fill = (text: string, length: number): string => {
    const key = `${length} ${text}`;
    return getOrInsert(filled, key, () => fillWith(text, length));
  };
  return (text, facts) => {
    const { values, format, patterns } = facts;
    if (values !== undefined) return longestOf(values, text);
    const [target, ...others] = lengthsFor(text, facts);
    if (target === undefined || fixedFormats.has(format ?? '')) return [];
    const proposals = [fill(mixed, target), fill(plain, target), stretch(text, target)];
    if (patterns.length === 0)
      return format === undefined
        ? proposals.slice(0, 2)
        : [...proposals, ...others.map((length) => stretch(text, length))];
    return [...proposals, ...others.flatMap((length) => [fill(plain, length), stretch(text, length)])].filter(
      (proposal) => patterns.every((pattern) => pattern.test(proposal) === true),
    );
  };
};

/** Lengths greater than that of the text, the longest first. */
const lengthsFor = (text: string, { minLength, maxLength, patterns }: SchemaFacts): readonly number[] => {
  const max = patterns.length === 0 ? maxTextLength : defaultLength;
  const target = Math.min(maxLength === Number.POSITIVE_INFINITY ? Math.max(defaultLength, minLength) : maxLength, max);
  const size = countPoints(text);
  return [target, ...shorterLengths.filter((length) => length < target)].filter((length) => length > size);
};

const longestOf = (values: readonly Json[], text: string): readonly string[] => {
  const texts = values.filter((value) => typeof value === 'string');
  const [first = text] = texts.toSorted((left, right) => countPoints(right) - countPoints(left));
  return countPoints(first) > countPoints(text) ? [first] : [];
};

/** The length in code points, as in JSON Schema. */
const countPoints = (text: string): number => {
  let points = 0;
  for (const _ of text) points++;
  return points;
};

/** Repeats a text up to a length. The result does not end with a space, because some clients trim. */
const fillWith = (text: string, length: number) =>
  [...text.repeat(Math.ceil(length / countPoints(text)))].slice(0, length).join('').replace(/ $/, '.');

/** Repeats the last character, so that a name, a number or a word stays one. */
const stretch = (text: string, length: number): string =>
  text + ([...text].at(-1) ?? 'x').repeat(length - countPoints(text));

/** `pointer`: that of the emptied list; else empty, for the whole body. */
export type ExtremeBody = EffectBody & { readonly type: 'extreme'; readonly pointer: string };

/** Takes a copy of the body to an extreme; violations before it may stay. `budget`: for its checks, shared by all faults of a request. */
export const applyExtreme = (
  kind: ExtremeKind,
  body: EffectBody,
  contents: readonly Content[],
  seed: number,
  budget = new StepBudget(maxStepsPerRequest),
): ExtremeBody | NotApplicable => {
  const content = contentOfType(contents, body.mediaType);
  if (content?.factsOf === undefined)
    return notApplicable('the document does not describe a JSON body for this response');
  const root: JsonNode = { parent: undefined, token: undefined, value: body.value, facts: content.factsOf(body.value) };
  const problemsBefore = content.check(body.value, budget);
  if (problemsBefore.some(isUnchecked)) return notApplicable(unchecked);
  const known = new Set(problemsBefore.map(identityOf));
  const problemsOf = (value: Json): readonly Problem[] =>
    content.check(value, budget).filter((problem) => !known.has(identityOf(problem)));
  if (kind === 'empty-list') {
    const emptied = emptyList(root, (value) => problemsOf(value).length === 0);
    return typeof emptied === 'string' ? notApplicable(emptied) : { type: 'extreme', ...body, ...emptied };
  }
  const rewriter = rewriterFor(kind, seed);
  // Each round permanently reverts at least one change.
  for (let round = 0; round < maxChecks; round++) {
    const edits: Edit[] = [];
    const value = rewriter.rewrite(root, edits);
    const problems = problemsOf(value);
    if (problems.length === 0) {
      const final = retryRejected(rewriter, root, value, (candidate) => problemsOf(candidate).length === 0);
      return final === body.value
        ? notApplicable(reasons[kind])
        : { type: 'extreme', ...body, value: final, pointer: '' };
    }
    if (problems.some(isUnchecked)) return notApplicable(unchecked);
    if (!revert(edits, problems)) break;
  }
  return notApplicable('no variant of the response was found that matches the schema');
};

const identityOf = ({ pointer, rule }: Problem) => `${pointer} ${rule}`;

const reasons: Readonly<Record<Exclude<ExtremeKind, 'empty-list'>, string>> = {
  minimal: 'the response has no optional property',
  longest: 'the response has no text that may be longer',
  boundary: 'the response has no number with a bound that it could be set to',
};

/** One change. After `revert`, further rewrites change this location in another way or not at all. */
interface Edit {
  readonly pointer: () => string;
  readonly revert: () => void;
}

/** Returns the identical value if nothing was changed. */
type Rewrite = (node: JsonNode, edits: Edit[]) => Json;

interface Rewriter {
  readonly rewrite: Rewrite;
  /** The reverted changes, to be tried again one by one: several may have been reverted because of a single one. */
  readonly retries: () => readonly Retry[];
}

interface Retry {
  readonly change: () => void;
  readonly revert: () => void;
}

const rewriterFor = (kind: Exclude<ExtremeKind, 'empty-list'>, seed: number): Rewriter => {
  switch (kind) {
    case 'minimal':
      return createMinimizer();
    case 'longest':
      return createLengthener();
    case 'boundary':
      return createScalarRewriter(() => (node) => numbersAt(node, seed));
  }
};

/** Reverts the changes at the location of each problem and below it: a changed value has no locations of its own below it. */
const revert = (edits: readonly Edit[], problems: readonly Problem[]): boolean => {
  const located = edits.map((edit) => ({ edit, pointer: edit.pointer() }));
  const rejected = new Set<Edit>();
  for (const problem of problems) {
    for (const { edit, pointer } of located) if (isWithin(pointer, problem.pointer)) rejected.add(edit);
  }
  for (const edit of rejected) edit.revert();
  return rejected.size > 0;
};

/** Applies reverted changes again, one by one, and keeps those that are valid. */
const retryRejected = (rewriter: Rewriter, root: JsonNode, value: Json, isValid: (value: Json) => boolean): Json => {
  let best = value;
  for (const { change, revert } of rewriter.retries().slice(0, maxChecks)) {
    change();
    const candidate = rewriter.rewrite(root, []);
    if (isValid(candidate)) best = candidate;
    else revert();
  }
  return best;
};

const isWithin = (pointer: string, outer: string) => pointer === outer || pointer.startsWith(`${outer}/`);

const createMinimizer = (): Rewriter => {
  /** Properties that are not in `required` but that the check needs. */
  const needed = new Map<SchemaFacts, Set<string>>();
  const neededAt = (facts: SchemaFacts): Set<string> => getOrInsert(needed, facts, () => new Set<string>());
  const rewrite: Rewrite = (node, edits) => {
    const { value, facts } = node;
    if (!isJsonObject(value)) return rewriteChildren(node, edits, rewrite);
    const kept = neededAt(facts);
    const names = Object.keys(value);
    const isKept = (name: string) => facts.required.has(name) || kept.has(name);
    let removable = facts.minProperties - names.filter(isKept).length;
    const absent = new Set(names.filter((name) => !isKept(name) && removable-- <= 0));
    if (absent.size === 0) return rewriteChildren(node, edits, rewrite);
    const minimal: Record<string, Json> = {};
    for (const name of names) if (!absent.has(name)) setProperty(minimal, name, rewrite(childNode(node, name), edits));
    const pointer = (name: string) => `${nodePointer(node)}/${escapePointer(name)}`;
    for (const name of absent) edits.push({ pointer: () => pointer(name), revert: () => kept.add(name) });
    return minimal;
  };
  const retries = (): readonly Retry[] =>
    [...needed.values()].flatMap((kept) =>
      [...kept].map((name) => ({ change: () => kept.delete(name), revert: () => kept.add(name) })),
    );
  return { rewrite, retries };
};

/** Replacements for a text or a number, the best first. */
type Candidates = (node: JsonNode) => readonly Json[];

/** If the check rejects a candidate, all nodes with the same facts use the next one. */
const createScalarRewriter = (startRound: () => Candidates): Rewriter => {
  const tried = new Map<SchemaFacts, number>();
  const rewriteRoot: Rewrite = (root, rootEdits) => {
    const candidatesAt = startRound();
    const rewrite: Rewrite = (node, edits) => {
      const { value, facts } = node;
      if (typeof value === 'object') return rewriteChildren(node, edits, rewrite);
      const attempt = tried.get(facts) ?? 0;
      const candidate = allowsType(facts, typeOf(value)) ? candidatesAt(node)[attempt] : undefined;
      if (candidate === undefined) return value;
      edits.push({ pointer: () => nodePointer(node), revert: () => tried.set(facts, attempt + 1) });
      return candidate;
    };
    return rewrite(root, rootEdits);
  };
  return { rewrite: rewriteRoot, retries: () => [] };
};

const createLengthener = (): Rewriter => {
  const longTexts = createLongTexts();
  return createScalarRewriter(() => {
    let remaining = maxTextOfValue;
    return ({ value, facts }) => {
      if (typeof value !== 'string' || remaining <= 0) return [];
      const candidates = longTexts(value, facts);
      remaining -= countPoints(candidates[0] ?? '');
      return candidates;
    };
  });
};

const numbersAt = (node: JsonNode, seed: number): readonly Json[] => {
  const { value, facts } = node;
  if ((typeof value !== 'number' && typeof value !== 'bigint') || facts.values !== undefined) return [];
  const [low, high] = [lastAt(facts, 'low'), lastAt(facts, 'high')];
  const ends = randomOf(seedFrom(seed, nodePointer(node))) < 0.5 ? [low, high] : [high, low];
  return ends.filter((end) => end !== undefined && end !== value) as readonly Json[];
};

const rewriteChildren = (node: JsonNode, edits: Edit[], rewrite: Rewrite): Json => {
  const { value } = node;
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  return mapValuesOf(value as readonly Json[] | JsonObject, (_, name) =>
    rewrite(childNode(node, isList ? Number(name) : name), edits),
  );
};

/** The value with an empty list, or the reason why that is not possible. */
const emptyList = (
  root: JsonNode,
  isValid: (value: Json) => boolean,
): { readonly value: Json; readonly pointer: string } | string => {
  const lists = listsIn(root, 0).toSorted((left, right) => rank(left) - rank(right));
  if (lists.length === 0) return 'the response has no list';
  for (const list of lists) {
    if ((list.value as readonly Json[]).length === 0) return 'the list of the response is already empty';
    const tokens = tokensOf(list);
    const value = setAt(root.value, tokens, []);
    if (isValid(value)) return { value, pointer: pointerTo(tokens) };
  }
  return 'the schema requires items in the list';
};

const listsIn = (node: JsonNode, depth: number): readonly JsonNode[] => {
  if (Array.isArray(node.value)) return [node];
  if (!isJsonObject(node.value) || depth === maxSearchedDepth) return [];
  return Object.keys(node.value).flatMap((name) => listsIn(childNode(node, name), depth + 1));
};

/** Lists of objects come first, lists of texts or numbers last: they are usually details. Then outer lists before inner ones. */
const rank = (list: JsonNode): number => {
  const [first] = list.value as readonly Json[];
  const isDetail = first !== undefined && !isJsonObject(first);
  return (isDetail ? maxSearchedDepth + 1 : 0) + tokensOf(list).length;
};
