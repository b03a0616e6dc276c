import type { Transport } from '../http/http.ts';
import { type ExtremeKind, extremeKinds } from './extreme.ts';
import type { Effect, Fault, FaultGroup, FaultWhen } from './fault.ts';
import { type ContractKind, contractKinds } from './kinds.ts';

const status = (code: number, headers?: Readonly<Record<string, string>>): Effect => ({
  type: 'status',
  status: code,
  headers,
  body: undefined,
  work: 'skipped',
});

const builtIn = (name: string, group: FaultGroup, description: string, effect: Effect, when?: FaultWhen): Fault => ({
  name,
  group,
  description,
  effect,
  when,
  on: undefined,
});

const retryAfter = { 'Retry-After': '1' };

export const contractDescriptions: Readonly<Record<ContractKind, string>> = {
  'missing-required': 'Leaves out a member that the interface requires.',
  'wrong-type': 'Puts a value of another type in place of one.',
  'null-value': 'Puts null where the interface allows none.',
  'unknown-enum': 'Puts a value that the enumeration does not have.',
  'extra-property': 'Adds a member that the interface does not declare.',
  'out-of-range': 'Puts a number, a text or a list beyond its bounds.',
  'bad-format': 'Puts a text that is not of its format.',
  'wrong-content-type': 'Says that the body is of another media type than documented.',
};

export const extremeDescriptions: Readonly<Record<ExtremeKind, string>> = {
  minimal: 'Leaves out every member that is optional.',
  'empty-list': 'Empties the list.',
  longest: 'Makes every text as long as it may be.',
  boundary: 'Puts every number at an end of its range.',
};

/** The faults that every world knows by name, off until switched on; in the order in which lists show them. */
export const builtInFaults: ReadonlyMap<string, Fault> = new Map(
  [
    builtIn('bad-request', 'status', 'Answers 400.', status(400)),
    builtIn('unauthorized', 'status', 'Answers 401, whatever the credential.', status(401)),
    builtIn('forbidden', 'status', 'Answers 403.', status(403)),
    builtIn('not-found', 'status', 'Answers 404.', status(404)),
    builtIn('conflict', 'status', 'Answers 409.', status(409)),
    builtIn('rate-limited', 'status', 'Answers 429 and asks to retry after a second.', status(429, retryAfter)),
    builtIn('server-error', 'status', 'Answers 500.', status(500)),
    builtIn('unavailable', 'status', 'Answers 503 and asks to retry after a second.', status(503, retryAfter)),
    builtIn('flaky', 'status', 'Answers 503 to three in ten requests.', status(503, retryAfter), { chance: 0.3 }),
    builtIn('slow', 'time', 'Holds every answer back for two seconds.', {
      type: 'latency',
      latency: { type: 'fixed', ms: 2000 },
    }),
    builtIn('narrow', 'time', 'Sends ten kilobytes a second.', { type: 'bandwidth', bytesPerSecond: 10_000 }),
    builtIn('dribble', 'time', 'Sends the body in five chunks over two seconds.', {
      type: 'dribble',
      chunks: 5,
      overMs: 2000,
    }),
    builtIn('offline', 'transport', 'Resets every connection, as a failing network does.', transport('reset')),
    builtIn('hang', 'transport', 'Takes every request and never answers.', transport('timeout')),
    builtIn('reset', 'transport', 'Does the work, then resets the connection.', transport('reset')),
    builtIn('timeout', 'transport', 'Does the work, then never answers.', transport('timeout')),
    builtIn('empty', 'transport', 'Does the work, then closes the connection without a byte.', transport('empty')),
    builtIn('truncate', 'transport', 'Does the work, then sends only half of the body.', transport('truncate')),
    builtIn('garbage', 'transport', 'Does the work, then sends bytes that are no HTTP.', transport('garbage')),
    ...contractKinds.map((kind) =>
      builtIn(kind, 'contract', contractDescriptions[kind], { type: 'contract', contract: kind }),
    ),
    ...extremeKinds.map((kind) =>
      builtIn(kind, 'extreme', extremeDescriptions[kind], { type: 'extreme', extreme: kind }),
    ),
  ].map((fault) => [fault.name, fault]),
);

function transport(kind: Transport): Effect {
  return { type: 'transport', transport: kind, work: 'done' };
}
