/** Examples that tools write where nobody gave one: `"name": "name"`, `"string"`, `<string>`, `0.8008281904610115`. */
import type { Json } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/words.ts';

const usual: ReadonlySet<Json> = new Set([
  ...['any', 'string', '00000000-0000-0000-0000-000000000000'],
  // The random numbers of OpenAPI Generator.
  ...[
    0.8008281904610115, 6.027456183070403, 5.962133916683182, 5.637376656633329, 2.3021358869347655, 1.4658129805029452,
  ],
]);

const isUsual = (value: Json, name: string) =>
  usual.has(value) ||
  (typeof value === 'string' && /^<\w+>$/.test(value)) ||
  (name !== '' &&
    (value === name || (typeof value === 'string' && / /.test(value) && plainName(value) === plainName(name))));

const maxValues = 200;

/**
 * Whether an example says nothing: an object or a list consists of placeholders, has some, and has no other text. With a name, another value
 * says nothing of the property that has it: `account name` for `account_name`.
 */
export const isPlaceholder = (example: Json, ofProperty?: string): boolean => {
  let [left, found] = [maxValues, 0];
  /** Whether no text in it says something. */
  const isBlank = (value: Json, name: string): boolean => {
    if (--left < 0) return false;
    if (Array.isArray(value)) return (value as readonly Json[]).every((item) => isBlank(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).every(([key, inner]) => isBlank(inner, key));
    if (isUsual(value, name)) found++;
    else return typeof value !== 'string' || /^\d{4}-\d\d-\d\dT/.test(value);
    return true;
  };
  if (typeof example !== 'object' || example === null) return ofProperty !== undefined && isUsual(example, ofProperty);
  return isBlank(example, '') && found > 0;
};
