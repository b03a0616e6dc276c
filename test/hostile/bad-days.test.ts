/** Bad days of a server: it is stopped under load, has no file descriptor left, loses its output, or its clock jumps. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from '../cli/process.ts';

const openSocket = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
};

const readAll = async (socket: Socket): Promise<string> => {
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) text += chunk;
  return text;
};

const upload = JSON.stringify({ name: 'Maple'.padEnd(50), categoryId: 1 });

/** Sends the head and half of the body, and returns a function that sends the rest. */
const startUpload = (socket: Socket): (() => void) => {
  const half = upload.length / 2;
  socket.write(
    `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${upload.length}\r\n\r\n${upload.slice(0, half)}`,
  );
  return () => socket.write(upload.slice(half));
};

describe('on a signal', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s, requests and uploads in flight finish, idle connections end, and new ones are rejected',
    async (signal) => {
      const { call, listening, child, stop } = await serve();
      const port = Number(new URL(listening.url).port);
      const idle = (await openSocket(port)).resume();
      const uploading = await openSocket(port);
      const sendRest = startUpload(uploading);
      const delayed = Array.from({ length: 20 }, () => call('/pets/1', { headers: { prefer: 'delay=400ms' } }));
      // The requests are in flight as soon as the server has recorded them.
      await expect
        .poll(async () => (await (await fetch(`${listening.url}/_vivarium/api/worlds/default`)).json()).exchanges)
        .toBe(20);
      const stopped = stop(signal);
      await once(idle, 'close');
      const late = connect(port, '127.0.0.1');
      expect(await once(late, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
      sendRest();
      expect(await readAll(uploading)).toMatch(/^HTTP\/1\.1 201 /);
      expect((await Promise.all(delayed)).map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(await stopped).toMatchObject({ code: 0, signal: null, stderr: '' });
      expect(child.exitCode).toBe(0);
    },
  );

  // The program `timeout` sends its signal to the process, and then to the group of the process.
  test('a second signal does not interrupt the stop', async () => {
    const { api, call, listening, child, stop } = await serve();
    const idle = (await openSocket(Number(new URL(listening.url).port))).resume();
    const delayed = call('/pets/1', { headers: { prefer: 'delay=400ms' } });
    await expect.poll(async () => (await (await api('/worlds/default')).json()).exchanges).toBe(1);
    child.kill('SIGTERM');
    await once(idle, 'close');
    expect(await stop('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect((await delayed).status).toBe(200);
  });

  test('a response that is never sent does not keep the server', async () => {
    const { call, listening, stop } = await serve();
    const hanging = call('/pets', { headers: { prefer: 'fault=timeout' } }).catch((error: Error) => error.name);
    const uploading = await openSocket(Number(new URL(listening.url).port));
    startUpload(uploading);
    const events = await fetch(`${listening.url}/_vivarium/api/worlds/default/events`);
    expect(await stop('SIGTERM')).toMatchObject({ code: 0, signal: null });
    expect(await hanging).toBe('TypeError');
    await events.text().catch(() => {});
  });
});

test('the server serves again after it had no file descriptor left', async () => {
  const { call, listening } = await serve(['--no-watch'], { limit: 'ulimit -n 80' });
  const port = Number(new URL(listening.url).port);
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await call('/pets/1').catch(() => undefined))?.status).toBe(200);
});

test('the server goes on without anybody who reads its output', async () => {
  const { call, child } = await serve();
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (let count = 0; count < 5; count++) expect((await call('/pets/1')).status).toBe(200);
});

describe('if the clock of the machine jumps', () => {
  // SIGUSR2 moves the clock; its direction is in the variable.
  const jump = `const real = Date.now; let offset = 0; Date.now = () => real() + offset;
    process.on('SIGUSR2', () => { offset += Number(process.env.JUMP_MS); process.stdout.write('{"event":"jumped"}\\n'); });`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(jump)}`];

  test.each([
    ['back', -3_600_000],
    ['ahead', 3_600_000],
  ])('%s, delays keep their length, and durations stay positive', async (_, ms) => {
    const { call, child, until, listening } = await serve([], { node, env: { JUMP_MS: String(ms) } });
    const api = async (path: string) => (await fetch(`${listening.url}/_vivarium/api${path}`)).json();
    const delayed = call('/pets/1', { headers: { prefer: 'delay=300ms' } });
    await expect.poll(async () => (await api('/worlds/default')).exchanges).toBe(1);
    const before = Date.parse((await api('/worlds/default/clock')).now);
    child.kill('SIGUSR2');
    await until(/"jumped"/);
    const after = Date.parse((await api('/worlds/default/clock')).now);
    expect(Math.abs(after - before - ms)).toBeLessThan(60_000);
    expect((await delayed).status).toBe(200);
    const { durationMs } = await api('/worlds/default/exchanges/1');
    expect(durationMs).toBeGreaterThanOrEqual(300);
    expect(durationMs).toBeLessThan(60_000);
    expect((await call('/pets/1')).status).toBe(200);
    expect((await api('/health')).uptimeMs).toBeGreaterThan(0);
  });
});
