/** One world on several servers: what happens to it is a list of commands, which give each replica the same state and records. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HttpRequest } from '../../src/core/http/http.ts';
import type { State } from '../../src/core/state/state.ts';
import { renumber } from '../../src/parts/store/redis/numbers.ts';
import { mergeFault } from '../../src/scenario/document/fault-document.ts';
import type { FaultPatch } from '../../src/scenario/document/fault-schema.ts';
import { World, type WorldEvent } from '../../src/world/world.ts';
import type { Command } from '../../src/world/world-command.ts';
import { loadAnimalStore, requestOf, responseHeaderOf, snapshotOf, startOf } from '../core/helpers.ts';
import fc from '../fast-check.ts';

const service = await loadAnimalStore();

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'hrtime'] }));
afterEach(() => void vi.useRealTimers());

const clock = { at: '2030-01-01T00:00:00Z', frozen: true };

interface Replica {
  readonly world: World;
  readonly events: string[];
}

const openReplica = (): Replica => {
  const events: string[] = [];
  const world = new World('test', service, startOf(service, { clock, generate: { pets: 3 } }), {
    journal: { entries: 50 },
    onChange: () => events.push('saved'),
    onLosing: () => events.push('may lose'),
  });
  world.subscribe((event: WorldEvent) =>
    events.push(event.type === 'exchange' ? `exchange ${event.exchange.id}` : event.type),
  );
  world.records.journalListeners.add(({ id }) => events.push(`journal ${id}`));
  return { world, events };
};

const putFault = (world: World, name: string, patch: FaultPatch): void => {
  const merged = mergeFault(world.decisions.state.faults.get(name), name, patch);
  if (merged.type !== 'merged') throw new Error(merged.type);
  world.putFault(merged.entry);
};

/** Without the texts that an item keeps once it was written. */
const stateOf = (state: State) => {
  const { collections, ...rest } = snapshotOf(state);
  return {
    ...rest,
    collections: collections.map(({ items, ...others }) => ({
      ...others,
      items: items.map(({ memo: _, ...item }) => item),
    })),
  };
};

/** All that a user sees of a world. */
const viewOf = ({ decisions, clock: { setting }, journal, coverage, records }: World) => ({
  state: stateOf(decisions.state),
  clock: setting,
  journal: [...journal.newestFirst()].map(({ durationMs: _, ...exchange }) => exchange),
  coverage: [...coverage.counts()],
  held: records.held.map(({ exchange: { id }, due }) => [id, due]),
});

const send = (world: World, request: HttpRequest): void => {
  const { exchange, reply } = world.handle(request);
  // Delivered at once, unless it is held back.
  if (reply.delivery.delayMs === 0 && reply.delivery.transport !== 'timeout') world.records.announce(exchange);
};

const actions: Readonly<Record<string, (world: World) => void>> = {
  read: (world) => send(world, requestOf('GET', '/v1/pets')),
  create: (world) => send(world, requestOf('POST', '/v1/pets', { body: { name: 'Maple', categoryId: 3 } })),
  'invalid request': (world) => send(world, requestOf('POST', '/v1/pets', { body: { name: 7 } })),
  'unknown path': (world) => send(world, requestOf('GET', '/v1/nothing')),
  'kept probe': (world) => void world.probe(requestOf('GET', '/v1/pets'), { keepsChanges: true }),
  probe: (world) =>
    void world.probe(requestOf('POST', '/v1/pets', { body: { name: 'Maple', categoryId: 3 } }), {
      keepsChanges: false,
    }),
  fault: (world) => putFault(world, 'outage', { status: 503 }),
  'switched off': (world) => world.apply([{ type: 'faults-disabled' }]),
  time: (world) => world.setClock({ now: world.clock.now() + 1000 }),
  'cleared journal': (world) => world.clearJournal(),
  released: (world) => world.release(world.records.held),
  reset: (world) => world.reset(),
  'another start': (world) => world.restart(startOf(service, { clock, seed: 7, generate: { pets: 1 } })),
};
const names = Object.keys(actions);

const actAll = (world: World, chosen: readonly string[]): void => {
  for (const name of chosen) (actions[name] as (world: World) => void)(world);
};

/** One that acts on a draft, and its commands. */
const draftOf = ({ world }: Replica, chosen: readonly string[]) => {
  world.beginDraft();
  actAll(world, chosen);
  return world.takeDraft();
};

const steps = fc.array(fc.constantFrom(...names), { maxLength: 12 });

test('a draft leaves the world as it was; committed, it is what happened', () => {
  fc.assert(
    fc.property(steps, steps, (before, chosen) => {
      const [drafting, direct] = [openReplica(), openReplica()];
      actAll(drafting.world, before);
      actAll(direct.world, before);
      const view = viewOf(drafting.world);
      const draft = draftOf(drafting, chosen);
      expect(viewOf(drafting.world)).toEqual(view);
      drafting.world.commitDraft(draft);
      actAll(direct.world, chosen);
      expect(viewOf(drafting.world)).toEqual(viewOf(direct.world));
      expect(drafting.world.records.judged).toEqual(direct.world.records.judged);
    }),
    { numRuns: 40 },
  );
});

test('the replicas on other servers follow the commands', () => {
  fc.assert(
    fc.property(steps, (chosen) => {
      const [own, other, late] = [openReplica(), openReplica(), openReplica()];
      const draft = draftOf(own, chosen);
      own.world.commitDraft(draft);
      for (const command of draft.commands) other.world.follow(command);
      expect(viewOf(other.world)).toEqual(viewOf(own.world));
      late.world.commitDraft(draftOf(late, chosen), { isLate: true });
      expect(viewOf(late.world)).toEqual(viewOf(own.world));
      expect(late.world.records.judged).toEqual(own.world.records.judged);
      // From a snapshot of the state, and the records since.
      const later = openReplica();
      later.world.rewind({ decisive: own.world.decisions.decisive, coverage: own.world.coverage.counts() });
      for (const command of draft.commands) later.world.records.recall(command);
      expect(viewOf(later.world)).toEqual(viewOf(own.world));
      later.world.rewind(undefined);
      expect([later.world.journal.size, [...later.world.coverage.counts()]]).toEqual([0, []]);
    }),
  );
});

describe('events', () => {
  const eventsOf = (act: (replica: Replica) => void): readonly string[] => {
    const replica = openReplica();
    act(replica);
    return replica.events;
  };

  test.each([
    ['create', ['saved', 'journal 1', 'exchange 1']],
    ['probe', ['saved', 'journal 1']],
    ['fault', ['saved', 'changed']],
    ['time', ['saved', 'changed']],
    ['cleared journal', ['changed']],
    ['released', ['changed']],
    ['reset', ['saved', 'changed']],
  ])('of "%s" are the same at once, and after a draft', (name, events) => {
    const act = actions[name] as (world: World) => void;
    expect(eventsOf(({ world }) => act(world))).toEqual(events);
    const drafted = eventsOf((replica) => {
      const draft = draftOf(replica, [name]);
      expect(replica.events).toEqual([]);
      replica.world.commitDraft(draft);
    });
    // It is the edge which announces the end of a delivery, and which saves a request.
    expect(drafted.filter((event) => !event.startsWith('exchange'))).toEqual(
      events.filter((event) => !event.startsWith('exchange') && !(event === 'saved' && events[1] === 'journal 1')),
    );
  });

  test('of a request that another server answers: it is recorded, and delivered there at the same moment', () => {
    const { commands } = draftOf(openReplica(), ['create']);
    expect(
      eventsOf(({ world }) => {
        for (const command of commands) world.follow(command);
      }),
    ).toEqual(['journal 1', 'exchange 1']);
  });

  test('tell when responses may be lost', () => {
    const losing = eventsOf(({ world }) => putFault(world, 'reset', { transport: 'reset' }));
    expect(losing).toEqual(['saved', 'may lose', 'changed']);
  });

  test('end when the world is closed', () => {
    expect(
      eventsOf(({ world }) => {
        world.close();
        world.reset();
        send(world, requestOf('GET', '/v1/pets'));
      }),
    ).toEqual(['closed', 'saved', 'saved']);
  });
});

describe('a response that another server holds back', () => {
  const heldBy = (patch: FaultPatch) => {
    const [own, other] = [openReplica(), openReplica()];
    own.world.beginDraft();
    putFault(own.world, 'late', patch);
    own.world.handle(requestOf('GET', '/v1/pets'));
    const { commands } = own.world.takeDraft();
    for (const command of commands) other.world.follow(command);
    const { world } = other;
    const due = world.clock.now();
    return { world, events: other.events, commands, due };
  };

  test('is held here too until its end is reported', () => {
    const { world, events, due } = heldBy({ latency: '2s' });
    expect(world.records.held.map(({ exchange: { id }, due: at }) => [id, at])).toEqual([[1, due + 2000]]);
    expect([world.deliveredUpTo, world.isInUse]).toEqual([0, true]);
    events.length = 0;
    world.follow({ type: 'delivered', exchange: 1, durationMs: 2001 });
    expect([events, world.records.held, world.journal.after(0)[0]?.durationMs]).toEqual([['exchange 1'], [], 2001]);
    expect(world.deliveredUpTo).toBe(1);
    // Reported twice, it ends once.
    world.follow({ type: 'delivered', exchange: 1, durationMs: 9 });
    expect(events).toEqual(['exchange 1']);
  });

  test('may never be delivered', () => {
    const { world } = heldBy({ transport: 'timeout' });
    expect(world.records.held).toEqual([{ exchange: expect.objectContaining({ id: 1 }), due: undefined }]);
  });

  test('is forgotten by a reset', () => {
    const { world, events } = heldBy({ latency: '2s' });
    events.length = 0;
    const { commands } = draftOf(openReplica(), ['reset']);
    for (const command of commands) world.follow(command);
    expect([world.records.held, world.deliveredUpTo]).toEqual([[], 0]);
    world.follow({ type: 'delivered', exchange: 1, durationMs: 1 });
    expect(events).toEqual(['saved', 'changed']);
  });
});

test('a request that changes nothing else can get the number after those of other servers', () => {
  const replica = openReplica();
  replica.world.beginDraft();
  const { reply } = replica.world.handle(requestOf('GET', '/v1/pets'));
  const [command] = replica.world.takeDraft().commands as readonly [Extract<Command, { type: 'handled' }>];
  renumber(command, 4);
  expect([command.exchange.id, responseHeaderOf(reply.response, 'vivarium-exchange')]).toEqual([5, '5']);
  expect(responseHeaderOf(command.exchange.response as never, 'vivarium-exchange')).toBe('5');
});

test.each<[string, boolean, Record<string, string>, (world: World) => void]>([
  ['a plain request', true, {}, () => {}],
  ['one with a preference', false, { prefer: 'code=404' }, () => {}],
  ['one in a world with faults', false, {}, (world) => putFault(world, 'slow', { latency: '1s' })],
])('%s may get another number: %s', (_what, expected, headers, prepare) => {
  const { world } = openReplica();
  prepare(world);
  world.beginDraft();
  world.handle(requestOf('GET', '/v1/pets', { headers }));
  world.probe(requestOf('GET', '/v1/pets'), { keepsChanges: true });
  expect(world.takeDraft().commands).toMatchObject([
    { renumberable: expected ? expect.anything() : undefined },
    { renumberable: undefined },
  ]);
});

test('a draft that starts the world anew has no exchanges, and the world has those it had until it is certain', () => {
  const { world } = openReplica();
  send(world, requestOf('GET', '/v1/pets'));
  world.beginDraft();
  expect(world.recorded).toBe(1);
  world.clearJournal();
  expect(world.recorded).toBe(1);
  world.reset();
  expect(world.recorded).toBe(0);
  world.takeDraft();
  expect(world.recorded).toBe(1);
});

test('a probe that leaves no changes is numbered and counted, and creates nothing', () => {
  const { world } = openReplica();
  const before = viewOf(world).state.collections;
  world.probe(requestOf('POST', '/v1/pets', { body: { name: 'Maple', categoryId: 3 } }), { keepsChanges: false });
  expect(world.decisions.state.counters.exchanges).toBe(1);
  expect(viewOf(world).state.collections).toEqual(before);
  world.probe(requestOf('POST', '/v1/pets', { body: { name: 'Maple', categoryId: 3 } }), { keepsChanges: true });
  expect(viewOf(world).state.collections).not.toEqual(before);
});

test('work waits until a draft is certain', () => {
  const { world } = openReplica();
  const done: string[] = [];
  world.whenCertain(() => done.push('now'));
  world.beginDraft();
  world.whenCertain(() => done.push('later'));
  const draft = world.takeDraft();
  expect(done).toEqual(['now']);
  world.commitDraft(draft);
  expect(done).toEqual(['now', 'later']);
});
