/**
 * From start to the first response, against Prism's mock server: both started on each document in turns, and asked for the
 * same path. Processor time is shown, because real time depends on the load of the machine, and the resident memory after
 * the response. It is the package as users install it. Run with `node bench/first-response.ts document.yaml ...`, with
 * `--all` for all documents of the tests, or without either for some of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileService } from '../src/openapi/compile.ts';
import { loadDocument } from '../src/openapi/load/load.ts';
import { allFileNames, fileNamesOf, pathOf } from '../test/documents/sources.ts';
import { freePort, hasAnswered, type Usage, usageOf } from './measured-process.ts';
import { median } from './measured-server.ts';
import { installPackage } from './packed.ts';
import { record } from './result.ts';

const rounds = 3;

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const prismFile = path('../node_modules/@stoplight/prism-cli/dist/index.js');

interface Sample extends Usage {
  readonly ms: number;
}

/** Undefined if the server does not start. */
const measure = async (args: readonly string[], port: number, target: string): Promise<Sample | undefined> => {
  const start = performance.now();
  // In a folder without scenarios.
  const child = spawn(process.execPath, args, { cwd: tmpdir(), stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    if (!(await hasAnswered(child, `http://127.0.0.1:${port}${target}`))) return undefined;
    const ms = performance.now() - start;
    return { ms, ...usageOf(child.pid as number) };
  } finally {
    // Not SIGKILL: the process writes its compile cache when it exits.
    child.kill();
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

/** One in eight of the documents of the tests: each takes ten seconds. */
const isSample = (_: string, index: number): boolean => index % 8 === 0;

const launcher = installPackage();
const given = process.argv.slice(2);
const isAll = given.includes('--all');
const named = isAll ? allFileNames : [...fileNamesOf('own'), ...fileNamesOf('npm')].filter(isSample);
const documents = given.length > 0 && !isAll ? given.map((file) => resolve(file)) : named.map(pathOf);
const ratios: number[] = [];
const memory: number[] = [];
console.log(`start to first response, medians of ${rounds} in turns; CPU in ms of Vivarium and Prism, memory in MB`);
for (const document of documents) {
  const { base, rest } = await targetOf(document);
  const own: Sample[] = [];
  const prism: Sample[] = [];
  // The first round fills the compile cache.
  for (let round = -1; round < rounds; round++) {
    const [ownPort, prismPort] = [await freePort(), await freePort()];
    const ownArgs = [launcher, document, '--port', String(ownPort), '--no-watch', '--log', 'silent'];
    const first = await measure(ownArgs, ownPort, base + rest);
    const second = await measure([prismFile, 'mock', document, '-p', String(prismPort)], prismPort, rest);
    if (round < 0) continue;
    if (first !== undefined) own.push(first);
    if (second !== undefined) prism.push(second);
  }
  const of = (samples: readonly Sample[], name: keyof Sample): number => median(samples.map((sample) => sample[name]));
  const ratio = of(own, 'cpu') / of(prism, 'cpu');
  if (!Number.isNaN(ratio)) ratios.push(ratio);
  if (own.length > 0) memory.push(of(own, 'megabytes'));
  const cells = [own, prism].map(
    (samples) =>
      `${of(samples, 'cpu').toFixed(0).padStart(5)} ms ${of(samples, 'megabytes').toFixed(0).padStart(4)} MB`,
  );
  console.log(`${basename(document).padEnd(34)} ${cells.join('   ')}   ratio ${ratio.toFixed(2)}`);
}
record({ what: 'CPU to the first response, against Prism, median document', values: [median(ratios)], max: 0.5 });
record({ what: 'CPU to the first response, against Prism, worst document', values: [Math.max(...ratios)], max: 1 });
const ninth = memory.toSorted((left, right) => left - right)[Math.floor((memory.length - 1) * 0.9)] as number;
record({ what: 'resident memory at the first response, nine of ten documents', values: [ninth], unit: 'MB', max: 120 });
const largest = Math.max(...memory);
record({ what: 'resident memory at the first response, largest', values: [largest], unit: 'MB', max: 200 });
