/** A guard in a page: its document is loaded as that of `createVivarium`. */
import { defaultWorldName } from '../../world/world-name.ts';
import type { Guard, MswSource } from '../guard/api.ts';
import { createGuardIn } from '../guard/in-page.ts';
import type { BrowserGuardOptions } from './api.ts';
import { startInPage } from './start-in-page.ts';

/** @throws ConfigError if the source is none, or if the document or an option cannot be used. */
export const guardInPage = (options: BrowserGuardOptions, sources: readonly MswSource[] = []): Promise<Guard> =>
  createGuardIn<BrowserGuardOptions>(
    {
      known: ['document', 'overlay', 'files', 'base'],
      start: async ({ base, ...given }) => {
        const { vivarium, worlds } = await startInPage({ ...given, scenario: {} }, base);
        return { worlds, world: vivarium.world(defaultWorldName), close: vivarium.close };
      },
    },
    options,
    sources,
  );
