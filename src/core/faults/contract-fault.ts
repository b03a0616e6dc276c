/**
 * Contract faults: the response is well-formed but violates the contract at one location, which a seed selects. The schema
 * facts suggest violations; the content's check confirms that nothing else is violated.
 */

import { coversMediaType } from '../http/media-type.ts';
import { type Json, unescapePointer } from '../primitives/json.ts';
import { pointerTo, setAt } from '../primitives/json-path.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import { maxStepsPerRequest, StepBudget } from '../primitives/step-budget.ts';
import { notEvaluated, type Problem } from '../service/check.ts';
import type { Content } from '../service/operation.ts';
import type { SchemaFacts } from '../service/schema-facts.ts';
import { type BodyKind, type Breakage, breakagesOf, rulesOf } from './contract-violations.ts';
import type { ContractKind } from './effects.ts';
import { sampleNodes } from './json-node.ts';

export interface EffectBody {
  readonly mediaType: string;
  readonly value: Json;
}

export interface BrokenBody extends EffectBody {
  readonly type: 'broken';
  /** A JSON Pointer; empty for the whole body, and for its media type. */
  readonly pointer: string;
  /** If it is undefined, the property did not exist. */
  readonly before: Json | undefined;
  /** If it is undefined, the property was removed. */
  readonly after: Json | undefined;
}

export interface NotApplicable {
  readonly type: 'not-applicable';
  readonly reason: string;
}

interface BreakOptions {
  /** Only the places that this JSON Pointer names. */
  readonly at?: string | undefined;
  /** For the checks of the body; shared by all faults of a request. */
  readonly budget?: StepBudget;
}

/** The number of values that are considered in one body. */
const maxNodes = 4000;
/** The number of checks of the whole body, at most, to place a fault or to find an extreme. */
export const maxChecks = 60;
/** After this number of rejected attempts, values with the same schema facts are skipped: more attempts would fail too. */
const maxRejections = 3;

/**
 * Breaks the body of a response whose status documents these contents. `body` is not modified. Violations that it already
 * has are kept, so that several faults can be applied in sequence.
 */
export const breakContract = (
  kind: ContractKind,
  body: EffectBody,
  contents: readonly Content[],
  seed: number,
  { at, budget = new StepBudget(maxStepsPerRequest) }: BreakOptions = {},
): BrokenBody | NotApplicable => {
  if (kind === 'wrong-content-type') {
    const isWhole = at === undefined || at === '';
    return isWhole ? breakMediaType(body, contents, seed) : notApplicable('the media type has no place in the body');
  }
  const content = contentFor(body, contents);
  if (content?.factsOf === undefined)
    return notApplicable('the document does not describe a JSON body for this response');
  const check = (value: Json): readonly Problem[] => content.check(value, budget);
  const problemsBefore = check(body.value);
  if (problemsBefore.some(isUnchecked)) return notApplicable(unchecked);
  const everywhere = proposalsFor(kind, body.value, content.factsOf(body.value), seed);
  const proposals = at === undefined ? everywhere : proposalsAt(at, everywhere);
  if (proposals.length === 0 && everywhere.length > 0)
    return notApplicable(`the response has no place ${at} where this is possible`);
  const rejections = new Map<SchemaFacts, number>();
  let checks = 0;
  let broad: BrokenBody | undefined;
  for (const { facts, breakages: candidates } of proposals) {
    if ((rejections.get(facts) ?? 0) >= maxRejections) continue;
    for (const candidate of candidates) {
      if (checks++ >= maxChecks) break;
      const value = setAt(body.value, candidate.tokens, candidate.after);
      const problems = check(value);
      if (problems.some(isUnchecked)) return broad ?? notApplicable(unchecked);
      const verdict = judge(kind, candidate, problemsBefore, problems);
      if (verdict === 'rejected') continue;
      const pointer = pointerTo(candidate.tokens);
      const broken: BrokenBody = {
        type: 'broken',
        ...body,
        value,
        pointer,
        before: candidate.before,
        after: candidate.after,
      };
      if (verdict === 'exact') return broken;
      broad ??= broken;
    }
    rejections.set(facts, (rejections.get(facts) ?? 0) + 1);
  }
  return (
    broad ??
    notApplicable(checks === 0 ? reasons[kind] : 'no location could be broken without violating another rule too')
  );
};

/** The proposals for the places that a JSON Pointer names; `*` stands for any index or name. */
const proposalsAt = (at: string, proposals: readonly Proposal[]): readonly Proposal[] => {
  const wanted = at.split('/').slice(1).map(unescapePointer);
  const isWanted = ({ tokens }: Breakage): boolean =>
    tokens.length === wanted.length && wanted.every((token, index) => token === '*' || token === String(tokens[index]));
  return proposals.flatMap(({ facts, breakages }) => {
    const kept = breakages.filter(isWanted);
    return kept.length === 0 ? [] : [{ facts, breakages: kept }];
  });
};

export const contentFor = ({ mediaType }: EffectBody, contents: readonly Content[]): Content | undefined =>
  contents.find((content) => content.mediaType === mediaType);

export const notApplicable = (reason: string): NotApplicable => ({ type: 'not-applicable', reason });

/** Without a check, a fault could do more than its name states. */
export const isUnchecked = ({ rule }: Problem): boolean => rule === notEvaluated;
export const unchecked = 'the response takes too many steps to check';

const reasons: Readonly<Record<BodyKind, string>> = {
  'missing-required': 'the response has no property that the schema requires',
  'wrong-type': 'the schema does not restrict the type of any value in the response',
  'null-value': 'the schema allows null for every value in the response',
  'unknown-enum': 'the schema has no enum for any value in the response',
  'extra-property': 'the response has no object that allows another property',
  'out-of-range': 'the schema has no bounds for any value in the response',
  'bad-format': 'the schema has no format or pattern for any text in the response',
};

interface Proposal {
  readonly facts: SchemaFacts;
  readonly breakages: readonly Breakage[];
}

/** The nodes that can be violated, in an order determined by the seed; preferred ones first. */
const proposalsFor = (kind: BodyKind, value: Json, facts: SchemaFacts, seed: number): readonly Proposal[] =>
  sampleNodes(value, facts, maxNodes, seedFrom(seed, 'places'))
    .map((node, index) => {
      const order = seedFrom(seed, kind, index);
      return { ...breakagesOf(kind, node, order), facts: node.facts, order };
    })
    .filter(({ breakages }) => breakages.length > 0)
    .toSorted((left, right) => Number(right.isPreferred) - Number(left.isPreferred) || left.order - right.order);

/** `exact`: one new problem at the location. `broad`: several new problems, all at the location (a format and a length). */
const judge = (
  kind: BodyKind,
  { tokens, isViolation }: Breakage,
  before: readonly Problem[],
  after: readonly Problem[],
): 'exact' | 'broad' | 'rejected' => {
  const added = without(after, before);
  if (without(before, after).length > 0) return 'rejected';
  if (added.length === 0) return isViolation ? 'rejected' : 'exact';
  const pointer = pointerTo(tokens);
  if (added.some((problem) => problem.pointer !== pointer)) return 'rejected';
  if (!added.some(({ rule }) => rulesOf[kind].has(rule))) return 'rejected';
  // A value of the wrong type also violates `enum` or `const`: that is the same problem twice.
  const isSingle =
    added.length === 1 || added.every(({ rule }) => rule === 'type' || rule === 'enum' || rule === 'const');
  return isSingle ? 'exact' : 'broad';
};

const without = (problems: readonly Problem[], others: readonly Problem[]): readonly Problem[] => {
  if (others.length === 0) return problems;
  const known = new Set(others.map(identityOf));
  return problems.filter((problem) => !known.has(identityOf(problem)));
};

const identityOf = ({ pointer, rule, message }: Problem): string => `${pointer} ${rule} ${message}`;

/** Typical responses of a proxy, an old gateway or a faulty handler. */
const otherTypes = ['text/html', 'text/plain', 'application/xml', 'application/octet-stream'];

const breakMediaType = (body: EffectBody, contents: readonly Content[], seed: number): BrokenBody | NotApplicable => {
  if (contents.length === 0) return notApplicable('the document does not describe a body for this response');
  const free = otherTypes.filter(
    (type) => !coversMediaType(body.mediaType, type) && !contents.some(({ range }) => coversMediaType(range, type)),
  );
  const mediaType = free[Math.floor(randomOf(seed) * free.length)];
  if (mediaType === undefined) return notApplicable('the document allows every media type for this response');
  return { type: 'broken', mediaType, value: body.value, pointer: '', before: body.mediaType, after: mediaType };
};
