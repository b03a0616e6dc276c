/** The heavy door of the part: requests that real services answer, and the routes of the control API. */

import type { Exchange } from '../../core/exchange.ts';
import { bodyLimit, type HttpRequest, type HttpResponse, headerOf } from '../../core/http/http.ts';
import { exchangeWithoutWorld } from '../../core/simulate/simulate.ts';
import {
  badRequest,
  type ControlResponse,
  ok,
  onWorld,
  opening,
  problem,
  type Route,
  readJson,
  withoutQuery,
} from '../../server/control/request/control-call.ts';
import type { BodyStream } from '../../world/body-stream.ts';
import type { Call, Concluded } from '../../world/call.ts';
import type { DriftRow } from '../../world/evidence/drift.ts';
import type { WritesBefore } from '../../world/overlaps.ts';
import { StoreUnavailable } from '../../world/shared-worlds.ts';
import { type HandledRequest, World } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';
import { type Forward, forwardOf } from './core/forward.ts';
import { simulateReceived } from './core/received.ts';
import type { UpstreamOptions } from './index.ts';
import type { Forwarding } from './send/create-forwarding.ts';
import { chooseUpstreams, noUpstream, readPutUpstream, viewUpstreams } from './world-upstream.ts';

export { type Received, simulateReceived } from './core/received.ts';
export { noOperation, whyUnrecorded } from './core/record-change.ts';

/** Lets the real services answer the requests to worlds. */
export const startForwarding = async (worlds: Worlds, { headers, timeoutMs, urls }: UpstreamOptions): Promise<void> => {
  // Loaded now: most servers send nothing.
  const { createForwarding } = await import('./send/create-forwarding.ts');
  const forwarding = createForwarding(new Map([...urls].map(([name, url]) => [name, { url, headers, timeoutMs }])));
  worlds.decideBy((call) => handleOrForward(worlds, forwarding, call));
};

interface Opened {
  readonly world: World;
  readonly epoch: string;
  readonly forward: Forward;
  readonly before: WritesBefore;
}

/** Simulates a request, or sends it and takes the upstream's response. */
export const handleOrForward = <Refusal>(
  worlds: Worlds,
  forwarding: Forwarding,
  call: Call<Refusal>,
): Concluded<Refusal> => {
  const first = worlds.run<HandledRequest | Opened | Refusal>(call.name, {
    run: (scan) => {
      const world = call.find();
      if (!(world instanceof World)) return world;
      world.catchUp();
      const { service, state } = world.decisions;
      const forward = forwardOf(service, state, call.data, world.clock.now());
      // Answered in the same step: nothing may come in between.
      if (forward === undefined) return world.handle(call.data, call.started, scan);
      return { world, epoch: world.decisions.epoch, forward, before: world.overlaps.before };
    },
  });
  const proceed = (step: HandledRequest | Opened | Refusal): HandledRequest | Refusal | Promise<HandledRequest> =>
    isOpened(step) ? sendAndConclude(worlds, forwarding, call, step) : step;
  return first instanceof Promise ? first.then(proceed) : proceed(first);
};

const isOpened = (step: unknown): step is Opened => typeof step === 'object' && step !== null && 'forward' in step;

const sendAndConclude = async <Refusal>(
  worlds: Worlds,
  forwarding: Forwarding,
  call: Call<Refusal>,
  { world, epoch, forward, before }: Opened,
): Promise<HandledRequest> => {
  const { name, data, started } = call;
  const { isWrite } = forward;
  world.overlaps.begin(isWrite);
  const arrived = world.records.announceSent(
    {
      ...exchangeWithoutWorld(data, noResponse, { world: name, message: '', now: forward.context.now }),
      operation: forward.context.operation?.name,
    },
    started,
  );
  const refused = unsendable(data, forwarding) ?? call.refuseToSend();
  const { received, stream } =
    refused === undefined
      ? await forwarding.send(forward.send, call.client())
      : { received: { type: 'failed' as const, ...refused } };
  const conclude = ({ journaled }: { readonly journaled: boolean }): HandledRequest =>
    world.handleBy(
      (service, state, _, now) =>
        simulateReceived(service, state, now, forward, {
          received,
          isOverlapped: world.overlaps.since(before, isWrite),
        }),
      data,
      { started, journaled },
    );
  // After a reset, or the end of the world, nobody else knows the request.
  const isCurrent = () => worlds.get(name) === world && world.decisions.epoch === epoch;
  const answered = (handled: HandledRequest): HandledRequest => {
    if (stream === undefined) return handled;
    if (!handled.exchange.steps.some(({ type }) => type === 'forced-status'))
      return { ...handled, stream: counted(stream, handled.exchange) };
    // A fault replaced the response.
    void stream.return(undefined);
    return handled;
  };
  try {
    return answered(await worlds.run(name, { run: () => conclude({ journaled: isCurrent() }) }));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    worlds.options.logger?.error(
      `${data.method} ${data.path}: the upstream responded, but the store did not take the exchange. ${error.message}`,
    );
    return answered(conclude({ journaled: false }));
  } finally {
    world.overlaps.end(isWrite);
    arrived();
  }
};

const noResponse: HttpResponse = { status: 0, headers: [], body: undefined };

/** Counts the size of a body that nobody keeps for its exchange. */
const counted = (stream: BodyStream, exchange: Exchange): BodyStream => {
  exchange.passedOnBytes = 0;
  const next = stream.next.bind(stream);
  stream.next = async () => {
    const part = await next();
    if (part.done !== true) exchange.passedOnBytes = (exchange.passedOnBytes ?? 0) + part.value.length;
    return part;
  };
  return stream;
};

const unsendable = ({ headers, body }: HttpRequest, { id }: Forwarding): ReturnType<Call<never>['refuseToSend']> => {
  const failed = (status: number, message: string) => ({ status, message });
  const protocol = headerOf(headers, 'upgrade');
  // HTTP/2 is only offered: a server may go on with HTTP/1.1.
  if (protocol !== undefined && protocol.toLowerCase() !== 'h2c')
    return failed(501, `A change of the protocol (Upgrade: ${protocol.slice(0, 80)}) is not forwarded.`);
  if (headerOf(headers, 'via')?.includes(id) === true)
    return failed(508, 'The request came back to this server: its upstream leads to itself.');
  if (body.type === 'too-large') return failed(413, `The body ${bodyLimit(body.limitBytes)}.`);
  if (body.type === 'bad-encoding') return failed(415, `header.content-encoding ${body.reason}`);
  return undefined;
};

const view = (world: World): ControlResponse => ok(viewUpstreams(world));

const putUpstream = onWorld((request, world) => {
  const merge = readPutUpstream(readJson(request), world.decisions.service);
  switch (merge.type) {
    case 'invalid':
      return badRequest(merge.problems);
    case 'none':
      return problem(409, noUpstream(world, merge.services));
    case 'changed':
      chooseUpstreams(world, merge.changes);
      return view(world);
  }
});

const listDrift = (rows: readonly DriftRow[]): ControlResponse =>
  ok({ items: rows.map((row) => ({ ...row })), total: rows.length });

const getDrift = onWorld((_request, { drift }) => listDrift(drift.rows));

const getTotalDrift = withoutQuery(async ({ context: { worlds } }) =>
  listDrift((await worlds.totals()).findings.drift),
);

export const upstreamRoutes: readonly Route[] = [
  {
    path: '/worlds/:world/upstream',
    methods: { GET: onWorld((_request, world) => view(world)), PUT: opening(putUpstream) },
  },
  { path: '/worlds/:world/drift', methods: { GET: getDrift } },
  { path: '/drift', methods: { GET: getTotalDrift } },
];
