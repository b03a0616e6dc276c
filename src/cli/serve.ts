import { inspect } from 'node:util';
import { describeProblem } from '../core/primitives/config-error.ts';
import { formatCount } from '../core/primitives/units.ts';
import type { Operation } from '../core/service/operation.ts';
import { partsOf } from '../core/service/route.ts';
import type { Service } from '../core/service/service.ts';
import type { Report } from '../report/report.ts';
import type { Options } from '../simulation/options.ts';
import { isWatchable, type LostItems, type ReloadEvents, watchSources } from '../simulation/reload.ts';
import { chooseServices, type ServiceSources } from '../simulation/service-source.ts';
import { createSimulation, listenOn, type Simulation, serviceUrlOf } from '../simulation/simulation.ts';
import { countProblems, listProblems } from '../simulation/sources.ts';
import { listServices } from '../world/list-services.ts';
import { type BannerInfo, formatBanner } from './banner.ts';
import { createRequestLog } from './log.ts';
import { isForeground } from './terminal/foreground.ts';
import { readGivenOptions } from './terminal/given-options.ts';
import { Output } from './terminal/output.ts';
import { paint, printable } from './terminal/paint.ts';
import type { OnStop } from './terminal/stop-on-signals.ts';

/** The time that requests in flight get when the server stops; the whole stop takes less than a second. */
const graceMs = 800;

/** Serves until a signal stops it. `flags`: as typed; a flag overrides its variable. */
export const serve = async (flags: Readonly<Record<string, unknown>>, onStop: OnStop): Promise<void> => {
  const { options, serviceOptions, nameOf } = await readGivenOptions(flags);
  const { scenarios, seed } = options;
  const services = await chooseServices(serviceOptions);
  const source = { ...options, services, scenarios, seed, nameOf };
  const simulation = await createSimulation(source, { ...options, token: options.token, logger: output.logger });
  const concludeGate = await prepareGate(simulation, options, nameOf);
  const tls = await readTlsOptions(options, nameOf);
  const { url, token, close } = await listenOn(simulation, { ...options, tls });
  // Runs after the requests in flight have finished.
  if (concludeGate !== undefined) onStop(concludeGate);
  onStop(() => {
    // Event streams never finish by themselves.
    simulation.worlds.dismiss();
    return close(graceMs);
  });
  surviveClosedOutput();
  if (options.handlers !== undefined) surviveHandlers();
  // Watch and log before the banner: after it, users may edit a file or send a request.
  if (options.watch) onStop(watchSources(simulation, source, reloadEvents(simulation, options)));
  logRequests(simulation, options);
  announce(simulation, options, { url, token, fingerprint: tls?.fingerprint });
  const openPanel = async (world?: string): Promise<void> => {
    const { openBrowser } = await import('./open-browser.ts');
    const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
    openBrowser(`${url}/_vivarium/${query}${world === undefined ? '' : `#/${world}/traffic`}`);
  };
  if (options.open) await openPanel();
  try {
    // Loaded now, so that the first request does not wait.
    await simulation.worlds.ready();
    // Now, since some problems are only found when checks and generators are made.
    if (options.log === 'json') logProblems(simulation);
    if (hasKeys(options)) {
      const { startKeys } = await import('./keys/start-keys.ts');
      startKeys({ worlds: simulation.worlds, output, openPanel, onStop });
    }
    const { releaseMemory } = await import('./terminal/release-memory.ts');
    releaseMemory();
  } catch (error) {
    await close();
    throw error;
  }
};

/** Undefined: HTTP. */
const readTlsOptions = async (options: Options, nameOf: (option: string) => string) => {
  if (!options.tls && options.tlsCert === undefined && options.tlsKey === undefined) return undefined;
  const { readTls } = await import('../simulation/read-tls.ts');
  return readTls(options, nameOf);
};

/** Judges the clients when the server stops; undefined if no option of the gate is set. */
const prepareGate = async (
  { worlds }: Simulation,
  options: Options,
  nameOf: (name: string) => string,
): Promise<(() => Promise<void>) | undefined> => {
  const { failOn, minCoverage, report, log } = options;
  if (failOn === undefined && minCoverage === undefined && report.length === 0) return undefined;
  const { concludeGate, rulesOf } = await import('./gate.ts');
  const { readReportFiles } = await import('../report/report-files.ts');
  const files = readReportFiles(report, nameOf('report'));
  const printAs: Partial<Record<Options['log'], (result: Report) => void>> = {
    json: ({ passed, summary }) => write(JSON.stringify({ event: 'gate', passed, summary })),
    silent: () => {},
  };
  return async () => {
    const { run, report: coverage } = worlds.coverage();
    const evidence = { findings: worlds.gate.report(), coverage: new Map([[run, coverage]]) };
    const printing = { files, annotations: process.stderr, print: printAs[log] };
    process.exitCode = await concludeGate(evidence, rulesOf(options), printing);
  };
};

const output = new Output();

const write = (line: string): void => output.print(line);

/** Keeps serving if a timer or a promise that a handler left behind fails: no request waits for it. */
const surviveHandlers = (): void => {
  process.on('uncaughtException', (error) =>
    output.printError(`An error outside of a request, probably in code that a handler left behind: ${inspect(error)}`),
  );
};

/** Keeps serving if the reader of the log goes away (`vivarium | head`, a closed terminal). */
const surviveClosedOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
};

/** Keys are for a person: not without a terminal, and not if the output is for a program. */
const hasKeys = ({ log }: Options): boolean =>
  log === 'pretty' && process.stdin.isTTY === true && process.stdout.isTTY === true && isForeground();

interface Address {
  /** The origin. */
  readonly url: string;
  readonly token: string | undefined;
  /** Of the certificate that was created. */
  readonly fingerprint: string | undefined;
}

const announce = (simulation: Simulation, options: Options, address: Address): void => {
  const { url, token, fingerprint } = address;
  const serviceUrl = serviceUrlOf(simulation, url);
  switch (options.log) {
    case 'silent':
      // A generated token must be printed, or nobody could use the control API.
      if (token !== undefined && options.token === undefined) write(`The token of the control API is ${token}`);
      return;
    case 'json':
      write(
        JSON.stringify({
          event: 'listening',
          url,
          service: serviceUrl,
          services: listServices(simulation.worlds.service, url),
          ...(token !== undefined && { token }),
          ...(fingerprint !== undefined && { fingerprint }),
        }),
      );
      logDocuments(simulation.services);
      if (simulation.sources.ignoredScenarios !== undefined)
        write(JSON.stringify({ event: 'scenarios-left-out', directory: simulation.sources.ignoredScenarios }));
      return;
    case 'pretty':
      write(formatBanner(bannerOf(simulation, options, address)));
      return;
    default:
      options.log satisfies never;
  }
};

/** In JSON, each document that is not named on the command line is an event. */
const logDocuments = ({ list, reason }: ServiceSources): void => {
  if (reason === undefined) return;
  for (const { document } of list) write(JSON.stringify({ event: 'document', document, reason }));
};

/** In JSON, the problems of the document are events; for a person, the banner counts them and names `vivarium check`. */
const logProblems = ({ sources }: Simulation): void => {
  for (const problem of listProblems(sources)) write(JSON.stringify({ event: 'problem', ...describeProblem(problem) }));
};

/** The documents as the user named them, or as they were found, and why they are served. */
const documentsIn = ({ list, origin, reason }: ServiceSources): Pick<BannerInfo, 'documents' | 'reason'> => ({
  documents: origin === 'shipped' ? [] : list.map(({ document }) => String(document)),
  reason,
});

const bannerOf = ({ sources, services }: Simulation, options: Options, address: Address): BannerInfo => {
  const { service, start } = sources;
  const { scenario } = start;
  return {
    services: listServices(service, address.url),
    ...documentsIn(services),
    operations: service.operations.length,
    bound: service.operations.filter(({ binding }) => binding !== undefined).length,
    collections: [...service.collections.keys()],
    problems: countProblems(sources),
    overlays: options.overlay,
    ...address,
    host: options.host,
    scenario: options.scenario,
    description:
      sources.ignoredScenarios === undefined
        ? scenario.description
        : `${sources.ignoredScenarios}/ is ignored (shipped example)`,
    seed: start.seed,
    faults: scenario.faults
      .filter((entry) => entry.enabled)
      .map(({ fault }) => `${fault.name}${describeOn(fault.on?.operation)}`),
    example: exampleOf(service, address.url),
    watching: options.watch && isWatchable(sources),
    columns: output.columns,
    hasKeys: hasKeys(options),
  };
};

const describeOn = (operation: string | readonly string[] | undefined): string =>
  operation === undefined ? '' : ` on ${typeof operation === 'string' ? operation : operation.join(', ')}`;

/** A GET that needs no input except a credential. */
const exampleOf = (service: Service, origin: string): BannerInfo['example'] => {
  const { operations } = service;
  const isEasy = ({ method, path, parameters, success }: Operation): boolean =>
    method === 'GET' &&
    !path.includes('{') &&
    success !== undefined &&
    !parameters.some((parameter) => parameter.required);
  // A list shows the most data.
  const lists = operations.filter(({ binding }) => binding?.action === 'list');
  const easy = lists.find(isEasy) ?? operations.find(isEasy);
  const base = partsOf(service).find(({ name }) => name === easy?.service)?.basePaths[0] ?? '';
  return easy && { url: `${origin}${base}${easy.path}`, header: exampleHeader(easy) };
};

const exampleHeader = ({ security }: Operation): string | undefined => {
  const [alternative] = security;
  for (const scheme of alternative ?? []) {
    if (scheme.type === 'bearer') return 'Authorization: Bearer demo';
    if (scheme.type === 'basic') return 'Authorization: Basic ZGVtbzpkZW1v';
    if (scheme.in === 'header') return `${scheme.name}: demo`;
  }
  return undefined;
};

const logRequests = ({ worlds, redactFor }: Simulation, { log, why }: Options): void => {
  const logRequest = createRequestLog({ format: log, why }, write);
  if (logRequest !== undefined) worlds.onExchange((exchange) => logRequest(redactFor(worlds.service)(exchange)));
};

const reloadEvents = (simulation: Simulation, { log }: Options): ReloadEvents => ({
  onReloaded: (files, lost) => {
    if (log === 'json') {
      write(JSON.stringify({ event: 'reloaded', files, lost }));
      logProblems(simulation);
    } else if (log === 'pretty') {
      const names = files.map((file) => file.split(/[/\\]/).at(-1)).join(', ');
      write(
        paint(
          'green',
          `Reloaded ${printable(names)}; the worlds keep ${lost.length === 0 ? 'their data' : 'the data that still fits'}.`,
        ),
      );
      for (const each of lost) write(paint('yellow', describeLost(each)));
    }
  },
  onFailed: (failure, error) => {
    output.printError(`${error.message}\n${consequences[failure]}`);
  },
});

const describeLost = ({ collection, items, worlds }: LostItems): string => {
  const where = formatCount(worlds, 'world');
  return `Lost ${formatCount(items, 'item')} of ${printable(collection)} in ${where}: the changed document does not allow ${items === 1 ? 'it' : 'them'}.`;
};

const consequences = {
  reload: 'Not reloaded. The previous version stays in service.',
  scenario: 'No world can start from this scenario until it is corrected.',
  watch: 'Its files are not watched. Restart the server after a change.',
} as const;
