/** Responses that were not recorded. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { startForTest } from '../server/control/control-server.ts';

test('a request without a world is counted', async () => {
  const server = await startForTest({ maxWorlds: 1 });
  expect((await server.call('GET', '/~-/v1/pets')).status).toBe(400);
  expect((await server.call('GET', '/~one/v1/pets')).status).toBe(503);
  const { text } = await server.send('GET', '/_vivarium/metrics');
  expect(text).toContain('vivarium_requests_total{operation="",status="400"} 1');
  expect(text).toContain('vivarium_requests_total{operation="",status="503"} 1');
  expect((await server.api('GET', '/worlds/default/exchanges')).body.total).toBe(0);
});

test('an internal error gets a 500, and is in the journal of its world', async () => {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const scenario = { faults: [{ name: 'f', on: { body: { a: 1 } }, status: 418 }] };
  const server = await startForTest({ scenario, logger });
  const broken = vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(() => {
    throw new Error('a secret of the machine room');
  });
  onTestFinished(() => broken.mockRestore());
  // ASCII alone would not be decoded.
  const answer = await server.call('POST', '/~alice/v1/pets', { name: 'Mäple', categoryId: 3 });
  broken.mockRestore();
  expect(logger.error.mock.calls).toEqual([['Internal error while handling POST /v1/pets.', expect.any(Error)]]);
  expect([answer.status, answer.headers['vivarium-exchange'], answer.body.status]).toEqual([500, '1', 500]);
  expect(answer.text).not.toMatch(/secret|\.ts/);
  expect((await server.api('GET', '/worlds/alice/exchanges/1')).body).toMatchObject({
    method: 'POST',
    path: '/v1/pets',
    status: 500,
    why: [expect.stringMatching('^rejected with 500: Internal error in the mock server; see its log[.]')],
  });
  // Nothing else is different: the next response is the expected one of the first.
  const next = await server.call('POST', '/~alice/v1/pets', { name: 'Maple', categoryId: 3 });
  expect([next.status, next.headers['vivarium-exchange'], next.body.id]).toEqual([201, '2', 1]);
  await expect(
    (async () => {
      vi.spyOn(TextDecoder.prototype, 'decode').mockImplementationOnce(() => {
        throw new Error('another one');
      });
      return server.vivarium.world('bob').fetch('/v1/pets', { method: 'POST', body: '{"name":"Ω"}' });
    })(),
  ).rejects.toThrow('another one');
  expect(server.vivarium.world('bob').exchanges()).toMatchObject([{ id: 1, status: 500 }]);
});
