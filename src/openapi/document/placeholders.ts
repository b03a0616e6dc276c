/** Examples that tools write where nobody gave one: `"name": "name"`, `"string"`, `0.8008281904610115`. */
import type { Json } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/words.ts';

const usual: ReadonlySet<Json> = new Set([
  ...['any', 'string', '<string>', '00000000-0000-0000-0000-000000000000'],
  // The random numbers of OpenAPI Generator.
  ...[
    0.8008281904610115, 6.027456183070403, 5.962133916683182, 5.637376656633329, 2.3021358869347655, 1.4658129805029452,
  ],
]);

/** Whether a value says nothing of the property with this name: `account name` for `account_name`. */
export const isPlaceholder = (value: Json, name: string): boolean =>
  usual.has(value) ||
  (name !== '' &&
    (value === name || (typeof value === 'string' && / /.test(value) && plainName(value) === plainName(name))));

const maxValues = 200;

/** Whether an example consists of placeholders: it has some, and no other text. */
export const isOfPlaceholders = (example: Json): boolean => {
  let [left, found] = [maxValues, 0];
  /** Whether no text in it says something. */
  const isBlank = (value: Json, name: string): boolean => {
    if (--left < 0) return false;
    if (Array.isArray(value)) return (value as readonly Json[]).every((item) => isBlank(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).every(([key, inner]) => isBlank(inner as Json, key));
    if (isPlaceholder(value, name)) found++;
    else return typeof value !== 'string' || /^\d{4}-\d\d-\d\dT/.test(value);
    return true;
  };
  return typeof example === 'object' && example !== null && isBlank(example, '') && found > 0;
};
