/** The order of a list: the parameters that select it, and what the document says of it in words. */

import type { Json } from '../../../core/primitives/json.ts';
import { plainName, singularOf } from '../../../core/primitives/words.ts';
import type { Sort, SortTerm } from '../../../core/service/binding.ts';
import type { JsonType } from '../../../core/service/check.ts';
import type { Parameter } from '../../../core/service/operation.ts';
import { type KnownOrders, orderSaid, usualIn } from '../../../parts/sayings/index.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { ownDatesIn } from './filters.ts';
import { attributesAt, attributesOf, type ItemSchema, maxProperties, ofEach, timestampsOf } from './item-schema.ts';
import { pagedName } from './paging-names.ts';

/** A parameter of a list, or a property of its request body. */
export type ListParameter = Pick<Parameter, 'name' | 'in' | 'values' | 'default'>;

export interface ListParameters {
  readonly parameters: readonly ListParameter[];
  /** The keys of their schemas, by index. */
  readonly keys: readonly string[];
  /** Their examples in the document, by index. */
  readonly examples: readonly (Json | undefined)[];
  /** Their descriptions, by index. */
  readonly texts: readonly (string | undefined)[];
  /** The description of the list. */
  readonly said: string;
}

/** Finds the first query parameter of these names and types that has no other meaning yet. */
export type Find = (
  isNamed: IsNamed,
  types: readonly JsonType[],
  isFit?: (index: number) => boolean,
) => number | undefined;

export type IsNamed = (plain: string) => boolean;

export const only =
  (name: string): IsNamed =>
  (plain) =>
    plain === name;

export const isOrderName = (plain: string): boolean =>
  [wordLists.sorts, wordLists.directions, wordLists.directionFlags].some(({ hasPlain }) => hasPlain(plain));

const isDirectionWord = (value: unknown) => {
  const plain = plainName(String(value)).replace(/first$/, '');
  return plain === '1' || plain === '' || wordLists.latest.has(plain) || wordLists.oldest.has(plain);
};

/** How many objects deep a list is sorted: `author.name`. */
const deepest = 3;

/** The properties to sort by, with their paths, and the words that clients use for an order. */
const orderedBy = ofEach((itemSchema): KnownOrders & Pick<Sort, 'fallback'> => {
  const properties = new Map<string, string>();
  const add = (owner: ItemSchema, above = { plain: '', dotted: '', depth: 1 }): void => {
    for (const name of owner.properties) {
      if (properties.size >= maxProperties) return;
      const [plain, dotted] = [`${above.plain}${plainName(name)}`, `${above.dotted}${name}`];
      if (owner.isScalar(name)) {
        if (!properties.has(plain)) properties.set(plain, dotted);
        continue;
      }
      const inner = above.depth < deepest ? owner.innerOf(name) : undefined;
      if (inner === undefined) continue;
      const label = wordLists.labels.all.find((one) => inner.properties.has(one) && inner.isScalar(one));
      if (label !== undefined && !properties.has(plain)) properties.set(plain, `${dotted}.${label}`);
      add(inner, { plain, dotted: `${dotted}.`, depth: above.depth + 1 });
    }
  };
  add(itemSchema);
  const attributes = attributesOf(itemSchema);
  const path = (name: string | undefined): string | undefined =>
    name === undefined || attributes === undefined ? name : `${attributesAt(itemSchema)}.${name}`;
  for (const name of attributes?.properties ?? [])
    if (attributes?.isScalar(name) && !itemSchema.properties.has(name))
      properties.set(plainName(name), path(name) as string);
  const { created, updated } = timestampsOf(attributes ?? itemSchema);
  const fallback = path(created[0]?.name);
  const time = fallback ?? ownDatesIn(itemSchema).day;
  const changed = path(updated[0]?.name);
  const { givenNames, keyNames } = wordLists;
  const names = ['name', 'title', ...givenNames.all, singularOf(itemSchema.name ?? ''), ...keyNames.all];
  const label = names.map((one) => properties.get(one)).find((found) => found !== undefined);
  const terms = new Map<string, SortTerm>();
  const put = (list: readonly string[], property: string | undefined, direction: 'up' | 'down') => {
    const isDescending = direction === 'down';
    for (const word of list) terms.set(word, { property, isDescending, ...(property !== label && { isTime: true }) });
  };
  put(wordLists.latest.all, time, 'down');
  put(wordLists.oldest.all, time, 'up');
  put(wordLists.byCreation.all, time, 'up');
  if (changed !== undefined) put(wordLists.byUpdate.all, changed, 'down');
  if (label !== undefined) put(wordLists.byName.all, label, 'up');
  const version = [...itemSchema.properties].find(wordLists.versions.has);
  if (version !== undefined) put(wordLists.byVersion.all, version, 'down');
  for (const { name } of [...created, ...updated])
    terms.set(plainName(name), { property: path(name), isDescending: false, isTime: true });
  return { properties, word: (plain) => terms.get(plain), fallback };
});

/** The order that is selected by the parameters, or stated in words; undefined: that of creation. */
export const orderOf = (list: ListParameters, find: Find, itemSchema: ItemSchema): Sort | undefined => {
  const { parameters, texts, said } = list;
  const { sorts, directions } = wordLists;
  const isProperty = (index: number) => itemSchema.properties.has(parameters[index]?.name ?? '');
  const hasWays = (index: number) => {
    const { values, default: usual } = parameters[index] as ListParameters['parameters'][number];
    if (values === undefined) return isDirectionWord(usual);
    return values.every((value) => isDirectionWord(value) || wordLists.noOrder.has(String(value)));
  };
  const isNamed = (index: number) => /\basc/i.test(texts[index] ?? '') && /\bdesc/i.test(texts[index] ?? '');
  const isFree = (index: number) => parameters[index]?.values === undefined && !isProperty(index);
  const flag = find(wordLists.directionFlags.hasPlain, ['boolean'], (index) => !isProperty(index));
  const isWay = (index: number) => parameters[index]?.values !== undefined && hasWays(index);
  const listed = flag ?? find((plain) => sorts.hasPlain(plain) || directions.hasPlain(plain), ['string'], isWay);
  const by = find(sorts.hasPlain, ['string', 'array', 'object']) ?? find(only('order'), ['string', 'array', 'object']);
  const isAlone = (index: number) => isFree(index) && (by !== undefined || hasWays(index) || isNamed(index));
  const isSaid = (index: number) => isFree(index) && isNamed(index);
  const direction =
    listed ??
    find(directions.hasPlain, ['string', 'array', 'integer'], isAlone) ??
    find(sorts.hasPlain, ['string'], isSaid);
  const own = (): ReturnType<typeof orderedBy> => orderedBy(itemSchema);
  const each = list.parameters.flatMap(({ name, in: location }, index): readonly (readonly [number, string])[] => {
    const [, stem = '', inner = ''] = /^(\w+)\[([\w.]+)\]$/.exec(location === 'query' ? name : '') ?? [];
    const isOrder = sorts.has(stem) || plainName(stem) === 'order';
    return isOrder && own().properties.has(plainName(inner)) ? [[index, inner]] : [];
  });
  const stated = [by, direction].map((index) => (index === undefined ? undefined : usualIn(texts[index] ?? '', own)));
  const [term, way] = stated;
  const usual = term && way ? { ...term, isDescending: way.isDescending } : (term ?? way ?? orderSaid(said, own));
  if (by === undefined && direction === undefined && each.length === 0 && usual === undefined) return undefined;
  const isAscending = flag !== undefined && /asc/.test(pagedName(parameters[flag]?.name ?? ''));
  return {
    ...{ by, direction, ...own(), ...(term && { fallback: term.property }) },
    ...(each.length > 0 && { each }),
    ...(flag !== undefined && { flag: isAscending ? 'ascending' : 'descending' }),
    ...(way?.isDescending && { isDescending: true }),
    ...(usual !== undefined && { usual }),
  };
};
