/** Turns files of other tools into what Vivarium reads, and states what became of each of their parts. */
import { basename } from 'node:path';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import { isJsonObject, type JsonObject, valueAt } from '../../core/primitives/json.ts';
import { maxShownRows } from '../../core/primitives/units.ts';
import { inPieces } from '../../scenario/file/in-pieces.ts';
import { maxScenarioBytes } from '../../scenario/file/load-layer.ts';
import { scenarioToYaml } from '../../scenario/file/to-yaml.ts';
import type { ServiceSources } from '../../simulation/service-source.ts';
import { unreadFormat } from '../foreign/foreign-formats.ts';
import { draftDocument } from './draft/draft-document.ts';
import { play } from './play.ts';
import type { Format, Found, ImportOptions } from './readers/format.ts';
import { har } from './readers/har.ts';
import { jsonServer } from './readers/json-server.ts';
import { mockoon } from './readers/mockoon/mockoon.ts';
import { postman } from './readers/postman/postman.ts';
import { readSwagger, swaggerMarks } from './readers/swagger.ts';
import { wiremock } from './readers/wiremock/wiremock.ts';
import {
  type ImportSource,
  jsonOf,
  Ledger,
  type Row,
  readSources,
  type Seen,
  SeenPlace,
  showPlace,
} from './recording.ts';

/** The formats, in the order in which they are tried. */
export const importFormats: readonly Format[] = [har, postman, wiremock, mockoon, jsonServer];

export interface Imported {
  /** Its text, in pieces; undefined if only a document was imported. */
  readonly scenario: Iterable<string> | undefined;
  /** Converted or drafted; undefined if there is one already. */
  readonly document: JsonObject | undefined;
  readonly rows: readonly Row[];
}

/** The document of the service; undefined: none is known. It is searched only where it is needed. */
export type ChooseDocument = () => Promise<ServiceSources | undefined>;

/** @throws ConfigError if a file cannot be read, or nothing in it belongs to the service. */
export const importFiles = async (
  files: readonly string[],
  choose: ChooseDocument,
  options: ImportOptions = { keepTemplates: false },
): Promise<Imported> => {
  const ledger = new Ledger();
  const { list, documents } = await readSources(files);
  const converted = documents.length === 0 ? undefined : await readDocument(documents, ledger);
  if (list.length === 0) return { scenario: undefined, document: converted, rows: ledger.rows };
  const found: Found[] = [];
  for (const [format, ofFormat] of Map.groupBy(list, formatOf))
    found.push(
      ...[
        await format.read(
          ofFormat.map((source) => new SeenPlace(ledger, source)),
          options,
        ),
      ].flat(),
    );
  const own = onlyOwn(found);
  if (own.every(({ seen, write }) => seen.length === 0 && write === undefined))
    throw commandInvalid(`${files.join(', ')}: there is no request to import`, whyNone(ledger.rows));
  const services = converted === undefined ? await choose() : sourcesOf(converted);
  const drafted = services === undefined ? draft(own, files[0] as string) : undefined;
  const played = drafted?.found ?? own;
  const { document, data, carried } = await play(services ?? sourcesOf(drafted?.document as JsonObject), played);
  for (const { keys, place } of carried) {
    place.carry();
    place.tally(valueAt(place.source.value, place.path) as JsonObject, keys);
  }
  const scenario = { [Symbol.iterator]: () => inPieces(scenarioToYaml(document, data)) };
  checkSize(scenario);
  return { scenario, document: converted ?? drafted?.document, rows: ledger.rows };
};

/** Drafts a document without the requests for which the service had nothing, as a start with the draft has nothing. */
const draft = (found: readonly Found[], file: string) => {
  const seen = found.flatMap((each) => each.seen);
  const told = found.find((each) => each.document !== undefined)?.document;
  if (told !== undefined) return { document: told, found };
  const drafted = draftDocument(
    seen,
    found.map(({ title }) => title).find((title) => title !== undefined),
    basename(file).replace(/\..*$/s, ''),
  );
  if (drafted === undefined)
    throw commandInvalid(
      `${file}: no document can be drafted: no response of a service was recorded`,
      'Name the document with --document FILE.',
    );
  const { document, unknown } = drafted;
  const known = found.map((each) => {
    // A writer counts its own.
    if (each.write !== undefined) return each;
    for (const one of each.seen) if (unknown.has(one)) one.place.leave('a 404 at a path that has no other response');
    return { ...each, seen: each.seen.filter((one) => !unknown.has(one)) };
  });
  return { document, found: known };
};

/** What is written can be read again. */
const checkSize = (scenario: Iterable<string>): void => {
  let bytes = 0;
  for (const piece of scenario) bytes += Buffer.byteLength(piece);
  if (bytes > maxScenarioBytes)
    throw commandInvalid(
      `the scenario would be larger than ${maxScenarioBytes / 1024 ** 2} MiB, the most that is read`,
      'Import fewer requests.',
    );
};

/** What became of the requests that the files have, as nothing of them is written. */
const whyNone = (rows: readonly Row[]): string => {
  const shown = rows
    .filter(({ fate, key }) => fate === 'lost' || (fate === 'no-loss' && /\[\](?:\.request)?$/.test(key)))
    .slice(0, maxShownRows)
    .map(({ reason, count, places: [first] }) => `${reason} (${count}, first at ${showPlace(first as SeenPlace)})`);
  return shown.length === 0 ? 'Export the requests with their responses.' : `What they have: ${shown.join('; ')}.`;
};

const readDocument = async ([file = '', ...others]: readonly string[], ledger: Ledger): Promise<JsonObject> => {
  if (others.length > 0)
    throw commandInvalid(`import takes one document, and these are several: ${file}, ${others.join(', ')}`);
  return readSwagger(file, ledger);
};

const sourcesOf = (document: JsonObject): ServiceSources => ({
  list: [{ name: 'service', document, overlay: [], base: undefined }],
  origin: 'named',
  reason: undefined,
  setWith: '',
});

const formatOf = ({ value, name }: ImportSource): Format => {
  const format = importFormats.find(({ recognises }) => recognises(value));
  if (format !== undefined) return format;
  const one = Array.isArray(value) ? value[0] : value;
  const known = isJsonObject(one) ? unreadFormat(one) : undefined;
  if (known !== undefined)
    throw commandInvalid({
      file: name,
      message: `this is ${known}: it is not read`,
      hint: 'Import a HAR, a Postman collection or the OpenAPI document of the service instead.',
    });
  const looked = [...importFormats.map(({ marks }) => marks), swaggerMarks].join(', ');
  const message = `this file is of no known format. Looked for: ${looked}`;
  throw commandInvalid({
    file: name,
    message,
    hint: 'Export what the tool has as HAR, a Postman collection or OpenAPI.',
  });
};

/** The requests to the host of the service alone, the one with the most JSON: the others are analytics, assets and logins of others. */
const onlyOwn = (found: readonly Found[]): readonly Found[] => {
  const counts = new Map<string, number>();
  for (const one of found.flatMap(({ seen }) => seen)) {
    const isJson = jsonOf(one.response?.body) !== undefined;
    counts.set(hostOf(one), (counts.get(hostOf(one)) ?? 0) + (isJson ? 1 : 0));
  }
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  const isOwn = (one: Seen): boolean => {
    if (one.origin === '' || hostOf(one) === most?.[0]) return true;
    one.place.leave('a request to another host');
    return false;
  };
  return found.map((each) => ({ ...each, seen: each.seen.filter(isOwn) }));
};

const hostOf = ({ origin }: Seen): string => origin.replace(/^[a-z]+:\/\//, '');
