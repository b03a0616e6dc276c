/**
 * The document's schemas as JSON Schema 2020-12, for the validator and the generator. A schema gets a key when it is
 * referred to, and is converted on first use.
 */

import type { Json } from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import type { JsonType } from '../../core/service/check.ts';
import { createShownTimes } from '../../parts/dialects/index.ts';
import { createFamilies } from '../../parts/inheritance/index.ts';
import { maxHops, type Source } from '../document/source.ts';
import { convertSchema, isPlainReference } from './convert.ts';
import type { Conversion } from './leaf-keywords.ts';
import {
  declaredTypes,
  type Entry,
  firstOf,
  hasMoreParts,
  hasParts,
  isReference,
  narrow,
  type Schema,
  type SchemaObject,
  type SchemaView,
  type Types,
  type Variant,
} from './schema.ts';
import { createReach } from './schema-cycles.ts';

interface Converted {
  readonly entry: Entry;
  readonly schema: Schema;
}

/** `all`: the schemas that always apply. `some`: also the branches of unions and conditions. */
export type Reading = 'all' | 'some';

/** The types of a schema, as far as they were read. */
interface ReadTypes {
  readonly types: Types;
  /** The number of schemas that were read, and of their levels. */
  readonly parts: number;
  readonly height: number;
  /** False if a reference led back or too deep: from another schema, the types may be others. */
  readonly isWhole: boolean;
}

/** A schema with fewer parts is read again, which is as fast. */
const worthKeeping = 20;

/** The parts and properties that are read while a document is compiled. Those of real services have some thousands. */
const maxRead = 2_000_000;

/** A function, since the first `toLocaleString` of a process loads the data of the language. */
const tooMany = () =>
  `the schemas of the document lead to more than ${maxRead.toLocaleString('en')} schemas and properties, counted for each that leads to them; this one and those after it are read in part, so that some responses may miss properties. Let fewer schemas refer to the largest ones`;

export class SchemaSet {
  readonly #source: Source;
  readonly #hasAccess: boolean;
  readonly #conversion: Omit<Conversion, 'refer'>;
  /** The keys of schemas, by view, variant and pointer. */
  readonly #keys: Record<SchemaView, Map<Variant, Map<string, string>>> = { request: new Map(), response: new Map() };
  readonly #entries = new Map<string, Entry>();
  readonly #converted = new Map<string, Converted>();
  /** The keys of parts of schemas. */
  readonly #parts = new Set<string>();
  readonly #adopted = new WeakMap<SchemaObject, string>();
  /** The parts of schemas with many, which are read once. */
  readonly #known: Readonly<Record<Reading, WeakMap<SchemaObject, readonly SchemaObject[]>>> = {
    all: new WeakMap(),
    some: new WeakMap(),
  };
  /** The types of schemas that do not lead back to themselves: they are the same wherever the schema is used. */
  readonly #whole = new WeakMap<SchemaObject, ReadTypes>();
  /** The types of other schemas, each read on its own. */
  readonly #circular = new WeakMap<SchemaObject, ReadTypes>();
  #left = maxRead;
  #isReported = false;

  /** `hasAccess`: whether a schema is `readOnly` or `writeOnly`. */
  constructor(source: Source, hasAccess: boolean) {
    this.#source = source;
    this.#hasAccess = hasAccess;
    this.#conversion = {
      ...{ source, hasAccess, reach: createReach(source.document) },
      familyOf: createFamilies(source),
      timesAt: createShownTimes(source.document),
    };
  }

  /** The key of a schema of the document; references are followed first. */
  keyOf(raw: Json, pointer: string, requestedView: SchemaView, variant: Variant = 'whole'): string {
    // Without any readOnly and writeOnly, both views are the same.
    const view = this.#hasAccess ? requestedView : 'response';
    const [value, target] = targetOf(raw, pointer, this.#source);
    const own = getOrInsert(this.#keys[view], variant, () => new Map());
    return getOrInsert(own, target, () => this.#add({ pointer: target, raw: value, view, variant }));
  }

  #add(entry: Entry): string {
    const key = `s${this.#entries.size}`;
    this.#entries.set(key, entry);
    return key;
  }

  get(key: string): Converted {
    return getOrInsert(this.#converted, key, this.#convert);
  }

  readonly #convert = (key: string): Converted => {
    const entry = this.#entries.get(key) as Entry;
    const refer: Conversion['refer'] = (raw, pointer, variant) => this.keyOf(raw, pointer, entry.view, variant);
    return { entry, schema: convertSchema(entry, { ...this.#conversion, refer }) };
  };

  /** The name of a schema in `components`; undefined for others, and for parts of schemas. */
  nameOf(key: string): string | undefined {
    const pointer = this.#parts.has(key) ? undefined : this.#entries.get(key)?.pointer;
    return pointer === undefined ? undefined : /\/components\/schemas\/([\w.-]+)$/.exec(pointer)?.[1];
  }

  /** Whether a text is a key: a `$ref` in an example or a constant is a plain value. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** The key of a part of a converted schema, such as a property's schema. `owner` is the key of the schema that contains it. */
  adopt(schema: Schema, owner: string): string {
    if (typeof schema === 'object') {
      const known = isReference(schema) ? schema.$ref : this.#adopted.get(schema);
      if (known !== undefined) return known;
    }
    const entry = this.#entries.get(owner) as Entry;
    const key = this.#add(entry);
    this.#parts.add(key);
    this.#converted.set(key, { entry, schema });
    if (typeof schema === 'object') this.#adopted.set(schema, key);
    return key;
  }

  /** Converts every schema with a key and all schemas that they refer to, so that all their problems are reported. */
  convertAll(): void {
    // The iterator also visits keys that are added during the iteration.
    for (const key of this.#entries.keys()) this.get(key);
  }

  /** Ends the limit of what is read: from then on, each reading belongs to one request. */
  endCompilation(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  /** The schema and the schemas that apply to the same value, each once. */
  partsOf(schema: Schema, reading: Reading): readonly SchemaObject[] {
    if (typeof schema === 'boolean') return [];
    // Nearly every schema of a property, and nearly every reference.
    if (!hasMoreParts(schema)) {
      if (schema.$ref === undefined) return [schema];
      const target = this.get(schema.$ref).schema;
      if (typeof target === 'boolean') return [schema];
      if (target.$ref === undefined && !hasMoreParts(target)) return [schema, target];
    }
    const known = this.#known[reading];
    const found = known.get(schema);
    if (found !== undefined) return found;
    const parts = this.#collectParts(schema, reading);
    if (parts.length > worthKeeping) known.set(schema, parts);
    return parts;
  }

  /** Iterative, because references can form long chains. */
  #collectParts(schema: SchemaObject, reading: Reading): readonly SchemaObject[] {
    const found = new Set<SchemaObject>();
    const pending: Schema[] = [schema];
    let pointer = '';
    for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
      if (typeof part === 'boolean' || found.has(part)) continue;
      if (found.size >= worthKeeping && !this.#take(1, pointer)) break;
      found.add(part);
      // Backwards: the last one is read first.
      const { $ref, allOf, anyOf, oneOf, then, else: otherwise } = part;
      const branches = reading === 'some' ? [otherwise, then, oneOf?.toReversed(), anyOf?.toReversed()] : [];
      for (const one of [...branches, allOf?.toReversed()]) if (one !== undefined) pending.push(...[one].flat());
      if ($ref === undefined) continue;
      const { entry, schema: target } = this.get($ref);
      pointer ||= entry.pointer;
      pending.push(target);
    }
    return [...found];
  }

  /** The value of a keyword in the first part that has it. */
  keywordOf<Keyword extends keyof SchemaObject>(
    schema: Schema,
    keyword: Keyword,
    reading: Reading = 'all',
  ): SchemaObject[Keyword] | undefined {
    return firstOf(this.partsOf(schema, reading), keyword);
  }

  /** The schema of the elements of a list; undefined if nothing is said of them. */
  elementsOf(schema: Schema): Schema | undefined {
    return this.keywordOf(schema, 'items', 'some');
  }

  /** The schemas of each declared property. Several parts may declare the same name. */
  propertiesIn(parts: readonly SchemaObject[]): ReadonlyMap<string, readonly Schema[]> {
    const declared = new Map<string, Schema[]>();
    for (const { properties } of parts) {
      if (properties === undefined) continue;
      const entries = Object.entries(properties);
      if (declared.size >= worthKeeping && !this.#take(entries.length)) break;
      for (const [name, schema] of entries) {
        const known = declared.get(name);
        if (known === undefined) declared.set(name, [schema]);
        else known.push(schema);
      }
    }
    return declared;
  }

  /** Whether so many parts or properties may still be read. `pointer`: that of the schema that leads to them, if it is known. */
  #take(count: number, pointer?: string): boolean {
    this.#left -= count;
    if (this.#left >= 0) return true;
    if (pointer !== undefined && !this.#isReported) {
      this.#isReported = true;
      this.#source.report(pointer, tooMany());
    }
    return false;
  }

  typesOf(root: Schema): Types {
    if (typeof root === 'boolean') return undefined;
    // Nearly every schema of a property.
    const target = this.#behindReferences(root);
    if (typeof target === 'boolean') return undefined;
    if (!hasParts(target)) return declaredTypes(target);
    const found = this.#circular.get(root);
    if (found !== undefined) return found.types;
    const read = this.#readTypes(root, 0, new Map());
    if (!read.isWhole && read.parts > worthKeeping) this.#circular.set(root, read);
    return read.types;
  }

  /** The types that all of the schemas allow. */
  typesOfAll(list: readonly Schema[]): Types {
    let types: Types;
    for (const schema of list) types = narrow(types, this.typesOf(schema));
    return types;
  }

  /** The target of a schema that says nothing of its own about types; the schema itself if it does, or if the target is too far. */
  #behindReferences(root: SchemaObject): Schema {
    let schema: Schema = root;
    for (let hops = 0; hops < maxHops; hops++) {
      if (typeof schema === 'boolean' || schema.$ref === undefined) return schema;
      const { allOf, anyOf, oneOf } = schema;
      if (declaredTypes(schema) ?? allOf ?? anyOf ?? oneOf) return schema;
      schema = this.get(schema.$ref).schema;
    }
    return root;
  }

  /** `read`: the schemas that were read before, from the same root. */
  #readTypes(schema: Schema, depth: number, read: Map<SchemaObject, ReadTypes>): ReadTypes {
    if (typeof schema === 'boolean') return unrestricted;
    if (depth > maxHops) return cut;
    const known = this.#whole.get(schema);
    if (known !== undefined && depth + known.height <= maxHops) return known;
    const found = read.get(schema);
    if (found !== undefined) return found;
    // A schema that refers to itself adds no restriction.
    read.set(schema, cut);
    let [parts, height, isWhole] = [1, 0, true];
    const visit = (part: Schema): Types => {
      const inner = this.#readTypes(part, depth + 1, read);
      parts += inner.parts;
      height = Math.max(height, inner.height + 1);
      isWhole &&= inner.isWhole;
      return inner.types;
    };
    let types = declaredTypes(schema);
    if (schema.$ref !== undefined) types = narrow(types, visit(this.get(schema.$ref).schema));
    for (const part of schema.allOf ?? []) types = narrow(types, visit(part));
    for (const union of [schema.anyOf, schema.oneOf]) {
      if (union === undefined) continue;
      const branches = union.map(visit);
      if (!branches.includes(undefined))
        types = narrow(types, new Set(branches.flatMap((branch) => [...(branch as ReadonlySet<JsonType>)])));
    }
    const result = { types, parts, height, isWhole };
    read.set(schema, result);
    if (isWhole && parts > worthKeeping) this.#whole.set(schema, result);
    return result;
  }
}

/** The value at the end of plain references, with its pointer. */
const targetOf = (raw: Json, pointer: string, source: Source): readonly [value: Json, pointer: string] => {
  if (!isPlainReference(raw, source)) return [raw, pointer];
  const target = source.follow(raw, pointer);
  // The document scan has already reported a broken reference. Its schema allows any value.
  return 'message' in target ? [true, `${pointer}#broken`] : [target.value as Json, target.pointer];
};

const unrestricted: ReadTypes = { types: undefined, parts: 0, height: 0, isWhole: true };
const cut: ReadTypes = { ...unrestricted, isWhole: false };
