/** The calls of the toolbar's sheet, over the worlds of a page in place of a server's control API. Loaded with its first call. */
import { noCounts } from '../../core/faults/fault.ts';
import { decodePercent } from '../../core/http/http.ts';
import { problemDetails, problemMediaType } from '../../core/http/status-text.ts';
import { type Json, parseJson, stringifyJson } from '../../core/primitives/json.ts';
import type { VivariumWorld } from '../../library/world-api.ts';
import { describeFault } from '../../scenario/document/fault-document.ts';
import { listFaults } from '../../world/control/faults.ts';
import { viewClock, viewHeld, viewWorld } from '../../world/control/view-world.ts';
import { findExchanges } from '../../world/evidence/exchange-filter.ts';
import type { RedactFor } from '../../world/evidence/redact.ts';
import { summarizeExchange } from '../../world/evidence/view-exchange.ts';
import type { World, WorldEvent } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';

export interface ControlContext {
  readonly worlds: Worlds;
  readonly redactFor: RedactFor;
  readonly handleOf: (world: string) => VivariumWorld;
  readonly scenarios: readonly string[];
}

const prefix = '/_vivarium/api/';

/** Answers a call below `/_vivarium/api/`, wherever the page is deployed. */
export const answerControl = async (context: ControlContext, request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.slice(pathname.indexOf(prefix) + prefix.length);
  const [first, name = '', ...rest] = path.split('/').map(decodePercent);
  const { title, version, basePaths } = context.worlds.service;
  const text = await request.text();
  const parsed = text === '' ? undefined : parseJson(text);
  if (parsed?.ok === false) return problem(400, `The body ${parsed.reason}.`);
  try {
    if (first === 'worlds' && name !== '')
      return await answerWorld(context, { name, rest, method: request.method, searchParams, body: parsed?.value });
    switch (`${request.method} ${path}`) {
      case 'GET service':
        return json({ title, version, basePath: basePaths[0] ?? '', operations: [], login: false });
      case 'GET worlds':
        return list([...context.worlds].map(viewWorld));
      case 'GET scenarios':
        return list(context.scenarios.map((scenario) => ({ name: scenario, description: null })));
      default:
        return problem(404, `${request.method} ${pathname} is not answered in a page.`);
    }
  } catch (error) {
    return problem(400, (error as Error).message);
  }
};

interface WorldCall {
  readonly name: string;
  readonly rest: readonly string[];
  readonly method: string;
  readonly searchParams: URLSearchParams;
  readonly body: Json | undefined;
}

const answerWorld = async (context: ControlContext, call: WorldCall): Promise<Response> => {
  const { worlds, handleOf } = context;
  const { name, rest, method, searchParams, body } = call;
  if (method === 'PUT' && rest.length === 0) {
    handleOf(name).start((body ?? {}) as object);
    return json(viewWorld(worlds.get(name) as World));
  }
  const world = worlds.get(name);
  if (world === undefined) return problem(404, `No open world is named "${name}".`);
  world.catchUp();
  const handle = handleOf(name);
  const redact = context.redactFor(world.decisions.service);
  switch (`${method} ${rest.slice(0, 1).join('')}`) {
    case 'GET ':
      return json(viewWorld(world));
    case 'POST reset':
      handle.reset();
      return json(viewWorld(world));
    case 'GET faults':
      return list(
        listFaults(world).map((entry) =>
          describeFault(entry, world.decisions.state.counters.faults.get(entry.fault.name) ?? noCounts),
        ),
      );
    case 'PUT faults':
      return json(handle.fault(rest[1] ?? '', (body ?? {}) as never) as unknown as Json);
    case 'DELETE faults':
      handle.clearFaults();
      return new Response(null, { status: 204 });
    case 'GET exchanges': {
      const [limit, since] = ['limit', 'since'].map((key) => Number(searchParams.get(key) ?? 0));
      const { items, total } = findExchanges(world.journal, { limit: limit || undefined, since });
      const shown = items.map((exchange) => summarizeExchange(exchange, redact));
      return list(shown, total, { 'vivarium-epoch': world.decisions.epoch });
    }
    case 'GET held':
      return list(world.records.held.map((held) => viewHeld(held, world, context)));
    case 'PUT clock': {
      const { advance, ...change } = body as { readonly advance?: string; readonly now?: string };
      if (advance === undefined) handle.clock.set(change);
      else handle.clock.advance(advance as '1h');
      return json(viewClock(world));
    }
    case 'GET events':
      return new Response(streamEvents(world, context), { headers: { 'content-type': 'text/event-stream' } });
    default:
      return problem(404, `${method} ${rest.join('/')} is not answered in a page.`);
  }
};

const json = (value: Json, headers: Record<string, string> = {}): Response =>
  new Response(stringifyJson(value), { headers: { 'content-type': 'application/json', ...headers } });

const list = (items: readonly Json[], total = items.length, headers: Record<string, string> = {}): Response =>
  json({ items: [...items], total }, headers);

const problem = (status: number, detail: string): Response =>
  new Response(stringifyJson(problemDetails(status, detail)), {
    status,
    headers: { 'content-type': problemMediaType },
  });

/** The events of a world until the reader or the world ends. */
const streamEvents = (world: World, { redactFor }: ControlContext): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let end: () => void = () => {};
  return new ReadableStream({
    start: (controller) => {
      const send = (event: string, data: Json) => {
        const id = `${world.decisions.epoch}-${world.deliveredUpTo}`;
        controller.enqueue(encoder.encode(`event: ${event}\nid: ${id}\ndata: ${stringifyJson(data)}\n\n`));
      };
      // What opens the stream is read at once, so that the page knows of it.
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      const emit = (event: WorldEvent) => {
        if (event.type === 'exchange')
          send('exchange', summarizeExchange(event.exchange, redactFor(world.decisions.service)));
        else if (event.type === 'held') send('held', viewHeld(event.held, world, { redactFor }));
        else if (event.type === 'changed') send('world', viewWorld(world));
        else if (event.type === 'closed') {
          end();
          controller.close();
        }
      };
      end = world.subscribe(emit);
    },
    cancel: () => end(),
  });
};
