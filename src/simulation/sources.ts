/** Loads all that is served: the services, their handlers, and the scenarios. */

import { ConfigError, isWarning, type OptionNames } from '../core/primitives/config-error.ts';
import { isUrl } from '../core/primitives/realms.ts';
import { maxShownRows } from '../core/primitives/units.ts';
import type { KeepKey } from '../core/service/login-facts.ts';
import type { Service } from '../core/service/service.ts';
import { attachLogin } from '../parts/login/index.ts';
import { attachUpstreams, readUpstreamOptions, type UpstreamOptions } from '../parts/upstream/index.ts';
import { attachHandlers, HandlersError, type LoadedHandlers, readHandlers } from './handlers/read-handlers.ts';
import { type LoadedScenarios, loadScenarios, type ScenarioOptions } from './load-scenarios.ts';
import { type LoadedService, listProblems, loadServices, type PreviousServices } from './load-services.ts';

export interface SourceOptions extends ScenarioOptions {
  /** Handlers by the names of operations, or their file: a path or a `file:` URL; undefined: none. */
  readonly handlers?: string | URL | object | undefined;
  /** Default: nothing is forwarded. */
  readonly upstreams?: UpstreamOptions | undefined;
  /** Keeps the key of the issuer. Default: it ends with the process. */
  readonly keepKey?: KeepKey | undefined;
}

/** The options of a server, with the services and the upstreams that they name. @throws ConfigError for an upstream that cannot be used. */
export const sourceOf = <Given extends Parameters<typeof readUpstreamOptions>[0]>(
  options: Given,
  services: SourceOptions['services'],
  names: OptionNames,
) => ({ ...options, ...names, services, upstreams: readUpstreamOptions(options, services, names) });

export interface Sources extends LoadedScenarios {
  /** In the order of `SourceOptions.services`. */
  readonly loaded: readonly LoadedService[];
  /** All services together, with the handlers. */
  readonly service: Service;
  readonly handlers: LoadedHandlers | undefined;
  readonly files: readonly string[];
}

export interface PreviousSources extends PreviousServices {
  readonly sources: Sources;
  /** If it is undefined, they changed, or there are none. */
  readonly unchangedHandlers?: LoadedHandlers | undefined;
}

/** @throws ConfigError if a document, a handler or the start scenario cannot be used. */
export const loadSources = async (options: SourceOptions, previous?: PreviousSources): Promise<Sources> => {
  const { loaded, service: combined } = await loadServices(options.services, previous);
  const handlers = previous?.unchangedHandlers ?? (await readGivenHandlers(options));
  try {
    const handled = handlers === undefined ? combined : attachHandlers(combined, handlers);
    const { upstreams } = options;
    const forwarded = upstreams === undefined ? handled : attachUpstreams(handled, upstreams, options);
    const service = await attachLogin(forwarded, previous?.sources.service, options.keepKey);
    const files = [...new Set(loaded.flatMap((each) => each.files))];
    return { loaded, service, handlers, files, ...(await loadScenarios(options, service, previous?.sources)) };
  } catch (error) {
    throw error instanceof ConfigError ? withCauses(error, loaded) : error;
  }
};

/** What a scenario or a handler names may be missing because of an error in a document, which comes first. */
const withCauses = (error: ConfigError, loaded: readonly LoadedService[]): ConfigError => {
  const missing = error.problems.some(
    ({ code }) => code === 'VIV_COLLECTION_UNKNOWN' || code === 'VIV_OPERATION_UNKNOWN',
  );
  const causes = missing ? listProblems({ loaded }).filter((problem) => !isWarning(problem)) : [];
  if (causes.length === 0) return error;
  const problems = [...causes.slice(0, maxShownRows), ...error.problems];
  return error instanceof HandlersError ? new HandlersError(problems, error.files) : new ConfigError(problems);
};

/** @throws ConfigError if they cannot be used. */
export const readGivenHandlers = async ({
  handlers: given,
  placeOf,
}: Pick<SourceOptions, 'handlers' | 'placeOf'>): Promise<LoadedHandlers | undefined> => {
  if (given === undefined) return undefined;
  if (typeof given === 'object' && !isUrl(given)) return readHandlers(given);
  // Loaded now: most servers start without handlers.
  const { loadHandlers } = await import('./handlers/load-handlers.ts');
  return loadHandlers(String(given), () => placeOf?.('handlers'));
};
