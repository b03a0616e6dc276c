import type { Exchange } from '../../../core/exchange.ts';
import { quoteName } from '../../../core/primitives/units.ts';
import { viewHeld } from '../../../world/control/view-world.ts';
import { writeRun } from '../../../world/evidence/coverage-report.ts';
import {
  type FoundExchanges,
  findExchanges,
  findInJournals,
  resolveFilter,
} from '../../../world/evidence/exchange-filter.ts';
import { summarizeExchange, viewExchange } from '../../../world/evidence/view-exchange.ts';
import { writeGate } from '../../../world/gate/gate-findings.ts';
import type { World } from '../../../world/world.ts';
import {
  badRequest,
  type ControlRequest,
  type ControlResponse,
  noContent,
  ok,
  okItems,
  onWorld,
  pathParameter,
  problem,
  type Route,
  withoutBody,
  withoutQuery,
  withQuery,
  withWorld,
} from '../request/control-call.ts';
import { allExchangesFilterSchema, exchangeFilterSchema } from '../request/control-schemas.ts';
import { showSent } from './requests-routes.ts';

const listExchanges = withWorld(exchangeFilterSchema, (request, world, query) => {
  const resolved = resolveFilter(world.decisions.service, [world], query);
  if (!resolved.ok) return badRequest([resolved.problem]);
  return okFound(request, findExchanges(world.journal, resolved.filter), { 'Vivarium-Epoch': world.decisions.epoch });
});

const listAllExchanges = withQuery(allExchangesFilterSchema, (request, query) => {
  const { worlds } = request.context;
  const open = [...worlds];
  const resolved = resolveFilter(worlds.service, open, query);
  if (!resolved.ok) return badRequest([resolved.problem]);
  const journals = open.map(({ journal }) => journal);
  return okFound(request, findInJournals(journals, resolved.filter));
});

const okFound = (
  { context }: ControlRequest,
  { items, total }: FoundExchanges,
  headers?: ControlResponse['headers'],
): ControlResponse => {
  const redact = context.redactFor(context.worlds.service);
  return okItems(
    items.values().map((exchange) => summarizeExchange(exchange, redact)),
    total,
    headers,
  );
};

const clearExchanges = onWorld((_call, world) => {
  world.clearJournal();
  return noContent;
});

const withExchange = (handle: (request: ControlRequest, world: World, exchange: Exchange) => ControlResponse) =>
  onWorld((request, world) => {
    const number = pathParameter(request, 'exchange');
    const exchange = /^[1-9]\d{0,15}$/.test(number) ? world.journal.find(Number(number)) : undefined;
    return exchange === undefined ? unknownExchange(world, number) : handle(request, world, exchange);
  });

const getExchange = withExchange((request, world, exchange) =>
  ok(viewExchange(exchange, request.context.redactFor(world.decisions.service))),
);

/** Repeats the request, with its credentials. No client waits for the response, so it is neither delayed nor lost. */
const replayExchange = withExchange((call, world, { id, request, fullBytes }) =>
  fullBytes?.request === undefined
    ? showSent(call, world, world.handle(request))
    : problem(409, `Exchange ${id} cannot be replayed: the journal kept only the beginning of its body.`),
);

const unknownExchange = ({ decisions: { state }, journal }: World, number: string): ControlResponse => {
  const last = state.counters.exchanges;
  const isDropped = Number(number) >= 1 && Number(number) <= last;
  const kept = isDropped ? `The journal has the last ${journal.size}.` : `The last exchange is ${last}.`;
  const reason = last === 0 ? 'The world has no exchanges yet.' : kept;
  return problem(404, `No exchange has the id ${quoteName(number)}. ${reason}`);
};

const listHeld = onWorld(({ context }, world) =>
  okItems(world.records.held.map((held) => viewHeld(held, world, context))),
);

const releaseAll = onWorld((_call, world) => {
  world.release(world.records.held);
  return noContent;
});

const releaseOne = onWorld((request, world) => {
  const number = pathParameter(request, 'exchange');
  const found = world.records.held.find(({ exchange }) => String(exchange.id) === number);
  const subject = `The response to exchange ${quoteName(number)}`;
  if (found === undefined) return problem(404, `${subject} is not delayed.`);
  if (found.due === undefined) return problem(409, `${subject} cannot be released: a timeout fault never responds.`);
  world.release([found]);
  return noContent;
});

const getTotalCoverage = withoutQuery(async ({ context }) => {
  const { run, coverage } = await context.worlds.totals();
  return ok(writeRun(run, coverage));
});

const getGate = withoutQuery(async ({ context: { worlds } }) => {
  const { findings, run, coverage } = await worlds.totals();
  return ok(writeGate(findings, run, coverage));
});

/** What was recorded of the requests: exchanges, those whose responses are held back, coverage, and the findings of the gate. */
export const exchangeRoutes: readonly Route[] = [
  { path: '/exchanges', methods: { GET: listAllExchanges }, readsAll: true },
  { path: '/worlds/:world/exchanges', methods: { GET: listExchanges, DELETE: withoutBody(clearExchanges) } },
  { path: '/worlds/:world/exchanges/:exchange', methods: { GET: getExchange } },
  { path: '/worlds/:world/exchanges/:exchange/replay', methods: { POST: withoutBody(replayExchange) } },
  { path: '/worlds/:world/held', methods: { GET: listHeld, DELETE: withoutBody(releaseAll) } },
  { path: '/worlds/:world/held/:exchange', methods: { DELETE: withoutBody(releaseOne) } },
  {
    path: '/worlds/:world/coverage',
    methods: { GET: onWorld((_call, { coverage }) => ok(writeRun(coverage.run, coverage.report()))) },
  },
  { path: '/coverage', methods: { GET: getTotalCoverage } },
  { path: '/gate', methods: { GET: getGate } },
];
