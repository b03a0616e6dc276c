/** Services with hand-written bindings: they test the core without the inference from a document. */

import { ActiveFaults } from '../../src/core/faults/active-faults.ts';
import type { Json, JsonObject } from '../../src/core/primitives/json.ts';
import type {
  Binding,
  CreateBinding,
  ItemBinding,
  ItemView,
  ListBinding,
  ListView,
  Paging,
  RequestMapping,
} from '../../src/core/service/binding.ts';
import type { Complete } from '../../src/core/service/check.ts';
import type { CollectionSpec } from '../../src/core/service/collection-facts.ts';
import type { Operation } from '../../src/core/service/operation.ts';
import { createMatcher } from '../../src/core/service/router.ts';
import type { Service } from '../../src/core/service/service.ts';
import { createCollection } from '../../src/core/state/collection.ts';
import { defaultRules, type Rules, type State } from '../../src/core/state/state.ts';
import { StateCollections } from '../../src/core/state/state-collections.ts';
import { documentOf, now, operationOf, readyService } from './helpers.ts';
import { plainCollection } from './plain-collection.ts';

export const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
export const answer = (schema: JsonObject, headers: JsonObject = {}): JsonObject => ({
  description: '',
  content: json(schema),
  headers,
});
export const inPath = (name: string, type = 'integer'): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema: { type },
});
export const inQuery = (name: string, type = 'string'): JsonObject => ({ name, in: 'query', schema: { type } });

/** Adds the required properties alone. */
const createComplete =
  ({ required = ['id'], generate = () => ({}) }: Partial<CollectionSpec>): Complete =>
  (value, { before, ...context }) => {
    const added = { ...(generate(context) as JsonObject), ...(before as JsonObject | undefined) };
    const missing = required.filter((name) => !Object.hasOwn(value as JsonObject, name) && Object.hasOwn(added, name));
    return { ...(value as JsonObject), ...Object.fromEntries(missing.map((name) => [name, added[name] as Json])) };
  };

/** A collection of the values in the response of the named operation; without such an operation `rest` defines it. */
export const specOf = (name: string, rest: Partial<CollectionSpec> = {}): CollectionSpec =>
  plainCollection(name, {
    checkValue: rest.check ?? (() => []),
    complete: createComplete(rest),
    required: ['id'],
    ...rest,
  });

export const plainSent: RequestMapping = {
  path: [],
  inner: undefined,
  strip: undefined,
  names: new Map(),
  isOpen: true,
  parameters: [],
  isPatchList: false,
};
export const plainView: ItemView = { path: [], isInList: false, projection: undefined };
export const plainList: ListView = { path: [], projection: undefined, checkItem: undefined, facts: [], headers: [] };
export const noPaging: Paging = {
  size: undefined,
  defaultSize: undefined,
  style: 'none',
  from: undefined,
  before: undefined,
  firstPage: 1,
  cursor: 'opaque',
  firstCursors: new Set(),
};

export const listOf = (collection: CollectionSpec, rest: Partial<ListBinding> = {}): ListBinding => ({
  action: 'list',
  collection,
  parentParameters: [],
  filters: [],
  search: undefined,
  sort: undefined,
  paging: undefined,
  view: plainList,
  ...rest,
});

export const createOf = (collection: CollectionSpec, rest: Partial<CreateBinding> = {}): CreateBinding => ({
  action: 'create',
  collection,
  parentParameters: [],
  mapping: plainSent,
  view: plainView,
  ...rest,
});

export const itemOf = (
  action: ItemBinding['action'],
  collection: CollectionSpec,
  rest: Partial<ItemBinding> = {},
): ItemBinding => ({
  action,
  collection,
  parentParameters: [],
  key: 0,
  mapping: plainSent,
  view: plainView,
  bulk: undefined,
  upsert: false,
  effects: [],
  areEffectsStated: false,
  ...rest,
});

/**
 * The document's operations with these bindings, by their names; `specs` are all its collections. Path parameters that a path
 * does not declare are integers.
 */
export const bindService = async (
  paths: JsonObject,
  bind: (
    checkOf: (operation: string) => CollectionSpec['check'],
    completeOf: (operation: string) => Complete,
  ) => { readonly specs: readonly CollectionSpec[]; readonly bindings: Readonly<Record<string, Binding>> },
): Promise<Service> => {
  const service = await readyService(documentOf(paths));
  const contentOf = (name: string) => operationOf(service, name).success?.response.contents[0];
  const { specs, bindings } = bind(
    (name) => (value) => contentOf(name)?.check(value) ?? [],
    (name) => (value, context) => contentOf(name)?.complete(value, context) ?? value,
  );
  for (const name of Object.keys(bindings)) operationOf(service, name);
  const operations = service.operations.map(
    (operation): Operation => ({ ...operation, binding: bindings[operation.name] }),
  );
  return {
    ...service,
    operations,
    matcher: createMatcher(operations),
    collections: new Map(specs.map((spec) => [spec.name, spec])),
  };
};

/** A world of this service with these items, as `data` gives them. */
export const worldOf = (
  service: Service,
  data: Readonly<Record<string, readonly JsonObject[]>> = {},
  rules: Partial<Rules> = {},
): State => ({
  name: 'test',
  seed: 1,
  startedAt: now,
  parts: new Map(),
  responses: new Map(),
  rules: { ...defaultRules, ...rules },
  collections: new StateCollections(
    new Map([...service.collections].map(([name, spec]) => [name, createCollection(spec, data[name] ?? [])])),
  ),
  faults: new Map(),
  active: new ActiveFaults(new Map()),
  counters: { exchanges: 0, calls: new Map(), faults: new Map() },
});

export const idsOf = (value: Json | undefined): readonly Json[] =>
  (value as readonly { readonly id: Json }[]).map(({ id }) => id);
