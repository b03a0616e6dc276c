import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../src/core/primitives/config-error.ts';
import { sizeOf } from '../../../src/core/primitives/sorted-map.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { loadDocument } from '../../../src/openapi/load/load.ts';
import { checkScenario } from '../../../src/scenario/data/check-scenario.ts';
import { createScenarioStart } from '../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import { scenarioOf } from '../../../src/scenario/file/from-world.ts';
import { listScenarios } from '../../../src/scenario/file/load-scenario.ts';
import { loadScenario } from '../helpers.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const directory = `${root}scenarios`;
const names = (await listScenarios(directory)).map(({ name }) => name);
const { document } = await loadDocument(`${root}spec/animal-store.yaml`);
const service = compileService(document);
await service.ready();

test('there are scenarios', () => {
  expect(names).toContain('default');
});

test.each(names)('%s fits the document, starts, and can be saved', async (name) => {
  const scenario = await loadScenario(directory, name);
  expect(scenario.description).toMatch(/\.$/);
  expect(checkScenario(scenario, service).map(formatProblem)).toEqual([]);
  const now = Date.UTC(2026, 10, 20);
  const state = createScenarioStart(service, scenario).createState('w', now);
  expect(state.active.entries).toHaveLength(scenario.faults.filter(({ enabled }) => enabled).length);
  const saved = createScenario('saved', scenarioOf(service, state, { clock: scenario.clock }));
  expect(checkScenario(saved, service).map(formatProblem)).toEqual([]);
  const again = createScenarioStart(service, saved).createState('w', now);
  for (const [collection, { items }] of state.collections) {
    expect(sizeOf(again.collections.get(collection)?.items ?? { root: undefined })).toBe(sizeOf(items));
  }
});
