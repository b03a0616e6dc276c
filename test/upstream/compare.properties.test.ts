/** Services that do not differ, as busy clients see them: as often as `RUNS` says. */
import { expect, test } from 'vitest';
import { beBusy, startRestlessService } from './busy-clients.ts';
import { clientOf, compareWith, startService, useAll } from './compared-service.ts';

/** Of the mistakes that were made on purpose, one was found in the 17th run, another one only in the 34th. */
const runs = Number(process.env.RUNS ?? 40);

test('two equal services have no differences, with eight clients at once', { timeout: 300_000 }, async () => {
  for (let run = 0; run < runs; run++) {
    const late = async (): Promise<void> => {
      // Responses overtake each other.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    };
    const vivarium = await compareWith(await startService(late, { seed: run }), { seed: run + 1000 });
    await beBusy(clientOf(vivarium), run);
    expect(vivarium.world().drift(), `run ${run}`).toEqual([]);
  }
});

test('one service with a clock, random ids, counters and changing totals has none', { timeout: 300_000 }, async () => {
  for (let run = 0; run < runs; run++) {
    const vivarium = await compareWith(await startRestlessService());
    const call = clientOf(vivarium);
    await useAll(call);
    await beBusy(call, run);
    expect(vivarium.world().drift(), `run ${run}`).toEqual([]);
  }
});
