import { isWritableTime } from '../../../scenario/document/timestamp.ts';
import { viewClock } from '../../../world/control/view-world.ts';
import { opening, readBody, withWorld } from '../request/control-request.ts';
import { ok, problem } from '../request/control-response.ts';
import type { Route } from '../request/control-route.ts';
import { clockChange, noQuery } from '../request/control-schemas.ts';

const getClock = withWorld(noQuery, (_call, world) => ok(viewClock(world)));

const putClock = withWorld(noQuery, (request, world) => {
  const change = readBody(request, clockChange, 'the clock');
  if (!change.ok) return change.response;
  if (Object.keys(change.value).length === 0)
    return problem(400, 'The body changes nothing. Send now, advance, frozen or several of them.');
  const { now, advance, frozen } = change.value;
  const time = advance === undefined ? now : (now ?? world.clock.now()) + advance;
  if (time !== undefined && !isWritableTime(time)) return problem(400, 'advance exceeds the year 9999.');
  world.setClock({ now: time, frozen });
  return ok(viewClock(world));
});

export const clockRoutes: readonly Route[] = [
  { path: '/worlds/:world/clock', methods: { GET: getClock, PUT: opening(putClock) } },
];
