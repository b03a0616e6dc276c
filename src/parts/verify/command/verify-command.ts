/** Verifies a real service, with Prism as the judge of each response, or compares it with the simulation of its document. */

import { readGivenOptions, readTime } from '../../../cli/terminal/given-options.ts';
import { clearProgress, Output, showProgress } from '../../../cli/terminal/output.ts';
import { printReport } from '../../../cli/terminal/print-report.ts';
import { operationUnknown, optionInvalid } from '../../../core/primitives/config-error.ts';
import { showAddress } from '../../../core/service/secret-facts.ts';
import { baseUrlOf, type Service } from '../../../core/service/service.ts';
import { suggestOperation } from '../../../core/service/wrong-name.ts';
import { isLoopback } from '../../../server/edge/caller.ts';
import { loadServices } from '../../../simulation/load-services.ts';
import { chooseServices } from '../../../simulation/service-source.ts';
import { createSimulation } from '../../../simulation/simulation.ts';
import { Clock } from '../../../world/clock.ts';
import { createFetch, createPendingCalls, type Fetch } from '../../../world/fetch.ts';
import type { World } from '../../../world/world.ts';
import type { Report } from '../../report/index.ts';
import { type ReportFile, readReportFiles } from '../../report/report-files.ts';
import { createJudge } from '../prism.ts';
import {
  type CredentialOptions,
  createClient,
  createRedactSecrets,
  toCurl,
  UnsentRequest,
  type VerifyRequest,
} from '../requests.ts';
import { compareService, verifyService, whyUnjudged } from '../verify.ts';
import { createCompareReport, createVerifyReport } from '../verify-report.ts';

/** `document`: a file or a URL; undefined: the document that `serve` would load. Returns the exit code. */
export const verify = async (address: string, document: string | undefined, flags: VerifyFlags): Promise<number> => {
  const { url, timeoutMs, rate, credentials, files, isReadOnly } = readExercise(address, flags);
  const { services, options } = await chooseDocument('verify', document, flags);
  const { service } = await loadServices(services);
  const only = readOperations(flags, service);
  const judge = await createJudge(service);
  await service.ready();
  const baseUrl = baseUrlOf(url, service);
  const result = await verifyService(service, {
    send: createClient({ baseUrl, credentials, timeoutMs, rate }),
    judge,
    seed: options.seed ?? 1,
    now: new Clock({ at: undefined, frozen: false }).now(),
    isReadOnly,
    only,
    onProgress,
  });
  const unjudged = whyUnjudged(result, credentials);
  return print(createVerifyReport(result, { ...shownBy(service, baseUrl, credentials), unjudged }), files, unjudged);
};

/** `document`: a file or a URL; undefined: the document that `serve` would load. Returns the exit code. */
export const compare = async (address: string, document: string | undefined, flags: VerifyFlags): Promise<number> => {
  const { url, timeoutMs, rate, credentials, files, isReadOnly } = readExercise(address, flags);
  const { services, options, names } = await chooseDocument('compare', document, flags);
  const { seed = 1, maxWorlds, journal, maxBody, showCredentials, token } = options;
  const { worlds } = await createSimulation(
    {
      ...names,
      services,
      scenarios: options.scenarios,
      // From empty collections.
      scenario: {},
      fault: [],
      seed,
      upstreams: {
        urls: new Map([[services.list[0].name, url]]),
        forward: ['all'],
        record: true,
        compare: true,
        headers: new Map(),
        timeoutMs,
        allowedOrigins: [],
      },
    },
    { maxWorlds, journal, maxBody, showCredentials, token, logger: new Output().logger },
  );
  const { service } = worlds;
  const only = readOperations(flags, service);
  await worlds.ready();
  const world = worlds.get('default') as World;
  const fetch = createFetch(worlds, () => world, maxBody, createPendingCalls()(world.name));
  const baseUrl = baseUrlOf(url, service);
  const result = await compareService(service, {
    send: createClient({
      baseUrl: service.basePaths[0] ?? '',
      shownUrl: baseUrl,
      credentials,
      timeoutMs,
      rate,
      fetch: onlyForwarded(fetch, world),
    }),
    drift: async () => (await worlds.totals()).findings.drift,
    seed,
    now: world.clock.now(),
    isReadOnly,
    only,
    onProgress,
  });
  worlds.dismiss();
  const isCompared = result.operations.some((operation) => operation.unjudged === undefined);
  const unjudged = whyUnjudged(result, credentials) ?? (isCompared ? undefined : 'no operation could be compared');
  return print(createCompareReport(result, { ...shownBy(service, baseUrl, credentials), unjudged }), files, unjudged);
};

const print = (report: Report, files: readonly ReportFile[], unjudged: string | undefined): Promise<number> => {
  clearProgress();
  return printReport(report, { files, annotations: process.stdout, isJudged: unjudged === undefined });
};

const onProgress = (done: number, total: number, operation: string) =>
  showProgress(`${done + 1}/${total} ${operation}`);

const shownBy = ({ title }: Service, url: string, credentials: CredentialOptions) => ({
  title,
  url,
  toCurl: (request: VerifyRequest) => toCurl(url, request, credentials),
  redact: createRedactSecrets(credentials),
});

/** What the service does not answer rejects, as if nothing were in between: that includes a path which leaves the base path. */
const onlyForwarded =
  (fetch: Fetch, world: World): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.headers.get('vivarium-origin') === 'upstream') return response;
    const exchange = world.journal.find(Number(response.headers.get('vivarium-exchange')));
    const refused = exchange?.steps.find((step) => step.type === 'refused');
    const message = refused?.message ?? 'the request was not forwarded';
    throw refused?.unanswered ? new TypeError(message) : new UnsentRequest(message);
  };

interface VerifyFlags {
  readonly key?: string;
  readonly header?: readonly string[];
  readonly readOnly?: boolean;
  readonly operation?: readonly string[];
  readonly report?: readonly string[];
  readonly seed?: string;
  readonly rate?: string;
  readonly timeout?: string;
  readonly overlay?: readonly string[];
}

const defaultTimeoutMs = 10_000;

/** @throws ConfigError for an address or a flag that cannot be used. */
const readExercise = (address: string, flags: VerifyFlags) => {
  const url = readAddress(address);
  return {
    url,
    timeoutMs: readTime('timeout', flags.timeout) ?? defaultTimeoutMs,
    rate: readRate(flags.rate),
    credentials: readCredentials(flags),
    files: readReportFiles(flags.report ?? []),
    isReadOnly: flags.readOnly ?? !isLoopback(url.hostname),
  };
};

/** The document of the service, and the other options. `document`: a file or a URL; undefined: the one that `serve` would load. */
const chooseDocument = async (
  command: 'verify' | 'compare',
  document: string | undefined,
  { seed, overlay }: VerifyFlags,
) => {
  const given = await readGivenOptions({
    ...(document !== undefined && { document: [document] }),
    ...(seed && { seed }),
    ...(overlay && { overlay }),
  });
  const services = await chooseServices(given.serviceOptions);
  const { length } = services.list;
  if (length > 1)
    throw optionInvalid(
      `${command} checks one service, and the configuration has ${length}`,
      `Name the document: vivarium ${command} URL DOCUMENT.`,
    );
  return { ...given, services };
};

/** Reads an address of http or https without credentials, which would appear in every output. */
const readAddress = (address: string): URL => {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && url.username === '' && url.password === '' && url.search === '' && url.hash === '')
    return url;
  if (url?.username || url?.password)
    throw optionInvalid('the address must not contain a user name or a password', 'Give them with --key.');
  throw optionInvalid(
    `"${showAddress(address)}" is not the address of a service`,
    'Write it as http://127.0.0.1:8080/v1.',
  );
};

/** Requests per second; undefined: as fast as the service responds. */
const readRate = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (rate > 0) return rate;
  throw optionInvalid(`--rate must be a number of requests per second, not "${text}"`);
};

const readCredentials = ({ key, header = [] }: VerifyFlags): CredentialOptions => ({
  key: key ?? (process.env.VIVARIUM_KEY || undefined),
  headers: header.map((text) => {
    // A name is a token of RFC 9110, section 5.6.2. The value may be a secret, so the message does not repeat it.
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e]*)$/.exec(text) ?? [];
    if (name !== '') return [name, value.trim()] as const;
    throw optionInvalid('--header must be NAME: VALUE');
  }),
});

/** The names of `--operation`. @throws ConfigError for an unknown one. */
const readOperations = ({ operation: names = [] }: VerifyFlags, { operations }: Service): readonly string[] => {
  for (const name of names)
    if (!operations.some((operation) => operation.name === name))
      throw operationUnknown(`--operation ${name}: unknown operation "${name}"`, suggestOperation(name, operations));
  return names;
};
