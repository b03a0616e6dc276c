/** Stubs without a document: they respond as before, over the drafted one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { environments } from '../files/mockoon.ts';
import { importStubsWithoutDocument, lostIn, temporaryFolder } from '../files/stubs.ts';

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

test.each(environments)('an environment: $name', async ({ environment, files = {}, calls, lost }) => {
  const texts = Object.entries(files).map(([name, text]) => [
    name,
    /png$/.test(name) ? Buffer.from(text, 'base64') : text,
  ]);
  const folder = await temporaryFolder({
    'library.json': JSON.stringify(environment, undefined, 2),
    ...Object.fromEntries(texts),
  });
  const imported = await importStubsWithoutDocument(join(folder, 'library.json'));
  expect(lost).toEqual(expect.arrayContaining(lostIn(imported).map(([key]) => key)));
  expect(imported.exitCode).toBe(0);
  for (const { method, path, headers = {}, sent, status, body } of calls) {
    const credentials = { authorization: 'Bearer demo' };
    const received = await imported.send(method, path, { headers: { ...credentials, ...headers }, body: sent });
    expect([method, path, received.status]).toEqual([method, path, status]);
    // A written item is completed, as the drafted schema says.
    if (body !== undefined && method === 'GET') expect(received.body).toEqual(body);
    else if (body !== undefined) expect(received.body).toMatchObject(body as object);
  }
});

const mappings = fileURLToPath(new URL('../files/wiremock', import.meta.url));

test.each(readdirSync(mappings))('mappings: %s', async (name) => {
  const imported = await importStubsWithoutDocument(join(mappings, name));
  const reasons = lostIn(imported).map(([, reason]) => reason);
  expect(reasons).not.toContain('the document has no operation for it');
  expect(imported.exitCode).toBe(0);
});

test('mappings respond over the drafted document', async () => {
  const recorded = await importStubsWithoutDocument(join(mappings, 'recorded'));
  expect((await recorded.send('GET', '/books?limit=2')).body).toMatchObject([
    { title: 'Emma' },
    { title: 'Middlemarch' },
  ]);
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++) statuses.push((await recorded.send('GET', '/books/7')).status);
  expect(statuses).toEqual([200, 404, 404]);
  expect((await recorded.send('GET', '/health')).body).toEqual({ status: 'up' });
});
test('a stub for any method responds to each of them', async () => {
  const mapping = { request: { method: 'ANY', urlPath: '/maintenance' }, response: { status: 503, body: 'later' } };
  const folder = await temporaryFolder({ 'any.json': JSON.stringify(mapping) });
  const { send } = await importStubsWithoutDocument(join(folder, 'any.json'));
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    expect([method, (await send(method, '/maintenance')).status]).toEqual([method, 503]);
});
