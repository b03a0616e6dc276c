/** Services and requests as data, for the tests of the core, the worlds and the properties. */

import { type HttpRequest, type HttpResponse, noBody, type Reply, type RequestBody } from '../../src/core/http/http.ts';
import { type Json, type JsonObject, parseJson, stringifyJson } from '../../src/core/primitives/json.ts';
import { sizeOf, valuesOf } from '../../src/core/primitives/sorted-map.ts';
import type { Operation } from '../../src/core/service/operation.ts';
import type { Service } from '../../src/core/service/service.ts';
import { type Outcome, simulate } from '../../src/core/simulate/simulate.ts';
import type { Collection } from '../../src/core/state/collection.ts';
import { applyChanges, type State } from '../../src/core/state/state.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { createScenarioStart } from '../../src/scenario/data/start-data.ts';
import { createScenario } from '../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../src/scenario/document/scenario-schema.ts';
import { shippedDocument } from '../../src/simulation/service-source.ts';
import type { WorldStart } from '../../src/world/world.ts';
import { declared } from '../short-document.ts';

/** 1 June 2030, noon: before the animal store's removal date. */
export const now = Date.UTC(2030, 5, 1, 12);

/** The shipped service, ready to simulate. */
export const loadAnimalStore = async (): Promise<Service> => {
  const { document } = await loadDocument(shippedDocument);
  return readyService(document);
};

export const readyService = async (document: JsonObject): Promise<Service> => {
  const service = compileService(document);
  await service.ready();
  return service;
};

/** A document with these paths; `rest` lies beside them. Path parameters that a path does not declare are integers. */
export const documentOf = (paths: JsonObject, rest: JsonObject = {}): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Test', version: '1' },
  paths: declared(paths),
  ...rest,
});

export const operationOf = (service: Service, name: string): Operation => {
  const found = service.operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};

export const stateOf = (service: Service, document: ScenarioDocument = {}, at = now): State =>
  createScenarioStart(service, createScenario(undefined, document)).createState('test', at);

export const startOf = (service: Service, document: ScenarioDocument = {}): WorldStart => {
  const scenario = createScenario(undefined, document);
  const { seed, clock } = scenario;
  return { scenario, overrides: { name: null }, seed, clock, ...createScenarioStart(service, scenario) };
};

export const collectionOf = (state: State, name: string): Collection => {
  const found = state.collections.get(name);
  if (found === undefined) throw new Error(`no collection ${name}`);
  return found;
};

/** The items of a collection, in their order. */
export const itemsOf = (state: State, name: string): readonly JsonObject[] =>
  [...valuesOf(collectionOf(state, name).items)].map((item) => item.value);

export interface Sent {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Strings and bytes are sent unchanged, anything else as JSON; the default content type is JSON. */
  readonly body?: Json | Uint8Array;
  /** A body that the edge could not read. */
  readonly lost?: Extract<RequestBody, { type: 'too-large' | 'bad-encoding' }>;
  readonly pathPrefix?: string;
}

const bytesOf = (body: Json | Uint8Array): Uint8Array =>
  body instanceof Uint8Array
    ? body
    : new TextEncoder().encode(typeof body === 'string' ? body : stringifyJson(body as Json));

/** `target` is a path with its query; by default there is a bearer token. */
export const requestOf = (
  method: string,
  target: string,
  { headers, body, lost, pathPrefix = '' }: Sent = {},
): HttpRequest => {
  const mark = target.indexOf('?');
  const hasBody = body !== undefined || lost !== undefined;
  return {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: { authorization: 'Bearer demo', ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    body: lost ?? (body === undefined ? noBody : { type: 'bytes', bytes: bytesOf(body) }),
    pathPrefix,
  };
};

/** The decision, with the parts that tests read. */
export interface Decided extends Outcome {
  readonly status: number;
  readonly body: Json | undefined;
  readonly header: (name: string) => string | undefined;
}

export const decide = (service: Service, state: State, request: HttpRequest, at = now): Decided => {
  const outcome = simulate(service, state, request, at);
  const { response } = outcome.reply;
  checkMessage(response);
  return {
    ...outcome,
    status: response.status,
    body: bodyOf(outcome.reply),
    header: (name) => responseHeaderOf(response, name),
  };
};

/** Any response can be sent: it has header names with values, and the length of its body. */
const checkMessage = ({ status, headers, body }: HttpResponse): void => {
  const names = headers.filter((_, index) => index % 2 === 0);
  const invalid = headers.length % 2 === 1 ? headers.at(-1) : names.find((name) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name));
  if (invalid !== undefined) throw new Error(`header ${JSON.stringify(invalid)} has no name or no value`);
  const lengths = headers.filter(
    (_, index) => headers[index - 1]?.toLowerCase() === 'content-length' && index % 2 === 1,
  );
  const isEmpty = status === 204 || status === 304;
  if (lengths.length !== (isEmpty ? 0 : 1))
    throw new Error(`status ${status} has ${lengths.length} Content-Length headers`);
  if (body !== undefined && lengths[0] !== String(Buffer.byteLength(body)))
    throw new Error(`Content-Length is ${lengths[0]}, and the body has ${Buffer.byteLength(body)} bytes`);
};

/** The response header's first value, by any spelling of its name. */
export const responseHeaderOf = (response: HttpResponse, name: string): string | undefined => {
  const wanted = name.toLowerCase();
  for (let at = 0; at < response.headers.length; at += 2) {
    if (response.headers[at]?.toLowerCase() === wanted) return response.headers[at + 1];
  }
  return undefined;
};

/** The JSON body; undefined if there is none, or if it is not JSON. */
export const bodyOf = ({ response }: Reply): Json | undefined => {
  const parsed = typeof response.body === 'string' ? parseJson(response.body) : undefined;
  return parsed?.ok ? parsed.value : undefined;
};

/** Like a world: decides, then applies the changes to the state. */
export const take = (service: Service, state: State, request: HttpRequest, at = now): Decided => {
  const decided = decide(service, state, request, at);
  applyChanges(state, decided.changes);
  return decided;
};

/** All that a state holds, as plain data to compare. */
export const snapshotOf = (state: State) => ({
  name: state.name,
  seed: state.seed,
  rules: state.rules,
  active: state.active.entries,
  faults: [...state.faults],
  startedAt: 0,
  counters: {
    exchanges: state.counters.exchanges,
    calls: [...state.counters.calls],
    faults: [...state.counters.faults],
  },
  collections: [...state.collections].map(([name, { spec: _spec, items, orders, indexes, ...rest }]) => ({
    name,
    ...rest,
    items: [...valuesOf(items)],
    orders: [...valuesOf(orders)],
    indexed: [...indexes].map(([property, index]) => [property, [...valuesOf(index)].map((group) => sizeOf(group))]),
  })),
});

/** Freezes plain data to its depth, so that writing to it throws. */
export const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const property of Object.values(value)) deepFreeze(property);
  return value;
};
