/**
 * The published types are written by hand. They match the types of the engine: an assignment compiles in both directions, and
 * the properties are the same (an optional property that one side lacks would not prevent an assignment).
 */
import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as exchange from '../../src/core/exchange.ts';
import { builtInFaults } from '../../src/core/faults/built-in-faults.ts';
import type { ContractKind } from '../../src/core/faults/contract-kinds.ts';
import type { ExtremeKind } from '../../src/core/faults/extreme.ts';
import type { FaultGroup } from '../../src/core/faults/fault.ts';
import type { Transport } from '../../src/core/http/http.ts';
import type { Json } from '../../src/core/primitives/json.ts';
import type * as vivarium from '../../src/index.ts';
import { createVivarium } from '../../src/index.ts';
import type * as faults from '../../src/scenario/document/fault-schema.ts';
import type * as schema from '../../src/scenario/document/schema.ts';
import type { libraryOptionsSchema } from '../../src/simulation/options.ts';
import type { ItemDifference } from '../../src/world/control/diff.ts';
import type { StartRequest } from '../../src/world/control/start-request.ts';
import type { ExchangeFilter } from '../../src/world/evidence/exchange-filter.ts';
import type { Fetch } from '../../src/world/fetch.ts';

describe('scenario documents', () => {
  type Published = vivarium.ScenarioDocument;
  type Checked = schema.ScenarioDocument;

  test('are assignable to the schema and back', () => {
    expectTypeOf<Published>().toExtend<Checked>();
    expectTypeOf<Checked>().toExtend<Published>();
    expectTypeOf<vivarium.FaultPatch>().toExtend<faults.FaultPatch>();
    expectTypeOf<faults.FaultPatch>().toExtend<vivarium.FaultPatch>();
    expectTypeOf<vivarium.JsonValue>().toExtend<Json>();
    expectTypeOf<Json>().toExtend<vivarium.JsonValue>();
  });

  test('have the keys of the schema', () => {
    expectTypeOf<keyof Published>().toEqualTypeOf<keyof Checked>();
    expectTypeOf<keyof NonNullable<Published['auth']>>().toEqualTypeOf<keyof NonNullable<Checked['auth']>>();
    expectTypeOf<keyof vivarium.ResumeDocument>().toEqualTypeOf<keyof schema.ResumeDocument>();
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
  /** The compiler checks that these are the names of the type; the test, that they are the built-in faults. */
  const names: Readonly<Record<vivarium.BuiltInFaultName, true>> = {
    'bad-request': true,
    unauthorized: true,
    forbidden: true,
    'not-found': true,
    conflict: true,
    'rate-limited': true,
    unavailable: true,
    'server-error': true,
    slow: true,
    flaky: true,
    offline: true,
    hang: true,
    narrow: true,
    dribble: true,
    reset: true,
    timeout: true,
    empty: true,
    truncate: true,
    garbage: true,
    'missing-required': true,
    'wrong-type': true,
    'null-value': true,
    'unknown-enum': true,
    'extra-property': true,
    'out-of-range': true,
    'bad-format': true,
    'wrong-content-type': true,
    minimal: true,
    'empty-list': true,
    longest: true,
    boundary: true,
  };

  test('are those of the built-in faults', () => {
    expect(Object.keys(names).toSorted()).toEqual([...builtInFaults.keys()].toSorted());
    expectTypeOf<vivarium.Transport>().toEqualTypeOf<Transport>();
    expectTypeOf<vivarium.ContractKind>().toEqualTypeOf<ContractKind>();
    expectTypeOf<vivarium.ExtremeKind>().toEqualTypeOf<ExtremeKind>();
  });

  test('are completed by an editor, and other names are allowed', () => {
    // `string` alone would absorb the names: an editor completes them only as long as the union is not `string`.
    expectTypeOf<vivarium.FaultName>().not.toEqualTypeOf<string>();
    expectTypeOf<string>().toExtend<vivarium.FaultName>();
    expectTypeOf<vivarium.VivariumWorld['fault']>().parameter(0).toEqualTypeOf<vivarium.FaultName>();
  });
});

test('exchanges have the types of the journal', () => {
  expectTypeOf<vivarium.Violation>().toEqualTypeOf<exchange.Violation>();
  expectTypeOf<vivarium.FiredFault>().toEqualTypeOf<exchange.FiredFault>();
  expectTypeOf<vivarium.ExchangeFilter>().toEqualTypeOf<ExchangeFilter>();
  expectTypeOf<vivarium.FaultView['group']>().toEqualTypeOf<FaultGroup>();
  expectTypeOf<vivarium.ExchangeView['violations']>().toEqualTypeOf<readonly vivarium.Violation[]>();
});

test('what a world reports has the types of the engine', () => {
  expectTypeOf<vivarium.DifferenceView>().toEqualTypeOf<ItemDifference>();
  expectTypeOf<keyof vivarium.WorldStartOptions>().toEqualTypeOf<keyof StartRequest>();
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
    violations: true,
    faults: true,
    request: true,
    response: true,
    why: true,
  };
  expect(Object.keys(view as vivarium.ExchangeView).toSorted()).toEqual(Object.keys(viewKeys).toSorted());
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
