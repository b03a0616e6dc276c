/** Listens to the life-cycle events of MSW (2.7 to 3), in Node and in a browser. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { describeValue } from '../../library/read-arguments.ts';
import type { Guard, MswSource } from './api.ts';
import { type ObservingGuard, whoGave } from './guard.ts';

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

export const observeMsw = ({ events }: MswSource, { guard, concerns, observe, passthrough }: ObservingGuard): Guard => {
  /** Clones of requests: when the response comes, the mock has read the body. */
  const kept = new Map<string, Request>();
  const quietly =
    (listener: (event: MswEvent) => void) =>
    (event: MswEvent): void => {
      try {
        listener(event);
      } catch {
        // A body that somebody reads, for example. A guard disturbs nothing.
      }
    };
  const judge = quietly(({ request, requestId, response }) => {
    const asSent = kept.get(requestId) ?? request;
    kept.delete(requestId);
    if (response === undefined || !concerns(request.url)) return;
    observe({
      request: asSent,
      response: response.clone(),
      by: whoGave(response),
    });
  });
  events.on(
    'request:start',
    quietly(({ request, requestId }) => {
      if (!concerns(request.url)) return;
      if (kept.size >= maxKept) kept.delete(kept.keys().next().value as string);
      kept.set(requestId, request.body === null ? request : request.clone());
    }),
  );
  events.on('response:mocked', judge);
  events.on('response:bypass', passthrough ? judge : quietly(({ requestId }) => void kept.delete(requestId)));
  return guard;
};
