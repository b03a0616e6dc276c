/** What is counted of the exchanges of a world. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { DecodedParameter, Operation } from '../../../src/core/service/operation.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { Coverage } from '../../../src/world/evidence/coverage.ts';
import { writeRun } from '../../../src/world/evidence/coverage-report.ts';
import { documentOf, readyService, requestOf } from '../../core/helpers.ts';
import fc from '../../fast-check.ts';
import { boolean, inPath, inQuery, integer, listOf, text } from '../../short-document.ts';
import { exchangeOf } from './support.ts';

const document = (listName = 'listOrders', more: JsonObject = {}): JsonObject =>
  documentOf({
    '/orders/{kind}': {
      get: {
        operationId: listName,
        parameters: [
          inPath('kind', { enum: ['open', 'closed'] }),
          inQuery('sort', { enum: ['up', 'down'] }),
          inQuery('tags', listOf({ enum: [1, { a: 1 }, null] })),
          inQuery('limit', integer),
          { name: 'X-Trace', in: 'header', schema: text },
          { name: 'X-Dry-Run', in: 'header', schema: boolean },
          { name: 'theme', in: 'cookie', schema: { enum: ['dark', 'light'] } },
        ],
        responses: Object.fromEntries(['200', '404', '4XX'].map((status) => [status, { description: 'It.' }])),
      },
      ...more,
    },
    '/all': { get: { operationId: 'getAll', responses: { default: { description: 'It.' } } } },
  });

const byId = { 'x-vivarium': false };
const service = await readyService(document('listOrders', byId));
const renamed = await readyService(document('findOrders', byId));
const removed = await readyService(documentOf({ '/all': { get: { operationId: 'getAll', responses: {} } } }));

interface Report {
  readonly items: readonly JsonObject[];
  readonly unmatched: JsonObject;
}
type Counts = Readonly<Record<string, Record<string, number>>>;

const reportOf = (coverage: Coverage): JsonObject => {
  const { items, unmatched } = writeRun('run', coverage.report()) as unknown as Report;
  return { unmatched, ...Object.fromEntries(items.map(({ operation, ...rest }) => [operation, rest])) };
};

/** A parameter that is not sent. */
const none = undefined;

/** By the order of the operation's parameters. */
const sent = (values: readonly unknown[]): readonly DecodedParameter[] =>
  values.map((value) => (value === undefined ? undefined : { value })) as readonly DecodedParameter[];

const countOf = (exchange: Partial<Exchange> & { status?: number }, parameters: readonly unknown[] = []) => {
  const coverage = new Coverage(service);
  coverage.add(exchangeOf(1, exchange), sent(parameters));
  return reportOf(coverage).listOrders as unknown as Counts;
};

const unknownSteps = (names: readonly string[]) =>
  [{ type: 'matched' }, { type: 'unknown-parameters', names }] as unknown as Exchange['steps'];

const used = (counts: Readonly<Record<string, number>> = {}): readonly string[] =>
  Object.keys(counts).filter((name) => counts[name] !== 0);

test('a world without a request has everything that the document documents, with zeros', () => {
  expect(reportOf(new Coverage(service))).toEqual({
    unmatched: {},
    listOrders: expect.objectContaining({
      method: 'GET',
      path: '/orders/{kind}',
      requests: 0,
      calls: 0,
      statuses: { 200: 0, 404: 0, '4XX': 0 },
      undocumented: {},
      parameters: {
        'query.sort': 0,
        'query.tags': 0,
        'query.limit': 0,
        'header.X-Trace': 0,
        'header.X-Dry-Run': 0,
        'cookie.theme': 0,
      },
      values: {
        'path.kind': { open: 0, closed: 0 },
        'query.sort': { up: 0, down: 0 },
        'query.tags': { 1: 0, '{"a":1}': 0, null: 0 },
        'cookie.theme': { dark: 0, light: 0 },
      },
      faults: {},
      unknownParameters: {},
    }),
    getAll: expect.objectContaining({ requests: 0, statuses: { default: 0 }, values: {} }),
  });
});

describe('an exchange counts', () => {
  test.each([
    ['the documented status', { status: 200 }, ['200'], []],
    ['the status before its range', { status: 404 }, ['404'], []],
    ['the range of its status', { status: 409 }, ['4XX'], []],
    ['a status that is not documented', { status: 503 }, [], ['503']],
    ['no status of a response that was lost', { status: 200, transport: 'reset' as const }, [], []],
    ['the status of one that was cut off', { status: 200, transport: 'truncate' as const }, ['200'], []],
  ])('%s', (_what, exchange, statuses, undocumented) => {
    const counted = countOf(exchange);
    expect([used(counted.statuses), used(counted.undocumented)]).toEqual([statuses, undocumented]);
  });

  test('each status under "default" if nothing else is documented', () => {
    const coverage = new Coverage(service);
    coverage.add(exchangeOf(1, { operation: 'getAll', status: 418 }), []);
    expect(reportOf(coverage).getAll).toMatchObject({ statuses: { default: 1 }, undocumented: {} });
  });

  test.each([
    ['nothing', [], [], []],
    ['a value of an enum in the path, but not the parameter', ['open'], [], ['path.kind=open']],
    ['a parameter and its value', [none, 'down'], ['query.sort'], ['query.sort=down']],
    ['a parameter with another value', [none, 'sideways'], ['query.sort'], []],
    ['each value of a list', [none, none, [1, null, 7]], ['query.tags'], ['query.tags=1', 'query.tags=null']],
    ['a value that is an object', [none, none, { a: 1 }], ['query.tags'], ['query.tags={"a":1}']],
    ['a parameter without an enum', [none, none, none, 5, 'x'], ['query.limit', 'header.X-Trace'], []],
    ['a boolean in a header, true or false', [none, none, none, none, none, false], ['header.X-Dry-Run'], []],
    ['a cookie and its value', [none, none, none, none, none, none, 'dark'], ['cookie.theme'], ['cookie.theme=dark']],
  ])('%s', (_what, parameters, names, values) => {
    const counted = countOf({}, [...parameters]);
    const all = Object.entries(counted.values as unknown as Counts);
    expect(used(counted.parameters)).toEqual(names);
    expect(all.flatMap(([label, counts]) => used(counts).map((text) => `${label}=${text}`))).toEqual(values);
  });

  test('a parameter that cannot be read, without a value', () => {
    const coverage = new Coverage(service);
    const unreadable = { problem: { pointer: '', message: 'no', rule: 'x' } } as unknown as DecodedParameter;
    coverage.add(exchangeOf(1), [none, unreadable]);
    const values = { 'query.sort': { up: 0, down: 0 } };
    expect(reportOf(coverage).listOrders).toMatchObject({ parameters: { 'query.sort': 1 }, values });
  });

  test('the faults that fired, and the parameters that the document does not have', () => {
    const faults = ['slow', 'odd'].map((name) => ({ name, effect: 'latency' }) as const);
    const request = requestOf('GET', '/orders/open?a=1&b=2');
    const counted = countOf({ faults, request, steps: unknownSteps(['a', 'b']) });
    expect(counted).toMatchObject({ requests: 1, calls: 1, faults: { slow: 1, odd: 1 } });
    expect(counted.unknownParameters).toEqual({ a: 1, b: 1 });
  });

  test('as a request, but not as a call if the credential was rejected', () => {
    expect(countOf({ status: 401 })).toMatchObject({ requests: 1, calls: 0 });
  });

  test('by its status alone if it matched nothing, and not at all as a probe, or of an unknown operation', () => {
    const coverage = new Coverage(service);
    coverage.add(exchangeOf(1, { operation: undefined as never, status: 404 }), []);
    coverage.add(exchangeOf(2, { isProbe: true }), []);
    coverage.add(exchangeOf(3, { operation: 'other' }), []);
    expect(reportOf(coverage)).toEqual({ ...reportOf(new Coverage(service)), unmatched: { 404: 1 } });
  });
});

test('at most a hundred names of faults and of unknown parameters are told apart', () => {
  const coverage = new Coverage(service);
  const numbers = Array.from({ length: 102 }, (_, index) => index);
  const addAll = (operation = 'listOrders'): void => {
    for (const number of numbers)
      coverage.add(
        exchangeOf(1, {
          operation,
          faults: [{ name: `f${number}`, effect: 'latency' }],
          request: requestOf('GET', '/all?x=1'),
          steps: unknownSteps([`p${number}`]),
        }),
        [],
      );
  };
  addAll();
  addAll();
  addAll('getAll');
  const { listOrders, getAll } = reportOf(coverage) as unknown as Record<string, Counts>;
  for (const names of [listOrders?.faults, listOrders?.unknownParameters]) {
    expect(Object.keys(names ?? {})).toHaveLength(101);
    expect(Object.values(names ?? {})).toEqual([...numbers.slice(0, 100).map(() => 2), 4]);
  }
  // The hundred faults are those of one operation; the hundred parameters those of all.
  expect([Object.keys(getAll?.faults ?? {}).length, getAll?.unknownParameters]).toEqual([101, { other: 102 }]);
  const added = new Coverage(service);
  added.addCounts(coverage.counts());
  for (const name of ['faults', 'unknownParameters']) added.addCounts([[`["listOrders","${name}","another"]`, 1]]);
  const { listOrders: more } = reportOf(added) as unknown as Record<string, Counts>;
  for (const name of ['faults', 'unknownParameters'])
    expect([Object.keys(more?.[name] ?? {}).length, more?.[name]?.another]).toEqual([101, undefined]);
  coverage.clear();
  expect(reportOf(coverage)).toEqual(reportOf(new Coverage(service)));
  addAll('getAll');
  expect(Object.keys((reportOf(coverage).getAll as JsonObject).unknownParameters as JsonObject)).toHaveLength(101);
});

test('an unknown parameter that is sent again leaves room for others', () => {
  const coverage = new Coverage(service);
  const add = (name: string): void =>
    coverage.add(exchangeOf(1, { request: requestOf('GET', '/all?x=1'), steps: unknownSteps([name]) }), []);
  for (let time = 0; time < 150; time++) add('again');
  add('other one');
  expect(reportOf(coverage).listOrders).toMatchObject({ unknownParameters: { again: 150, 'other one': 1 } });
});

const exchanges = fc.array(
  fc.record({
    operation: fc.constantFrom('listOrders', 'getAll', undefined),
    status: fc.constantFrom(200, 404, 401, 500),
    faults: fc.subarray(['slow', 'odd']),
    unknown: fc.subarray(['a', 'b']),
    parameters: fc.constantFrom([], ['open', 'up'], [none, 'down', [1, null]]),
  }),
  { maxLength: 12 },
);
type Given = (typeof exchanges extends fc.Arbitrary<infer Value> ? Value : never)[number];
const coverageOf = (given: readonly Given[]): Coverage => {
  const coverage = new Coverage(service);
  for (const { operation, status, faults, unknown, parameters } of given)
    coverage.add(
      exchangeOf(1, {
        operation: operation as string,
        status,
        faults: faults.map((name) => ({ name, effect: 'latency' })),
        request: requestOf('GET', '/all?x=1'),
        steps: unknownSteps(unknown),
      }),
      sent(parameters),
    );
  return coverage;
};

test('the counts of two worlds add up, in whatever way they are added', () => {
  fc.assert(
    fc.property(exchanges, exchanges, (one, other) => {
      const both = reportOf(coverageOf([...one, ...other]));
      const absorbed = coverageOf(one);
      absorbed.absorb(coverageOf(other));
      expect(reportOf(absorbed)).toEqual(both);
      const added = coverageOf(one);
      added.addCounts(coverageOf(other).counts());
      expect(reportOf(added)).toEqual(both);
    }),
  );
});

test('counts as data have nothing that was not counted, and those of an unknown operation are dropped', () => {
  expect([...new Coverage(service).counts()]).toEqual([]);
  const coverage = coverageOf([
    { operation: 'listOrders', status: 401, faults: ['slow'], unknown: [], parameters: [] },
    { operation: undefined, status: 404, faults: [], unknown: [], parameters: [] },
  ]);
  expect([...coverage.counts()]).toEqual([
    ['["unmatched","404"]', 1],
    ['["listOrders","requests",""]', 1],
    ['["listOrders","statuses","4XX"]', 1],
    ['["listOrders","faults","slow"]', 1],
  ]);
  const added = new Coverage(service);
  for (const name of ['["gone","requests",""]', '["listOrders","later","x"]']) added.addCounts([[name, 3]]);
  expect(reportOf(added)).toEqual(reportOf(new Coverage(service)));
});

test('an endpoint of the issuer is shown once it was called', () => {
  const endpoint = { ...(service.operations[1] as Operation), name: 'login:token', endpoint: 'token' } as Operation;
  const withLogin = {
    ...service,
    attached: [{ name: 'login', routed: { ...service, operations: [endpoint] } }],
  } as never as Service;
  const coverage = new Coverage(withLogin);
  expect(Object.keys(reportOf(coverage))).toEqual(['unmatched', 'listOrders', 'getAll']);
  coverage.add(exchangeOf(1, { operation: 'login:token' }), []);
  coverage.add(exchangeOf(2, { operation: 'login:other' }), []);
  expect(reportOf(coverage)['login:token']).toMatchObject({ requests: 1 });
  expect(Object.keys(reportOf(coverage))).toEqual(['unmatched', 'listOrders', 'getAll', 'login:token']);
});

test('a run has one id, and each its own', () => {
  const coverage = new Coverage(service);
  expect(coverage.run).toBe(coverage.run);
  expect(coverage.run).toMatch(/^[\da-f-]{36}$/);
  expect(new Coverage(service).run).not.toBe(coverage.run);
});

describe('with a changed document', () => {
  const counted = (): Coverage =>
    coverageOf([{ operation: 'listOrders', status: 200, faults: [], unknown: [], parameters: ['open', 'up'] }]);

  test('an operation that is gone is not shown, and has its counts again when it is back', () => {
    const coverage = counted();
    coverage.adopt(removed);
    expect(Object.keys(reportOf(coverage))).toEqual(['unmatched', 'getAll']);
    coverage.adopt(service);
    expect(reportOf(coverage)).toEqual(reportOf(counted()));
  });

  test('an operation whose name is qualified from now on keeps its counts, and leaves none to the one that has its name', () => {
    const coverage = counted();
    const [list, all] = service.operations as readonly [Operation, Operation];
    const other = { ...all, name: 'listOrders', service: 'other' };
    coverage.adopt({ ...service, operations: [{ ...list, name: 'shop.listOrders' }, other] });
    const { 'shop.listOrders': kept, listOrders } = reportOf(coverage);
    expect([kept, listOrders]).toMatchObject([{ requests: 1 }, { requests: 0 }]);
    expect([...coverage.counts().keys()].every((name) => name.startsWith('["shop.listOrders"'))).toBe(true);
  });

  test('an operation with another name is another one', () => {
    const coverage = counted();
    coverage.adopt(renamed);
    expect(reportOf(coverage).findOrders).toMatchObject({ requests: 0 });
    coverage.add(exchangeOf(1, { operation: 'findOrders' }), sent(['closed']));
    const values = { 'path.kind': { open: 0, closed: 1 } };
    expect(reportOf(coverage).findOrders).toMatchObject({ requests: 1, values });
  });
});
