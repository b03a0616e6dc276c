/** Judges what other mocks answer. It imports nothing from Node: it also runs in a browser. */
import type { Exchange } from '../../core/exchange.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import type { Service } from '../../core/service/service.ts';
import { pathIn, readBaseUrl } from '../../library/base-url.ts';
import type { CoverageView } from '../../library/exchange-view.ts';
import { readAssertOptions } from '../../library/find-violations.ts';
import { checkArgument, describeValue } from '../../library/read-arguments.ts';
import type { VivariumWorld } from '../../library/world-api.ts';
import { elapsedSince, monotonicMs } from '../../world/clock.ts';
import { createRedactFor, type Redact } from '../../world/evidence/redact.ts';
import { viewExchange } from '../../world/evidence/view-exchange.ts';
import { expectsViolations } from '../../world/gate/expected-violations.ts';
import type { Worlds } from '../../world/worlds.ts';
import type { Guard, GuardCoverage, GuardedExchange, GuardReportFormat, GuardRules } from './api.ts';
import { emptyError, violationError } from './describe-findings.ts';
import type { LocateInDocument } from './document-place.ts';
import { GuardFindings } from './guard-findings.ts';
import { readIgnored } from './ignored.ts';
import { type GivenResponse, judgeExchange } from './judge-exchange.ts';
import { copyOf, givenRequest, givenResponse, type ReadBody, readBody } from './read-messages.ts';

/** What a guard judges with: a simulation whose world takes the exchanges. */
export interface GuardBase {
  readonly worlds: Worlds;
  readonly world: VivariumWorld;
  readonly locate: LocateInDocument;
  readonly write: (guard: Guard, format: GuardReportFormat, file: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Copies of a request and its response, and who gave it. */
export interface Observed {
  readonly request: Request;
  readonly response: Response;
  readonly by: GivenResponse['by'];
}

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

/** The exchanges and the bytes of their bodies that wait for being judged. */
const maxUnjudged = 2000;
const maxUnjudgedBytes = 10_485_760;

const maxPaths = 1000;

/** An exchange whose bodies have ended. */
interface ReadExchange {
  readonly path: string;
  readonly observed: Observed;
  readonly sent: ReadBody;
  readonly answer: ReadBody;
  readonly size: number;
  readonly started: number;
  readonly durationMs: number;
}

/** The time that an assertion gives to bodies that the client has not read to their end. What then goes on is not judged. */
const maxWaitMs = 2000;

/** Finds the paths of addresses below the service: a source asks several times, and a suite sends the same ones. */
const createPathOf = ({ worlds, world }: GuardBase, { baseUrl: given }: GuardRules) => {
  const baseUrl = given === undefined ? undefined : readBaseUrl(given);
  const origins = new Set(baseUrl === undefined ? serverOrigins(worlds.service) : []);
  const paths = new Map<string, string | undefined>();
  return (text: string): string | undefined => {
    if (paths.has(text)) return paths.get(text);
    const url = URL.parse(text);
    const path =
      url === null
        ? undefined
        : (pathIn(world, url, baseUrl) ?? (origins.has(url.origin) ? url.pathname + url.search : undefined));
    if (paths.size >= maxPaths) paths.clear();
    paths.set(text, path);
    return path;
  };
};

/** Judges exchanges, and has what it found. What was read is judged when somebody asks: the requests of the client do not wait for it. */
class Judge {
  readonly answered = new Map<string, { mock: number; world: number }>();
  readonly findings = new GuardFindings();
  readonly #base: GuardBase;
  readonly #acceptsExamples: boolean;
  readonly #isIgnored: ReturnType<typeof readIgnored>;
  readonly #redact: Redact;
  readonly #unjudged: ReadExchange[] = [];
  #bytes = 0;

  constructor(base: GuardBase, { ignore = [], examples }: GuardRules) {
    const { service } = base.worlds;
    this.#base = base;
    this.#acceptsExamples = examples === true;
    this.#isIgnored = readIgnored(ignore, service);
    this.#redact = createRedactFor()(service);
  }

  add(read: ReadExchange): void {
    this.#unjudged.push(read);
    this.#bytes += read.size;
    if (this.#bytes > maxUnjudgedBytes) this.judgeAll();
    this.#judgeUntil(maxUnjudged);
  }

  judgeAll(): void {
    this.#judgeUntil(0);
  }

  clear(): void {
    this.#unjudged.length = 0;
    this.#bytes = 0;
    this.answered.clear();
    this.findings.clear();
  }

  /** Judges what was read, oldest first, until no more than so many are left. */
  #judgeUntil(left: number): void {
    while (this.#unjudged.length > left) {
      const one = this.#unjudged.shift() as ReadExchange;
      this.#bytes -= one.size;
      if (!this.#isIgnored(one.observed.request.method, one.path)) this.judge(one);
    }
  }

  /** Returns the number of the exchange. */
  judge({ path, observed, sent, answer, started, durationMs }: ReadExchange): number {
    const { worlds } = this.#base;
    const read = givenRequest(observed.request, sent, path);
    const given = givenResponse(observed.response, answer, observed.by);
    const { exchange } = openWorld(this.#base).handleBy(
      (service, state, request, now) => {
        const at = now - Math.round(elapsedSince(started));
        const outcome = judgeExchange({ service, state, request, unjudged: read.unjudged, now: at }, given, {
          acceptsExamples: this.#acceptsExamples,
          isIgnored: this.#isIgnored(request.method, path),
        });
        if (!expectsViolations(request) && outcome.exchange.violations.length > 0)
          this.#note(outcome.exchange, service);
        return outcome;
      },
      read.request,
      { started, journaled: true },
    );
    exchange.durationMs = durationMs;
    worlds.announce(exchange);
    if (exchange.operation !== undefined) {
      const counts = this.answered.get(exchange.operation) ?? { mock: 0, world: 0 };
      counts[given.by]++;
      this.answered.set(exchange.operation, counts);
    }
    return exchange.id;
  }

  #note(exchange: Exchange, { operations }: Service): void {
    const whole = viewExchange(exchange, this.#redact) as unknown as GuardedExchange;
    const operation = operations.find(({ name }) => name === exchange.operation);
    this.findings.add(whole, operation);
  }
}

/** Reads the bodies of exchanges, and knows what is under way. */
class Reading {
  readonly #pending = new Set<Promise<unknown>>();
  /** Functions that end the reading of one body each. */
  readonly #open = new Set<() => void>();
  /** Replaced by a reset: what began before it is forgotten too. */
  #run = {};

  /** Returns a function that says whether there was a reset since this call. */
  forgetting(): () => boolean {
    const begun = this.#run;
    return () => begun !== this.#run;
  }

  async readAt(path: string, observed: Observed, isForgotten: () => boolean): Promise<ReadExchange> {
    const started = monotonicMs();
    const reading = readBody(observed.response, this.#open);
    const [sent, answer] = [await readBody(observed.request, this.#open), await reading];
    if (isForgotten()) throw forgotten();
    const size = (sent.bytes?.byteLength ?? 0) + (answer.bytes?.byteLength ?? 0);
    return { path, observed, sent, answer, size, started, durationMs: elapsedSince(started) };
  }

  track<Result>(work: Promise<Result>): Promise<Result> {
    const ended = () => void this.#pending.delete(work);
    this.#pending.add(work);
    work.then(ended, ended);
    return work;
  }

  async settle(): Promise<void> {
    for (const giveUp of [() => this.#stop(), () => this.#pending.clear()])
      if (!(await settledWithin(maxWaitMs, this.#pending))) giveUp();
  }

  reset(): void {
    this.#run = {};
    this.#stop();
    this.#pending.clear();
  }

  #stop(): void {
    for (const stop of [...this.#open]) stop();
  }
}

export const createGuardOf = (base: GuardBase, rules: GuardRules): ObservingGuard => {
  const { worlds, world } = base;
  checkRules(rules);
  const pathOf = createPathOf(base, rules);
  const judge = new Judge(base, rules);
  const reading = new Reading();
  let isClosed = false;
  const settle = async (): Promise<void> => {
    await reading.settle();
    judge.judgeAll();
  };
  const judgeNow = async (request: Request, observed: Observed): Promise<GuardedExchange> => {
    const { pathname, search } = new URL(request.url);
    const isForgotten = reading.forgetting();
    await worlds.ready();
    const read = await reading.readAt(pathOf(request.url) ?? pathname + search, observed, isForgotten);
    judge.judgeAll();
    const [view] = world.exchanges({ since: judge.judge(read) - 1, limit: 1 });
    return view as GuardedExchange;
  };
  const asJudged = <Result>(read: () => Result): Result => {
    judge.judgeAll();
    return read();
  };
  const guard: Guard = {
    check: async (request, response) => {
      checkMessages(request, response);
      if (isClosed) throw new Error('The guard is closed: it judges nothing more.');
      const copies = { request: copyOf(request), response: copyOf(response), by: whoGave(response) };
      return reading.track(judgeNow(request, copies));
    },
    exchanges: (filter) => asJudged(() => world.exchanges(filter)),
    violations: () => asJudged(() => judge.findings.rows),
    coverage: () => asJudged(() => withAnswers(world.coverage(), judge.answered)),
    assertNoViolations: async (options = {}) => {
      const allowEmpty = readAssertOptions(options);
      await settle();
      const { groups } = judge.findings;
      if (groups.length > 0) throw violationError(groups, base.locate, worlds.service);
      if (openWorld(base).records.judged.requests === 0 && !allowEmpty) throw emptyError(worlds.service);
    },
    reset: () => {
      reading.reset();
      world.reset();
      judge.clear();
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
  return { guard, passthrough: rules.passthrough === true, ...observing(pathOf, judge, reading, () => isClosed) };
};

const observing = (
  pathOf: ReturnType<typeof createPathOf>,
  judge: Judge,
  reading: Reading,
  isClosed: () => boolean,
): Pick<ObservingGuard, 'concerns' | 'observe' | 'observeLater'> => {
  const queue = async (observed: Observed | undefined, isForgotten: () => boolean) => {
    const path = observed === undefined ? undefined : pathOf(observed.request.url);
    if (observed !== undefined && path !== undefined) judge.add(await reading.readAt(path, observed, isForgotten));
  };
  return {
    concerns: (url) => !isClosed() && pathOf(url) !== undefined,
    observe: (observed) => void reading.track(queue(observed, reading.forgetting())),
    observeLater: (read) => {
      const isForgotten = reading.forgetting();
      void reading.track(read().then((observed) => queue(observed, isForgotten)));
    },
  };
};

const openWorld = ({ worlds, world }: GuardBase) => worlds.open(world.name) as NonNullable<ReturnType<Worlds['open']>>;

const forgotten = (): Error => new Error('The guard was reset before it judged this.');

const settledWithin = async (ms: number, pending: ReadonlySet<Promise<unknown>>): Promise<boolean> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  const end = new Promise((resolve) => late.signal.addEventListener('abort', resolve));
  while (pending.size > 0 && !late.signal.aborted) await Promise.race([Promise.allSettled(pending), end]);
  clearTimeout(timer);
  return !late.signal.aborted;
};

/** A world of Vivarium numbers its exchanges. */
export const whoGave = ({ headers }: Response): GivenResponse['by'] =>
  headers.has('vivarium-exchange') ? 'world' : 'mock';

/** The origins of the document's servers, as far as they are written in full. */
const serverOrigins = ({ document }: Service): readonly string[] => {
  const { servers } = document;
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server) => URL.parse(String(server?.url))?.origin ?? []);
};

const checkRules = (rules: GuardRules) => {
  for (const name of ['examples', 'passthrough'] as const) {
    const value: unknown = rules[name];
    if (value !== undefined && typeof value !== 'boolean')
      throw optionInvalid(`option "${name}" must be true or false, not ${describeValue(value)}`);
  }
};

const checkMessages = (request: unknown, response: unknown) => {
  const isMessage = (value: unknown, property: string) =>
    typeof value === 'object' && value !== null && property in value && 'headers' in value && 'clone' in value;
  const hint = 'Write `await contract.check(new Request(url, init), response)`.';
  if (!isMessage(request, 'url')) throw optionInvalid(`check takes a Request, not ${describeValue(request)}`, hint);
  if (!isMessage(response, 'status'))
    throw optionInvalid(`check takes a Response, not ${describeValue(response)}`, hint);
};

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
