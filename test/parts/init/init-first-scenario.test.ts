import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { valuesOf } from '../../../src/core/primitives/sorted-map.ts';
import { firstScenario } from '../../../src/parts/init/init.ts';
import { checkScenario } from '../../../src/scenario/data/check-scenario.ts';
import { createScenarioStart } from '../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import { loadServices } from '../../../src/simulation/load-services.ts';
import { chooseServices } from '../../../src/simulation/service-source.ts';
import { fileNames, pathOf } from '../../documents/sources.ts';
import { parseScenario } from '../../scenario/helpers.ts';
import { uncomment } from './uncomment.ts';

const documents = fileNames.filter((name) => name.startsWith('own/'));

test.each(documents)('the scenario for %s is valid, as it is and with its examples', async (name) => {
  const services = await chooseServices({
    document: [pathOf(name)],
    services: {},
    overlay: [],
    base: undefined,
    nameOf: String,
  });
  const { service } = await loadServices(services);
  const text = await firstScenario(service, 'scenario.json', Date.now());
  for (const version of [text, uncomment(text)]) {
    const document = parseScenario(version, 'default.yaml');
    expect(checkScenario(createScenario('default', document), service)).toEqual([]);
  }
  const { faults, data } = parseScenario(uncomment(text), 'default.yaml');
  expect(faults).toHaveLength(3);
  const isPlain = [...service.collections.values()].some(
    ({ kind, parents }) => kind === 'list' && parents.length === 0,
  );
  if (isPlain) expect(Object.keys(data ?? {})).toHaveLength(1);
});

test.each<readonly [paths: JsonObject, fault: string]>([
  [
    { '/login': { post: of('login', '200') }, '/pets/{id}': { get: of('getPet', '200', '404') } },
    'use: not-found, on: { operation: "getPet" }',
  ],
  [
    { '/login': { post: of('login', '200') }, '/pets/{id}': { get: of('getPet', '200') } },
    'use: not-found, on: { operation: "getPet" }',
  ],
  [{ '/login': { post: of('login', '200', '401') } }, 'use: unavailable, on: { operation: "login" }'],
])('the fault in its example fits the operation: %j', async (paths, fault) => {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const { service } = await loadServices(
    await chooseServices({ document: [document], services: {}, overlay: [], base: undefined, nameOf: String }),
  );
  expect(await firstScenario(service, 'scenario.json', 0)).toContain(`# - { ${fault} }`);
});

test('the item in its example is that which a world starts with', async () => {
  const schema = {
    required: ['id', 'due', 'at'],
    properties: { id: { type: 'integer' }, due: { format: 'date' }, at: { format: 'date-time' } },
  };
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'object', ...schema } } } };
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
    paths: { '/orders': { get: { responses: { 200: { description: 'Any.', content } } }, post: of('add', '201') } },
  };
  const { service } = await loadServices(
    await chooseServices({ document: [document], services: {}, overlay: [], base: undefined, nameOf: String }),
  );
  const now = Date.UTC(2027, 1, 3);
  const text = await firstScenario(service, 'scenario.json', now);
  const { data } = parseScenario(uncomment(text), 'default.yaml');
  const start = createScenarioStart(service, createScenario('default', parseScenario(text, 'default.yaml')));
  const { collections } = start.createState('default', now);
  expect(data).toEqual({ orders: [valuesOf(collections.get('orders')?.items as never).next().value?.value] });
});

test('an item without required properties is an example as a whole', async () => {
  const item: JsonObject = { type: 'object', properties: { amount: { type: 'integer' } } };
  const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
  const shown = { responses: { 200: { description: 'Any.', ...json(item) } } };
  const listed = { responses: { 200: { description: 'Any.', ...json({ type: 'array', items: item }) } } };
  const created = { responses: { 201: { description: 'Any.', ...json(item) } } };
  const parameters = [{ name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }];
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
    paths: {
      '/orders': { get: listed, post: { ...created, requestBody: json(item) } },
      '/orders/{orderId}': { parameters, get: shown, put: { ...shown, requestBody: json(item) } },
    },
  };
  const { service } = await loadServices(
    await chooseServices({ document: [document], services: {}, overlay: [], base: undefined, nameOf: String }),
  );
  const text = await firstScenario(service, 'scenario.json', 0);
  expect(text).toMatch(/^# {3}orders:\n# {5}- \{"amount":\d+\}$/m);
});

function of(operationId: string, ...statuses: readonly string[]): JsonObject {
  return { operationId, responses: Object.fromEntries(statuses.map((status) => [status, { description: 'Any.' }])) };
}
