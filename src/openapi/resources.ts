/**
 * Finds the resources of a document: which operations list, create, read, replace, update and delete the same things.
 * A wrong guess is worse than none, so that only what is sure is bound; every operation says why it is, or why it is not.
 */
import type { Action, Binding, CollectionSpec, Operation, Parameter } from '../core/service.ts';
import type { Compilation } from './compilation.ts';
import { type Element, elementOf, fitsElement, idPropertyOf, isList, isObject, onlyElementKeyOf } from './elements.ts';
import { typesOf } from './parts.ts';
import type { CompiledResponse } from './responses.ts';

/** An operation before it is bound. */
export interface Candidate {
  readonly operation: Operation;
  /** The schema keys of its parameters, at their positions. */
  readonly parameterKeys: readonly string[];
  readonly responses: ReadonlyMap<string, CompiledResponse>;
  readonly success: CompiledResponse | undefined;
  /** The schema key of its JSON body. */
  readonly bodyKey: string | undefined;
}

interface Bound {
  readonly binding: Binding | undefined;
  readonly reason: string;
}

export interface Resources {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  readonly bound: ReadonlyMap<Candidate, Bound>;
}

/** The operations of a collection's path and of its item path that can be bound. */
interface Roles {
  readonly list: Candidate | undefined;
  readonly create: Candidate | undefined;
  readonly items: readonly { readonly action: ItemAction; readonly candidate: Candidate }[];
}

interface Group extends Roles {
  readonly path: string;
  readonly element: Element;
  readonly idProperty: string;
}

type ItemAction = Exclude<Action, 'list' | 'create'>;

const itemActions: Readonly<Record<string, ItemAction>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

export const bindResources = (candidates: readonly Candidate[], compilation: Compilation): Resources => {
  const bound = new Map<Candidate, Bound>();
  for (const candidate of candidates) bound.set(candidate, { binding: undefined, reason: firstReason(candidate) });
  const groups = groupsOf(candidates, compilation, bound);
  const names = namesOf(groups.map(({ path }) => path));
  const collections = new Map<string, CollectionSpec>();
  groups.forEach((group, at) => {
    const spec = specOf(names[at] as string, group, compilation);
    collections.set(spec.name, spec);
    bindGroup(group, spec, compilation, bound);
  });
  return { collections, bound };
};

const where = ({ operation }: Candidate): string => `${operation.method} on ${operation.path}`;

const firstReason = (candidate: Candidate): string =>
  candidate.success === undefined
    ? `${where(candidate)} documents no success response.`
    : `${where(candidate)} is not recognised as an operation on a resource; it is answered from examples or generated data.`;

/** Templates that differ in the names of their parameters only are the same path. */
const erase = (path: string): string => path.replace(/\/$/, '').replaceAll(/\{[^}]*\}/g, '{}');

const groupsOf = (
  candidates: readonly Candidate[],
  compilation: Compilation,
  bound: Map<Candidate, Bound>,
): readonly Group[] => {
  const byPath = Map.groupBy(candidates, ({ operation }) => erase(operation.path));
  const groups: Group[] = [];
  for (const [path, own] of byPath) {
    if (path.endsWith('{}')) continue;
    const group = groupAt(path, own, byPath.get(`${path}/{}`) ?? [], compilation, bound);
    if (group !== undefined) groups.push(group);
  }
  return groups;
};

const groupAt = (
  path: string,
  own: readonly Candidate[],
  below: readonly Candidate[],
  compilation: Compilation,
  bound: Map<Candidate, Bound>,
): Group | undefined => {
  const abstain = (candidates: readonly Candidate[], reason: (candidate: Candidate) => string): undefined => {
    for (const candidate of candidates) {
      if (candidate.success !== undefined) bound.set(candidate, { binding: undefined, reason: reason(candidate) });
    }
    return undefined;
  };
  const roles = rolesOf(own, below, compilation);
  const all = [...own, ...below];
  const get = own.find(({ operation }) => operation.method === 'GET');
  if (get !== undefined && roles.list === undefined)
    abstain([get], (one) => `${where(one)} does not answer a bare array of objects.`);
  if (!isEnough(roles))
    return roles.list && abstain([roles.list], (one) => `${where(one)} lists what no other operation reads or writes.`);
  if (path.includes('{}'))
    return abstain(all, (one) => `${where(one)} is inside another resource, which is not supported yet.`);
  const items = roles.items.map(({ candidate }) => candidate);
  const element = elementOf(roles.list, roles.create, items, compilation);
  if (element === undefined) return abstain(all, () => `No operation documents as an object what ${path} holds.`);
  const idProperty = idPropertyOf(element, items[0]?.operation.path);
  if (idProperty === undefined) return abstain(all, () => `What ${path} holds has no member that identifies it.`);
  const fits = (candidate: Candidate): boolean => {
    if (fitsElement(candidate, element, compilation)) return true;
    abstain([candidate], (one) => `${where(one)} answers something else than what ${path} holds.`);
    return false;
  };
  const fitting: Roles = {
    list: roles.list,
    // An answer of 201 that shows less than the item is still about the item.
    create:
      roles.create !== undefined && (roles.create.operation.success?.status === 201 || fits(roles.create))
        ? roles.create
        : undefined,
    items: roles.items.filter(({ action, candidate }) => {
      if (action === 'delete') return true;
      if (action === 'read' || takesObject(candidate, compilation)) return fits(candidate);
      return abstain([candidate], (one) => `${where(one)} takes no JSON object.`) !== undefined;
    }),
  };
  if (isEnough(fitting)) return { path, element, idProperty, ...fitting };
  const left = [fitting.list, fitting.create, ...fitting.items.map(({ candidate }) => candidate)].filter(
    (one) => one !== undefined,
  );
  return abstain(left, (one) => `No operation is about the same things as ${where(one)}.`);
};

/** Something that puts items in or shows them all, and something else that is about the same items. */
const isEnough = ({ list, create, items }: Roles): boolean =>
  (list !== undefined || create !== undefined) && ((list !== undefined && create !== undefined) || items.length > 0);

const rolesOf = (own: readonly Candidate[], below: readonly Candidate[], compilation: Compilation): Roles => ({
  list: own.find(
    ({ operation, success }) => operation.method === 'GET' && success !== undefined && isList(success, compilation),
  ),
  create: own.find((candidate) => candidate.operation.method === 'POST' && isCreate(candidate, compilation)),
  items: below.flatMap((candidate) => {
    const action = itemActions[candidate.operation.method];
    return action === undefined || candidate.success === undefined ? [] : [{ action, candidate }];
  }),
});

const isCreate = (candidate: Candidate, compilation: Compilation): boolean => {
  const { success, operation } = candidate;
  if (success === undefined || !takesObject(candidate, compilation)) return false;
  return (
    operation.success?.status === 201 ||
    (success.json !== undefined && isObject({ $ref: success.json.key }, compilation))
  );
};

const takesObject = ({ bodyKey }: Candidate, compilation: Compilation): boolean =>
  bodyKey !== undefined && isObject({ $ref: bodyKey }, compilation);

/** The last literal segment of each path; where two are the same, the parent's before each of them. */
const namesOf = (paths: readonly string[]): readonly string[] => {
  const segments = paths.map((path) => path.split('/').filter((segment) => segment !== '' && !segment.includes('{')));
  const lengths = paths.map(() => 1);
  const nameAt = (at: number): string => (segments[at] as readonly string[]).slice(-(lengths[at] as number)).join('.');
  const longest = Math.max(0, ...segments.map((list) => list.length));
  for (let round = 0; round <= longest; round++) {
    const names = paths.map((_, at) => nameAt(at));
    const clashing = names.map((name, at) => names.indexOf(name) !== at || names.lastIndexOf(name) !== at);
    if (!clashing.includes(true)) return names;
    clashing.forEach((clashes, at) => {
      if (clashes) lengths[at] = (lengths[at] as number) + 1;
    });
  }
  // The same literal segments around other parameters: told apart by their place.
  return paths.map((_, at) => `${nameAt(at)}-${at + 1}`);
};

const specOf = (
  name: string,
  { element, idProperty, list }: Group,
  { checks, generators }: Compilation,
): CollectionSpec => {
  const checkElement = checks.checkFor(element.key);
  const idTypes = element.typesOfMember(idProperty);
  const check: CollectionSpec['check'] = (value) => {
    const problems = checkElement(value);
    const isMissing = typeof value === 'object' && value !== null && !Object.hasOwn(value, idProperty);
    if (!isMissing || problems.some(({ pointer }) => pointer === `/${idProperty}`)) return problems;
    return [...problems, { pointer: `/${idProperty}`, rule: 'required', message: 'is required' }];
  };
  return {
    name,
    idProperty,
    idType: idTypes?.has('integer') || idTypes?.has('number') ? 'integer' : 'string',
    indexed: list === undefined ? [] : [...new Set(filtersOf(list, element).map(({ property }) => property))],
    check,
    generate: generators.generatorFor(element.key, check, { name, required: [idProperty] }),
    members: [...element.members],
    required: [...new Set([...element.required, idProperty])],
  };
};

const limitNames = new Set(['limit', 'per_page', 'pageSize', 'page_size', 'count']);

const filtersOf = (
  { operation }: Candidate,
  element: Element,
): readonly { readonly parameter: number; readonly property: string }[] =>
  operation.parameters.flatMap((parameter, at) =>
    parameter.in === 'query' && !limitNames.has(parameter.name) && element.isScalar(parameter.name)
      ? [{ parameter: at, property: parameter.name }]
      : [],
  );

const limitOf = ({ operation, parameterKeys }: Candidate, { schemas }: Compilation): number | undefined => {
  const isLimit = ({ name, in: place }: Parameter, at: number): boolean =>
    place === 'query' &&
    limitNames.has(name) &&
    (typesOf(schemas, { $ref: parameterKeys[at] as string })?.has('integer') ?? false);
  const found = operation.parameters.findIndex(isLimit);
  return found < 0 ? undefined : found;
};

const bindGroup = (
  { list, create, items, element, path, idProperty }: Group,
  collection: CollectionSpec,
  compilation: Compilation,
  bound: Map<Candidate, Bound>,
): void => {
  if (list !== undefined) {
    const filters = filtersOf(list, element);
    const reason = `${where(list)} answers an array of what ${path} holds.`;
    const elementKey = list.success && onlyElementKeyOf(list.success, compilation);
    const checkElement = elementKey === undefined ? undefined : compilation.checks.checkFor(elementKey);
    const limit = limitOf(list, compilation);
    bound.set(list, { binding: { action: 'list', collection, filters, limit, checkElement }, reason });
  }
  if (create !== undefined) {
    const reason = `${where(create)} takes an object and documents ${create.operation.success?.status ?? 'a success'} for what ${path} then holds.`;
    bound.set(create, { binding: { action: 'create', collection }, reason });
  }
  for (const { action, candidate } of items) {
    const { parameters, path: own } = candidate.operation;
    const name = /\{([^}]*)\}\/?$/.exec(own)?.[1];
    const keyParameter = parameters.findIndex((parameter) => parameter.in === 'path' && parameter.name === name);
    bound.set(
      candidate,
      keyParameter < 0
        ? { binding: undefined, reason: `${where(candidate)} does not declare its path parameter "${String(name)}".` }
        : {
            binding: { action, collection, keyParameter },
            reason: `${where(candidate)} is about one item of ${path}, known by its ${idProperty}.`,
          },
    );
  }
};
