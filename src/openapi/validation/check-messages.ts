/** The messages of failures. They follow the name of the property. */
import { type Json, type Numeric, stringifyJson } from '../../core/primitives/json.ts';
import { cutText, formatCount, maxShownRows } from '../../core/primitives/units.ts';
import { notEvaluated, type Problem } from '../../core/service/check.ts';

/** A keyword that a value violates, with what it demands and other values for the message. */
export type Failure =
  | { readonly keyword: 'type'; readonly limit: string | readonly string[] }
  | { readonly keyword: 'const'; readonly limit: Json }
  | { readonly keyword: 'enum'; readonly limit: readonly Json[] }
  | { readonly keyword: 'format'; readonly limit: string }
  | { readonly keyword: 'pattern'; readonly limit: string; readonly isEvaluated: boolean }
  | ({ readonly keyword: LimitKeyword } & Limit)
  | { readonly keyword: 'uniqueItems'; readonly items: readonly [first: number, second: number] }
  | { readonly keyword: 'dependentRequired'; readonly property: string }
  | { readonly keyword: keyof typeof plain };

export type LimitKeyword = keyof typeof limited;

interface Limit {
  readonly limit: Numeric;
}

/** `pointer`: the location that the message describes; for `required`, the missing property. */
export const problemOf = (failure: Failure, pointer: string): Problem => ({
  pointer,
  rule: failure.keyword === 'pattern' && !failure.isEvaluated ? notEvaluated : failure.keyword,
  message: messageOf(failure),
  limit: 'limit' in failure ? failure.limit : undefined,
});

const isNotDeclared = () => 'is not declared';

const plain = {
  required: () => 'is required',
  additionalProperties: isNotDeclared,
  unevaluatedProperties: isNotDeclared,
  unevaluatedItems: isNotDeclared,
  propertyNames: () => 'is not an allowed property name',
  not: () => 'matches a schema that is excluded',
  false: () => 'is not allowed',
};

const atLeast =
  (noun: string) =>
  ({ limit }: Limit): string =>
    limit === 1 ? 'must not be empty' : `must have at least ${formatCount(limit, noun)}`;
const atMost =
  (noun: string) =>
  ({ limit }: Limit): string =>
    `must have at most ${formatCount(limit, noun)}`;
const matching = ({ limit }: Limit) => `${formatCount(limit, 'item')} that matches the documented schema`;

const limited = {
  minimum: ({ limit }: Limit) => `must be at least ${limit}`,
  maximum: ({ limit }: Limit) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }: Limit) => `must be greater than ${limit}`,
  exclusiveMaximum: ({ limit }: Limit) => `must be less than ${limit}`,
  multipleOf: ({ limit }: Limit) => `must be a multiple of ${limit}`,
  minLength: atLeast('character'),
  minItems: atLeast('item'),
  minProperties: atLeast('property'),
  maxLength: atMost('character'),
  maxItems: atMost('item'),
  items: atMost('item'),
  maxProperties: atMost('property'),
  contains: (failure: Limit) => `must contain at least ${matching(failure)}`,
  maxContains: (failure: Limit) => `must contain at most ${matching(failure)}`,
};

const messages: {
  readonly [Keyword in Failure['keyword']]: (failure: Failure & { readonly keyword: Keyword }) => string;
} = {
  ...plain,
  ...limited,
  dependentRequired: ({ property }) => `is required beside ${property}`,
  type: ({ limit }) => `must be ${typesInWords(limit)}`,
  enum: ({ limit }) => `must be one of ${listInWords(limit)}`,
  const: ({ limit }) => `must be ${valueInWords(limit)}`,
  format: ({ limit }) => `must be ${formats[limit] ?? `a valid ${limit}`}`,
  pattern: ({ limit, isEvaluated }) =>
    isEvaluated
      ? `must match the pattern ${limit}`
      : `cannot be checked: the pattern ${limit} takes too long to evaluate`,
  uniqueItems: ({ items }) => `must not have the same item twice (items ${items[0]} and ${items[1]})`,
};

const messageOf = (failure: Failure): string => (messages[failure.keyword] as (failure: Failure) => string)(failure);

const nouns: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

export const typesInWords = (types: string | readonly string[]): string =>
  (typeof types === 'string' ? [types] : types).map((type) => nouns[type] ?? type).join(' or ');

const listInWords = (values: readonly Json[]): string => {
  const shown = values.slice(0, maxShownRows).map(valueInWords).join(', ');
  return values.length > maxShownRows ? `${shown}, ... (${values.length} values)` : shown;
};

export const valueInWords = (value: Json): string =>
  cutText(typeof value === 'string' && value !== '' ? value : stringifyJson(value));

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date-time such as 2030-01-31T12:00:00Z',
  date: 'a date such as 2030-01-31',
  time: 'a time such as 12:00:00Z',
  duration: 'a duration such as P1DT2H',
  email: 'an email address such as ada@example.com',
  'idn-email': 'an email address such as ada@example.com',
  uuid: 'a UUID such as 123e4567-e89b-42d3-a456-426614174000',
  uri: 'a URI such as https://example.com/a',
  url: 'a URL such as https://example.com/a',
  'uri-reference': 'a URI reference such as /a?b=c',
  hostname: 'a host name such as example.com',
  ipv4: 'an IPv4 address such as 192.0.2.1',
  ipv6: 'an IPv6 address such as 2001:db8::1',
  byte: 'base64 text such as aGVsbG8=',
  regex: 'a regular expression',
  int32: 'a 32-bit integer, from -2147483648 to 2147483647',
  int64: 'a 64-bit integer, from -9223372036854775808 to 9223372036854775807',
};
