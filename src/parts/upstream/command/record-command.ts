/** Records a real service: serves a document with it as the upstream, and writes what it responded as a scenario. */

import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import { constants as system } from 'node:os';
import { dirname } from 'node:path';
import { exitCodes } from '../../../cli/terminal/exit-codes.ts';
import { readGivenOptions } from '../../../cli/terminal/given-options.ts';
import { Output } from '../../../cli/terminal/output.ts';
import { printable } from '../../../cli/terminal/paint.ts';
import type { OnStop } from '../../../cli/terminal/stop-on-signals.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { optionInvalid } from '../../../core/primitives/config-error.ts';
import { lazily } from '../../../core/primitives/lazy.ts';
import { sizeOf } from '../../../core/primitives/sorted-map.ts';
import { formatCount, maxShownRows } from '../../../core/primitives/units.ts';
import { showsItems } from '../../../core/service/binding.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { showAddress } from '../../../core/service/secret-facts.ts';
import type { Service } from '../../../core/service/service.ts';
import { maxRecorded } from '../../../core/state/recorded-response.ts';
import { makeFolder } from '../../../files/make-folder.ts';
import { inPieces } from '../../../scenario/file/in-pieces.ts';
import { scenarioToYaml } from '../../../scenario/file/to-yaml.ts';
import { chooseServices } from '../../../simulation/service-source.ts';
import { createSimulation, listenOn, type Simulation, serviceUrlOf } from '../../../simulation/simulation.ts';
import { captureScenario } from '../../../world/control/save-world.ts';
import { describeDifference } from '../../../world/evidence/drift.ts';
import { noOperation, whyUnrecorded } from '../core/record-change.ts';
import { readUpstreamOptions } from '../index.ts';

export interface RecordFlags {
  readonly out?: string;
  readonly force?: boolean;
  readonly port?: string;
  /** Options of `serve`. */
  readonly [flag: string]: unknown;
}

const defaultOut = 'scenarios/recorded.yaml';

/** The time that requests in flight get when the recording ends. */
const graceMs = 800;

const output = new Output();

/** `command`: what sends the requests; undefined: whoever does, until a signal ends the recording. */
export const record = async (
  upstream: string,
  document: string | undefined,
  { out = defaultOut, force = false, ...flags }: RecordFlags,
  command: readonly string[] | undefined,
  onStop: OnStop,
): Promise<void> => {
  if (existsSync(out) && !force)
    throw optionInvalid(`--out ${out}: the file exists`, 'Write another one, or add --force.');
  // Beside a command, another server may have the usual port.
  const port = flags.port ?? (command === undefined ? undefined : '0');
  const simulation = await simulate({
    ...flags,
    port,
    upstream,
    ...(document !== undefined && { document: [document] }),
  });
  await prepareOut(out);
  const { recorded, leftOutLines } = logRecording(simulation);
  const { url, close } = await listenOn(simulation, simulation.address);
  const finish = lazily(async (): Promise<void> => {
    simulation.worlds.dismiss();
    await close(graceMs);
    for (const row of (await simulation.worlds.totals()).findings.drift)
      output.print(printable(`Differs: ${describeDifference(row)}${row.breaking ? ' (breaking)' : ''}`));
    for (const line of leftOutLines()) output.print(printable(line));
    if (recorded.size === 0) {
      output.printError(printable(`Nothing was recorded, so ${out} is not written: ${whyNothing(simulation, url)}.`));
      process.exitCode = exitCodes.bad;
    } else write(simulation, out);
  });
  onStop(finish);
  await simulation.worlds.ready();
  const serviceUrl = serviceUrlOf(simulation, url);
  output.print(`Recording ${printable(showAddress(upstream))} at ${serviceUrl}`);
  if (command === undefined) {
    output.print(`Ctrl+C ends it, and writes ${out}.`);
    return;
  }
  const code = await run(command, serviceUrl, onStop);
  process.exitCode = code;
  await finish();
  process.exit(process.exitCode);
};

/** Checks the path before anything is sent: a recording that cannot be written would be lost. */
const prepareOut = async (out: string) => {
  try {
    await makeFolder(dirname(out));
    accessSync(existsSync(out) ? out : dirname(out), constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw optionInvalid(`--out ${out}: cannot be written (${code})`, 'Name another file.');
  }
};

type Recorder = Simulation & { readonly address: Parameters<typeof listenOn>[1] };

/** Serves from empty collections. */
const simulate = async (flags: Readonly<Record<string, unknown>>): Promise<Recorder> => {
  const { options, serviceOptions, names } = await readGivenOptions({ ...flags, record: true });
  const services = await chooseServices(serviceOptions);
  if (services.origin === 'shipped')
    throw optionInvalid(
      'there is no document of the service: none is given, and none was found',
      'Name it: vivarium record URL DOCUMENT. From a HAR, vivarium import FILE.har drafts one.',
    );
  if (services.list.length > 1)
    throw optionInvalid(
      `record records one service, and the configuration has ${services.list.length}`,
      'Name the document: vivarium record URL DOCUMENT.',
    );
  const upstreams = readUpstreamOptions(options, services, names);
  const source = { ...options, services, upstreams, scenario: {}, fault: [], ...names };
  const { maxWorlds, journal, maxBody, showCredentials, token, port, host } = options;
  const { logger } = output;
  const settings = { maxWorlds, journal, maxBody, showCredentials, token, logger };
  const simulation = await createSimulation(source, settings);
  return { ...simulation, address: { port, host, tls: undefined, ...names } };
};

/** Prints the first recorded response of each operation, even if it adds nothing. Counts the responses that are left out. */
const logRecording = ({ worlds }: Simulation) => {
  const { service } = worlds;
  const operations = new Map(service.operations.map((operation) => [operation.name, operation]));
  const recorded = new Set<Operation>();
  /** How many responses are left out, by what they responded to and the reason. */
  const leftOut = new Map<string, number>();
  /** How many were kept of operations without a collection. */
  const kept = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1);
  worlds.onExchange((exchange) => {
    const operation = operations.get(exchange.operation ?? '');
    const called = operation === undefined ? exchange.request.method : `${operation.method} ${operation.path}`;
    const reason = whyLeftOut(service, exchange, operation);
    if (reason !== undefined) {
      const row = `${called}: ${reason}`;
      // More rows than are shown are counted as one.
      count(leftOut, leftOut.has(row) || leftOut.size < maxShownRows ? row : 'other requests');
    }
    if (reason !== undefined || operation === undefined || !isRecorded(exchange)) return;
    const { name, binding } = operation;
    if (isKept(exchange) && (binding === undefined || !showsItems(binding))) count(kept, name);
    if (recorded.has(operation)) return;
    recorded.add(operation);
    // Without an operationId, that is the name.
    output.print(printable(`Recorded ${called}${name === called ? '' : ` (${name})`}`));
  });
  /** `Not recorded: 3 responses to POST /login: a secret, which is never recorded.` */
  const leftOutLines = (): readonly string[] => {
    const dropped = [...kept].flatMap(([name, all]): (readonly [string, number])[] => {
      const left = worlds.get(written)?.decisions.state.responses.get(name)?.size ?? 0;
      const row = `${name}: only the last ${maxRecorded} responses of an operation without a collection are kept`;
      return left === maxRecorded && all > left ? [[row, all - left]] : [];
    });
    return [...leftOut, ...dropped].map(([row, all]) => `Not recorded: ${formatCount(all, 'response')} to ${row}.`);
  };
  return { recorded, leftOutLines };
};

const isKept = ({ steps }: Exchange) => steps.some(({ type }) => type === 'kept');

const isRecorded = (exchange: Exchange) =>
  isKept(exchange) ||
  (exchange.upstreamMs !== undefined && exchange.response.status < 300 && exchange.request.method !== 'HEAD');

/** Why nothing was recorded: no request came, or no response was a success that the document has. */
const whyNothing = (simulation: Simulation, url: string): string => {
  const exchanges = [...(simulation.worlds.get('default')?.journal.newestFirst() ?? [])];
  const [last] = exchanges;
  if (last === undefined) return `no request came to ${serviceUrlOf(simulation, url)}`;
  const refused = last.steps.find((step) => step.type === 'refused' && step.unanswered === true);
  const result = refused?.type === 'refused' ? refused.message.replace(/\.$/, '') : `status ${last.response.status}`;
  const requests = formatCount(exchanges.length, 'request');
  return `${requests} came, and none got a success that the document has. The last one called ${last.operation ?? 'no operation'}: ${result}`;
};

const write = ({ worlds }: Simulation, out: string) => {
  const world = worlds.get('default');
  if (world === undefined) return;
  const { document, data } = captureScenario(world);
  writeFileSync(out, [...inPieces(scenarioToYaml(document, data))].join(''));
  const items = [...data.values()].reduce((count, { items: all }) => count + sizeOf(all), 0);
  output.print(
    `Wrote ${out}: ${formatCount(items, 'item')}, ${formatCount(document.responses?.length ?? 0, 'response')}.`,
  );
};

/** The exit code of a command; after a signal, as a shell gives it. */
const run = ([file = '', ...args]: readonly string[], url: string, onStop: OnStop): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, VIVARIUM_URL: url } });
    onStop(() => void child.kill());
    child.on('error', ({ message }) => {
      output.printError(`The command cannot be started: ${message}`);
      resolve(exitCodes.bad);
    });
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : system.signals[signal])));
  });

/** The world that is written. */
const written = 'default';

/** Why a response is not recorded, or not wholly; undefined: it is. */
const whyLeftOut = (service: Service, exchange: Exchange, operation: Operation | undefined): string | undefined => {
  const { world, request, response, steps, upstreamMs } = exchange;
  if (upstreamMs === undefined || request.method === 'HEAD' || response.status === 304) return undefined;
  if (world !== written) return `it came to the world ${world}, and ${written} is written`;
  if (operation === undefined) return noOperation;
  if (steps.some((step) => step.type === 'forwarded' && step.streamed))
    return 'it is larger than 1 MiB, or a stream, and is passed on as it comes';
  return isKept(exchange) ? undefined : whyUnrecorded(service, operation, exchange);
};
