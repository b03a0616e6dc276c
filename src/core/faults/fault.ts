/**
 * Faults: a fault has conditions on the request (`on`), conditions on time and number (`when`), and an effect.
 * `simulate/select-faults.ts` selects the faults of a world that fire on a request. The edge performs the delivery.
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
  /** The group in lists; it follows from the effect. */
  readonly group: FaultGroup;
  readonly on: FaultOn | undefined;
  readonly when: FaultWhen | undefined;
  readonly effect: Effect;
}

export type FaultGroup = 'status' | 'time' | 'transport' | 'contract' | 'extreme';

/** Conditions on the request: every property must match. One value of a list must match; `*` matches any characters. */
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

/** Of the matching requests: skip the first `after`, then take every `every`th, at most `first`, each with probability `chance`. */
export interface FaultWhen {
  /** The start of the window, relative to the start of the world or to when the fault was last enabled. World time. */
  readonly fromMs?: number;
  /** The length of the window. World time. */
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
  /** Undefined: the document's example for the status, or a generated body. */
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

/** The response violates the contract. */
export interface ContractEffect {
  readonly type: 'contract';
  readonly contract: ContractKind;
}

/** The response is valid, but extreme. */
export interface ExtremeEffect {
  readonly type: 'extreme';
  readonly extreme: ExtremeKind;
}

export interface TransportEffect {
  readonly type: 'transport';
  readonly transport: Transport;
  readonly work: WorkPolicy;
}

/** Whether the operation is executed although its response is not sent. */
export type WorkPolicy = 'done' | 'skipped';

/** Fixed, uniform, or log-normal with a median and a 99th percentile; milliseconds. */
export type Latency =
  | { readonly type: 'fixed'; readonly ms: number }
  | { readonly type: 'uniform'; readonly minMs: number; readonly maxMs: number }
  | { readonly type: 'log-normal'; readonly medianMs: number; readonly p99Ms: number };

/** A fault in a world. */
export interface FaultEntry {
  readonly fault: Fault;
  readonly enabled: boolean;
}

export interface FaultCounts {
  /** Requests that matched `on` within the window. */
  readonly seen: number;
  /** Requests whose response the fault affected. */
  readonly fired: number;
  /** World time at which it was last enabled; undefined: enabled since the start of the world. */
  readonly since: number | undefined;
}

export const noCounts: FaultCounts = { seen: 0, fired: 0, since: undefined };

/** Whether `now` is within the fault's window; world times. */
export const isWithinWindow = (when: FaultWhen | undefined, since: number, now: number): boolean => {
  if (when?.fromMs === undefined && when?.forMs === undefined) return true;
  const opens = since + (when.fromMs ?? 0);
  return now >= opens && (when.forMs === undefined || now < opens + when.forMs);
};

/** The parts of a request that the selection of faults depends on. */
export interface FaultSubject {
  readonly request: HttpRequest;
  readonly operation: string | undefined;
  /** The method of the operation: GET for a HEAD request that a GET operation handles. */
  readonly effectiveMethod: string;
  /** The path below the base path, as sent; undefined if it is not below any. */
  readonly path: string | undefined;
  readonly query: () => URLSearchParams | undefined;
  /** The parsed JSON body; undefined if there is none. */
  readonly body: () => Json | undefined;
}

/** Whether the fault fires on the `seen`th (from 1) request that counts for it, regardless of `chance`. */
export const passesCount = (when: FaultWhen | undefined, seen: number): boolean => {
  if (when === undefined) return true;
  const rest = seen - (when.after ?? 0);
  if (rest < 1) return false;
  const every = when.every ?? 1;
  if (rest % every !== 0) return false;
  return when.first === undefined || rest / every <= when.first;
};

/** Whether `chance` lets the fault fire. The seed is derived from the world, the operation, the fault and the call number. */
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

const matchesMethod = (methods: string | readonly string[], { request, effectiveMethod }: FaultSubject): boolean =>
  asList(methods)
    .map((method) => method.toUpperCase())
    .some((method) => method === request.method || method === effectiveMethod);

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

/** Every property of `expected` is in `actual` with the same value. Arrays must have the same length, their elements are subsets. */
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
      expected.every((value, index) => isSubset(value, actual[index]))
    );
  }
  return equalsJson(expected, actual);
};
