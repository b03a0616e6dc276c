/** Where a body has items, or one item. */
import { ownIdNames } from '../../../../core/primitives/id-names.ts';
import { plainName, singular } from '../../../../core/primitives/singular.ts';
import { isUsualWrapper } from '../../../../openapi/resources/describe/locate-items.ts';
import { isUsualList } from '../../../../openapi/resources/describe/paging-names.ts';
import type { ValueShape } from './value-shape.ts';

const isSame = (name: string, noun: string): boolean => plainName(singular(name)) === plainName(singular(noun));

export const itemShapes = (body: ValueShape, noun: string): ValueShape | undefined =>
  listIn(body, noun, ({ items }) => items?.isObject === true)?.items;

/** The list in a body that was always empty. */
export const emptyListIn = (body: ValueShape, noun: string): ValueShape | undefined =>
  listIn(body, noun, ({ lists, items }) => lists > 0 && items === undefined);

/** The body itself, else a property, else a property of an object in it. */
const listIn = (
  body: ValueShape,
  noun: string,
  fits: (list: ValueShape) => boolean,
  depth = 2,
): ValueShape | undefined => {
  if (body.lists > 0) return fits(body) ? body : undefined;
  if (depth === 0 || !body.isObject) return undefined;
  const lists = [...body.properties].filter(([, property]) => fits(property));
  const [, list] =
    lists.find(([name]) => isSame(name, noun)) ??
    lists.find(([name]) => isUsualList(name)) ??
    (lists.length === 1 && !hasId(body) ? lists[0] : undefined) ??
    [];
  if (list !== undefined) return list;
  for (const [, inner] of body.properties) {
    const found = inner.isObject ? listIn(inner, noun, fits, depth - 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The item in a body: the body itself, or a property with the name of the item or of a wrapper. */
export const itemShape = (body: ValueShape, noun: string): ValueShape | undefined => {
  if (!body.isObject) return undefined;
  if (hasId(body)) return body;
  const objects = [...body.properties].filter(([, property]) => property.isObject);
  const [, inner] =
    objects.find(([name]) => isSame(name, noun)) ??
    (objects.length === 1 ? objects.find(([name]) => isUsualWrapper(name)) : undefined) ??
    [];
  return inner ?? body;
};

const hasId = ({ properties }: ValueShape): boolean => ownIdNames.some((name) => properties.has(name));
