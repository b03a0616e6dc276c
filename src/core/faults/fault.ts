/**
 * Faults: a fault has conditions on the request (`on`), conditions on time and number (`when`), and an effect.
 * `simulate/select-faults.ts` selects the faults of a world that fire on a request. The edge performs the delivery.
 */

import { isEnding } from '../http/delivery.ts';
import type { Dribble, Transport } from '../http/http.ts';
import type { Json } from '../primitives/json.ts';
import { randomOf } from '../primitives/seeded-random.ts';
import type { TokenFlaw } from '../service/login.ts';
import type { ContractKind } from './contract-kinds.ts';
import type { ExtremeKind } from './extreme.ts';

export interface Fault {
  readonly name: string;
  readonly description: string | undefined;
  /** The group in lists; it follows from the effect. */
  readonly group: FaultGroup;
  readonly on: FaultOn | undefined;
  readonly when: FaultWhen | undefined;
  readonly effect: Effect;
}

export type FaultGroup = 'status' | 'time' | 'transport' | 'contract' | 'extreme' | 'token';

/** Conditions on the request: every property must match. One value of a list must match; `*` matches any characters. */
export interface FaultOn {
  readonly operation?: string | readonly string[];
  readonly service?: string | readonly string[];
  readonly method?: string | readonly string[];
  /** Below the base path: `/orders/*`. */
  readonly path?: string | readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  /** A subset of the JSON body. */
  readonly body?: Json;
}

/** Selects among the matching requests: skip the first `after`, then take every `every`th, at most `first`, each with probability `chance`. */
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
  | ExtremeEffect
  | TokenEffect;

/** The group of the faults with each effect. */
export const effectGroups: Readonly<Record<Effect['type'], FaultGroup>> = {
  status: 'status',
  latency: 'time',
  bandwidth: 'time',
  dribble: 'time',
  transport: 'transport',
  contract: 'contract',
  extreme: 'extreme',
  token: 'token',
};

export interface StatusEffect {
  readonly type: 'status';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Undefined: the document's example for the status, or a generated body. */
  readonly body: Json | undefined;
  /** The name of an example that the document has for the status; not together with `body`. */
  readonly example?: string | undefined;
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
  /** A JSON Pointer into the body, in which `*` stands for any index or name. Default: a location that the seed decides. */
  readonly at?: string | undefined;
}

/** The response is valid, but extreme. */
export interface ExtremeEffect {
  readonly type: 'extreme';
  readonly extreme: ExtremeKind;
}

/** Every token that the world issues is not accepted. It needs no `on`. */
export interface TokenEffect {
  readonly type: 'token';
  readonly token: TokenFlaw;
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

/** Whether one of the faults may end a connection without a response. */
export const mayLoseResponses = (faults: readonly FaultEntry[]): boolean =>
  faults.some(({ fault: { effect } }) => effect.type === 'transport' && isEnding(effect.transport));

export interface FaultCounts {
  /** Requests that matched `on` within the window. */
  readonly seen: number;
  /** Requests whose response the fault affected. */
  readonly fired: number;
  /** World time at which it was last enabled; undefined: enabled since the start of the world. */
  readonly since: number | undefined;
}

export const noCounts: FaultCounts = { seen: 0, fired: 0, since: undefined };

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
