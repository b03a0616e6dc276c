/** The door of the guard: the judge of mocks that are not Vivarium's. */
import type { Guard, GuardOptions, MswSource } from './api.ts';

/**
 * A judge of the mocks that a project has already, for everything without a fixture of its own: fetch-mock, axios-mock-adapter, nock.
 *
 * @param options Without `document`, the one of the working directory, as for `createVivarium`.
 * @throws ConfigError if the document or an option cannot be used.
 * @example
 * const contract = await createGuard({ document: 'openapi.yaml' });
 * await contract.check(request, response);
 * await contract.assertNoViolations();
 */
export const createGuard = async (options: GuardOptions = {}): Promise<Guard> => {
  const { observingGuard } = await import('./create-guard.ts');
  return (await observingGuard(options)).guard;
};

/**
 * Judges what the mocks of MSW answer, and what the client sent them, by the document. It changes, delays and answers nothing.
 *
 * @param source `setupServer()`, `setupWorker()`, or the network of `@msw/playwright`.
 * @param options Without `document`, the one of the working directory, as for `createVivarium`.
 * @throws ConfigError if the source is none, or if the document or an option cannot be used.
 * @example
 * const contract = await guard(server, { document: 'openapi.yaml' });
 * afterEach(() => contract.assertNoViolations());
 */
export const guardMsw = async (source: MswSource, options: GuardOptions = {}): Promise<Guard> => {
  const { checkSource, observeMsw } = await import('./guard-msw.ts');
  checkSource(source);
  const { observingGuard } = await import('./create-guard.ts');
  const observing = await observingGuard(options);
  const context = contextOf(source);
  if (context === undefined) return observeMsw(source, observing);
  const { guardPages } = await import('./guard-playwright.ts');
  return guardPages(context as Parameters<typeof guardPages>[0], observing);
};

/** Judges what pages of Playwright get. `source`: a page, or a context with all its pages. */
export const guardPlaywright = async (source: object, options: GuardOptions = {}): Promise<Guard> => {
  const { checkPages, guardPages } = await import('./guard-playwright.ts');
  checkPages(source);
  const { observingGuard } = await import('./create-guard.ts');
  return guardPages(source as Parameters<typeof guardPages>[0], await observingGuard(options));
};

/** Returns the browser context of the network of `@msw/playwright`, which tells of requests, but of no response. */
const contextOf = (source: MswSource): unknown => {
  const { context } = (source as { readonly options?: { readonly context?: Record<string, unknown> } }).options ?? {};
  return typeof context?.on === 'function' && typeof context.route === 'function' ? context : undefined;
};
