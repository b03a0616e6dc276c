/**
 * Compares one server with ten documents to ten servers with one each: the time from forking to listening, and the memory
 * after all operations are ready. The documents are those of the tests. Run with `npm run bench -- services`.
 */
import { fileNamesOf, pathOf } from '../test/documents/sources.ts';
import { startServer } from './measured-server.ts';
import { record } from './result.ts';

const rounds = 5;
const names = [...fileNamesOf('own'), ...fileNamesOf('npm')].slice(0, 10);

interface Measured {
  readonly startMs: number;
  /** Resident, after a full garbage collection. */
  readonly bytes: number;
}

const measure = async (options: object): Promise<Measured> => {
  const start = performance.now();
  const server = await startServer('vivarium', options);
  const startMs = performance.now() - start;
  const { memory } = await server.usage('gc');
  server.stop();
  return { startMs, bytes: memory.rss };
};

const sourceOf = (name: string): object => ({ document: pathOf(name), base: `/${name.replaceAll(/\W+/g, '-')}` });
const services = Object.fromEntries(names.map((name) => [name.replaceAll(/\W+/g, '-'), sourceOf(name)]));

const ratios = { start: [] as number[], memory: [] as number[] };
for (let round = -1; round < rounds; round++) {
  const together = await measure({ services });
  const alone: Measured[] = [];
  for (const name of names) alone.push(await measure(sourceOf(name)));
  // The first round fills the compile cache.
  if (round < 0) continue;
  const sum = (of: (measured: Measured) => number): number => alone.reduce((total, each) => total + of(each), 0);
  ratios.start.push(together.startMs / sum(({ startMs }) => startMs));
  ratios.memory.push(together.bytes / sum(({ bytes }) => bytes));
}
record({ what: 'start of ten services on one server, against the sum of ten servers', values: ratios.start, max: 1 });
record({
  what: 'resident memory of ten services on one server, against the sum of ten servers',
  values: ratios.memory,
  max: 1,
});
