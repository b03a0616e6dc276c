/** Warnings of faults that no request can meet. */
import { expect, test } from 'vitest';
import { run } from '../../cli/in-process.ts';
import { folderOf, ordersDocument } from '../../cli/process.ts';

const item = `  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: One. } }
`;

/** The places and messages of the warnings of the faults. */
const warningsOf = async (faults: readonly string[], document = ordersDocument('Orders', item)) => {
  const scenario = `faults:\n${faults.map((fault) => `  - ${fault}\n`).join('')}`;
  const cwd = folderOf({ 'api.yaml': document, 'some.yaml': scenario });
  const { code, stderr } = await run(['check', 'api.yaml', 'some.yaml'], { cwd });
  expect(code).toBe(0);
  return (stderr.match(/some\.yaml:.*/g) ?? []).map((line) => line.replace('some.yaml:', ''));
};

test('a path that the document spells otherwise is a warning', async () => {
  const faults = [
    '{ name: a, on: { path: /order/* }, status: 500 }',
    "{ name: b, on: { path: ['/orders', '/orders/{orderId}'] }, status: 500 }",
    '{ name: c, on: { path: /v1/orders }, status: 500 }',
  ];
  const document = ordersDocument('Orders', item).replace(/^paths:/m, 'servers: [{ url: /v1 }]\npaths:');
  expect(await warningsOf(faults, document)).toEqual([
    '2:28: faults[0].on.path "/order/*" is no path of the document. Did you mean "/orders/*"?',
    '3:40: faults[1].on.path[1] "/orders/{orderId}" has a parameter in braces. Write "/orders/*".',
    '4:28: faults[2].on.path "/v1/orders" has the base path. Write "/orders".',
  ]);
});

test('the base path of any of several documents is found in a path', async () => {
  const at = (base: string) => ordersDocument(base, item).replace(/^paths:/m, `servers: [{ url: /${base} }]\npaths:`);
  const scenario = 'faults: [{ name: a, on: { path: /second/orders }, status: 500 }]\n';
  const cwd = folderOf({ 'first.yaml': at('first'), 'second.yaml': at('second'), 'some.yaml': scenario });
  const { stderr } = await run(['check', 'first.yaml', 'second.yaml', 'some.yaml'], { cwd });
  expect(stderr).toContain('faults[0].on.path "/second/orders" has the base path. Write "/orders".');
});

test('a path that some operation may have, or that is unlike all of them, is no warning', async () => {
  const paths = ['*', '/*', '/orders/*', '/orders/7', '/orders/7/', '/ord*', '/*/7', '/maintenance'];
  expect(
    await warningsOf(paths.map((path, index) => `{ name: f${index}, on: { path: '${path}' }, status: 500 }`)),
  ).toEqual([]);
});

test('an example and a query parameter that the document does not have are warnings', async () => {
  const faults = [
    '{ name: a, on: { operation: listOrders }, status: 200, example: fulll }',
    '{ name: b, on: { operation: listOrders }, status: 200, example: full }',
    '{ name: c, on: { query: { stat: open, other: x, state: done } }, status: 500 }',
  ];
  const document = `openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{ name: state, in: query, schema: { type: string } }]
      responses:
        '200':
          description: All.
          content:
            application/json:
              schema: { type: array, items: { type: object, properties: { id: { type: integer } } } }
              examples: { full: { value: [{ id: 1 }] } }
`;
  expect(await warningsOf(faults, document)).toEqual([
    '2:69: faults[0].example: the document has no example "fulll" for 200. Did you mean "full"?',
    '4:31: faults[2].on.query.stat is no query parameter of the document. Did you mean "state"?',
  ]);
});

test('faults of logins, webhooks and lifecycles are warnings where the document has none', async () => {
  expect(await warningsOf(['token-expired', '{ use: webhook-lost }', 'jobs-fail', 'slow'])).toEqual([
    '2:5: "token-expired" changes nothing: the document has no login. Leave it out.',
    '3:5: "webhook-lost" changes nothing: the document has no webhooks. Leave it out.',
    '4:5: "jobs-fail" changes nothing: the document has no lifecycle that can fail. Leave it out.',
  ]);
});
