/**
 * The document's schemas as JSON Schema 2020-12, which is what the validator and the generator read. Each schema gets a
 * key when something refers to it and is converted when it is first used: a document of 900 schemas costs nothing until then.
 */

import type { Json } from '../../core/primitives/json.ts';
import { followReferences, type Source } from '../document/source.ts';
import { convertSchema } from './convert.ts';
import { isPlainReference } from './plain-reference.ts';
import type { Entry, Schema, SchemaObject, SchemaView, Variant } from './schema.ts';
import { createReach, type Reach } from './schema-cycles.ts';

interface Converted {
  readonly entry: Entry;
  readonly schema: Schema;
  /** The keys that the schema refers to. */
  readonly refs: readonly string[];
}

export interface SchemaSet {
  /** The key of a schema of the document; references are followed first. */
  readonly keyOf: (raw: Json, pointer: string, view: SchemaView, variant?: Variant) => string;
  readonly get: (key: string) => Converted;
  /** The key of a part of a converted schema, such as one member's; `owner` is the key of the schema that it is a part of. */
  readonly adopt: (schema: Schema, owner: string) => string;
  /** Everything that `key` leads to, itself included, converted. */
  readonly reachable: (key: string) => readonly Converted[];
  /** Converts everything that has a key, and what that leads to: then all that is wrong with it is known. */
  readonly convertAll: () => void;
}

export const createSchemaSet = (source: Source, hasAccess: boolean): SchemaSet => {
  const keys = new Map<string, string>();
  const entries = new Map<string, Entry>();
  const converted = new Map<string, Converted>();
  const reach: Reach = createReach(source.document);

  const keyOf: SchemaSet['keyOf'] = (raw, pointer, wantedView, variant = 'whole') => {
    // Without readOnly and writeOnly anywhere both views are the same.
    const view = hasAccess ? wantedView : 'response';
    const target = isPlainReference(raw, source)
      ? followReferences(source.document, raw, pointer)
      : { value: raw, pointer };
    // A broken reference was reported when the document was scanned; it takes anything.
    const [value, place] = 'message' in target ? [true, `${pointer}#broken`] : [target.value as Json, target.pointer];
    const name = `${view} ${variant} ${place}`;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = `s${keys.size}`;
    keys.set(name, key);
    entries.set(key, { key, pointer: place, raw: value, view, variant });
    return key;
  };

  const get = (key: string): Converted => {
    const known = converted.get(key);
    if (known !== undefined) return known;
    const entry = entries.get(key) as Entry;
    const refs = new Set<string>();
    const schema = convertSchema(entry, {
      source,
      reach,
      hasAccess,
      refer: (raw, pointer, variant) => {
        const found = keyOf(raw, pointer, entry.view, variant);
        refs.add(found);
        return found;
      },
    });
    const result: Converted = { entry, schema, refs: [...refs] };
    converted.set(key, result);
    return result;
  };

  const adopted = new WeakMap<SchemaObject, string>();
  const adopt: SchemaSet['adopt'] = (schema, owner) => {
    if (typeof schema === 'object') {
      const known = isReference(schema) ? schema.$ref : adopted.get(schema);
      if (known !== undefined) return known;
    }
    const key = `s${keys.size}`;
    keys.set(`adopted ${key}`, key);
    const entry: Entry = { ...(entries.get(owner) as Entry), key };
    entries.set(key, entry);
    converted.set(key, { entry, schema, refs: [...referencesIn(schema)] });
    if (typeof schema === 'object') adopted.set(schema, key);
    return key;
  };

  const reachable = (key: string): readonly Converted[] => {
    const found = new Map<string, Converted>();
    const pending = [key];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (found.has(next)) continue;
      const result = get(next);
      found.set(next, result);
      pending.push(...result.refs);
    }
    return [...found.values()];
  };

  const convertAll = (): void => {
    // A Map's keys include those that are added on the way.
    for (const key of entries.keys()) get(key);
  };

  return { keyOf, get, adopt, reachable, convertAll };
};

const isReference = (schema: SchemaObject): schema is SchemaObject & { readonly $ref: string } =>
  schema.$ref !== undefined && Object.keys(schema).length === 1;

/** The keys that a converted schema refers to; data in it (examples, constants) are no schemas. */
function* referencesIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, property] of Object.entries(schema)) {
    if (name === '$ref' && typeof property === 'string') yield property;
    else if (name === 'properties' || name === 'patternProperties') {
      for (const declared of Object.values(property as object)) yield* referencesIn(declared);
    } else if (!holdsData.has(name)) yield* referencesIn(property);
  }
}

const holdsData = new Set(['enum', 'const', 'default', 'examples']);
