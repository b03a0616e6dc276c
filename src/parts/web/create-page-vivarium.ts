/** `createVivarium` in a page. What it starts stands apart: the types of the engine are no part of the package. */
import type { BrowserVivarium, BrowserVivariumOptions } from './api.ts';
import { startInPage } from './start-in-page.ts';

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
