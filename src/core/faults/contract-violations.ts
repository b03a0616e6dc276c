/** How a place can be broken: for each kind what may be put there, the most telling first. */

import { isJsonObject, isNumeric, type Json } from '../primitives/json.ts';
import type { Token } from '../primitives/json-path.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import { allowsType, type SchemaFacts, typeOf } from '../service/schema-facts.ts';
import { type JsonNode, tokensOf } from './json-node.ts';
import { boundsAt } from './number-bounds.ts';

/** Breaks the body; `wrong-content-type` breaks what it is said to be. */
export type BodyKind =
  | 'missing-required'
  | 'wrong-type'
  | 'null-value'
  | 'unknown-enum'
  | 'extra-property'
  | 'out-of-range'
  | 'bad-format';

export interface Breakage {
  readonly tokens: readonly Token[];
  /** Undefined: nothing is there. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** False where the schema need not object. */
  readonly isViolation: boolean;
}

export interface Breakages {
  /** What the kind means most; the rest is tried where there is none of it. */
  readonly isFirstChoice: boolean;
  readonly breakages: readonly Breakage[];
}

const none: Breakages = { isFirstChoice: true, breakages: [] };

/** Longer text and longer lists are not made only to be too long. */
const most = { length: 10_000, items: 1000 };

export const breakagesOf = (kind: BodyKind, place: JsonNode, seed: number): Breakages => {
  switch (kind) {
    case 'missing-required':
      return missing(place);
    case 'wrong-type':
      return wrongTypes(place, seed);
    case 'null-value':
      return place.value === null || allowsType(place.facts, 'null') ? none : put(place, [null]);
    case 'unknown-enum':
      return unknownValues(place);
    case 'extra-property':
      return extraProperties(place, seed);
    case 'out-of-range':
      return outOfRange(place, seed);
    case 'bad-format':
      return badTexts(place);
  }
};

const put = (place: JsonNode, values: readonly Json[], isFirstChoice = true): Breakages => {
  const tokens = tokensOf(place);
  const before = place.value;
  return { isFirstChoice, breakages: values.map((after) => ({ tokens, before, after, isViolation: true })) };
};

const missing = (place: JsonNode): Breakages => {
  const { parent, token, value } = place;
  if (typeof token !== 'string' || !parent?.facts.required.has(token)) return none;
  const breakage = { tokens: tokensOf(place), before: value, after: undefined, isViolation: true };
  return { isFirstChoice: true, breakages: [breakage] };
};

/** From the same value as a careless service would send it, to something else altogether. */
const wrongTypes = (place: JsonNode, seed: number): Breakages => {
  const { facts, value } = place;
  const candidates: Json[] = [];
  const type = typeOf(value);
  if (type !== 'string' && type !== 'object' && type !== 'array') candidates.push(String(value));
  if (type === 'string') candidates.push(numberIn(value as string));
  if (type === 'array') candidates.push({});
  if (type === 'object') candidates.push([]);
  candidates.push(...rotate<Json>(['text', 12345, true, 0.5, {}, []], seed));
  return put(
    place,
    candidates.filter((candidate) => !allowsType(facts, typeOf(candidate))),
  );
};

const numberIn = (text: string): number => (/^-?\d{1,15}$/.test(text) ? Number(text) : 12345);

const rotate = <Value>(values: readonly Value[], seed: number): readonly Value[] => {
  const from = Math.floor(randomOf(seed) * values.length);
  return [...values.slice(from), ...values.slice(0, from)];
};

const unknownValues = (place: JsonNode): Breakages => {
  const { values } = place.facts;
  if (values === undefined) return none;
  if (typeof place.value === 'string') return put(place, unknownTexts(values));
  if (typeof place.value === 'boolean') return put(place, [!place.value]);
  if (!isNumeric(place.value)) return none;
  const numbers = values.filter(isNumeric).map(Number);
  return put(place, [Math.max(...numbers) + 1, Math.min(...numbers) - 1]);
};

/** Written as the known ones are. */
const unknownTexts = (values: readonly Json[]): readonly Json[] => {
  const isUpper = values.every((value) => typeof value !== 'string' || value === value.toUpperCase());
  return ['unknown', 'undocumented', 'unknown-value'].map((text) => (isUpper ? text.toUpperCase() : text));
};

const extraNames = ['unexpected', 'extra', 'undeclared', 'x-extra'];

const extraProperties = (place: JsonNode, seed: number): Breakages => {
  const { value, facts } = place;
  if (!isJsonObject(value)) return none;
  const tokens = tokensOf(place);
  const [after] = rotate<Json>([true, 42, 'unexpected', { unexpected: true }], seed) as [Json];
  const breakages = rotate(extraNames, seedFrom(seed, 'name')).flatMap((name): readonly Breakage[] => {
    const standing = facts.standingOf(name);
    if (Object.hasOwn(value, name) || standing === 'declared' || standing === 'typed') return [];
    return [{ tokens: [...tokens, name], before: undefined, after, isViolation: standing === 'closed' }];
  });
  return { isFirstChoice: facts.declares, breakages };
};

const outOfRange = (place: JsonNode, seed: number): Breakages => {
  const { value, facts } = place;
  if (isNumeric(value)) {
    if (!allowsType(facts, typeOf(value))) return none;
    const ends = randomOf(seed) < 0.5 ? (['low', 'high'] as const) : (['high', 'low'] as const);
    return put(
      place,
      ends.flatMap((end) => boundsAt(facts, end).flatMap(({ beyond }) => beyond)),
    );
  }
  if (typeof value === 'string') return put(place, wrongLengths(value, facts), false);
  return Array.isArray(value) ? put(place, wrongSizes(value, facts), false) : none;
};

const wrongLengths = (value: string, { minLength, maxLength, patterns }: SchemaFacts): readonly string[] => {
  const points = [...value];
  const short = minLength > 0 && points.length >= minLength ? [points.slice(0, minLength - 1).join('')] : [];
  // A long text that does not match can keep a pattern busy for ever.
  if (maxLength > most.length || patterns.length > 0) return short;
  const filler = points.length === 0 ? 'x' : value;
  const wanted = maxLength + 1;
  return [...short, [...filler.repeat(Math.ceil(wanted / [...filler].length))].slice(0, wanted).join('')];
};

const wrongSizes = (value: readonly Json[], { minItems, maxItems }: SchemaFacts): readonly Json[] => {
  const few = minItems > 0 && value.length >= minItems ? [value.slice(0, minItems - 1)] : [];
  if (maxItems >= most.items || value.length === 0) return few;
  return [...few, Array.from({ length: maxItems + 1 }, (_, at) => value[at % value.length] as Json)];
};

const badTexts = (place: JsonNode): Breakages => {
  const { value, facts } = place;
  if (typeof value !== 'string' || (facts.format === undefined && facts.patterns.length === 0)) return none;
  // Short ones: see wrongLengths.
  if (facts.patterns.length > 0) return put(place, ['?', '☃', ' ', '%%'], facts.format !== undefined);
  return put(place, [`not a ${facts.format}`, `?${value.slice(1)}`, '[', '%']);
};

/** The rules that a breakage of the kind breaks; a union speaks for its alternatives. */
export const rulesOf: Readonly<Record<BodyKind, ReadonlySet<string>>> = {
  'missing-required': new Set(['required']),
  'wrong-type': new Set(['type', 'enum', 'const', 'anyOf', 'oneOf']),
  'null-value': new Set(['type', 'enum', 'const', 'anyOf', 'oneOf']),
  'unknown-enum': new Set(['enum', 'const']),
  'extra-property': new Set(['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'false']),
  'out-of-range': new Set([
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'format'],
    ...['minLength', 'maxLength', 'minItems', 'maxItems'],
  ]),
  'bad-format': new Set(['format', 'pattern']),
};
