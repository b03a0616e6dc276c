/** The flags of the commands that send requests to a real service. */

import { type GivenOptions, readGivenOptions } from '../../../cli/terminal/given-options.ts';
import { readTime } from '../../../cli/terminal/read-time.ts';
import { operationUnknown, optionInvalid } from '../../../core/primitives/config-error.ts';
import { showAddress } from '../../../core/service/secret-facts.ts';
import type { Service } from '../../../core/service/service.ts';
import { suggestOperation } from '../../../core/service/wrong-name.ts';
import { isLoopback } from '../../../server/edge/loopback.ts';
import { chooseServices, type ServiceSources } from '../../../simulation/service-source.ts';
import { type ReportFile, readReportFiles } from '../../report/report-files.ts';
import type { CredentialOptions } from '../requests/credentials.ts';

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

interface Exercise {
  readonly url: URL;
  readonly timeoutMs: number;
  /** Requests per second; undefined: as fast as the service responds. */
  readonly rate: number | undefined;
  readonly credentials: CredentialOptions;
  readonly files: readonly ReportFile[];
  readonly isReadOnly: boolean;
}

/** The time for one response. */
const defaultTimeoutMs = 10_000;

/** @throws ConfigError for an address or a flag that cannot be used. */
export const readExercise = (address: string, flags: VerifyFlags): Exercise => {
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
export const chooseDocument = async (
  command: 'verify' | 'compare',
  document: string | undefined,
  { seed, overlay }: VerifyFlags,
): Promise<GivenOptions & { readonly services: ServiceSources }> => {
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
export const readOperations = ({ operation: names = [] }: VerifyFlags, { operations }: Service): readonly string[] => {
  const known = operations.map(({ name }) => name);
  for (const name of names)
    if (!known.includes(name))
      throw operationUnknown(`--operation ${name}: unknown operation "${name}"`, suggestOperation(name, operations));
  return names;
};
