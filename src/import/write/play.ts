/** Plays a recording to a world, which keeps of it what it keeps of an upstream's responses. */
import type { Exchange } from '../../core/exchange.ts';
import type { HttpRequest, RequestBody } from '../../core/http/http.ts';
import { noBody } from '../../core/http/http.ts';
import { responseFor } from '../../core/service/operation.ts';
import { matchOperation } from '../../core/service/router.ts';
import type { Service } from '../../core/service/service.ts';
import { type Received, simulateReceived } from '../../core/upstream/received.ts';
import type { ScenarioDocument } from '../../scenario/document/schema.ts';
import type { Data } from '../../scenario/file/from-world.ts';
import { loadServices } from '../../simulation/load-services.ts';
import type { ServiceSources } from '../../simulation/service-source.ts';
import { createSimulation } from '../../simulation/simulation.ts';
import { monotonicMs } from '../../world/clock.ts';
import { captureScenario } from '../../world/control/save-world.ts';
import { silentLogger } from '../../world/logger.ts';
import type { World } from '../../world/world.ts';
import type { Ledger } from '../recording/ledger.ts';
import { bytesOf, headerIn, type Seen, type SeenHeaders } from '../recording/recording.ts';

export interface Played {
  readonly document: ScenarioDocument;
  readonly data: Data;
}

/** `seen`: of one host. @throws ConfigError if the document cannot be served. */
export const play = async (services: ServiceSources, seen: readonly Seen[], ledger: Ledger): Promise<Played> => {
  const [source] = services.list;
  const { service } = await loadServices(services);
  const own = service.basePaths[0] ?? '';
  const base = baseOf(service, seen, own);
  const { worlds } = await createSimulation(
    {
      services,
      scenario: {},
      scenarios: undefined,
      seed: undefined,
      fault: [],
      nameOf: (name) => name,
      upstreams: {
        urls: new Map([[source.name, new URL(`${seen[0]?.origin || 'http://localhost'}${base || '/'}`)]]),
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
      journal: maxTimed,
      maxBody: Number.MAX_SAFE_INTEGER,
      showCredentials: false,
      token: undefined,
      logger: silentLogger,
    },
  );
  await worlds.ready();
  const world = worlds.open('default') as World;
  for (const one of seen) playOne(world, service, one, requestOf(one, base, own), ledger);
  const { document, data } = captureScenario(world);
  worlds.dismiss();
  const { resume, ...rest } = document;
  const nextIds = resume?.nextIds ?? {};
  // The counts are those of the recording, not of the worlds that start from it.
  return { document: { ...rest, ...(Object.keys(nextIds).length > 0 && { resume: { nextIds } }) }, data };
};

/** Exchanges whose times count for the recorded latency. */
const maxTimed = 10_000;

const playOne = (world: World, service: Service, seen: Seen, request: HttpRequest, ledger: Ledger): void => {
  const send = { service: service.name, method: request.method, target: '', headers: [], body: undefined };
  const meanwhile = { received: receivedOf(seen), isOverlapped: false };
  const { exchange, error } = world.handleBy(
    (served, state, sent, now) =>
      simulateReceived(served, state, sent, now, { at: now, send, simulated: undefined, isWrite: false }, meanwhile),
    request,
    { started: monotonicMs(), journaled: true },
  );
  const lost = error === undefined ? whyLost(service, exchange, seen) : 'its response cannot be read';
  if (lost !== undefined) ledger.lose(seen.key, lost, seen.place);
  else ledger.carry(seen.key, seen.place);
};

const whyLost = (service: Service, exchange: Exchange, { response: { status } }: Seen): string | undefined => {
  const operation = service.operations.find(({ name }) => name === exchange.operation);
  if (operation === undefined) return 'the document has no operation for it';
  if (status < 400 && (operation.success === undefined || responseFor(operation, status) === undefined))
    return `the document has no status ${status} for ${operation.name}`;
  const broken = exchange.violations.find(({ side, in: part }) => side === 'response' && part !== 'status');
  return broken && `its response breaks the document: ${broken.message.slice(0, 200)}`;
};

/** The base path of the recording: of those that its paths begin with, the one with which the most requests have an operation. */
const baseOf = ({ matcher }: Service, seen: readonly Seen[], own: string): string => {
  const paths = new Set(seen.map(({ method, path }) => `${method} ${path}`));
  const candidates = new Set([own, '']);
  for (const { path } of seen.slice(0, maxSampled))
    for (
      let end = path.indexOf('/', 1), depth = 0;
      end > 0 && depth < maxBaseDepth;
      depth++, end = path.indexOf('/', end + 1)
    )
      candidates.add(path.slice(0, end));
  const countOf = (base: string): number => {
    let count = 0;
    for (const each of paths) {
      const [method = '', path = ''] = each.split(' ');
      const rest = restOf(path, base);
      if (rest !== undefined && matchOperation(matcher, method, rest, () => false).type === 'operation') count++;
    }
    return count;
  };
  let best = { base: own, count: countOf(own) };
  for (const base of [...candidates].slice(0, maxBases)) {
    const count = countOf(base);
    if (count > best.count) best = { base, count };
  }
  return best.base;
};

const maxSampled = 200;
const maxBaseDepth = 4;
const maxBases = 100;

/** Undefined if the path is not below the base. */
const restOf = (path: string, base: string): string | undefined => {
  if (!path.startsWith(base)) return undefined;
  const rest = path.slice(base.length);
  return rest === '' || rest.startsWith('/') ? rest || '/' : undefined;
};

const requestOf = ({ method, path, query, headers, body }: Seen, base: string, own: string): HttpRequest => {
  const rest = restOf(path, base);
  const content = bytesOf(body);
  const sent: RequestBody = content.length === 0 ? noBody : { type: 'bytes', bytes: content };
  return {
    method,
    path: rest === undefined ? path : `${own}${rest}`,
    query,
    headers: fieldsOf(headers, body?.type),
    body: sent,
    pathPrefix: '',
  };
};

/** Of a request, only what the record depends on. */
const fieldsOf = (headers: SeenHeaders, type: string | undefined): Record<string, string> => {
  const accept = headerIn(headers, 'accept');
  return { ...(type !== undefined && { 'content-type': type }), ...(accept !== undefined && { accept }) };
};

const receivedOf = ({ response: { status, headers, body, ms = 0 } }: Seen): Received => {
  const rest = headers.filter(([name]) => name !== 'content-type');
  const typed = body?.type === undefined ? [] : ['content-type', body.type];
  return { type: 'response', status, headers: [...rest.flat(), ...typed], body: bytesOf(body), ms };
};
