/** Requests with the item in a wrapper, as Rails, Django and teams of their own write them: nothing that was sent is lost. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { nothing } from '../openapi/resources/small.ts';
import { boolean, inPath, integer, listOf, object, operation, ref, text } from '../short-document.ts';

const Product = object(
  {
    id: integer,
    name: text,
    amount_cents: { type: 'integer', examples: [1099] },
    currency: text,
    vendor: ref('Vendor'),
  },
  ['id', 'amount_cents'],
);
const Vendor = object({ id: integer, name: text }, ['id']);
const parameters = [inPath('id')];

const others = { a: text, b: text, c: text, d: text };

/** A request, the response to it, and where both have the item. */
test.each<[string, object, object, (sent: object) => object, string]>([
  [
    'its name, with one property',
    object({ product: object({ name: text }) }),
    ref('Product'),
    (product) => ({ product }),
    '',
  ],
  [
    'its name, with more than the item shows',
    object({
      product: object({ name: text, amount_cents: integer, vendor_id: integer, tax_codes: listOf(text), ...others }),
    }),
    object({ product: ref('Product') }),
    (product) => ({ product }),
    'product',
  ],
  [
    'a usual name, beside other properties',
    object({ data: object({ name: text, amount_cents: integer, ...others }), notify: boolean }),
    object({ data: ref('Product'), took: { type: 'integer', enum: [5] } }),
    (data) => ({ data, notify: true }),
    'data',
  ],
  [
    'any name, with the most of it',
    object({ payload_v2: object({ name: text, amount_cents: integer, ...others }), hints: object({ name: text }) }),
    ref('Product'),
    (sent) => ({ payload_v2: sent, hints: { name: 'none' } }),
    '',
  ],
  [
    'two wrappers',
    object({ data: object({ product: object({ name: text, amount_cents: integer, ...others }) }) }),
    object({ data: object({ product: ref('Product') }) }),
    (product) => ({ data: { product } }),
    'data.product',
  ],
])('an item in an object with %s', async (_name, takes, answer, wrap, at) => {
  const client = await servePaths(
    {
      '/products': { get: operation(listOf(ref('Product'))), post: operation(answer, { takes, status: 201 }) },
      '/products/{id}': { parameters, get: operation(answer), put: operation(answer, { takes }), delete: nothing },
    },
    { Product, Vendor },
  );
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response.
  const within = (body: any): any => at.split('.').reduce((value, name) => (name === '' ? value : value[name]), body);
  const isOne = JSON.stringify(takes).includes('amount_cents') ? { amount_cents: 77 } : {};
  const { body } = await client.send('POST', '/products', wrap({ name: 'one', ...isOne }) as never);
  expect(within(body)).toMatchObject({ id: 1, name: 'one', ...isOne });
  expect((await client.get('/products/1')).body).toEqual(body);
  expect((await client.get('/products')).body).toEqual([within(body)]);
  await client.send('PUT', '/products/1', wrap({ name: 'two', ...isOne }) as never);
  expect(within((await client.get('/products/1')).body)).toMatchObject({ id: 1, name: 'two', ...isOne });
  expect((await client.send('DELETE', '/products/1')).status).toBe(204);
  expect((await client.get('/products/1')).status).toBe(404);
});

test('an object with a usual name beside other content is a property of the item', async () => {
  const Ref = object({ ref: text, node_id: text, object: object({ sha: text, type: text }) }, ['ref', 'object']);
  const name = [inPath('ref', text)];
  const client = await servePaths(
    {
      '/refs': {
        post: operation(ref('Ref'), { takes: object({ ref: text, sha: text }, ['ref', 'sha']), status: 201 }),
      },
      '/refs/{ref}': { parameters: name, get: operation(ref('Ref')), delete: nothing },
    },
    { Ref },
  );
  const { body } = await client.send('POST', '/refs', { ref: 'main', sha: 'aa' });
  expect(body).toMatchObject({ ref: 'main', object: { sha: 'aa' } });
  expect((await client.get('/refs/main')).body).toEqual(body);
  expect((await client.send('DELETE', '/refs/main')).status).toBe(204);
  expect((await client.get('/refs/main')).status).toBe(404);
});
