/**
 * The shape of scenario documents and of a fault's change in the control API. The descriptions here are the ones that
 * editors show: `scripts/build-schemas.ts` publishes them. Every message completes the sentence `... must be`.
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

/** A map with exactly these keys. The message of an unknown key lists the known ones, from which a suggestion is made. */
const map = <Shape extends z.core.$ZodLooseShape>(expected: string, shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : expected),
  });

const text = (expected = 'a text') => z.string({ error: expected });
const flag = () => z.boolean({ error: 'true or false' });
const count = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const bound = most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`;
  const error = `a whole number${bound}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
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

/** Any JSON value: what is checked here has come out of a JSON or YAML parser. */
const anyJson = () => z.custom<Json>();
const object = () => z.custom<JsonObject>(isJsonObject, { error: 'a map' }).meta({ type: 'object' });
const oneOrMore = () =>
  either('a text or a list of texts', text('a text or a list of texts'), list('a text or a list of texts', text()));
/** Header and query values: a number or a flag stands for its text. */
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
  timestamp().describe('The world time at the start; it runs on from there. A date alone means 00:00:00 UTC.'),
  map('a map', {
    at: timestamp().describe('The world time at the start. A date alone means 00:00:00 UTC.'),
    frozen: flag().optional().describe('Whether the clock stands still until it is moved. False when left out.'),
  }),
).describe('The world time at the start. Left out: real time.');

const faultOn = map('a map that says which requests', {
  operation: oneOrMore()
    .optional()
    .describe('The operation, or a list of them, by the name that the document gives it. `*` stands for anything.'),
  method: oneOrMore().optional().describe('The method, or a list of them.'),
  path: oneOrMore()
    .optional()
    .describe('The path below the base path, or a list of them: `/orders/*`. `*` stands for anything.'),
  query: scalars().optional().describe('Query parameters and their values. `*` stands for anything.'),
  header: scalars().optional().describe('Request headers and their values. `*` stands for anything.'),
  body: anyJson().optional().describe('A part of the JSON body: every member given must be there with the same value.'),
}).describe('Which requests the fault disturbs: all that is given must match. Left out: every request.');

const chance = () => {
  const error = 'a number from 0 to 1';
  return z.number({ error }).min(0, { error }).max(1, { error });
};

const faultWhen = map('a map that says which of the requests', {
  from: duration()
    .optional()
    .describe('Count requests only so long after the world started, or after the fault was last switched on.'),
  for: duration().optional().describe('Count requests for so long, then no more. World time.'),
  after: count(0).optional().describe('Skip so many matching requests first.'),
  every: count(1)
    .optional()
    .describe('Of the rest take each second, third, ... one: with 2 the second, the fourth, ...'),
  first: count(0).optional().describe('Keep only the first so many of those taken.'),
  chance: chance()
    .optional()
    .describe('Each of those kept fires with this probability, from 0 to 1. It follows from the seed.'),
}).describe('Which of the matching requests the fault fires on. Left out: all of them.');

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
      median: duration().describe('Half of the answers take at most so long.'),
      p99: duration().describe('99 of 100 answers take at most so long.'),
    }),
  ).describe(
    'Holds the answer back: for a fixed time, a time between two, or a log-normal one by its median and 99th percentile.',
  );

const work = () => choice('done', 'skipped');
const workDescription =
  'Whether the operation is carried out before its answer is replaced (`status`: skipped when left out) or lost (`transport`: done when left out).';

const size = () => {
  const expected = 'a size such as 500B, 10KB or 1MiB';
  return text(expected)
    .regex(sizePattern, { error: expected })
    .refine((value) => (parseSize(value) ?? 0) > 0, { error: expected, abort: true })
    .meta({ examples: ['10KB', '1MiB'] });
};

/** Each chunk takes a timer. */
const maxChunks = 10_000;

/** The members of a fault that make its effect; at most one that names one. */
const effect = {
  status: count(200, 599).optional().describe('Answers with this status in place of the operation.'),
  headers: scalars().optional().describe('Headers to send with the status.'),
  body: anyJson()
    .optional()
    .describe(
      "The body to send with the status. Left out: the document's example for that status, else a generated one.",
    ),
  work: work().optional().describe(workDescription),
  latency: latency().optional(),
  bandwidth: size().optional().describe('Sends the body at so many bytes a second.'),
  dribble: map('a map such as { chunks: 5, over: 2s }', {
    chunks: count(1, maxChunks).describe('How many chunks the body is sent in.'),
    over: duration().describe('How long it takes until the last one is out.'),
  })
    .optional()
    .describe('Sends the body in chunks spread over a time.'),
  transport: choice(...transports)
    .optional()
    .describe(
      'Loses the answer: `reset` resets the connection, `timeout` never answers, `empty` closes without a byte, `truncate` sends less than it promised, `garbage` sends bytes that are no HTTP.',
    ),
  contract: choice(...contractKinds)
    .optional()
    .describe('Breaks the interface in the answer, at a place that follows from the seed; well-formed otherwise.'),
  extreme: choice(...extremeKinds)
    .optional()
    .describe('Takes the answer to the edge of what the interface allows.'),
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
    .describe('The name of a fault of your own, or of a copy of a built-in one. Unique in the scenario.'),
  description: text().optional().describe('What the fault does, in words, for lists.'),
  enabled: flag().optional().describe('Whether the fault is on at the start. True when left out.'),
  on: faultOn.optional(),
  when: faultWhen.optional(),
  ...effect,
});

export const faultSchema = either(
  'the name of a built-in fault, { use: ... } or { name: ... } with one effect',
  z.enum(builtInNames, { error: 'a built-in fault' }).describe('A built-in fault, switched on.'),
  faultObject.describe('A built-in fault with changes (`use`), or a fault of your own (`name` and one effect).'),
).describe('A rule that disturbs answers.');

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

/** More than any machine wants to hold; a slipped zero should be told, not tried. */
const maxGenerated = 1_000_000;

const faultCounts = map('a map', {
  seen: count(0).describe('How many requests counted for the fault.'),
  fired: count(0).describe('How many answers it has shaped.'),
  since: timestamp().optional().describe('When it was last switched on. Left out: on since the start.'),
});

const resumeSchema = map('a map', {
  startedAt: timestamp().optional().describe('When the world started, in its own time.'),
  exchanges: count(0).optional().describe('The number of the last exchange.'),
  calls: mapOf('a map of operations and numbers', count(0)).optional().describe('How often each operation was called.'),
  faults: mapOf('a map of faults and counts', faultCounts)
    .optional()
    .describe('How often each fault was counted and has fired.'),
  nextIds: mapOf('a map of collections and ids', exactId())
    .optional()
    .describe('The id that the next item of each collection gets; where ids are texts, its number.'),
});

const collectionData = () =>
  either(
    'a list of items, or a map where there is only one',
    list('a list of items', object().describe('An item.')),
    object().describe('The one item of a singleton.'),
  );

/** A double holds no more exactly; a longer one would be another seed than the one that was written. */
export const seedSchema = z.int({
  error: `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
});

export const scenarioSchema = map('a map', {
  description: text().optional().describe('What the scenario shows, in a sentence or two; lists show it.'),
  extends: text('the name of a scenario')
    .min(1, { error: 'the name of a scenario' })
    .optional()
    .describe('The scenario that this one starts from. Maps are merged, lists and values replaced.'),
  seed: seedSchema
    .optional()
    .describe('Decides generated data, chance and jitter: the same seed gives the same answers. 1 when left out.'),
  clock: clockSchema.optional(),
  requests: choice('refuse', 'report')
    .optional()
    .describe(
      'What happens to a request that breaks the interface: `refuse` answers an error, `report` serves it as well as can be and records it. `refuse` when left out.',
    ),
  auth: map('a map', {
    keys: list('a list of texts', text())
      .optional()
      .describe('The credentials that are accepted. Left out: any well-formed one that is not rejected.'),
    rejected: list('a list of texts', text())
      .optional()
      .describe(
        'The credentials that are not; `*` stands for anything. Left out: `invalid*`, `expired*` and `revoked*`.',
      ),
  })
    .optional()
    .describe('Which credentials are accepted.'),
  data: mapOf('a map of collections and lists of items', collectionData())
    .optional()
    .describe(
      'For each collection its items at the start, checked against the document. What an item is inside of stands under `$parent`: `$parent: { userId: 1 }`.',
    ),
  generate: mapOf('a map of collections and numbers', count(0, maxGenerated))
    .optional()
    .describe(
      'For each collection, how many items to generate after those of `data`; ids continue. What is inside of other items is spread over those there are.',
    ),
  examples: flag()
    .optional()
    .describe(
      "Whether the items to generate begin with the document's own examples, and their ids fill up from 1. False when left out.",
    ),
  defaults: mapOf('a map of collections and their members', object())
    .optional()
    .describe('For each collection, members that a new item gets when the client leaves them out.'),
  faults: list('a list of faults', faultSchema)
    .optional()
    .describe(
      'The faults, in the order in which they are considered. Every built-in fault that is not listed is there too, off.',
    ),
  resume: resumeSchema
    .optional()
    .describe('What else a world needs to go on as it was. Written by Vivarium, not by hand.'),
});

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();

/** The body of a PUT of a fault in the control API: null removes a member, what lists show beside it is ignored. */
export const faultPatchSchema = map('an object', {
  use: z
    .enum(builtInNames, { error: 'a built-in fault' })
    .optional()
    .describe('The built-in fault to start from, in place of the present one.'),
  enabled: flag().optional().describe('Whether the fault is on. True when left out.'),
  on: nullable(faultOn),
  when: nullable(faultWhen),
  description: nullable(text()),
  ...effect,
  headers: nullable(scalars()),
  work: nullable(work()),
  name: text('a name').optional().describe("The fault's own name."),
  group: anyJson().optional().describe('Ignored.'),
  builtIn: anyJson().optional().describe('Ignored.'),
  fired: anyJson().optional().describe('Ignored.'),
});

/** Read-only all the way down; what may hold any JSON value is so already. */
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
