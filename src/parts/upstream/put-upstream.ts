/** The PUT of what a world does with its upstreams, shared by the control API and the library. */

import { z } from 'zod';
import { lazily } from '../../core/primitives/lazy.ts';
import { servicesOf } from '../../core/service/route.ts';
import type { Service } from '../../core/service/service.ts';
import type { UpstreamChange } from '../../core/service/upstream.ts';
import { checkForward } from '../../scenario/data/check-scenario.ts';
import { problemAt, type ScenarioProblem } from '../../scenario/document/document-path.ts';
import { explainIssues } from '../../scenario/document/explain-issues.ts';
import { map } from '../../scenario/document/schema-values.ts';
import { upstreamSchema } from './section.ts';

type UpstreamMerge =
  | { readonly type: 'invalid'; readonly problems: readonly ScenarioProblem[] }
  /** Something is to be forwarded, recorded or compared, but these services have no upstream. */
  | { readonly type: 'none'; readonly services: readonly string[] }
  /** The changes by service. */
  | { readonly type: 'changed'; readonly changes: ReadonlyMap<string, UpstreamChange> };

/** `url` is sent by whoever puts back what was read. */
const changeSchema = lazily(() =>
  map('a map', {
    url: z.string({ error: 'a text or null' }).nullable().optional(),
    ...upstreamSchema().shape,
  }),
);

/** A change of the one service; of several, by their names. */
export const readPutUpstream = (value: unknown, service: Service): UpstreamMerge => {
  const parts = servicesOf(service);
  const isOne = service.parts.length === 0;
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
