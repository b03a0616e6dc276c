/** Types and formats of other languages, as those of JSON: `int`, `str`, `datetime`, `Boolean`. */

import { remembered } from '../../core/primitives/lazy.ts';

/** The last ones are texts with a format. */
const meanings: readonly (readonly [names: RegExp, type: string, format?: string])[] = [
  // In YAML, `[string, null]` has no text.
  [/^(null|none|nil)$/i, 'null'],
  [/^(object|dict|map)$/i, 'object'],
  [/^(array|list)$/i, 'array'],
  [/^(int(eger|\d+)?|long)$/i, 'integer'],
  [/^(number|double|decimal|float\d*)$/i, 'number'],
  [/^bool(ean)?$/i, 'boolean'],
  [/^(str(ing)?|text|object-?id)$/i, 'string'],
  [/^file$/i, 'string', 'binary'],
  [/^(local-?|full-)?date(-?only)?$/i, 'string', 'date'],
  [/^local-?date-?time$/i, 'string', 'local-date-time'],
  [/^(date[-_]?time(offset)?|timestamp|iso-?8601)$/i, 'string', 'date-time'],
  [/^[gu]uid(v?\d)?$/i, 'string', 'uuid'],
  [/^(date|time)-?span$/i, 'string', 'time-span'],
];

/** The type of JSON that another name means, and the format of its texts. */
export const jsonTypeOf = remembered(
  (name): { readonly type?: string | undefined; readonly format?: string | undefined } => {
    const [, type, format] = meanings.find(([names]) => names.test(name)) ?? [];
    return { type, format };
  },
);
