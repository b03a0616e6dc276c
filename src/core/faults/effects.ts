/** The effects of faults, a row for each. The schema of scenarios, the control API, the panel's form and reports follow from them. */

import { type Delivery, type Transport, transports } from '../http/http.ts';
import type { Json, JsonObject } from '../primitives/json.ts';
import { randomOf } from '../primitives/seeded-random.ts';
import { formatDuration, formatSize, parseDuration, parseSize } from '../primitives/units.ts';
import type { EndpointName, TokenFlaw } from '../service/login-facts.ts';

export type Effect =
  | StatusEffect
  | { readonly type: 'latency'; readonly latency: Latency }
  | { readonly type: 'bandwidth'; readonly bytesPerSecond: number }
  | { readonly type: 'dribble'; readonly chunks: number; readonly overMs: number }
  | TransportEffect
  | {
      readonly type: 'contract';
      readonly contract: ContractKind;
      /** A JSON Pointer into the body, in which `*` stands for any index or name. Default: a location that the seed decides. */
      readonly at?: string | undefined;
    }
  | { readonly type: 'extreme'; readonly extreme: ExtremeKind }
  | { readonly type: 'token'; readonly token: TokenFlaw }
  | { readonly type: 'lifecycle'; readonly lifecycle: LifecycleEnd }
  | RateEffect
  | { readonly type: 'webhook'; readonly webhook: WebhookFlaw };

export type EffectType = Effect['type'];
/** The effects as lists group them. */
export type FaultGroup = Exclude<EffectType, 'latency' | 'bandwidth' | 'dribble'> | 'time';

export interface StatusEffect {
  readonly type: 'status';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The default is the document's example for the status, or a generated body. */
  readonly body: Json | undefined;
  /** The name of an example that the document has for the status; not together with `body`. */
  readonly example?: string | undefined;
  readonly work: WorkPolicy;
}

export const statusInstead = (status: number, headers?: StatusEffect['headers']): StatusEffect => ({
  type: 'status',
  status,
  headers,
  body: undefined,
  work: 'skipped',
});

interface TransportEffect {
  readonly type: 'transport';
  readonly transport: Transport;
  readonly work: WorkPolicy;
}

export interface RateEffect {
  readonly type: 'rate';
  readonly limit: number;
  readonly perMs: number;
}

/** Whether the operation is executed although its response is not sent. */
type WorkPolicy = 'done' | 'skipped';

/** Fixed, uniform, or log-normal with a median and a 99th percentile; milliseconds. */
export type Latency =
  | { readonly type: 'fixed'; readonly ms: number }
  | { readonly type: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | { readonly type: 'log-normal'; readonly medianMs: number; readonly p99Ms: number };

/** Texts for the kinds of an effect: in lists, and what a client meets. */
interface KindTexts {
  readonly description: string;
  readonly met: string;
}

const transportTexts: Readonly<Record<Transport, KindTexts>> = {
  reset: { description: 'resets the connection.', met: 'lost the connection' },
  timeout: { description: 'never responds.', met: 'did not respond' },
  empty: { description: 'closes the connection without a byte.', met: 'closed the connection without a response' },
  truncate: { description: 'sends only half of the body.', met: 'sent half of its response' },
  garbage: { description: 'sends bytes that are not HTTP.', met: 'sent something that is not HTTP' },
};

const contractTexts = {
  'missing-required': 'Omits a required property.',
  'wrong-type': 'Replaces a value with one of another type.',
  'null-value': 'Replaces a value with null where null is not allowed.',
  'unknown-enum': 'Replaces a value with one that is not in its enum.',
  'extra-property': 'Adds a property that the schema does not declare.',
  'out-of-range': 'Replaces a number, a text or a list with one beyond its bounds.',
  'bad-format': 'Replaces a text with one that does not match its format.',
  'wrong-content-type': 'Sends an undocumented media type.',
} as const;

export type ContractKind = keyof typeof contractTexts;
export const contractKinds = Object.keys(contractTexts) as [ContractKind, ...ContractKind[]];

const extremeTexts = {
  minimal: { description: 'Omits every optional property.', met: 'left out every optional property' },
  'empty-list': { description: 'Empties the list.', met: 'responded with an empty list' },
  longest: { description: 'Makes every text as long as the schema allows.', met: 'responded with very long texts' },
  boundary: {
    description: 'Sets every number to a bound of its range.',
    met: 'responded with the largest or smallest numbers',
  },
} as const satisfies Readonly<Record<string, KindTexts>>;

/** How a response goes to an end of the range that the interface allows. */
export type ExtremeKind = keyof typeof extremeTexts;
export const extremeKinds = Object.keys(extremeTexts) as [ExtremeKind, ...ExtremeKind[]];

const tokenTexts: Readonly<Record<TokenFlaw, KindTexts>> = {
  expired: {
    description: 'Issues tokens that have already expired.',
    met: 'issued tokens that are not accepted (expired)',
  },
  'wrong-audience': {
    description: 'Issues tokens for an audience that no operation accepts.',
    met: 'issued tokens that are not accepted (wrong-audience)',
  },
};

const lifecycleTexts = {
  failed: {
    description: 'Lets what the request creates end with the value for a failure.',
    met: 'created something that failed later',
  },
  stuck: {
    description: 'Lets what the request creates stay at the step before its last one.',
    met: 'created something that never got to its end',
  },
} as const satisfies Readonly<Record<string, KindTexts>>;

const webhookTexts = {
  lost: { description: 'Loses a webhook: it is never sent.', met: 'lost a webhook' },
  twice: { description: 'Sends a webhook twice, with the same id.', met: 'sent a webhook twice' },
  reordered: { description: 'Lets the next webhook overtake this one.', met: 'sent webhooks out of order' },
  'bad-signature': { description: 'Signs a webhook wrongly.', met: 'signed a webhook wrongly' },
  'old-timestamp': { description: 'Signs a webhook as if it were a day old.', met: 'sent a webhook that is a day old' },
} as const satisfies Readonly<Record<string, KindTexts>>;

export type WebhookFlaw = keyof typeof webhookTexts;
export const webhookFlaws = Object.keys(webhookTexts) as [WebhookFlaw, ...WebhookFlaw[]];

export type LifecycleEnd = keyof typeof lifecycleTexts;

/** The properties of an effect in a document. Null removes one, so a body that is null is `{ value: null }`. */
export interface EffectProperties {
  readonly status?: number | undefined;
  readonly headers?: Scalars | null | undefined;
  readonly body?: { readonly value: Json } | null | undefined;
  readonly example?: string | null | undefined;
  readonly work?: WorkPolicy | null | undefined;
  readonly latency?: LatencyText | undefined;
  readonly bandwidth?: string | undefined;
  readonly dribble?: { readonly chunks: number; readonly over: string } | undefined;
  readonly transport?: Transport | undefined;
  readonly contract?: ContractKind | undefined;
  readonly at?: string | null | undefined;
  readonly extreme?: ExtremeKind | undefined;
  readonly token?: TokenFlaw | undefined;
  readonly lifecycle?: LifecycleEnd | undefined;
  readonly rate?: { readonly limit: number; readonly per: string } | undefined;
  readonly webhook?: WebhookFlaw | undefined;
}

export type ParameterName = keyof EffectProperties;
type Scalars = Readonly<Record<string, string | number | boolean | bigint>>;
type LatencyText =
  | string
  | { readonly min: string; readonly max: string }
  | { readonly median: string; readonly p99: string };

/** A property of an effect in a document, and the field for it in a form. */
export type EffectParameter = ParameterValue & {
  readonly label: string;
  readonly description: string;
  /** How a text in the form is written. */
  readonly hint?: string;
  /** The text in the form for a new fault. Default: none. */
  readonly initial?: string;
  /** What an absent property means, where it is one of a choice. */
  readonly usual?: string;
};

type ParameterValue =
  | { readonly kind: 'count'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly values: readonly [string, ...string[]] }
  | { readonly kind: 'map'; readonly expected: string; readonly fields: Readonly<Record<string, EffectParameter>> }
  | { readonly kind: 'duration' | 'latency' | 'size' | 'pointer' | 'example' | 'headers' | 'json' };

/** What the faults that fired have decided so far. */
export interface OpenDecision {
  status: StatusEffect | undefined;
  transport: TransportEffect | undefined;
  delivery: Delivery;
  /** The flaws of the tokens that the request is for. Undefined: nothing is wrong with them. */
  flaws?: Set<TokenFlaw> | undefined;
  /** The endpoint of the issuer that the request is for. */
  readonly endpoint: EndpointName | undefined;
  /** Counts the request. Returns true if the limit is exceeded, and the response a 429. */
  readonly limit: (effect: RateEffect) => boolean | 'within its limit';
}

interface EffectRow<Of extends Effect> {
  readonly title: string;
  /** Default: a group of its own. */
  readonly group?: 'time';
  /** Whether it also disturbs webhooks, where `on` names some. */
  readonly isOfWebhooks?: true;
  /** In the order of the form. That with the name of the effect defines it. */
  readonly parameters: { readonly [Name in ParameterName]?: EffectParameter };
  /** Whether it applies to a response that is passed on as it arrives from an upstream. */
  readonly inStream: boolean;
  /** The effect of a document that defines it, or that changes the properties of `before`. Expects checked properties. */
  readonly read: (given: EffectProperties, before: Of | undefined) => Of;
  /** Its properties in a document, without those that have their default value. */
  readonly write: (effect: Of) => JsonObject;
  /** For faults without a description of their own. */
  readonly describe: (effect: Of) => string;
  /** What a client meets: `took 2s longer`. */
  readonly met: (effect: Of) => string;
  /** Adds it to what is decided; false if another effect has precedence. Absent: it is applied once it is known what the operation did. */
  readonly decide?: (effect: Of, decided: OpenDecision, seed: () => number) => boolean | 'within its limit';
}

const workOf = (usual: WorkPolicy): EffectParameter => ({
  kind: 'choice',
  values: ['done', 'skipped'],
  label: 'Work',
  description:
    'Whether the operation is executed before its response is replaced (`status`, default: skipped) or lost (`transport`, default: done).',
  usual,
});

/** The row of an effect that is one of several kinds and nothing else. A form begins with the first. */
const rowOfKinds = <Type extends 'extreme' | 'token' | 'lifecycle' | 'webhook', Kind extends string>(
  type: Type,
  texts: Readonly<Record<Kind, KindTexts>>,
  { title, label, description }: Readonly<Record<'title' | 'label' | 'description', string>>,
) => {
  type Own = { readonly type: Type } & Readonly<Record<Type, Kind>>;
  const values = Object.keys(texts) as [Kind, ...Kind[]];
  const [initial] = values;
  const parameter: EffectParameter = { kind: 'choice', values, label, description, initial };
  return {
    title,
    parameters: { [type]: parameter } as Readonly<Record<Type, EffectParameter>>,
    inStream: true,
    read: (given: EffectProperties, before: Own | undefined) =>
      ({ type, [type]: given[type] ?? before?.[type] ?? initial }) as Own,
    write: (effect: Own) => ({ [type]: effect[type] }),
    describe: (effect: Own) => texts[effect[type]].description,
    met: (effect: Own) => texts[effect[type]].met,
  };
};

/** Each chunk needs a timer. */
export const maxChunks = 10_000;

export const effects = {
  status: {
    title: 'Status: respond with an error, or a stub',
    parameters: {
      status: {
        kind: 'count',
        min: 200,
        max: 599,
        label: 'Status',
        description: 'Responds with this status in place of the operation.',
        initial: '503',
      },
      work: workOf('skipped'),
      body: {
        kind: 'json',
        label: 'Body',
        description:
          "The body to send with the status. If omitted, the document's example for that status, else a generated body.",
        hint: 'JSON. Empty: the example of the document for this status, else a generated body.',
      },
      example: {
        kind: 'example',
        label: 'Example',
        description: 'The name of one of the examples that the document has for the status, in place of `body`.',
        hint: 'Its name in the document, in place of a body.',
      },
      headers: { kind: 'headers', label: 'Response headers', description: 'Headers to send with the status.' },
    },
    inStream: true,
    read: ({ status, headers, body, example, work }, before) => ({
      type: 'status',
      status: status ?? before?.status ?? 500,
      headers: changed(headers && textsOf(headers), before?.headers),
      // A new body or example replaces the other.
      body: example ? undefined : changed(body, before && { value: before.body })?.value,
      ...((example || before?.example !== undefined) && {
        example: body ? undefined : changed(example, before?.example),
      }),
      work: changed(work, before?.work) ?? 'skipped',
    }),
    write: ({ status, headers, body, example, work }) => ({
      status,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      ...(example !== undefined && { example }),
      ...(work !== 'skipped' && { work }),
    }),
    describe: ({ status, work }) =>
      `${work === 'done' ? 'Processes the request, then responds' : 'Responds'} with ${status}.`,
    met: ({ status }) => `responded with ${status}`,
    decide: (effect, decided) => {
      if (decided.status !== undefined) return false;
      decided.status = effect;
      return true;
    },
  },
  latency: {
    title: 'Latency: respond later',
    group: 'time',
    isOfWebhooks: true,
    parameters: {
      latency: {
        kind: 'latency',
        label: 'Latency',
        description:
          'Delays the response: by a fixed time, a random time within a range, or a log-normal time (median and 99th percentile).',
        hint: '2s, or 100ms - 900ms, or median 200ms, p99 2s.',
        initial: '2s',
      },
    },
    inStream: true,
    read: ({ latency }, before) =>
      latency === undefined && before ? before : { type: 'latency', latency: latencyFrom(latency ?? '0ms') },
    write: ({ latency }) => ({ latency: latencyToText(latency) }),
    describe: ({ latency }) => `Delays every response by ${describeLatency(latency)}.`,
    met: ({ latency }) => (latency.type === 'fixed' ? `took ${formatDuration(latency.ms)} longer` : 'took longer'),
    decide: ({ latency }, decided, seed) => {
      const { delivery } = decided;
      decided.delivery = { ...delivery, delayMs: delivery.delayMs + delayOf(latency, seed()) };
      return true;
    },
  },
  bandwidth: {
    title: 'Bandwidth: send slowly',
    group: 'time',
    parameters: {
      bandwidth: {
        kind: 'size',
        label: 'Bytes per second',
        description: 'Limits the body to this number of bytes per second.',
        hint: '10KB, or 1MiB.',
        initial: '10KB',
      },
    },
    inStream: true,
    read: ({ bandwidth }, before) =>
      bandwidth === undefined && before
        ? before
        : { type: 'bandwidth', bytesPerSecond: parseSize(bandwidth ?? '') ?? 0 },
    write: ({ bytesPerSecond }) => ({ bandwidth: formatSize(bytesPerSecond) }),
    describe: ({ bytesPerSecond }) => `Limits the body to ${formatSize(bytesPerSecond)} per second.`,
    met: () => 'responded slowly',
    decide: ({ bytesPerSecond }, decided) => {
      const { delivery } = decided;
      // Two limits act like two slow lines in sequence: their transfer times add up.
      const together = 1 / (1 / bytesPerSecond + 1 / (delivery.bytesPerSecond ?? Number.POSITIVE_INFINITY));
      decided.delivery = { ...delivery, bytesPerSecond: together };
      return true;
    },
  },
  dribble: {
    title: 'Dribble: send in pieces',
    group: 'time',
    parameters: {
      dribble: {
        kind: 'map',
        expected: 'a map such as { chunks: 5, over: 2s }',
        fields: {
          chunks: {
            kind: 'count',
            min: 1,
            max: maxChunks,
            label: 'Chunks',
            description: 'The number of chunks of the body.',
            initial: '5',
          },
          over: {
            kind: 'duration',
            label: 'Over',
            description: 'The time until the last chunk is sent.',
            hint: '2s, or 500ms.',
            initial: '2s',
          },
        },
        label: 'Dribble',
        description: 'Sends the body in chunks, spread over a time.',
      },
    },
    inStream: false,
    read: ({ dribble }, before) =>
      dribble === undefined && before
        ? before
        : { type: 'dribble', chunks: dribble?.chunks ?? 1, overMs: milliseconds(dribble?.over ?? '') },
    write: ({ chunks, overMs }) => ({ dribble: { chunks, over: formatDuration(overMs) } }),
    describe: ({ chunks, overMs }) => `Sends the body in ${chunks} chunks over ${formatDuration(overMs)}.`,
    met: () => 'responded slowly',
    decide: ({ chunks, overMs }, decided) => {
      const before = decided.delivery.dribble;
      const dribble = { chunks: Math.max(chunks, before?.chunks ?? 0), overMs: overMs + (before?.overMs ?? 0) };
      decided.delivery = { ...decided.delivery, dribble };
      return true;
    },
  },
  transport: {
    title: 'Transport: lose the response',
    parameters: {
      transport: {
        kind: 'choice',
        values: transports,
        label: 'Transport',
        description:
          'Loses or damages the response: `reset` resets the connection, `timeout` never responds, `empty` closes the connection without a byte, `truncate` sends only a part of the body, `garbage` sends bytes that are not HTTP.',
        initial: 'reset',
      },
      work: workOf('done'),
    },
    inStream: true,
    read: ({ transport, work }, before) => ({
      type: 'transport',
      transport: transport ?? before?.transport ?? 'reset',
      work: changed(work, before?.work) ?? 'done',
    }),
    write: ({ transport, work }) => ({ transport, ...(work !== 'done' && { work }) }),
    describe: ({ transport, work }) => {
      const { description } = transportTexts[transport];
      return work === 'done'
        ? `Processes the request, then ${description}`
        : `${description[0]?.toUpperCase()}${description.slice(1)}`;
    },
    met: ({ transport }) => transportTexts[transport].met,
    decide: (effect, decided) => {
      if (decided.transport !== undefined) return false;
      decided.transport = effect;
      decided.delivery = { ...decided.delivery, transport: effect.transport };
      return true;
    },
  },
  contract: {
    title: 'Contract: break the interface',
    isOfWebhooks: true,
    parameters: {
      contract: {
        kind: 'choice',
        values: contractKinds,
        label: 'Violation',
        description: 'Sends a well-formed response that breaks the interface, at a location that the seed decides.',
        initial: 'missing-required',
      },
      at: {
        kind: 'pointer',
        label: 'Place',
        description:
          'Where `contract` breaks the body: a JSON Pointer such as `/0/name`. `*` stands for any index or name.',
        hint: 'A JSON Pointer, such as /0/name. Empty: any.',
      },
    },
    inStream: false,
    read: (given, before) => {
      const at = changed(given.at, before?.at);
      const contract = given.contract ?? before?.contract ?? 'missing-required';
      return { type: 'contract', contract, ...(at !== undefined && { at }) };
    },
    write: ({ contract, at }) => ({ contract, ...(at !== undefined && { at }) }),
    describe: ({ contract }) => contractTexts[contract],
    met: ({ contract }) => `broke the document (${contract})`,
  },
  extreme: {
    ...rowOfKinds('extreme', extremeTexts, {
      title: 'Extreme: go to the edge of the interface',
      label: 'Extreme',
      description: 'Sends a response at the edge of what the interface allows.',
    }),
    isOfWebhooks: true,
    inStream: false,
  },
  token: {
    ...rowOfKinds('token', tokenTexts, {
      title: 'Token: issue tokens that are not accepted',
      label: 'Tokens',
      description:
        'Issues tokens that no operation accepts: `expired` ones, or for a `wrong-audience`. It needs no `on`.',
    }),
    decide: ({ token }, decided) => {
      if (decided.endpoint !== 'token') return false;
      decided.flaws = (decided.flaws ?? new Set()).add(token);
      return true;
    },
  },
  rate: {
    title: 'Rate: limit the requests in a time',
    parameters: {
      rate: {
        kind: 'map',
        expected: 'a map such as { limit: 5, per: 10s }',
        fields: {
          limit: {
            kind: 'count',
            min: 0,
            max: 1_000_000,
            label: 'Limit',
            description: 'The number of requests that are served.',
            initial: '60',
          },
          per: {
            kind: 'duration',
            label: 'Per',
            description: 'The time, from the first request that counts.',
            hint: '1m, or 10s.',
            initial: '1m',
          },
        },
        label: 'Rate',
        description:
          'Responds with 429 and `Retry-After` above this number of requests in this time, for each credential. Headers count down.',
      },
    },
    inStream: true,
    read: ({ rate }, before) =>
      rate === undefined && before
        ? before
        : { type: 'rate', limit: rate?.limit ?? 0, perMs: milliseconds(rate?.per ?? '') },
    write: ({ limit, perMs }) => ({ rate: { limit, per: formatDuration(perMs) } }),
    describe: ({ limit, perMs }) => `Responds with 429 above ${limit} requests per ${formatDuration(perMs)}.`,
    met: ({ limit, perMs }) => `allowed only ${limit} requests per ${formatDuration(perMs)}`,
    decide: (effect, decided) => decided.limit(effect),
  },
  lifecycle: rowOfKinds('lifecycle', lifecycleTexts, {
    title: 'Lifecycle: let what is created fail, or get stuck',
    label: 'End',
    description:
      'What the request creates ends otherwise than its lifecycle says: `failed` with the value for a failure, `stuck` at the step before the last one.',
  }),
  webhook: {
    ...rowOfKinds('webhook', webhookTexts, {
      title: 'Webhook: send what arrives wrongly',
      label: 'Flaw',
      description:
        'What is wrong with a webhook: it is `lost`, comes `twice` or `reordered`, or has a `bad-signature` or an `old-timestamp`. It needs no `on`.',
    }),
    isOfWebhooks: true,
  },
} satisfies { readonly [Type in EffectType]: EffectRow<Extract<Effect, { type: Type }>> };

export const effectTypes = Object.keys(effects) as readonly EffectType[];

export const rowOf = (type: EffectType): EffectRow<Effect> => effects[type] as unknown as EffectRow<Effect>;

export const groupOf = (type: EffectType): FaultGroup => rowOf(type).group ?? (type as FaultGroup);

export const webhookEffects = effectTypes.filter((type) => rowOf(type).isOfWebhooks);

/** The effects that are applied once it is known what the operation did. */
export type BodyEffect = Extract<
  Effect,
  { type: { [Type in EffectType]: (typeof effects)[Type] extends { decide: unknown } ? never : Type }[EffectType] }
>;

export const isBodyEffect = (effect: Effect): effect is BodyEffect => rowOf(effect.type).decide === undefined;

/** Null removes a property, and an absent one stays as it was. */
const changed = <Value>(given: Value | null | undefined, before: Value | undefined): Value | undefined =>
  given === null ? undefined : (given ?? before);

const milliseconds = (duration: string): number => parseDuration(duration) ?? 0;

const latencyFrom = (latency: LatencyText): Latency => {
  if (typeof latency === 'string') return { type: 'fixed', ms: milliseconds(latency) };
  if ('min' in latency) return { type: 'uniform', minMs: milliseconds(latency.min), maxMs: milliseconds(latency.max) };
  return { type: 'log-normal', medianMs: milliseconds(latency.median), p99Ms: milliseconds(latency.p99) };
};

const latencyToText = (latency: Latency): Json => {
  switch (latency.type) {
    case 'fixed':
      return formatDuration(latency.ms);
    case 'uniform':
      return { min: formatDuration(latency.minMs), max: formatDuration(latency.maxMs) };
    case 'log-normal':
      return { median: formatDuration(latency.medianMs), p99: formatDuration(latency.p99Ms) };
  }
};

const describeLatency = (latency: Latency): string => {
  switch (latency.type) {
    case 'fixed':
      return formatDuration(latency.ms);
    case 'uniform':
      return `${formatDuration(latency.minMs)} to ${formatDuration(latency.maxMs)}`;
    case 'log-normal':
      return `${formatDuration(latency.medianMs)} in the median, ${formatDuration(latency.p99Ms)} at the 99th percentile`;
  }
};

export const textsOf = (values: Scalars): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Milliseconds that a latency effect adds to this call. */
export const delayOf = (latency: Latency, seed: number): number => {
  switch (latency.type) {
    case 'fixed':
      return latency.ms;
    case 'uniform':
      return Math.round(latency.minMs + randomOf(seed) * (latency.maxMs - latency.minMs));
    case 'log-normal': {
      const sigma = Math.log(latency.p99Ms / latency.medianMs) / standardNormal99;
      return Math.round(latency.medianMs * Math.exp(sigma * standardNormal(seed)));
    }
  }
};

/** The standard normal distribution's 99th percentile. */
const standardNormal99 = 2.3263478740408408;

/** Box and Muller's transform of two uniform numbers. */
const standardNormal = (seed: number) =>
  Math.sqrt(-2 * Math.log(1 - randomOf(seed))) * Math.cos(2 * Math.PI * randomOf(seed ^ 0x5bd1e995));
