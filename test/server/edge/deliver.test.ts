/** The bytes that a client receives under each effect, on a real socket. */
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createVivarium, type VivariumWorld } from '../../../src/index.ts';

const vivarium = await createVivarium();
const port = Number(new URL((await vivarium.listen({ port: 0 })).url).port);
afterAll(() => vivarium.close());

interface Seen {
  readonly text: string;
  /** How the connection ended: `end` by FIN, `error` with its code. */
  readonly end: string;
}

const head = (world: string, extra = ''): string =>
  `GET /~${world}/v1/pets?limit=3 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\n${extra}\r\n`;

/** Sends a request and collects the response until the connection ends. */
const talk = (request: string): Promise<Seen> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.once('end', () => resolve({ text, end: 'end' }));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve({ text, end: String(error.code) }));
  });

/** Like {@link talk}, without waiting for the end. */
const open = async (request: string): Promise<{ readonly socket: Socket; readonly text: () => string }> => {
  let text = '';
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.write(request);
  return { socket, text: () => text };
};

const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);
const contentLengthOf = (text: string): number => Number(/content-length: (\d+)/i.exec(text)?.[1]);

/** The clock is frozen, so a delayed response is sent only because the clock was advanced. */
const frozenWorld = (name: string): VivariumWorld => {
  const world = vivarium.world(name);
  world.clock.set({ frozen: true });
  return world;
};

describe('transport faults', () => {
  test('reset: the connection is reset after the work is done', async () => {
    const world = vivarium.world('reset');
    world.fault('reset');
    expect(await talk(head('reset'))).toEqual({ text: '', end: 'ECONNRESET' });
    expect(world.exchanges()[0]).toMatchObject({ status: 200, faults: [{ name: 'reset', effect: 'transport' }] });
  });

  test('empty: the connection is closed without a byte', async () => {
    vivarium.world('empty').fault('empty');
    expect(await talk(head('empty'))).toEqual({ text: '', end: 'end' });
  });

  test('truncate: the body is shorter than Content-Length', async () => {
    vivarium.world('truncate').fault('truncate');
    const { text, end } = await talk(head('truncate'));
    expect(end).toBe('end');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(bodyOf(text).length).toBe(Math.floor(contentLengthOf(text) / 2));
    expect(bodyOf(text)).toMatch(/^\[\{"id":1/);
  });

  test('garbage: the bytes are not HTTP', async () => {
    vivarium.world('garbage').fault('garbage');
    const { text, end } = await talk(head('garbage'));
    expect(end).toBe('end');
    expect(text.length).toBe(64);
    expect(text).not.toContain('HTTP');
  });

  test('timeout: the connection stays open without a byte', async () => {
    vivarium.world('timeout').fault('timeout');
    const held = await open(head('timeout'));
    await expect.poll(() => vivarium.world('timeout').exchanges().length).toBe(1);
    // Meanwhile the server responds to another request.
    expect((await talk(head('other', 'Connection: close\r\n'))).text).toMatch(/^HTTP\/1\.1 200/);
    expect(held.text()).toBe('');
    expect(held.socket.closed).toBe(false);
    held.socket.destroy();
  });

  test('the operation is executed although the response is lost, unless it is skipped', async () => {
    const body = '{"name":"Ghost","categoryId":1}';
    const post = (world: string): string =>
      `POST /~${world}/v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    vivarium.world('lost').fault('reset');
    vivarium.world('skipped').fault('reset', { work: 'skipped' });
    await talk(post('lost'));
    await talk(post('skipped'));
    for (const name of ['lost', 'skipped']) vivarium.world(name).fault('reset', { enabled: false });
    const read = (world: string) =>
      vivarium.world(world).fetch('/v1/pets/25', { headers: { authorization: 'Bearer demo' } });
    expect((await read('lost')).status).toBe(200);
    expect((await read('skipped')).status).toBe(404);
  });
});

describe('effects with a delay', () => {
  test('dribble: the body is sent in chunks, each at its time', async () => {
    const world = frozenWorld('dribble');
    world.fault('dribble', { dribble: { chunks: 4, over: '4h' } });
    const held = await open(head('dribble', 'Connection: close\r\n'));
    await expect.poll(held.text).toMatch(/\r\n\r\n$/);
    const whole = contentLengthOf(held.text());
    for (let chunk = 1; chunk <= 4; chunk++) {
      world.clock.advance('1h');
      await expect.poll(() => bodyOf(held.text()).length).toBe(Math.round((whole * chunk) / 4));
    }
    await expect.poll(() => held.socket.closed).toBe(true);
    expect(JSON.parse(bodyOf(held.text()))).toHaveLength(3);
  });

  test('bandwidth: the body is sent no faster than the limit', async () => {
    const world = frozenWorld('narrow');
    world.fault('narrow', { bandwidth: '1B' });
    const held = await open(head('narrow', 'Connection: close\r\n'));
    await expect.poll(held.text).toMatch(/\r\n\r\n$/);
    const whole = contentLengthOf(held.text());
    world.clock.advance('50s');
    await expect.poll(() => bodyOf(held.text()).length).toBe(50);
    world.clock.advance(`${whole - 50}s`);
    await expect.poll(() => bodyOf(held.text()).length).toBe(whole);
  });

  test('latency: nothing is sent before its time, and advancing the clock releases the response', async () => {
    const world = frozenWorld('slow');
    world.fault('slow', { latency: '2h' });
    const held = await open(head('slow'));
    await expect.poll(() => world.exchanges().length).toBe(1);
    world.clock.advance('119m');
    expect(held.text()).toBe('');
    world.clock.advance('1m');
    await expect.poll(held.text).toMatch(/^HTTP\/1\.1 200/);
    held.socket.destroy();
  });

  test('delays end by themselves in real time, also with a frozen clock', async () => {
    const world = frozenWorld('real');
    world.fault('slow', { latency: '20ms' });
    world.fault('dribble', { dribble: { chunks: 3, over: '30ms' } });
    const { text } = await talk(head('real', 'Connection: close\r\n'));
    expect(JSON.parse(bodyOf(text))).toHaveLength(3);
    expect(world.exchanges()[0]?.faults.map((fault) => fault.name)).toEqual(['slow', 'dribble']);
  });

  test('a client that disconnects cancels its delayed response', async () => {
    const world = frozenWorld('gone');
    world.fault('dribble', { dribble: { chunks: 3, over: '3h' } });
    const held = await open(head('gone'));
    await expect.poll(held.text).toMatch(/\r\n\r\n$/);
    held.socket.destroy();
    // Its time is after the disconnection: nothing is written, and nothing throws.
    world.clock.advance('3h');
    world.fault('dribble', { enabled: false });
    expect((await talk(head('gone', 'Connection: close\r\n'))).text).toMatch(/^HTTP\/1\.1 200/);
  });
});

test('a thousand connections under timeout and dribble leave no timer behind', async () => {
  const world = frozenWorld('crowd');
  world.fault('timeout', { on: { query: { limit: '1' } } });
  world.fault('dribble', { dribble: { chunks: 5, over: '5h' } });
  const count = 1000;
  const held: Socket[] = [];
  const heldBefore = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  for (let at = 0; at < count; at++) {
    const { socket } = await open(head('crowd').replace('limit=3', `limit=${(at % 2) + 1}`));
    held.push(socket);
  }
  await expect.poll(() => world.exchanges({ limit: count }).length).toBe(count);
  const timersNow = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  await expect.poll(timersNow).toBeGreaterThanOrEqual(heldBefore + count / 2);
  await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('close', resolve).resetAndDestroy())));
  await expect.poll(timersNow).toBeLessThan(heldBefore + 20);
});
