/** The start of a world that is PUT: a scenario of the server or of the request, with the sent seed and clock applied. */
import type { z } from 'zod';
import { ConfigError } from '../../../core/primitives/config-error.ts';
import type { Scenario } from '../../../scenario/document/read-scenario.ts';
import { Clock } from '../../../world/clock.ts';
import { createStart, planStart, type StartPlan, unknownScenario } from '../../../world/control/start-request.ts';
import { nextTurn } from '../../../world/turns.ts';
import type { WorldStart } from '../../../world/world.ts';
import type { ServerContext } from '../../edge/context.ts';
import { type Read, whenReady } from './control-request.ts';
import { describeProblems, problem } from './control-response.ts';
import type { worldStart } from './control-schemas.ts';

type WorldRequest = z.output<typeof worldStart>;

export const readStart = async (context: ServerContext, sent: WorldRequest): Promise<Read<WorldStart>> => {
  if (sent.scenario !== undefined && sent.inline !== undefined) {
    return { ok: false, response: problem(400, 'Send scenario or inline, not both.') };
  }
  try {
    const plan = planStart(sent);
    const found = plan.named && (await findScenario(context, plan.named));
    for (;;) {
      await whenReady(context);
      const { scenarios, worlds } = context;
      const { service } = worlds;
      const start = createStart(plan, found, { startOf: scenarios.startOf, start: worlds.start });
      await start.prepare?.(new Clock(start.clock).now(), nextTurn);
      // The document may have been reloaded in the meantime.
      if (worlds.service === service) return { ok: true, value: start };
    }
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, response: problem(400, describeProblems(error.problems)) };
    throw error;
  }
};

const findScenario = async (
  { scenarios }: ServerContext,
  named: NonNullable<StartPlan['named']>,
): Promise<Scenario> => {
  const scenario = await scenarios.get(named.name);
  if (scenario !== undefined) return scenario;
  throw unknownScenario(
    named,
    (await scenarios.list()).map((known) => known.name),
  );
};
