import type { Exchange } from '../../../core/exchange.ts';
import { findExchanges, findUnknownName } from '../../../world/evidence/exchange-filter.ts';
import { summarizeExchange, viewExchange } from '../../../world/evidence/view-exchange.ts';
import type { World } from '../../../world/world.ts';
import { type ControlRequest, inWorld, nameIn, withoutBody } from '../request/control-request.ts';
import {
  badRequest,
  type ControlResponse,
  noContent,
  ok,
  okList,
  problem,
  quote,
} from '../request/control-response.ts';
import type { Resource } from '../request/route.ts';
import { exchangeQuery, noQuery } from '../request/schemas.ts';

const listExchanges = inWorld(exchangeQuery, (call, world, query) => {
  const unknown = findUnknownName(world, query);
  if (unknown !== undefined) return badRequest([unknown]);
  const { items, total } = findExchanges(world.journal, query);
  const redact = call.context.redactorFor(world.service);
  return okList(
    items.map((exchange) => summarizeExchange(exchange, redact)),
    total,
  );
});

const clearExchanges = inWorld(noQuery, (_call, world) => {
  world.clearJournal();
  return noContent;
});

/** A handler that is given the exchange that the path names. */
const withExchange = (handle: (call: ControlRequest, world: World, exchange: Exchange) => ControlResponse) =>
  inWorld(noQuery, (call, world) => {
    const number = nameIn(call, 'exchange');
    const exchange = /^[1-9]\d{0,15}$/.test(number) ? world.journal.find(Number(number)) : undefined;
    return exchange === undefined ? unknownExchange(world, number) : handle(call, world, exchange);
  });

const getExchange = withExchange((call, world, exchange) =>
  ok(viewExchange(exchange, call.context.redactorFor(world.service))),
);

/** Sent again as it was, credentials included. Nobody waits for its answer, so that nothing holds it back or loses it. */
const replayExchange = withExchange((call, world, { id, request, fullBytes }) => {
  if (fullBytes?.request !== undefined)
    return problem(409, `Of the body of exchange ${id} only the beginning was kept: it cannot be sent again.`);
  const { exchange, error } = world.handle(request);
  if (error !== undefined) call.context.logger.error(`Internal error while sending exchange ${id} again.`, error);
  call.context.worlds.announce(exchange);
  return ok(viewExchange(exchange, call.context.redactorFor(world.service)));
});

const unknownExchange = ({ state, journal }: World, number: string): ControlResponse => {
  const last = state.counters.exchanges;
  const isGone = Number(number) >= 1 && Number(number) <= last;
  const why = isGone ? `The journal holds the last ${journal.size}.` : `The last one is number ${last}.`;
  return problem(404, `No exchange has the number ${quote(number)}. ${last === 0 ? 'There was none yet.' : why}`);
};

export const exchangeResources: readonly Resource[] = [
  { path: '/worlds/:world/exchanges', methods: { GET: listExchanges, DELETE: withoutBody(clearExchanges) } },
  { path: '/worlds/:world/exchanges/:exchange', methods: { GET: getExchange } },
  { path: '/worlds/:world/exchanges/:exchange/replay', methods: { POST: withoutBody(replayExchange) } },
];
