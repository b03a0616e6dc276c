/** Possible violations at a node, for each kind of contract fault; the clearest first. */

import { isJsonObject, isNumeric, type Json } from '../primitives/json.ts';
import type { Token } from '../primitives/json-path.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import { allowsType, type SchemaFacts, typeOf } from '../service/schema-facts.ts';
import type { ContractKind } from './effects.ts';
import { type JsonNode, tokensOf } from './json-node.ts';
import { boundsAt } from './number-bounds.ts';

/** The kinds that change the body; `wrong-content-type` only changes its media type. */
export type BodyKind = Exclude<ContractKind, 'wrong-content-type'>;

export interface Breakage {
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

const breakages: Readonly<Record<BodyKind, (node: JsonNode, seed: number) => Breakages>> = {
  'missing-required': (node) => withoutRequired(node),
  'wrong-type': (node, seed) => wrongTypes(node, seed),
  'null-value': (node) => (node.value === null || allowsType(node.facts, 'null') ? none : replaceWith(node, [null])),
  'unknown-enum': (node) => unknownValues(node),
  'extra-property': (node, seed) => extraProperties(node, seed),
  'out-of-range': (node, seed) => outOfRange(node, seed),
  'bad-format': (node) => badTexts(node),
};

export const breakagesOf = (kind: BodyKind, node: JsonNode, seed: number): Breakages => breakages[kind](node, seed);

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

const extraProperties = (node: JsonNode, seed: number): Breakages => {
  const { value, facts } = node;
  if (!isJsonObject(value)) return none;
  const tokens = tokensOf(node);
  const [after] = rotate<Json>([true, 42, 'unexpected', { unexpected: true }], seed) as [Json];
  const breakages = rotate(extraNames, seedFrom(seed, 'name')).flatMap((name): readonly Breakage[] => {
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
export const rulesOf: Readonly<Record<BodyKind, ReadonlySet<string>>> = {
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
