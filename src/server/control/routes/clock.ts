import type { JsonObject } from '../../../core/primitives/json.ts';
import { isWritable } from '../../../scenario/document/timestamp.ts';
import type { World } from '../../../world/world.ts';
import { inWorld, readBody } from '../request/control-request.ts';
import { ok, problem } from '../request/control-response.ts';
import type { Resource } from '../request/route.ts';
import { clockChange, noQuery } from '../request/schemas.ts';

export const viewClock = ({ clock }: World): JsonObject => ({
  now: new Date(clock.now()).toISOString(),
  frozen: clock.frozen,
});

const getClock = inWorld(noQuery, (_call, world) => ok(viewClock(world)));

const putClock = inWorld(noQuery, (call, world) => {
  const change = readBody(call, clockChange, 'the clock');
  if (!change.ok) return change.answer;
  if (Object.keys(change.value).length === 0)
    return problem(400, 'There is nothing to change: send now, advance, frozen or several of them.');
  const { now, advance, frozen } = change.value;
  const at = advance === undefined ? now : (now ?? world.clock.now()) + advance;
  if (at !== undefined && !isWritable(at)) return problem(400, 'advance leads beyond the year 9999.');
  world.setClock({ now: at, frozen });
  return ok(viewClock(world));
});

export const clockResources: readonly Resource[] = [
  { path: '/worlds/:world/clock', methods: { GET: getClock, PUT: putClock } },
];
