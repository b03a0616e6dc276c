/**
 * From start to the first response, against Prism's mock server: both started on each document in turns, and asked for the
 * same path. Processor time is shown, because real time depends on the load of the machine, and the resident memory after
 * the response. Run with `npm run bench:first-response -- document.yaml ...`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compileService } from '../src/openapi/compile.ts';
import { loadDocument } from '../src/openapi/load/load.ts';
import { median } from './measured-server.ts';

const rounds = 3;
const patienceMs = 60_000;

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const prismFile = path('../node_modules/@stoplight/prism-cli/dist/index.js');

interface Sample {
  /** Milliseconds of processor time. */
  readonly cpu: number;
  readonly ms: number;
  readonly megabytes: number;
}

/** A port that was free a moment ago: Prism cannot choose one itself. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

const usageOf = (pid: number): { readonly cpu: number; readonly megabytes: number } => {
  const [resident = ''] = /(?<=VmRSS:\s+)\d+/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return { cpu: (Number(fields[11]) + Number(fields[12])) * 10, megabytes: Number(resident) / 1024 };
};

/** Whether the server responds before it ends. */
const firstResponse = async (child: ChildProcess, url: string): Promise<boolean> => {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) return false;
    try {
      await (await fetch(url, { headers: { accept: '*/*' } })).arrayBuffer();
      return true;
    } catch {
      await wait(5);
    }
  }
  return false;
};

/** Undefined if the server does not start. */
const measure = async (args: readonly string[], port: number, target: string): Promise<Sample | undefined> => {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    if (!(await firstResponse(child, `http://127.0.0.1:${port}${target}`))) return undefined;
    const ms = performance.now() - start;
    return { ms, ...usageOf(child.pid as number) };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
};

/** The first operation that needs no path parameter. Prism serves it without the document's base path. */
const targetOf = async (document: string): Promise<{ readonly base: string; readonly rest: string }> => {
  const loaded = await loadDocument(document, []);
  const { basePaths, operations } = compileService(loaded.document, loaded);
  const found = operations.find((operation) => operation.method === 'GET' && !operation.path.includes('{'));
  return { base: basePaths[0] ?? '', rest: found?.path ?? '/' };
};

const given = process.argv.slice(2);
const documents = given.length > 0 ? given : [path('../spec/animal-store.yaml')];
const ratios: number[] = [];
console.log(`start to first response, medians of ${rounds} in turns; CPU in ms of Vivarium and Prism, memory in MB`);
for (const document of documents) {
  const { base, rest } = await targetOf(document);
  const own: Sample[] = [];
  const prism: Sample[] = [];
  // The first round fills the compile cache.
  for (let round = -1; round < rounds; round++) {
    const [ownPort, prismPort] = [await freePort(), await freePort()];
    const ownArgs = [path('../bin/vivarium.js'), document, '--port', String(ownPort), '--no-watch', '--log', 'silent'];
    const first = await measure(ownArgs, ownPort, base + rest);
    const second = await measure([prismFile, 'mock', document, '-p', String(prismPort)], prismPort, rest);
    if (round < 0) continue;
    if (first !== undefined) own.push(first);
    if (second !== undefined) prism.push(second);
  }
  const of = (samples: readonly Sample[], name: keyof Sample): number => median(samples.map((sample) => sample[name]));
  const ratio = of(own, 'cpu') / of(prism, 'cpu');
  if (!Number.isNaN(ratio)) ratios.push(ratio);
  const cells = [own, prism].map(
    (samples) =>
      `${of(samples, 'cpu').toFixed(0).padStart(5)} ms ${of(samples, 'megabytes').toFixed(0).padStart(4)} MB`,
  );
  console.log(`${basename(document).padEnd(34)} ${cells.join('   ')}   ratio ${ratio.toFixed(2)}`);
}
console.log(`median ratio ${median(ratios).toFixed(2)}, highest ${Math.max(...ratios).toFixed(2)}`);
