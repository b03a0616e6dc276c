/** Contract faults: the response is well-formed but violates the contract at one location, which a seed selects. */

import { coversMediaType } from '../http/http.ts';
import {
  isJsonObject,
  isNumeric,
  type Json,
  pointerTo,
  setAt,
  type Token,
  unescapePointer,
} from '../primitives/json.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import { maxStepsPerRequest, StepBudget } from '../primitives/step-budget.ts';
import { allowsType, notEvaluated, type Problem, type SchemaFacts, typeOf } from '../service/check.ts';
import { type Content, contentOfType } from '../service/operation.ts';
import type { ContractKind } from './effects.ts';
import { type JsonNode, sampleNodes, tokensOf } from './json-node.ts';
import { boundsAt } from './number-bounds.ts';

/** The kinds that change the body; `wrong-content-type` only changes its media type. */
export type BodyKind = Exclude<ContractKind, 'wrong-content-type'>;

interface Breakage {
  readonly tokens: readonly Token[];
  /** If it is undefined, the property does not exist. */
  readonly before: Json | undefined;
  /** If it is undefined, the property is removed. */
  readonly after: Json | undefined;
  /** False if the schema may allow the change. */
  readonly isViolation: boolean;
}

interface Breakages {
  /** Whether this is a typical case of the kind; others are tried only if there is none. */
  readonly isPreferred: boolean;
  readonly breakages: readonly Breakage[];
}

const none: Breakages = { isPreferred: true, breakages: [] };

/** Limits for the generation of texts and lists that are too long. */
const max = { length: 10_000, items: 1000 };

const breakages: Readonly<Record<BodyKind, (node: JsonNode, seed: number, wanted?: string) => Breakages>> = {
  'missing-required': (node) => withoutRequired(node),
  'wrong-type': (node, seed) => wrongTypes(node, seed),
  'null-value': (node) => (node.value === null || allowsType(node.facts, 'null') ? none : replaceWith(node, [null])),
  'unknown-enum': (node) => unknownValues(node),
  'extra-property': (node, seed, wanted) => extraProperties(node, seed, wanted),
  'out-of-range': (node, seed) => outOfRange(node, seed),
  'bad-format': (node) => badTexts(node),
};

/** `wanted`: a name for a property that is added. */
export const breakagesOf = (kind: BodyKind, node: JsonNode, seed: number, wanted?: string): Breakages =>
  breakages[kind](node, seed, wanted);

const replaceWith = (
  node: JsonNode,
  values: readonly Json[],
  { isPreferred = true }: { readonly isPreferred?: boolean } = {},
): Breakages => {
  const tokens = tokensOf(node);
  const before = node.value;
  return { isPreferred, breakages: values.map((after) => ({ tokens, before, after, isViolation: true })) };
};

const withoutRequired = (node: JsonNode): Breakages => {
  const { parent, token, value } = node;
  if (typeof token !== 'string' || !parent?.facts.required.has(token)) return none;
  const breakage = { tokens: tokensOf(node), before: value, after: undefined, isViolation: true };
  return { isPreferred: true, breakages: [breakage] };
};

/** First the same value in another type, as a faulty service would send it; then arbitrary values. */
const wrongTypes = (node: JsonNode, seed: number): Breakages => {
  const { facts, value } = node;
  const candidates: Json[] = [];
  const type = typeOf(value);
  if (type !== 'string' && type !== 'object' && type !== 'array') candidates.push(String(value));
  if (type === 'string') candidates.push(numberIn(value as string));
  if (type === 'array') candidates.push({});
  if (type === 'object') candidates.push([]);
  candidates.push(...rotate<Json>(['text', 12345, true, 0.5, {}, []], seed));
  return replaceWith(
    node,
    candidates.filter((candidate) => !allowsType(facts, typeOf(candidate))),
  );
};

const numberIn = (text: string): number => (/^-?\d{1,15}$/.test(text) ? Number(text) : 12345);

const rotate = <Value>(values: readonly Value[], seed: number): readonly Value[] => {
  const start = Math.floor(randomOf(seed) * values.length);
  return [...values.slice(start), ...values.slice(0, start)];
};

const unknownValues = (node: JsonNode): Breakages => {
  const { values } = node.facts;
  if (values === undefined) return none;
  if (typeof node.value === 'string') return replaceWith(node, unknownTexts(values));
  if (typeof node.value === 'boolean') return replaceWith(node, [!node.value]);
  if (!isNumeric(node.value)) return none;
  const numbers = values.filter(isNumeric).map(Number);
  // Not Math.max(...numbers): a call has too many arguments for a hundred thousand values.
  const greatest = numbers.reduce((left, right) => Math.max(left, right), Number.NEGATIVE_INFINITY);
  const least = numbers.reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY);
  return replaceWith(node, [greatest + 1, least - 1]);
};

/** Proposes texts beside the known ones, in upper case if those are. */
const unknownTexts = (values: readonly Json[]): readonly Json[] => {
  const isUpper = values.every((value) => typeof value !== 'string' || value === value.toUpperCase());
  return ['unknown', 'undocumented', 'unknown-value'].map((text) => (isUpper ? text.toUpperCase() : text));
};

const extraNames = ['unexpected', 'extra', 'undeclared', 'x-extra'];

const extraProperties = (node: JsonNode, seed: number, wanted = '*'): Breakages => {
  const { value, facts } = node;
  if (!isJsonObject(value)) return none;
  const tokens = tokensOf(node);
  const [after] = rotate<Json>([true, 42, 'unexpected', { unexpected: true }], seed) as [Json];
  const names = rotate(extraNames, seedFrom(seed, 'name'));
  const added = wanted === '*' ? names : [wanted, ...names];
  const breakages = added.flatMap((name): readonly Breakage[] => {
    const declaration = facts.declarationOf(name);
    if (Object.hasOwn(value, name) || declaration === 'declared' || declaration === 'typed') return [];
    return [{ tokens: [...tokens, name], before: undefined, after, isViolation: declaration === 'closed' }];
  });
  return { isPreferred: facts.declares, breakages };
};

const outOfRange = (node: JsonNode, seed: number): Breakages => {
  const { value, facts } = node;
  if (isNumeric(value)) {
    if (!allowsType(facts, typeOf(value))) return none;
    const ends = randomOf(seed) < 0.5 ? (['low', 'high'] as const) : (['high', 'low'] as const);
    return replaceWith(
      node,
      ends.flatMap((end) => boundsAt(facts, end).flatMap(({ beyond }) => beyond)),
    );
  }
  if (typeof value === 'string') return replaceWith(node, wrongLengths(value, facts), { isPreferred: false });
  return Array.isArray(value) ? replaceWith(node, wrongSizes(value, facts), { isPreferred: false }) : none;
};

const wrongLengths = (value: string, { minLength, maxLength, patterns }: SchemaFacts): readonly string[] => {
  const points = [...value];
  const tooShort = minLength > 0 && points.length >= minLength ? [points.slice(0, minLength - 1).join('')] : [];
  // A regular expression may take exponential time for a long text that does not match.
  if (maxLength > max.length || patterns.length > 0) return tooShort;
  const filler = points.length === 0 ? 'x' : value;
  const length = maxLength + 1;
  return [...tooShort, [...filler.repeat(Math.ceil(length / [...filler].length))].slice(0, length).join('')];
};

const wrongSizes = (value: readonly Json[], { minItems, maxItems }: SchemaFacts): readonly Json[] => {
  const tooShort = minItems > 0 && value.length >= minItems ? [value.slice(0, minItems - 1)] : [];
  if (maxItems >= max.items || value.length === 0) return tooShort;
  return [...tooShort, Array.from({ length: maxItems + 1 }, (_, index) => value[index % value.length] as Json)];
};

const badTexts = (node: JsonNode): Breakages => {
  const { value, facts } = node;
  if (typeof value !== 'string' || (facts.format === undefined && facts.patterns.length === 0)) return none;
  // Short texts, for the same reason as in wrongLengths.
  if (facts.patterns.length > 0)
    return replaceWith(node, ['?', '☃', ' ', '%%'], { isPreferred: facts.format !== undefined });
  return replaceWith(node, [`not a ${facts.format}`, `?${value.slice(1)}`, '[', '%']);
};

/** The rules that a kind violates. A union reports `anyOf` or `oneOf` for the rules of its alternatives. */
const rulesOf: Readonly<Record<BodyKind, ReadonlySet<string>>> = {
  'missing-required': new Set(['required']),
  'wrong-type': new Set(['type', 'enum', 'const', 'anyOf', 'oneOf']),
  'null-value': new Set(['type', 'enum', 'const', 'anyOf', 'oneOf']),
  'unknown-enum': new Set(['enum', 'const']),
  'extra-property': new Set(['additionalProperties', 'unevaluatedProperties']),
  'out-of-range': new Set([
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'format'],
    ...['minLength', 'maxLength', 'minItems', 'maxItems'],
  ]),
  'bad-format': new Set(['format', 'pattern']),
};

export interface EffectBody {
  readonly mediaType: string;
  readonly value: Json;
}

export interface BrokenBody extends EffectBody, Pick<Breakage, 'before' | 'after'> {
  readonly type: 'broken';
  /** A JSON Pointer; empty for the whole body, and for its media type. */
  readonly pointer: string;
}

export interface NotApplicable {
  readonly type: 'not-applicable';
  readonly reason: string;
}

const maxNodes = 4000;
/** The number of checks of the whole body, at most, to place a fault or to find an extreme. */
export const maxChecks = 60;
/** After this number of rejected attempts, values with the same schema facts are skipped: more attempts would fail too. */
const maxRejections = 3;

/** Returns a broken copy of a body whose status documents these contents. Violations before it are kept: faults can follow each other. */
export const breakContract = (
  kind: ContractKind,
  body: EffectBody,
  contents: readonly Content[],
  seed: number,
  { at, budget = new StepBudget(maxStepsPerRequest) }: { readonly at?: string | undefined; budget?: StepBudget } = {},
): BrokenBody | NotApplicable => {
  if (kind === 'wrong-content-type') {
    const isWhole = at === undefined || at === '';
    return isWhole ? breakMediaType(body, contents, seed) : notApplicable('the media type has no place in the body');
  }
  const content = contentOfType(contents, body.mediaType);
  if (content?.factsOf === undefined)
    return notApplicable('the document does not describe a JSON body for this response');
  const check = (value: Json): readonly Problem[] => content.check(value, budget);
  const problemsBefore = check(body.value);
  if (problemsBefore.some(isUnchecked)) return notApplicable(unchecked);
  const place = at?.split('/').slice(1).map(unescapePointer);
  const everywhere = proposalsFor(kind, body.value, content.factsOf(body.value), seed, place?.at(-1));
  const proposals = place === undefined ? everywhere : proposalsAt(place, everywhere);
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
      const { tokens, before, after } = candidate;
      const broken: BrokenBody = { type: 'broken', ...body, value, pointer: pointerTo(tokens), before, after };
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

/** The proposals for what a JSON Pointer names; `*` stands for any index or name. An added property is at its object, too. */
const proposalsAt = (place: readonly string[], proposals: readonly Proposal[]): readonly Proposal[] => {
  const isWanted = ({ tokens, before }: Breakage) => {
    const isAdded = before === undefined && tokens.length > place.length && extraNames.includes(String(tokens.at(-1)));
    return (
      tokens.length === place.length + Number(isAdded) &&
      place.every((token, index) => token === '*' || token === String(tokens[index]))
    );
  };
  return proposals.flatMap(({ facts, breakages }) => {
    const kept = breakages.filter(isWanted);
    return kept.length === 0 ? [] : [{ facts, breakages: kept }];
  });
};

export const notApplicable = (reason: string): NotApplicable => ({ type: 'not-applicable', reason });

/** Whether a value was not checked: a fault could then do more than its name states. */
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
const proposalsFor = (
  kind: BodyKind,
  value: Json,
  facts: SchemaFacts,
  seed: number,
  wanted: string | undefined,
): readonly Proposal[] =>
  sampleNodes(value, facts, maxNodes, seedFrom(seed, 'places'))
    .map((node, index) => {
      const order = seedFrom(seed, kind, index);
      return { ...breakagesOf(kind, node, order, wanted), facts: node.facts, order };
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

const identityOf = ({ pointer, rule, message }: Problem) => `${pointer} ${rule} ${message}`;

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
