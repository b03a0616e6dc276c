/** Finds the branches of a large union that a value may match: by its type, and of an object by a property that each branch requires. */
import { isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { maxRememberedParts } from '../../../core/primitives/lazy.ts';
import type { StepBudget } from '../../../core/primitives/step-budget.ts';
import { type JsonType, typeOf } from '../../../core/service/schema-facts.ts';
import { partsOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { Types } from '../../schema/readings.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { constantsOf } from './branch-guard.ts';

/** A property without which an object does not match. `texts`: the only texts that it may have; undefined: any value. */
interface Key {
  readonly name: string;
  readonly texts: ReadonlySet<Json> | undefined;
}

/** The branches under one property. */
interface Entry {
  readonly all: number[];
  readonly byText: Map<string, number[]>;
  /** Those that do not restrict the texts. */
  readonly others: number[];
}

/** The properties under which one branch is filed: a branch that is a union has those of its own branches. */
const maxKeys = 200;
/** The unions in unions that are looked into: each multiplies the branches. */
export const maxUnions = 4;

export class BranchIndex {
  readonly #byName = new Map<string, Entry>();
  /** The branches for objects without a required property. */
  readonly #always: number[] = [];
  /** The branches for values of the other types. */
  readonly #byType = new Map<JsonType, readonly number[]>();
  readonly #types: readonly Types[];
  #entries = 0;

  constructor(branches: readonly Schema[], schemas: SchemaSet) {
    this.#types = branches.map((branch) => typesOf(schemas, branch));
    const counts = countRequired(branches, schemas);
    for (const [index, branch] of branches.entries()) {
      if (!allows(this.#types[index], 'object')) continue;
      const keys = this.#entries < maxRememberedParts ? keysOf(branch, schemas, counts) : undefined;
      if (keys === undefined) this.#always.push(index);
      else for (const key of keys) this.#add(index, key);
    }
  }

  /** The positions of the branches that the value may match, each at least once. */
  find(value: Json, budget: StepBudget): readonly number[] {
    return isJsonObject(value) ? this.#findByNames(value, budget) : this.#findByType(typeOf(value));
  }

  #findByType(type: JsonType): readonly number[] {
    const known = this.#byType.get(type) ?? [...this.#types.keys()].filter((index) => allows(this.#types[index], type));
    this.#byType.set(type, known);
    return known;
  }

  #findByNames(value: JsonObject, budget: StepBudget): readonly number[] {
    const names = Object.keys(value);
    budget.spend(names.length / 8);
    const found = this.#always.slice();
    for (const name of names) {
      const entry = this.#byName.get(name);
      if (entry === undefined) continue;
      const text = value[name];
      const lists = typeof text === 'string' ? [entry.byText.get(text) ?? [], entry.others] : [entry.all];
      for (const list of lists) for (const index of list) found.push(index);
    }
    return found;
  }

  #add(index: number, { name, texts }: Key): void {
    let entry = this.#byName.get(name);
    if (entry === undefined) {
      entry = { all: [], byText: new Map(), others: [] };
      this.#byName.set(name, entry);
    }
    entry.all.push(index);
    if (texts === undefined) entry.others.push(index);
    for (const text of texts ?? []) {
      if (typeof text !== 'string') continue;
      const list = entry.byText.get(text);
      if (list === undefined) entry.byText.set(text, [index]);
      else list.push(index);
    }
    this.#entries += 1 + (texts?.size ?? 0);
  }
}

const allows = (types: Types, type: JsonType): boolean =>
  types === undefined || types.has(type) || (type === 'integer' && types.has('number'));

/** Counts the branches in which each property is required, those of unions in the union included. */
const countRequired = (
  branches: readonly Schema[],
  schemas: SchemaSet,
  counts = new Map<string, number>(),
  depth = 0,
): ReadonlyMap<string, number> => {
  for (const branch of branches) {
    const parts = partsOf(schemas, branch, 'all');
    const required = parts.flatMap((part) => part.required ?? []);
    for (const name of required) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (required.length === 0) countRequired(innerUnion(parts, depth) ?? [], schemas, counts, depth + 1);
  }
  return counts;
};

/** The branches of a union that is a branch itself; undefined if it is not, or too large or too deep. */
const innerUnion = (parts: readonly SchemaObject[], depth: number): readonly Schema[] | undefined => {
  const union = parts.map(({ oneOf, anyOf }) => oneOf ?? anyOf).find((branches) => branches !== undefined);
  return union === undefined || union.length > maxKeys || depth === maxUnions ? undefined : union;
};

/** An object that matches the branch has at least one of these properties. Undefined: it may have none. */
const keysOf = (
  branch: Schema,
  schemas: SchemaSet,
  counts: ReadonlyMap<string, number>,
  depth = 0,
): readonly Key[] | undefined => {
  const parts = partsOf(schemas, branch, 'all');
  const required = parts.flatMap((part) => part.required ?? []);
  const tags = new Map(required.length === 0 ? [] : constantsOf(parts, schemas));
  const tag = required.find((name) => tags.has(name));
  if (tag !== undefined) return [{ name: tag, texts: tags.get(tag) }];
  // The rarest one excludes the most branches.
  const [rarest] = required.toSorted((left, right) => (counts.get(left) ?? 0) - (counts.get(right) ?? 0));
  if (rarest !== undefined) return [{ name: rarest, texts: undefined }];
  const union = innerUnion(parts, depth);
  if (union === undefined) return undefined;
  const keys: Key[] = [];
  for (const inner of union) {
    const found = keysOf(inner, schemas, counts, depth + 1);
    if (found === undefined || keys.length + found.length > maxKeys) return undefined;
    keys.push(...found);
  }
  return keys;
};
