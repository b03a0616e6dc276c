/** Commands, snapshots and starts of worlds as text, for the store, and what earlier versions have written. */
import { Buffer } from 'node:buffer';
import { hash as digest } from 'node:crypto';
import { ActiveFaults } from '../../../core/faults/active-faults.ts';
import type { HttpResponse, RequestBody } from '../../../core/http/http.ts';
import { type Json, type JsonObject, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import { sortedMapFrom, valuesOf } from '../../../core/primitives/sorted-map.ts';
import type { Service } from '../../../core/service/service.ts';
import { type Collection, type Item, restoreCollection } from '../../../core/state/collection.ts';
import { partKindsOf } from '../../../core/state/part-kinds.ts';
import { listRecorded, recordedFrom } from '../../../core/state/recorded-response.ts';
import { type Change, copyState, type State, savedParts, startParts } from '../../../core/state/state.ts';
import { StateCollections } from '../../../core/state/state-collections.ts';
import { faultToDocument } from '../../../scenario/document/fault-document.ts';
import { type ClockStart, createScenario } from '../../../scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../scenario/document/scenario-schema.ts';
import { startOfScenario } from '../../../world/control/start-request.ts';
import { recordOf } from '../../../world/evidence/exchange-record.ts';
import type { World, WorldStart } from '../../../world/world.ts';
import type { Command, Decisive, HandledCommand, StartedCommand } from '../../../world/world-command.ts';
import { renumber } from './numbers.ts';

/** The name of a start; see {@link Starts}. */
interface StoredStart {
  readonly name: string | null;
  readonly hash?: string | undefined;
  /** The scenario itself, which has no name. */
  readonly inline?: string;
  readonly seed?: number;
  readonly clock?: ClockStart;
}

export const encodeCommands = (commands: readonly Command[], starts: Starts): string =>
  stringifyJson(commands.map((command) => encode(command, starts)) as unknown as Json);

/** `shift`: what is added to the numbers of exchanges. */
export const decodeCommands = async (
  text: string,
  world: string,
  starts: Starts,
  shift: number,
): Promise<readonly Command[]> => {
  const commands: Command[] = [];
  for (const encoded of parse(text) as readonly Encoded[]) {
    const command = await decode(encoded, world, starts);
    if (shift !== 0 && command.type === 'handled') renumber(command, shift);
    commands.push(command);
  }
  return commands;
};

/** Parses an entry of another server, which has checked its parts: they may be nested to any depth. */
const parse = (text: string): unknown => {
  const parsed = parseJson(text, Number.POSITIVE_INFINITY);
  if (!parsed.ok) throw new Error(`an entry of the store ${parsed.reason}`);
  return parsed.value;
};

/** Bytes as text, starts by their names, and without what is derived or known to one server only. */
type Encoded =
  | ReturnType<typeof encodeHandled>
  | (Omit<StartedCommand, 'start'> & { readonly start: StoredStart | undefined })
  | Exclude<Command, HandledCommand | StartedCommand>;

const encode = (command: Command, starts: Starts): Encoded => {
  switch (command.type) {
    case 'handled':
      return encodeHandled(command);
    case 'started':
      return { ...command, start: command.start && starts.encode(command.start) };
    default:
      return command;
  }
};

const decode = async (encoded: Encoded, world: string, starts: Starts): Promise<Command> => {
  switch (encoded.type) {
    case 'handled':
      return decodeHandled(encoded, world);
    case 'changed':
      return { ...encoded, changes: encoded.changes.map(presentChange) };
    case 'started':
      return { ...encoded, start: encoded.start && (await starts.decode(encoded.start)) };
    case 'clock-set':
    case 'released':
    case 'delivered':
    case 'journal-cleared':
      return encoded;
    default:
      throw new Error(`an entry of the store is unknown: "${(encoded satisfies never as Command).type}"`);
  }
};

const encodeHandled = ({ renumberable: _, exchange, ...command }: HandledCommand) => {
  const { world: _world, request, response, ...about } = exchange;
  return {
    ...command,
    exchange: {
      ...about,
      request: { ...request, body: encodeBody(request.body) },
      response: { ...response, body: encodeContent(response.body) },
    },
  };
};

const decodeHandled = (command: ReturnType<typeof encodeHandled>, world: string): HandledCommand => {
  const { request, response, ...about } = command.exchange;
  const exchange = {
    ...about,
    world,
    request: { ...request, body: decodeBody(request.body) },
    response: { ...response, body: decodeContent(response.body) },
  };
  return {
    ...command,
    changes: command.changes.map(presentChange),
    // In JSON, one that was not sent is null.
    parameters: command.parameters.map((parameter) => parameter ?? undefined),
    exchange: recordOf(exchange, exchange.transport),
  };
};

type EncodedContent = undefined | string | { readonly base64: string };
type EncodedBody = Exclude<RequestBody, { type: 'bytes' }> | { readonly type: 'bytes'; readonly bytes: EncodedContent };

const encodeContent = (content: HttpResponse['body']): EncodedContent =>
  content instanceof Uint8Array ? { base64: Buffer.from(content).toString('base64') } : content;

const decodeContent = (content: EncodedContent): HttpResponse['body'] =>
  typeof content === 'object' ? new Uint8Array(Buffer.from(content.base64, 'base64')) : content;

const encodeBody = (body: RequestBody): EncodedBody =>
  body.type === 'bytes' ? { ...body, bytes: encodeContent(body.bytes) } : body;

const decodeBody = (body: EncodedBody): RequestBody =>
  body.type === 'bytes' ? { ...body, bytes: decodeContent(body.bytes) as Uint8Array } : body;

export interface CapturedWorld {
  readonly decisive: Decisive;
  readonly coverage: ReadonlyMap<string, number>;
}

/** Costs the same for any number of items, which it shares with the world. */
export const captureReplica = ({ decisions: { decisive }, coverage }: World): CapturedWorld => ({
  decisive: { ...decisive, state: copyState(decisive.state) },
  coverage: coverage.counts(),
});

/** The number of items that are written at once: a request waits for no more. */
const itemsAtOnce = 500;

/** All but the collections. */
const headOf = ({ decisive, coverage }: CapturedWorld, starts: Starts) => {
  const { state, clock, start, epoch } = decisive;
  const { seed, startedAt, rules, faults, counters, responses } = state;
  return {
    start: starts.encode(start),
    clock,
    epoch,
    seed,
    startedAt,
    rules: { ...rules, defaults: [...rules.defaults] },
    faults: [...faults.values()],
    exchanges: counters.exchanges,
    calls: [...counters.calls],
    faultCounts: [...counters.faults],
    responses: listRecorded(responses),
    parts: savedParts(state, { isShared: true }),
    coverage: [...coverage],
  };
};

/** Yields a world in pieces, between which requests may be handled. */
export function* encodeReplica(captured: CapturedWorld, starts: Starts): Generator<string> {
  yield `${stringifyJson(headOf(captured, starts) as unknown as Json).slice(0, -1)},"collections":{`;
  let separator = '';
  for (const [name, collection] of captured.decisive.state.collections) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* encodeCollection(collection);
    separator = ',';
  }
  yield '}}';
}

function* encodeCollection({
  items,
  highestId,
  lowestFreeId,
  nextOrder,
  nextVersion,
  replaceable,
  deleted,
}: Collection): Generator<string> {
  const sets = { replaceable: [...replaceable], deleted: [...valuesOf(deleted)] };
  const head = { highestId: String(highestId), lowestFreeId, nextOrder, nextVersion, ...sets };
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`;
  let texts: string[] = [];
  let separator = '';
  for (const { order, key, value, version = 0, text } of valuesOf(items) as Iterable<Item>) {
    texts.push(`[${order},${JSON.stringify(key)},${text ?? stringifyJson(value)},${version}]`);
    if (texts.length < itemsAtOnce) continue;
    yield separator + texts.join(',');
    separator = ',';
    texts = [];
  }
  yield texts.length === 0 ? ']}' : `${separator}${texts.join(',')}]}`;
}

type EncodedWorld = ReturnType<typeof headOf> & {
  readonly collections: Readonly<Record<string, EncodedCollection>>;
};

interface EncodedCollection {
  readonly highestId: string;
  readonly lowestFreeId: number;
  readonly nextOrder: number;
  /** If it is undefined, an earlier version has written it. */
  readonly nextVersion?: number;
  readonly replaceable: readonly string[];
  readonly deleted: readonly string[];
  readonly items: readonly [number, string, JsonObject, number][];
}

export const decodeReplica = async (
  text: string,
  name: string,
  service: Service,
  starts: Starts,
): Promise<CapturedWorld> => {
  const encoded = presentHead(parse(text) as EncodedWorld & Parameters<typeof presentHead>[0]) as EncodedWorld;
  const { clock, epoch, coverage } = encoded;
  const start = await starts.decode(encoded.start);
  return { decisive: { state: stateOf(encoded, name, service), clock, start, epoch }, coverage: new Map(coverage) };
};

const collectionsOf = ({ collections }: EncodedWorld, service: Service): StateCollections => {
  const restored = [...service.collections].map(([name, spec]) => {
    const { items, highestId, replaceable, deleted, ...counters } = collections[name] as EncodedCollection;
    const values = items.map(([order, key, value, version]) => ({ order, key, value, version }));
    const given = {
      nextVersion: 1,
      ...counters,
      highestId: BigInt(highestId),
      replaceable: new Set(replaceable),
      deleted: sortedMapFrom(deleted, deleted),
    };
    return [name, restoreCollection(spec, values, given)] as const;
  });
  return new StateCollections(new Map(restored));
};

const stateOf = (encoded: EncodedWorld, name: string, service: Service): State => {
  const { seed, startedAt, rules, exchanges, calls, faultCounts } = encoded;
  const faults = new Map(encoded.faults.map((entry) => [entry.fault.name, entry]));
  const state: State = {
    name,
    seed,
    startedAt,
    rules: { ...rules, keys: rules.keys, defaults: new Map(rules.defaults) },
    collections: collectionsOf(encoded, service),
    faults,
    active: new ActiveFaults(faults),
    counters: { exchanges, calls: new Map(calls), faults: new Map(faultCounts) },
    responses: recordedFrom(encoded.responses),
    parts: new Map(),
  };
  startParts(state, partKindsOf(service), encoded.parts);
  return state;
};

/** The version of what is written. A server that finds an older one takes over the worlds; servers of that version then stop. */
export const format = 9;

/** The versions that are read. Until 8, what a world knew of its upstreams was no part of it; until 7, what it knew of its logins. */
export const olderFormats: readonly number[] = [8, 7, 6];

type OlderChange =
  | { readonly type: 'granted'; readonly grant: Json }
  | { readonly type: 'upstream-chosen'; readonly service: string; readonly choice: Json }
  | { readonly type: 'item-shown'; readonly collection: string; readonly key: string; readonly shown?: Json };

export const presentChange = (change: Change | OlderChange): Change => {
  switch (change.type) {
    case 'granted':
      return { type: 'part', part: 'login', change: change.grant };
    case 'upstream-chosen':
    case 'item-shown': {
      const { type, ...rest } = change;
      return { type: 'part', part: type === 'item-shown' ? 'shown' : 'upstreams', change: rest as unknown as Json };
    }
    default:
      return change;
  }
};

/** The head of a snapshot, all but the collections. */
interface OlderHead {
  readonly rules: JsonObject;
  readonly parts?: JsonObject;
  readonly grants?: Json;
  readonly upstreams?: readonly (readonly [service: string, choice: Json])[];
  readonly shown?: Json;
}

/** Reads the head of an earlier version, whose choice for all services had no name. */
export const presentHead = <Head>(head: Head & OlderHead): Head => {
  const { grants, upstreams = [], shown } = head;
  const forAll = upstreams.find(([service]) => service === '');
  const chosen = upstreams.filter(([service]) => service !== '');
  return {
    ...head,
    rules: { ...head.rules, ...(forAll !== undefined && { upstream: forAll[1] }) },
    parts: {
      ...(grants !== undefined && { login: grants }),
      ...(chosen.length > 0 && { upstreams: Object.fromEntries(chosen) }),
      ...(shown !== undefined && { shown }),
      ...head.parts,
    },
  };
};

/** The number of starts that are kept: worlds with the same start share its data. */
const maxStarts = 200;

export interface StoredScenario {
  readonly hash: string;
  readonly text: string;
}

interface EncodedStart {
  readonly stored: StoredStart;
  /** If it is undefined, the scenario is part of `stored`. */
  readonly hash: string | undefined;
  readonly text: string;
}

export class Starts {
  readonly #service: Service;
  readonly #fetch: (hash: string) => Promise<string>;
  readonly #encoded = new WeakMap<WorldStart, EncodedStart>();
  readonly #decoded = new Map<string, WorldStart>();

  constructor(service: Service, fetch: (hash: string) => Promise<string>) {
    this.#service = service;
    this.#fetch = fetch;
  }

  encode(start: WorldStart): StoredStart {
    return this.#encodedOf(start).stored;
  }

  /** The scenario that must be in the store before the start may be named; undefined: none. */
  scenarioOf(start: WorldStart): StoredScenario | undefined {
    const { hash, text } = this.#encodedOf(start);
    return hash === undefined ? undefined : { hash, text };
  }

  async decode(stored: StoredStart): Promise<WorldStart> {
    const key = textOf(stored);
    const known = this.#decoded.get(key);
    if (known !== undefined) return known;
    const { name, hash, inline = '', seed, clock } = stored;
    const text = hash === undefined ? inline : await this.#fetch(hash);
    const scenario = createScenario(name ?? undefined, parse(text) as ScenarioDocument);
    const start = startOfScenario(this.#service, scenario, { name, seed, clock });
    this.#keep(key, start);
    return start;
  }

  #encodedOf(start: WorldStart): EncodedStart {
    const known = this.#encoded.get(start);
    if (known !== undefined) return known;
    const { scenario, overrides } = start;
    const { name, seed, clock } = overrides;
    // With `--fault` and `--seed`, which are not part of the scenario's own document.
    const faults = scenario.faults.map(faultToDocument);
    const whole = { ...scenario.document, seed: scenario.seed, ...(faults.length > 0 && { faults }) };
    const text = stringifyJson(whole as Json);
    const hash = name === null ? undefined : hashOf(text);
    const stored = {
      name,
      ...(hash === undefined ? { inline: text } : { hash }),
      ...(seed !== undefined && { seed }),
      ...(clock !== undefined && { clock }),
    };
    const encoded = { stored, hash, text };
    this.#encoded.set(start, encoded);
    // Worlds that this server starts share their data with those that others start alike.
    if (hash !== undefined) this.#keep(textOf(stored), start);
    return encoded;
  }

  #keep(key: string, start: WorldStart): void {
    if (!this.#decoded.has(key)) this.#decoded.set(key, start);
    if (this.#decoded.size > maxStarts) this.#decoded.delete(this.#decoded.keys().next().value as string);
  }
}

const textOf = (stored: StoredStart): string => stringifyJson(stored as unknown as Json);

/** The name of a scenario in the store. */
export const hashOf = (text: string): string => digest('sha256', text).slice(0, 32);
