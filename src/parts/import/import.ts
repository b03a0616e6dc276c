/** Turns files of other tools into what Vivarium reads, and states what became of each of their parts. */
import { basename } from 'node:path';
import { decodePercent, type HttpRequest, noBody } from '../../core/http/http.ts';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import {
  equalsJson,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  setAt,
  setProperty,
  valueAt,
} from '../../core/primitives/json.ts';
import { maxShownRows } from '../../core/primitives/units.ts';
import { lenientText } from '../../core/primitives/utf8.ts';
import { createRequestContext } from '../../core/request/request-context.ts';
import type { Operation } from '../../core/service/operation.ts';
import { matchOperation } from '../../core/service/router.ts';
import type { Service } from '../../core/service/service.ts';
import { typedId } from '../../core/state/item-key.ts';
import { findRecorded, isSameRequest, maxRecorded, type RecordedResponse } from '../../core/state/recorded-response.ts';
import type { ScenarioDocument } from '../../scenario/document/scenario-schema.ts';
import { inPieces } from '../../scenario/file/in-pieces.ts';
import { maxScenarioBytes } from '../../scenario/file/load-layer.ts';
import { scenarioToYaml } from '../../scenario/file/to-yaml.ts';
import { loadServices } from '../../simulation/load-services.ts';
import type { ServiceSources } from '../../simulation/service-source.ts';
import { createSimulation } from '../../simulation/simulation.ts';
import { monotonicMs } from '../../world/clock.ts';
import { captureScenario } from '../../world/control/save-world.ts';
import { silentLogger } from '../../world/logger.ts';
import type { World } from '../../world/world.ts';
import { unreadFormat } from '../foreign/foreign-formats.ts';
import type * as Upstream from '../upstream/load.ts';
import { draftDocument } from './draft/draft-document.ts';
import type { Format, Found, ImportOptions } from './readers/format.ts';
import { har } from './readers/har.ts';
import { jsonServer } from './readers/json-server.ts';
import { mockoon } from './readers/mockoon/mockoon.ts';
import { postman } from './readers/postman/postman.ts';
import { readSwagger, swaggerMarks } from './readers/swagger.ts';
import { wiremock } from './readers/wiremock/wiremock.ts';
import {
  belowBase,
  bytesOf,
  headerIn,
  type ImportSource,
  isAsset,
  jsonBody,
  jsonOf,
  Ledger,
  type Row,
  readSources,
  type Seen,
  type SeenAnswer,
  type SeenBody,
  SeenPlace,
  showPlace,
} from './recording.ts';
import type { Trial } from './stubs/stub.ts';

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
  const [document, ...others] = documents;
  if (others.length > 0)
    throw commandInvalid(`import takes one document, and these are several: ${documents.join(', ')}`);
  const converted = document === undefined ? undefined : await readSwagger(document, ledger);
  if (list.length === 0) return { scenario: undefined, document: converted, rows: ledger.rows };
  const found: Found[] = [];
  for (const [format, ofFormat] of Map.groupBy(list, formatOf)) {
    const places = ofFormat.map((source) => new SeenPlace(ledger, source));
    found.push(...(await format.read(places, options)));
  }
  const own = onlyOwn(found);
  if (own.every(({ seen, write }) => seen.length === 0 && write === undefined))
    throw commandInvalid(`${files.join(', ')}: there is no request to import`, whyNone(ledger.rows));
  const services = converted === undefined ? await choose() : sourcesOf(converted);
  const drafted = services === undefined ? draft(own, files[0] as string, ledger.rows) : undefined;
  const played = drafted?.found ?? own;
  const { scenario, data, carried } = await play(services ?? sourcesOf(drafted?.document as JsonObject), played);
  for (const { keys, place } of carried) {
    place.carry();
    place.tally(valueAt(place.source.value, place.path) as JsonObject, keys);
  }
  const text = { [Symbol.iterator]: () => inPieces(scenarioToYaml(scenario, data)) };
  checkSize(text);
  return { scenario: text, document: converted ?? drafted?.document, rows: ledger.rows };
};

/** Drafts a document without the requests for which the service had nothing: a start with the draft has nothing either. */
const draft = (found: readonly Found[], file: string, rows: readonly Row[]) => {
  const seen = found.flatMap((each) => each.seen);
  const told = found.find((each) => each.document !== undefined)?.document;
  if (told !== undefined) return { document: told, found };
  const title = found.find((each) => each.title !== undefined)?.title;
  const drafted = draftDocument(seen, title, basename(file).replace(/\..*$/s, ''));
  if (drafted === undefined)
    throw commandInvalid(
      `${file}: no document can be drafted: no response of a service was recorded`,
      `Name the document with --document FILE. ${whyNone(rows)}`,
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

/** Ensures that the scenario can be read again. */
const checkSize = (scenario: Iterable<string>) => {
  let bytes = 0;
  for (const piece of scenario) bytes += Buffer.byteLength(piece);
  if (bytes > maxScenarioBytes)
    throw commandInvalid(
      `the scenario would be larger than ${maxScenarioBytes / 1024 ** 2} MiB, the most that is read`,
      'Import fewer requests.',
    );
};

/** What became of the requests in the files, of which nothing is written. */
const whyNone = (rows: readonly Row[]): string => {
  const shown = rows
    .filter(({ fate, key }) => fate === 'lost' || (fate === 'no-loss' && /\[\](?:\.request)?$/.test(key)))
    .slice(0, maxShownRows)
    .map(({ reason, count, places: [first] }) => `${reason} (${count}, first at ${showPlace(first as SeenPlace)})`);
  return shown.length === 0 ? 'Export the requests with their responses.' : `What they have: ${shown.join('; ')}.`;
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
  throw commandInvalid({
    file: name,
    message: `this file is of no known format. Looked for: ${looked}`,
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
  const isOwn = (one: Seen) => {
    if (one.origin === '' || hostOf(one) === most?.[0]) return true;
    one.place.leave('a request to another host');
    return false;
  };
  return found.map((each) => ({ ...each, seen: each.seen.filter(isOwn) }));
};

const hostOf = ({ origin }: Seen) => origin.replace(/^[a-z]+:\/\//, '');

/** `found`: of one host. @throws ConfigError if the document cannot be served. */
const play = async (services: ServiceSources, found: readonly Found[]) => {
  const [source] = services.list;
  const { service } = await loadServices(services);
  const seen = found.flatMap((each) => each.seen);
  const base = baseOf(service, seen, service.basePaths[0] ?? '');
  const url = new URL(`${seen[0]?.origin || 'http://localhost'}${base || '/'}`);
  const open = (scenario: ScenarioDocument) => openWorld(services, scenario, new Map([[source.name, url]]));
  const playerOf = async (world: World, lose: (seen: Seen, reason: string) => void) =>
    createPlayer(world, service, base, lose, await import('../upstream/load.ts'));
  const empty = await open({});
  const tried = await playerOf(empty.world, () => {});
  const trial: Trial = (shown) => {
    for (const one of shown) tried.play(one);
    return shown.map((one) => tried.answerTo(one));
  };
  const starts = found.map((each) => each.write?.(service, base, trial));
  empty.close();
  const { world, close } = await open(startOf(starts.flatMap((start) => start?.scenario ?? [])));
  const played = found
    .flatMap((each, index) => starts[index]?.seen ?? each.seen)
    // An error that only follows from another part is one of the simulation too.
    .filter(({ isDerived = false, response }) => !isDerived || (response?.status ?? 200) < 400);
  const player = await playerOf(world, ({ place }, reason) => place.lose(reason));
  for (const one of played.toSorted((left, right) => Number(removes(right)) - Number(removes(left)))) player.play(one);
  const { document, data } = captureScenario(world);
  close();
  const { resume, ...rest } = document;
  const nextIds = resume?.nextIds ?? {};
  return {
    // The counts are those of the recording, not of the worlds that start from it.
    scenario: { ...rest, ...(Object.keys(nextIds).length > 0 && { resume: { nextIds } }) },
    data,
    carried: player.finish(),
  };
};

const openWorld = async (services: ServiceSources, scenario: ScenarioDocument, urls: ReadonlyMap<string, URL>) => {
  const { worlds } = await createSimulation(
    {
      services,
      scenario,
      fault: [],
      nameOf: (name) => name,
      upstreams: {
        urls,
        forward: ['all'],
        record: true,
        compare: false,
        headers: new Map(),
        timeoutMs: 1,
        allowedOrigins: [],
      },
    },
    {
      maxWorlds: 1,
      journal: Number.MAX_SAFE_INTEGER,
      maxBody: Number.MAX_SAFE_INTEGER,
      showCredentials: false,
      logger: silentLogger,
    },
  );
  await worlds.ready();
  return { world: worlds.open('default') as World, close: () => worlds.dismiss() };
};

const startOf = (parts: readonly ScenarioDocument[]): ScenarioDocument => {
  const faults = parts.flatMap((part) => part.faults ?? []);
  const responses = parts.flatMap((part) => part.responses ?? []);
  return {
    ...Object.assign({}, ...parts),
    ...(faults.length > 0 && { faults }),
    ...(responses.length > 0 && { responses }),
  };
};

/** Whether an example is of something that is gone: it is played first, so that what the others show stays. */
const removes = ({ isExample = false, method, response }: Seen) =>
  isExample && (method === 'DELETE' || response?.status === 404 || response?.status === 410);

/** Plays what was seen to a world, which keeps what it can. `base`: of the paths that were seen. */
const createPlayer = (
  world: World,
  service: Service,
  base: string,
  lose: (seen: Seen, reason: string) => void,
  upstream: typeof Upstream,
) => {
  const carried: Seen[] = [];
  /** The requests without a collection, by what was recorded of them. */
  const kept = new Map<RecordedResponse, Seen>();
  const requestFor = (seen: Seen): HttpRequest => requestOf(seen, base, service.basePaths[0] ?? '');
  const decide = (seen: Seen, lost: string | undefined) => {
    if (seen.isDerived === true) return;
    if (lost === undefined) carried.push(seen);
    else lose(seen, lost);
  };
  const operationOf = ({ method, path }: Seen): Operation | undefined => {
    const rest = belowBase(path, base);
    const match = rest === undefined ? undefined : matchOperation(service.matcher, method, rest, () => false);
    return match?.type === 'operation' ? match.operation : undefined;
  };
  const lastRecorded = (operation: string | undefined): RecordedResponse | undefined => {
    const recorded = operation === undefined ? undefined : world.decisions.state.responses.get(operation);
    return recorded && [...recorded.values()].at(-1);
  };
  return {
    play: (seen: Seen): void => {
      const { response } = seen;
      const operation = operationOf(seen);
      if (response === undefined) {
        decide(seen, operation === undefined ? upstream.noOperation : undefined);
        return;
      }
      // The body that shows the items, where that of the response does not.
      const shown =
        operation &&
        (seen.isBare === true ? wrappedItems(operation, response.body) : createdItem(operation, seen.body, response));
      const received = receivedOf(shown === undefined ? response : { ...response, body: shown });
      const meanwhile = { received, isOverlapped: false };
      const { exchange, error } = world.handleBy(
        (served, state, sent, now) => {
          const context = createRequestContext(served, state, sent, now);
          const forward = { context, simulated: undefined, isWrite: false };
          return upstream.simulateReceived(served, state, now, forward, meanwhile);
        },
        requestFor(seen),
        { started: monotonicMs(), journaled: true },
      );
      const recorded = lastRecorded(exchange.operation);
      if (recorded !== undefined && !kept.has(recorded)) kept.set(recorded, seen);
      else if (error !== undefined) decide(seen, 'its response cannot be read');
      else if (operation === undefined) decide(seen, isAsset(seen) ? noAsset : upstream.noOperation);
      else if (shown !== undefined) decide(seen, undefined);
      else {
        // Without the faults of stubs, which may have replaced it.
        const real = { ...received, body: response.body && received.body };
        decide(seen, upstream.whyUnrecorded(service, operation, { ...exchange, response: real }));
      }
    },
    /** What the world responds to the same request; undefined: no JSON. */
    answerTo: (seen: Seen): Json | undefined => {
      const { response } = world.probe(requestFor(seen), { keepsChanges: false }).reply;
      const parsed = parseJson(lenientText(response.body));
      return response.status < 300 && parsed.ok ? parsed.value : undefined;
    },
    /** What the world kept until the end. */
    finish: (): readonly Seen[] => {
      for (const [recorded, seen] of kept) {
        const later = findRecorded(world.decisions.state.responses, recorded);
        if (later === undefined || !isSameRequest(later, recorded)) decide(seen, tooMany);
        else decide(seen, equalsJson(later as unknown as Json, recorded as unknown as Json) ? undefined : replaced);
      }
      return carried;
    },
  };
};

const tooMany = `only the last ${maxRecorded} responses of an operation without a collection are kept`;
const replaced = 'a later response to the same request takes its place';

const noAsset = 'a page, script, style, image or font, for which the document has no operation';

/** The request, with the headers on which the record depends. */
const requestOf = ({ method, path, query, headers, body }: Seen, base: string, own: string): HttpRequest => {
  const rest = belowBase(path, base);
  const bytes = bytesOf(body);
  const [type, accept] = [body?.type, headerIn(headers, 'accept')];
  return {
    method,
    path: rest === undefined ? path : `${own}${rest}`,
    query,
    headers: { ...(type !== undefined && { 'content-type': type }), ...(accept !== undefined && { accept }) },
    body: bytes.length === 0 ? noBody : { type: 'bytes', bytes },
    pathPrefix: '',
  };
};

const receivedOf = ({ status, headers, body, ms = 0 }: SeenAnswer) => {
  const rest = headers.filter(([name]) => name !== 'content-type');
  const typed = body?.type === undefined ? [] : ['content-type', body.type];
  return { type: 'response' as const, status, headers: [...rest.flat(), ...typed], body: bytesOf(body), ms };
};

/** The created item as the body that would show it; undefined if the response shows it itself, or does not tell its id. */
const createdItem = (
  { binding }: Operation,
  body: SeenBody | undefined,
  { status, headers, body: shown }: SeenAnswer,
): SeenBody | undefined => {
  if (binding?.action !== 'create' || status >= 300 || shown !== undefined) return undefined;
  const { collection, view } = binding;
  const sent = jsonOf(body);
  const [address = ''] = (headerIn(headers, 'location') ?? '').split(/[?#]/);
  const id = address.split('/').findLast((segment) => segment !== '');
  if (id === undefined || sent === undefined || !isJsonObject(sent) || collection.idProperty === undefined)
    return undefined;
  const item: Record<string, Json> = {};
  setProperty(item, collection.idProperty, typedId(collection, decodePercent(id)));
  for (const name of Object.keys(sent)) if (name !== collection.idProperty) setProperty(item, name, sent[name] as Json);
  return jsonBody(setAt(null, view.path, item));
};

/** The items in the envelope that the document has for them; undefined if there is none, or they are in it. */
const wrappedItems = ({ binding }: Operation, body: SeenBody | undefined): SeenBody | undefined => {
  const items = jsonOf(body);
  if (binding === undefined || binding.view.path.length === 0 || items === undefined) return undefined;
  return valueAt(items, binding.view.path) === undefined ? jsonBody(setAt(null, binding.view.path, items)) : undefined;
};

/** The base path of the recording: of those that its paths begin with, the one with which the most requests have an operation. */
export const baseOf = ({ matcher }: Service, seen: readonly Seen[], own: string): string => {
  const paths = new Set(seen.map(({ method, path }) => `${method} ${path}`));
  const candidates = new Set([own, '']);
  for (const { path } of seen) {
    for (let end = path.indexOf('/', 1); end > 0 && candidates.size < maxBases; end = path.indexOf('/', end + 1))
      candidates.add(path.slice(0, end));
  }
  const counted = [...candidates].map((base) => {
    const known = [...paths].filter((each) => {
      const [method = '', path = ''] = each.split(' ');
      const rest = belowBase(path, base);
      return rest !== undefined && matchOperation(matcher, method, rest, () => false).type === 'operation';
    });
    return { base, count: known.length };
  });
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).base;
};

const maxBases = 100;
