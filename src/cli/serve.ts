import type { Operation } from '../core/service.ts';
import { createSimulation, listenOn, type Simulation, serviceUrlOf } from '../create-vivarium.ts';
import { type Options, optionsFromEnvironment, readOptions } from '../options.ts';
import { watchSources } from '../reload.ts';
import { type BannerInfo, formatBanner } from './banner.ts';
import { createRequestLog, paint } from './log.ts';
import { openBrowser } from './open-browser.ts';

/** Serves until it is told to stop. `flags`: as typed; a flag wins over its variable. */
export const serve = async (flags: Readonly<Record<string, unknown>>): Promise<void> => {
  const options = readOptions({ ...optionsFromEnvironment(process.env), ...flags });
  const source = { ...options, document: options.document, scenarios: options.scenarios, seed: options.seed };
  const simulation = await createSimulation(source, { ...options, token: options.token });
  const { url, token, close } = await listenOn(simulation, options);
  announce(simulation, options, url, token);
  const log = createRequestLog(options.log, options.why, write);
  if (log !== undefined) simulation.worlds.onExchange(log);
  const stopWatching = options.watch ? watchSources(simulation, source, reloadEvents(options)) : () => {};
  stopOnSignals(async () => {
    stopWatching();
    await close();
  });
  if (options.open) openBrowser(`${url}/_vivarium/${token === undefined ? '' : `?token=${token}`}`);
  // Loaded now, so that the first request does not wait for it.
  await simulation.worlds.ready();
};

const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const announce = (simulation: Simulation, options: Options, url: string, token: string | undefined): void => {
  const serviceUrl = serviceUrlOf(simulation, url);
  switch (options.log) {
    case 'silent':
      return;
    case 'json':
      write(JSON.stringify({ event: 'listening', url, service: serviceUrl, ...(token !== undefined && { token }) }));
      return;
    case 'pretty':
      write(formatBanner(bannerOf(simulation, options, url, serviceUrl, token)));
      return;
    default:
      options.log satisfies never;
  }
};

const bannerOf = (
  { sources }: Simulation,
  options: Options,
  url: string,
  serviceUrl: string,
  token: string | undefined,
): BannerInfo => {
  const { service, start, document } = sources;
  const { scenario } = start;
  const operation = service.operations.find(isEasyToTry) ?? service.operations[0];
  return {
    title: service.title,
    version: service.version,
    document: options.document === undefined ? undefined : document?.name,
    operations: service.operations.length,
    problems: service.problems.length,
    url,
    serviceUrl,
    scenario: options.scenario,
    description: scenario.description,
    seed: start.seed,
    faults: scenario.faults
      .filter((entry) => entry.enabled)
      .map(({ fault }) => `${fault.name}${describeOn(fault.on?.operation)}`),
    token,
    tryPath: operation?.path ?? '/',
    tryHeader: operation && exampleHeader(operation),
    watching: options.watch,
  };
};

const describeOn = (operation: string | readonly string[] | undefined): string =>
  operation === undefined ? '' : ` on ${typeof operation === 'string' ? operation : operation.join(', ')}`;

/** A GET that needs nothing but a credential. */
const isEasyToTry = ({ method, path, parameters, success }: Operation): boolean =>
  method === 'GET' &&
  !path.includes('{') &&
  success !== undefined &&
  !parameters.some((parameter) => parameter.required);

const exampleHeader = ({ security }: Operation): string | undefined => {
  const [alternative] = security;
  for (const scheme of alternative ?? []) {
    if (scheme.type === 'bearer') return 'Authorization: Bearer demo';
    if (scheme.type === 'basic') return 'Authorization: Basic ZGVtbzpkZW1v';
    if (scheme.in === 'header') return `${scheme.name}: demo`;
  }
  return undefined;
};

const reloadEvents = ({ log }: Options) => ({
  onReloaded: (files: readonly string[]) => {
    if (log === 'json') write(JSON.stringify({ event: 'reloaded', files }));
    else if (log === 'pretty')
      write(
        paint(
          'green',
          `reloaded ${files.map((file) => file.split('/').at(-1)).join(', ')}; the worlds keep their data`,
        ),
      );
  },
  onFailed: (error: Error) => {
    process.stderr.write(`${error.message}\nNot reloaded: what was loaded before goes on serving.\n`);
  },
});

const stopOnSignals = (stop: () => Promise<void>): void => {
  const onSignal = (): void => {
    // A second signal ends a stop that hangs.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, onSignal);
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(2);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
};
