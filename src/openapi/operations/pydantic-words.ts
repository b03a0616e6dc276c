/** The words of Pydantic for a mistake, which FastAPI shows as `type` and `msg`. */

import type { JsonType } from '../../core/service/schema-facts.ts';
import type { Mistake } from '../../core/service/service.ts';

interface Words {
  readonly type: string;
  readonly msg: string;
}

/** The mistakes by their text (openapi/validation/messages.ts). Pydantic states another one for a text that it cannot parse. */
const byText: readonly (readonly [RegExp, (part: string, sent: JsonType | undefined) => readonly [string, string]])[] =
  [
    [/^is required/, () => ['missing', 'Field required']],
    [/^is not declared$/, () => ['extra_forbidden', 'Extra inputs are not permitted']],
    [/JSON/, () => ['json_invalid', 'JSON decode error']],
    [/^must be an integer/, (_, sent) => numberWords('int', 'integer', sent)],
    [/^must be a number/, (_, sent) => numberWords('float', 'number', sent)],
    [/^must be true or false/, (_, sent) => booleanWords(sent)],
    [/^must be a string/, () => ['string_type', 'Input should be a valid string']],
    [/^must be an array/, () => ['list_type', 'Input should be a valid list']],
    [
      /^must be an object/,
      () => ['model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'],
    ],
    [/^must be null/, () => ['none_required', 'Input should be None']],
    [/^must be one of (.+)/, (values) => ['enum', `Input should be ${listed(values.split(', '))}`]],
    [/^must be at least (.+)/, (limit) => ['greater_than_equal', `Input should be greater than or equal to ${limit}`]],
    [/^must be at most (.+)/, (limit) => ['less_than_equal', `Input should be less than or equal to ${limit}`]],
    [/^must be greater than (.+)/, (limit) => ['greater_than', `Input should be greater than ${limit}`]],
    [/^must be less than (.+)/, (limit) => ['less_than', `Input should be less than ${limit}`]],
    [/^must be a multiple of (.+)/, (limit) => ['multiple_of', `Input should be a multiple of ${limit}`]],
    [/^must not be empty/, (_, sent) => atLeast(sent === 'string' ? '1 character' : '1 item')],
    [/^must have at least (.+)/, (count) => atLeast(count)],
    [/^must have at most (.+ characters?)/, (count) => ['string_too_long', `String should have at most ${count}`]],
    [/^must have at most (.+)/, (count) => ['too_long', `List should have at most ${count} after validation`]],
    [
      /^must match the pattern (.+)/s,
      (pattern) => ['string_pattern_mismatch', `String should match pattern '${pattern}'`],
    ],
    [/^must be a date-time/, () => ['datetime_from_date_parsing', 'Input should be a valid datetime or date']],
    [/^must be a date/, () => ['date_from_datetime_parsing', 'Input should be a valid date or datetime']],
    [/^must be a time/, () => ['time_parsing', 'Input should be in a valid time format']],
    [/^must be a duration/, () => ['time_delta_parsing', 'Input should be a valid timedelta']],
    [/^must be a UUID/, () => ['uuid_parsing', 'Input should be a valid UUID']],
    [/^must be a UR[IL]/, () => ['url_parsing', 'Input should be a valid URL']],
    [
      /^must be an email/,
      () => ['value_error', 'value is not a valid email address: An email address must have an @-sign.'],
    ],
    [/^must be ([^ ]+)$/, (value) => ['literal_error', `Input should be ${listed([value])}`]],
  ];

export const pydanticWords = ({ text, type: sent }: Mistake): Words => {
  for (const [expression, words] of byText) {
    const match = expression.exec(text);
    if (match === null) continue;
    const [type, msg] = words(match[1] ?? '', sent);
    return { type, msg };
  }
  return { type: 'value_error', msg: `Value error, ${text}` };
};

const numberWords = (name: string, noun: string, sent: JsonType | undefined): readonly [string, string] => {
  const msg = `Input should be a valid ${noun}`;
  if (sent === 'string')
    return [`${name}_parsing`, `${msg}, unable to parse string as ${noun === 'integer' ? 'an' : 'a'} ${noun}`];
  if (sent === 'number') return [`${name}_from_float`, `${msg}, got a number with a fractional part`];
  return [`${name}_type`, msg];
};

const booleanWords = (sent: JsonType | undefined): readonly [string, string] =>
  sent === 'string' || sent === 'integer'
    ? ['bool_parsing', 'Input should be a valid boolean, unable to interpret input']
    : ['bool_type', 'Input should be a valid boolean'];

const atLeast = (count: string): readonly [string, string] =>
  count.includes('character')
    ? ['string_too_short', `String should have at least ${count}`]
    : ['too_short', `List should have at least ${count} after validation`];

/** `'a', 'b' or 'c'`. */
const listed = (values: readonly string[]): string => {
  const quoted = values.map((value) => (/^-?\d+(\.\d+)?$/.test(value) ? value : `'${value}'`));
  const last = quoted.at(-1) as string;
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
};
