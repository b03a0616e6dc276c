import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { importStubs, lostIn, temporaryFolder } from '../../files/stubs.ts';

beforeAll(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

test('three thousand stubs are imported in bounded time, and the last one is found as fast as the first', async () => {
  const mappings = Array.from({ length: 3000 }, (_, id) => ({
    request: { method: 'GET', urlPath: `/v1/books/${id}` },
    response: { jsonBody: { id, title: `Book ${id}` }, fixedDelayMilliseconds: id === 5 ? 1 : 0 },
  }));
  const folder = await temporaryFolder({ 'many.json': JSON.stringify({ mappings }) });
  const started = process.cpuUsage();
  const { send, rows, exitCode } = await importStubs(join(folder, 'many.json'));
  const { user } = process.cpuUsage(started);
  expect([exitCode, lostIn({ rows })]).toEqual([0, []]);
  await send('GET', '/books/1');
  const from = process.cpuUsage();
  for (let id = 2700; id < 2900; id++)
    expect((await send('GET', `/books/${id}`)).body).toEqual({ id, title: `Book ${id}` });
  const each = process.cpuUsage(from).user / 1000 / 200;
  expect(user / 1000).toBeLessThan(9000);
  expect(each).toBeLessThan(20);
});
