/** The configurations below `examples/load-balancing/`, with real proxies and servers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderOf, root, serve, untilAnswered, write } from '../cli/process.ts';
import { freePort } from '../parts/store/support/free-port.ts';
import { proxies } from './proxies.ts';

interface Shards {
  readonly url: string;
  /** The addresses of the servers themselves. */
  readonly servers: readonly string[];
  readonly balancer: ChildProcess;
}

const startShards = async (name: (typeof proxies)[number]['name'], config: string): Promise<Shards> => {
  const servers = await Promise.all([1, 2].map(() => serve(['--host', '0.0.0.0', '--token', 'secret'])));
  const ports = servers.map(({ listening }) => new URL(listening.url).port);
  const port = await freePort();
  const text = readFileSync(join(root, 'examples/load-balancing', config), 'utf8')
    .replaceAll('127.0.0.1:4010', `127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:4011', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:4012', `127.0.0.1:${ports[1]}`);
  const folder = folderOf({});
  write(folder, config, text);
  const args =
    name === 'nginx' ? ['-p', folder, '-c', config, '-g', 'daemon off;'] : ['-db', '-f', join(folder, config)];
  const { program } = proxies.find((proxy) => proxy.name === name) as (typeof proxies)[number];
  const balancer = spawn(program as string, args, { stdio: 'ignore' });
  onTestFinished(async () => {
    if (balancer.exitCode !== null) return;
    const ended = once(balancer, 'exit');
    balancer.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(`${url}/_vivarium/api/health`);
  return { url, servers: servers.map(({ listening }) => listening.url), balancer };
};

const authorization = { authorization: 'Bearer secret' };
const create = { method: 'POST', body: '{"name":"Luna","categoryId":1}' };
const json = { 'content-type': 'application/json', authorization: 'Bearer demo' };

const worldsOf = async (url: string): Promise<readonly string[]> => {
  const response = await fetch(`${url}/_vivarium/api/worlds`, { headers: authorization });
  const { items } = (await response.json()) as { items: readonly { name: string }[] };
  return items.map(({ name }) => name);
};

describe.each(proxies)('$name', ({ name, config, program }) => {
  test.runIf(program !== undefined)('sends all requests of a world to one server', async () => {
    const { url, servers } = await startShards(name, config);
    const names = Array.from({ length: 24 }, (_, index) => `w${index}`);
    for (const world of names) {
      const ways: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
        [`/~${world}/v1/pets`, {}],
        ['/v1/pets', { 'vivarium-world': world }],
        ['/v1/pets', { cookie: `a=b; vivarium-world=${world}` }],
        ['/v1/pets', { baggage: `a=b, vivarium-world=${world};p=1,c=d` }],
        // The path counts first, and the baggage last.
        [
          `/~${world}/v1/pets`,
          { 'vivarium-world': 'other', cookie: 'vivarium-world=other', baggage: 'vivarium-world=other' },
        ],
        ['/v1/pets', { 'vivarium-world': world, cookie: 'vivarium-world=other' }],
        ['/v1/pets', { cookie: `vivarium-world=${world}`, baggage: 'vivarium-world=other' }],
      ];
      for (const [path, headers] of ways)
        expect((await fetch(url + path, { ...create, headers: { ...json, ...headers } })).status).toBe(201);
      const state = await fetch(`${url}/_vivarium/api/worlds/${world}`, { headers: authorization });
      expect(((await state.json()) as { exchanges: number }).exchanges).toBe(ways.length);
    }
    const [first = [], second = []] = await Promise.all(servers.map(worldsOf));
    const ofNames = (list: readonly string[]): readonly string[] => list.filter((world) => world !== 'default');
    // Each world is on one server, and each server has some.
    expect([...ofNames(first), ...ofNames(second)].toSorted()).toEqual(names.toSorted());
    expect(ofNames(first).length).toBeGreaterThan(0);
    expect(ofNames(second).length).toBeGreaterThan(0);
  });

  test.runIf(program !== undefined)('passes events on at once, and asks for the token', async () => {
    const { url } = await startShards(name, config);
    expect((await fetch(`${url}/_vivarium/api/worlds`)).status).toBe(401);
    expect((await fetch(`${url}/_vivarium/api/health`)).status).toBe(200);
    const controller = new AbortController();
    await fetch(`${url}/_vivarium/api/worlds/alice`, { method: 'PUT', headers: authorization });
    const stream = await fetch(`${url}/_vivarium/api/worlds/alice/events`, {
      headers: authorization,
      signal: controller.signal,
    });
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    await fetch(`${url}/~alice/v1/pets`, { headers: json });
    let text = '';
    while (!text.includes('event: exchange')) {
      const { value, done } = await reader.read();
      expect(done).toBe(false);
      text += new TextDecoder().decode(value);
    }
    controller.abort();
  });

  test.runIf(program !== undefined)('does not send a request again that a fault loses', async () => {
    const { url } = await startShards(name, config);
    const fault = `${url}/_vivarium/api/worlds/bob/faults/offline`;
    expect((await fetch(fault, { method: 'PUT', headers: authorization })).status).toBe(200);
    const lost = await fetch(`${url}/~bob/v1/pets`, { ...create, headers: json }).then(
      ({ status }) => status,
      () => 'closed',
    );
    // HAProxy closes a connection that had a response before.
    expect([502, 'closed']).toContain(lost);
    const state = await fetch(`${url}/_vivarium/api/worlds/bob`, { headers: authorization });
    expect(((await state.json()) as { exchanges: number }).exchanges).toBe(1);
  });
});

test.each(proxies.filter(({ program }) => program !== undefined))(
  '$name accepts its configuration without a warning',
  ({ name, config, program }) => {
    const file = join(root, 'examples/load-balancing', config);
    const folder = folderOf({});
    const args = name === 'nginx' ? ['-p', folder, '-t', '-q', '-c', file] : ['-c', '-q', '-f', file];
    expect(execFileSync(program as string, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })).toBe('');
  },
);
