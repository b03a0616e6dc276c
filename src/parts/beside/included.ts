/** What JSON:API has beside the resources that a document is about: those in their relationships that the client includes. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { isSameNoun, wordsOf } from '../../core/primitives/words.ts';
import type { FoundBeside } from '../../core/response/lists-beside.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { type Collection, findItem, indexText, type KeyedItem } from '../../core/state/collection.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';

/** The list `included` around items with relationships. Without `include`, nothing is; where no parameter chooses, all is. */
export const includedIn = (
  { view, collection: { name: collection } }: Binding,
  { operation }: UnboundOperation,
  body: ItemSchema,
  specs: Iterable<CollectionSpec>,
): readonly FoundBeside[] => {
  if (view.path[0] !== 'data' || body.typesOf('included')?.has('array') !== true) return [];
  const chooses = operation.parameters.findIndex((one) => one.name === 'include' && one.in === 'query');
  const resources = [...specs].flatMap(({ name, kind }) =>
    kind === 'list' ? [{ name, noun: wordsOf(name).at(-1) ?? name }] : [],
  );
  return [
    {
      ...{ path: ['included'], collection },
      show: (about, _own, { state, parameters }) => {
        const sent = chooses < 0 ? ['*'] : [parameters[chooses] ?? []].flat().flatMap((one) => String(one).split(','));
        const collectionsOf = (type: string): readonly Collection[] =>
          resources
            .filter(({ noun }) => isSameNoun(noun, wordsOf(type).at(-1) ?? type))
            .flatMap(({ name }) => state.collections.get(name) ?? []);
        const found = new Map<string, Json>();
        for (const path of sent.slice(0, mostPaths))
          follow(about, path.trim().split('.').slice(0, deepest), collectionsOf, found);
        for (const { value } of about) found.delete(identityOf(value));
        return [...found.values()];
      },
    },
  ];
};

const [mostPaths, deepest] = [20, 5];

const identityOf = (value: Json) =>
  ['type', 'id'].map((name) => indexText((isJsonObject(value) && getProperty(value, name)) || '')).join(' ');

/** The items that may have one of these ids: by their keys, which below parents need the ids of those, too. */
const itemsOf = (collection: Collection, identifiers: readonly JsonObject[]): readonly KeyedItem[] =>
  collection.spec.parents.length > 0
    ? [...valuesOf(collection.items)]
    : identifiers.flatMap(({ id = '' }) => findItem(collection, String(id)) ?? []);

const follow = (
  about: readonly KeyedItem[],
  [name, ...rest]: readonly string[],
  collectionsOf: (type: string) => readonly Collection[],
  found: Map<string, Json>,
): void => {
  if (name === undefined || about.length === 0) return;
  const identifiers = about.flatMap(({ value }): readonly JsonObject[] => {
    const relations = getProperty(value, 'relationships') ?? null;
    const own = isJsonObject(relations) ? (Object.entries(relations) as readonly (readonly [string, Json])[]) : [];
    const named = own.filter(([relation]) => name === '*' || name === relation);
    return named.flatMap(([, one]) => {
      const data = (isJsonObject(one) && getProperty(one, 'data')) || [];
      return (Array.isArray(data) ? (data as readonly Json[]) : [data]).filter(isJsonObject);
    });
  });
  const wanted = Map.groupBy(identifiers, (one) => String(one.type));
  for (const [type, ones] of wanted) {
    const identities = new Set(ones.map(identityOf));
    const items = collectionsOf(type)
      .flatMap((collection) => itemsOf(collection, ones))
      .filter(({ value }) => identities.has(identityOf(value)));
    for (const { value } of items) found.set(identityOf(value), value);
    follow(items, rest, collectionsOf, found);
  }
};
