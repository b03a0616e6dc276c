/** The values of a schema: items of a world where a collection has them, else drawn ones. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { Check } from '../../core/service/check.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { SchemaTarget } from './find-target.ts';
import { openSampleWorld, type SampleDraw, type SampleSource, sampleTime } from './sample-source.ts';

export const valuesOfSchema = (draw: SampleDraw, { content, side }: SchemaTarget, count: number): readonly Json[] => {
  const { collections } = draw.source.service();
  // The check of a schema is one function, whoever uses it.
  const spec =
    side === 'response' ? [...collections.values()].find(({ checkValue }) => checkValue === content.check) : undefined;
  const items = spec === undefined ? [] : itemsOf(draw, spec, count);
  const shown = items.map((item, index) => {
    const visible = content.stripWriteOnly?.(item) ?? item;
    return content.check(visible).length === 0
      ? visible
      : content.complete(visible, { seed: draw.seed + index, now: sampleTime });
  });
  return [...shown, ...drawn(content, { from: shown.length, count, seed: draw.seed })];
};

/** A name that another value has gets a number, where the schema allows it. `uses`: how often each name was there. */
export const withOwnName = (value: Json, uses: Map<string, number>, check: Check): Json => {
  const property = ['name', 'title'].find((one) => isJsonObject(value) && typeof value[one] === 'string');
  if (property === undefined || !isJsonObject(value)) return value;
  const text = value[property] as string;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count === 1) return value;
  const number = ` ${count}`;
  const texts = [text + number, [...text].slice(0, -number.length).join('') + number];
  return texts.map((own) => ({ ...value, [property]: own })).find((named) => check(named).length === 0) ?? value;
};

/** An id that another value has is what it was before, where the schema allows it. `ids`: those of the other values. */
export const withOwnId = (
  shaped: Json,
  { value, ids, check }: { readonly value: Json; readonly ids: Set<Json>; readonly check: Check },
): Json => {
  const [id, own] = [shaped, value].map((one) => (isJsonObject(one) ? getProperty(one, 'id') : undefined));
  if (id === undefined || own === undefined || !isJsonObject(shaped)) return shaped;
  const identified = { ...shaped, id: ids.has(id) ? own : id };
  ids.add(identified.id);
  return check(identified).length === 0 ? identified : shaped;
};

/** How many items of each collection there are, so that this one has as many. */
export const generateFor = (source: SampleSource, name: string, count: number): Readonly<Record<string, number>> => {
  const { collections } = source.service();
  const generate: Record<string, number> = { [name]: count };
  // Each is below an item of another collection.
  for (let above = collections.get(name)?.parentCollection; above !== undefined; ) {
    generate[above] = 1;
    above = collections.get(above)?.parentCollection;
  }
  return generate;
};

const itemsOf = (draw: SampleDraw, { name }: CollectionSpec, count: number): readonly JsonObject[] => {
  const { collections } = openSampleWorld(draw, generateFor(draw.source, name, count)).decisions.state;
  const collection = collections.get(name);
  return collection === undefined ? [] : [...valuesOf(collection.items)].slice(0, count).map(({ value }) => value);
};

/** Other seeds that are tried for a value with a name of its own. */
const attempts = 5;

function* drawn(
  { generate, check }: SchemaTarget['content'],
  { from, count, seed }: { readonly from: number; readonly count: number; readonly seed: number },
): Generator<Json> {
  const used = new Set<Json>();
  const ids = new Set<Json>();
  for (let index = from; index < count; index++) {
    let value: Json = null;
    for (let attempt = 0; attempt < attempts; attempt++) {
      // An example would be the same each time.
      const given = index + attempt === 0 ? undefined : { fixed: {}, usual: {} };
      value = generate({ seed: seed + index + attempt * count, now: sampleTime, usesExamples: index === 0, given });
      if (!used.has(nameOf(value))) break;
    }
    used.add(nameOf(value));
    yield withNumber(value, ids, check);
  }
}

const nameOf = (value: Json): Json =>
  isJsonObject(value) ? (getProperty(value, 'name') ?? getProperty(value, 'title') ?? value) : value;

/** A number as the id counts up after the first one, where the schema allows it. `ids`: those of the values before. */
const withNumber = (value: Json, ids: Set<Json>, check: Check): Json => {
  if (!isJsonObject(value) || typeof getProperty(value, 'id') !== 'number') return value;
  let id = ids.size + 1;
  while (ids.has(id)) id++;
  const numbered = ids.size === 0 ? value : { ...value, id };
  const found = check(numbered).length === 0 ? numbered : value;
  ids.add(found.id as Json);
  return found;
};
