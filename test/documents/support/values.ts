/** Valid values of a schema, as the author of a client would choose them. */
import fc from '../../fast-check.ts';
import { isObject, type Raw, type RawDocument, type RawObject, textsIn } from './raw-document.ts';

export interface Wish {
  /** Whether it has optional properties. */
  readonly isWhole: boolean;
  /** Whether the document's examples are used. */
  readonly isByExample: boolean;
  /** The index of the alternative, if there are that many; default: 0. */
  readonly alternative?: number;
  /** Whether a response shows it: without writeOnly properties. */
  readonly isShown?: boolean;
  /** Whether it is a part of an `allOf`: other parts may declare what this one requires. */
  readonly isPart?: boolean;
}

type Resolve = RawDocument['resolve'];

const maxDepth = 6;

/** A request's value, without readOnly properties. */
export const valueFor = (given: Raw | undefined, resolve: Resolve, wish: Wish, depth = 0): Raw => {
  const schema = resolve(given);
  const told = toldBy(schema, wish);
  if (told !== undefined) return told;
  const [alternative] = [schema.oneOf, schema.anyOf].filter(Array.isArray);
  const possible = alternative?.filter((one: Raw) => resolve(one).type !== 'null');
  const chosen: Raw | undefined = possible?.[Math.min(wish.alternative ?? 0, possible.length - 1)];
  if (depth > maxDepth) return null;
  if (Array.isArray(schema.allOf) || schema.properties !== undefined || typeOf(schema) === 'object') {
    const parts = [...(Array.isArray(schema.allOf) ? schema.allOf : []), ...(chosen === undefined ? [] : [chosen])];
    const values = parts.map((part) => valueFor(part, resolve, { ...wish, isPart: true }, depth + 1));
    if (values.length > 0 && !values.every(isObject)) return values[0] as Raw;
    return Object.assign({}, ...values, objectFor(schema, resolve, wish, depth));
  }
  return chosen === undefined ? scalarFor(schema, resolve, wish, depth) : valueFor(chosen, resolve, wish, depth);
};

const toldBy = (schema: RawObject, { isByExample }: Wish): Raw | undefined => {
  const examples = Array.isArray(schema.examples) ? schema.examples : [];
  const list = Array.isArray(schema.enum) ? schema.enum : [];
  return (isByExample ? (schema.example ?? examples[0]) : undefined) ?? schema.const ?? schema.default ?? list[0];
};

const typeOf = ({ type }: RawObject): Raw | undefined =>
  Array.isArray(type) ? (type.find((one) => one !== 'null') ?? 'null') : type;

const objectFor = (schema: RawObject, resolve: Resolve, wish: Wish, depth: number): RawObject => {
  const required = textsIn(schema.required);
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const members = properties.filter(
    ([name, property]) =>
      !isMarked(property, resolve, 'readOnly') &&
      !(wish.isShown && isMarked(property, resolve, 'writeOnly')) &&
      (required.includes(name) || (wish.isWhole && depth < 3)),
  );
  const undeclared =
    wish.isPart || schema.additionalProperties === false ? [] : required.filter((name) => !declares(schema, name));
  return Object.fromEntries([
    ...members.map(([name, property]) => {
      const value = valueFor(property, resolve, { ...wish, isPart: false }, depth + 1);
      // A number that is not in use yet.
      return [name, /^(ID$|id(_|[A-Z]|$))/.test(name) && value === 1 ? 9 : value];
    }),
    ...undeclared.map((name) => [name, 'one']),
  ]);
};

/** Parts of an `allOf` are not searched. */
const declares = ({ properties, allOf }: RawObject, name: string): boolean =>
  allOf !== undefined || (isObject(properties) && Object.hasOwn(properties, name));

const isMarked = (property: Raw, resolve: Resolve, mark: string): boolean =>
  (isObject(property) && property[mark] === true) || resolve(property)[mark] === true;

const scalarFor = (schema: RawObject, resolve: Resolve, wish: Wish, depth: number): Raw => {
  switch (typeOf(schema)) {
    case 'array': {
      const count = Math.max(Number(schema.minItems ?? 0), schema.maxItems === 0 ? 0 : 1);
      return Array.from({ length: count }, () => valueFor(schema.items, resolve, wish, depth + 1));
    }
    case 'integer':
    case 'number':
      return numberFor(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textFor(schema);
  }
};

const numberFor = ({ minimum, maximum, exclusiveMinimum, multipleOf }: RawObject): number => {
  const least = Math.max(Number(minimum ?? 1), typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 1);
  const step = Number(multipleOf ?? 0);
  return Math.min(step === 0 ? least : Math.ceil(least / step) * step, Number(maximum ?? Number.POSITIVE_INFINITY));
};

const texts: Readonly<Record<string, string>> = {
  'date-time': '2030-01-31T12:00:00Z',
  date: '2030-01-31',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  uuid: 'b3f1f9a4-5c3e-4d52-9a0e-0f6e1c2d3a4b',
  uri: 'https://example.com/one',
  url: 'https://example.com/one',
  'uri-reference': '/one',
  ipv4: '192.0.2.1',
  byte: 'b25l',
};

/** What most patterns allow: to draw a text takes tens of milliseconds. */
const usualTexts: readonly string[] = [
  'one',
  'ONE',
  'One',
  '1',
  '12',
  '1234567890',
  '1.0.0',
  '#00ff00',
  ...Object.values(texts),
];

/** Documents repeat their patterns. */
const drawnTexts = new Map<string, readonly string[]>();

const textsMatching = (pattern: string, count: number): readonly string[] => {
  const key = `${count} ${pattern}`;
  const drawn = drawnTexts.get(key) ?? drawTexts(pattern, count);
  drawnTexts.set(key, drawn);
  return drawn;
};

const regExpOf = (pattern: string): RegExp => new RegExp(pattern, /\\p\{/.test(pattern) ? 'u' : '');

const matches = (pattern: string, text: string): boolean => {
  try {
    return regExpOf(pattern).test(text);
  } catch {
    return false;
  }
};

const drawTexts = (pattern: string, numRuns: number): readonly string[] => {
  try {
    return fc.sample(fc.stringMatching(regExpOf(pattern)), { seed: 1, numRuns });
  } catch {
    // It draws no texts for a lookahead, for example.
    return [];
  }
};

const textFor = ({ pattern, format, minLength, maxLength }: RawObject): string => {
  if (typeof pattern === 'string') {
    const length = { minLength: Number(minLength ?? 1), maxLength: Number(maxLength ?? 64) };
    const isFitting = (text: string) => text.length >= length.minLength && text.length <= length.maxLength;
    const isPlain = (text: string) => isFitting(text) && /^[!-~]*$/.test(text);
    const usual = usualTexts.find((text) => isFitting(text) && matches(pattern, text));
    if (usual !== undefined) return usual;
    // The first ones mostly fit.
    const drawn = () => textsMatching(pattern, 50);
    return textsMatching(pattern, 5).find(isPlain) ?? drawn().find(isPlain) ?? drawn().find(isFitting) ?? '';
  }
  const text = texts[String(format)] ?? 'one';
  return text.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? 1000));
};
