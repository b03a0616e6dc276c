/** Listens to the life-cycle events of MSW (2.7 to 3), in Node and in a browser. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { describeValue } from '../../library/read-arguments.ts';
import type { Guard, MswSource } from './api.ts';
import { type ObservingGuard, whoGave } from './guard.ts';
import { copyOf } from './read-messages.ts';

interface MswEvent {
  readonly request: Request;
  readonly requestId: string;
  readonly response?: Response;
}

/** @throws ConfigError for something that is no server or worker of MSW. */
export const checkSource = (source: MswSource): void => {
  if (typeof source?.events?.on !== 'function')
    throw optionInvalid(
      `guard takes a server or a worker of MSW, not ${describeValue(source)}`,
      'Write guard(setupServer(...handlers), { document: "openapi.yaml" }). Other mocks are judged by createGuard().check(request, response).',
    );
  if ('printHandlers' in source)
    throw optionInvalid('this is MSW 1, and a guard needs MSW 2.7 or newer', 'Run npm install --save-dev msw@latest.');
};

/** Requests whose response did not come yet. */
const maxKept = 1000;

/** MSW before 2.15 counts its listeners here, and later ones in `events`. */
interface CountingSource {
  readonly publicEmitter?: unknown;
}

/** Whether the guard is the only listener to responses of mocks, which MSW copies for its listeners. False if MSW does not count them. */
const isAloneAt = (source: MswSource & CountingSource): (() => boolean) => {
  const counting = [source.events, source.publicEmitter].find(
    (one): one is { readonly listenerCount: (name: string) => number } =>
      typeof (one as { readonly listenerCount?: unknown } | undefined)?.listenerCount === 'function',
  );
  return () => counting?.listenerCount('response:mocked') === 1 && counting.listenerCount('*') === 0;
};

export const observeMsw = (source: MswSource, { guard, concerns, observe, passthrough }: ObservingGuard): Guard => {
  const { events } = source;
  /** Clones of requests: when the response comes, the mock has read the body. */
  const kept = new Map<string, Request>();
  const isAlone = isAloneAt(source);
  /** Whether another listener may get a response before the guard, and read it later. */
  let isShared = false;
  const quietly =
    (listener: (event: MswEvent) => void) =>
    (event: MswEvent): void => {
      try {
        listener(event);
      } catch {
        // A body that somebody reads, for example. A guard disturbs nothing.
      }
    };
  const judge = (take: (response: Response) => Response) =>
    quietly(({ request, requestId, response }) => {
      const asSent = kept.get(requestId) ?? request;
      kept.delete(requestId);
      if (response === undefined || !concerns(request.url)) return;
      observe({ request: asSent, response: take(response), by: whoGave(response) });
    });
  events.on(
    'request:start',
    quietly(({ request, requestId }) => {
      isShared ||= !isAlone();
      if (request.body === null || !concerns(request.url)) return;
      if (kept.size >= maxKept) kept.delete(kept.keys().next().value as string);
      kept.set(requestId, request.clone());
    }),
  );
  events.on(
    'response:mocked',
    judge((response) => {
      const isOwn = isAlone() && !isShared;
      isShared = false;
      return isOwn ? response : copyOf(response);
    }),
  );
  events.on('response:bypass', passthrough ? judge(copyOf) : quietly(({ requestId }) => void kept.delete(requestId)));
  return guard;
};
