/** Judges what `page.route`, a HAR or a worker answers in a browser that Playwright drives. */

import type { BrowserContext, Page, Request as PageRequest, Response as PageResponse } from '@playwright/test';
import { isBodiless } from '../../core/http/http.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { describeValue } from '../../library/read-arguments.ts';
import type { Guard } from './api.ts';
import { type ObservingGuard, whoGave } from './guard.ts';

/** @throws ConfigError if it is neither a page nor a context. */
export const checkPages = (source: unknown): void => {
  const { on, route } = (source ?? {}) as Partial<Page>;
  if (typeof on !== 'function' || typeof route !== 'function')
    throw optionInvalid(
      `guard takes a page or a browser context of Playwright, not ${describeValue(source)}`,
      'Write guard(page, { document: "openapi.yaml" }). That of vivarium/msw takes a server or a worker of MSW.',
    );
};

/**
 * Judges what these pages get.
 * @param source Anything with the responses of pages: a page, a context.
 * @internal
 */
export const guardPages = (source: Page | BrowserContext, observing: ObservingGuard): Guard => {
  const stop = observePages(source, observing);
  const { close } = observing.guard;
  return {
    ...observing.guard,
    close: async () => {
      stop();
      await close();
    },
  };
};

const observePages = (source: Page | BrowserContext, { concerns, observeLater, passthrough }: ObservingGuard) => {
  const listener = (response: PageResponse) => {
    if (!concerns(response.url())) return;
    observeLater(async () => {
      if (!passthrough && !(await isMocked(response))) return undefined;
      const answer = await responseOf(response);
      return { request: await requestOf(response.request()), response: answer, by: whoGave(answer) };
    });
  };
  // A page and a context have the same event.
  const emitter = source as Page;
  emitter.on('response', listener);
  return () => void emitter.off('response', listener);
};

/** Whether no server responded: a response that came from one has its address. */
const isMocked = async (response: PageResponse): Promise<boolean> =>
  response.fromServiceWorker() || (await response.serverAddr()) === null;

const requestOf = async (request: PageRequest): Promise<Request> => {
  const method = request.method();
  const body = method === 'GET' || method === 'HEAD' ? null : request.postDataBuffer();
  const headers = plainHeaders(await request.allHeaders());
  return new Request(request.url(), { method, headers, body: body && new Uint8Array(body) });
};

const responseOf = async (response: PageResponse): Promise<Response> => {
  const status = response.status();
  const headers = plainHeaders(await response.allHeaders());
  return new Response(isBodiless(status) ? null : new Uint8Array(await response.body()), { status, headers });
};

/** The headers without the pseudo-headers of HTTP/2. A header that came several times has its values on lines of their own. */
const plainHeaders = (headers: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => value.split('\n').map((line): [string, string] => [name, line]));
