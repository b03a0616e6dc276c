/** Lists beside an item, or beside a list, whose items other collections have: `{ book, chapters, tags }`. */

import { getMember, type Json } from '../primitives/json.ts';
import { setAt } from '../primitives/json-path.ts';
import { valuesOf } from '../primitives/sorted-map.ts';
import { itemsUnder } from '../resources/list-items.ts';
import { labelNames } from '../resources/preconditions.ts';
import { comparePositions, positionOf } from '../resources/sort.ts';
import type { ListBeside } from '../service/binding.ts';
import type { Content } from '../service/operation.ts';
import { type Collection, type Item, indexText } from '../state/collection.ts';
import type { State } from '../state/state.ts';
import type { ResponseBody } from './write-response.ts';

type Shown = Pick<Item, 'key' | 'value'>;

/** `about`: the item, or those of the page. */
export const putListsBeside = (
  body: ResponseBody,
  lists: readonly ListBeside[],
  about: readonly Shown[],
  content: Content,
  state: State,
): ResponseBody => {
  let { value } = body;
  for (const list of lists) {
    const collection = state.collections.get(list.collection);
    if (collection === undefined) continue;
    const items = itemsOf(list, about, collection).map(({ value }) => value);
    const next = setAt(value, list.path, items as Json);
    if (content.check(next).length <= content.check(value).length) value = next;
  }
  return value === body.value ? body : { ...body, value, written: undefined, problems: undefined };
};

const itemsOf = ({ by, idProperty }: ListBeside, about: readonly Shown[], collection: Collection): readonly Item[] => {
  const all = (): readonly Item[] => [...valuesOf(collection.items)];
  switch (by.type) {
    case 'parent':
      return about.flatMap(({ key }) => [...valuesOf(itemsUnder(collection, [key]))]);
    case 'ids': {
      const wanted = new Set(
        about.flatMap(({ value }) => by.properties.flatMap((name) => textsOf(getMember(value, name)))),
      );
      const names = [...new Set([idProperty, ...labelNames])].filter((name) => name !== undefined);
      return wanted.size === 0
        ? []
        : all().filter((item) =>
            names.some((name) => textsOf(getMember(item.value, name)).some((one) => wanted.has(one))),
          );
    }
    case 'reference': {
      const names = [by.idProperty, ...labelNames].filter((name) => name !== undefined);
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
