/** What was chosen at run time for the upstreams of services, by their names. */
import type { Json } from '../primitives/json.ts';
import type { Upstream, UpstreamChange, UpstreamChoice } from '../service/upstream.ts';
import { type Change, definePart, type State, valueOfPart } from './state.ts';

type Chosen = ReadonlyMap<string, UpstreamChange>;

const partName = 'upstreams';

const none: Chosen = new Map();

export const upstreamsPart = definePart<Chosen>({
  name: partName,
  start: () => none,
  apply: (chosen, change) => {
    const { service, choice } = change as unknown as { readonly service: string; readonly choice: UpstreamChange };
    return new Map(chosen).set(service, { ...chosen.get(service), ...choice });
  },
  save: (chosen) => (chosen.size === 0 ? undefined : (Object.fromEntries(chosen) as unknown as Json)),
  restore: (saved) => new Map(Object.entries(saved as unknown as Readonly<Record<string, UpstreamChange>>)),
});

export const chooseUpstream = (service: string, choice: UpstreamChange): Change => {
  return { type: 'part', part: partName, change: { service, choice } as unknown as Json };
};

/** What holds for a service in a world: set at run time, else by the scenario, else by the flags. */
export const choiceIn = (state: State, service: string, { choice }: Pick<Upstream, 'choice'>): UpstreamChoice => {
  const chosen = valueOfPart<Chosen>(state, partName) ?? none;
  // Nearly every world has the choice of the flags.
  if (chosen.size === 0 && state.rules.upstream === undefined && !choice.compare) return choice;
  const choices = [chosen.get(service), state.rules.upstream, choice];
  const first = <Name extends keyof UpstreamChoice>(key: Name): UpstreamChoice[Name] =>
    choices.find((one) => one?.[key] !== undefined)?.[key] as UpstreamChoice[Name];
  const compare = first('compare');
  return { forward: first('forward'), record: compare || first('record'), compare };
};
