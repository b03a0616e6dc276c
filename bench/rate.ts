/**
 * How long a response takes at a fixed rate, of the package as users install it with 1, 100 and 1,000 worlds, and of bare Express, the handlers of MSW,
 * json-server and Prism: server and client on a processor of their own each. A rate that was not held is marked, and a higher one is not tried: the
 * client may be the reason only above 10,000. Writes its table and three lines of README.md.
 * Run with `npm run bench -- rate`, or to look only, with fewer seconds for each figure: `node bench/rate.ts 1`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, sendAtRate, type Work } from './client.ts';
import { freePort, hasAnswered } from './measured-process.ts';
import { startServer } from './measured-server.ts';
import { type StartedServer, startPackage } from './packed.ts';
import { runApart, whyBusy } from './quiet.ts';
import { recordTable } from './result.ts';

const seconds = Number(process.argv[2] ?? 5);
const rates = [1000, 5000, 10_000];
const connections = 100;
const warmUp = 10_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vivarium-rate-'));

interface Subject {
  readonly name: string;
  readonly start: () => Promise<StartedServer>;
  readonly works: readonly Work[];
}

const reads = (...paths: readonly string[]): readonly Work[] => paths.map((path) => ({ method: 'GET', path }));
const usual = reads('/v1/pets', '/v1/pets/7', '/v1/pets?status=sold&limit=5');
const inWorlds = (count: number): readonly Work[] =>
  Array.from({ length: count * usual.length }, (_, at) => ({
    ...(usual[at % usual.length] as Work),
    world: `world-${at % count}`,
  }));

/** A server that cannot choose a port itself, and need not print it. */
const startOn = async (port: number, args: readonly string[], path: string): Promise<StartedServer> => {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  if (!(await hasAnswered(child, `${url}${path}`))) throw new Error('it does not start');
  return { url, pid: child.pid as number, stop: () => void child.kill() };
};

const startPrism = async (): Promise<StartedServer> => {
  const port = await freePort();
  const program = join(root, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
  return startOn(port, [program, 'mock', join(root, 'spec', 'animal-store.yaml'), '-p', String(port)], '/pets');
};

const jsonServer = 'json-server@0.17.4';

const startJsonServer = async (): Promise<StartedServer> => {
  const flags = ['--prefix', folder, '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...flags, jsonServer], { cwd: folder, stdio: 'ignore', timeout: 60_000 });
  const pets = Array.from({ length: 24 }, (_, at) => ({
    id: at + 1,
    name: `Entry ${at + 1}`,
    categoryId: (at % 6) + 1,
    status: ['available', 'pending', 'sold'][at % 3],
  }));
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ pets }));
  const port = await freePort();
  const program = join(folder, 'node_modules', 'json-server', 'lib', 'cli', 'bin.js');
  return startOn(port, [program, 'db.json', '--quiet', '--port', String(port), '--host', '127.0.0.1'], '/pets');
};

const manyWorlds = () => startPackage('--max-worlds', '1001');
const subjects: readonly Subject[] = [
  { name: 'Vivarium, one world', start: () => startPackage(), works: usual },
  { name: 'Vivarium, 100 worlds', start: manyWorlds, works: inWorlds(100) },
  { name: 'Vivarium, 1,000 worlds', start: manyWorlds, works: inWorlds(1000) },
  { name: 'bare Express', start: () => startServer('express'), works: usual },
  { name: 'handlers of MSW', start: () => startServer('msw'), works: usual },
  {
    name: jsonServer,
    start: startJsonServer,
    works: reads('/pets?_limit=20', '/pets/7', '/pets?status=sold&_limit=5'),
  },
  { name: 'Prism', start: startPrism, works: reads('/pets', '/pets/7', '/pets?status=sold&limit=5') },
];

const at = (times: readonly number[], share: number): string =>
  `${(times[Math.floor((times.length - 1) * share)] as number).toFixed(2)} ms`;

/** The cells of each rate: the percentiles, or what was reached instead. */
const measure = async ({ start, works }: Subject): Promise<readonly (readonly string[])[]> => {
  const server = await start();
  const client = createClient(connections);
  runApart(server);
  const send = (index: number): Promise<string> => client.send(server.url, works[index % works.length] as Work);
  let sent = 0;
  const rows: (readonly string[])[] = [];
  try {
    // Opens the worlds, and compiles what is used; a slow server has less to do.
    const end = performance.now() + 3000 * Math.min(1, seconds);
    const warm = async () => (performance.now() < end || sent < works.length ? send(sent++) : undefined);
    await client.repeat(Math.max(warmUp, 2 * works.length), warm);
    for (const rate of rates) {
      const { times, reached } = await sendAtRate(rate, rate * seconds, send);
      const isHeld = reached >= 0.95 * rate;
      rows.push(
        isHeld
          ? [at(times, 0.5), at(times, 0.95), at(times, 0.99)]
          : [`not held: ${Math.round(reached).toLocaleString('en')} a second`, '', ''],
      );
      if (!isHeld) break;
    }
  } finally {
    client.close();
    server.stop();
  }
  return rows;
};

const busy = await whyBusy();
if (busy !== undefined) console.log(`These figures say little, since ${busy}.`);
const found = new Map<string, readonly (readonly string[])[]>();
for (const subject of subjects) {
  const rows = await measure(subject).catch((error: unknown) => {
    console.log(`${subject.name} is not available: ${error instanceof Error ? error.message.split('\n', 1) : error}`);
    return undefined;
  });
  found.set(subject.name, rows ?? [['not available', '', '']]);
  for (const [index, row] of (rows ?? []).entries())
    console.log(`${subject.name} at ${rates[index]} requests a second: ${row.join(' / ')}`);
}
rmSync(folder, { recursive: true, force: true });

/** A cell of the table. */
const cell = (name: string, rate: number, column: number): string => {
  const row = found.get(name)?.[rates.indexOf(rate)];
  return row === undefined || row[1] === '' ? 'not held' : (row[column] as string);
};

const said = (name: string, rate: number): string => {
  const [half, most, nearlyAll] = [0, 1, 2].map((column) => cell(name, rate, column));
  return `${name}, ${rate.toLocaleString('en')} requests a second, the same three reads in turn: half of the responses come within ${half}, 95 % within ${most}, 99 % within ${nearlyAll}.`;
};

const others = subjects.slice(3).map(({ name }) => `${name} ${cell(name, 1000, 1)}`);
const machine = `Node.js ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown'}, one core for the server and one for the client`;

recordTable({
  header: ['server', 'requests a second', 'p50', 'p95', 'p99'],
  rows: [...found].flatMap(([name, rows]) =>
    rows.map((row, index) => [name, (rates[index] as number).toLocaleString('en'), ...row]),
  ),
  note: busy,
  // A busy machine says nothing to readers.
  ...(busy === undefined && {
    readme: [
      said('Vivarium, one world', 5000),
      said('Vivarium, 1,000 worlds', 5000),
      `95 % at 1,000 a second, beside ${cell('Vivarium, one world', 1000, 1)}: ${others.join(', ')}. ${machine}; \`npm run bench -- rate\` measures it.`,
    ],
  }),
});
