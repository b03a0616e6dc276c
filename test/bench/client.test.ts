/** The client of the benches. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createClient, sendAtRate } from '../../bench/client.ts';

test('a time counts from when its request was due, not from when the server was free', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const count = 20;
  const { times } = await sendAtRate(1000, count, (index) => {
    if (index === count - 1) resolve();
    return promise;
  });
  expect(times).toHaveLength(count);
  expect(times.at(-1)).toBeGreaterThanOrEqual(count - 1);
});

test('a body is read whole, with a length and in chunks, and a failure is one', async () => {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/missing' ? 404 : 200;
    if (url === '/chunks') response.write('caf\u00e9 ');
    response.end('\u{1f99c}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient(1);
  const sent = ['/', '/chunks', '/'].map((path) => client.send(url, { method: 'GET', path }));
  expect(await Promise.all(sent)).toEqual(['\u{1f99c}', 'caf\u00e9 \u{1f99c}', '\u{1f99c}']);
  await expect(client.send(url, { method: 'GET', path: '/missing' })).rejects.toThrow(
    'GET /missing HTTP/1.1 answered 404',
  );
  client.close();
  server.close();
});

test('a request is sent again if the server has ended the connection that nobody used', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/cut' && seen++ === 0) request.socket.destroy();
    else response.end('here');
  }).listen(0, '127.0.0.1');
  let seen = 0;
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient(1);
  expect(await client.send(url, { method: 'GET', path: '/' })).toBe('here');
  expect(await client.send(url, { method: 'GET', path: '/cut' })).toBe('here');
  expect(seen).toBe(2);
  client.close();
  server.close();
});
