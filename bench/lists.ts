/**
 * Compares lists with a filter among 100 and among 100,000 items, in one process and alternating. The ratio should stay near
 * 1. Run with `npm run bench:lists`.
 */
import { createVivarium, type Vivarium } from '../src/index.ts';
import { median } from './measured-server.ts';

const rounds = 9;
const perRound = 5000;
const queries = {
  'one in three matches': '?status=sold&limit=20',
  'none matches': '?status=pending&limit=20',
  'no filter': '?limit=20',
};

const open = (count: number): Promise<Vivarium> => {
  const pets = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Entry ${index + 1}`,
    categoryId: (index % 7) + 1,
    // No item is pending. The search must not traverse all items.
    status: index % 2 === 0 ? 'available' : 'sold',
  }));
  return createVivarium({
    document: new URL('../spec/animal-store.yaml', import.meta.url).pathname,
    scenario: { data: { pets } },
  });
};

const measure = async (vivarium: Vivarium, query: string): Promise<number> => {
  const world = vivarium.world();
  const before = process.cpuUsage();
  for (let index = 0; index < perRound; index++) {
    const response = await world.fetch(`/v1/pets${query}`, { headers: { authorization: 'Bearer demo' } });
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / perRound;
};

const few = await open(100);
const many = await open(100_000);
console.log(`CPU per list, ${rounds} rounds of ${perRound} in turns, through world.fetch`);
for (const [name, query] of Object.entries(queries)) {
  await measure(few, query);
  await measure(many, query);
  const costs = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    costs.few.push(await measure(few, query));
    costs.many.push(await measure(many, query));
  }
  const [left, right] = [median(costs.few), median(costs.many)];
  console.log(
    `${name.padEnd(22)} 100 items ${left.toFixed(1)} µs   100,000 items ${right.toFixed(1)} µs   ratio ${(right / left).toFixed(2)}`,
  );
}
await few.close();
await many.close();
