/** Connections that a fault holds for long: what they took is given back when they end. */
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVivarium, type Vivarium, type VivariumWorld } from '../../../src/index.ts';

const connections = 1000;
/** The first warms up; the last is compared with the one before it. */
const rounds = 3;
/** One kilobyte a connection; a response that is still held has several. Between rounds that leave nothing it is a third. */
const marginBytes = 1_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let vivarium: Vivarium;
let world: VivariumWorld;
let port: number;

beforeAll(async () => {
  // A journal that is full soon: what it keeps is no part of the question.
  vivarium = await createVivarium({ journal: 10 });
  world = vivarium.world('crowd');
  port = Number(new URL((await vivarium.listen({ port: 0 })).url).port);
});
afterAll(() => vivarium.close());

const lastNumber = (): number => world.exchanges({ limit: 1 })[0]?.id ?? 0;

/** Opens so many connections at once, each with a request; resolves when the world has taken all of them. */
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

/** Once nothing is under way any more on either side. */
const memoryInUse = async (): Promise<number> => {
  const sockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
  await expect.poll(sockets, { timeout: 10_000 }).toBe(0);
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const effects = {
  timeout: {
    switchOn: () => world.fault('timeout'),
    // Nothing comes: the clients give up.
    end: (sockets: readonly Socket[]) => {
      for (const socket of sockets) socket.destroy();
    },
  },
  dribble: {
    switchOn: () => world.fault('dribble', { dribble: { chunks: 5, over: '250ms' } }),
    end: () => {},
  },
} as const;

test.each(Object.entries(effects))(
  'a thousand connections under %s leave memory where it was once they end',
  async (name, { switchOn, end }) => {
    switchOn();
    const used: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const sockets = await openAll();
      const all = Promise.all(sockets.map(closed));
      end(sockets);
      await all;
      used.push(await memoryInUse());
    }
    world.fault(name, { enabled: false });
    expect((used.at(-1) as number) - (used.at(-2) as number)).toBeLessThan(marginBytes);
  },
);
