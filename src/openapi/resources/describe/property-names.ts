/** The properties of an item by their names, found once: many operations, parameters and bodies may ask for one. */

import { remembered } from '../../../core/primitives/lazy.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { plainName, singularOf, wordsOf } from '../../../core/primitives/words.ts';
import { isIdName } from '../../../core/service/id-names.ts';
import { type ItemSchema, ofEach } from './item-schema.ts';
import { nounBefore } from './unbound-operation.ts';

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

const formsOf = remembered((name) => {
  const plain = plainName(name);
  // `idBoard` has the id of a board.
  return [plain, singularOf(name), `${plain}id`, `is${plain}`, plain.replace(/^(.+)id$/, 'id$1')];
});

/** The scalar property of this name: the same name, another spelling, singular or plural, with or without `id` or `is`. */
export const propertyNamed = (name: string, itemSchema: ItemSchema): string | undefined => {
  const { scalars, scalarsByPlain } = namesIn(itemSchema);
  if (scalars.has(name)) return name;
  for (const form of formsOf(name)) {
    const found = scalarsByPlain.get(form);
    if (found !== undefined) return found[0];
  }
  return undefined;
};

/** The property of an item that corresponds to a path parameter: by its name, or by the noun before it. */
export const propertyOfParameter = (
  parameter: string,
  template: string,
  itemSchema: ItemSchema,
): string | undefined => {
  const before = wordsOf(nounBefore(template, parameter));
  // `/getOrdersByUser/{id}`
  const noun = singularOf(before.slice(before.slice(0, -1).lastIndexOf('by') + 1).join(''));
  // `/items/by/{name}` states nothing that has the name.
  const isBareId = noun !== 'by' && (isIdName(parameter.toLowerCase()) || parameter.toLowerCase() === 'name');
  const ofNoun = (name: string): string | undefined =>
    noun === '' ? undefined : propertyNamed(`${noun}_${name}`, itemSchema);
  return (
    // `station_code` of what is below `/stations/{code}`
    ofNoun(parameter) ?? (isBareId ? undefined : propertyNamed(parameter, itemSchema)) ?? ofNoun('id')
  );
};

/** `catalogTypeId` for `{typeId}`, if no other property ends so. */
export const propertyEndingIn = (parameter: string, itemSchema: ItemSchema): string | undefined => {
  const ending = wordsOf(parameter);
  if (ending.length < 2) return undefined;
  return theOnly(
    [...itemSchema.properties].filter((name) => wordsOf(name).slice(-ending.length).join() === ending.join()),
  );
};
