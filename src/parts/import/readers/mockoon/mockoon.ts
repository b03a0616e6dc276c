/** Environments of Mockoon: their routes are stubs, and their data buckets are data. */
import { dirname, resolve } from 'node:path';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  maxJsonDepth,
  valueAt,
} from '../../../../core/primitives/json.ts';
import type { FaultObject } from '../../../../scenario/document/fault-schema.ts';
import type { Note, SeenPlace } from '../../recording.ts';
import { delayText, seenOf } from '../../stubs/stub-response.ts';
import { headersOfDocument, writeStubs } from '../../stubs/write-stubs.ts';
import { bodyFiles, type Format, type Found, flagAt, listAt, numberAt, objectAt, textAt } from '../format.ts';
import { Buckets, environmentKeys, folderKeys } from './mockoon-data.ts';
import { type ReadRoute, readHeaders, readRoute } from './mockoon-route.ts';

export const mockoon: Format = {
  marks: '"routes" with "endpointPrefix" (Mockoon)',
  recognises: (value) => isEnvironment(value) || isExport(value),
  read: async (places, options) => {
    const filesOf = bodyFiles((source) => ({ path: dirname(resolve(source)), name: 'folder of the environment' }));
    const found: Found[] = [];
    for (const place of places.flatMap(environmentsIn))
      found.push(...(await readEnvironment(place, { readFile: filesOf(place.source.name), options })));
    return found;
  },
};

const isEnvironment = (value: Json | undefined) =>
  isJsonObject(value) &&
  Array.isArray(getProperty(value, 'routes')) &&
  ['endpointPrefix', 'lastMigration', 'rootChildren'].some((name) => getProperty(value, name) !== undefined);

/** Whether a file is an export of a version before 2022. */
const isExport = (value: Json) =>
  textAt(value, 'source')?.startsWith('mockoon:') === true && Array.isArray(getProperty(value as JsonObject, 'data'));

const environmentsIn = (whole: SeenPlace): readonly SeenPlace[] => {
  const { value } = whole.source;
  if (isEnvironment(value)) return [whole];
  return listAt(value, 'data').flatMap((one, index) => {
    if (isEnvironment(objectAt(one, 'item'))) return [whole.below('data', index, 'item').as('')];
    whole.below('data', index).lose('this is no environment');
    return [];
  });
};

const readEnvironment = async (
  place: SeenPlace,
  given: Pick<Parameters<typeof readRoute>[0], 'readFile' | 'options'>,
): Promise<readonly Found[]> => {
  const environment = valueAt(place.source.value, place.path) as JsonObject;
  place.tally(environment, environmentKeys);
  const buckets = new Buckets(environment, place);
  const notes: Note[] = [];
  const headers = readHeaders(environment, place.noting(notes), given.options);
  let count = 0;
  const order = (): number => count++;
  const read: ReadRoute[] = [];
  const prefix = textAt(environment, 'endpointPrefix') ?? '';
  for (const route of orderedRoutes(environment, place))
    read.push(await readRoute({ ...given, buckets, headers, prefix, order, ...route }));
  const stubs = read.flatMap((one) => one.stubs);
  buckets.report();
  reportSettings(environment, place);
  for (const note of notes) note.place.note(note.fate, note.reason);
  // Stubs send the headers of the environment, and data do not.
  const hasOwn = headers.some(([name]) => name.toLowerCase() !== 'content-type');
  if (hasOwn && stubs.some(({ isPlayed }) => isPlayed)) place.below('headers').as('headers[]').lose(headersOfDocument);
  const title = textAt(environment, 'name');
  const ms = numberAt(environment, 'latency') ?? 0;
  if (ms > 0) place.carry('latency');
  const delay: readonly FaultObject[] = ms > 0 ? [{ name: 'stub-latency', latency: delayText(ms) }] : [];
  return [
    { seen: read.flatMap(({ seen }) => seen), title },
    {
      // The documentation of a route is a title; its responses have labels of their own.
      seen: seenOf(stubs).map(({ description, ...seen }) => ({ ...seen, title: description })),
      title,
      write: (...to) => {
        const { scenario, seen } = writeStubs({ stubs }, ...to);
        const all = [...(scenario.faults ?? []), ...delay];
        return { scenario: { ...scenario, ...(all.length > 0 && { faults: all }) }, seen };
      },
    },
  ];
};

const reportSettings = (environment: JsonObject, place: SeenPlace) => {
  const host = textAt(environment, 'proxyHost') ?? '';
  const isProxy = flagAt(environment, 'proxyMode');
  if (isProxy && host !== '') place.lose(`start with --upstream ${host.slice(0, 200)} --forward unknown`, 'proxyHost');
  else if (host !== '') place.leave('is switched off', 'proxyHost');
  for (const name of ['proxyRemovePrefix', 'proxyReqHeaders', 'proxyResHeaders'])
    if (isProxy && (flagAt(environment, name) || listAt(environment, name).some((header) => textAt(header, 'key'))))
      place.lose('a request is forwarded as it is; --upstream-header adds headers', name);
  if (flagAt(objectAt(environment, 'tlsOptions'), 'enabled'))
    place.lose('start with --tls, or with --tls-cert and --tls-key', 'tlsOptions');
  else if (getProperty(environment, 'tlsOptions') !== undefined) place.leave('is switched off', 'tlsOptions');
  const cors = getProperty(environment, 'cors');
  if (cors !== undefined) place.note(cors === false ? 'lost' : 'no-loss', 'CORS headers are always sent', 'cors');
};

interface OrderedRoute {
  readonly route: JsonObject;
  readonly place: SeenPlace;
  /** Its folders, outermost first. */
  readonly tags: readonly string[];
}

/** The routes of an environment in their order: the first that matches a request responds. */
const orderedRoutes = (environment: JsonObject, place: SeenPlace): readonly OrderedRoute[] => {
  const routes = byId(environment, 'routes');
  const folders = byId(environment, 'folders');
  for (const { value, index } of folders.values()) place.below('folders', index).tally(value, folderKeys);
  const found = new Map<number, OrderedRoute>();
  const visited = new Set<string>();
  const add = (children: readonly Json[], tags: readonly string[]): void => {
    for (const child of children) {
      const id = textAt(child, 'uuid') ?? '';
      const folder = textAt(child, 'type') === 'folder' ? folders.get(id) : undefined;
      const route = folder === undefined ? routes.get(id) : undefined;
      if (route !== undefined && !found.has(route.index))
        found.set(route.index, { route: route.value, place: place.below('routes', route.index), tags });
      if (folder === undefined || visited.has(id) || tags.length >= maxJsonDepth) continue;
      visited.add(id);
      add(listAt(folder.value, 'children'), [...tags, textAt(folder.value, 'name') ?? '']);
    }
  };
  const children = listAt(environment, 'rootChildren');
  add(children, []);
  for (const [index, route] of listAt(environment, 'routes').entries()) {
    const at = place.below('routes', index);
    if (!isJsonObject(route)) at.lose('this is not a route');
    // Older versions have no folders, and serve the routes as they are listed.
    else if (children.length === 0) found.set(index, { route, place: at, tags: [] });
    else if (!found.has(index)) at.leave('no folder has this route: it is not served');
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
