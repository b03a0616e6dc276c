/** The words of Pydantic for a mistake, which FastAPI shows as `type` and `msg`. */

import type { Json, Numeric } from '../../core/primitives/json.ts';
import { formatCount, maxShownRows } from '../../core/primitives/units.ts';
import type { JsonType } from '../../core/service/check.ts';
import type { Mistake } from '../../core/service/service.ts';
import { valueInWords } from '../../openapi/validation/check-messages.ts';

interface Words {
  readonly type: string;
  readonly msg: string;
}

type WordsFor = (limit: Json | undefined, sent: JsonType | undefined) => readonly [string, string] | undefined;

export const pydanticWords = ({ rule, limit, message, type: sent }: Mistake): Words => {
  const [type, msg] = wordsByRule.get(rule)?.(limit, sent) ?? ['value_error', `Value error, ${message}`];
  return { type, msg };
};

const compared =
  (type: string, words: string): WordsFor =>
  (limit) => [type, `Input should be ${words} ${limit}`];

const undeclared: WordsFor = () => ['extra_forbidden', 'Extra inputs are not permitted'];

const longest =
  (noun: string): WordsFor =>
  (limit) => ['too_long', `List should have at most ${formatCount(limit as Numeric, noun)} after validation`];

const shortest =
  (noun: string): WordsFor =>
  (limit) => ['too_short', `List should have at least ${formatCount(limit as Numeric, noun)} after validation`];

const wordsByRule: ReadonlyMap<string, WordsFor> = new Map<string, WordsFor>([
  ['required', () => ['missing', 'Field required']],
  ['dependentRequired', () => ['missing', 'Field required']],
  ['additionalProperties', undeclared],
  ['unevaluatedProperties', undeclared],
  ['unevaluatedItems', undeclared],
  ['syntax', (limit) => (limit === 'JSON' ? ['json_invalid', 'JSON decode error'] : undefined)],
  ['type', (limit, sent) => typeWords.get(String([limit].flat()[0]))?.(sent)],
  ['enum', (values) => ['enum', `Input should be ${listed(values as readonly Json[])}`]],
  ['const', (value) => ['literal_error', `Input should be ${listed([value as Json])}`]],
  ['minimum', compared('greater_than_equal', 'greater than or equal to')],
  ['maximum', compared('less_than_equal', 'less than or equal to')],
  ['exclusiveMinimum', compared('greater_than', 'greater than')],
  ['exclusiveMaximum', compared('less_than', 'less than')],
  ['multipleOf', compared('multiple_of', 'a multiple of')],
  ['minLength', (limit) => ['string_too_short', `String should have at least ${characters(limit)}`]],
  [
    'maxLength',
    (limit) =>
      limit === undefined ? undefined : ['string_too_long', `String should have at most ${characters(limit)}`],
  ],
  ['minItems', shortest('item')],
  ['maxItems', longest('item')],
  ['items', longest('item')],
  ['minProperties', shortest('property')],
  ['maxProperties', longest('property')],
  ['pattern', (pattern) => ['string_pattern_mismatch', `String should match pattern '${pattern}'`]],
  ['format', (format) => formatWords.get(String(format))],
]);

/** The words for the first type that is allowed, by the type of the value that was sent. Pydantic has others for a text that it cannot parse. */
const typeWords: ReadonlyMap<string, (sent: JsonType | undefined) => readonly [string, string]> = new Map<
  string,
  (sent: JsonType | undefined) => readonly [string, string]
>([
  ['integer', (sent) => numberWords('int', 'integer', sent)],
  ['number', (sent) => numberWords('float', 'number', sent)],
  [
    'boolean',
    (sent) =>
      sent === 'string' || sent === 'integer'
        ? ['bool_parsing', 'Input should be a valid boolean, unable to interpret input']
        : ['bool_type', 'Input should be a valid boolean'],
  ],
  ['string', () => ['string_type', 'Input should be a valid string']],
  ['array', () => ['list_type', 'Input should be a valid list']],
  ['object', () => ['model_attributes_type', 'Input should be a valid dictionary or object to extract fields from']],
  ['null', () => ['none_required', 'Input should be None']],
]);

const email = ['value_error', 'value is not a valid email address: An email address must have an @-sign.'] as const;
const url = ['url_parsing', 'Input should be a valid URL'] as const;

const formatWords: ReadonlyMap<string, readonly [string, string]> = new Map<string, readonly [string, string]>([
  ['date-time', ['datetime_from_date_parsing', 'Input should be a valid datetime or date']],
  ['date', ['date_from_datetime_parsing', 'Input should be a valid date or datetime']],
  ['time', ['time_parsing', 'Input should be in a valid time format']],
  ['duration', ['time_delta_parsing', 'Input should be a valid timedelta']],
  ['uuid', ['uuid_parsing', 'Input should be a valid UUID']],
  ['uri', url],
  ['url', url],
  ['uri-reference', url],
  ['email', email],
  ['idn-email', email],
]);

const numberWords = (name: string, noun: string, sent: JsonType | undefined): readonly [string, string] => {
  const msg = `Input should be a valid ${noun}`;
  if (sent === 'string')
    return [`${name}_parsing`, `${msg}, unable to parse string as ${noun === 'integer' ? 'an' : 'a'} ${noun}`];
  if (sent === 'number') return [`${name}_from_float`, `${msg}, got a number with a fractional part`];
  return [`${name}_type`, msg];
};

const characters = (limit: Json | undefined): string => formatCount(limit as Numeric, 'character');

/** `'a', 'b' or 'c'`. */
const listed = (values: readonly Json[]): string => {
  const quoted = values
    .slice(0, maxShownRows)
    .map((value) => (typeof value === 'number' ? String(value) : `'${valueInWords(value)}'`));
  const last = quoted.at(-1) as string;
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
};
