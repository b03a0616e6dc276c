/** Checks of a scenario that require the service. */

import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import { didYouMean, suggest } from '../../core/primitives/did-you-mean.ts';
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../core/primitives/json.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { endpointNames, issuerName, namesEndpoint } from '../../core/service/login-facts.ts';
import { matchesName, type Named, type NameLookup } from '../../core/service/names.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import type { UpstreamChange } from '../../core/service/upstream.ts';
import { wrongCollection, wrongOperation } from '../../core/service/wrong-name.ts';
import { anyParent, fromData, joinParents, splitKey } from '../../core/state/item-key.ts';
import { checkLifecycles } from '../../parts/lifecycles/stated.ts';
import { problemWithLocale } from '../../parts/locale/find-locale.ts';
import { readRefusalBody } from '../../parts/refusals/index.ts';
import {
  type DocumentPath,
  firstProblems,
  formatPath,
  listTexts,
  pathOfPointer,
  problemAt,
  type ScenarioProblem,
} from '../document/document-path.ts';
import { show } from '../document/explain-issues.ts';
import type { Scenario } from '../document/read-scenario.ts';
import { maxGenerated } from '../document/scenario-schema.ts';
import { checkItem, checkItems, itemProblem, missingParent } from './check-items.ts';
import { parentIdsOf, parentOf, prepareItems } from './item-data.ts';
import { findCollection, resolveNames } from './resolve-names.ts';

export { whyIdle } from '../../parts/lifecycles/idle-fault.ts';

/** The parts of a service that a scenario refers to. With `logins`, it has an issuer, whose endpoints faults may name. */
export interface NamedParts
  extends Pick<Service, 'collections'>,
    Partial<Pick<Service, 'logins' | 'webhooks' | 'callbacks'>> {
  readonly operations: readonly (Named & Pick<Operation, 'method' | 'path'>)[];
}

export const checkScenario = (scenario: Scenario, service: NamedParts): readonly ConfigProblem[] =>
  firstProblems(findProblems(scenario, service)).map(scenario.locate);

function* findProblems(scenario: Scenario, service: NamedParts): Generator<ScenarioProblem> {
  const { collections } = service;
  const resolved = resolveNames(scenario, service);
  const { locale } = scenario.rules;
  const wrong = locale === undefined ? undefined : problemWithLocale(locale);
  if (wrong !== undefined) yield problemAt('VIV_SCENARIO_INVALID', ['locale'], wrong.message, wrong.hint);
  const inEach = function* <Value>(
    section: string,
    values: Iterable<readonly [string, Value]>,
    checkEach: (spec: CollectionSpec, value: Value, path: readonly string[]) => Iterable<ScenarioProblem>,
  ): Generator<ScenarioProblem> {
    for (const [name, value] of values) {
      const lookup = findCollection(name, collections);
      const path = [section, name];
      if (lookup.type === 'found') yield* checkEach(lookup.value, value, path);
      else yield notACollection(path, lookup, collections);
    }
  };
  yield* inEach('data', scenario.data, (spec, items, path) => checkData(spec, items, path, resolved, service));
  yield* inEach('generate', scenario.generate, (spec, count, path) =>
    count > 0 ? checkParentsForGenerate(spec, path, resolved, service) : [],
  );
  yield* checkGeneratedTotal(resolved);
  yield* inEach('defaults', scenario.rules.defaults, checkDefaults);
  const known = (service.webhooks ?? []).map(({ name }) => name);
  for (const name of Object.keys(scenario.document.webhooks ?? {})) {
    if (name === '*' || known.includes(name)) continue;
    yield unknownWebhook(['webhooks', name], name, known, 'webhooks');
  }
  yield* inEach('lifecycles', Object.entries(scenario.document.lifecycles ?? {}), checkLifecycles);
  for (const [name, refusal] of Object.entries(scenario.document.refusals ?? {}))
    if (refusal?.body !== undefined) yield* checkRefusalBody(refusal.body, ['refusals', name, 'body']);
  for (const section of ['data', 'generate', 'defaults', 'lifecycles'] as const)
    yield* checkRepeats(Object.keys(scenario.source[section] ?? {}), section, collections);
  for (const [index, { fault }] of scenario.faults.entries()) {
    yield* checkFaultNames(fault.on, ['faults', index, 'on'], service);
  }
  yield* checkForward(scenario.upstream?.forward, ['upstream', 'forward'], service);
  for (const [index, { operation }] of scenario.responses.entries())
    yield* checkOperations(operation, ['responses', index, 'operation'], service);
}

function* checkRefusalBody(body: Json, path: DocumentPath): Generator<ScenarioProblem> {
  const problems: ScenarioProblem[] = [];
  readRefusalBody(body, (pointer, message) => {
    const place = [...path, ...pathOfPointer(body, pointer)];
    problems.push(problemAt('VIV_SCENARIO_INVALID', place, `${formatPath(place)} ${message}`));
  });
  yield* problems;
}

function* checkOperations(
  names: OneOrMore | undefined,
  path: DocumentPath,
  { operations, logins = [] }: Pick<NamedParts, 'operations' | 'logins'>,
): Generator<ScenarioProblem> {
  for (const { text, location } of listTexts(names, path)) {
    if (logins.length > 0 && namesEndpoint(text)) continue;
    const wrong = wrongOperation(text, operations);
    if (wrong === undefined) continue;
    const message = `${formatPath(location)} names an ${wrong.message}`;
    const ofLogin = logins.length > 0 && text.startsWith(`${issuerName}.`);
    const endpoints = endpointNames.map((name) => `${issuerName}.${name}`).join(', ');
    const hint = ofLogin ? `The endpoints of the login are ${endpoints}.` : wrong.hint;
    yield problemAt(wrong.code, location, message, hint);
  }
}

/** The operations of a list that is forwarded to an upstream. */
export const checkForward = (
  forward: UpstreamChange['forward'],
  path: DocumentPath,
  service: NamedParts,
): Iterable<ScenarioProblem> => (typeof forward === 'object' ? checkOperations(forward, path, service) : []);

/** A collection may be named in two ways: `orders` and `shop.orders`. */
function* checkRepeats(
  names: readonly string[],
  section: string,
  collections: NamedParts['collections'],
): Generator<ScenarioProblem> {
  const seen = new Map<CollectionSpec, string>();
  for (const name of names) {
    const lookup = findCollection(name, collections);
    if (lookup.type !== 'found') continue;
    const earlier = seen.get(lookup.value);
    seen.set(lookup.value, earlier ?? name);
    if (earlier === undefined) continue;
    const message = `${section} names the same collection twice: ${show(earlier)} and ${show(name)}`;
    yield problemAt('VIV_SCENARIO_INVALID', [section, name], message, 'Remove one of them.', 'key');
  }
}

function* checkGeneratedTotal({ generate }: Scenario): Generator<ScenarioProblem> {
  const total = [...generate.values()].reduce((sum, count) => sum + count, 0);
  const message = `generate has ${total} items in all collections together; the maximum is ${maxGenerated}`;
  if (total > maxGenerated) yield problemAt('VIV_SCENARIO_INVALID', ['generate'], message, 'Generate fewer items.');
}

function* checkData(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  path: DocumentPath,
  scenario: Scenario,
  { collections }: NamedParts,
): Generator<ScenarioProblem> {
  const isMap = isJsonObject(valueAt(scenario.document as JsonObject, path));
  const isSingleItem = spec.kind === 'singleton' && spec.parents.length === 0;
  if (isMap !== isSingleItem) {
    const expected = isSingleItem ? 'a map, because it is a singleton' : 'a list of items';
    yield itemProblem(path, `must be ${expected}`);
  } else if (isSingleItem) yield* checkItem(spec, items[0] as JsonObject, path);
  else yield* checkItems(spec, items, path);
  // The state of a saved world is not a mistake of an author.
  if (isMap || scenario.resume !== undefined) return;
  if (spec.parents.length === 0) yield* checkUnnested(spec, items, path);
  else yield* checkParentsExist(spec, items, path, scenario, collections);
}

/** Items without parents may have a property `$parent`, but not one that looks like parent ids. */
function* checkUnnested(
  { name }: CollectionSpec,
  items: readonly JsonObject[],
  path: DocumentPath,
): Generator<ScenarioProblem> {
  const looksLikeParents = (value: Json | undefined) =>
    isJsonObject(value) && Object.values(value).every((id) => typeof id !== 'object');
  for (const [index, item] of items.entries()) {
    if (!looksLikeParents(item.$parent)) continue;
    const location = [...path, index, '$parent'];
    const message = `${formatPath(location)} names parents, but the items of ${name} have no parents`;
    yield problemAt('VIV_ITEM_INVALID', location, message, 'Remove it.', 'key');
  }
}

/** Checks the parents of items, if the scenario contains all of them. */
function* checkParentsExist(
  spec: CollectionSpec,
  items: readonly JsonObject[],
  path: DocumentPath,
  { data, generate }: Scenario,
  collections: ReadonlyMap<string, CollectionSpec>,
): Generator<ScenarioProblem> {
  const parent = parentOf(spec, collections);
  const parents = parent && data.get(parent.name);
  if (parent === undefined || parents === undefined || (generate.get(parent.name) ?? 0) > 0) return;
  const present = parentIdsOf(spec, collections, () => prepareItems(parent, parents));
  const existingParents = new Set(present.map(joinParents));
  for (const [index, item] of items.entries()) {
    const { key } = fromData(spec, item);
    const parentIds = key === undefined ? undefined : splitKey(spec, key).parents;
    if (parentIds === undefined || existingParents.has(joinParents(parentIds))) continue;
    // The parent may be present under every parent of its own.
    const underAny = [...parentIds.slice(0, -1).map(() => anyParent), parentIds.at(-1) as string];
    if (existingParents.has(joinParents(underAny))) continue;
    yield missingParent([...path, index, '$parent'], parentIds, `data.${parent.name}`);
  }
}

/** Nested items can only be generated if there are parents. */
function* checkParentsForGenerate(
  spec: CollectionSpec,
  path: DocumentPath,
  { data, generate, examples }: Scenario,
  { collections }: NamedParts,
): Generator<ScenarioProblem> {
  const parent = parentOf(spec, collections);
  // A scenario that extends the built-in one may set a collection to 0, and so have no parents for another one.
  if (examples || parent === undefined || spec.parents.length === 0) return;
  if ((data.get(parent.name)?.length ?? 0) > 0 || (generate.get(parent.name) ?? 0) > 0) return;
  const message = `${formatPath(path)} has no parents: the scenario has no items in ${parent.name}`;
  const hint = `Add items to data.${parent.name} or generate.${parent.name}.`;
  yield problemAt('VIV_SCENARIO_INVALID', path, message, hint);
}

const notACollection = (
  path: DocumentPath,
  lookup: FailedLookup,
  collections: ReadonlyMap<string, CollectionSpec>,
): ScenarioProblem => {
  const wrong = wrongCollection(String(path.at(-1)), lookup, collections.keys());
  return { ...wrong, path, at: 'key', message: `${formatPath(path.slice(0, -1))} names an ${wrong.message}` };
};

/** The problems of default properties. Missing properties are not a problem: the request may have them. */
function* checkDefaults(spec: CollectionSpec, properties: JsonObject, path: DocumentPath): Generator<ScenarioProblem> {
  for (const { pointer, message } of spec.check(properties)) {
    const property = pathOfPointer(properties, pointer);
    if (!Object.hasOwn(properties, String(property[0]))) continue;
    yield itemProblem([...path, ...property], message);
  }
}

/** `section`: the one whose key it is. Default: the place itself. */
const unknownWebhook = (
  path: DocumentPath,
  name: string,
  known: readonly string[],
  section?: string,
): ScenarioProblem => {
  const message = `${section ?? formatPath(path)} names an unknown webhook ${show(name)}`;
  const at = section === undefined ? undefined : 'key';
  return problemAt('VIV_SCENARIO_INVALID', path, message, suggest(name, 'webhooks', known), at);
};

type FailedLookup = Exclude<NameLookup<unknown>, { type: 'found' }>;

/** The methods of RFC 9110, PATCH (RFC 5789) and QUERY: a fault may name them also if no operation has them. */
const knownMethods = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY'.split(' ');

/** Reports the operations, methods, webhooks and services in the `on` of a fault that do not exist, or not together. `path` is that of `on`. */
export function* checkFaultNames(
  on: { readonly [Name in 'operation' | 'service' | 'webhook' | 'method']?: OneOrMore | undefined } | null | undefined,
  path: DocumentPath,
  { operations, logins = [], webhooks = [], callbacks = [] }: NamedParts,
): Generator<ScenarioProblem> {
  const sent = [...webhooks, ...callbacks].map(({ name }) => name);
  for (const { text, location } of listTexts(on?.webhook, [...path, 'webhook']))
    if (!sent.some((name) => matchesWildcard(text, name))) yield unknownWebhook(location, text, sent);
  yield* checkOperations(on?.operation, [...path, 'operation'], { operations, logins });
  const methods = new Set([...knownMethods, ...operations.map(({ method }) => method)]);
  for (const { text, location } of listTexts(on?.method, [...path, 'method'])) {
    if ([...methods].some((method) => matchesWildcard(text.toUpperCase(), method))) continue;
    // Proxies and WebDAV have methods of their own.
    const isList = /[\s,|]/.test(text);
    const hint = isList ? 'Write several methods as a list: [GET, POST].' : didYouMean(text, methods);
    if (hint === undefined) continue;
    const message = `${formatPath(location)} names an unknown method ${show(text)}`;
    yield problemAt('VIV_FAULT_INVALID', location, message, hint);
  }
  const services = new Set(operations.map(({ service }) => service));
  const known: string[] = [];
  for (const { text, location } of listTexts(on?.service, [...path, 'service'])) {
    if ([...services].some((name) => matchesWildcard(text, name))) {
      known.push(text);
      continue;
    }
    const message = `${formatPath(location)} names an unknown service ${show(text)}`;
    yield problemAt('VIV_SERVICE_UNKNOWN', location, message, suggest(text, 'services', services));
  }
  if (known.length > 0) yield* checkTogether(on?.operation, known, [...path, 'operation'], operations);
}

/** The operations that exist, but in other services than the fault is for: it would never apply to them. */
function* checkTogether(
  named: OneOrMore | undefined,
  services: readonly string[],
  path: DocumentPath,
  operations: NamedParts['operations'],
): Generator<ScenarioProblem> {
  for (const { text, location } of listTexts(named, path)) {
    const owners = new Set(operations.filter((one) => matchesName(text, one)).map(({ service }) => service));
    if (owners.size === 0 || [...owners].some((owner) => services.some((one) => matchesWildcard(one, owner)))) continue;
    const message = `${formatPath(location)} names ${show(text)} of the service ${[...owners].join(', ')}, but the fault is only on the service ${services.join(', ')}`;
    yield problemAt('VIV_OPERATION_UNKNOWN', location, message, 'Remove the service, or name an operation of it.');
  }
}

type OneOrMore = string | readonly string[];
