/** The outcome of an exchange, in a few words. */
import type { ExchangeSummary } from '../api/panel-client.ts';

export const outcomeNames = {
  success: '2xx',
  redirect: '3xx',
  'client-error': '4xx',
  'server-error': '5xx',
  lost: 'lost',
} as const;

export type Outcome = keyof typeof outcomeNames;

export const outcomes = Object.keys(outcomeNames) as readonly Outcome[];

export type OutcomeCounts = Record<Outcome, number>;

export const noRequests: Readonly<OutcomeCounts> = Object.fromEntries(
  outcomes.map((outcome) => [outcome, 0]),
) as OutcomeCounts;

type Judged = Pick<ExchangeSummary, 'status' | 'faults'>;

/** Whether a fault of the transport lost the response, or damaged it. */
export const canLoseResponse = ({ faults }: Pick<ExchangeSummary, 'faults'>): boolean =>
  faults.some(({ effect }) => effect === 'transport');

export const outcomeOf = (exchange: Judged): Outcome => {
  if (canLoseResponse(exchange)) return 'lost';
  if (exchange.status >= 500) return 'server-error';
  if (exchange.status >= 400) return 'client-error';
  return exchange.status >= 300 ? 'redirect' : 'success';
};

/** The violations that nobody forced: an undocumented status is forced if the simulation or a fault sent it. */
export const unaskedViolations = ({
  violations,
  faults,
  origin,
}: Pick<ExchangeSummary, 'violations' | 'faults' | 'origin'>): ExchangeSummary['violations'] =>
  violations.filter(({ in: part }) => part !== 'status' || (origin === 'upstream' && faults.length === 0));
