import { expect, test } from 'vitest';
import { call, simulateNotes } from '../simulate/notes-service.ts';

test.each([
  [undefined, 200, null, '0123456789'],
  ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
  ['bytes=7-', 206, 'bytes 7-9/10', '789'],
  ['bytes=-2', 206, 'bytes 8-9/10', '89'],
  ['bytes=5-99', 206, 'bytes 5-9/10', '56789'],
  ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
  ['bytes=10-', 416, 'bytes */10', ''],
  ['bytes=-0', 416, 'bytes */10', ''],
  ['bytes=0-1,3-4', 200, null, '0123456789'],
  ['bytes=4-2', 200, null, '0123456789'],
  ['pages=1-2', 200, null, '0123456789'],
])('Range: %s gets %d', async (range, status, contentRange, text) => {
  const world = (await simulateNotes()).world();
  const answer = await call(world, 'GET', '/file', range === undefined ? {} : { headers: { Range: range } });
  expect([answer.status, answer.headers.get('content-range'), answer.text]).toEqual([status, contentRange, text]);
  expect(answer.headers.get('accept-ranges')).toBe('bytes');
  expect(answer.headers.get('content-length')).toBe(String(text.length));
});

test('a range of another version gets the whole', async () => {
  const world = (await simulateNotes()).world();
  const headers = { Range: 'bytes=0-1', 'If-Range': '"old"' };
  expect((await call(world, 'GET', '/file', { headers })).status).toBe(200);
});

test('an operation without 206 ignores it', async () => {
  const world = (await simulateNotes()).world();
  const answer = await call(world, 'GET', '/notes', { headers: { Range: 'bytes=0-1' } });
  expect([answer.status, answer.headers.get('accept-ranges')]).toEqual([200, null]);
});
