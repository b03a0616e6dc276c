/** Connections that a fault holds for long: nothing of them stays in memory after their end. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVivarium, type Vivarium, type VivariumWorld } from '../../../src/index.ts';

const connections = 1000;
/** Node itself keeps the last few. */
const maxLeft = 20;

let vivarium: Vivarium;
let world: VivariumWorld;
let port: number;

beforeAll(async () => {
  vivarium = await createVivarium();
  world = vivarium.world('crowd');
  port = Number(new URL((await vivarium.listen({ port: 0 })).url).port);
});
afterAll(() => vivarium.close());

const lastNumber = (): number => world.exchanges({ limit: 1 })[0]?.id ?? 0;

/** Opens the connections, each with a request. Resolves when the world has recorded all requests. */
const openAll = async (): Promise<readonly Socket[]> => {
  const before = lastNumber();
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume();
    socket.write(
      'GET /~crowd/v1/pets?limit=3 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\nConnection: close\r\n\r\n',
    );
    return socket;
  });
  await expect.poll(lastNumber, { timeout: 10_000 }).toBe(before + connections);
  return sockets;
};

const closed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => (socket.closed ? resolve(undefined) : socket.once('close', resolve)));

/** The live objects of each kind, after a full garbage collection. */
const countLive = (): readonly number[] =>
  [Socket, IncomingMessage, ServerResponse].map((kind) => queryObjects(kind, { format: 'count' }));

const effects = {
  timeout: {
    switchOn: () => world.fault('timeout'),
    // No response comes, so the clients give up.
    end: (sockets: readonly Socket[]) => {
      for (const socket of sockets) socket.destroy();
    },
  },
  dribble: {
    switchOn: () => world.fault('dribble', { dribble: { chunks: 5, over: '5h' } }),
    end: () => world.clock.advance('6h'),
  },
} as const;

test.each(Object.entries(effects))('a thousand connections under %s leave no object behind', async (name, effect) => {
  const before = countLive();
  effect.switchOn();
  const countNew = (): readonly number[] => countLive().map((count, kind) => count - (before[kind] as number));
  const openAndEnd = async (): Promise<void> => {
    const sockets = await openAll();
    // Otherwise the counts after the end would prove nothing.
    expect(Math.min(...countNew())).toBeGreaterThanOrEqual(connections);
    const all = Promise.all(sockets.map(closed));
    effect.end(sockets);
    await all;
  };
  await openAndEnd();
  await expect.poll(() => Math.max(...countNew()), { timeout: 20_000 }).toBeLessThan(maxLeft);
  world.fault(name, { enabled: false });
});
