/** Whether items, as `data` and the control API give them, fit their collection: members, ids, and what they are inside of. */

import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { getProperty, isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import type { CollectionSpec, Parent } from '../../core/service/binding.ts';
import { fromData, splitKey } from '../../core/state/item-key.ts';
import { type DocumentPath, formatPath, pathOfPointer, type ScenarioProblem } from '../document/document-path.ts';
import { show } from '../document/explain-issues.ts';
import { hasHiddenIds, idPropertyOf, withParentProperties } from './item-data.ts';

/** Problems of all items of a collection, each on its own and as one of them. */
export function* checkItems(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  path: DocumentPath,
): Generator<ScenarioProblem> {
  const seen = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    const place = [...path, at];
    yield* checkItem(spec, item, place);
    const key = isJsonObject(item) ? fromData(spec, item).key : undefined;
    if (key === undefined) continue;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, at);
    else yield sameKey(spec, key, place, [...path, first]);
  }
}

const sameKey = (spec: CollectionSpec, key: string, place: DocumentPath, first: DocumentPath): ScenarioProblem => {
  const property = idPropertyOf(spec);
  if (property === undefined) {
    const message = `${formatPath(place)} is inside of the same as ${formatPath(first)}`;
    return {
      code: 'VIV_ITEM_INVALID',
      path: place,
      at: 'value',
      message,
      hint: `There is one of ${spec.name} in each.`,
    };
  }
  const path = [...place, property];
  const id = show(splitKey(spec, key).id);
  const message = `${formatPath(path)} is ${id}, the id of ${formatPath(first)} too`;
  return { code: 'VIV_ITEM_INVALID', path, at: 'value', message, hint: 'Give each item an id of its own.' };
};

/** Problems of one item; `path` is where it stands. */
export function* checkItem(spec: CollectionSpec, item: JsonObject, path: DocumentPath): Generator<ScenarioProblem> {
  if (!isJsonObject(item)) {
    yield {
      code: 'VIV_ITEM_INVALID',
      path,
      at: 'value',
      message: `${formatPath(path)} must be a map`,
      hint: undefined,
    };
    return;
  }
  const parents = [...checkParents(spec, item, path)];
  yield* parents;
  const { value } = fromData(spec, withParentProperties(spec, item));
  const parentProperties = parents.length === 0 ? [] : spec.parents.map(({ property }) => property);
  let isIdReported = false;
  for (const { pointer, message } of spec.check(value)) {
    const property = pathOfPointer(value, pointer);
    // What would be set from `$parent`, if that were right.
    if (property.length === 1 && parentProperties.includes(property[0] as string)) continue;
    isIdReported ||= property.length === 1 && property[0] === spec.idProperty;
    const place = [...path, ...property];
    yield {
      code: 'VIV_ITEM_INVALID',
      path: place,
      at: 'value',
      message: `${formatPath(place)} ${message}`,
      hint: undefined,
    };
  }
  if (!isIdReported) yield* checkId(spec, item, path);
}

function* checkId(spec: CollectionSpec, item: JsonObject, path: DocumentPath): Generator<ScenarioProblem> {
  const property = idPropertyOf(spec);
  if (property === undefined) return;
  const id = getProperty(item, property);
  if (isId(id) || (id === undefined && hasHiddenIds(spec))) return;
  const place = [...path, property];
  const fault = id === undefined ? 'is missing: every item needs an id' : 'must be a text or a number';
  yield {
    code: 'VIV_ITEM_INVALID',
    path: place,
    at: 'value',
    message: `${formatPath(place)} ${fault}`,
    hint: undefined,
  };
}

const isId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint';

/** `{ userId: 1 }`, as an example of what is missing or wrong. */
const exampleOf = ({ parents }: CollectionSpec): string =>
  `$parent: { ${parents.map(({ name, type }) => `${name}: ${type === 'integer' ? '1' : 'a'}`).join(', ')} }`;

function* checkParents(spec: CollectionSpec, item: JsonObject, path: DocumentPath): Generator<ScenarioProblem> {
  const { parents } = spec;
  if (parents.length === 0) return;
  const given = getProperty(item, '$parent');
  const place = [...path, '$parent'];
  if (given !== undefined && !isJsonObject(given)) {
    const message = `${formatPath(place)} must be a map, not ${show(given)}`;
    yield { code: 'VIV_ITEM_INVALID', path: place, at: 'value', message, hint: `Write ${exampleOf(spec)}.` };
    return;
  }
  const names = parents.map(({ name }) => name);
  for (const name of Object.keys(given ?? {})) {
    if (names.includes(name)) continue;
    const message = `unknown key ${show(name)} in ${formatPath(place)}`;
    const hint = didYouMean(name, names) ?? `The items of ${spec.name} are inside of ${names.join(', ')}.`;
    yield { code: 'VIV_ITEM_INVALID', path: [...place, name], at: 'key', message, hint };
  }
  for (const parent of parents) yield* checkParent(spec, parent, item, given, path);
}

function* checkParent(
  spec: CollectionSpec,
  parent: Parent,
  item: JsonObject,
  given: JsonObject | undefined,
  path: DocumentPath,
): Generator<ScenarioProblem> {
  const place = [...path, '$parent', parent.name];
  const named = given && getProperty(given, parent.name);
  const value = parent.property === undefined ? undefined : getProperty(item, parent.property);
  if (named === undefined) {
    if (isId(value)) return;
    // A wrong member is found by the document's own check.
    if (value !== undefined && value !== null) return;
    const message = `${formatPath(place)} is missing: it says what the item is inside of`;
    yield { code: 'VIV_ITEM_INVALID', path: place, at: 'value', message, hint: `Write ${exampleOf(spec)}.` };
  } else if (!isId(named) || (parent.type === 'integer' && !/^-?\d+$/.test(String(named)))) {
    const wanted = parent.type === 'integer' ? 'a whole number' : 'a text or a number';
    yield {
      code: 'VIV_ITEM_INVALID',
      path: place,
      at: 'value',
      message: `${formatPath(place)} must be ${wanted}, not ${show(named)}`,
      hint: undefined,
    };
  } else if (isId(value) && String(value) !== String(named)) {
    const own = [...path, parent.property as string];
    const message = `${formatPath(own)} is ${show(value)}, but ${formatPath(place)} is ${show(named)}`;
    yield { code: 'VIV_ITEM_INVALID', path: own, at: 'value', message, hint: 'Leave one of them out.' };
  }
}
