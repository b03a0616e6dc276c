/** What values of one place have in common, as a schema that allows more properties. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';

/** Deeper values may be anything. */
const maxDepth = 12;
/** An object with more names has names that are data. */
const maxNames = 200;

export class DataShape {
  readonly #types = new Set<string>();
  readonly properties = new Map<string, DataShape>();
  #elements: DataShape | undefined;

  add(value: Json, depth = 0): void {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      this.#types.add('array');
      for (const one of value) {
        this.#elements ??= new DataShape();
        this.#elements.add(one, depth + 1);
      }
    } else if (isJsonObject(value)) {
      this.#types.add('object');
      for (const [name, one] of Object.entries(value)) {
        const known = this.properties.get(name) ?? new DataShape();
        if (this.properties.size < maxNames) this.properties.set(name, known);
        known.add(one, depth + 1);
      }
    } else this.#types.add(typeOf(value));
  }

  /** The type of all values that are not null; undefined: there are several, or none. */
  get type(): string | undefined {
    const types = this.types.filter((type) => type !== 'null');
    return types.length === 1 ? types[0] : undefined;
  }

  get types(): readonly string[] {
    return [...this.#types].filter((type) => type !== 'integer' || !this.#types.has('number'));
  }

  /** `name`: of the property. Numbers may be whole by chance, those of ids are not. */
  toSchema(name = ''): JsonObject {
    const types = this.types.map((type) => (type === 'integer' && !isIdName(name) ? 'number' : type));
    // Only null was seen.
    if (types.length === 0 || this.type === undefined) {
      if (types.every((type) => type === 'null')) return {};
      return { type: types };
    }
    const properties: Record<string, Json> = {};
    for (const [below, shape] of this.properties) setProperty(properties, below, shape.toSchema(below));
    return {
      type: types.length === 1 ? (types[0] as string) : types,
      ...(this.#elements !== undefined && { items: this.#elements.toSchema() }),
      ...(this.properties.size > 0 && { properties }),
    };
  }
}

/** The names that json-server takes for ids. */
export const isIdName = (name: string): boolean => /^id$|Id$/.test(name);

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  return typeof value;
};
