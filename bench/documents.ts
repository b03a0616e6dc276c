/**
 * From start to listening with big documents, against the shipped example: `node` started on each in turns, until its first
 * line of output. Run with `node bench/documents.ts document.yaml`: that document, and one of two megabytes made by
 * repeating it under prefixes, each as YAML and as JSON. Without a document the example is repeated, also for the first.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { median } from './measured-server.ts';
import { type Properties, repeatDocument } from './repeat-document.ts';

const rounds = 11;
const smallBytes = 340_000;
const bigBytes = 2_000_000;
const launcher = fileURLToPath(new URL('../bin/vivarium.js', import.meta.url));

/** Milliseconds from spawning until the server prints that it listens. */
const timeToListening = (args: readonly string[], cwd: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const all = [launcher, ...args, '--port', '0', '--log', 'json', '--no-watch'];
    const child = spawn(process.execPath, all, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => {
      resolve(performance.now() - start);
      child.kill();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`it ended with ${code} before it listened`)));
  });

const [file] = process.argv.slice(2);
const text = readFileSync(file ?? fileURLToPath(new URL('../spec/animal-store.yaml', import.meta.url)), 'utf8');
const read = parse(text, { merge: true, maxAliasCount: -1 }) as Properties;
const document = file === undefined ? repeatDocument(read, Math.ceil(smallBytes / text.length)) : read;
const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'));
const big = repeatDocument(read, Math.ceil(bigBytes / text.length));
const documents: Readonly<Record<string, string>> = {
  'one.yaml': stringify(document, { aliasDuplicateObjects: false }),
  'one.json': JSON.stringify(document, undefined, 2),
  'big.yaml': stringify(big, { aliasDuplicateObjects: false }),
  'big.json': JSON.stringify(big, undefined, 2),
};
for (const [name, content] of Object.entries(documents)) writeFileSync(join(folder, name), content);

const times = new Map<string, number[]>();
const measure = async (name: string, args: readonly string[]): Promise<number> => {
  const ms = await timeToListening(args, folder);
  times.set(name, [...(times.get(name) ?? []), ms]);
  return ms;
};
const ratios = new Map<string, number[]>();
for (let round = -1; round < rounds; round++) {
  const example = await measure('example', []);
  for (const name of Object.keys(documents)) {
    const ratio = (await measure(name, [name])) / example;
    ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
  }
  // The first round fills the compile cache.
  if (round < 0) for (const map of [times, ratios]) map.clear();
}
rmSync(folder, { recursive: true });
console.log(`start to listening, median of ${rounds} in turns`);
console.log(`example ${median(times.get('example') ?? []).toFixed(0)} ms`);
for (const [name, content] of Object.entries(documents)) {
  const size = `${Math.round(content.length / 1000)} KB`;
  const ms = median(times.get(name) ?? []).toFixed(0);
  console.log(
    `${name.padEnd(10)}${size.padStart(8)}${ms.padStart(6)} ms   ratio ${median(ratios.get(name) ?? []).toFixed(2)}`,
  );
}
