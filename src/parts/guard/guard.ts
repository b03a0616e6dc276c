/** Judges what other mocks answer. It imports nothing from Node: it also runs in a browser. */
import type { HttpRequest } from '../../core/http/http.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import { routeRequest } from '../../core/service/route.ts';
import type { Service } from '../../core/service/service.ts';
import { pathIn, readBaseUrl } from '../../library/base-url.ts';
import type { CoverageView } from '../../library/exchange-view.ts';
import { readAssertOptions } from '../../library/find-violations.ts';
import { checkArgument } from '../../library/read-arguments.ts';
import type { VivariumWorld } from '../../library/world-api.ts';
import { elapsedSince, monotonicMs } from '../../world/clock.ts';
import { toRequestBody } from '../../world/fetch.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { Guard, GuardCoverage, GuardedExchange, GuardReportFormat, GuardRules } from './api.ts';
import { emptyError, type FoundViolation, violationError } from './describe-findings.ts';
import type { LocateInDocument } from './document-place.ts';
import { type GivenResponse, judgeExchange } from './judge-exchange.ts';

/** What a guard judges with: a simulation whose world takes the exchanges. */
export interface GuardBase {
  readonly worlds: Worlds;
  readonly world: VivariumWorld;
  readonly maxBodyBytes: number;
  readonly locate: LocateInDocument;
  readonly write: (guard: Guard, format: GuardReportFormat, file: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Who gave a response, of which the bodies may have been read already. */
export interface Observed {
  readonly request: Request;
  readonly response: Response;
  readonly by: GivenResponse['by'];
}

/** A guard, as the sources of exchanges see it. */
export interface ObservingGuard {
  readonly guard: Guard;
  readonly passthrough: boolean;
  /** Judges an exchange, if it belongs to the service and is not ignored. It never throws. */
  readonly observe: (observed: Observed) => void;
  /** Does the same as `observe`, for a source that is asked for its messages. Undefined: it is not judged. */
  readonly observeLater: (read: () => Promise<Observed | undefined>) => void;
  /** Whether a request belongs to the service. */
  readonly concerns: (url: string) => boolean;
}

export const guardRuleNames = ['baseUrl', 'ignore', 'examples', 'passthrough'] as const;

export const createGuardOf = (base: GuardBase, rules: GuardRules): ObservingGuard => {
  const { worlds, world } = base;
  const { service } = worlds;
  const baseUrl = rules.baseUrl === undefined ? undefined : readBaseUrl(rules.baseUrl);
  const isIgnored = readIgnored(rules.ignore ?? [], service);
  const origins = new Set(baseUrl === undefined ? serverOrigins(service) : []);
  const answered = new Map<string, { mock: number; world: number }>();
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;

  const pathOf = (text: string): string | undefined => {
    const url = new URL(text);
    const path = pathIn(world, url, baseUrl);
    return path ?? (origins.has(url.origin) ? url.pathname + url.search : undefined);
  };
  const judgeAt = async (path: string, { request, response, by }: Observed): Promise<GuardedExchange> => {
    const started = monotonicMs();
    const [data, given] = await Promise.all([
      readRequest(request, path, base.maxBodyBytes),
      readResponse(response, by),
    ]);
    const opened = worlds.open(world.name) as NonNullable<ReturnType<Worlds['open']>>;
    const { exchange } = opened.handleBy(
      (service, state, request, now) => judgeExchange({ service, state, request, now }, given, rules.examples === true),
      data,
      { started, journaled: true },
    );
    exchange.durationMs = elapsedSince(started);
    worlds.announce(exchange);
    if (exchange.operation !== undefined) {
      const counts = answered.get(exchange.operation) ?? { mock: 0, world: 0 };
      counts[by]++;
      answered.set(exchange.operation, counts);
    }
    const [view] = world.exchanges({ since: exchange.id - 1, limit: 1 });
    return view as GuardedExchange;
  };
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const tracked = work.finally(() => pending.delete(tracked));
    pending.add(tracked);
    return tracked;
  };
  const settle = async (): Promise<void> => {
    while (pending.size > 0) await Promise.allSettled(pending);
  };
  const guard: Guard = {
    check: async (request, response) => {
      await worlds.ready();
      const url = new URL(request.url);
      return track(
        judgeAt(pathOf(request.url) ?? url.pathname + url.search, { request, response, by: whoGave(response) }),
      );
    },
    exchanges: (filter) => world.exchanges(filter),
    violations: () => violationsIn(world).map(({ exchange, ...row }) => row),
    coverage: () => withAnswers(world.coverage(), answered),
    assertNoViolations: async (options = {}) => {
      const allowEmpty = readAssertOptions(options);
      await settle();
      const found = violationsIn(world);
      if (found.length > 0) throw violationError(found, base.locate, service);
      const { requests } = (worlds.open(world.name) as NonNullable<ReturnType<Worlds['open']>>).records.judged;
      if (requests === 0 && !allowEmpty) throw emptyError(service);
    },
    reset: () => {
      world.reset();
      answered.clear();
    },
    close: async () => {
      isClosed = true;
      await settle();
      await base.close();
    },
    report: async (format, file) => {
      await settle();
      await base.write(guard, format, file);
    },
  };
  const judgeObserved = async (observed: Observed | undefined): Promise<void> => {
    const path = observed === undefined || isClosed ? undefined : pathOf(observed.request.url);
    if (observed === undefined || path === undefined || isIgnored(observed.request.method, path)) return;
    await judgeAt(path, observed);
  };
  return {
    guard,
    passthrough: rules.passthrough === true,
    concerns: (url) => !isClosed && URL.canParse(url) && pathOf(url) !== undefined,
    observe: (observed) => void track(judgeObserved(observed)).catch(() => {}),
    observeLater: (read) => void track(read().then(judgeObserved)).catch(() => {}),
  };
};

/** A world of Vivarium numbers its exchanges. */
export const whoGave = ({ headers }: Response): GivenResponse['by'] =>
  headers.has('vivarium-exchange') ? 'world' : 'mock';

/** The origins of the document's servers, as far as they are written in full. */
const serverOrigins = ({ document }: Service): readonly string[] => {
  const { servers } = document;
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server) => {
    const url: unknown = server?.url;
    return typeof url === 'string' && URL.canParse(url) ? [new URL(url).origin] : [];
  });
};

/** @throws ConfigError for an entry that is neither the name of an operation, nor a method and a path. */
const readIgnored = (entries: readonly string[], service: Service): ((method: string, path: string) => boolean) => {
  if (!Array.isArray(entries))
    throw optionInvalid('ignore must be a list of operations', "Write ignore: ['GET /health'].");
  const names = new Set<string>();
  const paths: (readonly [method: string, path: string])[] = [];
  for (const entry of entries) {
    const [, method, path] = /^([A-Za-z*]+) (\/\S*)$/.exec(String(entry)) ?? [];
    const operation = service.operations.find(({ name }) => name === entry);
    if (operation !== undefined) names.add(operation.name);
    else if (method !== undefined && path !== undefined) paths.push([method.toUpperCase(), path]);
    else
      throw optionInvalid(
        `ignore names "${String(entry)}", which is neither an operation nor a method and a path`,
        suggest(
          String(entry),
          'operations',
          service.operations.map(({ name }) => name),
        ),
      );
  }
  return (method, target) => {
    const [path = ''] = target.split('?', 1);
    const { apiPath, match } = routeRequest(service, method, path, () => false);
    const operation = match.type === 'operation' ? match.operation : undefined;
    if (operation !== undefined && names.has(operation.name)) return true;
    const known = [path, apiPath?.path, operation?.path];
    return paths.some(
      ([verb, pattern]) =>
        (verb === '*' || verb === method.toUpperCase()) &&
        known.some((one) => one !== undefined && matchesWildcard(pattern, one)),
    );
  };
};

const readRequest = async (request: Request, path: string, maxBodyBytes: number): Promise<HttpRequest> => {
  const { protocol, host } = new URL(request.url);
  const [pathname = '', ...query] = path.split('?');
  const bytes = await bytesOf(request);
  const headers = Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value]));
  return {
    method: request.method,
    path: pathname,
    query: query.join('?'),
    headers: { host, ...headers },
    body: toRequestBody(bytes, maxBodyBytes),
    pathPrefix: '',
    isEncrypted: protocol === 'https:',
  };
};

const readResponse = async (response: Response, by: GivenResponse['by']): Promise<GivenResponse> => {
  const { status } = response;
  const headers = [...response.headers].flat();
  const given = { status, headers, by, body: new Uint8Array() };
  if (/^text\/event-stream/.test(response.headers.get('content-type') ?? ''))
    return { ...given, unjudged: 'is an event stream, which is not judged' };
  if (response.bodyUsed) return { ...given, unjudged: 'was read before the guard saw it, and is not judged' };
  try {
    return { ...given, body: (await bytesOf(response)) ?? new Uint8Array() };
  } catch {
    return { ...given, unjudged: 'broke off, and is not judged' };
  }
};

/** The body of a clone; undefined: there is none, or somebody has read it. */
const bytesOf = async (message: Request | Response): Promise<Uint8Array | undefined> =>
  message.body === null || message.bodyUsed ? undefined : new Uint8Array(await message.clone().arrayBuffer());

const violationsIn = (world: VivariumWorld): readonly FoundViolation[] =>
  world
    .exchanges({ violations: true, limit: Number.MAX_SAFE_INTEGER })
    .toReversed()
    .filter(({ request }) => !/\bviolation\b/i.test(request.headers['vivarium-expect'] ?? ''))
    .flatMap((exchange) => exchange.violations.map((row) => ({ operation: exchange.operation, ...row, exchange })));

const withAnswers = (
  { items, ...coverage }: CoverageView,
  answered: ReadonlyMap<string, { readonly mock: number; readonly world: number }>,
): GuardCoverage => ({
  ...coverage,
  items: items.map((item) => ({ ...item, answered: { ...(answered.get(item.operation) ?? { mock: 0, world: 0 }) } })),
});

/** @throws ConfigError for options that do not exist. */
export const checkGuardOptions = (options: unknown, known: readonly string[]): void =>
  checkArgument(options, {
    name: 'the options of guard',
    example: "guard(server, { document: 'openapi.yaml' })",
    known,
  });
