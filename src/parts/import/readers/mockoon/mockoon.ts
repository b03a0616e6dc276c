/** Environments of Mockoon: their routes are stubs, and their data buckets are data. */

import { dirname, resolve } from 'node:path';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../../core/primitives/json.ts';
import { type JsonPath, valueAt } from '../../../../core/primitives/json-path.ts';
import type { FaultObject } from '../../../../scenario/document/fault-schema.ts';
import { below, type Ledger, type SeenPlace } from '../../recording/ledger.ts';
import type { Seen, SeenHeaders } from '../../recording/recording.ts';
import type { ImportSource } from '../../recording/recording-source.ts';
import { delayText } from '../../stubs/delay.ts';
import { Notes } from '../../stubs/notes.ts';
import { seenOf } from '../../stubs/seen-of.ts';
import type { Stub } from '../../stubs/stub.ts';
import { headersOfDocument, writeStubs } from '../../stubs/write-stubs.ts';
import { bodyFiles } from '../body-files.ts';
import type { Format, Found } from '../known-format.ts';
import { flagAt, listAt, numberAt, objectAt, textAt } from '../values.ts';
import { Buckets } from './buckets.ts';
import { environmentKeys } from './mockoon-keys.ts';
import { type ResponseSource, readHeaders } from './mockoon-response.ts';
import { type ReadRoute, readRoute } from './mockoon-route.ts';
import { orderedRoutes } from './route-order.ts';

export const mockoon: Format = {
  marks: '"routes" with "endpointPrefix" (Mockoon)',
  recognises: (value) => isEnvironment(value) || isExport(value),
  read: async (sources, ledger, options) => {
    const filesOf = bodyFiles((source) => ({ path: dirname(resolve(source)), name: 'folder of the environment' }));
    const found: Found[] = [];
    for (const source of sources)
      for (const path of environmentsIn(source, ledger))
        found.push(...(await readEnvironment({ source, path }, { readFile: filesOf(source.name), options }, ledger)));
    return found;
  },
};

const isEnvironment = (value: Json | undefined): boolean =>
  isJsonObject(value) &&
  Array.isArray(getProperty(value, 'routes')) &&
  ['endpointPrefix', 'lastMigration', 'rootChildren'].some((name) => getProperty(value, name) !== undefined);

/** Whether it is an export of a version before 2022. */
const isExport = (value: Json): boolean =>
  textAt(value, 'source')?.startsWith('mockoon:') === true && Array.isArray(getProperty(value as JsonObject, 'data'));

const environmentsIn = (source: ImportSource, ledger: Ledger): readonly JsonPath[] => {
  const { value } = source;
  if (isEnvironment(value)) return [[]];
  return listAt(value, 'data').flatMap((one, index) => {
    if (isEnvironment(objectAt(one, 'item'))) return [['data', index, 'item']];
    ledger.lose('data[]', 'this is no environment', { source, path: ['data', index] });
    return [];
  });
};

const readEnvironment = async (
  place: SeenPlace,
  given: Pick<ResponseSource, 'readFile' | 'options'>,
  ledger: Ledger,
): Promise<readonly Found[]> => {
  const environment = valueAt(place.source.value, place.path) as JsonObject;
  ledger.tally(environment, environmentKeys, '', place);
  const buckets = new Buckets(environment, place);
  const notes = new Notes('', place);
  const headers = readHeaders(environment, notes, given.options);
  let count = 0;
  const order = (): number => count++;
  const read: ReadRoute[] = [];
  for (const { route, tags, path } of orderedRoutes(environment, place, ledger))
    read.push(
      await readRoute(
        route,
        { ...place, path },
        { ...given, buckets, headers, prefix: textAt(environment, 'endpointPrefix') ?? '', tags },
        order,
        ledger,
      ),
    );
  const stubs = read.flatMap((one) => one.stubs);
  buckets.report(ledger);
  reportSettings(environment, place, ledger);
  for (const note of notes.list)
    ledger.note(note.fate, note.key.replace(/^\./, ''), note.reason, { source: place.source, path: note.path });
  reportHeaders(stubs, headers, place, ledger);
  const title = textAt(environment, 'name');
  const delay = delayOf(environment);
  return [
    { seen: read.flatMap(({ seen }) => seen), title },
    {
      seen: seenOf(stubs).map(named),
      title,
      write: (...to) => {
        const { scenario, seen } = writeStubs({ stubs }, ledger, ...to);
        const all = [...(scenario.faults ?? []), ...delay];
        return { scenario: { ...scenario, ...(all.length > 0 && { faults: all }) }, seen };
      },
    },
  ];
};

/** The documentation of a route is a title; its responses have labels of their own. */
const named = ({ description, ...seen }: Seen): Seen => ({ ...seen, title: description });

const delayOf = (environment: JsonObject): readonly FaultObject[] => {
  const ms = numberAt(environment, 'latency') ?? 0;
  return ms > 0 ? [{ name: 'stub-latency', latency: delayText(ms) }] : [];
};

const reportSettings = (environment: JsonObject, place: SeenPlace, ledger: Ledger): void => {
  const at = (name: string): SeenPlace => below(place, name);
  const has = (name: string): boolean => getProperty(environment, name) !== undefined;
  if ((numberAt(environment, 'latency') ?? 0) > 0) ledger.carry('latency', at('latency'));
  const host = textAt(environment, 'proxyHost') ?? '';
  const isProxy = flagAt(environment, 'proxyMode');
  if (isProxy && host !== '')
    ledger.lose('proxyHost', `start with --upstream ${host.slice(0, 200)} --forward unknown`, at('proxyHost'));
  else if (host !== '') ledger.leave('proxyHost', 'is switched off', at('proxyHost'));
  for (const name of ['proxyRemovePrefix', 'proxyReqHeaders', 'proxyResHeaders'])
    if (isProxy && (flagAt(environment, name) || listAt(environment, name).some(hasKey)))
      ledger.lose(name, 'a request is forwarded as it is; --upstream-header adds headers', at(name));
  if (flagAt(objectAt(environment, 'tlsOptions'), 'enabled'))
    ledger.lose('tlsOptions', 'start with --tls, or with --tls-cert and --tls-key', at('tlsOptions'));
  else if (has('tlsOptions')) ledger.leave('tlsOptions', 'is switched off', at('tlsOptions'));
  if (getProperty(environment, 'cors') === false) ledger.lose('cors', 'CORS headers are always sent', at('cors'));
  else if (has('cors')) ledger.leave('cors', 'CORS headers are always sent', at('cors'));
  for (const index of listAt(environment, 'callbacks').keys())
    ledger.lose('callbacks[]', 'no request is sent after a response', below(place, 'callbacks', index));
};

const hasKey = (header: Json): boolean => (textAt(header, 'key') ?? '') !== '';

/** Lists the headers of the environment, which stubs send and data do not. */
const reportHeaders = (stubs: readonly Stub[], headers: SeenHeaders, place: SeenPlace, ledger: Ledger): void => {
  const own = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  if (own.length > 0 && stubs.some(({ isPlayed }) => isPlayed))
    ledger.lose('headers[]', headersOfDocument, below(place, 'headers'));
};
