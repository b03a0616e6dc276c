/**
 * The published types are written by hand. They match the types of the engine: an assignment compiles in both directions, and
 * the properties are the same (an optional property that one side lacks would not prevent an assignment).
 */
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { FaultGroup } from '../../src/core/faults/effects.ts';
import type * as vivarium from '../../src/index.ts';
import { createVivarium } from '../../src/index.ts';
import type * as faults from '../../src/scenario/document/fault-schema.ts';
import type * as schema from '../../src/scenario/document/scenario-schema.ts';
import type { libraryOptionsSchema } from '../../src/simulation/options.ts';
import type { ItemDifference } from '../../src/world/control/diff.ts';
import type { LocalStartRequest } from '../../src/world/control/start-request.ts';
import type { Fetch } from '../../src/world/fetch.ts';

/** The checks know the names of faults and the forms of durations and sizes; their types do not. */
type WithAnyText<Value> = Value extends string
  ? string
  : string extends keyof Value
    ? Value
    : Value extends readonly vivarium.JsonValue[]
      ? Value
      : Value extends object
        ? { readonly [Key in keyof Value]: WithAnyText<Value[Key]> }
        : Value;

describe('scenario documents', () => {
  /** Only Vivarium knows what `resume` has. */
  type Published = Omit<vivarium.ScenarioDocument, 'resume'>;
  type Checked = Omit<schema.ScenarioDocument, 'resume'>;

  test('are assignable to the schema and back', () => {
    expectTypeOf<Published>().toExtend<Checked>();
    expectTypeOf<Checked>().toExtend<WithAnyText<Published>>();
    expectTypeOf<vivarium.FaultPatch>().toExtend<faults.FaultPatch>();
    expectTypeOf<faults.FaultPatch>().toExtend<WithAnyText<vivarium.FaultPatch>>();
  });

  test('have the keys of the schema', () => {
    expectTypeOf<keyof Published>().toEqualTypeOf<keyof Checked>();
    expectTypeOf<keyof NonNullable<Published['auth']>>().toEqualTypeOf<keyof NonNullable<Checked['auth']>>();
    expectTypeOf<keyof vivarium.FaultObject>().toEqualTypeOf<keyof faults.FaultObject>();
    expectTypeOf<keyof vivarium.FaultOn>().toEqualTypeOf<keyof NonNullable<faults.FaultObject['on']>>();
    expectTypeOf<keyof vivarium.FaultWhen>().toEqualTypeOf<keyof NonNullable<faults.FaultObject['when']>>();
    // A list shows these; a patch ignores them.
    type Ignored = 'group' | 'builtIn' | 'fired';
    expectTypeOf<keyof vivarium.FaultPatch>().toEqualTypeOf<Exclude<keyof faults.FaultPatch, Ignored>>();
  });

  test('a misspelled key does not compile', () => {
    // @ts-expect-error the key is `faults`
    const wrong: Published = { falts: ['slow'] };
    // @ts-expect-error the key is `status`
    const nested: Published = { faults: [{ name: 'x', staus: 401 }] };
    expect([wrong, nested]).toHaveLength(2);
  });
});

describe('the names of faults', () => {
  test('are the only ones of a call that defines nothing', () => {
    const world = {} as Pick<vivarium.VivariumWorld, 'fault'>;
    const calls = [
      () => world.fault('slow'),
      () => world.fault('slow', { on: { operation: 'listPets' } }),
      () => world.fault('key-expires', { enabled: true }),
      () => world.fault('key-expires', { use: 'unauthorized', when: { after: 3 } }),
      () => world.fault('out-of-stock', { status: 409, body: { code: 'sold' } }),
      (view: vivarium.FaultView) => world.fault(view.name, view),
      // @ts-expect-error no such fault
      () => world.fault('slwo'),
      // @ts-expect-error no such fault, and nothing that defines one
      () => world.fault('slwo', { on: { operation: 'listPets' } }),
      // @ts-expect-error no such fault to start from
      () => world.fault('late', { use: 'slwo' }),
      // @ts-expect-error no such property
      () => world.fault('out-of-stock', { status: 409, bdoy: {} }),
    ];
    expect(calls).not.toHaveLength(0);
  });

  test('are those of options and of scenarios', () => {
    const options: readonly vivarium.VivariumOptions[] = [
      { fault: ['slow', 'unauthorized@listPets', 'slow@shop.listPets'] },
      { scenario: { faults: ['slow', { use: 'flaky', name: 'my-own' }, { name: 'odd', status: 418 }] } },
      // @ts-expect-error no such fault
      { fault: ['slwo'] },
      // @ts-expect-error no such fault
      { fault: ['slwo@listPets'] },
      // @ts-expect-error no such fault
      { scenario: { faults: ['slwo'] } },
      // @ts-expect-error no such fault
      { scenario: { faults: [{ use: 'slwo' }] } },
    ];
    expect(options).not.toHaveLength(0);
  });
});

test('durations and sizes have a unit', () => {
  const { clock } = {} as Pick<vivarium.VivariumWorld, 'clock'>;
  const calls = [
    () => clock.advance('1.5s'),
    // @ts-expect-error no such unit
    () => clock.advance('1 day'),
    // @ts-expect-error no unit
    () => clock.advance('30'),
  ];
  const faults: readonly vivarium.FaultDocument[] = [
    { name: 'late', latency: '250ms', when: { from: '5m', for: '2h' } },
    { name: 'late', latency: { median: '200ms', p99: '2s' }, bandwidth: '10KB' },
    { name: 'late', dribble: { chunks: 5, over: '2s' } },
    // @ts-expect-error no such unit
    { name: 'late', latency: '3 seconds' },
    // @ts-expect-error no such unit
    { name: 'late', latency: { min: '200ms', max: '2 s.' } },
    // @ts-expect-error no such unit
    { name: 'late', dribble: { chunks: 5, over: '2 secs' } },
    // @ts-expect-error no such unit
    { name: 'late', when: { from: '5 minutes' }, status: 500 },
    // @ts-expect-error no such unit
    { name: 'late', when: { for: '5min' }, status: 500 },
    // @ts-expect-error no such unit
    { name: 'late', bandwidth: '10 kilobytes' },
  ];
  const options: readonly vivarium.VivariumOptions[] = [
    { maxBody: '1MiB' },
    // @ts-expect-error no such unit
    { maxBody: '1 megabyte' },
  ];
  expect([...calls, ...faults, ...options]).not.toHaveLength(0);
});

test('exchanges have the types of the journal', () => {
  expectTypeOf<vivarium.FaultView['group']>().toEqualTypeOf<FaultGroup>();
  expectTypeOf<vivarium.ExchangeView['violations']>().toEqualTypeOf<readonly vivarium.Violation[]>();
});

test('what a world reports has the types of the engine', () => {
  expectTypeOf<vivarium.DifferenceView>().toEqualTypeOf<ItemDifference>();
  expectTypeOf<keyof vivarium.WorldStartOptions>().toEqualTypeOf<Exclude<keyof LocalStartRequest, 'locale'>>();
  expectTypeOf<vivarium.VivariumWorld>().toExtend<AsyncDisposable>();
  expectTypeOf<ReturnType<vivarium.VivariumWorld['save']>>().toEqualTypeOf<vivarium.ScenarioDocument>();
});

test('the items of a collection have the type that is given', () => {
  interface Order {
    readonly id: number;
    readonly item: string;
  }
  type Orders = vivarium.WorldCollection<Order>;
  expectTypeOf<ReturnType<Orders['get']>>().toEqualTypeOf<Order | undefined>();
  expectTypeOf<Orders['put']>().parameter(0).toEqualTypeOf<Partial<Order>>();
  expectTypeOf<ReturnType<vivarium.WorldCollection['items']>>().toEqualTypeOf<readonly vivarium.JsonObject[]>();
});

test('coverage has the properties of its type', async () => {
  const running = await createVivarium();
  const { items, ...report } = running.world().coverage();
  expect(Object.keys(report).toSorted()).toEqual([
    'run',
    'total',
    'unmatched',
  ] satisfies (keyof vivarium.CoverageView)[]);
  const keys: Readonly<Record<keyof vivarium.OperationCoverageView, true>> = {
    operation: true,
    method: true,
    path: true,
    requests: true,
    calls: true,
    statuses: true,
    undocumented: true,
    parameters: true,
    values: true,
    faults: true,
    unknownParameters: true,
    unseen: true,
  };
  expect(Object.keys(items[0] as object).toSorted()).toEqual(Object.keys(keys).toSorted());
  await running.close();
});

test('an exchange and a fault have the properties of their types', async () => {
  const running = await createVivarium();
  const world = running.world();
  const fault = world.fault('slow', { on: { method: 'DELETE' }, when: { first: 1 } });
  await world.fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  const [view] = world.exchanges();
  const viewKeys: Readonly<Record<keyof vivarium.ExchangeView, true>> = {
    id: true,
    world: true,
    at: true,
    durationMs: true,
    operation: true,
    method: true,
    path: true,
    query: true,
    status: true,
    origin: true,
    upstreamMs: true,
    differences: true,
    violations: true,
    faults: true,
    request: true,
    response: true,
    why: true,
  };
  // Only of an exchange that was forwarded.
  const { upstreamMs: _ms, differences: _differences, ...always } = viewKeys;
  expect(Object.keys(view as vivarium.ExchangeView).toSorted()).toEqual(Object.keys(always).toSorted());
  expect(Object.keys(fault).toSorted()).toEqual(
    ['name', 'description', 'group', 'enabled', 'builtIn', 'on', 'when', 'latency', 'fired'].toSorted(),
  );
  // A fault that a list shows can be put again.
  expect(world.fault(fault.name, fault)).toEqual(fault);
  await running.close();
});

test('the options are those that are checked', () => {
  type Options = keyof typeof libraryOptionsSchema.shape;
  // `listen` takes these two.
  expectTypeOf<keyof vivarium.VivariumOptions>().toEqualTypeOf<Exclude<Options, 'port' | 'host'>>();
  expectTypeOf(createVivarium).returns.resolves.toEqualTypeOf<vivarium.Vivarium>();
  expectTypeOf<vivarium.Fetch>().toEqualTypeOf<Fetch>();
  expectTypeOf<Console>().toExtend<vivarium.Logger>();
  expectTypeOf<typeof fetch>().toExtend<vivarium.Fetch>();
});
