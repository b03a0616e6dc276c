/** One connection with more and more requests whose responses wait. Responses are counted; no time is measured. */
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { openRaw } from '../server/raw-client.ts';

const maxWaiting = 1000;

const vivarium = await createVivarium();
const port = Number(new URL((await vivarium.listen({ port: 0 })).url).port);
afterAll(() => vivarium.close());

const requestOf = (world: string, prefer: string): string =>
  `GET /~${world}/v1/pets?limit=1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\nPrefer: ${prefer}\r\n\r\n`;

test.each<[string, string, string]>([
  ['delay', 'delay=1h', 'delay=1h'],
  ['hang', 'fault=hang', 'fault=hang'],
  // Behind a response that waits, also the end of the connection waits.
  ['reset', 'delay=1h', 'fault=reset'],
])('a connection ends when more than a thousand responses wait on it (%s)', async (world, first, others) => {
  const { socket, ended } = openRaw(port);
  const served = (): number => vivarium.world(world).exchanges({ limit: 1 })[0]?.id ?? 0;
  socket.write(requestOf(world, first) + requestOf(world, others).repeat(maxWaiting - 1));
  await expect.poll(served, { timeout: 60_000 }).toBe(maxWaiting);
  // All wait; the connection is open.
  expect(socket.readableEnded).toBe(false);
  const closed = once(socket, 'close');
  socket.write(requestOf(world, others));
  await closed;
  const { answers } = await ended;
  expect(answers).toEqual([]);
  expect(served()).toBe(maxWaiting + 1);
});

test('responses that have been sent do not count', async () => {
  const { socket, until, received } = openRaw(port);
  for (let round = 1; round <= 3; round++) {
    socket.write(requestOf('sent', 'delay=1ms').repeat(maxWaiting - 1));
    await until(`Vivarium-Exchange: ${round * (maxWaiting - 1)}\r\n`);
  }
  expect(received()).not.toContain('HTTP/1.1 4');
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});
