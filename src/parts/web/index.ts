/** Vivarium in a browser: `vivarium/browser`. */
export { ConfigError, type ConfigProblem, type ConfigProblemCode } from '../../core/primitives/config-error.ts';

import type { Guard, MswSource } from '../guard/api.ts';
import type { BrowserGuardOptions, BrowserVivarium, BrowserVivariumOptions } from './api.ts';
import { startInPage } from './start-in-page.ts';

export type { BrowserGuardOptions, BrowserVivarium, BrowserVivariumOptions, SavedWorlds, WorldStorage } from './api.ts';

/**
 * Loads a document and compiles it. After that, everything works offline: no request leaves the page.
 *
 * @throws ConfigError if the document, the scenario or an option cannot be used. It holds all problems, each with its code.
 * @example
 * const vivarium = await createVivarium({ document: file });
 * const response = await vivarium.world().fetch('/v1/orders');
 */
export const createVivarium = async (options: BrowserVivariumOptions): Promise<BrowserVivarium> =>
  (await startInPage(options)).vivarium;

/**
 * A judge of the mocks that a page has already. It changes, delays and answers nothing. In a page, a report cannot be written, and an error names
 * the place in the document by its JSON Pointer.
 *
 * @throws ConfigError if the document or an option cannot be used.
 * @example
 * const contract = await createGuard({ document: '/api.yaml' });
 * await contract.check(request, response);
 * await contract.assertNoViolations();
 */
export const createGuard = async (options: BrowserGuardOptions): Promise<Guard> =>
  (await import('./create-page-guard.ts')).guardInPage(options);

/**
 * What `guard` of `vivarium/msw` is in a page.
 *
 * @internal
 */
export const guardMsw = async (source: MswSource, options: BrowserGuardOptions): Promise<Guard> =>
  (await import('./create-page-guard.ts')).guardInPage(options, [source]);
