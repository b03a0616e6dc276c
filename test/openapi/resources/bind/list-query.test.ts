/** What lists select by what their document states: usual values, named ids, and words in their paths. */
import { expect, test } from 'vitest';
import { boolean, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { nothing } from '../small.ts';

const state = { type: 'string', enum: ['open', 'closed'] };
const asked = (values: readonly string[], rest: object) => ({
  ...inQuery('state', { type: 'string', enum: values }),
  ...rest,
});
const Task = object({ id: integer, name: text, state, trashed: boolean }, ['id', 'name']);
const service = (parameters: readonly object[]) =>
  servePaths(
    {
      '/tasks': {
        get: operation(listOf(ref('Task')), { parameters }),
        post: operation(ref('Task'), { takes: object({ name: text, state, trashed: boolean }, []), status: 201 }),
      },
      '/tasks/{id}': { get: operation(ref('Task')) },
      '/trash': { get: operation(listOf(ref('Task'))), delete: nothing },
    },
    { Task },
  );
const tasks = [
  { name: 'a', state: 'open', trashed: false },
  { name: 'b', state: 'closed', trashed: true },
  { name: 'c' },
];
const names = (body: readonly { readonly name: string }[]) => body.map(({ name }) => name).join('');

test.each([
  ['a default, of a state', asked(['open', 'closed'], {}), { default: 'open' }, 'ac'],
  ['a default beside all', asked(['open', 'closed', 'all'], {}), { default: 'open' }, 'ac'],
  ['words', asked(['open', 'closed', 'all'], { description: 'Defaults to open.' }), {}, 'ac'],
  ['all', asked(['open', 'closed', 'all'], { description: 'Defaults to all.' }), {}, 'abc'],
  ['nothing', asked(['open', 'closed', 'all'], {}), {}, 'abc'],
])('without a parameter, its usual value counts: %s', async (_, parameter, more, expected) => {
  const { schema } = parameter as { readonly schema?: object };
  const client = await service([{ ...parameter, schema: { ...schema, ...more } }]);
  for (const task of tasks) await client.send('POST', '/tasks', task);
  expect(names((await client.get('/tasks')).body)).toBe(expected);
  expect(names((await client.get('/tasks?state=closed')).body)).toBe('b');
});

test('the items with named ids are in the order of the names', async () => {
  const client = await service([inQuery('ids', listOf(integer))]);
  for (const task of tasks) await client.send('POST', '/tasks', task);
  expect(names((await client.get('/tasks?ids=3&ids=1')).body)).toBe('ca');
  expect(names((await client.get('/tasks?ids=1&ids=3')).body)).toBe('ac');
});

test('at a path whose word states something, a deletion is of the items that are listed there', async () => {
  const client = await service([]);
  for (const task of tasks) await client.send('POST', '/tasks', task);
  expect(names((await client.get('/trash')).body)).toBe('b');
  await client.send('DELETE', '/trash');
  expect(names((await client.get('/tasks')).body)).toBe('ac');
});

test('a creation shows the secret that it issues, and nothing else does', async () => {
  const Key = object({ id: integer, name: text }, ['id', 'name']);
  const Issued = { allOf: [ref('Key'), object({ clientSecret: text, note: text })] };
  const client = await servePaths(
    {
      '/keys': {
        get: operation(listOf(ref('Key'))),
        post: operation(Issued, { takes: object({ name: text }, []), status: 201 }),
      },
      '/keys/{id}': { get: operation(ref('Key')) },
    },
    { Key },
  );
  const { body } = await client.send('POST', '/keys', { name: 'ci' });
  expect(body).toEqual({ id: 1, name: 'ci', clientSecret: expect.any(String) });
  expect((await client.get('/keys/1')).body).toEqual({ id: 1, name: 'ci' });
});
