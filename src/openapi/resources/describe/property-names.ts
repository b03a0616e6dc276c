/** The properties of an item by their names: as many operations, parameters and bodies as properties may ask for one. */
import { plainName } from '../../../core/primitives/singular.ts';
import { type ItemSchema, ofEach } from './item-schema.ts';
import { singularOf } from './same-noun.ts';

/** Each list is in the order of the properties. */
interface PropertyNames {
  readonly scalars: ReadonlySet<string>;
  readonly scalarsByPlain: ReadonlyMap<string, readonly string[]>;
  readonly byPlain: ReadonlyMap<string, readonly string[]>;
  readonly bySingular: ReadonlyMap<string, readonly string[]>;
  readonly lists: readonly string[];
  /** Compares two properties by their positions. */
  readonly inOrder: (left: string, right: string) => number;
}

export const namesIn = ofEach((itemSchema): PropertyNames => {
  const all = [...itemSchema.properties];
  const scalars = all.filter(itemSchema.isScalar);
  const positions = new Map(all.map((name, position) => [name, position]));
  return {
    scalars: new Set(scalars),
    scalarsByPlain: Map.groupBy(scalars, plainName),
    byPlain: Map.groupBy(all, plainName),
    bySingular: Map.groupBy(all, singularOf),
    lists: all.filter((name) => itemSchema.typesOf(name)?.has('array')),
    inOrder: (left, right) => (positions.get(left) as number) - (positions.get(right) as number),
  };
});

/** The property with this name, else the first one with another spelling of it: `friendly_name` for `FriendlyName` in a form. */
export const spelledIn = (itemSchema: ItemSchema, name: string): string | undefined =>
  itemSchema.properties.has(name) ? name : namesIn(itemSchema).byPlain.get(plainName(name))?.[0];

/** The scalar property of this name: the same name, another spelling, singular or plural, with or without `id` or `is`. */
export const propertyNamed = (name: string, itemSchema: ItemSchema): string | undefined => {
  const { scalars, scalarsByPlain } = namesIn(itemSchema);
  if (scalars.has(name)) return name;
  const plain = plainName(name);
  const candidates = [plain, singularOf(name), `${plain}id`, `is${plain}`];
  return candidates.map((candidate) => scalarsByPlain.get(candidate)?.[0]).find((found) => found !== undefined);
};
