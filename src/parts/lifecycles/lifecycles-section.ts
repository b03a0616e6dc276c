/** `lifecycles` of a scenario: checked against a service, read for its worlds, and written back. */

import type { Json, JsonObject } from '../../core/primitives/json.ts';
import { formatDuration } from '../../core/primitives/units.ts';
import type { CollectionSpec, Lifecycle, StepEffect } from '../../core/service/collection-facts.ts';
import type { NameLookup } from '../../core/service/names.ts';
import type { Rules } from '../../core/state/state.ts';
import { formatPath, problemAt, type ScenarioProblem } from '../../scenario/document/document-path.ts';
import type { ScenarioDocument } from '../../scenario/document/scenario-schema.ts';
import { readLifecycle } from './core/read-lifecycle.ts';

type LifecyclesDocument = NonNullable<ScenarioDocument['lifecycles']>;

/** The problems of one collection, which exists. */
export function* checkLifecycles(
  spec: CollectionSpec,
  lifecycles: LifecyclesDocument[string],
  path: readonly string[],
): Generator<ScenarioProblem> {
  const seen = new Set<string>();
  for (const [index, raw] of lifecycles.entries()) {
    const problems: ScenarioProblem[] = [];
    const read = readLifecycle(raw as unknown as JsonObject, spec, (below, message, hint) => {
      const place = [...path, index, ...below];
      problems.push(problemAt('VIV_SCENARIO_INVALID', place, `${formatPath(place)} ${message}`, hint));
    });
    yield* problems;
    if (read === undefined) continue;
    const place = [...path, index];
    if (seen.has(read.property))
      yield problemAt(
        'VIV_SCENARIO_INVALID',
        place,
        `${formatPath(place)} is a second lifecycle of ${read.property}`,
        'Remove one of them.',
      );
    seen.add(read.property);
  }
}

/** Returns the lifecycles as the states of worlds have them. Expects a checked document; what was found wrong is left out. */
export const lifecyclesFrom = (
  document: ScenarioDocument['lifecycles'],
  find: (name: string) => NameLookup<CollectionSpec>,
): Pick<Rules, 'lifecycles'> => {
  if (document === undefined) return {};
  const read = Object.entries(document).flatMap(([name, lifecycles]) => {
    const lookup = find(name);
    if (lookup.type !== 'found') return [];
    const spec = lookup.value;
    return [
      [
        spec.name,
        lifecycles.flatMap((raw) => readLifecycle(raw as unknown as JsonObject, spec, () => {}) ?? []),
      ] as const,
    ];
  });
  return { lifecycles: Object.fromEntries(read) };
};

export const writeLifecycles = ({ lifecycles }: Rules): Pick<ScenarioDocument, 'lifecycles'> =>
  lifecycles === undefined
    ? {}
    : { lifecycles: Object.fromEntries(Object.entries(lifecycles).map(([name, list]) => [name, list.map(written)])) };

const written = ({ property, steps }: Lifecycle): LifecyclesDocument[string][number] => ({
  property,
  steps: steps.map(({ is, forMs, polls, set }) => ({
    is: is as string,
    ...(forMs !== undefined && { for: formatDuration(forMs) }),
    ...(polls !== undefined && { polls }),
    ...(set.length > 0 && {
      set: Object.fromEntries(set.map((effect) => [effect.path.join('.'), writtenEffect(effect)])),
    }),
  })),
});

const writtenEffect = ({ to }: StepEffect): Json => {
  switch (to.type) {
    case 'value':
      return to.value;
    case 'time':
      return { $from: 'now' };
    case 'add':
      return { $add: to.amount };
  }
};
