/** The operations of the document that a stub is for, and the conditions by which a fault finds its requests. */

import { asList, type FaultSubject, isSubset, matchesRequest, matchesTarget } from '../../../core/faults/conditions.ts';
import type { Fault, FaultOn } from '../../../core/faults/fault.ts';
import { contentOf, type HttpRequest, noBody, normalizePath } from '../../../core/http/http.ts';
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import { isJsonObject, type Json, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import { lazily } from '../../../core/primitives/lazy.ts';
import { matchesWildcard } from '../../../core/primitives/wildcard.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { matchOperation } from '../../../core/service/router.ts';
import type { Service } from '../../../core/service/service.ts';
import type { RecordedResponse } from '../../../core/state/recorded-response.ts';
import type { FaultObject } from '../../../scenario/document/fault-schema.ts';
import { belowBase, Inexpressible, showPlace } from '../recording.ts';
import { negativeConditions, type Stub, type StubScenario, type When } from './stub.ts';
import { isLiteral, maxAlternatives, type Wildcard } from './stub-wildcard.ts';

/** A stub with its operations. `putInSequence`, then `contest`, then `writeStubs` set what may change. */
export interface PlacedStub {
  readonly stub: Stub;
  readonly operations: readonly Operation[];
  readonly on: On;
  /** The text of `on`: two stubs with the same are for the same requests. */
  readonly requests: string;
  /** One of its requests, below the base path. */
  readonly example: HttpRequest;
  /** Whether the conditions are also for requests that the source does not mean. */
  readonly isBroad: boolean;
  /** Whether the conditions on the path are wider than the source means. */
  readonly isBroadPath: boolean;
  readonly conditions: number;
  /** When it responds. Undefined: each time. */
  whens?: readonly When[] | undefined;
  /** Whether it responds in all states of its scenario. */
  isStateless?: boolean;
  /** Why it is not imported, and whether responses are lost by it. */
  leftOut?: { readonly reason: string | undefined; readonly isLost: boolean };
  /** One behind it that is for its requests too. */
  behind?: PlacedStub;
  /** The place of another stub, whose requests its delays and lost connections would hit too. */
  leak?: string;
  /** The collection whose data are its response. */
  data?: string;
  /** Why its response is not data. */
  reason?: string | undefined;
  recorded?: RecordedResponse;
}

type On = NonNullable<FaultObject['on']>;

/** `base`: of the stub's paths. @throws Inexpressible if the document has no operation for it. */
export const placeStub = (stub: Stub, service: Service, base: string): PlacedStub => {
  const paths = stub.paths.flatMap((path) => below(path, base) ?? []);
  const operations = operationsFor(stub, paths, service);
  if (operations.length === 0) throw new Inexpressible('the document has no operation for it');
  const isEvery = paths.some(({ glob }) => glob === '*') || operations.length > maxAlternatives;
  // Of any number of segments, as no operation is: the path alone finds the requests.
  const isDeep = paths.some((path) => path.isDeep === true && path.glob.endsWith('*'));
  const names = operations.map(({ name }) => name);
  const isOfOperation =
    operations.length === 1 && paths.every((path) => path.glob === globOf(operations[0]?.path ?? ''));
  const globs = paths.map(({ glob }) => (isLiteral({ ...noPattern, glob }) ? normalizePath(glob) : glob));
  const on: On = {
    ...(isEvery || isDeep ? {} : { operation: names.length === 1 ? names[0] : names }),
    ...((isEvery || isDeep || operations.some(({ method }) => method !== stub.method)) &&
      stub.method !== undefined && { method: stub.method }),
    ...((isDeep || !isOfOperation) && !globs.includes('*') && { path: globs.length === 1 ? globs[0] : globs }),
    ...(stub.query.length > 0 && { query: patternsFrom(stub.query) }),
    ...(stub.headers.length > 0 && { header: patternsFrom(stub.headers) }),
    ...(stub.body !== undefined && { body: stub.body }),
  };
  if (Object.keys(on).every((key) => key === 'method') && on.method !== 'OPTIONS')
    throw new Inexpressible('it is for every path: as a fault it would hide the whole simulation');
  const patterns = [...stub.query, ...stub.headers].map(({ pattern }) => pattern);
  // In a path without an operation, what stands for one segment also stands for several.
  const isBroadPath = paths.some(
    (path) => path.isBroadPath === true || (isEvery && path.isDeep !== true && !isLiteral(path)),
  );
  return {
    stub,
    operations,
    on,
    requests: stringifyJson(on as never),
    example: exampleOf(stub, paths[0] ?? noPattern, operations[0] as Operation),
    isBroad: stub.isBroad || stub.isWholeQuery || isBroadPath || patterns.some(({ isBroad }) => isBroad),
    isBroadPath,
    conditions: stub.query.length + stub.headers.length + (stub.body === undefined ? 0 : 1),
    whens: stub.whens,
  };
};

const noPattern: Wildcard = { glob: '', example: '/', isBroad: false };

const below = (path: Wildcard, base: string): Wildcard | undefined => {
  const glob = rest(path.glob, base);
  if (glob !== undefined) return { ...path, glob, example: rest(path.example, base) ?? path.example };
  // One for everything is also for what is below the base path, and so is one for everything below a part of it.
  if (/^\/?\*/.test(path.glob)) return { ...path, glob: path.glob === '/*' ? '*' : path.glob };
  const [start = '', ...others] = path.glob.split('*');
  return others.join('') === '' && path.isDeep === true && base.startsWith(start) ? { ...path, glob: '*' } : undefined;
};

const rest = (path: string, base: string): string | undefined => {
  const end = belowBase(path, base);
  return end === '/*' ? '*' : end;
};

const globOf = (template: string) => template.replace(/\{[^{}]*\}/g, '*');

const operationsFor = (
  { method }: Stub,
  paths: readonly Wildcard[],
  { operations, matcher }: Service,
): readonly Operation[] => {
  const methods = method === undefined ? [...new Set(operations.map((one) => one.method))] : [method];
  const found = new Set<Operation>();
  for (const path of paths) {
    for (const each of methods) {
      const match = matchOperation(matcher, each, path.example, () => false);
      if (match.type === 'operation') for (const { operation } of [match, ...match.others]) found.add(operation);
    }
    if (isLiteral(path)) continue;
    for (const operation of operations)
      if (methods.includes(operation.method) && mayBeFor(path, operation)) found.add(operation);
  }
  return operations.filter((operation) => found.has(operation));
};

const mayBeFor = ({ glob, isDeep }: Wildcard, { path }: Operation) =>
  (isDeep === true || segmentsOf(glob) === segmentsOf(path)) && matchesWildcard(glob, path.replace(/\{[^{}]*\}/g, '1'));

const segmentsOf = (path: string) => path.split('/').length;

const patternsFrom = (list: Stub['query']): Record<string, string> =>
  Object.fromEntries(list.map(({ name, pattern }) => [name, pattern.glob]));

const exampleOf = ({ query, headers, body, method }: Stub, path: Wildcard, operation: Operation): HttpRequest => {
  const parameters = new URLSearchParams(query.map(({ name, pattern }) => [name, pattern.example]));
  const sent = body === undefined ? undefined : stringifyJson(body);
  return {
    method: method ?? operation.method,
    path: path.example.startsWith('/') ? path.example : operation.path.replace(/\{[^{}]*\}/g, '1'),
    query: parameters.toString(),
    headers: {
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(headers.map(({ name, pattern }) => [name, pattern.example])),
    },
    body: sent === undefined ? noBody : { type: 'bytes', bytes: new TextEncoder().encode(sent) },
    pathPrefix: '',
  };
};

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

const isPattern = ({ stub }: PlacedStub) => !stub.paths.every(isLiteral);

const lengthOf = ({ stub }: PlacedStub) => Math.max(...stub.paths.map(({ glob }) => glob.length));

/** Leaves out the stubs that never win, and finds those behind others. `placed`: in order. @throws ConfigError if they are too many to be compared. */
export const contest = (placed: readonly PlacedStub[]): void => {
  const rivalsFor = rivalsOf(placed);
  for (const [position, one] of placed.entries()) {
    const subject = subjectOf(one.example, one.operations[0] as Operation);
    const rivals = rivalsFor(one).filter(
      ({ example: { on } }) =>
        matchesTarget({ on, effect } as Fault, subject) && matchesRequest(on as FaultOn, subject),
    );
    const winners = rivals
      .flatMap(({ first }) => (first !== undefined && first[0] < position && covers(first[1], one) ? [first] : []))
      .sort(([left], [right]) => left - right);
    for (const [, other] of winners.filter(([, each]) => isExceptional(each) && each.stub.place !== one.stub.place)) {
      const reason = `without its negative condition, it would respond to the requests of the stub at ${showPlace(one.stub.place)}`;
      other.leftOut = { reason, isLost: true };
    }
    const winner = winners.find(([, other]) => other.leftOut === undefined);
    if (winner !== undefined) {
      const [, other] = winner;
      const reason = `the stub at ${showPlace(other.stub.place)} responds to its requests`;
      // An alternative that another one of the same stub covers.
      const isOwn = other.stub.place === one.stub.place;
      // The source would tell it from one that is not broad.
      one.leftOut = { reason: isOwn ? undefined : reason, isLost: other.isBroad && !isOwn };
      continue;
    }
    const next = rivals.find(({ last: [at, other] }) => at > position && other.requests !== one.requests);
    if (next !== undefined) one.behind = next.last[1];
    for (const { example, steps, others } of rivals) {
      // Two steps of one sequence take turns.
      const isOwn = example.requests === one.requests && isStep(one);
      // Each is looked at once: those behind leak, those before never win.
      for (const list of isOwn ? [others] : [steps, others])
        for (const [at, other] of list.splice(0)) if (at > position) other.leak = showPlace(one.stub.place);
    }
  }
};

/** Whether a stub is an error for requests without something that ordinary ones have, such as a credential. */
const isExceptional = ({ stub: { notes, response } }: PlacedStub) =>
  response.status >= 400 &&
  notes.some(({ fate, place }) => fate === 'wider' && negativeConditions.has(place.path.at(-1)));

const effect = { type: 'latency', latency: { type: 'fixed', ms: 0 } } as const;

/** Whether the first is for all requests of the second, as far as their conditions tell. */
const covers = (one: PlacedStub, other: PlacedStub) =>
  other.operations.every((operation) => one.operations.includes(operation)) &&
  (one.on.method === undefined || one.on.method === other.stub.method) &&
  (one.on.path === undefined ||
    globsOf(other).every((glob) => globsOf(one).some((each) => matchesWildcard(each, glob)))) &&
  coversNamed(one.stub.query, other.stub.query) &&
  coversNamed(one.stub.headers, other.stub.headers) &&
  (one.stub.body === undefined || (other.stub.body !== undefined && isSubset(one.stub.body, other.stub.body)));

const globsOf = ({ on, operations }: PlacedStub): readonly string[] =>
  on.path === undefined ? operations.map(({ path }) => globOf(path)) : asList(on.path);

const coversNamed = (some: Stub['query'], others: Stub['query']) =>
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

interface Rivals {
  readonly example: PlacedStub;
  /** The first that responds each time. */
  readonly first: PlacedAt | undefined;
  readonly last: PlacedAt;
  /** The effects on the delivery: steps of a sequence, and others. */
  readonly steps: PlacedAt[];
  readonly others: PlacedAt[];
}

/** Whether a stub responds to some of its requests alone. */
const isStep = ({ stub }: PlacedStub) => stub.scenario !== undefined || stub.whens !== undefined;

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

const pathText = (path: string) => `path ${normalizePath(path)}`;

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

/** The state in which each scenario begins. */
const first = 'Started';

/**
 * Puts the stubs of scenarios in sequences. `placed`: the first that matches a request wins. `all`: the steps of the source, those that are
 * not carried over as well.
 */
export const putInSequence = (placed: readonly PlacedStub[], all: readonly StubScenario[]): void => {
  const groups = Map.groupBy(
    placed.filter(({ stub }) => stub.scenario !== undefined),
    ({ stub }) => stub.scenario?.name,
  );
  for (const steps of groups.values()) {
    const isOne = new Set(steps.map(({ requests }) => requests)).size === 1;
    if (isOne) walk(steps);
    for (const step of steps) {
      const { required = first } = step.stub.scenario ?? {};
      if (!isOne && required === first) step.isStateless = true;
      else if (!isOne) step.leftOut = { reason: severalRequests, isLost: true };
      else if (step.whens === undefined) step.leftOut = whyWithout(step, all);
    }
  }
};

/** Says why a stub is left out. Nothing is lost if no stub of the source leads to its state. */
const whyWithout = ({ stub: { scenario } }: PlacedStub, all: readonly StubScenario[]) => {
  const reached = statesOf(all.filter(({ name }) => name === scenario?.name));
  const { required = first } = scenario ?? {};
  if (!reached.has(required)) return { reason: 'no state leads to it', isLost: false };
  return { reason: `what leads to its state "${required.slice(0, 60)}" is not carried over`, isLost: true };
};

const statesOf = (steps: readonly StubScenario[]): ReadonlySet<string> => {
  const reached = new Set([first]);
  // A set also gives what is added meanwhile.
  for (const state of reached)
    for (const { required = state, next } of steps) if (required === state && next !== undefined) reached.add(next);
  return reached;
};

const severalRequests = 'its states follow from several requests; a fault counts the requests of its own conditions';

export const inTurn = (count: number): readonly (readonly When[])[] =>
  Array.from({ length: count }, (_, index) => timesOf(index, count, 0));

/** Follows the states, and notes when each step responds. */
const walk = (steps: readonly PlacedStub[]) => {
  // The first for a state, unless one for any state is before it.
  const always = steps.findIndex(({ stub }) => stub.scenario?.required === undefined);
  const byState = new Map<string | undefined, PlacedStub>();
  for (const step of steps.slice(0, always < 0 ? undefined : always).reverse())
    byState.set(step.stub.scenario?.required, step);
  const stepAt = (state: string): PlacedStub | undefined => byState.get(state) ?? steps[always];
  const visited = new Set<string>();
  const order: PlacedStub[] = [];
  let state = first;
  for (let step = stepAt(state); step !== undefined && !visited.has(state); step = stepAt(state)) {
    visited.add(state);
    order.push(step);
    state = step.stub.scenario?.next ?? state;
  }
  // Where the states come back to, or -1 where they end.
  const start = [...visited].indexOf(state);
  for (const [index, step] of order.entries())
    step.whens = [...(step.whens ?? []), ...timesOf(index, order.length, start < 0 ? undefined : start)];
};

/** `start`: behind the last one, the order begins again at this index. Undefined: it ends. */
const timesOf = (index: number, length: number, start: number | undefined): readonly When[] => {
  const once: When = { ...(index > 0 && { after: index }), first: 1 };
  if (start === undefined || index < start) return [once];
  const every = length - start;
  if (every === 1) return [index === 0 ? {} : { after: index }];
  const repeated: When = { ...(index + 1 > every && { after: index + 1 - every }), every };
  return index + 1 >= every ? [repeated] : [once, { after: index + 1, every }];
};
