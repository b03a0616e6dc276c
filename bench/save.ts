/**
 * Measures what `--save` costs a world of 100,000 items that changes all the time: the delay of requests, one by one and
 * alternately to a server with the option and to one without, and the CPU time of both. Run with `node bench/save.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const items = 100_000;
const probes = 3000;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vivarium-'));
mkdirSync(join(folder, 'scenarios'));
writeFileSync(join(folder, 'scenarios', 'large.yaml'), `generate: { pets: ${items} }\n`);

const start = async (flags: readonly string[]) => {
  const document = join(root, 'spec', 'animal-store.yaml');
  const args = [
    join(root, 'bin', 'vivarium.js'),
    document,
    '--port',
    '0',
    '--log',
    'json',
    '--scenario',
    'large',
    ...flags,
  ];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.resume();
  const { service } = JSON.parse(line.toString().split('\n')[0] as string) as { service: string };
  return { child, service, delays: [] as number[] };
};
type Started = Awaited<ReturnType<typeof start>>;

/** In milliseconds, of user and system, from Linux's `/proc`. */
const cpuOf = ({ child }: Started): number => {
  const text = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** Every fifth request adds an item. */
const probe = async ({ service, delays }: Started, number: number): Promise<void> => {
  const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
  const created = { method: 'POST', headers, body: '{"name":"Luna","categoryId":3}' };
  const before = performance.now();
  const response = await fetch(
    `${service}/pets${number % 5 === 0 ? '' : '/1'}`,
    number % 5 === 0 ? created : { headers },
  );
  await response.arrayBuffer();
  delays.push(performance.now() - before);
};

const report = (label: string, server: Started, cpu: number): void => {
  const sorted = server.delays.toSorted((left, right) => left - right);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] as number).toFixed(1);
  console.log(`${label.padEnd(16)} p50 ${at(0.5)}  p99 ${at(0.99)}  longest ${at(1)} ms; CPU ${cpu} ms`);
};

const plain = await start([]);
const saving = await start(['--save', 'worlds']);
for (const server of [plain, saving]) for (let number = 1; number < 200; number++) await probe(server, number);
for (const server of [plain, saving]) server.delays.length = 0;
const before = [cpuOf(plain), cpuOf(saving)] as const;
for (let number = 0; number < probes; number++) {
  await probe(plain, number);
  await probe(saving, number);
}
console.log(
  `${probes} requests to a world of ${items} items; the file has ${statSync(join(folder, 'worlds', 'default.yaml')).size} bytes`,
);
report('without --save', plain, cpuOf(plain) - before[0]);
report('with --save', saving, cpuOf(saving) - before[1]);
for (const { child } of [plain, saving]) {
  child.kill();
  await once(child, 'close');
}
const again = await start(['--save', 'worlds']);
console.log(`opened again with ${cpuOf(again)} ms of CPU, from the start of the process to listening`);
again.child.kill();
await once(again.child, 'close');
rmSync(folder, { recursive: true });
