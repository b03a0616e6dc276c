import { ConfigError } from '../../../core/primitives/config-error.ts';
import type { Json } from '../../../core/primitives/json.ts';
import {
  describeProblems,
  ok,
  okItems,
  pathParameter,
  problem,
  type Route,
  unknownName,
  withQuery,
} from '../request/control-call.ts';
import { noQuery } from '../request/control-schemas.ts';

const listScenarios = withQuery(noQuery, async ({ context }) => {
  const scenarios = await context.scenarios.list();
  return okItems(scenarios.map(({ name, description = null }) => ({ name, description })));
});

const getScenario = withQuery(noQuery, async (request) => {
  const { scenarios } = request.context;
  const name = pathParameter(request, 'name');
  try {
    const scenario = await scenarios.get(name);
    if (scenario !== undefined) return ok(scenario.source as Json);
  } catch (error) {
    // 500, since the call is correct. The message contains the location in the broken file.
    if (error instanceof ConfigError) return problem(500, describeProblems(error.problems));
    throw error;
  }
  return unknownName(
    'scenario',
    name,
    (await scenarios.list()).map((known) => known.name),
  );
});

export const scenarioRoutes: readonly Route[] = [
  { path: '/scenarios', methods: { GET: listScenarios } },
  { path: '/scenarios/:name', methods: { GET: getScenario } },
];
