/** The property that identifies an item: what the list and the creation show is what the path takes. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { collection, nothing } from '../openapi/resources/small.ts';
import { inPath, integer, object, operation, ref, text } from '../short-document.ts';

const uuid = { type: 'string', format: 'uuid' };
const hidden = (schema: object) => ({ ...schema, readOnly: true });

const styles: readonly (readonly [what: string, path: string, schema: object, ids: object, id: string])[] = [
  ['pk, as Django REST has it', '/company/{id}', integer, { pk: hidden(integer) }, 'pk'],
  ['pk as a UUID, beside a key', '/machine/{id}', uuid, { key: integer, pk: hidden(uuid) }, 'pk'],
  ['pk for {pk}, beside a slug', '/parts/{pk}', integer, { slug: text, pk: hidden(integer) }, 'pk'],
  ['uid', '/boards/{uid}', text, { id: integer, uid: text }, 'uid'],
  ['sku', '/goods/{sku}', text, { id: integer, sku: text }, 'sku'],
  ['the reference', '/orders/{reference}', text, { id: integer, reference: text }, 'reference'],
  ['the number', '/orders/{orderNumber}', integer, { id: uuid, number: integer }, 'number'],
  ['the code', '/countries/{country_code}', text, { name: text, code: text, id: integer }, 'code'],
  [
    'the token, not that of the parent',
    '/financial_accounts/{financial_account_token}',
    uuid,
    { account_token: uuid, token: hidden(uuid) },
    'token',
  ],
  [
    'the number, not the text with which the name of the parameter ends',
    '/gpg_keys/{gpg_key_id}',
    integer,
    { id: hidden(integer), key_id: text },
    'id',
  ],
  [
    'the id, not a reference with which the name of the parameter ends',
    '/items/{order_price_id}',
    text,
    { price_id: text, id: hidden(text) },
    'id',
  ],
];

test.each(styles)('the id is %s', async (_what, itemPath, schema, ids, id) => {
  const [, path = '', parameter = ''] = /^(.*)\/{(.*)}$/.exec(itemPath) ?? [];
  const item = { ...ids, name: text };
  const Item = object(item, [id]);
  const client = await servePaths(
    {
      [path]: collection(ref('Item'), { takes: object(item), status: 201 }),
      [itemPath]: {
        parameters: [inPath(parameter, schema)],
        get: operation(ref('Item')),
        patch: operation(ref('Item'), { takes: object({ name: text }) }),
        delete: nothing,
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

/** A path parameter with an enum, in which each value is a collection of its own, had the same items under all values. */
const Listed = object({ id: integer, name: text }, ['id', 'name']);
const listedKind = inPath('kind', { type: 'string', enum: ['books', 'films'] });
const listedId = inPath('id');

test('items of one kind are not those of another', async () => {
  const { get, send } = await servePaths(
    {
      '/objects/{kind}': {
        parameters: [listedKind],
        ...collection(Listed, { takes: object({ name: text }, ['name']), status: 201 }),
      },
      '/objects/{kind}/{id}': { parameters: [listedKind, listedId], get: operation(Listed), delete: nothing },
    },
    {},
    'default',
  );
  const books = (await get('/objects/books')).body;
  const films = (await get('/objects/films')).body;
  expect(books.length).toBeGreaterThan(0);
  expect(films.length).toBeGreaterThan(0);
  const ids = (items: readonly { readonly id: number }[]) => items.map((item) => item.id);
  expect(ids(books).filter((one) => ids(films).includes(one))).toEqual([]);
  await send('DELETE', `/objects/films/${films[0].id}`);
  expect((await get('/objects/books')).body).toEqual(books);
  expect((await get(`/objects/books/${films[1].id}`)).status).toBe(404);
  const { body } = await send('POST', '/objects/books', { name: 'Ulysses' });
  expect((await get('/objects/books')).body).toEqual([...books, body]);
  expect(ids((await get('/objects/films')).body)).not.toContain(body.id);
});

test.each([
  ['an empty UUID', uuid, '00000000-0000-0000-0000-000000000000'],
  ['an empty text', text, ''],
  ['0', integer, 0],
])('%s is an id that is not sent', async (_case, id, sent) => {
  const Item = object({ id, name: text });
  const client = await servePaths({ '/items': collection(ref('Item'), { takes: ref('Item'), status: 201 }) }, { Item });
  const made = [];
  for (const name of ['a', 'b']) made.push((await client.send('POST', '/items', { id: sent, name })).body);
  expect(made.map((one) => one.name)).toEqual(['a', 'b']);
  expect(new Set([sent, ...made.map((one) => one.id)]).size).toBe(3);
});
