/** The numbers of exchanges, which several servers count together. */
import { exchangeHeader, setHeader } from '../../../world/evidence/exchange-record.ts';
import type { Command, HandledCommand } from '../../../world/world-command.ts';

/** Gives the exchange of a command the number after those of other servers. */
export const renumber = ({ exchange, renumberable }: HandledCommand, by: number): void => {
  (exchange as { id: number }).id += by;
  for (const response of [exchange.response, renumberable?.response])
    setHeader((response?.headers ?? []) as string[], exchangeHeader, String(exchange.id));
};

/** Changes nothing but the journal and the counts of requests. */
export const changesJournalOnly = (command: Command): boolean =>
  command.type === 'delivered' || (command.type === 'handled' && command.changes.every(({ type }) => type === 'call'));
