/** The schema of a fault, in a scenario and in a PUT of the control API. */
import { z } from 'zod';
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import { contractKinds } from '../../core/faults/contract-kinds.ts';
import { extremeKinds } from '../../core/faults/extreme.ts';
import { transports } from '../../core/http/http.ts';
import { tokenFlaws } from '../../core/service/login.ts';
import {
  anyJson,
  choice,
  count,
  duration,
  either,
  type Frozen,
  flag,
  map,
  oneOrMore,
  scalars,
  size,
  text,
} from './schema-values.ts';

const faultOn = map('a map of conditions on the request', {
  operation: oneOrMore()
    .optional()
    .describe('The name of the operation in the document, or a list of names. `*` stands for anything.'),
  service: oneOrMore()
    .optional()
    .describe('The name of one of several services, or a list of names. `*` stands for anything.'),
  method: oneOrMore().optional().describe('The method, or a list of methods.'),
  path: oneOrMore()
    .optional()
    .describe('The path below the base path, or a list of paths: `/orders/*`. `*` stands for anything.'),
  query: scalars().optional().describe('Query parameters and their values. `*` stands for anything.'),
  header: scalars().optional().describe('Request headers and their values. `*` stands for anything.'),
  body: anyJson()
    .optional()
    .describe('A subset of the JSON body: each property given here must have the same value in the request.'),
}).describe('The requests that the fault affects. All given conditions must match. If omitted, every request.');

const chance = () => {
  const error = 'a number from 0 to 1';
  return z.number({ error }).min(0, { error }).max(1, { error });
};

const faultWhen = map('a map of conditions on the count and the time', {
  from: duration()
    .optional()
    .describe(
      'Count requests only from this time after the world started, or after the fault was last switched on. World time.',
    ),
  for: duration().optional().describe('Count requests only for this long. World time.'),
  after: count(0).optional().describe('Skip this number of matching requests first.'),
  every: count(1).optional().describe('Of the rest, take every nth request: with 2, the second, the fourth, ...'),
  first: count(0).optional().describe('Of those taken, keep only the first n requests.'),
  chance: chance()
    .optional()
    .describe('For each of those kept, the fault fires with this probability, from 0 to 1. The seed decides.'),
}).describe('The matching requests for which the fault fires. If omitted, all of them.');

const latencyExpected = 'a duration such as 200ms, { min: 100ms, max: 900ms } or { median: 200ms, p99: 2s }';
const latency = () =>
  either(
    latencyExpected,
    duration(),
    map(latencyExpected, {
      min: duration().describe('The shortest delay.'),
      max: duration().describe('The longest delay.'),
    }),
    map(latencyExpected, {
      median: duration().describe('Half of the responses are delayed by at most this time.'),
      p99: duration().describe('99 of 100 responses are delayed by at most this time.'),
    }),
  ).describe(
    'Delays the response: by a fixed time, a random time within a range, or a log-normal time (median and 99th percentile).',
  );

const work = () => choice('done', 'skipped');
const workDescription =
  'Whether the operation is executed before its response is replaced (`status`, default: skipped) or lost (`transport`, default: done).';

/** A limit, since each chunk needs a timer. */
const maxChunks = 10_000;

const exampleName = () => text('the name of an example').min(1, { error: 'the name of an example' });

const pointerExpected = 'a JSON Pointer such as /0/name or /*/name';
/** RFC 6901. */
const pointer = () => text(pointerExpected).regex(/^(?:\/(?:[^/~]|~[01])*)*$/, { error: pointerExpected });

/** The properties of a fault's effect. A fault has one effect. */
const effect = {
  status: count(200, 599).optional().describe('Responds with this status in place of the operation.'),
  headers: scalars().optional().describe('Headers to send with the status.'),
  body: anyJson()
    .optional()
    .describe(
      "The body to send with the status. If omitted, the document's example for that status, else a generated body.",
    ),
  example: exampleName()
    .optional()
    .describe('The name of one of the examples that the document has for the status, in place of `body`.'),
  work: work().optional().describe(workDescription),
  latency: latency().optional(),
  bandwidth: size().optional().describe('Limits the body to this number of bytes per second.'),
  dribble: map('a map such as { chunks: 5, over: 2s }', {
    chunks: count(1, maxChunks).describe('The number of chunks of the body.'),
    over: duration().describe('The time until the last chunk is sent.'),
  })
    .optional()
    .describe('Sends the body in chunks, spread over a time.'),
  transport: choice(...transports)
    .optional()
    .describe(
      'Loses or damages the response: `reset` resets the connection, `timeout` never responds, `empty` closes the connection without a byte, `truncate` sends only a part of the body, `garbage` sends bytes that are not HTTP.',
    ),
  contract: choice(...contractKinds)
    .optional()
    .describe('Sends a well-formed response that breaks the interface, at a location that the seed decides.'),
  at: pointer()
    .optional()
    .describe('Where `contract` breaks the body: a JSON Pointer such as `/0/name`. `*` stands for any index or name.'),
  extreme: choice(...extremeKinds)
    .optional()
    .describe('Sends a response at the edge of what the interface allows.'),
  token: choice(...tokenFlaws)
    .optional()
    .describe('Issues tokens that no operation accepts: `expired` ones, or for a `wrong-audience`. It needs no `on`.'),
};

const builtInNames = [...builtInFaults.keys()] as [string, ...string[]];

const faultObject = map('a map', {
  use: z
    .enum(builtInNames, { error: 'a built-in fault' })
    .optional()
    .describe('A built-in fault to change or to copy.'),
  name: text('a name')
    .min(1, { error: 'a name' })
    .optional()
    .describe('The name of a custom fault, or of a copy of a built-in fault. Unique in the scenario.'),
  description: text().optional().describe('A description of the fault, shown in lists.'),
  enabled: flag().optional().describe('Whether the fault is on at the start. Default: true.'),
  on: faultOn.optional(),
  when: faultWhen.optional(),
  ...effect,
});

export const faultSchema = either(
  'the name of a built-in fault, { use: ... } or { name: ... } with one effect',
  z.enum(builtInNames, { error: 'a built-in fault' }).describe('A built-in fault, switched on.'),
  faultObject.describe('A built-in fault with changes (`use`), or a custom fault (`name` and one effect).'),
).describe('A rule that disturbs responses.');

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();

/** The body of a PUT of a fault in the control API. Null removes a property; read-only properties are ignored. */
export const faultPatchSchema = map('an object', {
  use: z
    .enum(builtInNames, { error: 'a built-in fault' })
    .optional()
    .describe("The built-in fault to start from, instead of the fault's present values."),
  enabled: flag().optional().describe('Whether the fault is on. Default: true.'),
  on: nullable(faultOn),
  when: nullable(faultWhen),
  description: nullable(text()),
  ...effect,
  headers: nullable(scalars()),
  example: nullable(exampleName()),
  at: nullable(pointer()),
  work: nullable(work()),
  name: text('a name').optional().describe('The name of the fault, as in the path.'),
  group: anyJson().optional().describe('Ignored.'),
  builtIn: anyJson().optional().describe('Ignored.'),
  fired: anyJson().optional().describe('Ignored.'),
});

export type FaultDocument = Frozen<z.infer<typeof faultSchema>>;
export type FaultObject = Frozen<z.infer<typeof faultObject>>;
export type FaultPatch = Frozen<z.infer<typeof faultPatchSchema>>;
