/** What is allowed in a scenario file, and is probably not meant. */

import { asList } from '../../core/faults/conditions.ts';
import type { Fault, FaultOn } from '../../core/faults/fault.ts';
import { normalizePath, pathBelowBase } from '../../core/http/http.ts';
import { didYouMean, suggest } from '../../core/primitives/did-you-mean.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { matchesName } from '../../core/service/names.ts';
import { type Operation, responseFor } from '../../core/service/operation.ts';
import { type Service, servicesOf } from '../../core/service/service.ts';
import { findCollection } from '../../scenario/data/resolve-names.ts';
import {
  type DocumentPath,
  firstProblems,
  formatPath,
  problemAt,
  type ScenarioProblem,
} from '../../scenario/document/document-path.ts';
import { show } from '../../scenario/document/explain-issues.ts';
import type { Scenario } from '../../scenario/document/read-scenario.ts';
import { whyIdle } from '../lifecycles/idle-fault.ts';
import { lifecyclesFrom } from '../lifecycles/stated.ts';
import { findContradictions } from '../refusals/contradictions.ts';

/** Returns the warnings of the faults that a scenario states. */
function* findIdleFaults({ document, faults }: Scenario, service: Service): Generator<ScenarioProblem> {
  const byName = new Map(faults.map(({ fault }) => [fault.name, fault]));
  const paths = new Set(service.operations.map(({ path }) => path.replaceAll(parameter, '*')));
  const parameters = new Set(
    service.operations.flatMap((operation) =>
      operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    ),
  );
  const rules = lifecyclesFrom(document.lifecycles, (name) => findCollection(name, service.collections));
  for (const [index, stated] of (document.faults ?? []).entries()) {
    const fault = byName.get(typeof stated === 'string' ? stated : (stated.name ?? stated.use ?? ''));
    if (fault === undefined) continue;
    const path = ['faults', index];
    yield* idlePaths(fault.on, [...path, 'on', 'path'], paths, service);
    yield* idleQuery(fault.on, [...path, 'on', 'query'], parameters);
    yield* missingExample(fault, [...path, 'example'], service);
    const idle = whyIdle(fault, service, rules);
    if (idle !== undefined) yield doubt(path, idle.message, idle.hint ?? 'Leave it out.');
  }
}

const parameter = /\{[^{}]*\}/g;

const doubt = (path: DocumentPath, message: string, hint: string, at?: ScenarioProblem['at']): ScenarioProblem =>
  problemAt('VIV_FAULT_QUESTIONABLE', path, message, hint, at);

/** A path that the document does not have may be meant: a fault can stand in for it. One that is spelled alike is a slip. */
function* idlePaths(
  on: FaultOn | undefined,
  path: DocumentPath,
  known: ReadonlySet<string>,
  service: Service,
): Generator<ScenarioProblem> {
  if (on?.path === undefined) return;
  for (const [index, text] of asList(on.path).entries()) {
    const place = typeof on.path === 'string' ? path : [...path, index];
    const pattern = text.replaceAll(parameter, '*');
    const isKnown = (below: string) => [...known].some((one) => mayBothMatch(below, one));
    const bases = servicesOf(service).flatMap((one) => pathBelowBase(one, pattern) ?? []);
    const below = bases.find((one) => one.base !== '' && isKnown(one.path));
    if (pattern !== text)
      yield doubt(place, `${formatPath(place)} ${show(text)} has a parameter in braces`, `Write ${show(pattern)}.`);
    else if (isKnown(pattern)) continue;
    else if (below !== undefined)
      yield doubt(place, `${formatPath(place)} ${show(text)} has the base path`, `Write ${show(below.path)}.`);
    else {
      const hint = didYouMean(text, known);
      if (hint !== undefined) yield doubt(place, `${formatPath(place)} ${show(text)} is no path of the document`, hint);
    }
  }
}

/** Whether some path matches both, as far as the first `*` of the pattern tells. */
const mayBothMatch = (pattern: string, template: string) => {
  const known = normalizePath(template).split('/');
  const given = normalizePath(pattern).split('/');
  for (const [index, segment] of given.entries()) {
    const other = known[index];
    if (other === undefined) return segment === '*';
    const [start = '', ...rest] = segment.split('*');
    if (rest.length > 0) return other.includes('*') || other.startsWith(start);
    if (!matchesWildcard(other, segment)) return false;
  }
  return given.length === known.length;
};

function* idleQuery(
  on: FaultOn | undefined,
  path: DocumentPath,
  known: ReadonlySet<string>,
): Generator<ScenarioProblem> {
  for (const name of Object.keys(on?.query ?? {})) {
    const hint = known.has(name) ? undefined : didYouMean(name, known);
    const place = [...path, name];
    if (hint !== undefined)
      yield doubt(place, `${formatPath(place)} is no query parameter of the document`, hint, 'key');
  }
}

/** Finds an example that the document does not have: another body is sent. */
function* missingExample(
  { effect, on }: Fault,
  path: DocumentPath,
  { operations }: Service,
): Generator<ScenarioProblem> {
  if (effect.type !== 'status' || effect.example === undefined) return;
  const { status, example } = effect;
  const known = operations.filter((one) => isTarget(on, one)).flatMap((one) => namesOfExamples(one, status));
  if (known.includes(example)) return;
  const hint = suggest(example, 'examples', new Set(known));
  yield doubt(path, `${formatPath(path)}: the document has no example ${show(example)} for ${status}`, hint);
}

const isTarget = (on: FaultOn | undefined, operation: Operation) =>
  on?.operation === undefined || asList(on.operation).some((pattern) => matchesName(pattern, operation));

const namesOfExamples = (operation: Operation, status: number): readonly string[] =>
  (responseFor(operation, status)?.contents ?? []).flatMap(({ examples }) => [...examples.keys()]);

/** Returns the warnings of a scenario: refusals that contradict the document, misspelled names of properties, and faults without effect. */
export const findDoubts = (scenario: Scenario, service: Service): readonly ScenarioProblem[] => [
  ...findContradictions(scenario.document.refusals ?? {}, service.operations).map(({ path, message, hint }) =>
    problemAt('VIV_REFUSAL_UNDOCUMENTED', path, message, hint),
  ),
  ...firstProblems(findMisspelled(scenario, service)),
  ...firstProblems(findIdleFaults(scenario, service)),
];

function* findMisspelled({ data, rules }: Scenario, { collections }: Service): Generator<ScenarioProblem> {
  for (const [name, items] of data) {
    const lookup = findCollection(name, collections);
    if (lookup.type !== 'found') continue;
    const isList = lookup.value.kind === 'list' || items.length > 1;
    const seen = new Set<string>();
    for (const [index, item] of items.entries())
      yield* misspelledIn(lookup.value, item, isList ? ['data', name, index] : ['data', name], seen);
  }
  for (const [name, properties] of rules.defaults) {
    const lookup = findCollection(name, collections);
    if (lookup.type === 'found') yield* misspelledIn(lookup.value, properties, ['defaults', name], new Set());
  }
}

/** `seen`: the unknown names of earlier items. Each name is a problem once. */
function* misspelledIn(
  { properties, name }: CollectionSpec,
  item: JsonObject,
  path: DocumentPath,
  seen: Set<string>,
): Generator<ScenarioProblem> {
  for (const property of Object.keys(item)) {
    if (property.startsWith('$') || properties.has(property) || seen.has(property)) continue;
    seen.add(property);
    const missing = [...properties].filter((one) => !Object.hasOwn(item, one));
    const hint = didYouMean(property, missing);
    if (hint === undefined) continue;
    const place = [...path, property];
    yield problemAt('VIV_ITEM_QUESTIONABLE', place, `${formatPath(place)} is in no schema of ${name}`, hint, 'key');
  }
}
