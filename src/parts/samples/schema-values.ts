/** The values of a schema: items of a world where a collection has them, else drawn ones. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { SchemaTarget } from './find-target.ts';
import type { SampleSource } from './sample-source.ts';

export const valuesOfSchema = (
  source: SampleSource,
  { content, side }: SchemaTarget,
  count: number,
  seed: number,
): readonly Json[] => {
  const { collections } = source.service();
  // The check of a schema is one function, whoever uses it.
  const spec =
    side === 'response' ? [...collections.values()].find(({ checkValue }) => checkValue === content.check) : undefined;
  const items = spec === undefined ? [] : itemsOf(source, spec, count, seed);
  const shown = items.map((item, index) => {
    const visible = content.stripWriteOnly?.(item) ?? item;
    return content.check(visible).length === 0
      ? visible
      : content.complete(visible, { seed: seed + index, now: source.now });
  });
  const values = [...shown, ...drawn(source, content, { from: shown.length, count, seed })];
  const uses = new Map<string, number>();
  return values.map((value) => withOwnName(value, uses, content.check));
};

/** A name that another value has gets a number, where the schema allows it. `uses`: how often each name was there. */
const withOwnName = (value: Json, uses: Map<string, number>, check: SchemaTarget['content']['check']): Json => {
  const property = ['name', 'title'].find((one) => isJsonObject(value) && typeof value[one] === 'string');
  if (property === undefined || !isJsonObject(value)) return value;
  const text = value[property] as string;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count === 1) return value;
  const named = { ...value, [property]: `${text} ${count}` };
  return check(named).length === 0 ? named : value;
};

const itemsOf = (
  source: SampleSource,
  { name, parentCollection }: CollectionSpec,
  count: number,
  seed: number,
): readonly JsonObject[] => {
  const generate: Record<string, number> = { [name]: count };
  // Each is below an item of another collection.
  for (let above = parentCollection; above !== undefined; ) {
    generate[above] = 1;
    above = source.service().collections.get(above)?.parentCollection;
  }
  const { collections } = source.open({ seed, now: source.now, generate }).decisions.state;
  const collection = collections.get(name);
  return collection === undefined ? [] : [...valuesOf(collection.items)].slice(0, count).map(({ value }) => value);
};

/** Other seeds that are tried for a value with a name of its own. */
const attempts = 5;

function* drawn(
  { now }: SampleSource,
  { generate, check }: SchemaTarget['content'],
  { from, count, seed }: { readonly from: number; readonly count: number; readonly seed: number },
): Generator<Json> {
  const used = new Set<Json>();
  for (let index = from; index < count; index++) {
    let value: Json = null;
    for (let attempt = 0; attempt < attempts; attempt++) {
      // An example would be the same each time.
      const given = index + attempt === 0 ? undefined : { fixed: {}, usual: {} };
      value = generate({ seed: seed + index + attempt * count, now, usesExamples: index === 0, given });
      if (!used.has(nameOf(value))) break;
    }
    used.add(nameOf(value));
    yield withNumber(value, index, check);
  }
}

const nameOf = (value: Json): Json =>
  isJsonObject(value) ? (getProperty(value, 'name') ?? getProperty(value, 'title') ?? value) : value;

/** A number as the id counts up, where the schema allows it. */
const withNumber = (value: Json, index: number, check: SchemaTarget['content']['check']): Json => {
  if (index === 0 || !isJsonObject(value) || typeof getProperty(value, 'id') !== 'number') return value;
  const numbered = { ...value, id: index + 1 };
  return check(numbered).length === 0 ? numbered : value;
};
