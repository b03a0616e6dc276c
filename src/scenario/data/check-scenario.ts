/** Checks of a scenario that require the service. */

import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import type { CollectionSpec } from '../../core/service/binding.ts';
import { anyParent, fromData, joinParents, splitKey } from '../../core/state/item-key.ts';
import {
  type DocumentPath,
  firstProblems,
  formatPath,
  pathOfPointer,
  type ScenarioProblem,
} from '../document/document-path.ts';
import { show } from '../document/explain-issues.ts';
import type { Scenario } from '../document/scenario.ts';
import { maxGenerated } from '../document/schema.ts';
import { checkItem, checkItems } from './check-items.ts';
import { prepareItems } from './item-data.ts';
import { parentIdsOf, parentOf } from './parents.ts';

/** The parts of a service that a scenario refers to. */
export interface NamedParts {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  readonly operations: readonly { readonly name: string }[];
}

/** All problems of a scenario with a service, located in its files. */
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
    else if (count > 0) yield* checkParentsForGenerate(spec, scenario, service);
  }
  yield* checkGeneratedTotal(scenario);
  for (const [name, properties] of scenario.rules.defaults) {
    const spec = collections.get(name);
    if (spec === undefined) yield unknownCollection(['defaults', name], collections);
    else yield* checkDefaults(spec, properties, ['defaults', name]);
  }
  for (const [index, fault] of (scenario.document.faults ?? []).entries()) {
    if (typeof fault === 'object')
      yield* checkOperations(fault.on?.operation, ['faults', index, 'on', 'operation'], service);
  }
}

function* checkGeneratedTotal({ generate }: Scenario): Generator<ScenarioProblem> {
  const total = [...generate.values()].reduce((sum, count) => sum + count, 0);
  if (total > maxGenerated)
    yield {
      code: 'VIV_SCENARIO_INVALID',
      path: ['generate'],
      at: 'value',
      message: `generate asks for ${total} items in all collections together; the maximum is ${maxGenerated}`,
      hint: 'Ask for fewer items.',
    };
}

function* checkData(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  scenario: Scenario,
  { collections }: NamedParts,
): Generator<ScenarioProblem> {
  const path = ['data', spec.name];
  const isMap = isJsonObject((scenario.document.data as JsonObject | undefined)?.[spec.name]);
  const isSingleItem = spec.kind === 'singleton' && spec.parents.length === 0;
  if (isMap !== isSingleItem) {
    const expected = isSingleItem ? 'a map, because it is a singleton' : 'a list of items';
    yield {
      code: 'VIV_ITEM_INVALID',
      path,
      at: 'value',
      message: `${formatPath(path)} must be ${expected}`,
      hint: undefined,
    };
  } else if (isSingleItem) yield* checkItem(spec, items[0] as JsonObject, path);
  else yield* checkItems(spec, items, path);
  // The state of a saved world is not a mistake of an author.
  if (isMap || scenario.resume !== undefined) return;
  if (spec.parents.length === 0) yield* checkUnnested(spec, items, path);
  else yield* checkParentsExist(spec, items, scenario, collections);
}

/** Items without parents may have a property `$parent`, but not one that looks like parent ids. */
function* checkUnnested(
  { name }: CollectionSpec,
  items: readonly JsonObject[],
  path: DocumentPath,
): Generator<ScenarioProblem> {
  const looksLikeParents = (value: Json | undefined): boolean =>
    isJsonObject(value) && Object.values(value).every((id) => typeof id !== 'object');
  for (const [index, item] of items.entries()) {
    if (!looksLikeParents(item.$parent)) continue;
    const location = [...path, index, '$parent'];
    const message = `${formatPath(location)} names parents, but the items of ${name} have no parents`;
    yield { code: 'VIV_ITEM_INVALID', path: location, at: 'key', message, hint: 'Remove it.' };
  }
}

/** Only if the scenario contains all parents. */
function* checkParentsExist(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  { data, generate }: Scenario,
  collections: ReadonlyMap<string, CollectionSpec>,
): Generator<ScenarioProblem> {
  const parent = parentOf(spec, collections);
  const parents = parent && data.get(parent.name);
  if (parent === undefined || parents === undefined || (generate.get(parent.name) ?? 0) > 0) return;
  const present = new Map([[parent.name, prepareItems(parent, parents)]]);
  const existingParents = new Set(parentIdsOf(spec, collections, present).map(joinParents));
  for (const [index, item] of items.entries()) {
    const { key } = fromData(spec, item);
    const parentIds = key === undefined ? undefined : splitKey(spec, key).parents;
    if (parentIds === undefined || existingParents.has(joinParents(parentIds))) continue;
    // The parent may be present under every parent of its own.
    const underAny = [...parentIds.slice(0, -1).map(() => anyParent), parentIds.at(-1) as string];
    if (existingParents.has(joinParents(underAny))) continue;
    const location = ['data', spec.name, index, '$parent'];
    const message = `${formatPath(location)} names ${show(parentIds.at(-1))}, which is not in data.${parent.name}`;
    yield {
      code: 'VIV_ITEM_INVALID',
      path: location,
      at: 'value',
      message,
      hint: `Add it to data.${parent.name}, or name an existing one.`,
    };
  }
}

/** Nested items can only be generated if there are parents. */
function* checkParentsForGenerate(
  spec: CollectionSpec,
  { data, generate, examples }: Scenario,
  { collections }: NamedParts,
): Generator<ScenarioProblem> {
  const parent = parentOf(spec, collections);
  // A scenario that extends the built-in one may set a collection to 0, and so have no parents for another one.
  if (examples || parent === undefined || spec.parents.length === 0) return;
  if ((data.get(parent.name)?.length ?? 0) > 0 || (generate.get(parent.name) ?? 0) > 0) return;
  const path = ['generate', spec.name];
  const message = `${formatPath(path)} has no parents: the scenario has no items in ${parent.name}`;
  yield {
    code: 'VIV_SCENARIO_INVALID',
    path,
    at: 'value',
    message,
    hint: `Add items to data.${parent.name} or generate.${parent.name}.`,
  };
}

const unknownCollection = (path: DocumentPath, collections: ReadonlyMap<string, CollectionSpec>): ScenarioProblem => {
  const name = String(path.at(-1));
  const names = [...collections.keys()];
  const all = names.length === 0 ? 'The document has no collections.' : `Collections: ${names.join(', ')}.`;
  return {
    code: 'VIV_COLLECTION_UNKNOWN',
    path,
    at: 'key',
    message: `${formatPath(path.slice(0, -1))} names an unknown collection ${show(name)}`,
    hint: didYouMean(name, names) ?? all,
  };
};

/** The problems of default properties. Missing properties are not a problem: the request may have them. */
function* checkDefaults(spec: CollectionSpec, properties: JsonObject, path: DocumentPath): Generator<ScenarioProblem> {
  for (const { pointer, message } of spec.check(properties)) {
    const property = pathOfPointer(properties, pointer);
    if (!Object.hasOwn(properties, String(property[0]))) continue;
    const location = [...path, ...property];
    yield {
      code: 'VIV_ITEM_INVALID',
      path: location,
      at: 'value',
      message: `${formatPath(location)} ${message}`,
      hint: undefined,
    };
  }
}
/** Reports operation names and patterns that match no operation. */
export function* checkOperations(
  named: string | readonly string[] | undefined,
  path: DocumentPath,
  service: NamedParts,
): Generator<ScenarioProblem> {
  if (named === undefined) return;
  const list =
    typeof named === 'string'
      ? [{ pattern: named, location: path }]
      : named.map((pattern, index) => ({ pattern, location: [...path, index] }));
  const names = service.operations.map((operation) => operation.name);
  for (const { pattern, location } of list) {
    if (names.some((name) => matchesWildcard(pattern, name))) continue;
    yield {
      code: 'VIV_OPERATION_UNKNOWN',
      path: location,
      at: 'value',
      message: `${formatPath(location)} names an unknown operation ${show(pattern)}`,
      hint: didYouMean(pattern, names),
    };
  }
}
