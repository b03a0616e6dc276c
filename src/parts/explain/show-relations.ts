/** What the items of a collection have of other items, as `explain` shows it. */
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Related } from '../../core/service/relations.ts';
import type { Service } from '../../core/service/service.ts';
import { createTargets } from '../../scenario/data/reference-targets.ts';

/** `id`: the id of an item, or a list of ids. `item`: the item itself, or a list of items. */
type Has = 'id' | 'item' | 'text' | 'count';

type ShownRelation = { readonly property: string; readonly has: Has; readonly collection: string };

/** Lists the relations of each collection: those by the schemas of items, then those by the names of ids. */
export const createRelationsOf = ({
  collections,
}: Pick<Service, 'collections'>): ((spec: CollectionSpec) => readonly ShownRelation[]) => {
  const targets = createTargets(collections);
  return (spec) => {
    const { items, texts, counts } = spec.relations();
    const shown = (found: readonly Related[], has: Has): readonly ShownRelation[] =>
      found.flatMap(({ property, collection }) => (collection === undefined ? [] : [{ property, has, collection }]));
    const lists = counts.filter(({ isList }) => isList);
    const known = [
      ...shown([...items, ...lists], 'item'),
      ...shown(texts, 'text'),
      ...shown(
        counts.filter(({ isList }) => !isList),
        'count',
      ),
    ];
    const taken = new Set(known.map(({ property }) => property));
    const byName = [...spec.properties].flatMap((property): readonly ShownRelation[] => {
      const is = { number: false, uuid: false, list: false };
      const target = taken.has(property) ? undefined : targets.of(spec, property, is);
      return target === undefined ? [] : [{ property, has: 'id', collection: target.name }];
    });
    return [...known, ...byName];
  };
};

/** `userId (id of users), tasks_count (count of tasks)`. Empty: there is none. */
export const describeRelations = (relations: readonly ShownRelation[]): string =>
  relations.map(({ property, has, collection }) => `${property} (${has} of ${collection})`).join(', ');
