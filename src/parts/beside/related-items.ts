/** The items of a list beside others: those that these name, that name these, or that are below them. */

import { getMember, type Json } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { itemsUnder } from '../../core/resources/list-items.ts';
import { comparePositions, positionOf } from '../../core/resources/sort.ts';
import type { Shown } from '../../core/response/lists-beside.ts';
import type { SortTerm } from '../../core/service/binding.ts';
import { type Collection, type Item, indexText } from '../../core/state/collection.ts';
import { wordLists } from '../words/index.ts';

export type Relation =
  /** The items below this one. */
  | { readonly type: 'parent' }
  /** The item has their ids or names in these properties. */
  | { readonly type: 'ids'; readonly properties: readonly string[] }
  /** They have the id or the name of the item in this property. */
  | { readonly type: 'reference'; readonly property: string; readonly idProperty: string | undefined }
  /** The first of all, in this order: on a front page. */
  | { readonly type: 'first'; readonly terms: readonly SortTerm[] }
  | { readonly type: 'none' };

export const relatedItems = (
  by: Relation,
  idProperty: string | undefined,
  about: readonly Shown[],
  collection: Collection,
): readonly Item[] => {
  const all = (): readonly Item[] => [...valuesOf(collection.items)];
  switch (by.type) {
    case 'parent':
      return about.flatMap(({ key }) => [...valuesOf(itemsUnder(collection, [key]))]);
    case 'ids': {
      const wanted = new Set(
        about.flatMap(({ value }) => by.properties.flatMap((name) => textsOf(getMember(value, name)))),
      );
      const names = [...new Set([idProperty, ...wordLists.labels.all])].filter((name) => name !== undefined);
      return wanted.size === 0
        ? []
        : all().filter((item) =>
            names.some((name) => textsOf(getMember(item.value, name)).some((one) => wanted.has(one))),
          );
    }
    case 'reference': {
      const names = [by.idProperty, ...wordLists.labels.all].filter((name) => name !== undefined);
      const ids = new Set(about.flatMap(({ value }) => names.flatMap((name) => textsOf(getMember(value, name)))));
      return all().filter(({ value }) => textsOf(getMember(value, by.property)).some((one) => ids.has(one)));
    }
    case 'first':
      return all()
        .toSorted((left, right) => comparePositions(positionOf(left, by.terms), positionOf(right, by.terms), by.terms))
        .slice(0, mostOnFront);
    case 'none':
      return [];
  }
};

/** On a front page. */
const mostOnFront = 10;

const textsOf = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).flatMap((one) => {
    const text = one === null ? undefined : indexText(one as Json);
    return text === undefined ? [] : [text];
  });
