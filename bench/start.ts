/**
 * Compares the start with a bare Express app: the time from spawning `node` to the first line of output, alternating. Run
 * with `npm run bench:start`.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './measured-server.ts';

const rounds = 15;
const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const programs = {
  express: [path('./servers/bare-express.js')],
  vivarium: [path('../bin/vivarium.js'), '--port', '0', '--log', 'json', '--no-watch'],
};

/** Milliseconds from spawning until the server prints that it listens. */
const timeToListening = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => {
      resolve(performance.now() - start);
      child.kill();
    });
    child.once('error', reject);
  });

const times = { express: [] as number[], vivarium: [] as number[] };
const ratios: number[] = [];
for (let round = -2; round < rounds; round++) {
  const express = await timeToListening(programs.express);
  const vivarium = await timeToListening(programs.vivarium);
  // The first rounds fill the compile cache.
  if (round < 0) continue;
  times.express.push(express);
  times.vivarium.push(vivarium);
  ratios.push(vivarium / express);
}
console.log(`start to listening, median of ${rounds} in turns`);
console.log(
  `express ${median(times.express).toFixed(0)} ms   vivarium ${median(times.vivarium).toFixed(0)} ms   ratio ${median(ratios).toFixed(2)}`,
);
