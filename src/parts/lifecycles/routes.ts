/** What is next in a world, and a step that happens before its time. */

import { z } from 'zod';
import { lifecyclesOf } from '../../core/lifecycles/lifecycles-of.ts';
import { getProperty, type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { sizeOf, valuesOf } from '../../core/primitives/sorted-map.ts';
import { findItem } from '../../core/state/collection.ts';
import { idText } from '../../core/state/item-key.ts';
import type { Change, State } from '../../core/state/state.ts';
import { noContent, ok, onWorld, problem, type Route, readBody } from '../../server/control/request/control-call.ts';
import { object } from '../../server/control/request/control-schemas.ts';
import { goOn } from './follow-lifecycles.ts';
import { findUnderway, type LifecycleState, lifecycleStateOf, lifecyclesPart, type Placed } from './lifecycle-state.ts';

const getLifecycles = onWorld((_call, { decisions: { state } }) => {
  const { items, total } = listUnderway(state);
  return ok({ items, total });
});

/** The item whose next step happens now. */
const lifecycleStep = object({
  collection: z.string({ error: 'the name of a collection' }),
  id: z.union([z.string(), z.number(), z.bigint()], { error: 'the id of an item' }),
  property: z.string({ error: 'the name of a property' }).optional(),
});

const postLifecycle = onWorld((request, world) => {
  const order = readBody(request, lifecycleStep, 'the step');
  if (!order.ok) return order.response;
  const { collection, id, property } = order.value;
  const key = idText(id) ?? '';
  const changes = nextStepOf(world.decisions.state, { collection, key, property }, world.clock.now());
  if (changes === undefined)
    return problem(404, `Nothing of ${collection} with the id ${stringifyJson(id)} goes on by itself.`);
  world.applyAsTime(changes, lifecyclesPart);
  return noContent;
});

export const lifecycleRoutes: readonly Route[] = [
  { path: '/worlds/:world/lifecycles', methods: { GET: getLifecycles, POST: postLifecycle } },
];

/** So many are shown: those that are due first. */
const maxShown = 1000;

const listUnderway = (state: State): { readonly items: readonly JsonObject[]; readonly total: number } => {
  const value = lifecycleStateOf(state);
  if (value === undefined) return { items: [], total: 0 };
  const items: JsonObject[] = [];
  for (const one of valuesOf(value.due)) {
    if (items.length === maxShown) break;
    items.push(viewUnderway(state, value, one));
  }
  for (const one of valuesOf(value.items)) {
    if (items.length === maxShown) break;
    if (one.due === undefined) items.push(viewUnderway(state, value, one));
  }
  return { items, total: sizeOf(value.items) };
};

const viewUnderway = (state: State, { base }: LifecycleState, one: Placed): JsonObject => {
  const { collection, key, property, step, due, polls } = one;
  const found = state.collections.get(collection);
  const item = found && findItem(found, key);
  const { idProperty = '', parents = [] } = found?.spec ?? {};
  const id = item === undefined || parents.length > 0 ? undefined : getProperty(item.value, idProperty);
  const { steps = [] } = (found && lifecyclesOf(state, found.spec).find((each) => each.property === property)) ?? {};
  const needed = steps[step]?.polls;
  return {
    ...{ collection, id: id ?? key, property },
    is: steps[step]?.is ?? null,
    next: steps[step + 1]?.is ?? null,
    due: due === undefined ? null : new Date(base + due).toISOString(),
    polls: needed === undefined ? null : needed - polls,
  };
};

/** The changes that let the next step of an item happen now; undefined: it goes on no further by itself. `key`: that of the item. */
const nextStepOf = (
  state: State,
  {
    collection,
    key,
    property,
  }: { readonly collection: string; readonly key: string; readonly property?: string | undefined },
  now: number,
): readonly Change[] | undefined => {
  const value = lifecycleStateOf(state);
  const spec = state.collections.get(collection)?.spec;
  if (value === undefined || spec === undefined) return undefined;
  const names = property === undefined ? lifecyclesOf(state, spec).map((one) => one.property) : [property];
  const found = names.map((name) => findUnderway(value, collection, key, name)).find((one) => one !== undefined);
  return found && goOn(state, value, found, now);
};
