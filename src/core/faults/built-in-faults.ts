import type { Transport } from '../http/http.ts';
import { contractKinds, type Effect, extremeKinds, rowOf, statusInstead, webhookFlaws } from './effects.ts';
import type { Fault, FaultWhen } from './fault.ts';

const builtIn = <const Name extends string>(
  name: Name,
  description: string,
  effect: Effect,
  when?: FaultWhen,
): Fault & { readonly name: Name } => ({
  name,
  description,
  effect,
  when,
  on: undefined,
});

const ofItsName = <const Name extends string>(name: Name, effect: Effect) =>
  builtIn(name, rowOf(effect.type).describe(effect), effect);

const retryAfter = { 'Retry-After': '1' };

const faults = [
  builtIn('bad-request', 'Responds with 400.', statusInstead(400)),
  builtIn('unauthorized', 'Responds with 401, as if the credential has expired, whatever it is.', statusInstead(401)),
  builtIn('forbidden', 'Responds with 403.', statusInstead(403)),
  builtIn('not-found', 'Responds with 404.', statusInstead(404)),
  builtIn('conflict', 'Responds with 409.', statusInstead(409)),
  builtIn('rate-limited', 'Responds with 429 and asks to retry after one second.', statusInstead(429, retryAfter)),
  builtIn('server-error', 'Responds with 500.', statusInstead(500)),
  builtIn('unavailable', 'Responds with 503 and asks to retry after one second.', statusInstead(503, retryAfter)),
  builtIn('flaky', 'Responds with 503 to 30 % of the requests.', statusInstead(503, retryAfter), { chance: 0.3 }),
  builtIn('rate-limit', 'Responds with 429 above 60 requests per minute, and counts down in headers.', {
    type: 'rate',
    limit: 60,
    perMs: 60_000,
  }),
  builtIn('slow', 'Delays every response by two seconds.', { type: 'latency', latency: { type: 'fixed', ms: 2000 } }),
  builtIn('narrow', 'Limits the body to ten kilobytes per second.', { type: 'bandwidth', bytesPerSecond: 10_000 }),
  builtIn('dribble', 'Sends the body in five chunks over two seconds.', { type: 'dribble', chunks: 5, overMs: 2000 }),
  builtIn('offline', 'Resets every connection, like a failing network.', transport('reset')),
  builtIn('hang', 'Accepts every request and never responds.', transport('timeout')),
  builtIn('reset', 'Processes the request, then resets the connection.', transport('reset')),
  builtIn('timeout', 'Processes the request, then never responds.', transport('timeout')),
  builtIn('empty', 'Processes the request, then closes the connection without a byte.', transport('empty')),
  builtIn('truncate', 'Processes the request, then sends only half of the body.', transport('truncate')),
  builtIn('garbage', 'Processes the request, then sends bytes that are not HTTP.', transport('garbage')),
  ...contractKinds.map((kind) => ofItsName(kind, { type: 'contract', contract: kind })),
  ...extremeKinds.map((kind) => ofItsName(kind, { type: 'extreme', extreme: kind })),
  ofItsName('jobs-fail', { type: 'lifecycle', lifecycle: 'failed' }),
  ofItsName('token-expired', { type: 'token', token: 'expired' }),
  ofItsName('wrong-audience', { type: 'token', token: 'wrong-audience' }),
  ...webhookFlaws.map((flaw) => ofItsName(`webhook-${flaw}`, { type: 'webhook', webhook: flaw })),
];

/** The faults that every world has, off until they are switched on. `docs/faults.md` describes each. */
export type BuiltInFaultName = (typeof faults)[number]['name'];

/** The faults that exist in every world, disabled by default; in the order in which lists show them. */
export const builtInFaults: ReadonlyMap<string, Fault> = new Map(faults.map((fault) => [fault.name, fault]));

function transport(kind: Transport): Effect {
  return { type: 'transport', transport: kind, work: 'done' };
}
