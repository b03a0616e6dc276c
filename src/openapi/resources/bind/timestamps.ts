/** The properties of an item that contain the times of its creation and of its last change, by name. */
import { plainName } from '../../../core/primitives/singular.ts';
import type { CollectionSpec, Timestamp } from '../../../core/service/binding.ts';
import type { SchemaObject } from '../../schema/schema.ts';
import type { ItemSchema } from '../describe/item-schema.ts';

const created = [
  'createdat',
  'created',
  'createdon',
  'datecreated',
  'createddate',
  'createtime',
  'createdtime',
  'creationdate',
  'creationtime',
  'insertedat',
  'createddatetime',
];
const updated = [
  'updatedat',
  'updated',
  'updatedon',
  'dateupdated',
  'updateddate',
  'updatetime',
  'updatedtime',
  'modifiedat',
  'modified',
  'lastmodified',
  'lastupdated',
  'lastmodifiedat',
  'modifieddate',
  'changedat',
  'updateddatetime',
];

export const timestampsOf = (itemSchema: ItemSchema): CollectionSpec['timestamps'] => {
  const named = (names: readonly string[]): readonly Timestamp[] =>
    [...itemSchema.properties]
      .filter((name) => names.includes(plainName(name)))
      .flatMap((name) => {
        const form = timeFormOf(itemSchema, name);
        return form === undefined ? [] : [{ name, form }];
      });
  return { created: named(created), updated: named(updated) };
};

/** Larger numbers since the epoch are milliseconds: in seconds, this is the year 5138. */
const largestSeconds = 1e11;

/** Undefined if the property does not have a time in a known form. */
export const timeFormOf = (itemSchema: ItemSchema, name: string): Timestamp['form'] | undefined => {
  const [types, format] = [itemSchema.typesOf(name), itemSchema.formatOf(name)];
  if ((types?.has('integer') || types?.has('number')) && !types.has('string')) {
    const { examples = [], minimum = 0 } = itemSchema.schemaOf(name) as SchemaObject;
    const isLarge = [...examples, minimum].some((value) => typeof value === 'number' && value > largestSeconds);
    const isNamed = format !== undefined && /milli|\bms\b/i.test(format);
    return isLarge || isNamed ? 'milliseconds' : 'seconds';
  }
  // `timestamp with time zone`: PostgREST writes the names of PostgreSQL.
  return format === 'date' ? format : /^(date-time$|timestamp)/.test(format ?? '') ? 'date-time' : undefined;
};
