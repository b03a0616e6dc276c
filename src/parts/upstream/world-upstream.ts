/** What a world does with the upstreams of its services: shown, and chosen at run time. */

import { z } from 'zod';
import type { JsonObject } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { type Service, servicesOf } from '../../core/service/service.ts';
import type { UpstreamChange } from '../../core/service/upstream.ts';
import { choiceIn, chooseUpstream } from '../../core/state/upstream-choice.ts';
import { checkForward } from '../../scenario/data/check-scenario.ts';
import { problemAt, type ScenarioProblem } from '../../scenario/document/document-path.ts';
import { explainIssues } from '../../scenario/document/explain-issues.ts';
import { upstreamSchema } from '../../scenario/document/scenario-schema.ts';
import { map } from '../../scenario/document/schema-values.ts';
import type { World } from '../../world/world.ts';

/** The upstream of the one service; of several services, all by their names. */
export const viewUpstreams = (world: World): JsonObject => {
  const { service } = world.decisions;
  if (service.services.length === 0) return viewOf(service, world);
  return Object.fromEntries(service.services.map((part) => [part.name, viewOf(part, world)]));
};

const viewOf = ({ name, upstream }: Service, { decisions: { state } }: World): JsonObject =>
  upstream === undefined
    ? { url: null, forward: 'none', record: false, compare: false }
    : { url: upstream.url, ...choiceIn(state, name, upstream) };

/** Chooses what is done with upstreams, by the names of their services. */
export const chooseUpstreams = (world: World, changes: ReadonlyMap<string, UpstreamChange>): void =>
  world.apply([...changes].map(([service, choice]) => chooseUpstream(service, choice)));

export const noUpstream = ({ decisions: { service } }: World, services: readonly string[]): string =>
  service.services.length === 0
    ? 'There is no upstream. Start the server with --upstream.'
    : `There is no upstream for ${services.join(', ')}. Set "upstream" of the service in the configuration.`;

type UpstreamMerge =
  | { readonly type: 'invalid'; readonly problems: readonly ScenarioProblem[] }
  /** Something is to be forwarded, recorded or compared, but these services have no upstream. */
  | { readonly type: 'none'; readonly services: readonly string[] }
  | { readonly type: 'changed'; readonly changes: ReadonlyMap<string, UpstreamChange> };

/** Clients that put back what they read send `url` too. */
const changeSchema = lazily(() =>
  map('a map', {
    url: z.string({ error: 'a text or null' }).nullable().optional(),
    ...upstreamSchema().shape,
  }),
);

/** A change of the one service; of several, by their names. */
export const readPutUpstream = (value: unknown, service: Service): UpstreamMerge => {
  const parts = servicesOf(service);
  const isOne = service.services.length === 0;
  const schema = isOne
    ? map('a map', { [service.name]: changeSchema() })
    : map('a map', Object.fromEntries(parts.map(({ name }) => [name, changeSchema().optional()])));
  const result = schema.safeParse(isOne ? { [service.name]: value } : value, { reportInput: true });
  if (!result.success) {
    const issues = result.error.issues.map((issue) => (isOne ? { ...issue, path: issue.path.slice(1) } : issue));
    return { type: 'invalid', problems: explainIssues(issues, 'the upstream') };
  }
  const problems: ScenarioProblem[] = [];
  const missing: string[] = [];
  const changes = new Map<string, UpstreamChange>();
  for (const part of parts) {
    const change = (result.data as Record<string, z.infer<ReturnType<typeof changeSchema>> | undefined>)[part.name];
    if (change === undefined) continue;
    const { url, ...chosen } = change;
    const path = isOne ? [] : [part.name];
    if (url !== undefined && url !== (part.upstream?.url ?? null))
      problems.push(
        problemAt('VIV_OPTION_INVALID', [...path, 'url'], 'url cannot be changed: the server is started with it'),
      );
    problems.push(...checkForward(chosen.forward, [...path, 'forward'], part));
    const { forward = 'none', record, compare } = chosen;
    if (part.upstream === undefined && (forward !== 'none' || record === true || compare === true))
      missing.push(part.name);
    else changes.set(part.name, chosen);
  }
  if (problems.length > 0) return { type: 'invalid', problems };
  return missing.length > 0 ? { type: 'none', services: missing } : { type: 'changed', changes };
};
