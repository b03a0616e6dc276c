/**
 * The schema of scenario documents and of a fault in a PUT of the control API. Editors show the descriptions:
 * `scripts/build-schemas.ts` publishes them. Every message completes the sentence `... must be`.
 */
import { z } from 'zod';
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import { extremeKinds } from '../../core/faults/extreme.ts';
import { contractKinds } from '../../core/faults/kinds.ts';
import { transports } from '../../core/http/http.ts';
import type { Json, JsonObject } from '../../core/primitives/json.ts';
import { isJsonObject } from '../../core/primitives/json.ts';
import { durationPattern, parseSize, sizePattern } from '../../core/primitives/units.ts';
import { parseTimestamp } from './timestamp.ts';

/** A map with exactly these keys. The message for an unknown key lists the known ones, for a suggestion. */
const map = <Shape extends z.core.$ZodLooseShape>(expected: string, shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : expected),
  });

const text = (expected = 'a text') => z.string({ error: expected });
const flag = () => z.boolean({ error: 'true or false' });
const count = (min: number, max = Number.MAX_SAFE_INTEGER) => {
  const bound = max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
  const error = `a whole number${bound}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};
const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, {
    error: `${values.length > 2 ? 'one of ' : ''}${values.map((value) => `"${value}"`).join(values.length > 2 ? ', ' : ' or ')}`,
  });
const list = <Element extends z.ZodType>(expected: string, item: Element) => z.array(item, { error: expected });
const mapOf = <Element extends z.ZodType>(expected: string, item: Element) =>
  z.record(z.string(), item, { error: expected });
const either = <const Options extends readonly [z.ZodType, ...z.ZodType[]]>(expected: string, ...options: Options) =>
  z.union(options, { error: expected });

/** Any JSON value. It needs no check, since the input comes from a JSON or YAML parser. */
const anyJson = () => z.custom<Json>();
const object = () => z.custom<JsonObject>(isJsonObject, { error: 'a map' }).meta({ type: 'object' });
const oneOrMore = () =>
  either('a text or a list of texts', text('a text or a list of texts'), list('a text or a list of texts', text()));
/** Header and query values. A number or a boolean means its text. */
const scalars = () =>
  mapOf(
    'a map of names and texts',
    either(
      'a text',
      text(),
      z.number({ error: 'a text' }),
      z.boolean({ error: 'a text' }),
      z.custom<bigint>((value) => typeof value === 'bigint', { error: 'a text' }).meta({ type: 'integer' }),
    ),
  );

const duration = () => {
  const expected = 'a duration such as 250ms, 30s, 5m, 2h or 7d';
  return text(expected)
    .regex(durationPattern, { error: expected })
    .describe('A duration: a number and `ms`, `s`, `m`, `h` or `d`.')
    .meta({ examples: ['250ms', '30s', '5m'] });
};

const timestamp = () => {
  const expected = 'a time such as 2030-06-01T00:00:00Z or a date such as 2030-06-01';
  return text(expected).refine((value) => parseTimestamp(value) !== undefined, { error: expected, abort: true });
};

export const clockSchema = either(
  'a time such as 2030-06-01T00:00:00Z, or { at: 2030-06-01T00:00:00Z, frozen: true }',
  timestamp().describe('The world time at the start, from which the clock runs. A date means 00:00:00 UTC.'),
  map('a map', {
    at: timestamp().describe('The world time at the start. A date means 00:00:00 UTC.'),
    frozen: flag().optional().describe('Whether the clock is frozen. Default: false.'),
  }),
).describe('The world time at the start. If omitted, real time.');

const faultOn = map('a map of conditions on the request', {
  operation: oneOrMore()
    .optional()
    .describe('The name of the operation in the document, or a list of names. `*` stands for anything.'),
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

const size = () => {
  const expected = 'a size such as 500B, 10KB or 1MiB';
  return text(expected)
    .regex(sizePattern, { error: expected })
    .refine((value) => (parseSize(value) ?? 0) > 0, { error: expected, abort: true })
    .meta({ examples: ['10KB', '1MiB'] });
};

/** A limit, since each chunk needs a timer. */
const maxChunks = 10_000;

/** The properties of a fault's effect. A fault has one effect. */
const effect = {
  status: count(200, 599).optional().describe('Responds with this status in place of the operation.'),
  headers: scalars().optional().describe('Headers to send with the status.'),
  body: anyJson()
    .optional()
    .describe(
      "The body to send with the status. If omitted, the document's example for that status, else a generated body.",
    ),
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
  extreme: choice(...extremeKinds)
    .optional()
    .describe('Sends a response at the edge of what the interface allows.'),
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

/** A positive integer of any size. */
const exactId = () =>
  z
    .custom<number | bigint>(
      (value) => (typeof value === 'bigint' || Number.isSafeInteger(value)) && (value as number | bigint) > 0,
      {
        error: 'a whole number, 1 or more',
      },
    )
    .meta({ type: 'integer', minimum: 1 });

/** Catches a number with a zero too many before it fills the memory. */
const maxGenerated = 1_000_000;

const faultCounts = map('a map', {
  seen: count(0).describe('The number of requests that counted for the fault.'),
  fired: count(0).describe('The number of responses that the fault changed.'),
  since: timestamp().optional().describe('The time at which it was last switched on. If omitted, the start.'),
});

const resumeSchema = map('a map', {
  startedAt: timestamp().optional().describe('The world time at which the world started.'),
  exchanges: count(0).optional().describe('The number of the last exchange.'),
  calls: mapOf('a map of operations and numbers', count(0))
    .optional()
    .describe('The number of calls of each operation.'),
  faults: mapOf('a map of faults and counts', faultCounts).optional().describe('The counts of each fault.'),
  nextIds: mapOf('a map of collections and ids', exactId())
    .optional()
    .describe('The id of the next item of each collection; for string ids, its number.'),
});

const collectionData = () =>
  either(
    'a list of items, or a map for a singleton',
    list('a list of items', object().describe('An item.')),
    object().describe('The one item of a singleton.'),
  );

/** Limited to the safe integers: a double would round a longer seed to another one. */
export const seedSchema = z.int({
  error: `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
});

export const scenarioSchema = map('a map', {
  description: text().optional().describe('A description of the scenario, in a sentence or two, shown in lists.'),
  extends: text('the name of a scenario')
    .min(1, { error: 'the name of a scenario' })
    .optional()
    .describe('The scenario that this one extends. Maps are merged; lists and values are replaced.'),
  seed: seedSchema
    .optional()
    .describe('The seed of generated data, chance and jitter. The same seed gives the same responses. Default: 1.'),
  clock: clockSchema.optional(),
  requests: choice('refuse', 'report')
    .optional()
    .describe(
      'The treatment of a request that breaks the interface: `refuse` rejects it with an error, `report` serves it as far as possible and records it. Default: `refuse`.',
    ),
  auth: map('a map', {
    keys: list('a list of texts', text())
      .optional()
      .describe('The accepted credentials. If omitted, any well-formed credential that is not rejected.'),
    rejected: list('a list of texts', text())
      .optional()
      .describe('The rejected credentials; `*` stands for anything. Default: `invalid*`, `expired*` and `revoked*`.'),
  })
    .optional()
    .describe('The credentials that the service accepts.'),
  data: mapOf('a map of collections and lists of items', collectionData())
    .optional()
    .describe(
      'For each collection, its items at the start, checked against the document. A nested item names its parents in `$parent`: `$parent: { userId: 1 }`.',
    ),
  generate: mapOf('a map of collections and numbers', count(0, maxGenerated))
    .optional()
    .describe(
      'For each collection, the number of items to generate after those of `data`; ids continue. Nested items are spread over the existing parents.',
    ),
  examples: flag()
    .optional()
    .describe(
      "Whether the generated items begin with the document's examples. Their ids fill the gaps from 1. Default: false.",
    ),
  defaults: mapOf('a map of collections and their properties', object())
    .optional()
    .describe('For each collection, the properties that a new item gets if the client omits them.'),
  faults: list('a list of faults', faultSchema)
    .optional()
    .describe(
      'The faults, in the order in which they apply. Every built-in fault that is not listed is available too, switched off.',
    ),
  resume: resumeSchema
    .optional()
    .describe('Other data that a saved world needs to continue. Written by Vivarium, never by hand.'),
});

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
  work: nullable(work()),
  name: text('a name').optional().describe('The name of the fault, as in the path.'),
  group: anyJson().optional().describe('Ignored.'),
  builtIn: anyJson().optional().describe('Ignored.'),
  fired: anyJson().optional().describe('Ignored.'),
});

/** Read-only at every depth. Types that allow any JSON value are read-only already. */
type Frozen<Value> = [Json, Value] extends [Value, Json | undefined]
  ? Value
  : Value extends readonly (infer Element)[]
    ? readonly Frozen<Element>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
      : Value;

export type ScenarioDocument = Frozen<z.infer<typeof scenarioSchema>>;
export type FaultDocument = Frozen<z.infer<typeof faultSchema>>;
export type FaultObject = Frozen<z.infer<typeof faultObject>>;
export type FaultPatch = Frozen<z.infer<typeof faultPatchSchema>>;
export type ClockDocument = Frozen<z.infer<typeof clockSchema>>;
export type ResumeDocument = Frozen<z.infer<typeof resumeSchema>>;
