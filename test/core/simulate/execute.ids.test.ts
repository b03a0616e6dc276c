/** Ids that some paths of a document describe otherwise than the item does. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { listOf, object, operation, ref, text } from '../../short-document.ts';
import { documentOf, readyService, requestOf, stateOf, take } from '../helpers.ts';

const uuid = { type: 'string', format: 'uuid' };
const inPath = (name: string, schema: JsonObject) => ({ name, in: 'path', required: true, schema });
const lower = { type: 'string', pattern: '^[a-z]+$' };
const file = object({ id: text, name: text }, ['id']);
const takes = object({ name: text }, ['name']);
const vault = object({ id: lower, name: text }, ['id']);

const paths: JsonObject = {
  '/vaults': { get: operation(listOf(ref('Vault'))), post: operation(ref('Vault'), { takes, status: 201 }) },
  '/vaults/{id}': {
    parameters: [inPath('id', lower)],
    get: operation(ref('Vault')),
    put: operation(ref('Vault'), { takes }),
  },
  '/vaults/{vaultId}/files': {
    parameters: [inPath('vaultId', uuid)],
    get: operation(listOf(ref('File'))),
    post: operation(ref('File'), { takes, status: 201 }),
  },
  '/vaults/{vaultId}/files/{fileId}': {
    parameters: [inPath('vaultId', uuid), inPath('fileId', { type: 'string', maxLength: 20 })],
    get: operation(ref('File')),
    delete: operation(undefined),
  },
};

const open = async () => {
  const components = { schemas: { Vault: vault, File: file } };
  const service = await readyService(documentOf(paths, { components } as JsonObject));
  const state = stateOf(service, { data: { vaults: [{ id: 'abc' }], files: [] } });
  return (method: string, target: string, body?: Json) =>
    take(service, state, requestOf(method, target, body === undefined ? {} : { body }));
};

test('the id of a stored parent is accepted in each path, and is no violation', async () => {
  const send = await open();
  const created = send('POST', '/vaults/abc/files', { name: 'a' });
  expect([created.status, created.exchange.violations]).toEqual([201, []]);
  const { id } = created.body as { readonly id: string };
  expect(send('GET', '/vaults/abc/files').body).toEqual([{ id, name: 'a' }]);
  expect(send('GET', `/vaults/abc/files/${id}`).status).toBe(200);
  expect(send('DELETE', `/vaults/abc/files/${id}`).status).toBe(204);
});

test.each([
  ['GET', '/vaults/other/files', 'path.vaultId must be a UUID'],
  ['GET', `/vaults/abc/files/${'1'.repeat(21)}`, 'path.fileId must have at most 20 characters'],
  ['PUT', '/vaults/ABC', 'path.id must match the pattern'],
])('%s %s names nothing that is stored: it is rejected by its schema', async (method, target, message) => {
  const send = await open();
  const { status, exchange } = send(method, target, method === 'PUT' ? { name: 'a' } : undefined);
  expect([status, exchange.steps.at(-1)]).toMatchObject([404, { message: expect.stringContaining(message) }]);
});

test('the body is checked as elsewhere', async () => {
  const send = await open();
  expect(send('POST', '/vaults/abc/files', { name: 1 }).status).toBe(400);
});
