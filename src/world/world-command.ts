/** The commands of a world, as data: a shared store carries it to the replicas of the world on other servers. */

import type { Exchange } from '../core/exchange.ts';
import { isPlain, transferMsOf } from '../core/http/delivery.ts';
import type { Reply } from '../core/http/http.ts';
import type { DecodedParameter } from '../core/service/operation.ts';
import type { Change, State } from '../core/state/state.ts';
import type { ClockStart, Scenario } from '../scenario/document/read-scenario.ts';
import type { ClockSetting } from './clock.ts';

export type Command =
  | HandledCommand
  | ChangedCommand
  | { readonly type: 'clock-set'; readonly clock: ClockSetting }
  | { readonly type: 'journal-cleared' }
  | StartedCommand
  /** Responses that are held back are delivered at once, by the server that holds them. */
  | { readonly type: 'released'; readonly exchanges: readonly number[] }
  | DeliveredCommand;

/** The world was changed without a request. */
interface ChangedCommand {
  readonly type: 'changed';
  readonly changes: readonly Change[];
  /** Whether time made it happen. */
  readonly isDue?: true | undefined;
}

/** A response that was held back was delivered or lost. */
export interface DeliveredCommand {
  readonly type: 'delivered';
  readonly exchange: number;
  readonly durationMs: number;
}

export interface HandledCommand {
  readonly type: 'handled';
  readonly changes: readonly Change[];
  readonly exchange: Exchange;
  readonly parameters: readonly DecodedParameter[];
  /** For the gate: violations are intended. */
  readonly isExpected: boolean;
  /** World time at which its delivery begins; null if it is never delivered; undefined if the response is not held back. */
  readonly due: number | null | undefined;
  /** How long the delivery of a response that is held back takes; undefined: no time. */
  readonly transferMs?: number | undefined;
  /**
   * The reply, if nothing but its number depends on requests before that change only the journal: another server may handle some at the
   * same moment. Known only to the server that handled it.
   */
  readonly renumberable?: Reply | undefined;
}

/** When and how the response that was decided at this world time is delivered, for other servers. */
export const deliveryOf = (reply: Reply, now: number): Pick<HandledCommand, 'due' | 'transferMs'> => {
  const { delivery } = reply;
  if (delivery.transport === 'timeout') return { due: null, transferMs: transferMsOf(reply) };
  if (delivery.delayMs === 0 && isPlain(delivery)) return { due: undefined };
  return { due: now + delivery.delayMs, transferMs: transferMsOf(reply) };
};

/** The world was opened, or started again. */
export interface StartedCommand {
  readonly type: 'started';
  /** If it is undefined, it means a reset. */
  readonly start: WorldStart | undefined;
  /** World time; generated dates are relative to it. */
  readonly now: number;
  readonly clock: ClockSetting;
  /** If it is undefined, it is chosen when somebody asks for it. */
  readonly epoch: string | undefined;
}

/** Everything that decides the responses of a world. */
export interface Decisive {
  readonly state: State;
  readonly clock: ClockSetting;
  readonly start: WorldStart;
  readonly epoch: string | undefined;
  readonly performed?: number;
}

/** Commands that were performed tentatively. */
export interface Draft {
  readonly commands: readonly Command[];
  readonly after: Decisive;
  /** Work that waits until the draft is certain. */
  readonly deferred: readonly (() => void)[];
}

/** The initial state of a world, also for resets. It belongs to one service. */
export interface WorldStart {
  /** The scenario and the overrides, to recreate the start when files change. */
  readonly scenario: Scenario;
  readonly overrides: StartOverrides;
  readonly seed: number;
  readonly clock: ClockStart;
  /** A new state for a world with this name. `now` is its time; generated dates are relative to it. */
  readonly createState: (name: string, now: number) => State;
  /** Generates the data for `createState` in steps, with pauses in which other worlds are served. */
  readonly prepare?: ((now: number, pause: () => Promise<void>) => Promise<void>) | undefined;
}

export interface StartOverrides {
  /** The scenario's name; null for an inline scenario. */
  readonly name: string | null;
  readonly seed?: number | undefined;
  /** Default: the scenario's. */
  readonly locale?: string | undefined;
  readonly clock?: ClockStart | undefined;
}
