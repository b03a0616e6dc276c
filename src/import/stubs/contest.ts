/** Which stub wins a request, and what the conditions of faults cannot tell apart. */
import { ActiveFaults } from '../../core/faults/active-faults.ts';
import { asList, type FaultSubject, isSubset, matchesRequest } from '../../core/faults/conditions.ts';
import { contentOf, type HttpRequest } from '../../core/http/http.ts';
import { normalizePath } from '../../core/http/path.ts';
import { parseJson } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import type { Operation } from '../../core/service/operation.ts';
import { showPlace } from '../recording/ledger.ts';
import { globOf, type PlacedStub } from './place-stub.ts';
import type { Stub } from './stub.ts';
import { isLiteral } from './wildcard.ts';

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

interface Contest {
  /** Stubs that never win: with the reason, and whether the source would tell them from the one that wins. */
  readonly shadowed: ReadonlyMap<PlacedStub, { readonly reason: string; readonly isLost: boolean }>;
  /** Stubs whose delays and lost connections would also hit the requests of others. */
  readonly leaking: ReadonlyMap<PlacedStub, string>;
}

/** `placed`: in order. */
export const contestOf = (placed: readonly PlacedStub[]): Contest => {
  const faults = new ActiveFaults(
    new Map(
      placed.map(({ on }, index) => {
        const effect = { type: 'latency', latency: { type: 'fixed', ms: 0 } } as const;
        const fault = {
          name: String(index),
          description: undefined,
          group: 'time',
          on,
          when: undefined,
          effect,
        } as const;
        return [fault.name, { fault: fault as never, enabled: true }];
      }),
    ),
  );
  const shadowed = new Map<PlacedStub, { readonly reason: string; readonly isLost: boolean }>();
  const leaking = new Map<PlacedStub, string>();
  for (const one of placed) {
    const subject = subjectOf(one.example, one.operations[0] as Operation);
    let isBefore = true;
    for (const { name, on } of faults.candidatesFor(subject).faults) {
      const other = placed[Number(name)] as PlacedStub;
      if (other === one) isBefore = false;
      else if (isPartOfOne(one, other) || !matchesRequest(on, subject)) continue;
      else if (isBefore) {
        if (endsSometime(other) || !covers(other, one)) continue;
        const reason = `the stub at ${showPlace(other.stub.place)} responds to its requests`;
        shadowed.set(one, { reason, isLost: other.isBroad });
        break;
      } else if (other.stub.delivery.length > 0 && !leaking.has(other)) leaking.set(other, showPlace(one.stub.place));
    }
  }
  return { shadowed, leaking };
};

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

/** Two steps of one sequence take turns. */
const isPartOfOne = (left: PlacedStub, right: PlacedStub): boolean =>
  left.requests === right.requests &&
  (left.stub.whens !== undefined || left.stub.scenario !== undefined) &&
  (right.stub.whens !== undefined || right.stub.scenario !== undefined);

const endsSometime = ({ stub }: PlacedStub): boolean => stub.scenario !== undefined || stub.whens !== undefined;

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
