/** The validator's errors as problems: one per thing that is wrong, in words that follow a member's name. */

import { escapePointer, type Json, stringifyJson } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import type { Problem } from '../../core/service/check.ts';

/** An error of the validator, with the value and the schema that it is about. */
export interface RawError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  readonly schema?: unknown;
  readonly parentSchema?: object | undefined;
  readonly data?: unknown;
}

/** The parameter that names a member, for the rules that are about one. */
const namingParameter: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
  dependentRequired: 'missingProperty',
  propertyNames: 'propertyName',
};

export const problemFrom = (error: RawError): Problem => {
  const parameter = namingParameter[error.keyword];
  const name = parameter === undefined ? undefined : error.params[parameter];
  const pointer = name === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(String(name))}`;
  return { pointer, rule: error.keyword === 'false schema' ? 'false' : error.keyword, message: messageOf(error) };
};

const messageOf = ({ keyword, params, message, schema }: RawError): string => {
  const limit = params.limit;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'dependentRequired':
      return `is required beside ${String(params.property)}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not declared';
    case 'propertyNames':
      return 'is not a name that is allowed here';
    case 'type':
      return `must be ${typesInWords(params.type)}`;
    case 'enum':
      return `must be one of ${listInWords(params.allowedValues as readonly Json[])}`;
    case 'const':
      return `must be ${valueInWords(params.allowedValue as Json)}`;
    case 'format':
      return formatInWords(String(params.format));
    case 'pattern':
      return `must match the pattern ${String(params.pattern)}`;
    case 'minimum':
      return `must be at least ${String(limit)}`;
    case 'maximum':
      return `must be at most ${String(limit)}`;
    case 'exclusiveMinimum':
      return `must be greater than ${String(limit)}`;
    case 'exclusiveMaximum':
      return `must be less than ${String(limit)}`;
    case 'multipleOf':
      return `must be a multiple of ${String(params.multipleOf)}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${formatCount(limit as number, 'character')}`;
    case 'maxLength':
      return `must have at most ${formatCount(limit as number, 'character')}`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${formatCount(limit as number, 'item')}`;
    case 'maxItems':
      return `must have at most ${formatCount(limit as number, 'item')}`;
    case 'minProperties':
      return limit === 1 ? 'must not be empty' : `must have at least ${formatCount(limit as number, 'member')}`;
    case 'maxProperties':
      return `must have at most ${formatCount(limit as number, 'member')}`;
    case 'uniqueItems':
      return `must not have the same item twice (items ${String(params.j)} and ${String(params.i)})`;
    case 'contains':
      return `must contain at least ${formatCount((params.minContains ?? 1) as number, 'item')} of the kind that is documented`;
    case 'not':
      return 'is of a kind that is excluded';
    case 'false schema':
      return 'is not allowed';
    default:
      return message ?? `breaks the rule "${keyword}" (${stringifyJson(toJson(schema))})`;
  }
};

const toJson = (value: unknown): Json => (value === undefined ? null : (value as Json));

const nouns: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

export const typesInWords = (types: unknown): string =>
  (Array.isArray(types) ? types : String(types).split(',')).map((type: string) => nouns[type] ?? type).join(' or ');

const maxListed = 20;

const listInWords = (values: readonly Json[]): string => {
  const shown = values.slice(0, maxListed).map(valueInWords).join(', ');
  return values.length > maxListed ? `${shown}, ... (${values.length} values)` : shown;
};

const valueInWords = (value: Json): string =>
  typeof value === 'string' && value !== '' ? value : stringifyJson(value);

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date-time such as 2030-01-31T12:00:00Z',
  date: 'a date such as 2030-01-31',
  time: 'a time such as 12:00:00Z',
  duration: 'a duration such as P1DT2H',
  email: 'an email address such as ada@example.com',
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

const formatInWords = (format: string): string => `must be ${formats[format] ?? `a valid ${format}`}`;
