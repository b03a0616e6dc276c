/** Whether a scenario fits a service: what can be told only with the document at hand. */

import { keyOf } from '../core/collection.ts';
import type { ConfigProblem } from '../core/config-error.ts';
import { getMember, isJsonObject, type JsonObject } from '../core/json.ts';
import { didYouMean } from '../core/nearest.ts';
import { matchesPattern } from '../core/pattern.ts';
import type { CollectionSpec } from '../core/service.ts';
import { show } from './explain.ts';
import { firstProblems, formatPath, type Path, pathOfPointer, type ScenarioProblem } from './path.ts';
import type { Scenario } from './scenario.ts';

/** What of a service a scenario names. */
export interface NamedParts {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  readonly operations: readonly { readonly name: string }[];
}

/** All problems of a scenario with a service, found in its files; `service.checksReady()` must have been awaited. */
export const checkScenario = (scenario: Scenario, service: NamedParts): readonly ConfigProblem[] =>
  firstProblems(findProblems(scenario, service)).map(scenario.locate);

function* findProblems(scenario: Scenario, service: NamedParts): Generator<ScenarioProblem> {
  const { collections } = service;
  for (const [name, items] of scenario.data) {
    const spec = collections.get(name);
    if (spec === undefined) yield unknownCollection(['data', name], collections);
    else yield* checkItems(spec, items, ['data', name]);
  }
  for (const name of scenario.generate.keys()) {
    if (!collections.has(name)) yield unknownCollection(['generate', name], collections);
  }
  for (const [name, members] of scenario.rules.defaults) {
    const spec = collections.get(name);
    if (spec === undefined) yield unknownCollection(['defaults', name], collections);
    else yield* checkDefaults(spec, members, ['defaults', name]);
  }
  for (const [at, fault] of (scenario.document.faults ?? []).entries()) {
    if (typeof fault === 'object')
      yield* checkOperations(fault.on?.operation, ['faults', at, 'on', 'operation'], service);
  }
}

const unknownCollection = (path: Path, collections: ReadonlyMap<string, CollectionSpec>): ScenarioProblem => {
  const name = String(path.at(-1));
  const names = [...collections.keys()];
  const all = names.length === 0 ? 'The document has none.' : `There are ${names.join(', ')}.`;
  return {
    path,
    at: 'key',
    message: `${formatPath(path.slice(0, -1))} names an unknown collection ${show(name)}`,
    hint: didYouMean(name, names) ?? all,
  };
};

/** Problems of items as `data` and the control API give them: their members, and their ids. */
export function* checkItems(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  path: Path,
): Generator<ScenarioProblem> {
  const seen = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    const place = [...path, at];
    yield* checkItem(spec, item, place);
    const key = keyOf(spec, item);
    if (key === undefined) continue;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, at);
    else {
      const id = [...place, spec.idProperty];
      const message = `${formatPath(id)} is ${show(key)}, the id of ${formatPath([...path, first])} too`;
      yield { path: id, at: 'value', message, hint: 'Give each item an id of its own.' };
    }
  }
}

/** Problems of one item; `path` is where it stands. */
export function* checkItem(spec: CollectionSpec, item: JsonObject, path: Path): Generator<ScenarioProblem> {
  if (!isJsonObject(item)) {
    yield { path, at: 'value', message: `${formatPath(path)} must be a map`, hint: undefined };
    return;
  }
  let isIdReported = false;
  for (const { pointer, message } of spec.check(item)) {
    const member = pathOfPointer(item, pointer);
    isIdReported ||= member.length === 1 && member[0] === spec.idProperty;
    const place = [...path, ...member];
    yield { path: place, at: 'value', message: `${formatPath(place)} ${message}`, hint: undefined };
  }
  if (!isIdReported && keyOf(spec, item) === undefined) {
    const place = [...path, spec.idProperty];
    const fault =
      getMember(item, spec.idProperty) === undefined
        ? 'is missing: every item needs an id'
        : 'must be a text or a number';
    yield { path: place, at: 'value', message: `${formatPath(place)} ${fault}`, hint: undefined };
  }
}

/** Problems of the members that a creation is filled with; what they leave out is for the client to send. */
function* checkDefaults(spec: CollectionSpec, members: JsonObject, path: Path): Generator<ScenarioProblem> {
  for (const { pointer, message } of spec.check(members)) {
    const member = pathOfPointer(members, pointer);
    if (!Object.hasOwn(members, String(member[0]))) continue;
    const place = [...path, ...member];
    yield { path: place, at: 'value', message: `${formatPath(place)} ${message}`, hint: undefined };
  }
}

/** Names, or patterns of names, that no operation has. */
export function* checkOperations(
  named: string | readonly string[] | undefined,
  path: Path,
  service: NamedParts,
): Generator<ScenarioProblem> {
  if (named === undefined) return;
  const list =
    typeof named === 'string'
      ? [{ pattern: named, at: path }]
      : named.map((pattern, at) => ({ pattern, at: [...path, at] }));
  const names = service.operations.map((operation) => operation.name);
  for (const { pattern, at } of list) {
    if (names.some((name) => matchesPattern(pattern, name))) continue;
    yield {
      path: at,
      at: 'value',
      message: `${formatPath(at)} names an unknown operation ${show(pattern)}`,
      hint: didYouMean(pattern, names),
    };
  }
}
