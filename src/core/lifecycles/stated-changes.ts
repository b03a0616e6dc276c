/** Reads `set` of `x-vivarium` and of lifecycles: the changes that an action or a step makes. */

import { didYouMean } from '../primitives/did-you-mean.ts';
import { escapePointer, getProperty, isJsonObject, type Json } from '../primitives/json.ts';

/** A change of one property, named with dots below an object of the item. */
export interface StatedChange {
  readonly name: string;
  readonly pointer: string;
  readonly to:
    | { readonly type: 'value'; readonly value: Json }
    | { readonly type: 'add'; readonly amount: number }
    | { readonly type: 'now' }
    | { readonly type: 'from'; readonly source: 'body' | 'path' | 'query'; readonly name: string };
}

type Report = (pointer: string, message: string) => void;

const keys = ['$add', '$from'];

/** Invalid changes are reported and ignored. */
export const readChanges = (raw: Json, pointer: string, report: Report): readonly StatedChange[] => {
  if (!isJsonObject(raw)) {
    report(pointer, 'must be a map of properties and their values');
    return [];
  }
  return Object.keys(raw).flatMap((name): readonly StatedChange[] => {
    const own = `${pointer}/${escapePointer(name)}`;
    const to = readValue(raw[name] as Json, own, report);
    return to === undefined ? [] : [{ name, pointer: own, to }];
  });
};

export const readValue = (value: Json, pointer: string, report: Report): StatedChange['to'] | undefined => {
  const operator = isJsonObject(value) ? Object.keys(value).find((key) => key.startsWith('$')) : undefined;
  if (!isJsonObject(value) || operator === undefined) return { type: 'value', value };
  const operand = getProperty(value, operator) as Json;
  const own = `${pointer}/${escapePointer(operator)}`;
  if (!keys.includes(operator))
    report(own, `unknown key "${operator}". ${didYouMean(operator, keys) ?? `Known: ${keys.join(', ')}.`}`);
  else if (Object.keys(value).length > 1) report(pointer, `must have no other property beside "${operator}"`);
  else if (operator === '$from') return readSource(operand, own, report);
  else if (typeof operand === 'number') return { type: 'add', amount: operand };
  else report(own, 'must be a number');
  return undefined;
};

const readSource = (operand: Json, pointer: string, report: Report): StatedChange['to'] | undefined => {
  if (operand === 'now') return { type: 'now' };
  const match = typeof operand === 'string' ? /^(body|path|query)\.(.+)/s.exec(operand) : null;
  if (match === null) {
    report(pointer, 'must be "now", or body., path. or query. and a name');
    return undefined;
  }
  const [, source, name] = match as unknown as readonly [string, 'body' | 'path' | 'query', string];
  return { type: 'from', source, name };
};
