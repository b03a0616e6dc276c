/** The log for programs: what happens, as objects. */
import type { Address } from '../../cli/terminal/banner.ts';
import { type Exchange, explainStep, handlerFailures, isLost } from '../../core/exchange.ts';
import { type Simulation, serviceUrlOf } from '../../simulation/simulation.ts';
import { listServices } from '../../world/control/list-services.ts';

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

/** The events of a start. Each document that is not named on the command line is one. */
export const startEvents = (simulation: Simulation, { url, ...secrets }: Address): readonly object[] => {
  const { worlds, services, sources } = simulation;
  const { reason, list } = services;
  const directory = sources.ignoredScenarios;
  const listed = listServices(worlds.service, url);
  return [
    { event: 'listening', url, service: serviceUrlOf(simulation, url), services: listed, ...secrets },
    ...(reason === undefined ? [] : list.map(({ document }) => ({ event: 'document', document, reason }))),
    ...(directory === undefined ? [] : [{ event: 'scenarios-left-out', directory }]),
  ];
};
