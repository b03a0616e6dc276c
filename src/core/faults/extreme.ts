/**
 * Extremes: answers that keep to the interface and still are what clients trip over. Each place proposes what its schema
 * seems to allow; where the content's own check objects after all, those places give way and the rest is tried again.
 */

import { escapePointer, isJsonObject, type Json, setProperty } from '../primitives/json.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import type { Problem } from '../service/check.ts';
import type { Content } from '../service/operation.ts';
import { allowsType, type SchemaFacts, typeOf } from '../service/schema-facts.ts';
import { contentOf, type EffectBody, type NotApplicable, noRoom } from './contract-fault.ts';
import { emptyList } from './empty-list.ts';
import { type JsonNode, placeInside, pointerOf } from './json-node.ts';
import { countPoints, createLongTexts } from './long-text.ts';
import { lastAt } from './number-bounds.ts';

export const extremeKinds = ['minimal', 'empty-list', 'longest', 'boundary'] as const;

export type ExtremeKind = (typeof extremeKinds)[number];

export interface ExtremeBody extends EffectBody {
  readonly type: 'stretched';
  /** Of the list that was emptied; else empty, for the whole body. */
  readonly pointer: string;
}

/** Rounds of change and check; in each round at least one place gives way for good. */
const maxRounds = 40;
/** Characters that `longest` puts into one answer, about. */
const maxCharacters = 2_000_000;

/** Takes the body of an answer to an extreme. The given value is not changed; what is wrong with it already may stay so. */
export const applyExtreme = (
  kind: ExtremeKind,
  body: EffectBody,
  contents: readonly Content[],
  seed: number,
): ExtremeBody | NotApplicable => {
  const content = contentOf(body, contents);
  if (content?.factsOf === undefined) return noRoom('the document describes no JSON for this answer');
  const root: JsonNode = { parent: undefined, token: undefined, value: body.value, facts: content.factsOf(body.value) };
  const known = new Set(content.check(body.value).map(identityOf));
  const problemsOf = (value: Json): readonly Problem[] =>
    content.check(value).filter((problem) => !known.has(identityOf(problem)));
  if (kind === 'empty-list') {
    const emptied = emptyList(root, (value) => problemsOf(value).length === 0);
    return typeof emptied === 'string' ? noRoom(emptied) : { type: 'stretched', ...body, ...emptied };
  }
  const rewriter = rewriterFor(kind, seed);
  for (let round = 0; round < maxRounds; round++) {
    const edits: Edit[] = [];
    const value = rewriter.rewrite(root, edits);
    const problems = problemsOf(value);
    if (problems.length === 0) {
      const final = retryRejected(rewriter, root, value, (further) => problemsOf(further).length === 0);
      return final === body.value ? noRoom(reasons[kind]) : { type: 'stretched', ...body, value: final, pointer: '' };
    }
    if (!revert(edits, problems)) break;
  }
  return noRoom('nothing of it was found that keeps to the schema');
};

const identityOf = ({ pointer, rule }: Problem): string => `${pointer} ${rule}`;

const reasons: Readonly<Record<Exclude<ExtremeKind, 'empty-list'>, string>> = {
  minimal: 'the answer has no member that may be absent',
  longest: 'the answer has no text that may be longer',
  boundary: 'the answer has no number that may be at a bound of its own',
};

/** One change that was made; where it was wrong, it is made otherwise or not at all from then on. */
interface Edit {
  readonly pointer: () => string;
  readonly revert: () => void;
}

/** The very same value where nothing was changed. */
type Rewrite = (place: JsonNode, edits: Edit[]) => Json;

interface Rewriter {
  readonly rewrite: Rewrite;
  /** What gave way, to be tried once more by itself: several changes may have given way for one of them. */
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
      return createScalarRewriter(() => (place) => numbersAt(place, seed));
  }
};

/** The changes at the place of a problem or around it; where there is none, what was changed inside. */
const revert = (edits: readonly Edit[], problems: readonly Problem[]): boolean => {
  const placed = edits.map((edit) => ({ edit, pointer: edit.pointer() }));
  const wrong = new Set<Edit>();
  for (const problem of problems) {
    const around = placed.filter(({ pointer }) => isWithin(problem.pointer, pointer));
    const found = around.length > 0 ? around : placed.filter(({ pointer }) => isWithin(pointer, problem.pointer));
    for (const { edit } of found) wrong.add(edit);
  }
  for (const edit of wrong) edit.revert();
  return wrong.size > 0;
};

/** Takes back what gave way for no reason, one by one. */
const retryRejected = (rewriter: Rewriter, root: JsonNode, value: Json, isFit: (value: Json) => boolean): Json => {
  let furthest = value;
  for (const { change, revert } of rewriter.retries().slice(0, maxRounds)) {
    change();
    const further = rewriter.rewrite(root, []);
    if (isFit(further)) furthest = further;
    else revert();
  }
  return furthest;
};

const isWithin = (pointer: string, outer: string): boolean => pointer === outer || pointer.startsWith(`${outer}/`);

const createMinimizer = (): Rewriter => {
  /** Optional by what the schema requires, and needed all the same. */
  const needed = new Map<SchemaFacts, Set<string>>();
  const neededAt = (facts: SchemaFacts): Set<string> => {
    const known = needed.get(facts) ?? new Set<string>();
    needed.set(facts, known);
    return known;
  };
  const rewrite: Rewrite = (place, edits) => {
    const { value, facts } = place;
    if (!isJsonObject(value)) return rewriteInside(place, edits, rewrite);
    const kept = neededAt(facts);
    const names = Object.keys(value);
    const isKept = (name: string): boolean => facts.required.has(name) || kept.has(name);
    let spare = facts.minProperties - names.filter(isKept).length;
    const absent = new Set(names.filter((name) => !isKept(name) && spare-- <= 0));
    if (absent.size === 0) return rewriteInside(place, edits, rewrite);
    const left: Record<string, Json> = {};
    for (const name of names) if (!absent.has(name)) setProperty(left, name, rewrite(placeInside(place, name), edits));
    const pointer = (name: string): string => `${pointerOf(place)}/${escapePointer(name)}`;
    for (const name of absent) edits.push({ pointer: () => pointer(name), revert: () => kept.add(name) });
    return left;
  };
  const retries = (): readonly Retry[] =>
    [...needed.values()].flatMap((kept) =>
      [...kept].map((name) => ({ change: () => kept.delete(name), revert: () => kept.add(name) })),
    );
  return { rewrite, retries };
};

/** What may stand there instead of a text or a number, the best first. */
type Candidates = (place: JsonNode) => readonly Json[];

/** Where the check objects, all places with the same rules go on to their next candidate. */
const createScalarRewriter = (startRound: () => Candidates): Rewriter => {
  const tried = new Map<SchemaFacts, number>();
  const rewriteRoot: Rewrite = (root, rootEdits) => {
    const candidatesAt = startRound();
    const rewrite: Rewrite = (place, edits) => {
      const { value, facts } = place;
      if (typeof value === 'object') return rewriteInside(place, edits, rewrite);
      const at = tried.get(facts) ?? 0;
      const candidate = allowsType(facts, typeOf(value)) ? candidatesAt(place)[at] : undefined;
      if (candidate === undefined) return value;
      edits.push({ pointer: () => pointerOf(place), revert: () => tried.set(facts, at + 1) });
      return candidate;
    };
    return rewrite(root, rootEdits);
  };
  return { rewrite: rewriteRoot, retries: () => [] };
};

const createLengthener = (): Rewriter => {
  const longTexts = createLongTexts();
  return createScalarRewriter(() => {
    let left = maxCharacters;
    return ({ value, facts }) => {
      if (typeof value !== 'string' || left <= 0) return [];
      const candidates = longTexts(value, facts);
      left -= countPoints(candidates[0] ?? '');
      return candidates;
    };
  });
};

const numbersAt = (place: JsonNode, seed: number): readonly Json[] => {
  const { value, facts } = place;
  if ((typeof value !== 'number' && typeof value !== 'bigint') || facts.values !== undefined) return [];
  const [low, high] = [lastAt(facts, 'low'), lastAt(facts, 'high')];
  const ends = randomOf(seedFrom(seed, pointerOf(place))) < 0.5 ? [low, high] : [high, low];
  return ends.filter((end) => end !== undefined && end !== value) as readonly Json[];
};

const rewriteInside = (place: JsonNode, edits: Edit[], rewrite: Rewrite): Json => {
  const { value } = place;
  if (Array.isArray(value)) {
    const items = value.map((_, at) => rewrite(placeInside(place, at), edits));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  let changed: Record<string, Json> | undefined;
  for (const name of Object.keys(value)) {
    const after = rewrite(placeInside(place, name), edits);
    if (after === value[name]) continue;
    changed ??= { ...value };
    setProperty(changed, name, after);
  }
  return changed ?? value;
};
