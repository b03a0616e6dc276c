/** The property that identifies an item: what the list and the creation show is what the path takes. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../openapi/resources/small.ts';

const uuid = { type: 'string', format: 'uuid' };
const hidden = (schema: object) => ({ ...schema, readOnly: true });

interface Style {
  readonly path: string;
  readonly parameter: string;
  readonly schema: object;
  readonly item: Record<string, object>;
  readonly id: string;
}

const styles: readonly (readonly [string, Style])[] = [
  [
    'pk, as Django REST has it',
    { path: '/company', parameter: 'id', schema: integer, item: { pk: hidden(integer), name: text }, id: 'pk' },
  ],
  [
    'pk as a UUID, beside a key',
    { path: '/machine', parameter: 'id', schema: uuid, item: { key: integer, pk: hidden(uuid), name: text }, id: 'pk' },
  ],
  [
    'pk for {pk}, beside a slug',
    {
      path: '/parts',
      parameter: 'pk',
      schema: integer,
      item: { slug: text, pk: hidden(integer), name: text },
      id: 'pk',
    },
  ],
  ['uid', { path: '/boards', parameter: 'uid', schema: text, item: { id: integer, uid: text, name: text }, id: 'uid' }],
  ['sku', { path: '/goods', parameter: 'sku', schema: text, item: { id: integer, sku: text, name: text }, id: 'sku' }],
  [
    'the reference',
    {
      path: '/orders',
      parameter: 'reference',
      schema: text,
      item: { id: integer, reference: text, name: text },
      id: 'reference',
    },
  ],
  [
    'the number',
    {
      path: '/orders',
      parameter: 'orderNumber',
      schema: integer,
      item: { id: uuid, number: integer, name: text },
      id: 'number',
    },
  ],
  [
    'the code',
    {
      path: '/countries',
      parameter: 'country_code',
      schema: text,
      item: { name: text, code: text, id: integer },
      id: 'code',
    },
  ],
  [
    'the token, not that of the parent',
    {
      path: '/financial_accounts',
      parameter: 'financial_account_token',
      schema: uuid,
      item: { account_token: uuid, token: hidden(uuid), name: text },
      id: 'token',
    },
  ],
  [
    'the number, not the text with which the name of the parameter ends',
    {
      path: '/gpg_keys',
      parameter: 'gpg_key_id',
      schema: integer,
      item: { id: hidden(integer), key_id: text, name: text },
      id: 'id',
    },
  ],
  [
    'the id, not a reference with which the name of the parameter ends',
    {
      path: '/items',
      parameter: 'order_price_id',
      schema: text,
      item: { price_id: text, id: hidden(text), name: text },
      id: 'id',
    },
  ],
];

test.each(styles)('the id is %s', async (_name, { path, parameter, schema, item, id }) => {
  const Item = object(item, [id]);
  const parameters = [{ name: parameter, in: 'path', required: true, schema }];
  const client = await servePaths(
    {
      [path]: {
        get: operation(listOf(ref('Item'))),
        post: operation(ref('Item'), { takes: object(item), status: 201 }),
      },
      [`${path}/{${parameter}}`]: {
        parameters,
        get: operation(ref('Item')),
        patch: operation(ref('Item'), { takes: object({ name: text }) }),
        delete: operation(undefined),
      },
    },
    { Item },
    'default',
  );
  const [listed] = (await client.get(path)).body;
  expect((await client.get(`${path}/${listed[id]}`)).body).toEqual(listed);
  const { body } = await client.send('POST', path, { name: 'one' });
  const own = `${path}/${body[id]}`;
  expect((await client.get(own)).body).toEqual({ ...body, name: 'one' });
  expect((await client.send('PATCH', own, { name: 'two' })).body).toEqual({ ...body, name: 'two' });
  expect((await client.send('DELETE', own)).status).toBe(204);
  expect((await client.get(own)).status).toBe(404);
});
