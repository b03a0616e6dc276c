/**
 * Contract faults: an answer that is well-formed but breaks the interface, at one place that a seed chooses. What is put
 * there is proposed by what the schema says and accepted by the content's own check, so that nothing else is broken.
 */

import { coversMediaType } from '../http/media-type.ts';
import type { Json } from '../primitives/json.ts';
import { pointerTo, setAt } from '../primitives/json-path.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import type { Problem } from '../service/check.ts';
import type { Content } from '../service/operation.ts';
import type { SchemaFacts } from '../service/schema-facts.ts';
import { type BodyKind, type Breakage, breakagesOf, rulesOf } from './contract-violations.ts';
import { samplePlaces } from './json-node.ts';
import type { ContractKind } from './kinds.ts';

export interface EffectBody {
  readonly mediaType: string;
  readonly value: Json;
}

export interface BrokenBody extends EffectBody {
  readonly type: 'broken';
  /** A JSON Pointer; empty for the whole body, and for its media type. */
  readonly pointer: string;
  /** Undefined: the member was not there. */
  readonly before: Json | undefined;
  /** Undefined: the member is not there any more. */
  readonly after: Json | undefined;
}

export interface NotApplicable {
  readonly type: 'no-room';
  readonly reason: string;
}

/** Places that are looked at in one body. */
const maxPlaces = 4000;
/** Checks of a whole body that are spent on finding a place. */
const maxChecks = 60;
/** Where the same rules have refused this often, they will again. */
const maxRefusals = 3;

/**
 * Breaks the body of an answer, whose status documents these contents. The given value is not changed. What is wrong with
 * it already stays wrong, so that several faults may follow one another.
 */
export const breakContract = (
  kind: ContractKind,
  body: EffectBody,
  contents: readonly Content[],
  seed: number,
): BrokenBody | NotApplicable => {
  if (kind === 'wrong-content-type') return breakMediaType(body, contents, seed);
  const content = contentOf(body, contents);
  if (content?.factsOf === undefined) return noRoom('the document describes no JSON for this answer');
  const { check } = content;
  const before = check(body.value);
  const tried = proposeIn(kind, body.value, content.factsOf(body.value), seed);
  const refusals = new Map<SchemaFacts, number>();
  let checks = 0;
  let blunt: BrokenBody | undefined;
  for (const { facts, breakages } of tried) {
    if ((refusals.get(facts) ?? 0) >= maxRefusals) continue;
    for (const breakage of breakages) {
      if (checks++ >= maxChecks) break;
      const value = setAt(body.value, breakage.tokens, breakage.after);
      const verdict = judge(kind, breakage, before, check(value));
      if (verdict === 'refused') continue;
      const pointer = pointerTo(breakage.tokens);
      const broken: BrokenBody = {
        type: 'broken',
        ...body,
        value,
        pointer,
        before: breakage.before,
        after: breakage.after,
      };
      if (verdict === 'sharp') return broken;
      blunt ??= broken;
    }
    refusals.set(facts, (refusals.get(facts) ?? 0) + 1);
  }
  return blunt ?? noRoom(checks === 0 ? reasons[kind] : 'no place was found that breaks in this way alone');
};

export const contentOf = ({ mediaType }: EffectBody, contents: readonly Content[]): Content | undefined =>
  contents.find((content) => content.mediaType === mediaType);

export const noRoom = (reason: string): NotApplicable => ({ type: 'no-room', reason });

const reasons: Readonly<Record<BodyKind, string>> = {
  'missing-required': 'the answer has no member that the schema requires',
  'wrong-type': 'the schema restricts no type of what the answer has',
  'null-value': 'the schema allows null for all that the answer has',
  'unknown-enum': 'the schema lists the values of nothing that the answer has',
  'extra-property': 'the answer has no object that takes other members',
  'out-of-range': 'the schema bounds nothing that the answer has',
  'bad-format': 'the schema gives no text that the answer has a format or a pattern',
};

interface Proposal {
  readonly facts: SchemaFacts;
  readonly breakages: readonly Breakage[];
}

/** The places that have room, in the seed's order; those that the kind means most come first. */
const proposeIn = (kind: BodyKind, value: Json, facts: SchemaFacts, seed: number): readonly Proposal[] =>
  samplePlaces(value, facts, maxPlaces, seedFrom(seed, 'places'))
    .map((place, at) => {
      const own = seedFrom(seed, kind, at);
      return { ...breakagesOf(kind, place, own), facts: place.facts, order: own };
    })
    .filter(({ breakages }) => breakages.length > 0)
    .toSorted((one, other) => Number(other.isFirstChoice) - Number(one.isFirstChoice) || one.order - other.order);

/** `sharp`: one more thing is wrong, there. `blunt`: several are, all of them there (a format and a length). */
const judge = (
  kind: BodyKind,
  { tokens, isViolation }: Breakage,
  before: readonly Problem[],
  after: readonly Problem[],
): 'sharp' | 'blunt' | 'refused' => {
  const added = without(after, before);
  if (without(before, after).length > 0) return 'refused';
  if (added.length === 0) return isViolation ? 'refused' : 'sharp';
  const pointer = pointerTo(tokens);
  if (added.some((problem) => problem.pointer !== pointer)) return 'refused';
  if (!added.some(({ rule }) => rulesOf[kind].has(rule))) return 'refused';
  // What has a wrong type is none of the listed values either: that says the same twice.
  const isOne = added.length === 1 || added.every(({ rule }) => rule === 'type' || rule === 'enum' || rule === 'const');
  return isOne ? 'sharp' : 'blunt';
};

const without = (problems: readonly Problem[], others: readonly Problem[]): readonly Problem[] => {
  if (others.length === 0) return problems;
  const known = new Set(others.map(identityOf));
  return problems.filter((problem) => !known.has(identityOf(problem)));
};

const identityOf = ({ pointer, rule, message }: Problem): string => `${pointer} ${rule} ${message}`;

/** What a proxy, an old gateway or a careless handler would say. */
const otherTypes = ['text/html', 'text/plain', 'application/xml', 'application/octet-stream'];

const breakMediaType = (body: EffectBody, contents: readonly Content[], seed: number): BrokenBody | NotApplicable => {
  if (contents.length === 0) return noRoom('the document describes no body for this answer');
  const free = otherTypes.filter(
    (type) => !coversMediaType(body.mediaType, type) && !contents.some(({ range }) => coversMediaType(range, type)),
  );
  const mediaType = free[Math.floor(randomOf(seed) * free.length)];
  if (mediaType === undefined) return noRoom('the document allows any media type for this answer');
  return { type: 'broken', mediaType, value: body.value, pointer: '', before: body.mediaType, after: mediaType };
};
