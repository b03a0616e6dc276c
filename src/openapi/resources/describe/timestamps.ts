/** The properties of an item that contain the times of its creation and of its last change, by name. */

import { isDateText, maybeEpoch } from '../../../core/primitives/time-notation.ts';
import { plainName } from '../../../core/primitives/words.ts';
import type { CollectionSpec, Timestamp } from '../../../core/service/collection-facts.ts';
import { type WordList, wordLists } from '../../../parts/words/index.ts';
import type { SchemaObject } from '../../schema/schema.ts';
import { isNumeric } from '../../schema/schema-set.ts';
import type { ItemSchema } from './item-schema.ts';

export const timestampsOf = (itemSchema: ItemSchema): CollectionSpec['timestamps'] => {
  const named = (names: WordList): readonly Timestamp[] =>
    [...itemSchema.properties].filter(names.has).flatMap((name) => {
      const form = timeFormOf(itemSchema, name);
      return form === undefined ? [] : [{ name, form }];
    });
  return { created: named(wordLists.created), updated: named(wordLists.updated) };
};

/** Larger numbers since the epoch are milliseconds: in seconds, this is the year 5138. */
const largestSeconds = 1e11;

/** Returns undefined if the property does not have a time in a known form. */
export const timeFormOf = (itemSchema: ItemSchema, name: string): Timestamp['form'] | undefined => {
  const [types, format] = [itemSchema.typesOf(name), itemSchema.formatOf(name)];
  if (isNumeric(types)) {
    const { examples = [], minimum = 0 } = itemSchema.schemaOf(name) as SchemaObject;
    const isLarge = [...examples, minimum].some((value) => typeof value === 'number' && value > largestSeconds);
    const isNamed = format !== undefined && /milli|\bms\b/i.test(format);
    return isLarge || isNamed ? 'milliseconds' : 'seconds';
  }
  // `timestamp with time zone`: PostgREST writes the names of PostgreSQL.
  if (format !== undefined)
    return format === 'date' ? format : /^(date-time$|timestamp)/.test(format) ? 'date-time' : undefined;
  return types?.has('string') && itemSchema.isScalar(name)
    ? textFormOf(itemSchema.schemaOf(name) as SchemaObject, name)
    : undefined;
};

/** A text without a format is written as its example is, if it has one. */
const textFormOf = ({ examples = [], enum: values }: SchemaObject, name: string): Timestamp['form'] | undefined => {
  const shown = examples.filter((example) => typeof example === 'string' && /\d/.test(example)) as readonly string[];
  const like = shown.find((example) => isDateText(example) || maybeEpoch(example));
  if (like !== undefined) return { like };
  if (shown.length > 0 || values !== undefined) return undefined;
  return /(date|on)$|^dat[ae]/.test(plainName(name)) ? 'date' : 'date-time';
};
