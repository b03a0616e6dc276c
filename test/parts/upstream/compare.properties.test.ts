/** Services that do not differ, as busy clients see them: as often as `RUNS` says. */
import { expect, onTestFinished, test } from 'vitest';
import { beBusy, startRestlessService } from './busy-clients.ts';
import { clientOf, compareWith, openComparing, useAll } from './compared-service.ts';

/** Of the mistakes that were made on purpose, one was found in the 17th run, another one only in the 34th. */
const runs = Number(process.env.RUNS ?? 40);

test('two equal services have no differences, with eight clients at once', { timeout: 300_000 }, async () => {
  const { compare, close } = await openComparing();
  onTestFinished(close);
  const late = async (): Promise<void> => {
    // Responses overtake each other.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
  };
  for (let run = 0; run < runs; run++) {
    const world = compare({ plant: late, seed: run, simulatedSeed: run + 1000 });
    await beBusy(clientOf(world), run);
    expect(world.drift(), `run ${run}`).toEqual([]);
  }
});

test('one service with a clock, random ids, counters and changing totals has none', { timeout: 300_000 }, async () => {
  const { url, reset } = await startRestlessService();
  const vivarium = await compareWith(url);
  onTestFinished(() => vivarium.close());
  for (let run = 0; run < runs; run++) {
    reset();
    const world = vivarium.world(`run-${run}`);
    const call = clientOf(world);
    // It is the same in each run.
    if (run % 4 === 0) await useAll(call);
    await beBusy(call, run);
    expect(world.drift(), `run ${run}`).toEqual([]);
  }
});
