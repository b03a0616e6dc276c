/** Lifecycles as documents, scenarios and saved worlds state them: checked against a service, read for its worlds, and written back. */
import type { Json, JsonObject } from '../../core/primitives/json.ts';
import { formatDuration } from '../../core/primitives/units.ts';
import type { CollectionSpec, Lifecycle, StepEffect } from '../../core/service/collection-facts.ts';
import type { NameLookup } from '../../core/service/names.ts';
import type { Rules } from '../../core/state/state.ts';
import { formatPath, problemAt, type ScenarioProblem } from '../../scenario/document/document-path.ts';
import {
  choice,
  count,
  duration,
  list,
  map,
  object,
  scalar,
  text,
  timestamp,
} from '../../scenario/document/schema-values.ts';
import { type ReportLifecycle, readLifecycle } from './core/read-lifecycle.ts';

export { withLifecycles } from './document/infer-lifecycles.ts';

const lifecycleStep = () =>
  map('a map', {
    is: scalar().describe('The value of the property at this step.'),
    for: duration().optional().describe("How long it has this value, in the world's time."),
    polls: count(1)
      .optional()
      .describe('The number of reads of the item at this step, in place of a time or beside it.'),
    set: object()
      .optional()
      .describe('What else changes when the item gets to this step: values, `{ $add: 1 }` and `{ $from: now }`.'),
  });

export const lifecycleSchema = () =>
  map('a map', {
    property: text()
      .optional()
      .describe('The property with the steps. May be omitted if the items have one enum named `status` or `state`.'),
    steps: list('a list of steps', lifecycleStep())
      .min(1, { error: 'a list with at least one step' })
      .describe('The values that it passes through, in order. A step without `for` and `polls` is the last.'),
  });

/** The items of a saved world that wait for their next step. */
export const waitingItems = () =>
  list(
    'a list of items',
    map('a map', {
      collection: text().describe('The collection of the item.'),
      key: text().describe('The key of the item.'),
      property: text().describe('The property of its lifecycle.'),
      since: timestamp().describe('When it got to its step.'),
      polls: count(0).optional().describe('How often it was read at this step.'),
      end: choice('failed', 'stuck').optional().describe('What a fault made of its last step.'),
    }),
  );

interface LifecycleDocument {
  readonly property?: string | undefined;
  readonly steps: readonly {
    readonly is: string | number | boolean;
    readonly for?: string | undefined;
    readonly polls?: number | undefined;
    readonly set?: Readonly<Record<string, Json>> | undefined;
  }[];
}

type LifecyclesDocument = Readonly<Record<string, readonly LifecycleDocument[]>>;

/** The problems of one collection, which exists. */
export const checkLifecycles = (
  spec: CollectionSpec,
  lifecycles: readonly LifecycleDocument[],
  path: readonly string[],
): readonly ScenarioProblem[] => {
  const problems: ScenarioProblem[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of lifecycles.entries()) {
    const report: ReportLifecycle = (below, message, hint) => {
      const place = [...path, index, ...below];
      problems.push(problemAt('VIV_SCENARIO_INVALID', place, `${formatPath(place)} ${message}`, hint));
    };
    const read = readLifecycle(raw as unknown as JsonObject, spec, report);
    if (read === undefined) continue;
    if (seen.has(read.property)) report([], `is a second lifecycle of ${read.property}`, 'Remove one of them.');
    seen.add(read.property);
  }
  return problems;
};

/** Returns the lifecycles as the states of worlds have them. Expects a checked document; what was found wrong is left out. */
export const lifecyclesFrom = (
  document: LifecyclesDocument | undefined,
  find: (name: string) => NameLookup<CollectionSpec>,
): Pick<Rules, 'lifecycles'> => {
  if (document === undefined) return {};
  const read = Object.entries(document).flatMap(([name, lifecycles]) => {
    const lookup = find(name);
    if (lookup.type !== 'found') return [];
    const spec = lookup.value;
    const usable = lifecycles.flatMap((raw) => readLifecycle(raw as unknown as JsonObject, spec, () => {}) ?? []);
    return [[spec.name, usable] as const];
  });
  return { lifecycles: Object.fromEntries(read) };
};

export const writeLifecycles = ({ lifecycles }: Rules): { readonly lifecycles?: LifecyclesDocument } =>
  lifecycles === undefined
    ? {}
    : { lifecycles: Object.fromEntries(Object.entries(lifecycles).map(([name, list]) => [name, list.map(written)])) };

const written = ({ property, steps }: Lifecycle): LifecycleDocument => ({
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
