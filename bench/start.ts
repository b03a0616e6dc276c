/**
 * The start of the package as users install it, against bare Express: processor time to listening and to the first response, of the
 * shipped example and of a document of 300 KB, and of `--help` against an empty program. Started in turns. Run with
 * `npm run bench -- start`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { measureCommand, measureStart, type Start } from './measured-process.ts';
import { installPackage } from './packed.ts';
import { repeatDocument } from './repeat-document.ts';
import { record } from './result.ts';

const rounds = 15;
const largeBytes = 300_000;
const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const launcher = installPackage();
const folder = mkdtempSync(join(tmpdir(), 'vivarium-bench-'));
const text = readFileSync(path('../spec/animal-store.yaml'), 'utf8');
const large = join(folder, 'large.yaml');
writeFileSync(large, stringify(repeatDocument(parse(text), Math.ceil(largeBytes / text.length))));

const options = ['--port', '0', '--no-watch'];
const programs = {
  express: { args: [path('./servers/bare-express.js')], target: '/v1/pets' },
  shipped: { args: [launcher, ...options], target: '/v1/pets' },
  large: { args: [launcher, large, ...options], target: '/v1/copy0/pets' },
};
type Name = keyof typeof programs;

const ratios = {
  shipped: { listening: [] as number[], responded: [] as number[], resident: [] as number[] },
  large: { listening: [] as number[], responded: [] as number[], resident: [] as number[] },
};
const help: number[] = [];
try {
  for (let round = -2; round < rounds; round++) {
    const starts = {} as Record<Name, Start>;
    for (const name of Object.keys(programs) as Name[])
      starts[name] = await measureStart(programs[name].args, programs[name].target, folder);
    const [empty, own] = [await measureCommand(['-e', '0']), await measureCommand([launcher, '--help'])];
    // The first rounds fill the compile cache.
    if (round < 0) continue;
    help.push(own / empty);
    const { express } = starts;
    for (const name of ['shipped', 'large'] as const) {
      const { listening, responded } = starts[name];
      ratios[name].listening.push(listening.cpu / express.listening.cpu);
      ratios[name].responded.push(responded.cpu / express.responded.cpu);
      ratios[name].resident.push(responded.megabytes / express.responded.megabytes);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
const against = 'of the package, against bare Express';
record({ what: `start to listening ${against}`, values: ratios.shipped.listening, max: 1.6 });
record({ what: `start to the first response ${against}`, values: ratios.shipped.responded, max: 2.5 });
record({ what: `resident memory at the first response ${against}`, values: ratios.shipped.resident, max: 1.35 });
record({ what: `start to listening ${against}, document of 300 KB`, values: ratios.large.listening, max: 2.5 });
record({ what: `start to the first response ${against}, document of 300 KB`, values: ratios.large.responded, max: 4 });
record({ what: '--help of the package, against node -e 0', values: help, max: 2 });
