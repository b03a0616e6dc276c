/** No input causes a 5xx without a fault, and every error has the documented format. */
import { expect, test } from 'vitest';
import fc from '../fast-check.ts';
import { anyRequest } from './arbitrary-requests.ts';
import { type Asked, type Got, serve } from './live.ts';

/** Checks every response, whatever the request. */
const expectSound = ({ method }: Asked, { status, headers, text, body }: Got): void => {
  // 501 is an operation without a documented success.
  expect(status < 500 || status === 501).toBe(true);
  expect(headers['content-type'] ?? '').not.toContain('html');
  if (status === 204 || method === 'HEAD') {
    expect(text).toBe('');
    return;
  }
  expect(headers['content-type']).toBe('application/json');
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  if (status < 400) return;
  expect(body).toEqual({ code: expect.any(String), message: expect.stringMatching(/./), status });
};

test('every request gets a response, and an invalid one an error in the documented format', async () => {
  const live = await serve({ scenario: 'default', maxBody: 4096 });
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyRequest, async (asked) => {
      const got = await live.send(asked);
      expectSound(asked, got);
      statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
    }),
    { numRuns: 600 },
  );
  // The requests are random, but some of them succeed.
  for (const status of [200, 201, 204, 400, 401, 404, 405]) expect([...statuses.keys()]).toContain(status);
  // And the server still works.
  const after = await live.send({
    method: 'GET',
    target: '/v1/pets/1',
    headers: { authorization: 'Bearer demo', 'vivarium-world': 'untouched' },
  });
  expect([after.status, after.body]).toEqual([200, { id: 1, name: 'Luna', categoryId: 1, status: 'available' }]);
});

test('a world that only reports serves every readable request, and every response matches the document', async () => {
  const live = await serve({ scenario: 'lenient', maxBody: 4096 });
  await fc.assert(
    fc.asyncProperty(anyRequest, async (asked) => expectSound(asked, await live.send(asked))),
    { numRuns: 300 },
  );
  const exchanges = ['default', 'a', 'b', 'c', 'd'].flatMap((name) => live.world(name).exchanges({ limit: 1000 }));
  expect(exchanges.length).toBeGreaterThan(150);
  expect(exchanges.filter(({ status }) => status === 201).length).toBeGreaterThan(10);
  expect(exchanges.flatMap(({ violations }) => violations).filter(({ side }) => side === 'response')).toEqual([]);
});
