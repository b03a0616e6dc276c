/** Several servers in one process that share a store. */
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { readUpstreamOptions } from '../../../../src/parts/upstream/index.ts';
import type { ScenarioDocument } from '../../../../src/scenario/document/scenario-schema.ts';
import { chooseServices } from '../../../../src/simulation/service-source.ts';
import { createSimulation, listenOn, type Simulation } from '../../../../src/simulation/simulation.ts';

export interface StoreServerOptions {
  /** Of the store; undefined: in memory. */
  readonly url?: string | undefined;
  readonly prefix?: string;
  readonly keepMs?: number;
  readonly maxWorlds?: number;
  readonly journal?: number;
  readonly scenario?: ScenarioDocument;
  readonly document?: string | JsonObject;
  readonly snapshotLength?: number;
  readonly seed?: number;
  /** To which all requests are forwarded; the responses are recorded. */
  readonly upstream?: string;
  /** Whether they are compared, too. */
  readonly compare?: boolean;
  /** Not closed at the end of the test. */
  readonly isKept?: boolean;
}

export interface SharingServer {
  readonly simulation: Simulation;
  readonly url: string;
  /** What is logged, as texts. */
  readonly log: readonly string[];
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** A call of the control API. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what they get.
  readonly json: any;
}

const recorded = {
  forward: [],
  record: true,
  compare: false,
  upstreamHeader: [],
  upstreamTimeout: undefined,
  allowOrigin: [],
};

const names = { nameOf: (option: string) => `--${option}` };

export const startServer = async (options: StoreServerOptions): Promise<SharingServer> => {
  const { url, prefix = 'test', keepMs = 3_600_000, maxWorlds = 100, journal = 1000 } = options;
  const log: string[] = [];
  const note = (...message: readonly unknown[]): void => void log.push(message.map(String).join(' '));
  const services = await chooseServices({
    document: [options.document ?? 'spec/animal-store.yaml'],
    overlay: [],
    services: {},
    upstream: options.upstream,
    ...names,
  } as never);
  const source = {
    services,
    scenario: options.scenario ?? 'default',
    scenarios: undefined,
    seed: options.seed,
    fault: [],
    handlers: undefined,
    ...(options.upstream !== undefined && {
      upstreams: readUpstreamOptions({ ...recorded, compare: options.compare ?? false }, services, names),
    }),
    ...names,
  } as never;
  const simulation = await createSimulation(source, {
    maxWorlds,
    journal,
    maxBody: 1_048_576,
    showCredentials: false,
    token: undefined,
    logger: { info: note, warn: note, error: note },
    ...(url !== undefined && {
      sharedStore: {
        url,
        shownUrl: url.replace(/\/\/.*@/, '//'),
        prefix,
        keepMs,
        snapshotLength: options.snapshotLength,
      },
    }),
  });
  const listening = await listenOn(simulation, { port: 0, host: '127.0.0.1', tls: undefined, ...names } as never);
  // As `serve` does: the key of an issuer may have to wait for the store.
  await simulation.worlds.ready().catch(() => {});
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    simulation.worlds.dismiss();
    await listening.close();
    await simulation.store?.close();
  };
  if (options.isKept !== true) onTestFinished(close);
  const call: SharingServer['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${listening.url}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parse = (): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    };
    return { status: response.status, headers: response.headers, text, json: parse() };
  };
  return {
    simulation,
    url: listening.url,
    log,
    call,
    api: (method, path, body) => call(method, `/_vivarium/api${path}`, body),
    close,
  };
};
