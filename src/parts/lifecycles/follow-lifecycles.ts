/** Items that go on by themselves: they begin with a change of their property, and each step happens at its due time. */
import type { Exchange } from '../../core/exchange.ts';
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import type { LifecycleEnd } from '../../core/faults/effects.ts';
import type { Reply } from '../../core/http/http.ts';
import { lifecyclesOf } from '../../core/lifecycles/lifecycles-of.ts';
import {
  equalsJson,
  getProperty,
  type Json,
  type JsonObject,
  nothing,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { applyEffects, beginLifecycles, noEffectInput } from '../../core/resources/apply-effects.ts';
import { storedItem, withTime } from '../../core/resources/item-steps.ts';
import type { PropertyEffect } from '../../core/service/binding.ts';
import type { CollectionSpec, Lifecycle } from '../../core/service/collection-facts.ts';
import { createCollection, findItem, type Item } from '../../core/state/collection.ts';
import {
  type Change,
  definePart,
  type Happened,
  type PartStateKind,
  type State,
  type Watched,
} from '../../core/state/state.ts';
import {
  collectionsWithLifecycles,
  findUnderway,
  firstDue,
  goesOn,
  type ItemOnWay,
  type ItemPlace,
  itemsUnderway,
  type LifecycleState,
  lifecycleStateOf,
  lifecyclesPart,
  restoreLifecycles,
  saveLifecycles,
  startLifecycles,
  stepOf,
  underway,
  underwayIn,
  withItem,
  withoutItem,
} from './lifecycle-state.ts';

/** What the part remembers: an item got to a step, or goes on no longer. */
type LifecycleChange = { readonly put: ItemOnWay } | { readonly drop: ItemPlace };

/** The lifecycles of the items of worlds. `collections`: those of the service. */
export const createLifecycles = (collections: Iterable<CollectionSpec>): PartStateKind => {
  const declared = [...collections].filter((spec) => (spec.lifecycles ?? nothing).length > 0).map(({ name }) => name);
  return definePart<LifecycleState>({
    ...{ name: lifecyclesPart, restore: restoreLifecycles },
    start: (state) => startLifecycles(state, declared),
    apply: (value, change) => {
      const done = change as unknown as LifecycleChange;
      return 'put' in done ? withItem(value, done.put) : withoutItem(value, done.drop);
    },
    save: (value, state) => saveLifecycles(value, state, declared),
    follower: {
      after: (before, happened) => {
        const value = collectionsWithLifecycles(before, declared).length === 0 ? undefined : lifecycleStateOf(before);
        return value === undefined ? nothing : [...followChanges(before, value, happened)];
      },
      stream: itemStreamOf,
      dueAt: (state) => {
        const value = lifecycleStateOf(state);
        const due = value && firstDue(value)?.due;
        return value === undefined || due === undefined ? undefined : value.base + due;
      },
      due: (state, at) => {
        const value = lifecycleStateOf(state);
        const first = value && firstDue(value);
        return value === undefined || first === undefined ? nothing : goOn(state, value, first, at);
      },
    },
  });
};

const remember = (change: LifecycleChange): Change => ({
  type: 'part',
  part: lifecyclesPart,
  change: change as unknown as Json,
});

function* followChanges(before: State, value: LifecycleState, { changes, exchange, now }: Happened): Generator<Change> {
  const end = exchange && faultOf(before, exchange);
  for (const change of changes) {
    if (change.type !== 'put' && change.type !== 'delete' && change.type !== 'fill') continue;
    const collection = before.collections.get(change.collection);
    const spec = collection?.spec;
    const planned = spec === undefined ? nothing : lifecyclesOf(before, spec);
    if (collection === undefined || planned.length === 0) continue;
    if (change.type === 'put') {
      const item = findItem(collection, change.key);
      yield* followPut({ before, value, now, end }, collection.spec, change, item);
    } else if (change.type === 'delete') {
      for (const { property } of planned)
        if (findUnderway(value, change.collection, change.key, property) !== undefined)
          yield remember({ drop: { collection: change.collection, key: change.key, property } });
    } else {
      for (const one of underwayIn(value, change.collection)) yield remember({ drop: one });
      const filled = createCollection(collection.spec, change.values);
      for (const one of itemsUnderway(filled, planned, now - value.base)) yield remember({ put: one });
    }
  }
  if (exchange !== undefined) yield* followRead(before, value, exchange, now);
}

interface Moment {
  readonly before: State;
  readonly value: LifecycleState;
  /** World time. */
  readonly now: number;
  readonly end?: LifecycleEnd | undefined;
}

function* followPut(
  moment: Moment,
  spec: CollectionSpec,
  { collection, key, value: put }: Extract<Change, { type: 'put' }>,
  item: Item | undefined,
  except?: string,
): Generator<Change> {
  const { before, value, now, end } = moment;
  // Whoever creates items without a request stores them as they are.
  const begun = item === undefined ? beginLifecycles(before, spec, put, now) : put;
  if (begun !== put && !equalsJson(begun, put)) yield { type: 'put', collection, key, value: begun };
  for (const lifecycle of lifecyclesOf(before, spec)) {
    const { property } = lifecycle;
    if (property === except) continue;
    const present = findUnderway(value, collection, key, property);
    const is = getProperty(begun, property);
    const was = item && getProperty(item.value, property);
    if (item !== undefined && (is === undefined || was === undefined ? is === was : equalsJson(is, was))) continue;
    const step = stepOf(lifecycle, begun);
    const next =
      step === undefined
        ? undefined
        : underway(lifecycle, { collection, key }, step, now - value.base, item === undefined ? end : undefined);
    if (next !== undefined) yield remember({ put: next });
    else if (present !== undefined) yield remember({ drop: { collection, key, property } });
  }
}

/** A client that reads an item polls it. */
function* followRead(before: State, value: LifecycleState, exchange: Exchange, now: number): Generator<Change> {
  if (exchange.isProbe === true || value.items.root === undefined) return;
  for (const step of exchange.steps) {
    if (step.type !== 'executed' || step.action !== 'read' || step.key === undefined) continue;
    const { collection, key } = step;
    const spec = before.collections.get(collection)?.spec;
    for (const { property, steps } of spec === undefined ? nothing : lifecyclesOf(before, spec)) {
      const present = findUnderway(value, collection, key, property);
      const needed = present && steps[present.step]?.polls;
      if (present === undefined || needed === undefined) continue;
      if (present.polls + 1 >= needed) yield* goOn(before, value, present, now);
      else yield remember({ put: { ...present, polls: present.polls + 1 } });
    }
  }
}

/** The changes that move the item to its next step at this time. */
const goOn = (state: State, value: LifecycleState, present: ItemOnWay, at: number): readonly Change[] => {
  const { collection, key, property, step, end } = present;
  const items = state.collections.get(collection);
  const item = items && findItem(items, key);
  const lifecycle = items && lifecyclesOf(state, items.spec).find((one) => one.property === property);
  const next = lifecycle?.steps[step + 1];
  if (items === undefined || item === undefined || lifecycle === undefined || next === undefined)
    return [remember({ drop: { collection, key, property } })];
  const isFailure = end === 'failed' && step + 1 === lifecycle.steps.length - 1 && lifecycle.failure !== undefined;
  const reached = isFailure ? { is: lifecycle.failure, set: nothing } : next;
  const stored = reach(state, items.spec, item, { property, at, ...reached });
  const put: Change = { type: 'put', collection, ...stored };
  const then = isFailure ? undefined : underway(lifecycle, { collection, key }, step + 1, at - value.base, end);
  return [
    put,
    remember(then === undefined ? { drop: { collection, key, property } } : { put: then }),
    ...followPut({ before: state, value, now: at }, items.spec, put, item, property),
  ];
};

const reach = (
  state: State,
  spec: CollectionSpec,
  { key, value: before }: Item,
  {
    property,
    is,
    set,
    at,
  }: Pick<Lifecycle, 'property'> & Pick<Lifecycle['steps'][number], 'is' | 'set'> & { readonly at: number },
) => {
  const named: PropertyEffect = { path: [property], to: { type: 'value', value: is } };
  const reached = applyEffects(before, [named, ...set], at, noEffectInput);
  const own = new Set(set.map(({ path: [name] }) => name));
  const times = spec.timestamps.updated.filter(({ name }) => !own.has(name) && Object.hasOwn(before, name));
  const value: JsonObject = withTime(reached, times, at);
  return storedItem({ state, now: at }, spec, { key, value, identity: () => key, before });
};

/** The end that a fault of the request states for the items it created. */
const faultOf = (state: State, { faults }: Exchange): LifecycleEnd | undefined => {
  for (const { name, effect } of faults) {
    const fault = effect === 'lifecycle' ? (state.faults.get(name)?.fault ?? builtInFaults.get(name)) : undefined;
    if (fault?.effect.type === 'lifecycle') return fault.effect.lifecycle;
  }
  return undefined;
};

const eventStream = 'text/event-stream';

/** Returns undefined if the response is no such stream. */
const itemStreamOf = (
  world: Watched,
  { response: { status, headers } }: Reply,
  { steps, faults }: Exchange,
): AsyncGenerator<Uint8Array> | undefined => {
  const at = headers.indexOf('Content-Type');
  if (at < 0 || headers[at + 1] !== eventStream || status !== 200) return undefined;
  // What a fault forces or alters is sent as it is.
  if (faults.some(({ effect }) => effect === 'status' || effect === 'contract' || effect === 'extreme'))
    return undefined;
  const step = steps.find((one) => one.type === 'executed');
  if (step?.type !== 'executed' || step.action !== 'read' || step.key === undefined) return undefined;
  const { collection, key } = step;
  const spec = world.decisions.state.collections.get(collection)?.spec;
  if (spec === undefined || lifecyclesOf(world.decisions.state, spec).length === 0) return undefined;
  return eventsOf(world, collection, key);
};

async function* eventsOf(world: Watched, collection: string, key: string): AsyncGenerator<Uint8Array> {
  let wake = () => {};
  const stop = world.subscribe(() => wake());
  let sent: Item | undefined;
  try {
    for (;;) {
      const changed = Promise.withResolvers<void>();
      wake = changed.resolve;
      const { state } = world.decisions;
      const items = state.collections.get(collection);
      const item = items && findItem(items, key);
      const isLast = item === undefined || !goesOn(state, collection, key);
      if (item !== undefined && item !== sent) yield new TextEncoder().encode(`data: ${stringifyJson(item.value)}\n\n`);
      sent = item;
      if (isLast) return;
      await changed.promise;
    }
  } finally {
    stop();
  }
}
