import { inspect } from 'node:util';
import {
  ConfigError,
  type ConfigProblem,
  commandInvalid,
  describeProblem,
  formatProblem,
  isWarning,
  type OptionNames,
} from '../../../core/primitives/config-error.ts';
import { isForeground } from '../../../files/running-process.ts';
import { startEvents } from '../../../parts/json-log/index.ts';
import { consequences, describeReload, reloadedEvent } from '../../../parts/reload/describe-reload.ts';
import { type ReloadEvents, watchSources } from '../../../parts/reload/reload.ts';
import type { Report } from '../../../parts/report/index.ts';
import { listProblems } from '../../../simulation/load-services.ts';
import type { Options } from '../../../simulation/options.ts';
import { chooseServices } from '../../../simulation/service-source.ts';
import { createSimulation, listenOn, type Simulation } from '../../../simulation/simulation.ts';
import { sourceOf } from '../../../simulation/sources.ts';
import { readKeep, readStoreOptions } from '../../../simulation/store-options.ts';
import { realTime } from '../../../world/clock.ts';
import type { Logger } from '../../../world/logger.ts';
import { StoreUnavailable } from '../../../world/shared-worlds.ts';
import { type Address, formatBanner } from '../../terminal/banner.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { type GivenOptions, readGivenOptions } from '../../terminal/given-options.ts';
import type { Output } from '../../terminal/output.ts';
import { paint, printable } from '../../terminal/paint.ts';
import { printAsText } from '../../terminal/print-report.ts';
import type { OnStop } from '../../terminal/stop-on-signals.ts';
import { isWorker } from '../../terminal/worker-process.ts';
import { createRequestLog } from './log.ts';
import { isJudge, keySource, loadSupervisor, output, readRole } from './serving-process.ts';
import { createIgnoredPreferences, misspelledVariables } from './without-effect.ts';

const announce = (
  simulation: Simulation,
  options: Options,
  address: Address,
  { output, hasKeys }: { readonly output: Output; readonly hasKeys: boolean },
) => {
  const { url, token, fingerprint } = address;
  switch (options.log) {
    case 'silent':
      // A generated token must be printed, or nobody could use the control API.
      if (token !== undefined && options.token === undefined) output.print(`The token of the control API is ${token}`);
      return;
    case 'json':
      for (const event of startEvents(simulation, { url, token, fingerprint })) output.print(JSON.stringify(event));
      return;
    case 'pretty':
      output.print(formatBanner(simulation, options, address, { columns: output.columns, hasKeys }));
      return;
    default:
      options.log satisfies never;
  }
};

/** The time that requests in flight get when the server stops; the whole stop takes less than a second. */
const graceMs = 800;

/** Opens the panel in the browser; with a world, at its traffic, and the terminal says so. */
const createOpenPanel =
  (url: string, token: string | undefined) =>
  async (world?: string): Promise<void> => {
    const { openBrowser, openingLine } = await import('./open-browser.ts');
    const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
    const address = `${url}/_vivarium/${query}${world === undefined ? '' : `#/${world}/traffic`}`;
    if (world !== undefined) output.print(openingLine(address));
    openBrowser(address, (message) => output.printError(message));
  };

/** Starts a command that has the terminal. `url`: the origin of the server. */
type StartCommand = (simulation: Simulation, url: string) => Promise<void>;

/** Serves until it is stopped. `flags`: as typed; a flag overrides its variable. Returns undefined if workers that it has started serve. */
export const serve = async (
  flags: Readonly<Record<string, unknown>>,
  onStop: OnStop,
  startCommand?: StartCommand,
): Promise<Simulation | undefined> => {
  if (startCommand !== undefined) output.leaveStandardOutput();
  // Registered first, so that it runs last.
  onStop(() => output.flush());
  const given = await readGivenOptions(flags);
  const { options, serviceOptions, names } = given;
  const sharedStore = readStoreOptions(options, names);
  if (options.workers > 1 && startCommand !== undefined)
    throw commandInvalid('--workers serves without a command', 'Omit it, or start the command by itself.');
  if (options.workers > 1 && !isWorker()) return startWorkers(given, onStop);
  const role = await readRole(startCommand === undefined && hasKeys(options));
  if (role.isFirst) for (const sentence of misspelledVariables(process.env)) output.logger.warn(sentence);
  const source = sourceOf(options, await chooseServices(serviceOptions), names);
  const keepMs = readKeep(options, names);
  const settings = { ...options, sharedStore, keepMs, onRejected: stopWith, logger: loggerOf(options) };
  const simulation = await createSimulation(source, settings);
  if (startCommand !== undefined) refuseErrors(simulation);
  if ((options.record || options.compare) && role.isFirst) warnOfItems(simulation);
  const { save, store } = simulation;
  // Registered first, so that it runs last: the requests in flight may change worlds.
  if (save !== undefined) onStop(save.close);
  if (store !== undefined) onStop(store.close);
  const concludeGate = await prepareGate(simulation, options, names, startCommand !== undefined);
  const { url, token, close, tls } = await openServer(simulation, given, role);
  // Runs after the requests in flight have finished.
  onStop(async () => {
    if (await isJudge()) await concludeGate?.();
  });
  onStop(() => {
    // Event streams never finish by themselves.
    simulation.worlds.dismiss();
    return close(graceMs);
  });
  if (options.handlers !== undefined) surviveHandlers();
  // Before the banner: after it, users may edit a file or send a request.
  if (options.watch !== false && store === undefined) await watchFiles(simulation, source, given, onStop);
  logRequests(simulation, options);
  if (role.isFirst)
    announce(simulation, options, { url, token, fingerprint: tls?.fingerprint }, { output, hasKeys: role.hasKeys });
  if (save !== undefined) reportSaved(save.problems, options);
  const openPanel = createOpenPanel(url, token);
  if (options.open && role.isFirst) await openPanel();
  try {
    await loadAll(simulation);
    // Now, since some problems are only found when checks and generators are made.
    if (options.log === 'json' && role.isFirst) logProblems(listProblems(simulation.sources));
    if (role.hasKeys) await readKeys(simulation, openPanel, onStop);
    await startCommand?.(simulation, url);
  } catch (error) {
    await close();
    throw error;
  }
  return simulation;
};

const openServer = async (
  simulation: Simulation,
  { options, names }: GivenOptions,
  role: Awaited<ReturnType<typeof readRole>>,
) => {
  const tls = role.tls ?? (await readTlsOptions(options, names));
  const { join, token: generatedToken } = role;
  return { ...(await listenOn(simulation, { ...options, ...names, tls, join, generatedToken })), tls };
};

/** Reloads files when they change, except with a store, whose servers would not read them at the same moment. */
const watchFiles = async (
  simulation: Simulation,
  source: Parameters<typeof watchSources>[1],
  { options, serviceOptions }: GivenOptions,
  onStop: OnStop,
) => {
  onStop(watchSources(simulation, source, reloadEvents(simulation, options)));
  onStop(await watchOptions(serviceOptions, options));
};

/** Loads what the first request needs, so that it does not wait. If the store, which has the key of the issuer, is away, that request tries again. */
const loadAll = ({ worlds }: Simulation): Promise<void> =>
  worlds.ready().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });

/** Warns that items of the start scenario stay beside those that the upstream has. */
const warnOfItems = ({ sources: { scenario } }: Simulation) => {
  const { data, generate } = scenario;
  const hasItems =
    [...data.values()].some(({ length }) => length > 0) || [...generate.values()].some((count) => count > 0);
  if (hasItems)
    output.logger.warn(
      'The start scenario has items, which the recording keeps beside those of the upstream. Start with --scenario empty to record nothing else.',
    );
};

/** With `--log json`, each line of stdout is an object. */
const loggerOf = ({ log }: Pick<Options, 'log'>): Logger =>
  log === 'json'
    ? { ...output.logger, info: (message) => output.print(JSON.stringify({ event: 'info', message })) }
    : output.logger;

const readKeys = async ({ worlds }: Simulation, openPanel: ReturnType<typeof createOpenPanel>, onStop: OnStop) => {
  const { startKeys } = await import('../../../parts/keys/start-keys.ts');
  startKeys({ worlds, output, openPanel, onStop, ...keySource });
};

const startWorkers = async ({ options, names }: GivenOptions, onStop: OnStop): Promise<undefined> => {
  const { superviseWorkers } = await loadSupervisor();
  const tls = await readTlsOptions(options, names);
  await superviseWorkers({ options, tls, hasKeys: hasKeys(options), output, onStop });
};

const stopWith = (error: ConfigError): never => {
  output.printError(error.message);
  process.exit(exitCodes.bad);
};

/** Returns undefined for HTTP. */
const readTlsOptions = async (options: Options, names: OptionNames) => {
  if (!options.tls && options.tlsCert === undefined && options.tlsKey === undefined) return undefined;
  const { readTls } = await import('../../../parts/tls/read-tls.ts');
  return readTls(options, names);
};

/** Judges the clients when the server stops; undefined if no option of the gate is set. */
const prepareGate = async (
  { worlds }: Simulation,
  options: Options,
  names: OptionNames,
  isBeside: boolean,
): Promise<(() => Promise<void>) | undefined> => {
  const { failOn, minCoverage, report, log } = options;
  if (failOn === undefined && minCoverage === undefined && report.length === 0) return undefined;
  const { concludeGate, failUnjudged, judgeTotals, toEvent } = await import('../../../parts/gate/gate-command.ts');
  const { readReportFiles } = await import('../../../parts/report/report-files.ts');
  const files = readReportFiles(report, names);
  const printAs: Partial<Record<Options['log'], (result: Report) => void>> = {
    json: (result) => output.print(toEvent(result)),
    // Nobody else says why the command line fails.
    silent: isBeside ? printAsText(process.stderr) : () => {},
    ...(isBeside && { pretty: printAsText(process.stderr) }),
  };
  return async () => {
    const totals = await worlds.totals().catch(failUnjudged);
    const printing = { files, annotations: process.stderr, print: printAs[log] };
    process.exitCode = await concludeGate(judgeTotals(totals, options), printing);
  };
};

// Also if the process crashes: the last line may name the request that did it.
process.once('exit', () => output.flush());

/** Keeps serving if a timer or a promise that a handler left behind fails: no request waits for it. */
const surviveHandlers = () => {
  process.on('uncaughtException', (error) =>
    output.printError(`An error outside of a request, probably in code that a handler left behind: ${inspect(error)}`),
  );
};

/** Whether keys work. They are for a person: they need a terminal, and output that is not for a program. */
const hasKeys = ({ log }: Options) =>
  log === 'pretty' && process.stdin.isTTY === true && process.stdout.isTTY === true && isForeground();

/** Refuses documents with errors: beside a command nothing is printed, and an error of `check` would go unseen. */
const refuseErrors = ({ sources }: Simulation) => {
  const errors = listProblems(sources).filter((problem) => !isWarning(problem));
  if (errors.length > 0) throw new ConfigError(errors);
};

/** Logs the problems of the document as events in JSON; for a person, the banner names `vivarium check`. */
const logProblems = (problems: readonly ConfigProblem[]) => {
  for (const problem of problems) output.print(JSON.stringify({ event: 'problem', ...describeProblem(problem) }));
};

/** Reports what could not be restored: in JSON as an event each, for a person on standard error. */
const reportSaved = (problems: readonly ConfigProblem[], { log }: Options) => {
  if (log === 'json') logProblems(problems);
  else for (const problem of problems) output.printError(formatProblem(problem));
};

const logRequests = ({ worlds, redactFor }: Simulation, options: Options) => {
  const linesOf = createRequestLog(options);
  if (linesOf === undefined) return;
  const faultsOf = (world: string): Iterable<string> => worlds.get(world)?.decisions.state.faults.keys() ?? [];
  const ignoredIn = options.log === 'pretty' ? createIgnoredPreferences(faultsOf) : () => [];
  worlds.onExchange((exchange) => {
    const { service } = worlds;
    const at = realTime();
    output.printRequest(() => {
      const shown = redactFor(service)(exchange);
      const lines = linesOf(exchange, shown, at);
      // The redaction of steps takes time.
      if (!exchange.steps.some(({ type }) => type === 'preference-ignored')) return lines;
      return [...lines, ...ignoredIn(shown).map((sentence) => paint('yellow', printable(sentence)))];
    });
  });
};

const reloadEvents = (simulation: Simulation, { log }: Options): ReloadEvents => ({
  onReloaded: (reloaded) => {
    if (log === 'json') {
      output.print(JSON.stringify(reloadedEvent(reloaded)));
      logProblems(listProblems(simulation.sources));
    } else if (log === 'pretty') {
      for (const { isWarning, text } of describeReload(reloaded))
        output.print(paint(isWarning ? 'yellow' : 'green', printable(text)));
    }
  },
  onFailed: (failure, error) => {
    output.printError(`${error.message}\n${consequences[failure]}`);
  },
});

/** Reports changes of the configuration file; of `vivarium.yaml` also if there is none yet. */
const watchOptions = async (
  { configuration }: GivenOptions['serviceOptions'],
  { log }: Options,
): Promise<() => void> => {
  const file = configuration as string;
  const { watchConfiguration } = await import('../../../parts/reload/watch-configuration.ts');
  return watchConfiguration(
    file,
    (error) => {
      if (log === 'json') output.print(JSON.stringify({ event: 'configuration-changed', file }));
      if (error !== undefined) output.printError(`${error.message}\nThe server keeps the options of its start.`);
      else if (log === 'pretty')
        output.print(paint('yellow', `${printable(file)} has changed. Restart the server to apply it.`));
    },
    (error) => output.printError(`${error.message}\n${consequences.watch}`),
  );
};
