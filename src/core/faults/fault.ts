/**
 * Faults: rules that disturb answers. A fault says on which requests, when, and with what effect; selection decides
 * which of a world's faults fire on one request. Nothing here sleeps or closes a socket: the edge performs the delivery.
 */

import { type Dribble, type HttpRequest, headerOf, type Transport } from '../http/http.ts';
import { normalizePath } from '../http/path.ts';
import { equalsJson, getProperty, isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import { matchesWildcard } from '../primitives/wildcard.ts';
import type { ExtremeKind } from './extreme.ts';
import type { ContractKind } from './kinds.ts';

export interface Fault {
  readonly name: string;
  readonly description: string | undefined;
  /** Where lists show it: by the kind of its effect. */
  readonly group: FaultGroup;
  readonly on: FaultOn | undefined;
  readonly when: FaultWhen | undefined;
  readonly effect: Effect;
}

export type FaultGroup = 'status' | 'time' | 'transport' | 'contract' | 'extreme';

/** Which requests: every member given must match. A list matches by any of its values; `*` stands for anything. */
export interface FaultOn {
  readonly operation?: string | readonly string[];
  readonly method?: string | readonly string[];
  /** Below the base path: `/orders/*`. */
  readonly path?: string | readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  /** A subset of the JSON body. */
  readonly body?: Json;
}

/** Which of the requests that match: skip `after`, take each `every`th of the rest, keep the `first` of those, fire by `chance`. */
export interface FaultWhen {
  /** The window opens so long after the world started, or after the fault was last switched on. World time. */
  readonly fromMs?: number;
  /** It stays open so long. */
  readonly forMs?: number;
  readonly after?: number;
  readonly every?: number;
  readonly first?: number;
  readonly chance?: number;
}

export type Effect =
  | StatusEffect
  | LatencyEffect
  | BandwidthEffect
  | DribbleEffect
  | TransportEffect
  | ContractEffect
  | ExtremeEffect;

export interface StatusEffect {
  readonly type: 'status';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Undefined: the document's example for the status, else a generated body. */
  readonly body: Json | undefined;
  readonly work: WorkPolicy;
}

export interface LatencyEffect {
  readonly type: 'latency';
  readonly latency: Latency;
}

export interface BandwidthEffect {
  readonly type: 'bandwidth';
  readonly bytesPerSecond: number;
}

export interface DribbleEffect extends Dribble {
  readonly type: 'dribble';
}

/** The answer breaks the interface in this way. */
export interface ContractEffect {
  readonly type: 'contract';
  readonly contract: ContractKind;
}

/** The answer goes to the edge of what the interface allows. */
export interface ExtremeEffect {
  readonly type: 'extreme';
  readonly extreme: ExtremeKind;
}

export interface TransportEffect {
  readonly type: 'transport';
  readonly transport: Transport;
  readonly work: WorkPolicy;
}

/** Whether the operation's work is done although its answer is not sent. */
export type WorkPolicy = 'done' | 'skipped';

/** Fixed, uniform, or log-normal by its median and 99th percentile; milliseconds. */
export type Latency =
  | { readonly type: 'fixed'; readonly ms: number }
  | { readonly type: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | { readonly type: 'log-normal'; readonly medianMs: number; readonly p99Ms: number };

/** A fault as a world has it. */
export interface FaultEntry {
  readonly fault: Fault;
  readonly enabled: boolean;
}

export interface FaultCounts {
  /** Requests that matched `on` while the window was open. */
  readonly seen: number;
  /** Requests whose answer the fault shaped. */
  readonly fired: number;
  /** World time at which it was last switched on; undefined: on since the world's start. */
  readonly since: number | undefined;
}

export const noCounts: FaultCounts = { seen: 0, fired: 0, since: undefined };

/** Whether a request at `now` counts for the fault at all; times in world time. */
export const isWithinWindow = (when: FaultWhen | undefined, since: number, now: number): boolean => {
  if (when?.fromMs === undefined && when?.forMs === undefined) return true;
  const opens = since + (when.fromMs ?? 0);
  return now >= opens && (when.forMs === undefined || now < opens + when.forMs);
};

/** What selection may look at. */
export interface FaultSubject {
  readonly request: HttpRequest;
  readonly operation: string | undefined;
  /** GET for a HEAD that is answered as one, else the request's own. */
  readonly answersAs: string;
  /** The path below the base path, as sent; undefined where it is below none. */
  readonly path: string | undefined;
  readonly query: () => URLSearchParams | undefined;
  /** The parsed JSON body; undefined when there is none. */
  readonly body: () => Json | undefined;
}

/** Whether a request that counts for the fault as its `seen`th (from 1) is one that it fires on, chance aside. */
export const passesCount = (when: FaultWhen | undefined, seen: number): boolean => {
  if (when === undefined) return true;
  const rest = seen - (when.after ?? 0);
  if (rest < 1) return false;
  const every = when.every ?? 1;
  if (rest % every !== 0) return false;
  return when.first === undefined || rest / every <= when.first;
};

/** Chance is seeded from the world's seed, the operation, the fault and the operation's call number. */
export const passesProbability = (
  fault: Fault,
  worldSeed: number,
  operation: string | undefined,
  call: number,
): boolean => {
  const chance = fault.when?.chance;
  return chance === undefined || randomOf(seedFrom(worldSeed, operation ?? '', fault.name, call)) < chance;
};

export const matchesOn = (on: FaultOn | undefined, subject: FaultSubject): boolean => {
  if (on === undefined) return true;
  const { request } = subject;
  return (
    (on.operation === undefined || (subject.operation !== undefined && matchesAny(on.operation, subject.operation))) &&
    (on.method === undefined || matchesMethod(on.method, subject)) &&
    (on.path === undefined || matchesPath(on.path, subject.path)) &&
    (on.header === undefined ||
      Object.entries(on.header).every(([name, pattern]) => matchesHeader(request, name, pattern))) &&
    (on.query === undefined ||
      Object.entries(on.query).every(([name, pattern]) => matchesQuery(subject, name, pattern))) &&
    (on.body === undefined || matchesBody(on.body, subject.body()))
  );
};

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
const standardNormal = (seed: number): number =>
  Math.sqrt(-2 * Math.log(1 - randomOf(seed))) * Math.cos(2 * Math.PI * randomOf(seed ^ 0x5bd1e995));

const asList = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

const matchesAny = (patterns: string | readonly string[], text: string): boolean =>
  asList(patterns).some((pattern) => matchesWildcard(pattern, text));

const matchesMethod = (methods: string | readonly string[], { request, answersAs }: FaultSubject): boolean =>
  asList(methods)
    .map((method) => method.toUpperCase())
    .some((method) => method === request.method || method === answersAs);

const matchesPath = (patterns: string | readonly string[], path: string | undefined): boolean =>
  path !== undefined &&
  asList(patterns).some((pattern) => matchesWildcard(normalizePath(pattern), normalizePath(path)));

const matchesHeader = (request: HttpRequest, name: string, pattern: string): boolean => {
  const value = headerOf(request.headers, name.toLowerCase());
  return value !== undefined && matchesWildcard(pattern, value);
};

const matchesQuery = (subject: FaultSubject, name: string, pattern: string): boolean =>
  subject
    .query()
    ?.getAll(name)
    .some((value) => matchesWildcard(pattern, value)) ?? false;

const matchesBody = (expected: Json, body: Json | undefined): boolean => body !== undefined && isSubset(expected, body);

/** Every member of `expected` is in `actual` with the same value; arrays must be equal in length, their elements subsets. */
export const isSubset = (expected: Json, actual: Json): boolean => {
  if (isJsonObject(expected)) {
    return (
      isJsonObject(actual) &&
      Object.entries(expected).every(([name, value]) => {
        const property = getProperty(actual as JsonObject, name);
        return property !== undefined && isSubset(value, property);
      })
    );
  }
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((value, at) => isSubset(value, actual[at]))
    );
  }
  return equalsJson(expected, actual);
};
