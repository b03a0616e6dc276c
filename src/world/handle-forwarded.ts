/** Requests that the upstream answers: decided in two steps of a world, with a wait in between. */
import { type HttpRequest, headerOf } from '../core/http/http.ts';
import type { Forward } from '../core/upstream/forward.ts';
import type { Received } from '../core/upstream/received.ts';
import { monotonicMs } from './clock.ts';
import type { HandledRequest } from './command.ts';
import type { BodyStream, Forwarding, Recipient } from './forwarding.ts';
import type { WritesBefore } from './overlaps.ts';
import { StoreUnavailable } from './shared-worlds.ts';
import { World } from './world.ts';
import type { Worlds } from './worlds.ts';

/** A handled request, and the world that handled it. */
export interface Answered extends HandledRequest {
  readonly world: World;
  readonly stream?: BodyStream | undefined;
}

export interface ForwardOptions<Refusal> {
  readonly forwarding: Forwarding;
  readonly name: string;
  /** The world, which may be opened for the request; or why there is none. */
  readonly find: () => World | Refusal;
  /** Why a request may not be sent. */
  readonly refuse: (request: HttpRequest) => Received | undefined;
  /** Who waits for the response. */
  readonly client: () => Recipient;
}

interface Opened {
  readonly world: World;
  readonly epoch: string;
  readonly forward: Forward;
  readonly before: WritesBefore;
}

/** Simulates a request, or sends it and takes the upstream's response: then it is a promise. */
export const handleOrForward = <Refusal>(
  worlds: Worlds,
  request: HttpRequest,
  options: ForwardOptions<Refusal>,
): Answered | Refusal | Promise<Answered | Refusal> => {
  const started = monotonicMs();
  const open = (): Answered | Opened | Refusal => {
    const world = options.find();
    if (!(world instanceof World)) return world;
    const forward = options.forwarding.forwardOf(world.service, world.state, request, world.clock.now());
    // Answered in the same step: nothing may come in between.
    if (forward === undefined) return { ...world.handle(request, started), world };
    return { world, epoch: world.epoch, forward, before: world.overlaps.before };
  };
  const isOpened = (step: Answered | Opened | Refusal): step is Opened =>
    typeof step === 'object' && step !== null && 'forward' in step;
  const proceed = (step: Answered | Opened | Refusal) =>
    isOpened(step) ? sendAndConclude(worlds, request, started, step, options) : step;
  const first = worlds.run(options.name, open);
  return first instanceof Promise ? first.then(proceed) : proceed(first);
};

const sendAndConclude = async <Refusal>(
  worlds: Worlds,
  request: HttpRequest,
  started: number,
  { world, epoch, forward, before }: Opened,
  { forwarding, name, refuse, client }: ForwardOptions<Refusal>,
): Promise<Answered> => {
  const { isWrite } = forward;
  world.overlaps.begin(isWrite);
  const refused = unsendable(request, forwarding) ?? refuse(request);
  const { received, stream } =
    refused === undefined ? await forwarding.send(forward.send, client()) : { received: refused };
  const conclude = (journaled: boolean): HandledRequest =>
    world.handleBy(
      (service, state, sent, now) =>
        forwarding.simulateReceived(service, state, sent, now, forward, {
          received,
          isOverlapped: world.overlaps.since(before, isWrite),
        }),
      request,
      { started, journaled },
    );
  // After a reset, or the end of the world, nobody else knows the request.
  const isCurrent = (): boolean => worlds.get(name) === world && world.epoch === epoch;
  const answered = (handled: HandledRequest): Answered => {
    if (stream === undefined || !handled.exchange.steps.some(({ type }) => type === 'forced-status'))
      return { ...handled, world, stream };
    // A fault replaced the response.
    void stream.return(undefined);
    return { ...handled, world };
  };
  try {
    return answered(await worlds.run(name, () => conclude(isCurrent())));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    worlds.options.logger?.error(
      `${request.method} ${request.path}: the upstream responded, but the store did not take the exchange. ${error.message}`,
    );
    return answered(conclude(false));
  } finally {
    world.overlaps.end(isWrite);
  }
};

const unsendable = ({ headers, body }: HttpRequest, { id }: Forwarding): Received | undefined => {
  const failed = (status: number, message: string): Received => ({ type: 'failed', status, message });
  const protocol = headerOf(headers, 'upgrade');
  // HTTP/2 is only offered: a server may go on with HTTP/1.1.
  if (protocol !== undefined && protocol.toLowerCase() !== 'h2c')
    return failed(501, `A change of the protocol (Upgrade: ${protocol.slice(0, 80)}) is not forwarded.`);
  if (headerOf(headers, 'via')?.includes(id) === true)
    return failed(508, 'The request came back to this server: its upstream leads to itself.');
  if (body.type === 'too-large') return failed(413, `The body must not be larger than ${body.limitBytes} bytes.`);
  if (body.type === 'bad-encoding') return failed(415, `header.content-encoding ${body.reason}`);
  return undefined;
};
