/** Faults: a fault has conditions on the request (`on`), conditions on time and number (`when`), and an effect. */

import { isEnding } from '../http/delivery.ts';
import type { Json } from '../primitives/json.ts';
import type { Effect } from './effects.ts';

export interface Fault {
  readonly name: string;
  readonly description: string | undefined;
  readonly on: FaultOn | undefined;
  readonly when: FaultWhen | undefined;
  readonly effect: Effect;
}

/** Conditions on the request: every property must match. One value of a list must match; `*` matches any characters. */
export interface FaultOn {
  readonly operation?: string | readonly string[];
  readonly service?: string | readonly string[];
  readonly method?: string | readonly string[];
  /** The webhooks that the fault disturbs. It then disturbs no response. */
  readonly webhook?: string | readonly string[];
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

export interface FaultEntry {
  readonly fault: Fault;
  readonly enabled: boolean;
}

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
