/** Which stub wins a request, and what the conditions of faults cannot tell apart. */
import { asList, type FaultSubject, isSubset, matchesRequest, matchesTarget } from '../../../core/faults/conditions.ts';
import type { Fault, FaultOn } from '../../../core/faults/fault.ts';
import { contentOf, type HttpRequest } from '../../../core/http/http.ts';
import { normalizePath } from '../../../core/http/path.ts';
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import { isJsonObject, type Json, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import { lazily } from '../../../core/primitives/lazy.ts';
import { matchesWildcard } from '../../../core/primitives/wildcard.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { showPlace } from '../recording/ledger.ts';
import { globOf, type PlacedStub } from './place-stub.ts';
import type { Stub } from './stub.ts';
import { isLiteral } from './stub-wildcard.ts';

/** Priorities first, then more conditions before fewer, longer paths before shorter ones, and of equals the later one. */
export const inOrder = (placed: readonly PlacedStub[]): readonly PlacedStub[] =>
  [...placed.entries()]
    .sort(
      ([leftAt, left], [rightAt, right]) =>
        left.stub.priority - right.stub.priority ||
        right.conditions - left.conditions ||
        Number(isPattern(left)) - Number(isPattern(right)) ||
        lengthOf(right) - lengthOf(left) ||
        Number(left.isBroad) - Number(right.isBroad) ||
        rightAt - leftAt,
    )
    .map(([, one]) => one);

const isPattern = ({ stub }: PlacedStub): boolean => !stub.paths.every(isLiteral);

const lengthOf = ({ stub }: PlacedStub): number => Math.max(...stub.paths.map(({ glob }) => glob.length));

/** Why a stub is left out; undefined: for no reason that matters. */
export interface LeftOutStub {
  readonly reason: string | undefined;
  readonly isLost: boolean;
}

interface Contest {
  /** Stubs that never win: with the reason, and whether the source would tell them from the one that wins. */
  readonly shadowed: ReadonlyMap<PlacedStub, LeftOutStub>;
  /** For each of the others, one behind it that is for its requests too. */
  readonly behind: ReadonlyMap<PlacedStub, PlacedStub>;
  /** Stubs whose delays and lost connections would also hit the requests of others. */
  readonly leaking: ReadonlyMap<PlacedStub, string>;
}

/** `placed`: in order. @throws ConfigError if they are too many to be compared. */
export const contestOf = (placed: readonly PlacedStub[]): Contest => {
  const rivalsFor = rivalsOf(placed);
  const shadowed = new Map<PlacedStub, LeftOutStub>();
  const behind = new Map<PlacedStub, PlacedStub>();
  const leaking = new Map<PlacedStub, string>();
  for (const [position, one] of placed.entries()) {
    const subject = subjectOf(one.example, one.operations[0] as Operation);
    const rivals = rivalsFor(one).filter(
      ({ example: { on } }) =>
        matchesTarget({ on, effect } as Fault, subject) && matchesRequest(on as FaultOn, subject),
    );
    const [winner] = rivals
      .flatMap(({ first }) => (first !== undefined && first[0] < position && covers(first[1], one) ? [first] : []))
      .sort(([left], [right]) => left - right);
    if (winner !== undefined) {
      const [, other] = winner;
      const reason = `the stub at ${showPlace(other.stub.place)} responds to its requests`;
      // An alternative that another one of the same stub covers.
      const isOwn = other.stub.place === one.stub.place;
      shadowed.set(one, { reason: isOwn ? undefined : reason, isLost: other.isBroad && !isOwn });
      continue;
    }
    const next = rivals.find(({ last: [at, other] }) => at > position && other.requests !== one.requests);
    if (next !== undefined) behind.set(one, next.last[1]);
    for (const { example, steps, others } of rivals) {
      // Two steps of one sequence take turns.
      const isOwn = example.requests === one.requests && isStep(one);
      // Each is looked at once: those behind leak, those before never win.
      for (const list of isOwn ? [others] : [steps, others])
        for (const [at, other] of list.splice(0)) if (at > position) leaking.set(other, showPlace(one.stub.place));
    }
  }
  return { shadowed, behind, leaking };
};

const effect = { type: 'latency', latency: { type: 'fixed', ms: 0 } } as const;

/** Whether the first is for all requests of the second, as far as their conditions tell. */
const covers = (one: PlacedStub, other: PlacedStub): boolean =>
  other.operations.every((operation) => one.operations.includes(operation)) &&
  (one.on.method === undefined || one.on.method === other.stub.method) &&
  (one.on.path === undefined ||
    globsOf(other).every((glob) => globsOf(one).some((each) => matchesWildcard(each, glob)))) &&
  coversNamed(one.stub.query, other.stub.query) &&
  coversNamed(one.stub.headers, other.stub.headers) &&
  (one.stub.body === undefined || (other.stub.body !== undefined && isSubset(one.stub.body, other.stub.body)));

const globsOf = ({ on, operations }: PlacedStub): readonly string[] =>
  on.path === undefined ? operations.map(({ path }) => globOf(path)) : asList(on.path);

const coversNamed = (some: Stub['query'], others: Stub['query']): boolean =>
  some.every(({ name, pattern }) =>
    others.some((other) => other.name === name && matchesWildcard(pattern.glob, other.pattern.glob)),
  );

const subjectOf = (request: HttpRequest, operation: Operation): FaultSubject => ({
  request,
  operation,
  service: operation.service,
  effectiveMethod: request.method === 'HEAD' ? 'GET' : request.method,
  path: normalizePath(request.path),
  query: lazily(() => new URLSearchParams(request.query)),
  body: lazily(() => {
    const parsed = parseJson(new TextDecoder().decode(contentOf(request.body) as Uint8Array | undefined));
    return parsed.ok ? parsed.value : undefined;
  }),
});

type PlacedAt = readonly [position: number, stub: PlacedStub];

/** Stubs for the same requests. */
interface Rivals {
  readonly example: PlacedStub;
  /** The first that responds each time. */
  readonly first: PlacedAt | undefined;
  readonly last: PlacedAt;
  /** The effects on the delivery: steps of a sequence, and others. */
  readonly steps: PlacedAt[];
  readonly others: PlacedAt[];
}

/** Whether it responds to some of its requests alone. */
const isStep = ({ stub }: PlacedStub): boolean => stub.scenario !== undefined || stub.whens !== undefined;

/** Pairs of a stub and others that are compared. Only stubs whose conditions have no text alike need so many. */
const maxCompared = 25_000_000;

/** `placed`: in order. Gives those that may be for the example of another one. @throws ConfigError if they are too many. */
export const rivalsOf = (placed: readonly PlacedStub[]): ((one: PlacedStub) => readonly Rivals[]) => {
  const groups = [...Map.groupBy(placed.entries(), ([, { requests }]) => requests).values()].map(groupOf);
  const conditions = groups.map(({ example }) => conditionsOf(example));
  const counts = new Map<string, number>();
  for (const key of conditions.flat(2)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const countOf = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + (counts.get(key) as number), 0);
  const keyed = groups.flatMap((group, index) => {
    const all = conditions[index] as Conditions;
    const rarest = all.reduce((best, keys) => (countOf(keys) < countOf(best) ? keys : best));
    return [...new Set(rarest)].map((key) => ({ key, group }));
  });
  const found = Map.groupBy(keyed, ({ key }) => key);
  const listsFor = (one: PlacedStub) => [...textsOf(one)].map((key) => found.get(key) ?? []);
  let compared = 0;
  for (const one of placed) for (const { length } of listsFor(one)) compared += length;
  if (compared > maxCompared)
    throw commandInvalid(
      `these ${placed.length} stubs are too many to be compared with each other, as most conditions are patterns`,
      'Import fewer of them at once.',
    );
  return (one) => [...new Set(listsFor(one).flatMap((list) => list.map(({ group }) => group)))];
};

const groupOf = (stubs: readonly PlacedAt[]): Rivals => {
  const delivering = stubs.filter(([, { stub }]) => stub.delivery.length > 0);
  return {
    example: (stubs[0] as PlacedAt)[1],
    first: stubs.find(([, one]) => !isStep(one)),
    last: stubs.at(-1) as PlacedAt,
    steps: delivering.filter(([, one]) => isStep(one)),
    others: delivering.filter(([, one]) => !isStep(one)),
  };
};

/** Lists of texts: a request that meets the conditions has one text of each list. */
type Conditions = readonly (readonly string[])[];

const any = 'any';

const conditionsOf = ({ on, operations, stub: { query, headers, body } }: PlacedStub): Conditions => {
  const paths = on.path === undefined ? [] : asList(on.path);
  const named = [...query.map((one) => ['query', one] as const), ...headers.map((one) => ['header', one] as const)];
  return [
    on.operation === undefined ? [any] : operations.map(({ name }) => `operation ${name}`),
    ...(paths.length > 0 && paths.every((path) => !path.includes('*')) ? [paths.map(pathText)] : []),
    ...named.flatMap(([kind, { name, pattern }]) =>
      isLiteral(pattern) ? [[`${kind} ${name.toLowerCase()}=${pattern.glob}`]] : [],
    ),
    ...[...leavesOf(body, 'body')].map((leaf) => [leaf]),
  ];
};

const pathText = (path: string): string => `path ${normalizePath(path)}`;

function* textsOf({ example, operations: [operation] }: PlacedStub): Generator<string> {
  yield any;
  if (operation !== undefined) yield `operation ${operation.name}`;
  yield pathText(example.path);
  for (const [name, value] of new URLSearchParams(example.query)) yield `query ${name.toLowerCase()}=${value}`;
  for (const [name, value] of Object.entries(example.headers)) yield `header ${name.toLowerCase()}=${value}`;
  const body = parseJson(new TextDecoder().decode(contentOf(example.body) as Uint8Array | undefined));
  if (body.ok) yield* leavesOf(body.value, 'body');
}

/** The values that are no lists or objects, with their places. */
function* leavesOf(value: Json | undefined, place: string): Generator<string> {
  if (value === undefined) return;
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* leavesOf(item as Json, `${place}/${index}`);
  else if (isJsonObject(value))
    for (const [name, property] of Object.entries(value)) yield* leavesOf(property, `${place}/${name}`);
  else yield `${place} ${stringifyJson(value)}`;
}
