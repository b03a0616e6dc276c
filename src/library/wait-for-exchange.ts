/** Waits for an exchange that matches a filter. */
import type { Exchange } from '../core/exchange.ts';
import { type ExchangeFilter, matchesFilter } from '../world/evidence/exchange-filter.ts';
import type { World } from '../world/world.ts';

/** The exchanges that were returned before: each is returned once. */
export type ReturnedExchanges = WeakSet<Exchange>;

export interface WaitOptions {
  readonly filter: ExchangeFilter;
  readonly timeoutMs: number;
  readonly returned: ReturnedExchanges;
  /** The error when the time is over. */
  readonly createError: () => Error;
}

/** Resolves at once if the journal has a match, the oldest first. Rejects when the time is over, or the world is closed. */
export const waitForExchange = (
  world: World,
  { filter, timeoutMs, returned, createError }: WaitOptions,
): Promise<Exchange> => {
  const matches = (exchange: Exchange): boolean =>
    exchange.id > (filter.since ?? 0) && !returned.has(exchange) && matchesFilter(exchange, filter);
  const present = world.journal.after(filter.since ?? 0).find(matches);
  if (present !== undefined) {
    returned.add(present);
    return Promise.resolve(present);
  }
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      stopJournal();
      stopEvents();
    };
    const timer = setTimeout(() => {
      end();
      reject(createError());
    }, timeoutMs);
    const stopJournal = world.onJournaled((exchange) => {
      if (!matches(exchange)) return;
      returned.add(exchange);
      end();
      resolve(exchange);
    });
    const stopEvents = world.subscribe((event) => {
      if (event.type !== 'closed') return;
      end();
      reject(new Error(`The world "${world.name}" was closed while waiting for an exchange.`));
    });
  });
};
