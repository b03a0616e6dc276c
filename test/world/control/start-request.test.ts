/** The start that follows from a request. */
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/core/primitives/config-error.ts';
import { createScenario, type Scenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { saveWorld } from '../../../src/world/control/save-world.ts';
import { createStart, planStart, startOfScenario, unknownScenario } from '../../../src/world/control/start-request.ts';
import { type StartOverrides, World, type WorldStart } from '../../../src/world/world.ts';
import { loadAnimalStore } from '../../core/helpers.ts';

const service = await loadAnimalStore();

const problemsOf = (act: () => unknown): readonly string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map(
        ({ code, message, hint }) => `${code} ${message}${hint === undefined ? '' : ` ${hint}`}`,
      );
  }
  throw new Error('nothing was thrown');
};

describe('a start', () => {
  const given = (document: ScenarioDocument, name = 'busy'): Scenario => createScenario(name, document);
  const own = { scenario: given({ seed: 3 }), overrides: { name: 'own', seed: 5 } } as unknown as WorldStart;
  /** The scenario and the overrides of the start that follows from a request. */
  const startFor = (request: Parameters<typeof planStart>[0], found?: Scenario) => {
    const startOfBoth = (scenario: Scenario, overrides: StartOverrides) => ({ scenario, overrides }) as WorldStart;
    return createStart(planStart(request), found, { startOf: startOfBoth, start: own });
  };

  test('without a wish is the one that worlds have anyway', () => {
    expect(planStart({})).toEqual({ inline: undefined, named: undefined, overrides: {} });
    expect(startFor({})).toBe(own);
  });

  test('may be it with another seed or clock', () => {
    expect(startFor({ seed: 9 })).toEqual({ scenario: own.scenario, overrides: { name: 'own', seed: 9 } });
    const { overrides } = startFor({ clock: { at: '2030-01-01T00:00:00Z', frozen: true } });
    expect(overrides).toEqual({ name: 'own', seed: 5, clock: { at: Date.UTC(2030, 0, 1), frozen: true } });
  });

  test('may be a named scenario', () => {
    expect(planStart({ scenario: 'busy' }).named).toEqual({ name: 'busy', property: 'scenario' });
    const busy = given({ seed: 4 });
    expect(startFor({ scenario: 'busy', seed: 9 }, busy)).toEqual({
      scenario: busy,
      overrides: { name: 'busy', seed: 9 },
    });
  });

  test('may be a scenario in the request, which extends another one or none', () => {
    const whole = startFor({ inline: { seed: 8, requests: 'report' } });
    expect([whole.scenario.document, whole.overrides]).toEqual([{ seed: 8, requests: 'report' }, { name: null }]);
    const plan = planStart({ inline: { extends: 'busy', seed: 8 } });
    expect([plan.named, plan.inline]).toEqual([
      { name: 'busy', property: 'inline.extends' },
      { extends: 'busy', seed: 8 },
    ]);
    const { scenario, overrides } = startFor(
      { inline: { extends: 'busy', seed: 8 } },
      given({ generate: { pets: 3 } }),
    );
    expect([scenario.document.generate, scenario.seed, overrides]).toEqual([{ pets: 3 }, 8, { name: null }]);
  });

  test('is rejected if it is no scenario, names none that exists, or does not fit the document', () => {
    expect(problemsOf(() => planStart({ inline: { sed: 1 } }))).toEqual([
      expect.stringMatching(/^VIV_SCENARIO_INVALID unknown key "sed"/),
    ]);
    expect(
      problemsOf(() => {
        throw unknownScenario({ name: 'bsy', property: 'inline.extends' }, ['busy', 'calm']);
      }),
    ).toEqual([expect.stringMatching(/^VIV_SCENARIO_UNKNOWN inline\.extends: unknown scenario "bsy" .*busy/)]);
    const unfit = createScenario('x', { generate: { cars: 3 } });
    expect(problemsOf(() => startOfScenario(service, unfit, { name: 'x' }))).toEqual([expect.stringContaining('cars')]);
  });

  test('creates the same state for the same seed, which may replace that of the scenario', () => {
    const scenario = createScenario('x', { seed: 3, clock: { at: '2030-01-01T00:00:00Z' }, generate: { pets: 3 } });
    const itemsWith = (overrides: Partial<StartOverrides>) => {
      const start = startOfScenario(service, scenario, { name: 'x', ...overrides });
      const world = new World('test', service, start);
      return [start.seed, start.clock, JSON.stringify(saveWorld(world).data)] as const;
    };
    const [seed, clock, items] = itemsWith({});
    expect([seed, clock]).toEqual([3, { at: Date.UTC(2030, 0, 1), frozen: false }]);
    expect(itemsWith({ seed: 3 })[2]).toBe(items);
    expect(itemsWith({ seed: 4 })).toEqual([4, clock, expect.not.stringContaining(items)]);
    expect(itemsWith({ clock: { at: 0, frozen: true } })[1]).toEqual({ at: 0, frozen: true });
  });
});
