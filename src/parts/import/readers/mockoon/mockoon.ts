/** Environments of Mockoon: their routes are stubs, and their data buckets are data. */
import { dirname, resolve } from 'node:path';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  maxJsonDepth,
  valueAt,
} from '../../../../core/primitives/json.ts';
import type { FaultObject } from '../../../../scenario/document/fault-schema.ts';
import {
  below,
  type ImportSource,
  type Ledger,
  placeOf,
  type Seen,
  type SeenHeaders,
  type SeenPlace,
} from '../../recording.ts';
import { Notes, type Stub } from '../../stubs/stub.ts';
import { delayText, seenOf } from '../../stubs/stub-response.ts';
import { headersOfDocument, writeStubs } from '../../stubs/write-stubs.ts';
import { bodyFiles, type Format, type Found, flagAt, listAt, numberAt, objectAt, textAt } from '../format.ts';
import { Buckets, environmentKeys, folderKeys } from './mockoon-data.ts';
import { type ReadRoute, type ResponseSource, readHeaders, readRoute } from './mockoon-route.ts';

export const mockoon: Format = {
  marks: '"routes" with "endpointPrefix" (Mockoon)',
  recognises: (value) => isEnvironment(value) || isExport(value),
  read: async (sources, ledger, options) => {
    const filesOf = bodyFiles((source) => ({ path: dirname(resolve(source)), name: 'folder of the environment' }));
    const found: Found[] = [];
    for (const source of sources)
      for (const path of environmentsIn(source, ledger))
        found.push(
          ...(await readEnvironment({ source, path, key: '' }, { readFile: filesOf(source.name), options }, ledger)),
        );
    return found;
  },
};

const isEnvironment = (value: Json | undefined): boolean =>
  isJsonObject(value) &&
  Array.isArray(getProperty(value, 'routes')) &&
  ['endpointPrefix', 'lastMigration', 'rootChildren'].some((name) => getProperty(value, name) !== undefined);

/** Whether a file is an export of a version before 2022. */
const isExport = (value: Json): boolean =>
  textAt(value, 'source')?.startsWith('mockoon:') === true && Array.isArray(getProperty(value as JsonObject, 'data'));

const environmentsIn = (source: ImportSource, ledger: Ledger): readonly JsonPath[] => {
  const { value } = source;
  if (isEnvironment(value)) return [[]];
  return listAt(value, 'data').flatMap((one, index) => {
    if (isEnvironment(objectAt(one, 'item'))) return [['data', index, 'item']];
    ledger.lose('this is no environment', below(placeOf(source), 'data', index));
    return [];
  });
};

const readEnvironment = async (
  place: SeenPlace,
  given: Pick<ResponseSource, 'readFile' | 'options'>,
  ledger: Ledger,
): Promise<readonly Found[]> => {
  const environment = valueAt(place.source.value, place.path) as JsonObject;
  ledger.tally(environment, environmentKeys, place);
  const buckets = new Buckets(environment, place);
  const notes = new Notes(place);
  const headers = readHeaders(environment, notes, given.options);
  let count = 0;
  const order = (): number => count++;
  const read: ReadRoute[] = [];
  for (const { route, tags, place: at } of orderedRoutes(environment, place, ledger))
    read.push(
      await readRoute(
        route,
        at,
        { ...given, buckets, headers, prefix: textAt(environment, 'endpointPrefix') ?? '', tags },
        order,
        ledger,
      ),
    );
  const stubs = read.flatMap((one) => one.stubs);
  buckets.report(ledger);
  reportSettings(environment, place, ledger);
  for (const note of notes.list) ledger.note(note.fate, note.reason, note.place);
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
  if ((numberAt(environment, 'latency') ?? 0) > 0) ledger.carry(at('latency'));
  const host = textAt(environment, 'proxyHost') ?? '';
  const isProxy = flagAt(environment, 'proxyMode');
  if (isProxy && host !== '')
    ledger.lose(`start with --upstream ${host.slice(0, 200)} --forward unknown`, at('proxyHost'));
  else if (host !== '') ledger.leave('is switched off', at('proxyHost'));
  for (const name of ['proxyRemovePrefix', 'proxyReqHeaders', 'proxyResHeaders'])
    if (isProxy && (flagAt(environment, name) || listAt(environment, name).some(hasKey)))
      ledger.lose('a request is forwarded as it is; --upstream-header adds headers', at(name));
  if (flagAt(objectAt(environment, 'tlsOptions'), 'enabled'))
    ledger.lose('start with --tls, or with --tls-cert and --tls-key', at('tlsOptions'));
  else if (has('tlsOptions')) ledger.leave('is switched off', at('tlsOptions'));
  if (getProperty(environment, 'cors') === false) ledger.lose('CORS headers are always sent', at('cors'));
  else if (has('cors')) ledger.leave('CORS headers are always sent', at('cors'));
  for (const index of listAt(environment, 'callbacks').keys())
    ledger.lose('no request is sent after a response', below(place, 'callbacks', index));
};

const hasKey = (header: Json): boolean => (textAt(header, 'key') ?? '') !== '';

/** Lists the headers of the environment, which stubs send and data do not. */
const reportHeaders = (stubs: readonly Stub[], headers: SeenHeaders, place: SeenPlace, ledger: Ledger): void => {
  const own = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  if (own.length > 0 && stubs.some(({ isPlayed }) => isPlayed))
    ledger.lose(headersOfDocument, { ...below(place, 'headers'), key: 'headers[]' });
};

interface OrderedRoute {
  readonly route: JsonObject;
  readonly place: SeenPlace;
  /** Its folders, outermost first. */
  readonly tags: readonly string[];
}

/** The routes of an environment in their order: the first that matches a request responds. */
const orderedRoutes = (environment: JsonObject, place: SeenPlace, ledger: Ledger): readonly OrderedRoute[] => {
  const routes = byId(environment, 'routes');
  const folders = byId(environment, 'folders');
  for (const { value, index } of folders.values()) ledger.tally(value, folderKeys, below(place, 'folders', index));
  const found = new Map<number, OrderedRoute>();
  const visited = new Set<string>();
  const add = (children: readonly Json[], tags: readonly string[]): void => {
    for (const child of children) {
      const id = textAt(child, 'uuid') ?? '';
      const folder = textAt(child, 'type') === 'folder' ? folders.get(id) : undefined;
      const route = folder === undefined ? routes.get(id) : undefined;
      if (route !== undefined && !found.has(route.index))
        found.set(route.index, { route: route.value, place: below(place, 'routes', route.index), tags });
      if (folder === undefined || visited.has(id) || tags.length >= maxJsonDepth) continue;
      visited.add(id);
      add(listAt(folder.value, 'children'), [...tags, textAt(folder.value, 'name') ?? '']);
    }
  };
  const children = listAt(environment, 'rootChildren');
  add(children, []);
  for (const [index, route] of listAt(environment, 'routes').entries()) {
    const at = below(place, 'routes', index);
    if (!isJsonObject(route)) ledger.lose('this is not a route', at);
    // Older versions have no folders, and serve the routes as they are listed.
    else if (children.length === 0) found.set(index, { route, place: at, tags: [] });
    else if (!found.has(index)) ledger.leave('no folder has this route: it is not served', at);
  }
  return [...found.values()];
};

const byId = (
  environment: JsonObject,
  list: string,
): ReadonlyMap<string, { readonly value: JsonObject; readonly index: number }> =>
  new Map(
    [...listAt(environment, list).entries()].flatMap(([index, value]) => {
      const id = textAt(value, 'uuid');
      return isJsonObject(value) && id !== undefined ? [[id, { value, index }] as const] : [];
    }),
  );
