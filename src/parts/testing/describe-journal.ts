/** The requests to a world as text for a person, when a test has failed. */
import { maxShownRows } from '../../core/primitives/units.ts';
import { describeExchange, exchangeLine } from '../../library/describe-exchange.ts';
import type { ExchangeView } from '../../library/exchange-view.ts';
import type { VivariumWorld } from '../../library/world-api.ts';

/** The maximum number of exchanges that are shown in full: the newest ones. */
const maxDetailed = 5;

/** One line for each exchange, the oldest first, and in full those that failed or broke the interface. */
export const describeJournal = (world: VivariumWorld): string => {
  const listed = world.exchanges({ limit: maxShownRows }).toReversed();
  if (listed.length === 0) return `The world "${world.name}" got no request.`;
  const failed = listed.filter(isFailed).slice(-maxDetailed);
  const title = `The requests to the world "${world.name}":`;
  return [[title, ...listed.map((one) => `  ${exchangeLine(one)}`)].join('\n'), ...failed.map(describeExchange)].join(
    '\n\n',
  );
};

const isFailed = ({ status, violations, faults }: ExchangeView) =>
  status >= 400 || violations.length > 0 || faults.length > 0;
