/** Which stub wins a request, and what the conditions of faults cannot tell apart. */
import { asList, type FaultSubject, isSubset, matchesRequest, matchesTarget } from '../../../core/faults/conditions.ts';
import type { Fault, FaultOn } from '../../../core/faults/fault.ts';
import { contentOf, type HttpRequest } from '../../../core/http/http.ts';
import { normalizePath } from '../../../core/http/path.ts';
import { parseJson } from '../../../core/primitives/json.ts';
import { lazily } from '../../../core/primitives/lazy.ts';
import { matchesWildcard } from '../../../core/primitives/wildcard.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { showPlace } from '../recording/ledger.ts';
import { globOf, type PlacedStub } from './place-stub.ts';
import { isStep, rivalsOf } from './rivals.ts';
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
