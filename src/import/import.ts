/** Turns files of other tools into what Vivarium reads, and states what became of each of their parts. */
import { ConfigError, configError, configProblem } from '../core/primitives/config-error.ts';
import { scenarioToYaml } from '../scenario/file/to-yaml.ts';
import type { ServiceSources } from '../simulation/service-source.ts';
import { isHar, readHar } from './readers/har.ts';
import { Ledger, type Row } from './recording/ledger.ts';
import { jsonOf, type Seen } from './recording/recording.ts';
import { type ImportSource, parseJsonSource, readText } from './recording/source.ts';
import { play } from './write/play.ts';

export interface Imported {
  /** The text of the scenario. */
  readonly scenario: Iterable<string>;
  readonly rows: readonly Row[];
}

/** @throws ConfigError if a file cannot be read, or nothing in it belongs to the service. */
export const importFiles = async (files: readonly string[], services: ServiceSources): Promise<Imported> => {
  const ledger = new Ledger();
  const sources = await Promise.all(files.map(async (file) => parseJsonSource(await readText(file), file)));
  const seen = ofOneHost(
    sources.flatMap((source) => readSource(source, ledger)),
    ledger,
  );
  if (seen.length === 0) throw configError('VIV_COMMAND_INVALID', `${files.join(', ')}: there is no request to import`);
  const { document, data } = await play(services, seen, ledger);
  return { scenario: scenarioToYaml(document, data), rows: ledger.rows };
};

const readSource = (source: ImportSource, ledger: Ledger): readonly Seen[] => {
  if (isHar(source.value)) return readHar(source, ledger);
  throw new ConfigError([
    configProblem({
      code: 'VIV_COMMAND_INVALID',
      file: source.name,
      message: 'this file is of no known format. Looked for: "log" with "entries" (HAR 1.2)',
    }),
  ]);
};

/** The requests to the host with the most JSON; the others are analytics, assets and logins of others. */
const ofOneHost = (seen: readonly Seen[], ledger: Ledger): readonly Seen[] => {
  const counts = new Map<string, number>();
  for (const one of seen) {
    const isJson = jsonOf(one.response.body) !== undefined;
    counts.set(hostOf(one), (counts.get(hostOf(one)) ?? 0) + (isJson ? 1 : 0));
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return seen.filter((one) => {
    const isOwn = hostOf(one) === most?.[0];
    if (!isOwn) ledger.leave(one.key, 'a request to another host', one.place);
    return isOwn;
  });
};

const hostOf = ({ origin }: Seen): string => origin.replace(/^[a-z]+:\/\//, '');
