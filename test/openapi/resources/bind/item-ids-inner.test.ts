/** Items that have their id in an object about them. */
import { expect, test } from 'vitest';
import type { CollectionSpec } from '../../../../src/core/service/binding.ts';
import { servePaths } from '../served.ts';
import { listOf, object, operation, ref, serviceFor, text } from '../small.ts';

const Pod = object({
  kind: text,
  metadata: object({ name: text, labels: object({ app: text }) }),
  spec: object({ node: text }),
});
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const paths = {
  '/namespaces/{namespace}/pods': {
    parameters: [inPath('namespace')],
    get: operation(object({ items: listOf(ref('Pod')) })),
    post: operation(ref('Pod'), { takes: ref('Pod'), status: 201 }),
  },
  '/namespaces/{namespace}/pods/{name}': {
    parameters: [inPath('namespace'), inPath('name')],
    get: operation(ref('Pod')),
    delete: operation(undefined),
  },
};

test('an item is created once, in each of its parents', async () => {
  const { send, get } = await servePaths(paths, { Pod });
  const web = { metadata: { name: 'web' }, spec: { node: 'n1' } };
  expect((await send('POST', '/namespaces/a/pods', web)).status).toBe(201);
  const again = await send('POST', '/namespaces/a/pods', { ...web, spec: { node: 'n2' } });
  expect([again.status, again.body.detail]).toEqual([409, 'body.metadata.name web already exists']);
  expect((await send('POST', '/namespaces/b/pods', web)).status).toBe(201);
  expect((await get('/namespaces/a/pods/web')).body).toEqual(web);
  expect((await send('DELETE', '/namespaces/a/pods/web')).status).toBe(204);
  expect((await get('/namespaces/a/pods/web')).status).toBe(404);
  expect((await send('POST', '/namespaces/a/pods', web)).status).toBe(201);
});

test('an id with the name of the parameter is certain', () => {
  const { operations } = serviceFor(paths, { Pod });
  expect(operations.map(({ confidence }) => confidence)).toEqual(['high', 'high', 'high', 'high']);
});

test('an item must have its id, and generated ones have it', async () => {
  const service = serviceFor(paths, { Pod });
  await service.ready();
  const { check, generate, generateId, required, exampleIds } = service.collections.get('pods') as CollectionSpec;
  expect(check({ metadata: { name: 'web' } })).toEqual([]);
  expect(check({ kind: 'Pod', metadata: { labels: {} } })).toEqual([
    { pointer: '/metadata/name', rule: 'required', message: 'is required' },
  ]);
  expect(check({ metadata: 7 }).map(({ pointer }) => pointer)).toEqual(['/metadata']);
  expect(check('web').map(({ pointer }) => pointer)).toEqual(['']);
  for (const seed of [1, 2, 3, 4, 5])
    expect(generate({ seed, now: 0 })).toMatchObject({ metadata: { name: expect.any(String) } });
  expect([required, exampleIds, typeof generateId]).toEqual([['metadata'], [], 'function']);
});

test('another property in the path, beside the id, is not an inner id', () => {
  const Thing = object({ id: text, slug: text, name: text });
  const service = serviceFor({
    '/things': { get: operation(listOf(Thing)) },
    '/things/{idOrSlug}': { parameters: [inPath('idOrSlug')], get: operation(Thing) },
  });
  const things = service.collections.get('things') as CollectionSpec;
  expect(things).toMatchObject({ idProperty: 'id', aliases: ['slug'], required: ['id'], generateId: undefined });
  expect(things.check({ id: 'a' })).toEqual([]);
  expect(things.check({ slug: 'a' })).toMatchObject([{ pointer: '/id', rule: 'required' }]);
});
