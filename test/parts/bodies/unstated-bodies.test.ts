import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf } from '../../openapi/documents.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { serviceFor, Thing } from '../../openapi/resources/small.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const one = operation(ref('Thing'));
const wrapped = operation(object({ data: ref('Thing') }));
const list = operation(listOf(ref('Thing')));
const taking = (schema: object | undefined) => ({
  ...one,
  requestBody: { content: { 'application/json': { ...(schema !== undefined && { schema }) } } },
});

const documents: [string, object, string, string, string][] = [
  ['a creation', { '/things': { get: list, post: one } }, 'POST', '/things', '/things'],
  ['a change', { '/things': { get: list }, '/things/{id}': { get: one, put: one } }, 'PUT', '/things/7', '/things/7'],
  ['a part', { '/things': { get: list }, '/things/{id}': { get: one, patch: one } }, 'PATCH', '/things/7', '/things/7'],
  ['one thing', { '/profile/thing': { get: wrapped, put: wrapped } }, 'PUT', '/profile/thing', '/profile/thing'],
  ['below', { '/me/things': { get: list, post: wrapped } }, 'POST', '/me/things', '/me/things'],
  ['a schema that says nothing', { '/things': { get: list, post: taking({}) } }, 'POST', '/things', '/things'],
  ['no schema', { '/things': { get: list, post: taking(undefined) } }, 'POST', '/things', '/things'],
  ['a change beside a list', { '/things': { get: list }, '/things/{id}': { put: one } }, 'PUT', '/things/7', '/things'],
];

test.each(documents)('a body that is not documented is read by the schema of the item: %s', async (...given) => {
  const [, paths, method, path, read] = given;
  const items = { data: { things: [{ id: 7, name: 'Old', kind: 'k' }] } };
  const client = await servePaths(paths, {}, method === 'POST' || path === '/profile/thing' ? {} : items);
  const sent = { name: 'Ada', kind: 'new', x: 1 };
  await client.send(method, path, sent);
  const { body } = await client.get(read);
  const shown = Array.isArray(body) ? body.at(-1) : (body.data ?? body);
  expect(shown).toMatchObject({ name: 'Ada', kind: 'new' });
  expect(shown).not.toHaveProperty('x');
});

test('explain says that the body is not documented, and a call that shows no item takes none', () => {
  const { operations } = serviceFor(
    { '/things': { get: list, post: one }, '/things/{id}/seen': { post: operation(object({ n: integer, t: text })) } },
    { Thing },
  );
  const found = operations.map(({ name, reason, body }) => ({ name, reason, body: body !== undefined }));
  expect(found[1]).toMatchObject({ body: true, reason: expect.stringContaining('its body is not documented.') });
  expect(found[2]).toMatchObject({ body: false });
});

test('a body that is not documented may have the item where the responses have it, and keeps what it does not send', async () => {
  const paths = {
    '/things': { get: list, post: wrapped },
    '/things/{id}': { get: wrapped, put: operation(undefined) },
  };
  const client = await servePaths(paths, {}, {});
  const added = (await client.send('POST', '/things', { data: { name: 'Ada', kind: 'k' } })).body.data;
  expect(added).toMatchObject({ name: 'Ada', kind: 'k' });
  await client.send('PUT', `/things/${added.id}`, { data: { name: 'Bo' } });
  expect((await client.get(`/things/${added.id}`)).body.data).toEqual({ ...added, name: 'Bo' });
  await client.send('PUT', `/things/${added.id}`, { kind: 'new' });
  expect((await client.get(`/things/${added.id}`)).body.data).toEqual({ ...added, name: 'Bo', kind: 'new' });
});

test('a form is taken where no body is documented', async () => {
  const document = documentOf({ '/things': { get: list, post: one } }, { components: { schemas: { Thing } } });
  const vivarium = await createVivarium({ document, scenario: {} });
  onTestFinished(() => vivarium.close());
  const body = new URLSearchParams({ name: 'Ada', kind: 'k' });
  const response = await vivarium.world('a').fetch('/things', { method: 'POST', body });
  expect(await response.json()).toMatchObject({ name: 'Ada', kind: 'k' });
});

test('a creation of which nothing is said but 201 creates, and a call that answers 200 does not', async () => {
  const addedBy = async (status: number): Promise<readonly unknown[]> => {
    const post = { responses: { [status]: { description: 'Done' } } };
    const client = await servePaths({ '/things': { get: list, post }, '/things/{id}': { get: one } }, {}, {});
    expect((await client.send('POST', '/things', { name: 'Ada', kind: 'k' })).status).toBe(status);
    return (await client.get('/things')).body;
  };
  expect(await addedBy(201)).toEqual([expect.objectContaining({ name: 'Ada', kind: 'k' })]);
  expect(await addedBy(200)).toEqual([]);
});
