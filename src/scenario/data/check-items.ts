/** Checks of items in the format of `data` and the control API: properties, ids and parents. */

import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { getProperty, isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import { budgetForItems, type StepBudget } from '../../core/primitives/step-budget.ts';
import type { CollectionSpec, Parent } from '../../core/service/collection-facts.ts';
import { anyParent, fromData, hasAnyParent, splitKey } from '../../core/state/item-key.ts';
import {
  type DocumentPath,
  formatPath,
  pathOfPointer,
  problemAt,
  type ScenarioProblem,
} from '../document/document-path.ts';
import { show } from '../document/explain-issues.ts';
import { hasHiddenIds, idPropertyOf, withParentProperties } from './item-data.ts';

/** The problem of the value at a path. `text` follows the path in the message. */
export const itemProblem = (path: DocumentPath, text: string, hint?: string): ScenarioProblem =>
  problemAt('VIV_ITEM_INVALID', path, `${formatPath(path)} ${text}`, hint);

/** The problem of an item below a parent that is not `among` those there are. */
export const missingParent = (path: DocumentPath, parents: readonly string[], among: string): ScenarioProblem =>
  itemProblem(
    path,
    `names ${show(parents.at(-1))}, which is not in ${among}`,
    `Add it to ${among}, or name an existing one.`,
  );

/** The problems of all items of a collection, including duplicate ids. The steps to check one item are shared by all. */
export function* checkItems(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  path: DocumentPath,
): Generator<ScenarioProblem> {
  const seen = new Map<string, number>();
  const budget = budgetForItems(items.length);
  for (const [index, item] of items.entries()) {
    const location = [...path, index];
    yield* checkItem(spec, item, location, budget);
    const key = isJsonObject(item) ? fromData(spec, item).key : undefined;
    if (key === undefined) continue;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, index);
    else yield sameKey(spec, key, location, [...path, first]);
  }
}

const sameKey = (spec: CollectionSpec, key: string, location: DocumentPath, first: DocumentPath): ScenarioProblem => {
  const property = idPropertyOf(spec);
  if (property === undefined) {
    const text = `has the same parents as ${formatPath(first)}`;
    return itemProblem(location, text, `${spec.name} has one item per parent.`);
  }
  const id = show(splitKey(spec, key).id);
  const text = `is ${id}, which is also the id of ${formatPath(first)}`;
  return itemProblem([...location, property], text, 'Give each item a unique id.');
};

/** The problems of one item; `path` is its location. */
export function* checkItem(
  spec: CollectionSpec,
  item: JsonObject,
  path: DocumentPath,
  budget?: StepBudget,
): Generator<ScenarioProblem> {
  if (!isJsonObject(item)) {
    yield itemProblem(path, 'must be a map');
    return;
  }
  const parents = [...checkParents(spec, item, path)];
  yield* parents;
  const { value } = fromData(spec, withParentProperties(spec, item));
  const parentProperties = parents.length === 0 ? [] : spec.parents.map(({ property }) => property);
  let isIdReported = false;
  for (const { pointer, message } of spec.check(value, budget)) {
    const property = pathOfPointer(value, pointer);
    // Set from `$parent`, whose problems are already reported.
    if (property.length === 1 && parentProperties.includes(property[0] as string)) continue;
    isIdReported ||= property.length === 1 && property[0] === spec.idProperty;
    yield itemProblem([...path, ...property], message);
  }
  if (!isIdReported) yield* checkId(spec, item, path);
}

function* checkId(spec: CollectionSpec, item: JsonObject, path: DocumentPath): Generator<ScenarioProblem> {
  const property = idPropertyOf(spec);
  if (property === undefined) return;
  const id = getProperty(item, property);
  if (isId(id) || (id === undefined && hasHiddenIds(spec))) return;
  const reason = id === undefined ? 'is missing: every item needs an id' : 'must be a text or a number';
  yield itemProblem([...path, property], reason);
}

const isId = (id: unknown) => typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint';

/** An example for hints: `$parent: { userId: 1 }`. */
const exampleOf = ({ parents }: CollectionSpec) =>
  `$parent: { ${parents.map(({ name, type }) => `${name}: ${type === 'integer' ? '1' : 'a'}`).join(', ')} }`;

function* checkParents(spec: CollectionSpec, item: JsonObject, path: DocumentPath): Generator<ScenarioProblem> {
  const { parents } = spec;
  if (parents.length === 0) return;
  const provided = getProperty(item, '$parent');
  const location = [...path, '$parent'];
  if (provided !== undefined && !isJsonObject(provided)) {
    yield itemProblem(location, `must be a map, not ${show(provided)}`, `Write ${exampleOf(spec)}.`);
    return;
  }
  const names = parents.map(({ name }) => name);
  const unknown = Object.keys(provided ?? {}).filter((name) => !names.includes(name));
  for (const name of unknown) {
    const message = `unknown key ${show(name)} in ${formatPath(location)}`;
    const hint = didYouMean(name, names) ?? `The parents of ${spec.name} are ${names.join(', ')}.`;
    yield problemAt('VIV_ITEM_INVALID', [...location, name], message, hint, 'key');
  }
  for (const parent of parents) {
    // An unknown name is probably that of the missing one.
    if (unknown.length === 0 || getProperty(provided ?? {}, parent.name) !== undefined)
      yield* checkParent(spec, parent, item, provided, path);
  }
}

function* checkParent(
  spec: CollectionSpec,
  parent: Parent,
  item: JsonObject,
  provided: JsonObject | undefined,
  path: DocumentPath,
): Generator<ScenarioProblem> {
  const location = [...path, '$parent', parent.name];
  const named = provided && getProperty(provided, parent.name);
  const value = parent.property === undefined ? undefined : getProperty(item, parent.property);
  if (named === undefined) {
    if (isId(value) || (provided === undefined && hasAnyParent(spec))) return;
    // The document's check reports a wrong property.
    if (value !== undefined && value !== null) return;
    yield itemProblem(location, 'is missing: it must have the id of the parent', `Write ${exampleOf(spec)}.`);
  } else if (named === anyParent) return;
  else if (!isId(named) || (parent.type === 'integer' && !/^-?\d+$/.test(String(named)))) {
    const expected = parent.type === 'integer' ? 'a whole number' : 'a text or a number';
    yield itemProblem(location, `must be ${expected}, not ${show(named)}`);
  } else if (isId(value) && String(value) !== String(named)) {
    const text = `is ${show(value)}, but ${formatPath(location)} is ${show(named)}`;
    yield itemProblem([...path, parent.property as string], text, 'Remove one of them.');
  }
}
