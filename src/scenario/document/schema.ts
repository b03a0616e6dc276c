/**
 * The schemas of scenario documents and of the PUT of a fault. Editors show the descriptions: `scripts/build-schemas.ts`
 * publishes them. Every message completes the sentence `... must be`.
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

/** A map with exactly these keys. The message for an unknown key is the list of known keys, for suggestions. */
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
const list = <Element extends z.ZodType>(expected: string, element: Element) => z.array(element, { error: expected });
const mapOf = <Element extends z.ZodType>(expected: string, element: Element) =>
  z.record(z.string(), element, { error: expected });
const either = <const Options extends readonly [z.ZodType, ...z.ZodType[]]>(expected: string, ...options: Options) =>
  z.union(options, { error: expected });

/** Any JSON value. Not checked, because values come from a JSON or YAML parser. */
const anyJson = () => z.custom<Json>();
const object = () => z.custom<JsonObject>(isJsonObject, { error: 'a map' }).meta({ type: 'object' });
const oneOrMore = () =>
  either('a text or a list of texts', text('a text or a list of texts'), list('a text or a list of texts', text()));
/** Values of headers and query parameters: numbers and booleans are converted to text. */
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
  timestamp().describe('The initial world time; the clock runs. A date means 00:00:00 UTC.'),
  map('a map', {
    at: timestamp().describe('The initial world time. A date means 00:00:00 UTC.'),
    frozen: flag().optional().describe('Whether the clock is frozen until it is changed. Default: false.'),
  }),
).describe('The initial world time. Default: real time.');

const faultOn = map('a map with conditions on the request', {
  operation: oneOrMore()
    .optional()
    .describe('The name of an operation, or a list of names. `*` matches any characters.'),
  method: oneOrMore().optional().describe('A method, or a list of methods.'),
  path: oneOrMore()
    .optional()
    .describe('A path below the base path, or a list of paths: `/orders/*`. `*` matches any characters.'),
  query: scalars().optional().describe('Query parameters and their values. `*` matches any characters.'),
  header: scalars().optional().describe('Request headers and their values. `*` matches any characters.'),
  body: anyJson()
    .optional()
    .describe('A subset of the JSON body: every property here must be in the body with the same value.'),
}).describe('Conditions on the request; all of them must match. Default: every request.');

const chance = () => {
  const error = 'a number from 0 to 1';
  return z.number({ error }).min(0, { error }).max(1, { error });
};

const faultWhen = map('a map with conditions on time and number', {
  from: duration()
    .optional()
    .describe(
      'The start of the time window, relative to the start of the world or to when the fault was last enabled. World time.',
    ),
  for: duration().optional().describe('The length of the time window. World time.'),
  after: count(0).optional().describe('The number of matching requests to skip first.'),
  every: count(1).optional().describe('Of the remaining requests, take every n-th: with 2 the second, the fourth, ...'),
  first: count(0).optional().describe('The maximum number of those requests.'),
  chance: chance()
    .optional()
    .describe('The probability with which the fault fires on each of them, from 0 to 1. Determined by the seed.'),
}).describe('Conditions on the time and the number of matching requests. Default: all matching requests.');

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
      median: duration().describe('The median: half of the delays are shorter.'),
      p99: duration().describe('The 99th percentile: 99 of 100 delays are shorter.'),
    }),
  ).describe(
    'Delays the response: by a fixed time, a uniform time between two, or a log-normal time with a median and a 99th percentile.',
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

/** Each chunk needs a timer. */
const maxChunks = 10_000;

/** The properties of a fault that define its effect. */
const effect = {
  status: count(200, 599).optional().describe('Responds with this status instead of the operation.'),
  headers: scalars().optional().describe('Headers to send with the status.'),
  body: anyJson()
    .optional()
    .describe(
      "The body to send with the status. Default: the document's example for that status, or a generated body.",
    ),
  work: work().optional().describe(workDescription),
  latency: latency().optional(),
  bandwidth: size().optional().describe('Limits the body to this size per second.'),
  dribble: map('a map such as { chunks: 5, over: 2s }', {
    chunks: count(1, maxChunks).describe('The number of chunks.'),
    over: duration().describe('The time until the last chunk is sent.'),
  })
    .optional()
    .describe('Sends the body in chunks over a period of time.'),
  transport: choice(...transports)
    .optional()
    .describe(
      'Loses the response: `reset` resets the connection, `timeout` never responds, `empty` closes the connection without a byte, `truncate` sends half of the body, `garbage` sends bytes that are not HTTP.',
    ),
  contract: choice(...contractKinds)
    .optional()
    .describe(
      'Violates the contract at one location of the response, which the seed determines. The response stays well-formed.',
    ),
  extreme: choice(...extremeKinds)
    .optional()
    .describe('Makes the response extreme, but valid.'),
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
  description: text().optional().describe('A description, for lists.'),
  enabled: flag().optional().describe('Whether the fault is initially enabled. Default: true.'),
  on: faultOn.optional(),
  when: faultWhen.optional(),
  ...effect,
});

export const faultSchema = either(
  'the name of a built-in fault, { use: ... } or { name: ... } with one effect',
  z.enum(builtInNames, { error: 'a built-in fault' }).describe('A built-in fault, enabled.'),
  faultObject.describe('A built-in fault with changes (`use`), or a custom fault (`name` and one effect).'),
).describe('A fault: a condition and an effect on the response.');

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

/** More items would exceed the memory; it is probably a typing error. */
const maxGenerated = 1_000_000;

const faultCounts = map('a map', {
  seen: count(0).describe('The number of requests that counted for the fault.'),
  fired: count(0).describe('The number of responses that it affected.'),
  since: timestamp().optional().describe('The world time when it was last enabled. Default: the start.'),
});

const resumeSchema = map('a map', {
  startedAt: timestamp().optional().describe('The world time at the start of the world.'),
  exchanges: count(0).optional().describe('The number of the last exchange.'),
  calls: mapOf('a map of operations and numbers', count(0))
    .optional()
    .describe('The number of calls of each operation.'),
  faults: mapOf('a map of faults and counts', faultCounts).optional().describe('The counts of each fault.'),
  nextIds: mapOf('a map of collections and ids', exactId())
    .optional()
    .describe('The id of the next item of each collection; for text ids, its number.'),
});

const collectionData = () =>
  either(
    'a list of items, or a map for a singleton',
    list('a list of items', object().describe('An item.')),
    object().describe('The item of a singleton.'),
  );

/** Larger integers are not exact as doubles, so another seed than the written one would be used. */
export const seedSchema = z.int({
  error: `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
});

export const scenarioSchema = map('a map', {
  description: text().optional().describe('A description in one or two sentences, for lists.'),
  extends: text('the name of a scenario')
    .min(1, { error: 'the name of a scenario' })
    .optional()
    .describe('The scenario that this one extends. Maps are merged; lists and values are replaced.'),
  seed: seedSchema
    .optional()
    .describe('Determines generated data, chance and jitter: the same seed gives the same responses. Default: 1.'),
  clock: clockSchema.optional(),
  requests: choice('refuse', 'report')
    .optional()
    .describe(
      'The treatment of requests that violate the contract: `refuse` responds with an error, `report` serves them as well as possible and records the violation. Default: `refuse`.',
    ),
  auth: map('a map', {
    keys: list('a list of texts', text())
      .optional()
      .describe('The accepted credentials. Default: every well-formed credential that is not rejected.'),
    rejected: list('a list of texts', text())
      .optional()
      .describe(
        'The rejected credentials; `*` matches any characters. Default: `invalid*`, `expired*` and `revoked*`.',
      ),
  })
    .optional()
    .describe('The accepted and rejected credentials.'),
  data: mapOf('a map of collections and lists of items', collectionData())
    .optional()
    .describe(
      'The initial items of each collection, checked against the document. The parents of a nested item are under `$parent`: `$parent: { userId: 1 }`.',
    ),
  generate: mapOf('a map of collections and numbers', count(0, maxGenerated))
    .optional()
    .describe(
      'The number of items to generate for each collection, in addition to `data`; ids continue. Nested items are distributed over the existing parents.',
    ),
  examples: flag()
    .optional()
    .describe(
      "Whether generated items begin with the document's examples, and use the lowest free ids from 1. Default: false.",
    ),
  defaults: mapOf('a map of collections and their properties', object())
    .optional()
    .describe('For each collection, properties of a new item that are set if the request omits them.'),
  faults: list('a list of faults', faultSchema)
    .optional()
    .describe(
      'The faults, in the order in which they are considered. Built-in faults that are not listed exist too, but are disabled.',
    ),
  resume: resumeSchema.optional().describe('The rest of the state of a saved world. Written by Vivarium, not by hand.'),
});

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();

/** The body of a PUT of a fault in the control API: null removes a property; read-only properties of lists are ignored. */
export const faultPatchSchema = map('an object', {
  use: z
    .enum(builtInNames, { error: 'a built-in fault' })
    .optional()
    .describe('The built-in fault to start from, instead of the current fault.'),
  enabled: flag().optional().describe('Whether the fault is enabled. Default: true.'),
  on: nullable(faultOn),
  when: nullable(faultWhen),
  description: nullable(text()),
  ...effect,
  headers: nullable(scalars()),
  work: nullable(work()),
  name: text('a name').optional().describe('The name of the fault, unchanged.'),
  group: anyJson().optional().describe('Ignored.'),
  builtIn: anyJson().optional().describe('Ignored.'),
  fired: anyJson().optional().describe('Ignored.'),
});

/** Deeply read-only. Types that allow any JSON value already are. */
type Frozen<Value> = [JsonObject, Value] extends [Value, Json | undefined]
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
