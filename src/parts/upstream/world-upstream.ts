/** What a world does with the upstreams of its services: shown, and chosen at run time. */
import type { JsonObject } from '../../core/primitives/json.ts';
import type { Service } from '../../core/service/service.ts';
import type { UpstreamChange } from '../../core/service/upstream.ts';
import { choiceIn, chooseUpstream } from '../../core/state/upstream-choice.ts';
import type { World } from '../../world/world.ts';

/** The upstream of the one service; of several services, all by their names. */
export const viewUpstreams = (world: World): JsonObject => {
  const { service } = world.decisions;
  if (service.parts.length === 0) return viewOf(service, world);
  return Object.fromEntries(service.parts.map((part) => [part.name, viewOf(part, world)]));
};

const viewOf = ({ name, upstream }: Service, { decisions: { state } }: World): JsonObject =>
  upstream === undefined
    ? { url: null, forward: 'none', record: false, compare: false }
    : { url: upstream.url, ...choiceIn(state, name, upstream) };

/** Chooses what is done with upstreams, by the names of their services. */
export const chooseUpstreams = (world: World, changes: ReadonlyMap<string, UpstreamChange>): void =>
  world.apply([...changes].map(([service, choice]) => chooseUpstream(service, choice)));

/** The message for a choice that needs an upstream. */
export const noUpstream = ({ decisions: { service } }: World, services: readonly string[]): string =>
  service.parts.length === 0
    ? 'There is no upstream. Start the server with --upstream.'
    : `There is no upstream for ${services.join(', ')}. Set "upstream" of the service in the configuration.`;
