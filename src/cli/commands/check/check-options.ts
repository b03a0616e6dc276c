/** Checks the values of options that name something: a scenario, faults, handlers, certificates, reports and a store. */
import type { ConfigProblem } from '../../../core/primitives/config-error.ts';
import type { Service } from '../../../core/service/service.ts';
import { readReportFiles } from '../../../report/report-files.ts';
import { attachHandlers } from '../../../simulation/handlers/read-handlers.ts';
import { loadScenarios } from '../../../simulation/load-scenarios.ts';
import type { ServiceSources } from '../../../simulation/service-source.ts';
import { readGivenHandlers } from '../../../simulation/sources.ts';
import { readStoreOptions } from '../../../simulation/store-options.ts';
import type { GivenOptions } from '../../terminal/given-options.ts';
import { collect } from './collect.ts';

export interface CheckedOptions {
  /** The number of handlers. */
  readonly handlers: number;
}

/** `service`: undefined if it cannot be used; then what depends on its operations is not checked. */
export const checkOptions = async (
  { options, names }: GivenOptions,
  service: Service | undefined,
  problems: ConfigProblem[],
): Promise<CheckedOptions> => {
  await collect(problems, () => readReportFiles(options.report, names));
  await collect(problems, () => readStoreOptions(options, names));
  if (options.tlsCert !== undefined || options.tlsKey !== undefined) {
    const { readTls } = await import('../../../simulation/read-tls.ts');
    await collect(problems, () => readTls(options, names));
  }
  const handlers = await collect(problems, () => readGivenHandlers({ ...names, handlers: options.handlers }));
  if (handlers === undefined) return { handlers: 0 };
  if (service !== undefined) await collect(problems, () => attachHandlers(service, handlers));
  return { handlers: handlers.named.size };
};

/** The scenario that worlds start from, and the faults that are added to it. */
export const checkStart = async (
  { options, names }: GivenOptions,
  services: ServiceSources,
  service: Service,
  problems: ConfigProblem[],
): Promise<void> => {
  const { scenarios, seed } = options;
  await collect(problems, () => loadScenarios({ ...options, services, scenarios, seed, ...names }, service));
};
