/** Whether a scenario fits a service: what can be told only with the document at hand. */

import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { fromData, joinScope, splitKey } from '../../core/state/item-key.ts';
import {
  type DocumentPath,
  firstProblems,
  formatPath,
  pathOfPointer,
  type ScenarioProblem,
} from '../document/document-path.ts';
import { show } from '../document/explain-issues.ts';
import type { Scenario } from '../document/scenario.ts';
import { checkItem, checkItems } from './check-items.ts';
import { placeItems } from './item-data.ts';
import { parentOf, scopesOf } from './scopes.ts';

/** What of a service a scenario names. */
export interface NamedParts {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  readonly operations: readonly { readonly name: string }[];
}

/** All problems of a scenario with a service, found in its files. */
export const checkScenario = (scenario: Scenario, service: NamedParts): readonly ConfigProblem[] =>
  firstProblems(findProblems(scenario, service)).map(scenario.locate);

function* findProblems(scenario: Scenario, service: NamedParts): Generator<ScenarioProblem> {
  const { collections } = service;
  for (const [name, items] of scenario.data) {
    const spec = collections.get(name);
    if (spec === undefined) yield unknownCollection(['data', name], collections);
    else yield* checkData(spec, items, scenario, service);
  }
  for (const [name, count] of scenario.generate) {
    const spec = collections.get(name);
    if (spec === undefined) yield unknownCollection(['generate', name], collections);
    else if (count > 0) yield* checkRoom(spec, scenario, service);
  }
  for (const [name, properties] of scenario.rules.defaults) {
    const spec = collections.get(name);
    if (spec === undefined) yield unknownCollection(['defaults', name], collections);
    else yield* checkDefaults(spec, properties, ['defaults', name]);
  }
  for (const [at, fault] of (scenario.document.faults ?? []).entries()) {
    if (typeof fault === 'object')
      yield* checkOperations(fault.on?.operation, ['faults', at, 'on', 'operation'], service);
  }
}

function* checkData(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  scenario: Scenario,
  { collections }: NamedParts,
): Generator<ScenarioProblem> {
  const path = ['data', spec.name];
  const isMap = isJsonObject((scenario.document.data as JsonObject | undefined)?.[spec.name]);
  const isAlone = spec.kind === 'singleton' && spec.parents.length === 0;
  if (isMap !== isAlone) {
    const expected = isAlone ? 'a map: there is only one' : 'a list of items';
    yield {
      code: 'VIV_ITEM_INVALID',
      path,
      at: 'value',
      message: `${formatPath(path)} must be ${expected}`,
      hint: undefined,
    };
  } else if (isAlone) yield* checkItem(spec, items[0] as JsonObject, path);
  else yield* checkItems(spec, items, path);
  // What a world was when it was saved is no mistake of an author.
  if (isMap || scenario.resume !== undefined) return;
  if (spec.parents.length === 0) yield* checkUnnested(spec, items, path);
  else yield* checkParentsExist(spec, items, scenario, collections);
}

/** A member of that name may be an item's own, but none that looks as ours does. */
function* checkUnnested(
  { name }: CollectionSpec,
  items: readonly JsonObject[],
  path: DocumentPath,
): Generator<ScenarioProblem> {
  const isOurs = (value: Json | undefined): boolean =>
    isJsonObject(value) && Object.values(value).every((id) => typeof id !== 'object');
  for (const [at, item] of items.entries()) {
    if (!isOurs(item.$parent)) continue;
    const place = [...path, at, '$parent'];
    const message = `${formatPath(place)} names parents, but the items of ${name} are inside of nothing`;
    yield { code: 'VIV_ITEM_INVALID', path: place, at: 'key', message, hint: 'Leave it out.' };
  }
}

/** Only where the scenario gives the parents themselves, all of them. */
function* checkParentsExist(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  { data, generate }: Scenario,
  collections: ReadonlyMap<string, CollectionSpec>,
): Generator<ScenarioProblem> {
  const parent = parentOf(spec, collections);
  const parents = parent && data.get(parent.name);
  if (parent === undefined || parents === undefined || (generate.get(parent.name) ?? 0) > 0) return;
  const present = new Map([[parent.name, placeItems(parent, parents)]]);
  const scopes = new Set(scopesOf(spec, collections, present).map(joinScope));
  for (const [at, item] of items.entries()) {
    const { key } = fromData(spec, item);
    const scope = key === undefined ? undefined : splitKey(spec, key).parents;
    if (scope === undefined || scopes.has(joinScope(scope))) continue;
    const place = ['data', spec.name, at, '$parent'];
    const message = `${formatPath(place)} names ${show(scope.at(-1))}, which is not in data.${parent.name}`;
    yield {
      code: 'VIV_ITEM_INVALID',
      path: place,
      at: 'value',
      message,
      hint: `Add it to data.${parent.name}, or name one that is there.`,
    };
  }
}

/** Items that are inside of others need some. */
function* checkRoom(
  spec: CollectionSpec,
  { data, generate, examples }: Scenario,
  { collections }: NamedParts,
): Generator<ScenarioProblem> {
  const parent = parentOf(spec, collections);
  // A scenario that extends the built-in one may want none of something, and so none of what is inside of it.
  if (examples || parent === undefined || spec.parents.length === 0) return;
  if ((data.get(parent.name)?.length ?? 0) > 0 || (generate.get(parent.name) ?? 0) > 0) return;
  const path = ['generate', spec.name];
  const message = `${formatPath(path)} has nowhere to go: the scenario has none of ${parent.name}, which they are inside of`;
  yield {
    code: 'VIV_SCENARIO_INVALID',
    path,
    at: 'value',
    message,
    hint: `Give some in data.${parent.name} or generate.${parent.name}.`,
  };
}

const unknownCollection = (path: DocumentPath, collections: ReadonlyMap<string, CollectionSpec>): ScenarioProblem => {
  const name = String(path.at(-1));
  const names = [...collections.keys()];
  const all = names.length === 0 ? 'The document has none.' : `There are ${names.join(', ')}.`;
  return {
    code: 'VIV_COLLECTION_UNKNOWN',
    path,
    at: 'key',
    message: `${formatPath(path.slice(0, -1))} names an unknown collection ${show(name)}`,
    hint: didYouMean(name, names) ?? all,
  };
};

/** Problems of the members that a creation is filled with; what they leave out is for the client to send. */
function* checkDefaults(spec: CollectionSpec, properties: JsonObject, path: DocumentPath): Generator<ScenarioProblem> {
  for (const { pointer, message } of spec.check(properties)) {
    const property = pathOfPointer(properties, pointer);
    if (!Object.hasOwn(properties, String(property[0]))) continue;
    const place = [...path, ...property];
    yield {
      code: 'VIV_ITEM_INVALID',
      path: place,
      at: 'value',
      message: `${formatPath(place)} ${message}`,
      hint: undefined,
    };
  }
}
/** Names, or patterns of names, that no operation has. */
export function* checkOperations(
  named: string | readonly string[] | undefined,
  path: DocumentPath,
  service: NamedParts,
): Generator<ScenarioProblem> {
  if (named === undefined) return;
  const list =
    typeof named === 'string'
      ? [{ pattern: named, at: path }]
      : named.map((pattern, at) => ({ pattern, at: [...path, at] }));
  const names = service.operations.map((operation) => operation.name);
  for (const { pattern, at } of list) {
    if (names.some((name) => matchesWildcard(pattern, name))) continue;
    yield {
      code: 'VIV_OPERATION_UNKNOWN',
      path: at,
      at: 'value',
      message: `${formatPath(at)} names an unknown operation ${show(pattern)}`,
      hint: didYouMean(pattern, names),
    };
  }
}
