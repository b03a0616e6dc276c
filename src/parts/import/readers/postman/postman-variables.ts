/** Variables of a collection: `{{name}}`. */
import type { Json } from '../../../../core/primitives/json.ts';
import { listAt, textAt, valueTextAt } from '../values.ts';

/** The values of variables by name; those of a folder hide those of the folders around it. */
export type Variables = ReadonlyMap<string, string>;

/** `list`: the property with the variables. Disabled ones do not count. */
export const withVariables = (outer: Variables, owner: Json, list: string): Variables => {
  const own = listAt(owner, list).flatMap((one) => {
    const name = textAt(one, 'key') ?? textAt(one, 'id');
    const value = valueTextAt(one, 'value');
    const isOff = isDisabled(one);
    return name === undefined || value === undefined || isOff ? [] : [[name, value] as const];
  });
  return own.length === 0 ? outer : new Map([...outer, ...own]);
};

/** A part that the user switched off. */
export const isDisabled = (part: Json): boolean =>
  typeof part === 'object' &&
  part !== null &&
  ((part as { readonly disabled?: Json }).disabled === true || (part as { readonly enabled?: Json }).enabled === false);

const variable = /\{\{([^{}]{1,200})\}\}/g;

/** One may contain others. */
const maxDepth = 10;
/** A variable that contains another one twice doubles the text. */
const maxAdded = 1_000_000;

/** What has no value stays as it is. */
export const resolve = (text: string, variables: Variables): string => {
  let result = text;
  let left = maxAdded;
  for (let depth = 0; depth < maxDepth && left > 0 && result.includes('{{'); depth++) {
    const before = result;
    result = before.replaceAll(variable, (whole, name: string) => {
      const value = variables.get(name.trim()) ?? dynamic.get(name.trim()) ?? whole;
      left -= value.length;
      return left < 0 ? whole : value;
    });
    if (result === before) break;
  }
  return result;
};

/** Postman invents others for each request. */
const dynamic: Variables = new Map([
  ['$guid', '00000000-0000-4000-8000-000000000000'],
  ['$randomUUID', '00000000-0000-4000-8000-000000000000'],
  ['$timestamp', '1893456000'],
  ['$isoTimestamp', '2030-01-01T00:00:00.000Z'],
  ['$randomInt', '1'],
]);

/** The name of a variable without a value, if the text is nothing else. */
export const unresolvedName = (text: string): string | undefined => /^\{\{([^{}]{1,200})\}\}$/.exec(text)?.[1]?.trim();

export const unresolvedIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(variable)].map(([, name = '']) => name.trim()));

/** A value in place of `<integer>`, as collections made from a document have it; undefined for any other text. */
export const placeholderValue = (text: string): string | undefined => {
  const type = /^<([A-Za-z][\w -]*)>$/.exec(text)?.[1]?.toLowerCase();
  return type && (placeholders.get(type) ?? 'text');
};

const placeholders: Variables = new Map([
  ...['integer', 'number', 'long', 'float', 'double'].map((type) => [type, '1'] as const),
  ['boolean', 'true'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
  ['date', '2030-01-01'],
  ['datetime', '2030-01-01T00:00:00Z'],
]);
