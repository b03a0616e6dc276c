/** No connection with requests to a world stays open while a fault that ends connections is on in it. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { useServer } from '../control/control-server.ts';
import { openRaw, type RawConnection } from '../raw-client.ts';

let world = '';
let count = 0;
const server = await useServer();
beforeEach(() => {
  world = `connections-${++count}`;
});

const head = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, `Host: localhost:${server.port}`, 'Authorization: Bearer demo', ...headers, '', ''].join('\r\n');

/** A connection that has carried a request, and stays open. */
const openUsed = async (text: string): Promise<RawConnection> => {
  const connection = openRaw(server.port);
  connection.socket.write(text);
  await connection.until('\r\n\r\n');
  return connection;
};

/** The values of the header Connection. */
const connectionsIn = (text: string): readonly (string | undefined)[] =>
  [...text.matchAll(/^connection: (.*?)\r$/gim)].map(([, value]) => value);

/** It is on, but no request of these tests matches it. */
const disturb = (fault: string): void =>
  void server.vivarium.world(world).fault(fault as 'reset', { on: { operation: 'listOrders' } });

const read = (name = world): string => head(`GET /~${name}/v1/pets/1`);

describe('while a fault that ends connections is on', () => {
  test.each([
    ['reset', 'a response', read],
    ['empty', 'a response', read],
    ['truncate', 'a response', read],
    ['offline', 'a response', read],
    ['reset', 'a response without a body', () => head(`HEAD /~${world}/v1/pets/1`)],
    ['reset', 'an unknown path', () => head(`GET /~${world}/v1/nowhere`)],
    ['reset', 'a wrong method', () => head(`DELETE /~${world}/v1/pets`)],
    ['reset', 'an unreadable body', () => `${head(`POST /~${world}/v1/pets`, 'Content-Length: 1')}{`],
    ['reset', 'a delayed response', () => head(`GET /~${world}/v1/pets/1`, 'Prefer: delay=1ms')],
    ['reset', 'a response in pieces', () => head(`GET /~${world}/v1/pets/1`, 'Prefer: fault=dribble')],
    [
      'reset',
      'a preflight',
      () => head(`OPTIONS /~${world}/v1/pets`, 'Origin: http://a.example', 'Access-Control-Request-Method: POST'),
    ],
  ])('(%s), the connection of %s ends', async (fault, _what, write) => {
    server.vivarium.world(world).clock.set({ frozen: true });
    const advance = setInterval(() => server.vivarium.world(world).clock.advance('10s'), 10);
    const before = await openUsed(write());
    expect(connectionsIn(before.received())).toEqual(['keep-alive']);
    before.socket.destroy();
    disturb(fault);
    const during = openRaw(server.port);
    during.socket.write(write());
    expect((await during.ended).answers).toHaveLength(1);
    expect(connectionsIn(during.received())).toEqual(['close']);
    clearInterval(advance);
    server.vivarium.world(world).clearFaults();
    const after = await openUsed(read());
    expect(connectionsIn(after.received())).toEqual(['keep-alive']);
    after.socket.destroy();
  });

  test('connections of other worlds stay open', async () => {
    disturb('reset');
    const { socket, received } = await openUsed(read(`${world}-other`));
    expect(connectionsIn(received())).toEqual(['keep-alive']);
    socket.destroy();
  });
});

describe('when a fault that ends connections is switched on', () => {
  const ended = ({ socket }: RawConnection): Promise<unknown> => once(socket, 'close');

  test.each([
    ['by the library', () => disturb('reset')],
    ['by the control API', () => server.api('PUT', `/worlds/${world}/faults/empty`, { on: { path: '/none' } })],
    ['by another scenario', () => server.api('PUT', `/worlds/${world}`, { inline: { faults: ['offline'] } })],
  ])('%s, the idle connections of the world end, and no others', async (_how, change) => {
    const other = await openUsed(read(`${world}-other`));
    const preflight = head(`OPTIONS /~${world}/v1/pets`, 'Origin: http://a', 'Access-Control-Request-Method: POST');
    const used = await Promise.all([read(), preflight].map(openUsed));
    await Promise.all([...used.map(ended), change()]);
    other.socket.write(read(`${world}-other`).replace('pets/1', 'pets/2'));
    await other.until('"id":2');
    other.socket.destroy();
  });

  test('a request that was on its way on an idle connection gets its response', async () => {
    const { socket, ended, received } = await openUsed(read());
    disturb('reset');
    socket.write(read());
    expect((await ended).answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(connectionsIn(received())).toEqual(['keep-alive', 'close']);
  });

  test('a connection with requests to very many worlds counts as one of every world', async () => {
    const used = await openUsed(read());
    for (let at = 0; at < 120; at++) used.socket.write(read(`${world}-${at}`));
    used.socket.write(read().replace('pets/1', 'pets/2'));
    await used.until('"id":2');
    world = `${world}-other`;
    const end = ended(used);
    disturb('reset');
    await end;
  });

  test('a response that is due is sent, and is the last one', async () => {
    server.vivarium.world(world).clock.set({ frozen: true });
    const delayed = openRaw(server.port);
    delayed.socket.write(head(`GET /~${world}/v1/pets/1`, 'Prefer: delay=1h'));
    const inPieces = await openUsed(head(`GET /~${world}/v1/pets/1`, 'Prefer: fault=dribble'));
    await expect.poll(() => server.vivarium.world(world).exchanges().length).toBe(2);
    disturb('reset');
    disturb('empty');
    server.vivarium.world(world).clock.advance('2h');
    expect((await delayed.ended).answers).toMatchObject([{ status: 200, headers: { connection: 'close' } }]);
    expect((await inPieces.ended).answers).toMatchObject([{ status: 200, body: expect.stringMatching(/\}$/) }]);
  });

  test('the response to the call that switches it is sent on the connection that carried requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (method: string, path: string): Promise<readonly [number | undefined, string | undefined]> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: 'Bearer demo' };
        request({ agent, port: server.port, host: '127.0.0.1', method, path, headers }, (response) => {
          response.resume().once('end', () => resolve([response.statusCode, response.headers.connection]));
        })
          .on('error', reject)
          .end();
      });
    expect(await call('GET', `/~${world}/v1/pets/1`)).toEqual([200, 'keep-alive']);
    expect(await call('PUT', `/_vivarium/api/worlds/${world}/faults/reset`)).toEqual([200, 'close']);
    agent.destroy();
  });
});

/** Chromium sends a request again if a connection that it had in its pool ends without a byte. */
describe.each(['reset', 'empty', 'truncate'])('a response to a browser that is lost by %s', (fault) => {
  test.each(['Sec-Fetch-Site: cross-site', 'User-Agent: Mozilla/5.0 (X11)'])(
    'begins and is reset (%s)',
    async (header) => {
      const { socket, ended } = openRaw(server.port);
      socket.write(head(`HEAD /~${world}/v1/pets/1`, header, `Prefer: fault=${fault}`));
      expect(await ended).toMatchObject({ answers: [{ status: 100 }], error: 'ECONNRESET' });
      expect(server.vivarium.world(world).exchanges()).toHaveLength(1);
    },
  );
});
