/** The handle of a world in the library. It imports nothing from Node: it also runs in a browser. */

import type { Exchange } from '../core/exchange.ts';
import { builtInFaults } from '../core/faults/built-in-faults.ts';
import {
  ConfigError,
  type ConfigProblem,
  configProblem,
  faultUnknown,
  itemInvalid,
  loginMissing,
  optionInvalid,
  timeInvalid,
  vivariumClosed,
  worldLimit,
  worldNameInvalid,
} from '../core/primitives/config-error.ts';
import { suggest } from '../core/primitives/did-you-mean.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../core/primitives/json.ts';
import { valuesOf } from '../core/primitives/sorted-map.ts';
import { maxTimerMs, parseDuration } from '../core/primitives/units.ts';
import { presentItem } from '../core/resources/target.ts';
import type { CollectionSpec } from '../core/service/collection-facts.ts';
import { routeRequest, type Service } from '../core/service/service.ts';
import { wrongCollection } from '../core/service/wrong-name.ts';
import { type Collection, type Item, itemsBelow } from '../core/state/collection.ts';
import { idText, joinKey, joinParents, parentId, toData } from '../core/state/item-key.ts';
import { chooseUpstreams, readPutUpstream, viewUpstreams } from '../parts/upstream/index.ts';
import { orderWebhook, waitForWebhook as waitForRow } from '../parts/webhooks/index.ts';
import { findCollection } from '../scenario/data/resolve-names.ts';
import type { ScenarioProblem } from '../scenario/document/document-path.ts';
import { explainIssues } from '../scenario/document/explain-issues.ts';
import { isWritableTime } from '../scenario/document/timestamp.ts';
import { exchangeFilterSchema, worldStart } from '../server/control/request/control-schemas.ts';
import { readOptions } from '../simulation/options.ts';
import { differencesOf } from '../world/control/diff.ts';
import { readKeyedItem, removeItem, replaceItems, storeItem, withNewId } from '../world/control/edit-collection.ts';
import { readPutFault, viewFault } from '../world/control/faults.ts';
import { saveWorld } from '../world/control/save-world.ts';
import type { LocalStartRequest } from '../world/control/start-request.ts';
import { writeRun } from '../world/evidence/coverage-report.ts';
import { findExchanges, matchesFilter, resolveFilter } from '../world/evidence/exchange-filter.ts';
import type { RedactFor } from '../world/evidence/redact.ts';
import { viewExchange } from '../world/evidence/view-exchange.ts';
import { explainFull } from '../world/explain-full.ts';
import { createFetch, type PendingCalls } from '../world/fetch.ts';
import type { World, WorldStart } from '../world/world.ts';
import { defaultWorldName, isWorldName, worldNameRule } from '../world/world-name.ts';
import type { Worlds } from '../world/worlds.ts';
import { exchangeLine } from './describe-exchange.ts';
import { rememberExchange } from './exchange-of.ts';
import type { CoverageView, ExchangeFilter, ExchangeView, FaultView, WebhookView } from './exchange-view.ts';
import { findViolations, maxShown, readAssertOptions } from './find-violations.ts';
import type { ItemId } from './handlers.ts';
import { checkArgument, describeValue } from './read-arguments.ts';
import type { FaultPatch, ScenarioDocument } from './scenario-document.ts';
import type {
  IssuedTokens,
  TokenOptions,
  UpstreamView,
  VivariumWorld,
  WebhookOptions,
  WorldClock,
  WorldCollection,
  WorldStartOptions,
} from './world-api.ts';

export interface HandleOptions {
  readonly maxBodyBytes: number;
  readonly redactFor: RedactFor;
  /** @throws ConfigError if the scenario does not exist, or does not fit the document. */
  readonly startFor: (request: LocalStartRequest) => WorldStart;
  /** Shared by all handles of one simulation. */
  readonly returned: ReturnedExchanges;
  /** The calls of a world that are not in its journal yet. */
  readonly pendingIn: (world: string) => PendingCalls;
  /** Whether the simulation was closed: nothing is served then, while the evidence can still be read. */
  readonly isClosed: () => boolean;
  /** Returns undefined if this build has no issuer. */
  readonly issueTokens?: ((world: World, options: TokenOptions) => IssuedTokens) | undefined;
}

/** @throws ConfigError for an invalid world name. */
export const createWorldHandle = (
  worlds: Worlds,
  name: string = defaultWorldName,
  options: HandleOptions,
): VivariumWorld => {
  checkName(name);
  const open = (start?: WorldStart): World => openWorld(worlds, name, start, options);
  const inProcess = createFetch(worlds, open, options.maxBodyBytes, options.pendingIn(name));
  const sentBefore = new Set<string>();
  const handle: VivariumWorld = {
    name,
    fetch: async (input, init) => {
      if (options.isClosed()) throw closedError();
      const response = await inProcess(input, init);
      rememberExchange(response, handle);
      return response;
    },
    get basePath() {
      return worlds.service.basePaths[0] ?? '';
    },
    serves: (path) => servesPath(worlds.service, path),
    start: (request = {}) => {
      const start = options.startFor(readStartOptions(request));
      const isOpen = worlds.get(name) !== undefined;
      const world = open(start);
      // A new one has started with it: each test has a new world.
      if (isOpen) world.restart(start);
    },
    collection: (collection, parents) =>
      createCollectionHandle(open, worlds.service.collections, collection, parents) as never,
    fault: (fault, patch = {}) => putFault(open(), fault, patch),
    clearFaults: () => open().apply([{ type: 'faults-disabled' }]),
    send: (name, sending = {}) => sendWebhook(open(), name, sending),
    waitForWebhook: async (values = {}, waiting = {}) => {
      checkArgument(values, { name: 'the filter', example: "{ webhook: 'orderPaid' }", known: ['webhook'] });
      const row = await waitForRow(open(), values, readTimeout(waiting, 'waitForWebhook'), sentBefore);
      return row as unknown as WebhookView;
    },
    ...evidenceOf(open, createView(options.redactFor(worlds.service)), options.returned, options.pendingIn(name)),
    diff: () => structuredClone([...differencesOf(open())]),
    save: () => structuredClone(saveWorld(open())) as ScenarioDocument,
    upstream: (change) => {
      if (change !== undefined) changeUpstream(open(), change);
      return structuredClone(viewUpstreams(open())) as unknown as UpstreamView;
    },
    token: async (order = {}) => {
      await worlds.ready();
      return (options.issueTokens ?? lackIssuer)(open(), order);
    },
    clock: createWorldClock(open),
    reset: (...given: readonly unknown[]) => {
      checkReset(given[0]);
      open().reset();
    },
    close: () => void worlds.delete(name),
    [Symbol.asyncDispose]: async () => handle.close(),
  };
  return handle;
};

const lackIssuer = (): never => {
  throw loginMissing('the bundle for browsers has no issuer', 'Use Vivarium in Node.js.');
};

/** What a world has recorded. */
const evidenceOf = (
  open: () => World,
  view: ReturnType<typeof createView>,
  returned: ReturnedExchanges,
  pending: PendingCalls,
) =>
  ({
    exchanges: (values = {}) => {
      const world = open();
      return findExchanges(world.journal, readFilter(world, values)).items.map(view);
    },
    waitForExchange: async (values = {}, waiting = {}) => {
      const timeoutMs = readTimeout(waiting);
      const world = open();
      const filter = readFilter(world, values);
      const createError = (): Error => lateError(world, values, timeoutMs, view);
      return view(await waitForExchange(world, { filter, timeoutMs, returned, createError }));
    },
    assertNoViolations: (asserting = {}) => {
      const allowEmpty = readAssertOptions(asserting);
      const error = findViolations(open(), { view, allowEmpty, pending });
      if (error !== undefined) throw error;
    },
    expectViolations: () => open().expectViolations(),
    coverage: () => {
      const { coverage } = open();
      return writeRun(coverage.run, coverage.report()) as unknown as CoverageView;
    },
    drift: () => structuredClone(open().drift.rows),
  }) satisfies Partial<VivariumWorld>;

const checkName = (name: unknown) => {
  if (typeof name === 'string' && isWorldName(name)) return;
  throw worldNameInvalid(
    `${typeof name === 'string' ? `"${name}"` : describeValue(name)} is not a valid world name`,
    worldNameRule,
  );
};

const openWorld = (
  worlds: Worlds,
  name: string,
  start: WorldStart | undefined,
  { isClosed }: Pick<HandleOptions, 'isClosed'>,
): World => {
  // The evidence of a world that is open can still be read.
  if (isClosed() && worlds.get(name) === undefined) throw closedError();
  const world = worlds.open(name, start);
  world?.catchUp();
  if (world !== undefined) return world;
  const { reason, hint } = explainFull(worlds, (option) => option, 'Close a world');
  throw worldLimit(`the world "${name}" cannot be opened: ${reason}`, hint);
};

/** @internal */
export const closedError = (): ConfigError =>
  vivariumClosed('this Vivarium is closed', 'Call close() after the last request.');

/** The time in milliseconds, as long as that of `vi.waitFor` and Testing Library's `waitFor`. */
const defaultTimeoutMs = 1000;

const readTimeout = (options: { readonly timeoutMs?: number | undefined }, name = 'waitForExchange'): number => {
  checkArgument(options, { name: `the options of ${name}`, example: '{ timeoutMs: 5000 }', known: ['timeoutMs'] });
  const { timeoutMs = defaultTimeoutMs } = options;
  if (typeof timeoutMs === 'number' && timeoutMs >= 0 && timeoutMs <= maxTimerMs) return timeoutMs;
  throw optionInvalid(`timeoutMs must be a number of milliseconds from 0 to ${maxTimerMs}, not ${String(timeoutMs)}`);
};

type View = (exchange: Exchange) => ExchangeView;

const createView =
  (redact: ReturnType<RedactFor>): View =>
  (exchange) =>
    viewExchange(exchange, redact) as unknown as ExchangeView;

const readStartOptions = (request: WorldStartOptions): LocalStartRequest => {
  const result = worldStart.safeParse(request, { reportInput: true });
  if (!result.success) throw new ConfigError(explainIssues(result.error.issues, 'the start').map(configProblem));
  if (request.scenario !== undefined && request.inline !== undefined)
    throw optionInvalid('the start has both scenario and inline', 'Give one of them.');
  return result.data;
};

/** @throws ConfigError for a start. A hook of a test runner may pass its context. */
const checkReset = (given: unknown) => {
  if (typeof given !== 'object' || given === null) return;
  const key = Object.keys(worldStart.shape).find((name) => Object.hasOwn(given, name));
  if (key !== undefined)
    throw optionInvalid(
      `world.reset() restores the start of the world and takes no ${key}`,
      `Use world.start({ ${key}: ... }).`,
    );
};

/** @throws ConfigError for a filter that does not exist, or that names something that does not exist. */
const readFilter = (world: World, values: ExchangeFilter): ExchangeFilter => {
  const known = Object.keys(exchangeFilterSchema.shape);
  checkArgument(values, { name: 'the filter', example: "{ operation: 'createOrder', status: '4xx' }", known });
  const filter = readOptions(exchangeFilterSchema, { ...values }, (property) => `filter "${property}"`);
  const resolved = resolveFilter(world.decisions.service, [world], filter);
  if (resolved.ok) return resolved.filter;
  const { message, ...rest } = resolved.problem;
  throw new ConfigError([configProblem({ ...rest, message: `filter ${message}` })]);
};

const lateError = (world: World, filter: ExchangeFilter, timeoutMs: number, view: View): Error => {
  const recent = findExchanges(world.journal, { limit: maxShown }).items.map(view);
  const seen =
    recent.length === 0
      ? `The world "${world.name}" got no request.`
      : `The last requests of the world "${world.name}", the newest first:\n${recent.map((one) => `  ${exchangeLine(one)}`).join('\n')}`;
  const message = `No new exchange matched ${JSON.stringify(filter)} within ${timeoutMs} ms. ${seen}`;
  return Object.assign(new Error(message), { name: 'TimeoutError' });
};

const putFault = (world: World, name: string, patch: FaultPatch): FaultView => {
  if (typeof name !== 'string') throw optionInvalid(`the name of a fault must be a text, not ${describeValue(name)}`);
  checkArgument(patch, { name: 'the change of a fault', example: `world.fault('${name}', { enabled: false })` });
  const merged = readPutFault(patch, name, world);
  switch (merged.type) {
    case 'unknown':
      throw faultUnknown(
        `there is no fault "${name}", and the patch has no effect from which to create one`,
        merged.hint ??
          `Give it one, such as { status: 503 }. The built-in faults are ${[...builtInFaults.keys()].join(', ')}.`,
      );
    case 'invalid':
      throw new ConfigError(merged.problems.map(configProblem));
    case 'merged':
      world.putFault(merged.entry);
      return viewFault(world, merged.entry) as unknown as FaultView;
  }
};

const changeUpstream = (world: World, change: object) => {
  checkArgument(change, { name: 'the change of the upstream', example: "world.upstream({ forward: 'none' })" });
  const merged = readPutUpstream(change, world.decisions.service);
  switch (merged.type) {
    case 'invalid':
      throw new ConfigError(merged.problems.map(configProblem));
    case 'none':
      throw optionInvalid('there is no upstream', 'Give createVivarium the option "upstream".');
    case 'changed':
      chooseUpstreams(world, merged.changes);
      return;
    default:
      merged satisfies never;
  }
};

const createWorldClock = (open: () => World): WorldClock => ({
  now: () => open().clock.now(),
  get frozen() {
    return open().clock.frozen;
  },
  advance: (duration) => {
    const milliseconds = parseDuration(duration);
    if (milliseconds === undefined)
      throw timeInvalid(`"${duration}" is not a duration`, 'Write it as 250ms, 30s, 5m, 2h or 7d.');
    const world = open();
    const time = world.clock.now() + milliseconds;
    if (!isWritableTime(time)) throw timeInvalid(`"${duration}" exceeds the year 9999`);
    world.setClock({ now: time });
  },
  set: (to) => {
    checkArgument(to, { name: 'the time', example: "{ now: '2030-06-01T00:00:00Z' }", known: ['now', 'frozen'] });
    const { now, frozen } = to;
    const time = now === undefined ? undefined : new Date(now).getTime();
    if (Number.isNaN(time)) throw timeInvalid(`"${String(now)}" is not a time`, 'Write it as 2030-06-01T00:00:00Z.');
    if (time !== undefined && !isWritableTime(time))
      throw timeInvalid(`"${String(now)}" is not in the years 0 to 9999`);
    open().setClock({ now: time, frozen });
  },
});

/** The exchanges that were returned before: each is returned once. */
type ReturnedExchanges = WeakSet<Exchange>;

interface WaitOptions {
  readonly filter: ExchangeFilter;
  readonly timeoutMs: number;
  readonly returned: ReturnedExchanges;
  /** The error when the time is over. */
  readonly createError: () => Error;
}

/** Resolves at once if the journal has a match, the oldest first. Rejects when the time is over, or the world is closed. */
const waitForExchange = (
  world: World,
  { filter, timeoutMs, returned, createError }: WaitOptions,
): Promise<Exchange> => {
  const matches = (exchange: Exchange) =>
    exchange.id > (filter.since ?? 0) && !returned.has(exchange) && matchesFilter(exchange, filter);
  const present = world.journal.after(filter.since ?? 0).find(matches);
  if (present !== undefined) {
    returned.add(present);
    return Promise.resolve(present);
  }
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      stopJournal();
      stopEvents();
    };
    const timer = setTimeout(() => {
      end();
      reject(createError());
    }, timeoutMs);
    const stopJournal = world.records.journalListeners.add((exchange) => {
      if (!matches(exchange)) return;
      returned.add(exchange);
      end();
      resolve(exchange);
    });
    const stopEvents = world.subscribe((event) => {
      if (event.type !== 'closed') return;
      end();
      reject(new Error(`The world "${world.name}" was closed while waiting for an exchange.`));
    });
  });
};

/** @throws ConfigError for a webhook that does not exist, has no receiver, or is about an item that does not exist. */
const sendWebhook = (world: World, name: string, options: WebhookOptions) => {
  checkArgument(options, { name: 'the options of send', example: '{ item: 7 }', known: ['item', 'url', 'body'] });
  const { service, state } = world.decisions;
  const changes = orderWebhook(service, state, name, options);
  const names = (service.webhooks ?? []).map((one) => one.name);
  if (changes === undefined) throw optionInvalid(`there is no webhook "${name}"`, suggest(name, 'webhooks', names));
  if (typeof changes === 'string') throw optionInvalid(changes);
  world.apply(changes);
};

/**
 * Whether a path belongs to the service: it is below a base path, or the service has the root as its base path and the document
 * has this path. `path` is percent-encoded as sent, without the prefix of a world.
 */
export const servesPath = (service: Service, path: string): boolean => {
  const { apiPath, match } = routeRequest(service, 'GET', path, () => false);
  return apiPath !== undefined && (apiPath.base !== '' || match.type !== 'none');
};

type GivenParents = Readonly<Record<string, ItemId>>;

/** @throws ConfigError for an unknown collection, or for other parents than it has. */
const createCollectionHandle = (
  open: () => World,
  specs: ReadonlyMap<string, CollectionSpec>,
  name: string,
  givenParents: GivenParents | undefined,
): WorldCollection<object> => {
  const spec = readSpec(specs, name);
  const parents = givenParents === undefined ? undefined : readParents(spec, givenParents);
  const collectionOf = (world: World): Collection => world.decisions.state.collections.get(spec.name) as Collection;
  const keyOf = (id: ItemId | undefined): string => readKey(spec, parents, id);
  const show = ({ key, value }: Item): JsonObject => structuredClone(toData(spec, key, value));
  const readItem = (value: unknown): JsonObject => withGivenParents(spec, parents, copyItem(value, name));
  return {
    items: () => [...selectItems(collectionOf(open()), parents)].map(show),
    get: (id) => {
      const world = open();
      const item = presentItem(world.decisions.state, collectionOf(world), keyOf(id));
      return item && show(item);
    },
    put: (value) => {
      const world = open();
      const read = readKeyedItem(spec, withNewId(world, collectionOf(world), readItem(value)), world);
      if (!read.ok) throw new ConfigError(read.problems.map((problem) => inCollection(`the item of ${name}`, problem)));
      return structuredClone(storeItem(world, spec, read.value));
    },
    replace: (values) => {
      if (!Array.isArray(values)) throw itemInvalid(`the items of ${name} must be a list`);
      const world = open();
      const collection = collectionOf(world);
      const kept = [...valuesOf(collection.items)].filter((item) => !isBelow(spec, item, parents));
      const items = [...kept.map(({ key, value }) => toData(spec, key, value)), ...values.map(readItem)];
      const problems = replaceItems(world, collection, items);
      if (problems.length > 0)
        throw new ConfigError(problems.map((problem) => inCollection(`the items of ${name}`, problem)));
      return [...selectItems(collectionOf(world), parents)].map(show);
    },
    delete: (id) => {
      const world = open();
      const key = keyOf(id);
      if (presentItem(world.decisions.state, collectionOf(world), key) === undefined) return false;
      removeItem(world, collectionOf(world), key);
      return true;
    },
  };
};

/** A value from code has no place in a file: the message names it. */
const inCollection = (subject: string, problem: ScenarioProblem): ConfigProblem => {
  const located = configProblem(problem);
  return { ...located, message: `${subject}: ${located.message}` };
};

const readSpec = (specs: ReadonlyMap<string, CollectionSpec>, name: string): CollectionSpec => {
  const lookup = findCollection(name, specs);
  if (lookup.type === 'found') return lookup.value;
  throw new ConfigError([configProblem(wrongCollection(name, lookup, specs.keys()))]);
};

const selectItems = (collection: Collection, parents: readonly string[] | undefined): Iterable<Item> =>
  parents === undefined || parents.length === 0
    ? valuesOf(collection.items)
    : itemsBelow(collection, joinParents(parents));

const isBelow = (spec: CollectionSpec, { key }: Item, parents: readonly string[] | undefined) =>
  parents === undefined || parents.length === 0 || key.startsWith(joinKey(spec, { parents, id: '' }));

/** The ids of the parents as texts, outermost first. */
const readParents = (spec: CollectionSpec, given: GivenParents): readonly string[] => {
  const names = spec.parents.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw optionInvalid(
      `"${unknown}" is not a parent of ${spec.name}`,
      names.length === 0 ? 'Its items have no parents.' : `Its parents are ${names.join(', ')}.`,
    );
  return names.map((name) => {
    const text = idText(getProperty(given as JsonObject, name));
    if (text !== undefined) return text;
    throw optionInvalid(`the parent "${name}" of ${spec.name} is missing`);
  });
};

const readKey = (spec: CollectionSpec, parents: readonly string[] | undefined, id: ItemId | undefined): string => {
  if (parents === undefined && spec.parents.length > 0) {
    const names = spec.parents.map(({ name }) => name).join(', ');
    const hint = `Name them: world.collection('${spec.name}', { ${names} }).`;
    throw optionInvalid(`an id of ${spec.name} is unique only below its parents`, hint);
  }
  const text = idText(id);
  if (text === undefined && spec.kind === 'list') {
    const isMissing = id === undefined || id === null;
    const problem = isMissing ? 'is missing' : `must be a number or a text, not ${describeValue(id)}`;
    throw optionInvalid(`the id of ${spec.name} ${problem}`);
  }
  return joinKey(spec, { parents: parents ?? [], id: text });
};

/** A copy as JSON: as `JSON.stringify` writes it, and bigints exactly. */
const copyItem = (value: unknown, collection: string): JsonObject => {
  const fail = (reason: string): Error => itemInvalid(`the item of ${collection} ${reason}`);
  if (!isJsonObject(value as Json)) throw fail('must be an object');
  let text: string;
  try {
    text = stringifyJson(value as JsonObject);
  } catch (error) {
    throw fail(`cannot be written as JSON: ${(error as Error).message}`);
  }
  const parsed = parseJson(text);
  if (!parsed.ok) throw fail(parsed.reason);
  return parsed.value as JsonObject;
};

const withGivenParents = (
  spec: CollectionSpec,
  parents: readonly string[] | undefined,
  item: JsonObject,
): JsonObject => {
  if (parents === undefined || parents.length === 0 || getProperty(item, '$parent') !== undefined) return item;
  const ids = spec.parents.map((parent, index) => [parent.name, parentId(parent, parents[index] as string)] as const);
  return { ...item, $parent: Object.fromEntries(ids) };
};
