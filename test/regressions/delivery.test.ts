/** Failures between a decision and the socket. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainDelivery, type Reply } from '../../src/core/http/http.ts';
import { createVivarium } from '../../src/index.ts';
import { latestTime } from '../../src/scenario/document/timestamp.ts';
import { deliver } from '../../src/server/edge/deliver.ts';
import { Clock } from '../../src/world/clock.ts';
import { openRaw } from '../server/raw-client.ts';

const realTime = { at: undefined, frozen: false };

const listen = async (options: Parameters<typeof createVivarium>[0] = {}) => {
  const vivarium = await createVivarium(options);
  const { url } = await vivarium.listen({ port: 0 });
  onTestFinished(() => vivarium.close());
  return { vivarium, url, port: Number(new URL(url).port) };
};

test('a response that cannot be written after a delay is reported, and does not end the process', async () => {
  const broken: Reply = {
    response: { status: 200, headers: ['X-Broken', 'a\nb'], body: undefined },
    delivery: { ...plainDelivery, delayMs: 1 },
  };
  const onError = vi.fn();
  const server = createServer((_request, response) => {
    deliver(broken, response, new Clock(realTime), {
      onEnd: () => {},
      onError: (error) => {
        onError(error);
        response.destroy();
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'ERR_INVALID_CHAR' }));
});

test('a link to a successor with a non-ASCII path is percent-encoded', async () => {
  const answer = { responses: { 200: { description: '' } } };
  const { url } = await listen({
    scenario: {},
    document: {
      openapi: '3.1.1',
      info: { title: 'T', version: '1' },
      paths: {
        '/old': { get: { operationId: 'old', 'x-successor': 'new', ...answer } },
        '/日本': { get: { operationId: 'new', ...answer } },
      },
    },
  });
  const response = await fetch(`${url}/old`, { headers: { prefer: 'delay=1ms' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('link')).toBe('</%E6%97%A5%E6%9C%AC>; rel="successor-version"');
});

test('a target that is not a URL gets JSON, not the page of the framework', async () => {
  const { port } = await listen();
  const { socket, ended } = openRaw(port);
  socket.write('GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const { answers } = await ended;
  expect(answers[0]).toMatchObject({ status: 400, headers: { 'content-type': 'application/problem+json' } });
});

test('an exchange is announced even if the client disconnected before the response', async () => {
  const server = createServer((_request, response) => {
    response.once('close', () => {
      const onEnd = vi.fn();
      deliver(
        { response: { status: 200, headers: [], body: 'late' }, delivery: plainDelivery },
        response,
        new Clock(realTime),
        { onEnd, onError: () => {} },
      );
      expect(onEnd).toHaveBeenCalledOnce();
      seen();
    });
  });
  let seen = (): void => {};
  const told = new Promise<void>((resolve) => {
    seen = resolve;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const client = connect(port, '127.0.0.1', () =>
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', () => client.destroy()),
  );
  await told;
});

test('advancing the clock releases delayed responses in the order of their times', async () => {
  const { vivarium } = await listen();
  const world = vivarium.world();
  world.clock.set({ frozen: true });
  const order: string[] = [];
  const ask = (delay: string) =>
    world
      .fetch('/v1/pets?limit=1', { headers: { authorization: 'Bearer demo', prefer: `delay=${delay}` } })
      .then(() => order.push(delay));
  const asked = [ask('10h'), ask('1h'), ask('5h')];
  await expect.poll(() => world.exchanges().length).toBe(3);
  world.clock.advance('1d');
  await Promise.all(asked);
  expect(order).toEqual(['1h', '5h', '10h']);
});

test('a clock stops at the last valid time', () => {
  const clock = new Clock({ at: latestTime - 1, frozen: false });
  vi.useFakeTimers({ now: Date.now() + 10_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(new Date(clock.now()).toISOString()).toBe('9999-12-31T23:59:59.999Z');
});

test('a response without a body cannot be truncated: the connection ends before it', async () => {
  const { vivarium, port } = await listen();
  vivarium.world().fault('truncate');
  const { socket, ended } = openRaw(port);
  socket.write('OPTIONS /v1/pets HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await ended).toEqual({ answers: [], error: undefined });
});
