/** Turns files of other tools into what Vivarium reads, and states what became of each of their parts. */
import { ConfigError, configError, configProblem } from '../core/primitives/config-error.ts';
import type { JsonObject } from '../core/primitives/json.ts';
import { valueAt } from '../core/primitives/json-path.ts';
import { scenarioToYaml } from '../scenario/file/to-yaml.ts';
import type { ServiceSources } from '../simulation/service-source.ts';
import type { Format, Found } from './readers/format.ts';
import { har } from './readers/har.ts';
import { Ledger, type Row } from './recording/ledger.ts';
import { jsonOf, type Seen } from './recording/recording.ts';
import { type ImportSource, readSources } from './recording/source.ts';
import { play } from './write/play.ts';

/** In the order in which they are tried. */
const formats: readonly Format[] = [har];

export interface Imported {
  /** The text of the scenario. */
  readonly scenario: Iterable<string>;
  readonly rows: readonly Row[];
}

/** `services`: of one document. @throws ConfigError if a file cannot be read, or nothing in it belongs to the service. */
export const importFiles = async (files: readonly string[], services: ServiceSources): Promise<Imported> => {
  const ledger = new Ledger();
  const sources = await readSources(files);
  const found: Found[] = [];
  for (const [format, ofFormat] of Map.groupBy(sources, formatOf)) found.push(await format.read(ofFormat, ledger));
  const seen = ofOneHost(
    found.flatMap((each) => each.seen),
    ledger,
  );
  if (seen.length === 0) throw configError('VIV_COMMAND_INVALID', `${files.join(', ')}: there is no request to import`);
  const own = new Set(seen);
  const { document, data, carried } = await play(
    services,
    found.map((each) => ({ ...each, seen: each.seen.filter((one) => own.has(one)) })),
    ledger,
  );
  for (const { key, keys, place } of carried) {
    ledger.carry(key, place);
    ledger.tally(valueAt(place.source.value, place.path) as JsonObject, keys, key, place);
  }
  return { scenario: scenarioToYaml(document, data), rows: ledger.rows };
};

const formatOf = ({ value, name }: ImportSource): Format => {
  const format = formats.find(({ recognises }) => recognises(value));
  if (format !== undefined) return format;
  const looked = formats.map(({ marks }) => marks).join(', ');
  const message = `this file is of no known format. Looked for: ${looked}`;
  throw new ConfigError([configProblem({ code: 'VIV_COMMAND_INVALID', file: name, message })]);
};

/** The requests to the host with the most JSON; the others are analytics, assets and logins of others. */
const ofOneHost = (seen: readonly Seen[], ledger: Ledger): readonly Seen[] => {
  const counts = new Map<string, number>();
  for (const one of seen) {
    const isJson = jsonOf(one.response?.body) !== undefined;
    counts.set(hostOf(one), (counts.get(hostOf(one)) ?? 0) + (isJson ? 1 : 0));
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  return seen.filter((one) => {
    const isOwn = one.origin === '' || hostOf(one) === most?.[0];
    if (!isOwn) ledger.leave(one.key, 'a request to another host', one.place);
    return isOwn;
  });
};

const hostOf = ({ origin }: Seen): string => origin.replace(/^[a-z]+:\/\//, '');
