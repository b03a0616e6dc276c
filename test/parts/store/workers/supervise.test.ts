/** `--workers` with real processes and a real store. */
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  folderOf,
  ordersDocument,
  type RunOptions,
  run,
  type ServerProcess,
  serve,
  write,
} from '../../../cli/process.ts';
import { waitFor } from '../../../wait-for.ts';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';

let store: StoreServer;
beforeAll(async () => {
  if (canStartStore) store = await startStoreServer();
});
afterAll(async () => {
  await store?.[Symbol.asyncDispose]();
});

const start = (args: readonly string[] = [], options: RunOptions = {}): Promise<ServerProcess> =>
  serve(['--workers', '2', '--prefix', freshPrefix(), ...args], {
    ...options,
    env: { VIVARIUM_STORE: store.url, ...options.env },
  });

/** The processes that a process started. */
const childrenOf = (pid: number | undefined): readonly number[] => {
  const rows = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
    .filter(([parent]) => parent === pid)
    .map(([, child]) => child)
    .filter(isAlive);
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Both workers, once both serve. */
const workersOf = ({ child }: ServerProcess): Promise<readonly [number, number]> =>
  waitFor(() => {
    const workers = childrenOf(child.pid);
    expect(workers).toHaveLength(2);
    return workers as unknown as [number, number];
  });

const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status;

/** Sends one request on a connection of its own. Resolves to what came, when the connection has ended. */
const callOnce = (port: number, header = 'Connection: close'): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.end(`GET /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer demo\r\n${header}\r\n\r\n`);
    });
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    // The port is there, whoever has died: only a connection may end.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED' && reject(error));
    socket.on('close', () => resolve(text));
    socket.setTimeout(20_000, () => reject(new Error('neither an answer nor an end')));
  });

/** The first worker, which serves already, ends by a signal and is replaced without a message. */
const expectQuietReplacement = async (server: ServerProcess, signal: NodeJS.Signals): Promise<void> => {
  const { stderr } = server.output;
  const [first, other] = await workersOf(server);
  process.kill(first, signal);
  await waitFor(() => expect(isAlive(first)).toBe(false));
  expect(await workersOf(server)).toContain(other);
  expect(server.output.stderr).toBe(stderr);
};

describe.runIf(canStartStore)('two workers', () => {
  test('serve one port and announce it once; one that is killed is replaced, and one that gets SIGTERM without a message', async () => {
    const server = await start();
    // The first one serves already: otherwise nobody would listen for a moment.
    const [, last] = await workersOf(server);
    expect(await statusOf(server.call('/pets'))).toBe(200);
    process.kill(last, 'SIGKILL');
    await server.until(
      new RegExp(`A worker \\(process ${last}\\) ended by SIGKILL.* Another one starts in 100ms\\.\n`),
      'stderr',
    );
    expect(await workersOf(server)).not.toContain(last);
    expect(await statusOf(server.call('/pets'))).toBe(200);
    await expectQuietReplacement(server, 'SIGTERM');
    const next = await workersOf(server);
    const { code, stdout } = await server.stop();
    expect(code).toBe(0);
    expect(stdout.match(/"event":"listening"/g)).toHaveLength(1);
    expect(stdout.match(/"event":"request"/g)).toHaveLength(2);
    expect(next.filter(isAlive)).toEqual([]);
  });

  test('have one token and one certificate, and end with the process that started them, also if it is killed', async () => {
    const server = await start(['--host', '0.0.0.0', '--tls']);
    const { token, fingerprint, url } = server.listening;
    expect(token).toMatch(/^[\w-]{24}$/);
    const workers = await workersOf(server);
    const { port } = new URL(url);
    const { connect } = await import('node:tls');
    const call = (): Promise<readonly [status: string, fingerprint: string]> =>
      new Promise((resolve, reject) => {
        const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
          const head = `GET /_vivarium/api/worlds HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
          socket.write(`${head}Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`);
        });
        socket.once('data', (data) => {
          resolve([data.toString().slice(0, 12), socket.getPeerCertificate().fingerprint256]);
          socket.destroy();
        });
        socket.once('error', reject);
      });
    // Connections go to the workers in turn.
    for (let count = 0; count < 4; count++) expect(await call()).toEqual(['HTTP/1.1 200', fingerprint]);
    expect(workers).toHaveLength(2);
    await server.stop('SIGKILL');
    await waitFor(() => expect(workers.filter(isAlive)).toEqual([]));
  });

  test('a wrong document and a port in use are reported once, with exit code 2', async () => {
    const env = { VIVARIUM_STORE: store.url, VIVARIUM_WORKERS: '2', VIVARIUM_PREFIX: freshPrefix() };
    expect(await run(['nowhere.yaml', '--port', '0'], { env })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `nowhere.yaml: there is no such file. Check its path, ${resolve('nowhere.yaml')}.\n`,
    });
    const server = await start();
    const { port } = new URL(server.listening.url);
    const { code, stderr } = await run(['--port', port], { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^port \d+ on 127\.0\.0\.1 is in use\. [^\n]+\n$/);
  });

  test('the server stops with exit code 2 if no worker can start any more', async () => {
    const cwd = folderOf({ 'api.yaml': ordersDocument() });
    const server = await start(['api.yaml', '--no-watch'], { cwd });
    const workers = await workersOf(server);
    write(cwd, 'api.yaml', 'openapi: [');
    const ended = server.stop('SIGCONT');
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    const { code, stderr } = await ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/before it served\. So did the 4 before it: the server stops\.\n$/);
    expect(stderr).toContain('Another one starts in 200ms.');
  });

  test('a worker that is killed under load loses no acknowledged write; SIGHUP replaces one, and ends the server', async () => {
    const server = await start();
    const workers = await workersOf(server);
    const created: number[] = [];
    let isKilled = false;
    const body = JSON.stringify({ name: 'Luna', categoryId: 1 });
    const write50 = async (): Promise<void> => {
      for (let count = 0; count < 50; count++) {
        if (created.length >= 50 && !isKilled) isKilled = process.kill(workers[1], 'SIGKILL');
        // A request that was under way on a connection to the worker fails; what it did is not acknowledged.
        const response = await server.call('/pets', { method: 'POST', body }).catch(() => undefined);
        if (response?.status === 201) created.push(((await response.json()) as { id: number }).id);
      }
    };
    await Promise.all([write50(), write50(), write50()]);
    await server.until(/ended by SIGKILL/, 'stderr');
    expect(created.length).toBeGreaterThan(100);
    expect(new Set(created).size).toBe(created.length);
    for (const id of created) expect(await statusOf(server.call(`/pets/${id}`))).toBe(200);
    await expectQuietReplacement(server, 'SIGHUP');
    expect((await server.stop('SIGHUP')).code).toBe(0);
  });

  test('every connection gets an answer or an end while workers are killed, also all at once, and the port is never refused', async () => {
    const server = await start();
    const port = Number(new URL(server.listening.url).port);
    await workersOf(server);
    const got = { answered: 0, ended: 0 };
    let isDone = false;
    const call = async (): Promise<void> => {
      while (!isDone) {
        const text = await callOnce(port);
        got[/^HTTP\/1.1 200 [\s\S]*\]$/.test(text) ? 'answered' : 'ended']++;
      }
    };
    const answeredMore = (count: number): Promise<void> => {
      const until = got.answered + count;
      return waitFor(() => expect(got.answered).toBeGreaterThanOrEqual(until), 5);
    };
    const kill = async (): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        await answeredMore(50);
        process.kill(childrenOf(server.child.pid)[0] as number, 'SIGKILL');
      }
      await answeredMore(50);
      for (const pid of childrenOf(server.child.pid)) process.kill(pid, 'SIGKILL');
      await answeredMore(50);
      isDone = true;
    };
    await Promise.all([kill(), ...Array.from({ length: 12 }, call)]);
    // Those that a worker had taken, and no others.
    expect(got.ended).toBeLessThan(50);
    const { code } = await server.stop();
    expect(code).toBe(0);
    await expect(callOnce(port)).rejects.toThrow('ECONNREFUSED');
  });

  test('a worker that dies breaks the connection that it serves; a stop waits for the response', async () => {
    const server = await start();
    const port = Number(new URL(server.listening.url).port);
    const workers = await workersOf(server);
    const cut = callOnce(port, 'Prefer: delay=1h');
    await server.until(/"event":"request"/);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    expect(await cut).toBe('');
    const late = callOnce(port, 'Prefer: delay=300ms');
    await server.until(/"event":"request"[\s\S]*"event":"request"/);
    expect((await server.stop()).code).toBe(0);
    expect(await late).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('judge the clients of all workers, once', async () => {
    const server = await start(['--fail-on', 'unmatched']);
    await workersOf(server);
    // Each worker gets some of them. Only a world in which an operation was called is judged.
    for (const [path, status] of Object.entries({ '/pets': 200, '/nowhere': 404, '/nowhere?2': 404, '/pets?2': 200 }))
      expect(await statusOf(server.call(path, { headers: { connection: 'close' } }))).toBe(status);
    const { code, stdout, stderr } = await server.stop();
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stdout.match(/"event":"gate"/g)).toHaveLength(1);
    expect(stdout).toContain('"passed":false');
  });
});
