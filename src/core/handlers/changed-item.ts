/** Items that a handler stores. Missing properties are filled in; a value that the document does not allow is an error. */

import { isSubset } from '../faults/conditions.ts';
import { getProperty, type Json, type JsonObject, propertyPath } from '../primitives/json.ts';
import type { ResultItem } from '../resources/action-result.ts';
import { idNameOf, type Moment, storedItem, withId, withTime } from '../resources/item-steps.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import type { KeyedItem } from '../state/collection.ts';
import { splitKey, withParents } from '../state/item-key.ts';

/** The item with another value. It keeps its id and its parents, and gets the time of the change. */
export const changedItem = (
  moment: Moment,
  spec: CollectionSpec,
  before: KeyedItem,
  changed: JsonObject,
): ResultItem => {
  const { key } = before;
  const idName = idNameOf(spec);
  const id = idName === undefined ? undefined : getProperty(before.value, idName);
  const value = withParents(spec, splitKey(spec, key).parents, withId(spec, id, changed));
  const times = spec.timestamps.updated.filter(
    ({ name }) => getProperty(value, name) === getProperty(before.value, name),
  );
  const stamped = withTime(value, times, moment.now);
  return storedItem(moment, spec, { key, value: stamped, identity: () => key, before: before.value });
};

/** @throws TypeError if the stored item has another value than the one that the handler provided. */
export const checkKept = (
  spec: CollectionSpec,
  provided: Readonly<Record<string, Json | undefined>>,
  stored: JsonObject,
  label: string,
): void => {
  const differing = Object.keys(provided).filter((name) => {
    const value = provided[name];
    return value !== undefined && !isSubset(value, getProperty(stored, name));
  });
  if (differing.length === 0) return;
  const problems = spec.check({ ...stored, ...provided } as JsonObject);
  const problem = problems.find(({ rule, pointer }) => rule !== 'required' && pointer !== '') ?? problems[0];
  // A value that the item's schema allows may be stored in another form, because a response cannot show it.
  if (problem === undefined) return;
  const path = propertyPath(problem.pointer).replace(/^\./, '');
  throw new TypeError(`${label}: ${path === '' ? `the item of ${spec.name}` : path} ${problem.message}`);
};
