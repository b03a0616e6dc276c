/** The states that a link to the demo prepares: `?state=Outage&scenario=outage&fault=slow@listPets&state=Back`. */
import { suggest } from '../../../core/primitives/did-you-mean.ts';
import type { JsonObject } from '../api/panel-client.ts';

export interface PreparedState {
  readonly title: string;
  /** The world starts again from it; undefined: it keeps its data. */
  readonly scenario: string | undefined;
  /** The faults that are switched on. Without a scenario, all others are off. */
  readonly faults: readonly PreparedFault[];
}

interface PreparedFault {
  readonly name: string;
  /** Empty: it is switched as it is. */
  readonly operations: readonly string[];
  /** The body of its PUT. */
  readonly change: JsonObject;
}

interface Draft {
  readonly title: string;
  scenario: string | undefined;
  readonly faults: Map<string, string[]>;
}

const draftOf = (title: string): Draft => ({ title, scenario: undefined, faults: new Map() });

/** More than anybody shows, and few enough to ask about. */
const maxStates = 50;

/** Reads the prepared states in their order. `state` begins one and names it; a link without it prepares one. Other parameters are ignored. */
export const statesFrom = (query: URLSearchParams): readonly PreparedState[] => {
  const drafts: Draft[] = [];
  const current = (): Draft => {
    if (drafts.length === 0) drafts.push(draftOf(''));
    return drafts.at(-1) as Draft;
  };
  for (const [name, value] of query) {
    if (name === 'state') drafts.push(draftOf(value.trim()));
    else if (value === '') continue;
    else if (name === 'scenario') current().scenario = value;
    else if (name === 'fault') addFault(current(), value);
  }
  const narrowed = new Set(
    drafts.flatMap(({ faults }) => [...faults].flatMap(([name, on]) => (on.length > 0 ? name : []))),
  );
  return drafts.slice(0, maxStates).map((draft) => toState(draft, narrowed));
};

/** `slow@listPets`, as on the command line: given twice, it is one fault on both operations. */
const addFault = ({ faults }: Draft, text: string) => {
  const [name = '', operation] = text.split(/@(.*)/s, 2);
  faults.set(name, [...(faults.get(name) ?? []), ...(operation ? [operation] : [])]);
};

/** A fault that another state of the link narrows is for all requests where this one does not. */
const toState = ({ title, scenario, faults: given }: Draft, narrowed: ReadonlySet<string>): PreparedState => {
  const faults = [...given].map(([name, operations]): PreparedFault => {
    const on = operations.length > 0 ? { on: { operation: operations } } : narrowed.has(name) ? { on: null } : {};
    return { name, operations, change: { enabled: true, ...on } };
  });
  return { title: title || titleOf(scenario, faults), scenario, faults };
};

const titleOf = (scenario: string | undefined, faults: readonly PreparedFault[]): string =>
  [...(scenario === undefined ? [] : [scenario]), ...faults.map(({ name }) => name)].join(', ') || 'No faults';

/** What the server has; undefined where that is not known yet. */
export interface KnownNames {
  readonly faults: readonly string[] | undefined;
  readonly scenarios: readonly string[] | undefined;
  readonly operations: readonly string[] | undefined;
}

/** What each state names that the server does not have: nothing of such a state can be applied. */
export const unknownNames = (states: readonly PreparedState[], known: KnownNames): readonly (readonly string[])[] => {
  // A scenario may bring faults of its own, for the states after it too.
  let mayHaveMore = false;
  return states.map(({ scenario, faults }) => {
    mayHaveMore ||= scenario !== undefined;
    return [
      ...missing('scenario', scenario === undefined ? [] : [scenario], known.scenarios),
      ...faults.flatMap(({ name, operations }) => [
        ...missing('fault', [name], mayHaveMore ? undefined : known.faults),
        ...missing('operation', operations, known.operations),
      ]),
    ];
  });
};

const missing = (noun: string, names: readonly string[], known: readonly string[] | undefined): readonly string[] =>
  names.flatMap((name) =>
    known === undefined || known.includes(name)
      ? []
      : `There is no ${noun} ${name}. ${suggest(name, `${noun}s`, known)}`,
  );

export const describeState = ({ scenario, faults }: PreparedState): string => {
  const named = faults.map(({ name, operations }) =>
    operations.length === 0 ? name : `${name} (only ${operations.join(', ')})`,
  );
  const on = named.length === 0 ? '' : `${named.join(', ')} on`;
  return scenario === undefined
    ? on === ''
      ? 'All faults off.'
      : `${on}, all other faults off.`
    : `Starts the world again from the scenario ${scenario}${on === '' ? '' : `, then ${on}`}.`;
};
