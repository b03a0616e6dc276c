/**
 * The schema of scenario documents. Editors show the descriptions: `scripts/build-schemas.ts` publishes them. Its parts are
 * made when they are first used: a start without a scenario file needs none.
 */
import { z } from 'zod';
import { lazily } from '../../core/primitives/lazy.ts';
import { lifecycleSchema, waitingItems } from '../../parts/lifecycles/stated.ts';
import { loginSection, rememberedLogins } from '../../parts/login/section.ts';
import { refusalsSchema } from '../../parts/refusals/section.ts';
import { faultSchema } from './fault-schema.ts';
import {
  anyJson,
  choice,
  count,
  either,
  type Frozen,
  flag,
  list,
  map,
  mapOf,
  object,
  text,
  timestamp,
} from './schema-values.ts';

export const clockSchema = () =>
  either(
    'a time such as 2030-06-01T00:00:00Z, or { at: 2030-06-01T00:00:00Z, frozen: true }',
    timestamp().describe('The world time at the start, from which the clock runs. A date means 00:00:00 UTC.'),
    map('a map', {
      at: timestamp().describe('The world time at the start. A date means 00:00:00 UTC.'),
      frozen: flag().optional().describe('Whether the clock is frozen. Default: false.'),
    }),
  ).describe('The world time at the start. If omitted, real time.');

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

/** Catches a number with a zero too many before it fills the memory: of one collection, and of all together. */
export const maxGenerated = 1_000_000;

const faultCounts = () =>
  map('a map', {
    seen: count(0).describe('The number of requests that counted for the fault.'),
    fired: count(0).describe('The number of responses that the fault changed.'),
    since: timestamp().optional().describe('The time at which it was last switched on. If omitted, the start.'),
  });

/** Limited to the safe integers: a double would round a longer seed to another one. */
export const seedSchema = () =>
  z.int({
    error: `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
  });

const forwarded = 'all, unknown, none, or a list of operations';

/** Which requests are forwarded to the real service, and what becomes of its responses. */
export const upstreamSchema = () =>
  map('a map', {
    forward: either(
      forwarded,
      z.enum(['all', 'unknown', 'none'], { error: forwarded }),
      list('a list of operations', text()),
    )
      .optional()
      .describe(
        'The requests that are forwarded: `all`, `unknown` (those that the simulation cannot serve), `none`, or a list of operations.',
      ),
    record: flag().optional().describe('Whether the responses of the upstream become data of the world.'),
    compare: flag()
      .optional()
      .describe(
        'Whether forwarded requests are simulated too, and differences recorded. Compared responses are also recorded.',
      ),
  });

const receiver = () =>
  map('a map', {
    url: text('an absolute URL').refine(URL.canParse, { error: 'an absolute URL' }).describe('Where it is sent.'),
    secret: text('a secret').min(1, { error: 'a secret' }).optional().describe('With what it is signed.'),
    signature: choice('standard', 'github', 'stripe', 'none')
      .optional()
      .describe('How it is signed. Default: as Standard Webhooks.'),
  });

const startSchema = () =>
  map('a map', {
    scenario: text('the name of a scenario').optional().describe('The name of the scenario.'),
    inline: object().optional().describe('The scenario itself, if it has no name.'),
    seed: seedSchema().optional().describe('The seed at the start.'),
    clock: clockSchema().optional().describe("The world time at the start, if it is not the scenario's."),
  });

const resumeSchema = () =>
  map('a map', {
    start: startSchema().optional().describe('In a file of `--save`: what a reset restores.'),
    startedAt: timestamp().optional().describe('The world time at which the world started.'),
    exchanges: count(0).optional().describe('The number of the last exchange.'),
    calls: mapOf('a map of operations and numbers', count(0))
      .optional()
      .describe('The number of calls of each operation.'),
    faults: mapOf('a map of faults and counts', faultCounts()).optional().describe('The counts of each fault.'),
    upstreams: mapOf('a map of services and maps', upstreamSchema())
      .optional()
      .describe('What was chosen at run time for the upstream of each service.'),
    login: rememberedLogins().optional().describe('What the world remembers of its logins.'),
    lifecycles: waitingItems().optional().describe('The items that go on by themselves.'),
    webhooks: object().optional().describe('The webhooks that wait.'),
    versions: object().optional().describe('The versions of items with an `ETag`.'),
    flags: list('a list of flags', object()).optional().describe('What each caller follows, or has starred.'),
    replays: list(
      'a list of responses',
      map('a map', {
        id: text().describe('A hash of the operation, the credential and the key.'),
        sent: text().describe('A hash of what was sent.'),
        at: timestamp().describe('When it was sent first.'),
        origin: choice('success', 'refusal', 'handler').describe('What decided the response.'),
        status: count(200, 599).describe('The status.'),
        headers: list('a list of texts', text()).describe('Names and values of headers, in turn.'),
        body: map('a map', {
          mediaType: text().describe('The media type.'),
          value: anyJson().describe('The value.'),
        })
          .optional()
          .describe('The body.'),
      }),
    )
      .optional()
      .describe('The first responses to requests with an `Idempotency-Key`.'),
    rates: list(
      'a list of windows',
      map('a map', {
        id: text().describe('A hash of the fault and the credential.'),
        since: timestamp().describe('When the window began.'),
        count: count(0).describe('The number of requests in it.'),
      }),
    )
      .optional()
      .describe('The requests that faults with a `rate` have counted.'),
    nextIds: mapOf('a map of collections and ids', exactId())
      .optional()
      .describe('The id of the next item of each collection; for string ids, its number.'),
    deleted: mapOf('a map of collections and keys', list('a list of keys', text()))
      .optional()
      .describe('The keys of deleted singletons that would otherwise be present under every parent.'),
  });

const collectionData = () =>
  either(
    'a list of items, or a map for a singleton',
    list('a list of items', object().describe('An item.')),
    object().describe('The one item of a singleton.'),
  );

const recordedResponse = () =>
  map('a map', {
    operation: text('the name of an operation').describe('The name of the operation.'),
    path: text('a path below the base path').describe('The path of the request, below the base path.'),
    query: text().optional().describe('The pairs of the query in order, without secrets.'),
    body: text().optional().describe("A hash of the JSON of the request's body."),
    status: count(200, 599).describe('The status of the response.'),
    headers: mapOf('a map of names and values', text())
      .optional()
      .describe('Its content type, and those of its headers that the document has.'),
    response: anyJson().optional().describe('Its body: JSON or a text; bytes are a data URL.'),
  });

const authSchema = () =>
  map('a map', {
    keys: list('a list of texts', text())
      .optional()
      .describe('The accepted credentials. If omitted, any well-formed credential that is not rejected.'),
    rejected: list('a list of texts', text())
      .optional()
      .describe('The rejected credentials; `*` stands for anything. Default: `invalid*`, `expired*` and `revoked*`.'),
    ...loginSection(),
  });

/** What the items of a world are at its start, and which values new ones get. */
const itemKeys = () => ({
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
  locale: text('a locale of Faker, such as pt_BR')
    .optional()
    .describe('The locale of the names, places, companies and phone numbers in generated data. Default: English.'),
});

export const scenarioSchema = lazily(() =>
  map('a map', {
    description: text().optional().describe('A description of the scenario, in a sentence or two, shown in lists.'),
    extends: text('the name of a scenario')
      .min(1, { error: 'the name of a scenario' })
      .optional()
      .describe('The scenario that this one extends. Maps are merged; lists and values are replaced.'),
    seed: seedSchema()
      .optional()
      .describe('The seed of generated data, chance and jitter. The same seed gives the same responses. Default: 1.'),
    clock: clockSchema().optional(),
    requests: choice('refuse', 'report')
      .optional()
      .describe(
        'The treatment of a request that breaks the interface: `refuse` rejects it with an error, `report` serves it as far as possible and records it. Default: `refuse`.',
      ),
    auth: authSchema().optional().describe('The credentials that the service accepts.'),
    ...itemKeys(),
    webhooks: mapOf('a map of webhooks and lists of receivers', list('a list of receivers', receiver()))
      .optional()
      .describe('For each webhook of the document, or `*` for all, who receives it.'),
    lifecycles: mapOf('a map of collections and lists of lifecycles', list('a list of lifecycles', lifecycleSchema()))
      .optional()
      .describe('For each collection, the states that its items pass through by themselves, as time goes by.'),
    refusals: refusalsSchema().optional().describe('What the service itself says where it refuses a request.'),
    faults: list('a list of faults', faultSchema())
      .optional()
      .describe(
        'The faults, in the order in which they apply. Every built-in fault that is not listed is available too, switched off.',
      ),
    upstream: upstreamSchema()
      .optional()
      .describe('What worlds do with the real service that `--upstream` names. It overrides the flags.'),
    responses: list('a list of recorded responses', recordedResponse())
      .optional()
      .describe('Responses of operations without a collection, recorded from the real service. Written by Vivarium.'),
    resume: resumeSchema()
      .optional()
      .describe('Other data that a saved world needs to continue. Written by Vivarium, never by hand.'),
    $schema: text('the address of a JSON Schema')
      .optional()
      .describe('The address of this JSON Schema, for editors. In YAML, a comment may name it instead.'),
  }),
);

/** The keys at the top of a scenario. */
export const scenarioKeys = (): readonly string[] => Object.keys(scenarioSchema().shape);

export type ScenarioDocument = Frozen<z.infer<ReturnType<typeof scenarioSchema>>>;
export type ClockDocument = Frozen<z.infer<ReturnType<typeof clockSchema>>>;
export type ResumeDocument = Frozen<z.infer<ReturnType<typeof resumeSchema>>>;
export type StartDocument = NonNullable<ResumeDocument['start']>;
