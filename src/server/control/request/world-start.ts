/** The start of a world that is PUT: a scenario of the server or of the request, with the sent seed and clock applied. */
import type { z } from 'zod';
import { ConfigError } from '../../../core/primitives/config-error.ts';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import type { Json } from '../../../core/primitives/json.ts';
import { extendDocument } from '../../../scenario/document/extend.ts';
import { readDocument } from '../../../scenario/document/read-document.ts';
import { clockFrom, createScenario, locateNowhere, type Scenario } from '../../../scenario/document/scenario.ts';
import type { WorldStart } from '../../../world/world.ts';
import type { ServerContext } from '../../edge/context.ts';
import { type Read, whenReady } from './control-request.ts';
import { describeProblems, problem, quote } from './control-response.ts';
import type { worldStart } from './schemas.ts';

type WorldRequest = z.output<typeof worldStart>;

export const readStart = async (context: ServerContext, sent: WorldRequest): Promise<Read<WorldStart>> => {
  if (sent.scenario !== undefined && sent.inline !== undefined) {
    return { ok: false, response: problem(400, 'Send scenario or inline, not both.') };
  }
  try {
    return { ok: true, value: await startOf(context, sent) };
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, response: problem(400, describeProblems(error.problems)) };
    throw error;
  }
};

/** @throws ConfigError if the scenario does not exist or cannot be used. */
const startOf = async (
  context: ServerContext,
  { scenario, inline, seed, clock }: WorldRequest,
): Promise<WorldStart> => {
  const overrides = { ...(seed !== undefined && { seed }), ...(clock !== undefined && { clock: clockFrom(clock) }) };
  const found =
    inline !== undefined
      ? await readInline(context, inline)
      : scenario !== undefined && (await findScenario(context, scenario, 'scenario'));
  // Awaited last: the document may be reloaded in the meantime.
  await whenReady(context);
  const { scenarios, worlds } = context;
  if (found !== false) return scenarios.startOf(found, { name: scenario ?? null, ...overrides });
  const { start } = worlds;
  return Object.keys(overrides).length === 0
    ? start
    : scenarios.startOf(start.scenario, { ...start.overrides, ...overrides });
};

const readInline = async (context: ServerContext, value: Json): Promise<Scenario> => {
  const read = readDocument(value);
  if (!read.ok) throw new ConfigError(read.problems.map(locateNowhere));
  const { document } = read;
  if (document.extends === undefined) return createScenario(undefined, document);
  const base = await findScenario(context, document.extends, 'inline.extends');
  return createScenario(undefined, extendDocument(base.document, document), {
    source: document,
    locate: locateNowhere,
  });
};

const findScenario = async ({ scenarios }: ServerContext, name: string, property: string): Promise<Scenario> => {
  const scenario = await scenarios.get(name);
  if (scenario !== undefined) return scenario;
  const names = (await scenarios.list()).map((known) => known.name);
  const hint =
    didYouMean(name, names) ?? (names.length === 0 ? 'The server has no scenarios.' : `Known: ${names.join(', ')}.`);
  throw new ConfigError([
    locateNowhere({
      code: 'VIV_SCENARIO_UNKNOWN',
      path: [],
      at: 'value',
      message: `${property}: unknown scenario ${quote(name)}`,
      hint,
    }),
  ]);
};
