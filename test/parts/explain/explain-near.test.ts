/** `vivarium explain --why-not`: the rules that nearly fit an operation. */
import { expect, test } from 'vitest';
import { run } from '../../cli/in-process.ts';
import { folderOf } from '../../cli/process.ts';
import { documentOf, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Order = object({ id: integer, name: text, size: integer }, ['id', 'name']);
const other = object(Object.fromEntries([...'abcdefgh'].map((name) => [name, integer])));
const paths = {
  '/orders': { get: operation(listOf(ref('Order'))), post: operation(ref('Order'), { takes: ref('Order') }) },
  '/orders/{id}': {
    parameters: [inPath('id')],
    get: operation(ref('Order')),
    put: operation(other, { takes: ref('Order') }),
  },
  '/orders/{id}/send': { parameters: [inPath('id')], post: operation(other) },
  '/sizes': { post: operation(other, { takes: object({ text }) }) },
};

const explain = (...args: readonly string[]) => {
  const document = documentOf('Orders', paths, { Order });
  return run(['explain', 'openapi.json', ...args], { cwd: folderOf({ 'openapi.json': JSON.stringify(document) }) });
};

test('each rule is shown with what is missing, and the collection', async () => {
  const { code, stdout } = await explain('--why-not', 'PUT /orders/{id}');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^PUT \/orders\/\{id\}: no collection\n {2}Returns something other than an item of \/orders\.\n/,
  );
  expect(stdout).toContain(
    '  replacement (as PUT /orders/{id}), of orders\n      Returns something other than an item of /orders/{id}.\n',
  );
});

test('of a method, a request or a response, one thing may be missing', async () => {
  const { stdout } = await explain('--why-not', 'POST /orders/{id}/send', '--json');
  const { near } = JSON.parse(stdout);
  expect(near).toContainEqual({
    rule: 'action that returns the item',
    example: 'POST /orders/{id}/cancel',
    collection: 'orders',
    missing: 'The response shows other instead of the item.',
  });
});

test('what would begin a collection names none', async () => {
  const { stdout } = await explain('--why-not', 'POST /sizes', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ collection: null, action: null, operation: 'POST /sizes' });
  expect(JSON.parse(stdout).near.map(({ collection }: { collection: unknown }) => collection)).toContain(null);
});

test('an unknown operation is an error with the nearest name', async () => {
  const { code, stderr } = await explain('--why-not', 'GET /order');
  expect(code).toBe(2);
  expect(stderr).toContain('--why-not: unknown operation "GET /order". Did you mean "GET /orders"?');
});
