/** What was read of schemas, so that those with many parts are read once. */
import type { JsonType } from '../../core/service/schema-facts.ts';
import type { SchemaObject } from './schema.ts';

/** `all`: the schemas that always apply. `some`: also the branches of unions and conditions. */
export type Reading = 'all' | 'some';

export interface Readings {
  readonly parts: Readonly<Record<Reading, WeakMap<SchemaObject, readonly SchemaObject[]>>>;
  /** The types of schemas that do not lead back to themselves: they are the same wherever the schema is used. */
  readonly whole: WeakMap<SchemaObject, ReadTypes>;
  /** The types of other schemas, each read on its own. */
  readonly circular: WeakMap<SchemaObject, ReadTypes>;
}

export const createReadings = (): Readings => ({
  parts: { all: new WeakMap(), some: new WeakMap() },
  whole: new WeakMap(),
  circular: new WeakMap(),
});

export type Types = ReadonlySet<JsonType> | undefined;

/** The types of a schema, as far as they were read. */
export interface ReadTypes {
  readonly types: Types;
  /** The schemas that were read, and the levels of them. */
  readonly parts: number;
  readonly height: number;
  /** False if a reference led back or too deep: from another schema, the types may be others. */
  readonly isWhole: boolean;
}
