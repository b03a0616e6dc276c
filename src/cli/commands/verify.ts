/** Verifies a real service: exercises its operations, and lets Prism judge each response. */
import { configError } from '../../core/primitives/config-error.ts';
import { parseDuration } from '../../core/primitives/units.ts';
import { showAddress } from '../../core/service/secrets.ts';
import type { Service } from '../../core/service/service.ts';
import { suggestOperation } from '../../core/service/suggest-operation.ts';
import { readReportFiles } from '../../report/report-files.ts';
import { isLoopback } from '../../server/edge/loopback.ts';
import { loadServices } from '../../simulation/load-services.ts';
import { chooseServices } from '../../simulation/service-source.ts';
import { createJudge } from '../../verify/prism.ts';
import { createClient } from '../../verify/requests/client.ts';
import { type CredentialOptions, createRedactSecrets } from '../../verify/requests/credentials.ts';
import { toCurl } from '../../verify/requests/curl.ts';
import { type VerifyResult, verifyService } from '../../verify/verify.ts';
import { createVerifyReport } from '../../verify/verify-report.ts';
import { Clock } from '../../world/clock.ts';
import { readGivenOptions } from '../terminal/given-options.ts';
import { cut, printable } from '../terminal/paint.ts';
import { printReport } from '../terminal/print-report.ts';

export interface VerifyFlags {
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

/** The time for one response. */
const defaultTimeoutMs = 10_000;

/** `document`: a file or a URL; undefined: the document that `serve` would load. Returns the exit code. */
export const verify = async (address: string, document: string | undefined, flags: VerifyFlags): Promise<number> => {
  const url = readAddress(address);
  const timeoutMs = flags.timeout === undefined ? defaultTimeoutMs : readTimeout(flags.timeout);
  const rate = readRate(flags.rate);
  const credentials = readCredentials(flags);
  const files = readReportFiles(flags.report ?? []);
  const { service, seed } = await loadDocument(document, flags);
  const only = readOperations(flags.operation ?? [], service);
  const judge = await createJudge(service);
  await service.ready();
  const baseUrl = baseUrlOf(url, service);
  const send = createClient({ baseUrl, credentials, timeoutMs, rate });
  const result = await verifyService(service, {
    send,
    judge,
    seed,
    now: new Clock({ at: undefined, frozen: false }).now(),
    isReadOnly: flags.readOnly ?? !isLoopback(url.hostname),
    only,
    onProgress: showProgress,
  });
  clearProgress();
  const unjudged = whyUnjudged(result, credentials);
  const report = createVerifyReport(result, {
    title: service.title,
    url: baseUrl,
    unjudged,
    toCurl: (request) => toCurl(baseUrl, request, credentials),
    redact: createRedactSecrets(credentials),
  });
  return printReport(report, { files, annotations: process.stdout, isJudged: unjudged === undefined });
};

const loadDocument = async (
  document: string | undefined,
  { seed, overlay }: VerifyFlags,
): Promise<{ readonly service: Service; readonly seed: number }> => {
  const given = {
    ...(document !== undefined && { document: [document] }),
    ...(seed && { seed }),
    ...(overlay && { overlay }),
  };
  const { options, serviceOptions } = await readGivenOptions(given);
  const services = await chooseServices(serviceOptions);
  const { list } = services;
  if (list.length > 1)
    throw configError(
      'VIV_OPTION_INVALID',
      `verify checks one service, and the configuration has ${list.length}`,
      'Name the document: vivarium verify URL DOCUMENT.',
    );
  const { service } = await loadServices(services);
  return { service, seed: options.seed ?? 1 };
};

/** Only http and https, without credentials: those would appear in every output. */
const readAddress = (address: string): URL => {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && url.username === '' && url.password === '' && url.search === '' && url.hash === '')
    return url;
  if (url?.username || url?.password)
    throw configError(
      'VIV_OPTION_INVALID',
      'the address must not contain a user name or a password',
      'Give them with --key.',
    );
  throw configError(
    'VIV_OPTION_INVALID',
    `"${showAddress(address)}" is not the address of a service`,
    'Write it as http://127.0.0.1:8080/v1.',
  );
};

/** An address without a path, or with a world only, is completed with the base path of the document. */
const baseUrlOf = ({ origin, pathname }: URL, { basePaths }: Service): string => {
  const path = pathname.replace(/\/+$/, '');
  return /^(?:\/~[^/]+)?$/.test(path) ? `${origin}${path}${basePaths[0] ?? ''}` : `${origin}${path}`;
};

const readTimeout = (text: string): number => {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds < 2 ** 31) return milliseconds;
  throw configError('VIV_OPTION_INVALID', `--timeout must be a duration such as 10s, not "${text}"`);
};

const readRate = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (rate > 0) return rate;
  throw configError('VIV_OPTION_INVALID', `--rate must be a number of requests per second, not "${text}"`);
};

const readCredentials = ({ key, header = [] }: VerifyFlags): CredentialOptions => ({
  key: key ?? (process.env.VIVARIUM_KEY || undefined),
  headers: header.map((text) => {
    // A name is a token of RFC 9110, section 5.6.2. The value may be a secret, so the message does not repeat it.
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e]*)$/.exec(text) ?? [];
    if (name !== '') return [name, value.trim()] as const;
    throw configError('VIV_OPTION_INVALID', '--header must be NAME: VALUE');
  }),
});

const readOperations = (names: readonly string[], { operations }: Service): readonly string[] => {
  const known = operations.map(({ name }) => name);
  for (const name of names)
    if (!known.includes(name))
      throw configError(
        'VIV_OPERATION_UNKNOWN',
        `--operation ${name}: unknown operation "${name}"`,
        suggestOperation(name, operations),
      );
  return names;
};

const whyUnjudged = ({ operations, credentials }: VerifyResult, { key }: CredentialOptions): string | undefined => {
  if (operations.length === 0) return 'the document has no operation';
  if (operations.every(({ statuses }) => statuses.size === 0)) return 'no operation could be called';
  if (credentials.accepted > 0 || credentials.rejected === 0) return undefined;
  return `every call with a credential was rejected${key === undefined ? ' (give one with --key)' : ''}`;
};

const showProgress = (done: number, total: number, operation: string): void => {
  if (!process.stderr.isTTY) return;
  const line = `${done + 1}/${total} ${printable(operation)}`;
  process.stderr.write(`\r\u001b[2K${cut(line, process.stderr.columns - 1)}`);
};

const clearProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
};
