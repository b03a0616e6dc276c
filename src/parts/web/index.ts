/** Vivarium in a browser: `vivarium/browser`. */
export { ConfigError, type ConfigProblem, type ConfigProblemCode } from '../../core/primitives/config-error.ts';

import type { Guard, MswSource } from '../guard/api.ts';
import type { BrowserGuardOptions } from './api.ts';

export type { BrowserGuardOptions, BrowserVivarium, BrowserVivariumOptions, SavedWorlds, WorldStorage } from './api.ts';
export { createVivarium } from './create-page-vivarium.ts';

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
