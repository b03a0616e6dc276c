/**
 * A world with a million items: the memory that each takes beyond its JSON text, and the cost of opening further worlds on them.
 * Run with `npm run bench:items`.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createVivarium, type JsonObject } from '../src/index.ts';
import { record } from './result.ts';

const count = 1_000_000;
const worlds = 1000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes on and off the heap, after a full garbage collection. */
const used = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const itemAt = (index: number): JsonObject => ({
  id: index + 1,
  name: `Entry ${index + 1}`,
  categoryId: (index % 7) + 1,
  status: ['available', 'pending', 'sold'][index % 3] as string,
});

const jsonBytes = Array.from({ length: count }, (_, index) => JSON.stringify(itemAt(index)).length).reduce(
  (sum, length) => sum + length,
);

const document = new URL('../spec/animal-store.yaml', import.meta.url);
// A small one first: what the process needs in any case does not count.
const small = await createVivarium({ document, scenario: { data: { pets: [itemAt(0)] } } });
await small.world().fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
const before = used();
const vivarium = await createVivarium({
  document,
  maxWorlds: worlds + 1,
  scenario: { data: { pets: Array.from({ length: count }, (_, index) => itemAt(index)) } },
});
const headers = { authorization: 'Bearer demo' };
const response = await vivarium.world().fetch('/v1/pets?limit=2', { headers });
if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
const perItem = (used() - before - jsonBytes) / count;
record({ what: 'an item among a million, beyond its JSON', values: [perItem], unit: 'bytes', max: 350 });

const opened: number[] = [];
const beforeWorlds = used();
for (let index = 0; index < worlds; index++) {
  const start = performance.now();
  vivarium.world(`world-${index}`).exchanges();
  opened.push(performance.now() - start);
}
record({ what: 'opening a world on a million items', values: opened, unit: 'ms', max: 1 });
const perWorld = (used() - beforeWorlds) / worlds / 1000;
record({ what: 'a world on a million items, not used yet', values: [perWorld], unit: 'kB', max: 20 });
await vivarium.close();
await small.close();
