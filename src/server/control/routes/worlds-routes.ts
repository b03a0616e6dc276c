import { z } from 'zod';
import { ConfigError } from '../../../core/primitives/config-error.ts';
import type { Json } from '../../../core/primitives/json.ts';
import { parseDuration, quoteName } from '../../../core/primitives/units.ts';
import { isWritableTime, parseTimestamp } from '../../../scenario/document/timestamp.ts';
import { scenarioToJson } from '../../../scenario/file/to-json.ts';
import { scenarioToYaml } from '../../../scenario/file/to-yaml.ts';
import { Clock } from '../../../world/clock.ts';
import { differencesOf } from '../../../world/control/diff.ts';
import { captureScenario } from '../../../world/control/save-world.ts';
import { createStart, planStart, unknownScenario } from '../../../world/control/start-request.ts';
import { viewClock, viewWorld } from '../../../world/control/view-world.ts';
import { nextTurn } from '../../../world/turns.ts';
import type { WorldStart } from '../../../world/world.ts';
import { isWorldName, worldNameRule } from '../../../world/world-name.ts';
import type { ScenarioSource, ServerContext } from '../../edge/context.ts';
import {
  CallRejected,
  type ControlRequest,
  describeProblems,
  noContent,
  ok,
  okItems,
  onWorld,
  opening,
  pathParameter,
  problem,
  type Route,
  type RouteHandler,
  readBody,
  readQuery,
  respond,
  tooManyWorlds,
  unknownName,
  whenReady,
  withoutBody,
  withoutQuery,
  withQuery,
} from '../request/control-call.ts';
import { noQuery, object, pageQuery, worldStart } from '../request/control-schemas.ts';

const listWorlds = withQuery(pageQuery, ({ context }, { limit, offset }) => {
  const worlds = [...context.worlds];
  const page = worlds.slice(offset, limit === undefined ? undefined : offset + limit);
  return okItems(page.values().map(viewWorld), worlds.length);
});

const prepareWorld = async (request: ControlRequest): Promise<WorldStart> => {
  readQuery(request.query, noQuery);
  const name = pathParameter(request, 'world');
  if (!isWorldName(name))
    throw new CallRejected(problem(400, `${quoteName(name)} is not a valid world name. ${worldNameRule}`));
  return readStart(request.context, readBody(request, worldStart, 'the world'));
};

const putWorld: RouteHandler = ({ context, path, start }) => {
  const { worlds } = context;
  const { world: name = '' } = path;
  const present = worlds.use(name);
  if (start !== undefined) present?.restart(start);
  const world = present ?? worlds.open(name, start);
  if (world === undefined) return tooManyWorlds(context);
  return ok(viewWorld(world), present === undefined ? 201 : 200);
};

const deleteWorld = onWorld(({ context }, world) => {
  context.worlds.delete(world.name);
  return noContent;
});

const resetWorld = onWorld((_call, world) => {
  world.reset();
  return ok(viewWorld(world));
});

const getWorldScenario = onWorld((request, world) => {
  const { document, data } = captureScenario(world);
  const type = request.preferred(['application/json', 'application/yaml']) ?? 'application/json';
  const parts = type === 'application/yaml' ? scenarioToYaml(document, data) : scenarioToJson(document, data);
  return respond(type, { write: () => parts }, { Vary: 'Accept' });
});

/** The start of a world that is PUT: a scenario of the server or of the request, with the sent seed and clock applied. */
const readStart = async (context: ServerContext, sent: z.output<typeof worldStart>): Promise<WorldStart> => {
  if (sent.scenario !== undefined && sent.inline !== undefined)
    throw new CallRejected(problem(400, 'Send scenario or inline, not both.'));
  try {
    const plan = planStart(sent);
    const found = plan.named && (await context.scenarios.get(plan.named.name));
    if (plan.named !== undefined && found === undefined)
      throw unknownScenario(plan.named, await namesOf(context.scenarios));
    for (;;) {
      await whenReady(context);
      const { scenarios, worlds } = context;
      const { service } = worlds;
      const start = createStart(plan, found, { startOf: scenarios.startOf, start: worlds.start });
      await start.prepare?.(new Clock(start.clock).now(), nextTurn);
      // The document may have been reloaded in the meantime.
      if (worlds.service === service) return start;
    }
  } catch (error) {
    if (error instanceof ConfigError) throw new CallRejected(problem(400, describeProblems(error.problems)));
    throw error;
  }
};

const namesOf = async (scenarios: ScenarioSource): Promise<readonly string[]> =>
  (await scenarios.list()).map(({ name }) => name);

const listScenarios = withoutQuery(async ({ context }) => {
  const scenarios = await context.scenarios.list();
  return okItems(scenarios.map(({ name, description = null }) => ({ name, description })));
});

const getScenario = withoutQuery(async (request) => {
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
  return unknownName('scenario', name, await namesOf(scenarios));
});

const aTime = { error: 'a time such as 2030-06-01T00:00:00Z or a date such as 2030-06-01' };
const aDuration = { error: 'a duration such as 250ms, 30s, 5m, 2h or 7d' };

export const clockChange = object({
  now: z
    .string(aTime)
    .refine((text) => parseTimestamp(text) !== undefined, aTime)
    .transform(parseTimestamp)
    .optional(),
  /** In milliseconds; added to `now` if both are sent. */
  advance: z
    .string(aDuration)
    .refine((text) => parseDuration(text) !== undefined, aDuration)
    .transform((text) => parseDuration(text) as number)
    .optional(),
  frozen: z.boolean({ error: 'true or false' }).optional(),
});

const putClock = onWorld((request, world) => {
  const change = readBody(request, clockChange, 'the clock');
  if (Object.keys(change).length === 0)
    return problem(400, 'The body changes nothing. Send now, advance, frozen or several of them.');
  const { now, advance, frozen } = change;
  const time = advance === undefined ? now : (now ?? world.clock.now()) + advance;
  if (time !== undefined && !isWritableTime(time)) return problem(400, 'advance exceeds the year 9999.');
  world.setClock({ now: time, frozen });
  return ok(viewClock(world));
});

/** Worlds with their clocks, and the scenarios from which they start. */
export const worldRoutes: readonly Route[] = [
  { path: '/scenarios', methods: { GET: listScenarios } },
  { path: '/scenarios/:name', methods: { GET: getScenario } },
  { path: '/worlds', methods: { GET: listWorlds }, readsAll: true },
  {
    path: '/worlds/:world',
    methods: {
      GET: onWorld((_call, world) => ok(viewWorld(world))),
      PUT: putWorld,
      DELETE: withoutBody(deleteWorld),
    },
    prepare: prepareWorld,
  },
  { path: '/worlds/:world/reset', methods: { POST: opening(withoutBody(resetWorld)) } },
  { path: '/worlds/:world/scenario', methods: { GET: getWorldScenario } },
  {
    path: '/worlds/:world/diff',
    methods: { GET: onWorld((_call, world) => okItems(differencesOf(world).map((difference) => ({ ...difference })))) },
  },
  {
    path: '/worlds/:world/clock',
    methods: { GET: onWorld((_call, world) => ok(viewClock(world))), PUT: opening(putClock) },
  },
];
