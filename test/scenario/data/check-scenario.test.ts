import { expect, test } from 'vitest';
import { formatProblem } from '../../../src/core/primitives/config-error.ts';
import { checkItem, checkItems } from '../../../src/scenario/data/check-items.ts';
import { checkFaultNames, checkScenario } from '../../../src/scenario/data/check-scenario.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { directoryWith, loadScenario } from '../helpers.ts';
import { createServiceStub } from '../service-stub.ts';

const service = createServiceStub();
const check = (document: ScenarioDocument): readonly string[] =>
  checkScenario(createScenario('s', document), service).map(formatProblem);

test.each<[what: string, scenario: ScenarioDocument, problems: readonly string[]]>([
  [
    'a scenario that fits the service',
    {
      data: { orders: [{ id: 1, status: 'open' }], customers: [{ id: 'c' }] },
      generate: { orders: 3 },
      defaults: { orders: { status: 'open' } },
      faults: ['slow', { use: 'hang', on: { operation: ['listOrders', 'create*'] } }],
    },
    [],
  ],
  [
    'unknown collections',
    { data: { oders: [{}] }, generate: { nope: 1 }, defaults: { customer: {} } },
    [
      'data names an unknown collection "oders". Did you mean "orders"?',
      'generate names an unknown collection "nope". The collections are orders, customers.',
      'defaults names an unknown collection "customer". Did you mean "customers"?',
    ],
  ],
  ['as many generated items as there may be', { generate: { orders: 400_000, customers: 600_000 } }, []],
  [
    'too many generated items in all collections together',
    { generate: { orders: 500_000, customers: 500_001 } },
    ['generate has 1000001 items in all collections together; the maximum is 1000000. Generate fewer items.'],
  ],
  [
    'invalid items, and items without an id of their own',
    {
      data: {
        orders: [
          { id: 1, status: 'open' },
          { id: 2 },
          { id: '1', status: 'lost', lines: [{}, 3] },
          { status: 'open' },
          { id: null, status: 'open' },
          { id: 6, status: 'open', notes: { '1': 2 } },
        ],
        customers: [{ id: ['a'] }],
      },
    },
    [
      'data.orders[1].status is required',
      'data.orders[2].status must be one of open, paid, sent',
      'data.orders[2].lines[1] must be an object',
      'data.orders[2].id is "1", which is also the id of data.orders[0]. Give each item a unique id.',
      'data.orders[3].id is missing: every item needs an id',
      'data.orders[4].id must be an integer',
      'data.orders[5].notes["1"] must be a string',
      'data.customers[0].id must be a text or a number',
    ],
  ],
  ['incomplete defaults', { defaults: { orders: { total: 3 }, customers: { name: 'Ada' } } }, []],
  [
    'invalid defaults',
    { defaults: { orders: { status: 'lost', lines: [{}, 3] } } },
    ['defaults.orders.status must be one of open, paid, sent', 'defaults.orders.lines[1] must be an object'],
  ],
  [
    'faults of unknown operations',
    {
      faults: [
        { use: 'slow', on: { operation: 'listOrder' } },
        { use: 'hang', on: { operation: ['createOrder', 'x*'] } },
      ],
    },
    [
      'faults[0].on.operation names an unknown operation "listOrder". Did you mean "listOrders"?',
      'faults[1].on.operation[1] names an unknown operation "x*". The operations are listOrders, createOrder.',
    ],
  ],
  [
    'faults of unknown methods',
    {
      faults: [
        { use: 'slow', on: { method: ['get', '*', 'GETT', 'PROPFIND'] } },
        { use: 'hang', on: { method: 'GET, POST' } },
      ],
    },
    [
      'faults[0].on.method[2] names an unknown method "GETT". Did you mean "GET"?',
      'faults[1].on.method names an unknown method "GET, POST". Write several methods as a list: [GET, POST].',
    ],
  ],
])('the problems of %s', (_what, scenario, problems) => {
  expect(check(scenario)).toEqual(problems);
});

test('the operations and the services of a fault must fit together', () => {
  const operations = ['shop getOrder', 'shop ping', 'users getUser', 'users ping'].map((text) => {
    const [name = '', localName = ''] = text.split(' ');
    const path = `/${localName}`;
    return { service: name, localName, name: localName === 'ping' ? `${name}.ping` : localName, method: 'GET', path };
  });
  const problemsOf = (on: Parameters<typeof checkFaultNames>[0]): readonly string[] =>
    [...checkFaultNames(on, ['on'], { collections: new Map(), operations })].map(({ message }) => message);
  expect(problemsOf({ service: 'shop', operation: 'getUser' })).toEqual([
    'on.operation names "getUser" of the service users, but the fault is only on the service shop',
  ]);
  expect(problemsOf({ service: ['shop', 'nope'], operation: ['getOrder', 'users.*'] })).toEqual([
    'on.service[1] names an unknown service "nope"',
    'on.operation[1] names "users.*" of the service users, but the fault is only on the service shop',
  ]);
  expect(problemsOf({ service: 'shop', operation: ['get*', 'shop.ping'] })).toEqual([]);
  expect(problemsOf({ service: ['shop', 'users'], operation: ['getOrder', 'getUser'] })).toEqual([]);
  expect(problemsOf({ service: 'nope', operation: 'getUser' })).toEqual(['on.service names an unknown service "nope"']);
});

test('problems are found in the files', async () => {
  await using directory = await directoryWith({
    'base.yaml': 'data:\n  orders:\n    - { id: 1, status: open }\n    - { id: 2, status: lost }\n',
    'a.yaml': 'extends: base\ngenerate:\n  oders: 3\ndefaults:\n  orders:\n    status: lost\n',
  });
  const problems = checkScenario(await loadScenario(directory.path, 'a'), service);
  expect(
    problems.map(({ file, line, column, message }) => `${file?.split('/').at(-1)}:${line}:${column}: ${message}`),
  ).toEqual([
    'base.yaml:4:24: data.orders[1].status must be one of open, paid, sent',
    'a.yaml:3:3: generate names an unknown collection "oders"',
    'a.yaml:6:13: defaults.orders.status must be one of open, paid, sent',
  ]);
});

test('the number of reported problems is limited', () => {
  const found = check({ data: { orders: Array.from({ length: 5000 }, (_, id) => ({ id })) } });
  expect(found).toHaveLength(101);
});

test('items of other sources have the same messages', () => {
  const spec = service.collections.get('orders');
  if (spec === undefined) throw new Error('no orders');
  expect([...checkItem(spec, { id: 1 }, ['body'])].map(({ message }) => message)).toEqual(['body.status is required']);
  expect([...checkItems(spec, [{ id: 1 }], ['body'])].map(({ message }) => message)).toEqual([
    'body[0].status is required',
  ]);
});
