import { expect, test } from 'vitest';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { captureScenario, saveWorld } from '../../../src/world/control/save-world.ts';
import { World } from '../../../src/world/world.ts';
import { loadAnimalStore, startOf } from '../../core/helpers.ts';

const service = await loadAnimalStore();

const frozen = { at: '2030-06-01T00:00:00Z', frozen: true };
test.each<[string, ScenarioDocument['clock'], object | undefined]>([
  ['real', undefined, undefined],
  ['another', frozen, frozen],
])('a world with %s time is saved with its clock', (_what, clock, saved) => {
  const world = new World('test', service, startOf(service, clock === undefined ? {} : { clock }));
  expect(saveWorld(world).clock).toEqual(saved);
  expect(captureScenario(world).document.clock).toEqual(saved);
});
