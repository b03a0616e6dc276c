/** The public documents, each served and with its judges. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Service } from '../../../src/core/service/service.ts';
import { createVivarium, type Vivarium, type VivariumOptions } from '../../../src/index.ts';
import { simulationOf } from '../../../src/library/simulation-of.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import { pathOf } from '../sources.ts';
import { type Client, createClient, type Found, type Send, sendBy } from './client.ts';
import { createJudge, type Judge } from './judge.ts';
import { type RawDocument, type RawOperation, readRawDocument } from './raw-document.ts';
import { createRequestBuilder, type RequestBuilder } from './requests.ts';

/** A document of a hundred operations takes a second or two, and much longer on a busy machine. */
export const timeoutMs = 120_000;

export interface LiveDocument {
  readonly document: RawDocument;
  readonly judge: Judge;
  readonly builder: RequestBuilder;
  /** The base URL of the service. */
  readonly url: string;
  readonly vivarium: Vivarium;
  /** The origin. */
  readonly origin: string;
  /** Sends requests to a world, in process. */
  readonly sendTo: (world: string) => Send;
  /** A client with its own world. */
  readonly clientOf: (world: string) => Client;
  /** The effect of an operation according to the engine. */
  readonly bindingOf: (operation: RawOperation) => BindingView | undefined;
}

/** In the form of the control API. */
export interface BindingView {
  readonly action: string;
  readonly collection: string;
}

const readBindings = async (origin: string, service: string): Promise<ReadonlyMap<string, BindingView>> => {
  const { operations } = (await (await fetch(`${origin}/_vivarium/api/services/${service}`)).json()) as {
    readonly operations: readonly (Record<'method' | 'path', string> &
      Record<'action' | 'collection', string | null>)[];
  };
  return new Map(
    operations.flatMap(({ method, path, action, collection }) =>
      action === null || collection === null ? [] : [[`${method} ${path}`, { action, collection }] as const],
    ),
  );
};

/** What a server has compiled: to compile a document again would take longer than most of what the suites do with it. */
export const serviceOf = (vivarium: Vivarium): Service => (simulationOf(vivarium) as Simulation).worlds.service;

/** A directory without scenarios: worlds start like those of a user with only a document. */
export const noScenarios = (): string => {
  const folder = fileURLToPath(new URL('../../../.vitest/no-scenarios', import.meta.url));
  mkdirSync(folder, { recursive: true });
  return folder;
};

const openDocument = async (
  vivarium: Vivarium,
  { name, origin, service, url }: Record<'name' | 'origin' | 'service' | 'url', string>,
): Promise<LiveDocument> => {
  const document = readRawDocument(name);
  const judge = createJudge(document);
  const builder = createRequestBuilder(document, judge);
  const bindings = await readBindings(origin, service);
  const listed = new Map<string, Found | undefined>();
  const sendTo: LiveDocument['sendTo'] = (world) => {
    const { fetch } = vivarium.world(world);
    return (built) => sendBy(fetch, url, built);
  };
  return {
    document,
    judge,
    builder,
    url,
    vivarium,
    origin,
    sendTo,
    clientOf: (world) => createClient(sendTo(world), document, builder, listed),
    bindingOf: ({ method, path }) => bindings.get(`${method} ${path}`),
  };
};

const options = (): VivariumOptions => ({ maxWorlds: 2000, seed: 1, scenarios: noScenarios() });

interface LiveServer {
  /** @throws Error if the server does not have the document. */
  readonly open: (name: string) => Promise<LiveDocument>;
  readonly close: () => Promise<void>;
}

const nameOf = (name: string): string => name.replaceAll(/\W+/g, '-');

/** One server with all documents, each below a base path of its own. */
export const startDocuments = async (names: readonly string[]): Promise<LiveServer> => {
  const services = Object.fromEntries(
    names.map((name) => [nameOf(name), { document: pathOf(name), base: `/${nameOf(name)}` }]),
  );
  const vivarium = await createVivarium({ ...options(), services });
  const { url: origin, services: urls } = await vivarium.listen({ port: 0 });
  return {
    open: (name) => openDocument(vivarium, { name, origin, service: nameOf(name), url: urls[nameOf(name)] as string }),
    close: () => vivarium.close(),
  };
};

/** Serves a document; the caller closes it. */
export const startDocument = async (name: string): Promise<LiveDocument> => {
  const vivarium = await createVivarium({ ...options(), document: pathOf(name) });
  const { url: origin, services } = await vivarium.listen({ port: 0 });
  const [[service, url]] = Object.entries(services) as [[string, string]];
  return openDocument(vivarium, { name, origin, service, url });
};

/** Serves a document until it is no longer used. */
export const withDocument = async <Value>(
  name: string,
  use: (live: LiveDocument) => Promise<Value>,
): Promise<Value> => {
  const live = await startDocument(name);
  try {
    return await use(live);
  } finally {
    await live.vivarium.close();
  }
};
