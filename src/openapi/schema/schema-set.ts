/**
 * The document's schemas as JSON Schema 2020-12, for the validator and the generator. A schema gets a key when it is
 * referred to, and is converted on first use, so that large documents start fast.
 */

import type { Json } from '../../core/primitives/json.ts';
import { createShownTimes } from '../../parts/dialects/index.ts';
import { createFamilies } from '../../parts/inheritance/index.ts';
import { followReferences, type Source } from '../document/source.ts';
import { convertSchema, isPlainReference } from './convert.ts';
import { Readings } from './readings.ts';
import type { Entry, Schema, SchemaObject, SchemaView, Variant } from './schema.ts';
import { createReach, type Reach } from './schema-cycles.ts';

interface Converted {
  readonly entry: Entry;
  readonly schema: Schema;
}

export interface SchemaSet {
  /** The key of a schema of the document; references are followed first. */
  readonly keyOf: (raw: Json, pointer: string, view: SchemaView, variant?: Variant) => string;
  readonly get: (key: string) => Converted;
  /** The name of a schema in `components`; undefined for others, and for parts of schemas. */
  readonly nameOf: (key: string) => string | undefined;
  /** Whether a text is a key: a `$ref` in an example or a constant is a plain value. */
  readonly has: (key: string) => boolean;
  /** The key of a part of a converted schema, such as a property's schema. `owner` is the key of the schema that contains it. */
  readonly adopt: (schema: Schema, owner: string) => string;
  /** Converts every schema with a key and all schemas that they refer to, so that all their problems are reported. */
  readonly convertAll: () => void;
  readonly readings: Readings;
}

const createKeys = (source: Source, hasAccess: boolean) => {
  const keys = new Map<string, string>();
  const entries = new Map<string, Entry>();
  /** `name`: what the key is of. Default: a part of another schema. */
  const add = (entry: Entry, name?: string): string => {
    const key = `s${keys.size}`;
    keys.set(name ?? `adopted ${key}`, key);
    entries.set(key, entry);
    return key;
  };
  const keyOf: SchemaSet['keyOf'] = (raw, pointer, requestedView, variant = 'whole') => {
    // Without any readOnly and writeOnly, both views are the same.
    const view = hasAccess ? requestedView : 'response';
    const [value, targetPointer] = targetOf(raw, pointer, source);
    const name = `${view} ${variant} ${targetPointer}`;
    return keys.get(name) ?? add({ pointer: targetPointer, raw: value, view, variant }, name);
  };
  return { entries, add, keyOf, isAdopted: (key: string): boolean => keys.has(`adopted ${key}`) };
};

export const createSchemaSet = (source: Source, hasAccess: boolean): SchemaSet => {
  const { entries, add, keyOf, isAdopted } = createKeys(source, hasAccess);
  const converted = new Map<string, Converted>();
  const reach: Reach = createReach(source.document);
  const familyOf = createFamilies(source);
  const timesAt = createShownTimes(source.document);

  const get = (key: string): Converted => {
    const known = converted.get(key);
    if (known !== undefined) return known;
    const entry = entries.get(key) as Entry;
    const schema = convertSchema(entry, {
      source,
      reach,
      hasAccess,
      familyOf,
      timesAt,
      refer: (raw, pointer, variant) => keyOf(raw, pointer, entry.view, variant),
    });
    const result: Converted = { entry, schema };
    converted.set(key, result);
    return result;
  };

  const nameOf: SchemaSet['nameOf'] = (key) => {
    const pointer = isAdopted(key) ? undefined : entries.get(key)?.pointer;
    return pointer === undefined ? undefined : /\/components\/schemas\/([\w.-]+)$/.exec(pointer)?.[1];
  };

  const adopted = new WeakMap<SchemaObject, string>();
  const adopt: SchemaSet['adopt'] = (schema, owner) => {
    if (typeof schema === 'object') {
      const known = isReference(schema) ? schema.$ref : adopted.get(schema);
      if (known !== undefined) return known;
    }
    const entry = entries.get(owner) as Entry;
    const key = add(entry);
    converted.set(key, { entry, schema });
    if (typeof schema === 'object') adopted.set(schema, key);
    return key;
  };

  return {
    keyOf,
    get,
    nameOf,
    has: (key) => entries.has(key),
    adopt,
    convertAll: () => {
      // The iterator also visits keys that are added during the iteration.
      for (const key of entries.keys()) get(key);
    },
    readings: new Readings(source.report),
  };
};

/** The value at the end of plain references, with its pointer. */
const targetOf = (raw: Json, pointer: string, source: Source): readonly [value: Json, pointer: string] => {
  if (!isPlainReference(raw, source)) return [raw, pointer];
  const target = followReferences(source.document, raw, pointer);
  // The document scan has already reported a broken reference. Its schema allows any value.
  return 'message' in target ? [true, `${pointer}#broken`] : [target.value as Json, target.pointer];
};

/** Whether a schema is only a reference. */
export const isReference = (schema: Schema): schema is SchemaObject & { readonly $ref: string } =>
  typeof schema === 'object' && schema.$ref !== undefined && Object.keys(schema).length === 1;
