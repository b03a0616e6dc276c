/** Lists in the response beside the items that it is about, whose items other collections have. */

import { plainName } from '../../core/primitives/singular.ts';
import { isSameNoun, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { Binding, ListBeside, SortTerm } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, twinKey } from '../../openapi/resources/describe/item-schema.ts';
import { propertyNamed } from '../../openapi/resources/describe/property-names.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { firstOf, partsOf, typesOf } from '../../openapi/schema/applicable-schemas.ts';
import type { Schema } from '../../openapi/schema/schema.ts';

type Specs = ReadonlyMap<ResourceGroup, CollectionSpec>;

/** Collections by what their items are like, and the nouns of all. */
interface SpecIndex {
  readonly specs: Specs;
  readonly byForm: ReadonlyMap<string | number, readonly (readonly [ResourceGroup, CollectionSpec])[]>;
}

export const indexOf = (specs: Specs): SpecIndex => ({
  specs,
  byForm: Map.groupBy(
    [...specs].filter(([{ kind, itemSchema }]) => kind === 'list' && itemSchema.properties.size > 0),
    ([{ itemSchema }]) => twinKey(itemSchema),
  ),
});

export const withListsBeside = (
  binding: Binding,
  candidate: UnboundOperation,
  group: ResourceGroup,
  index: SpecIndex,
  binder: Pick<Binder, 'describe' | 'schemas'>,
): Binding => {
  const beside = listsBeside(candidate, binding, group, index, binder);
  return beside.length === 0 ? binding : ({ ...binding, view: { ...binding.view, beside } } as Binding);
};

const listsBeside = (
  { success }: UnboundOperation,
  binding: Binding,
  own: ResourceGroup,
  index: SpecIndex,
  { describe, schemas }: Pick<Binder, 'describe' | 'schemas'>,
): readonly ListBeside[] => {
  const key = success?.json?.key;
  const [wrapper] = binding.view.path;
  const isFront =
    wrapper === undefined && own.kind === 'singleton' && own.roles.every(({ action }) => action === 'read');
  if (key === undefined || (wrapper === undefined && !isFront)) return [];
  const body = describe(key);
  return [...body.properties].flatMap((name): readonly ListBeside[] => {
    const schema = body.schemaOf(name) as Schema;
    const items =
      name !== wrapper && body.typesOf(name)?.has('array')
        ? firstOf(partsOf(schemas, schema, 'some'), 'items')
        : undefined;
    if (items === undefined || typesOf(schemas, items)?.has('object') !== true) return [];
    const shown = describe(schemas.adopt(items, body.key));
    const other = ownerOf(name, shown, own, index);
    if (other === undefined) return [];
    const [group, spec] = other;
    const by = isFront
      ? ({ type: 'first', terms: orderOf(name, group.itemSchema) } as const)
      : relationOf(name, binding, own, other, index.specs);
    return [{ path: [name], collection: spec.name, idProperty: spec.idProperty, projection: undefined, by }];
  });
};

/** The collection of the listed items: that of their name, else the one below the item, else the only one. */
const ownerOf = (
  name: string,
  shown: ItemSchema,
  own: ResourceGroup,
  { specs, byForm }: SpecIndex,
): readonly [ResourceGroup, CollectionSpec] | undefined => {
  const all = byForm.get(twinKey(shown)) ?? [];
  const ownName = specs.get(own)?.name;
  return (
    all.find(
      ([, spec]) => spec.parentCollection === ownName && ownName !== undefined && isSameNoun(spec.localName, name),
    ) ??
    all.find(([group]) => isSameNoun(group.noun, name)) ??
    (all.length === 1 ? all[0] : undefined)
  );
};

const relationOf = (
  name: string,
  { collection, action }: Binding,
  own: ResourceGroup,
  [group, spec]: readonly [ResourceGroup, CollectionSpec],
  specs: Specs,
): ListBeside['by'] => {
  if (spec.parentCollection === collection.name && spec.parents.length === 1 + collection.parents.length)
    return { type: 'parent' };
  const { itemSchema } = own;
  const isList = (property: string): boolean => itemSchema.typesOf(property)?.has('array') === true;
  const lists = [...itemSchema.properties].filter(
    (property) => isList(property) && (isSameNoun(property, name) || singularOf(property) === `${singularOf(name)}id`),
  );
  if (lists.length > 0) return { type: 'ids', properties: lists };
  const property =
    propertyNamed(`${singularOf(own.noun)}_id`, group.itemSchema) ??
    propertyNamed(singularOf(own.noun), group.itemSchema);
  const isOwnId = property === spec.idProperty;
  if (property !== undefined && !isOwnId && action !== 'list')
    return { type: 'reference', property, idProperty: collection.idProperty };
  const others = new Set([...specs.keys()].filter((one) => one !== group).map(({ noun }) => singularOf(noun)));
  const refers = [...itemSchema.properties].filter((one) => {
    const words = wordsOf(one);
    const stem = words.slice(0, -1).join('');
    return one !== collection.idProperty && words.length > 1 && words.at(-1) === 'id' && !others.has(singularOf(stem));
  });
  if (refers.length > 0) return { type: 'ids', properties: refers };
  return property !== undefined && !isOwnId
    ? { type: 'reference', property, idProperty: collection.idProperty }
    : { type: 'none' };
};

/** The order that the name of a list on a front page states: `new_books`, `most_downloaded`, `just_updated`. */
const orderOf = (name: string, { properties, typesOf: types }: ItemSchema): readonly SortTerm[] => {
  const words = wordsOf(name);
  const named = (expression: RegExp): string | undefined =>
    [...properties].find((one) => expression.test(plainName(one)));
  const latest = (property: string | undefined): readonly SortTerm[] => [
    { property, isDescending: true, isTime: true },
  ];
  if (words.some((word) => /^(updated|changed|modified)$/.test(word)))
    return latest(named(/^(updated|modified|changed)/));
  if (words.some((word) => /^(new|newest|latest|recent|recently)$/.test(word))) return latest(named(/^created/));
  const counted = words.map((word) => word.replace(/(ed|s)$/, '')).filter((word) => word.length > 3);
  const property = [...properties].find((one) => {
    const plain = plainName(one);
    const isNumber = types(one)?.has('integer') || types(one)?.has('number');
    return (
      isNumber &&
      !/id$/.test(plain) &&
      (counted.some((word) => plain.includes(word)) ||
        (/popular|top|most/.test(words.join()) && /cnt|count|total|score|votes|likes/.test(plain)))
    );
  });
  return property === undefined ? [] : [{ property, isDescending: true }];
};
