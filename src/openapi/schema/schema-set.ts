/**
 * The document's schemas as JSON Schema 2020-12, for the validator and the generator. A schema gets a key when it is
 * referred to, and is converted on first use.
 */

import type { Json } from '../../core/primitives/json.ts';
import { getOrInsert, perObject } from '../../core/primitives/lazy.ts';
import type { JsonType } from '../../core/service/check.ts';
import { createShownTimes } from '../../parts/dialects/index.ts';
import { createFamilies } from '../../parts/inheritance/index.ts';
import type { Source } from '../document/source.ts';
import { convertSchema, isPlainReference } from './convert.ts';
import type { Conversion } from './leaf-keywords.ts';
import type { Entry, Schema, SchemaObject, SchemaView, Variant } from './schema.ts';
import { createReach } from './schema-cycles.ts';

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
  /** The keys of schemas by their views and variants, and then by their pointers. */
  const keys = new Map<string, Map<string, string>>();
  const entries = new Map<string, Entry>();
  const add = (entry: Entry): string => {
    const key = `s${entries.size}`;
    entries.set(key, entry);
    return key;
  };
  const keyOf: SchemaSet['keyOf'] = (raw, pointer, requestedView, variant = 'whole') => {
    // Without any readOnly and writeOnly, both views are the same.
    const view = hasAccess ? requestedView : 'response';
    const [value, targetPointer] = targetOf(raw, pointer, source);
    const own = getOrInsert(keys, view + variant, () => new Map());
    return getOrInsert(own, targetPointer, () => add({ pointer: targetPointer, raw: value, view, variant }));
  };
  return { entries, add, keyOf };
};

export const createSchemaSet = (source: Source, hasAccess: boolean): SchemaSet => {
  const { entries, add, keyOf } = createKeys(source, hasAccess);
  const converted = new Map<string, Converted>();
  const reach = createReach(source.document);
  const familyOf = createFamilies(source);
  const timesAt = createShownTimes(source.document);

  const convert = (key: string): Converted => {
    const entry = entries.get(key) as Entry;
    const refer: Conversion['refer'] = (raw, pointer, variant) => keyOf(raw, pointer, entry.view, variant);
    return { entry, schema: convertSchema(entry, { source, reach, hasAccess, familyOf, timesAt, refer }) };
  };
  const get = (key: string): Converted => getOrInsert(converted, key, convert);

  const parts = new Set<string>();
  const nameOf: SchemaSet['nameOf'] = (key) => {
    const pointer = parts.has(key) ? undefined : entries.get(key)?.pointer;
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
    parts.add(key);
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
  const target = source.follow(raw, pointer);
  // The document scan has already reported a broken reference. Its schema allows any value.
  return 'message' in target ? [true, `${pointer}#broken`] : [target.value as Json, target.pointer];
};

/** Whether a schema is only a reference. */
export const isReference = (schema: Schema): schema is SchemaObject & { readonly $ref: string } =>
  typeof schema === 'object' && schema.$ref !== undefined && Object.keys(schema).length === 1;

/** The same schema has the same identity, and so have two references to it. */
export const createIdentities = (): ((schema: Schema) => string) => {
  let count = 0;
  const numberOf = perObject(() => count++);
  return (schema) => {
    if (typeof schema === 'boolean') return String(schema);
    return isReference(schema) ? schema.$ref : `#${numberOf(schema)}`;
  };
};

/** `all`: the schemas that always apply. `some`: also the branches of unions and conditions. */
export type Reading = 'all' | 'some';

/** The parts and properties that are read while a document is compiled. Those of real services have some thousands. */
const maxRead = 2_000_000;

/** Not a constant: the first `toLocaleString` of a process loads the data of the language. */
const tooMany = (): string =>
  `the schemas of the document lead to more than ${maxRead.toLocaleString('en')} schemas and properties, counted for each that leads to them; this one and those after it are read in part, so that some responses may miss properties. Let fewer schemas refer to the largest ones`;

/** What was read of schemas, so that those with many parts are read once. */
class Readings {
  readonly parts: Readonly<Record<Reading, WeakMap<SchemaObject, readonly SchemaObject[]>>> = {
    all: new WeakMap(),
    some: new WeakMap(),
  };
  /** The types of schemas that do not lead back to themselves: they are the same wherever the schema is used. */
  readonly whole = new WeakMap<SchemaObject, ReadTypes>();
  /** The types of other schemas, each read on its own. */
  readonly circular = new WeakMap<SchemaObject, ReadTypes>();
  readonly #report: (pointer: string, message: string) => void;
  #left = maxRead;
  #isReported = false;

  constructor(report: (pointer: string, message: string) => void) {
    this.#report = report;
  }

  /** Whether so many parts or properties may still be read. `pointer`: that of the schema that leads to them, if it is known. */
  take(count: number, pointer?: string): boolean {
    this.#left -= count;
    if (this.#left >= 0) return true;
    if (pointer !== undefined && !this.#isReported) {
      this.#isReported = true;
      this.#report(pointer, tooMany());
    }
    return false;
  }

  /** From then on a reading belongs to one request, so the number of all has no limit. */
  endCompilation(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }
}

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
