/** The log for programs: each request as an object. */
import { type Exchange, explainStep, handlerFailures, isLost } from '../../core/exchange.ts';

/** The event of a request, written as one line of JSON. `shown`: the exchange without secrets; `at`: the real time of its end. */
export const requestEvent = (
  exchange: Exchange,
  shown: Exchange,
  at: number,
  why: boolean,
): Readonly<Record<string, unknown>> => ({
  event: 'request',
  at: new Date(at).toISOString(),
  world: exchange.world,
  // Null if no world handled the request.
  exchange: exchange.id === 0 ? null : exchange.id,
  method: exchange.request.method,
  path: shown.request.path,
  query: shown.request.query,
  operation: exchange.operation ?? null,
  status: exchange.response.status,
  // The status was decided, but the client did not get the response.
  lost: isLost(exchange) ? exchange.transport : undefined,
  durationMs: exchange.durationMs,
  faults: exchange.faults.map(({ name }) => name),
  violations: shown.violations.map(({ side, message }) => ({ side, message })),
  handlerError: handlerFailures(exchange, shown)[0],
  why: why ? shown.steps.map(explainStep) : undefined,
});
