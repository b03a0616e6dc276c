/** Offsets that count from 1, as in SCIM. */
import { expect, test } from 'vitest';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { saving, serviceFor } from '../small.ts';

const User = object({ id: { type: 'string', readOnly: true }, userName: text }, ['userName']);
const page = object({
  totalResults: integer,
  startIndex: integer,
  itemsPerPage: integer,
  Resources: listOf(ref('User')),
});

test('with startIndex and count, the first item has the index 1', async () => {
  const { get } = await servePaths(
    {
      '/Users': {
        get: operation(page, { parameters: [inQuery('startIndex', integer), inQuery('count', integer)] }),
        post: saving(ref('User'), { status: 201 }),
      },
    },
    { User },
    { data: { Users: ['ada', 'eve', 'bob'].map((userName, at) => ({ id: `u${at}`, userName })) } },
  );
  const { body } = await get('/Users?startIndex=2&count=1');
  expect(body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1, Resources: [{ id: 'u1' }] });
  expect((await get('/Users')).body).toMatchObject({ startIndex: 1, Resources: [{ id: 'u0' }, {}, {}] });
});

test.each<[string, object, number]>([
  ['its default is 1', { type: 'integer', default: 1 }, 1],
  ['its minimum is 1', { type: 'integer', minimum: 1 }, 1],
  ['its default is 0', { type: 'integer', default: 0, minimum: 0 }, 0],
  ['nothing else is stated', integer, 0],
])('an offset counts from 1 or 0: %s', (_name, schema, first) => {
  const list = operation(listOf(ref('Thing')), { parameters: [inQuery('offset', schema), inQuery('limit', integer)] });
  const service = serviceFor({ '/things': { get: list, post: saving(ref('Thing')) } });
  const { binding } = service.operations[0] ?? {};
  expect(binding?.action === 'list' ? (binding.paging?.firstOffset ?? 0) : undefined).toBe(first);
});

test('from and to are the limits of a page, if both are numbers and nothing is said of them', async () => {
  const { get, send } = await servePaths({
    '/things': {
      get: operation(listOf(ref('Thing')), { parameters: [inQuery('from', integer), inQuery('to', integer)] }),
      post: operation(ref('Thing'), { takes: object({ name: text }), status: 201 }),
    },
    '/things/{thingId}': { get: operation(ref('Thing')) },
  });
  for (const name of 'abcde') await send('POST', '/things', { name });
  expect((await get('/things?from=1&to=3')).body).toMatchObject([{ name: 'b' }, { name: 'c' }]);
});

test('each way to select a page has a size of its own', async () => {
  const query = ['pagination[page]', 'pagination[pageSize]', 'pagination[start]', 'pagination[limit]'];
  const { get, send } = await servePaths({
    '/things': {
      // Strapi says 0, and begins with 1.
      get: operation(listOf(ref('Thing')), {
        parameters: query.map((name) => inQuery(name, { ...integer, default: 0 })),
      }),
      post: saving(ref('Thing')),
    },
  });
  for (const [at, name] of ['a', 'b', 'c', 'd'].entries()) await send('POST', '/things', { id: at + 1, name });
  const names = async (sent: string): Promise<string> =>
    (await get(`/things?${sent}`)).body.map(({ name }: { readonly name: string }) => name).join('');
  expect(await names('pagination[page]=1&pagination[pageSize]=3')).toBe('abc');
  expect(await names('pagination[page]=2&pagination[pageSize]=3')).toBe('d');
  expect(await names('pagination[start]=1&pagination[limit]=2')).toBe('bc');
});

test.each(['skip', 'offset'])('%s selects the page, where the document has both', async (name) => {
  const query = ['limit', 'offset', 'skip'].map((one) => inQuery(one, integer));
  const { get, send } = await servePaths({
    '/things': { get: operation(listOf(ref('Thing')), { parameters: query }), post: saving(ref('Thing')) },
  });
  for (const [at, one] of ['a', 'b', 'c', 'd'].entries()) await send('POST', '/things', { id: at + 1, name: one });
  const { body } = await get(`/things?limit=2&${name}=1`);
  expect(body.map((one: { readonly name: string }) => one.name)).toEqual(['b', 'c']);
});
