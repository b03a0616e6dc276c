/** The differences between two services: those that are there are found, and no others. */
import { describe, expect, test } from 'vitest';
import { clientOf, compareWith, startService, useAll } from './compared-service.ts';
import { plantedDifferences } from './planted-differences.ts';

describe('two equal services', () => {
  test('have no differences, whatever their seeds are', async () => {
    const vivarium = await compareWith(await startService(undefined, { seed: 7 }), { seed: 8 });
    const call = clientOf(vivarium);
    await useAll(call);
    await useAll(call, 'again');
    expect(vivarium.world().drift()).toEqual([]);
    expect(
      vivarium
        .world()
        .exchanges({ limit: 100 })
        .map(({ differences }) => differences),
    ).toEqual(Array.from({ length: 42 }, () => []));
  });
});

describe('a difference is found:', () => {
  test.each(plantedDifferences.map((planted) => [planted.operation, planted.kind, planted.pointer, planted] as const))(
    '%s %s %s',
    async (_operation, _kind, _pointer, { plant, hasConsequences = false, ...expected }) => {
      const vivarium = await compareWith(await startService(plant, { seed: 7 }), { seed: 8 });
      await useAll(clientOf(vivarium));
      const rows = vivarium.world().drift();
      const shown = rows.map(({ operation, kind, pointer, breaking }) => ({ operation, kind, pointer, breaking }));
      expect(hasConsequences ? shown : [shown[0]]).toContainEqual(expected);
      if (!hasConsequences) expect(shown).toHaveLength(1);
    },
  );
});
