/** Converts the effect of a fault from documents, and back. */
import { contractDescriptions, extremeDescriptions, tokenDescriptions } from '../../core/faults/built-in-faults.ts';
import type { ContractKind } from '../../core/faults/contract-kinds.ts';
import type { ExtremeKind } from '../../core/faults/extreme.ts';
import type { Effect, Latency, StatusEffect, WorkPolicy } from '../../core/faults/fault.ts';
import type { Transport } from '../../core/http/http.ts';
import type { Json, JsonObject } from '../../core/primitives/json.ts';
import { setProperty } from '../../core/primitives/json.ts';
import { formatDuration, formatSize, parseDuration, parseSize } from '../../core/primitives/units.ts';
import type { TokenFlaw } from '../../core/service/login.ts';
import type { FaultObject, FaultPatch } from './fault-schema.ts';

/** The properties that define an effect; a fault has exactly one of them. */
export const effectNames = [
  'status',
  'latency',
  'bandwidth',
  'dribble',
  'transport',
  'contract',
  'extreme',
  'token',
] as const satisfies readonly Effect['type'][];

/** The effect properties of a document. Null removes a property, so a body that is null is `{ value: null }`. */
export interface EffectProperties {
  readonly status: number | undefined;
  readonly latency: FaultObject['latency'];
  readonly bandwidth: FaultObject['bandwidth'];
  readonly dribble: FaultObject['dribble'];
  readonly transport: Transport | undefined;
  readonly contract: ContractKind | undefined;
  readonly extreme: ExtremeKind | undefined;
  readonly token: TokenFlaw | undefined;
  readonly headers: Scalars | null | undefined;
  readonly body: { readonly value: Json } | null | undefined;
  readonly example: string | null | undefined;
  readonly at: string | null | undefined;
  readonly work: WorkPolicy | null | undefined;
}

type Scalars = Readonly<Record<string, string | number | boolean | bigint>>;

export const effectPropertiesOf = (document: FaultObject): EffectProperties => ({
  status: document.status,
  latency: document.latency,
  bandwidth: document.bandwidth,
  dribble: document.dribble,
  transport: document.transport,
  contract: document.contract,
  extreme: document.extreme,
  token: document.token,
  headers: document.headers,
  body: document.body === undefined ? undefined : { value: document.body },
  example: document.example,
  at: document.at,
  work: document.work,
});

/** The properties of the effect in a patch, in which null removes the body. */
export const effectPropertiesOfPatch = (patch: FaultPatch): EffectProperties => ({
  status: patch.status,
  latency: patch.latency,
  bandwidth: patch.bandwidth,
  dribble: patch.dribble,
  transport: patch.transport,
  contract: patch.contract,
  extreme: patch.extreme,
  token: patch.token,
  headers: patch.headers,
  body: patch.body === undefined || patch.body === null ? patch.body : { value: patch.body },
  example: patch.example,
  at: patch.at,
  work: patch.work,
});

/**
 * The effect that results from `base` and the properties. A new effect replaces `base` completely; otherwise only the
 * headers, the body and `work` change. Undefined if there is neither. Expects checked properties.
 */
export const effectFrom = (properties: EffectProperties, base: Effect | undefined): Effect | undefined => {
  const effect = namedEffect(properties) ?? base;
  switch (effect?.type) {
    case 'status':
      return {
        ...effect,
        headers:
          properties.headers === null
            ? undefined
            : properties.headers === undefined
              ? effect.headers
              : textsOf(properties.headers),
        ...contentFrom(properties, effect),
        work: properties.work === null ? 'skipped' : (properties.work ?? effect.work),
      };
    case 'contract': {
      const at = properties.at === null ? undefined : (properties.at ?? effect.at);
      return { type: 'contract', contract: effect.contract, ...(at !== undefined && { at }) };
    }
    case 'transport':
      return { ...effect, work: properties.work === null ? 'done' : (properties.work ?? effect.work) };
    default:
      return effect;
  }
};

/** The body or the example: a new one replaces the other. */
const contentFrom = (
  { body, example }: EffectProperties,
  effect: StatusEffect,
): Pick<StatusEffect, 'body' | 'example'> => {
  if (body !== undefined && body !== null) return { body: body.value, example: undefined };
  if (example !== undefined && example !== null) return { body: undefined, example };
  return {
    body: body === null ? undefined : effect.body,
    ...(effect.example !== undefined && { example: example === null ? undefined : effect.example }),
  };
};

const namedEffect = ({
  status,
  latency,
  bandwidth,
  dribble,
  transport,
  contract,
  extreme,
  token,
}: EffectProperties): Effect | undefined => {
  if (status !== undefined) return { type: 'status', status, headers: undefined, body: undefined, work: 'skipped' };
  if (latency !== undefined) return { type: 'latency', latency: latencyFrom(latency) };
  if (bandwidth !== undefined) return { type: 'bandwidth', bytesPerSecond: parseSize(bandwidth) ?? 0 };
  if (dribble !== undefined) return { type: 'dribble', chunks: dribble.chunks, overMs: milliseconds(dribble.over) };
  if (transport !== undefined) return { type: 'transport', transport, work: 'done' };
  if (contract !== undefined) return { type: 'contract', contract };
  if (extreme !== undefined) return { type: 'extreme', extreme };
  if (token !== undefined) return { type: 'token', token };
  return undefined;
};

/** The properties of an effect in a document, without those that have their default value. */
export const effectToDocument = (effect: Effect): JsonObject => {
  switch (effect.type) {
    case 'status':
      return {
        status: effect.status,
        ...(effect.headers && { headers: effect.headers }),
        ...(effect.body !== undefined && { body: effect.body }),
        ...(effect.example !== undefined && { example: effect.example }),
        ...(effect.work !== 'skipped' && { work: effect.work }),
      };
    case 'latency':
      return { latency: latencyToDocument(effect.latency) };
    case 'bandwidth':
      return { bandwidth: formatSize(effect.bytesPerSecond) };
    case 'dribble':
      return { dribble: { chunks: effect.chunks, over: formatDuration(effect.overMs) } };
    case 'contract':
      return { contract: effect.contract, ...(effect.at !== undefined && { at: effect.at }) };
    case 'extreme':
      return { extreme: effect.extreme };
    case 'token':
      return { token: effect.token };
    case 'transport':
      return { transport: effect.transport, ...(effect.work !== 'done' && { work: effect.work }) };
    default:
      return effect satisfies never;
  }
};

/** The description of an effect, for faults without their own. */
export const describeEffect = (effect: Effect): string => {
  switch (effect.type) {
    case 'status':
      return effect.work === 'done'
        ? `Processes the request, then responds with ${effect.status}.`
        : `Responds with ${effect.status}.`;
    case 'latency':
      return `Delays every response by ${describeLatency(effect.latency)}.`;
    case 'contract':
      return contractDescriptions[effect.contract];
    case 'extreme':
      return extremeDescriptions[effect.extreme];
    case 'token':
      return tokenDescriptions[effect.token];
    case 'bandwidth':
      return `Limits the body to ${formatSize(effect.bytesPerSecond)} per second.`;
    case 'dribble':
      return `Sends the body in ${effect.chunks} chunks over ${formatDuration(effect.overMs)}.`;
    case 'transport': {
      const end = transportEnds[effect.transport];
      return effect.work === 'done' ? `Processes the request, then ${end}` : `${end[0]?.toUpperCase()}${end.slice(1)}`;
    }
    default:
      return effect satisfies never;
  }
};

const transportEnds: Readonly<Record<Transport, string>> = {
  reset: 'resets the connection.',
  timeout: 'never responds.',
  empty: 'closes the connection without a byte.',
  truncate: 'sends only half of the body.',
  garbage: 'sends bytes that are not HTTP.',
};

const describeLatency = (latency: Latency): string => {
  switch (latency.type) {
    case 'fixed':
      return formatDuration(latency.ms);
    case 'uniform':
      return `${formatDuration(latency.minMs)} to ${formatDuration(latency.maxMs)}`;
    case 'log-normal':
      return `${formatDuration(latency.medianMs)} in the median, ${formatDuration(latency.p99Ms)} at the 99th percentile`;
    default:
      return latency satisfies never;
  }
};

const latencyFrom = (latency: NonNullable<FaultObject['latency']>): Latency => {
  if (typeof latency === 'string') return { type: 'fixed', ms: milliseconds(latency) };
  if ('min' in latency) return { type: 'uniform', minMs: milliseconds(latency.min), maxMs: milliseconds(latency.max) };
  return { type: 'log-normal', medianMs: milliseconds(latency.median), p99Ms: milliseconds(latency.p99) };
};

const latencyToDocument = (latency: Latency): Json => {
  switch (latency.type) {
    case 'fixed':
      return formatDuration(latency.ms);
    case 'uniform':
      return { min: formatDuration(latency.minMs), max: formatDuration(latency.maxMs) };
    case 'log-normal':
      return { median: formatDuration(latency.medianMs), p99: formatDuration(latency.p99Ms) };
    default:
      return latency satisfies never;
  }
};

const milliseconds = (duration: string): number => parseDuration(duration) ?? 0;

/** Converts the values of headers and query parameters to texts. */
export const textsOf = (values: Scalars): Readonly<Record<string, string>> => {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) setProperty(texts, name, String(value));
  return texts;
};
