/** The states of stubs, where they are the order of the responses to one request: the conditions of faults count these. */
import type { LeftOutStub } from './contest.ts';
import type { PlacedStub } from './place-stub.ts';
import type { StubScenario, When } from './stub.ts';

interface Sequences {
  /** The conditions of the stubs that stand in a sequence. */
  readonly whens: ReadonlyMap<PlacedStub, readonly When[]>;
  /** Stubs for which there is no state: with the reason, and whether they are lost. */
  readonly without: ReadonlyMap<PlacedStub, LeftOutStub>;
  /** Stubs whose states are left out: they respond as in the first one. */
  readonly stateless: ReadonlySet<PlacedStub>;
}

/** The state in which each scenario begins. */
const first = 'Started';

/** `placed`: the first that matches a request wins. `all`: the steps of the source, those that are not carried over as well. */
export const sequencesOf = (placed: readonly PlacedStub[], all: readonly StubScenario[]): Sequences => {
  const whens = new Map<PlacedStub, readonly When[]>();
  const without = new Map<PlacedStub, LeftOutStub>();
  const stateless = new Set<PlacedStub>();
  const groups = Map.groupBy(
    placed.filter(({ stub }) => stub.scenario !== undefined),
    ({ stub }) => stub.scenario?.name,
  );
  for (const steps of groups.values()) {
    if (new Set(steps.map(({ requests }) => requests)).size > 1) {
      for (const step of steps) {
        const { required } = step.stub.scenario ?? {};
        if (required === undefined || required === first) stateless.add(step);
        else without.set(step, { reason: severalRequests, isLost: true });
      }
      continue;
    }
    for (const [step, list] of walk(steps)) whens.set(step, list);
    for (const step of steps.filter((one) => !whens.has(one))) without.set(step, whyWithout(step, all));
  }
  return { whens, without, stateless };
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

/** The conditions of responses that take turns. */
export const inTurn = (count: number): readonly (readonly When[])[] =>
  Array.from({ length: count }, (_, index) => timesOf(index, count, 0));

const walk = (steps: readonly PlacedStub[]): ReadonlyMap<PlacedStub, readonly When[]> => {
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
  return whensOf(order, start < 0 ? undefined : start);
};

/** `start`: from the last one on, the order begins again at this index. Undefined: it ends. */
const whensOf = <Step>(order: readonly Step[], start: number | undefined): ReadonlyMap<Step, readonly When[]> => {
  const found = new Map<Step, readonly When[]>();
  for (const [index, step] of order.entries())
    found.set(step, [...(found.get(step) ?? []), ...timesOf(index, order.length, start)]);
  return found;
};

const timesOf = (index: number, length: number, start: number | undefined): readonly When[] => {
  const once: When = { ...(index > 0 && { after: index }), first: 1 };
  if (start === undefined || index < start) return [once];
  const every = length - start;
  if (every === 1) return [index === 0 ? {} : { after: index }];
  const repeated: When = { ...(index + 1 > every && { after: index + 1 - every }), every };
  return index + 1 >= every ? [repeated] : [once, { after: index + 1, every }];
};
