import { z } from 'zod';
import { parseDuration } from '../../../core/primitives/units.ts';
import { isWritableTime, parseTimestamp } from '../../../scenario/document/timestamp.ts';
import { viewClock } from '../../../world/control/view-world.ts';
import { ok, opening, problem, type Route, readBody, withWorld } from '../request/control-call.ts';
import { noQuery, object } from '../request/control-schemas.ts';

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
