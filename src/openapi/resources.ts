/**
 * Finds the resources of a document: which operations list, create, read, replace, update and delete the same things.
 * A wrong guess is worse than none, so that only what is sure is bound; everything says why it is, or why it is not.
 */
import type { JsonObject } from '../core/json.ts';
import type { Action, Binding, CollectionSpec, Operation, Parameter } from '../core/service.ts';
import type { CompiledResponse } from './responses.ts';
import { elementOf, idPropertyOf, isList, sameElement, type Element } from './elements.ts';
import { type Compilation } from './responses.ts';
import { typesOf } from './parts.ts';

/** An operation before it is bound. */
export interface Candidate {
  readonly operation: Operation;
  /** The schema keys of its parameters, at their positions. */
  readonly parameterKeys: readonly string[];
  readonly responses: ReadonlyMap<string, CompiledResponse>;
  readonly success: CompiledResponse | undefined;
  readonly hasJsonBody: boolean;
}

export interface Bound {
  readonly binding: Binding | undefined;
  readonly reason: string;
}

export interface Resources {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  readonly bound: ReadonlyMap<Candidate, Bound>;
}

interface Role {
  readonly action: Action;
  readonly candidate: Candidate;
}

/** What may be a collection: the operations on a path and on its item path. */
interface Group {
  readonly path: string;
  readonly list: Candidate | undefined;
  readonly create: Candidate | undefined;
  readonly items: readonly Role[];
  readonly element: Element;
}

export const bindResources = (candidates: readonly Candidate[], compilation: Compilation): Resources => {
  const bound = new Map<Candidate, Bound>();
  for (const candidate of candidates) bound.set(candidate, { binding: undefined, reason: firstReason(candidate) });
  const groups = groupsOf(candidates, compilation, bound);
  const names = namesOf(groups.map(({ path }) => path));
  const collections = new Map<string, CollectionSpec>();
  groups.forEach((group, at) => {
    const name = names[at] as string;
    const spec = specOf(name, group, compilation);
    collections.set(name, spec);
    bindGroup(group, spec, compilation, bound);
  });
  return { collections, bound };
};

const where = ({ operation }: Candidate): string => `${operation.method} on ${operation.path}`;

const firstReason = (candidate: Candidate): string => {
  if (candidate.success === undefined) return `${where(candidate)} documents no success response.`;
  return `${where(candidate)} is not recognised as an operation on a resource; it is answered from examples or generated data.`;
};

const erase = (path: string): string => path.replace(/\/$/, '').replaceAll(/\{[^}]*\}/g, '{}');

const itemActions: Readonly<Record<string, Action>> = { GET: 'read', PUT: 'replace', PATCH: 'update', DELETE: 'delete' };

const groupsOf = (candidates: readonly Candidate[], compilation: Compilation, bound: Map<Candidate, Bound>): readonly Group[] => {
  const byPath = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const path = erase(candidate.operation.path);
    const known = byPath.get(path);
    if (known === undefined) byPath.set(path, [candidate]);
    else known.push(candidate);
  }
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
  const abstain = (candidates: readonly Candidate[], reason: string): undefined => {
    for (const candidate of candidates) if (candidate.success !== undefined) bound.set(candidate, { binding: undefined, reason });
    return undefined;
  };
  const get = own.find(({ operation }) => operation.method === 'GET');
  const post = own.find(({ operation }) => operation.method === 'POST');
  const items = below.flatMap((candidate): Role[] => {
    const action = itemActions[candidate.operation.method];
    return action === undefined || candidate.success === undefined ? [] : [{ action, candidate }];
  });
  const isListed = get?.success !== undefined && isList(get.success, compilation);
  if (get?.success !== undefined && !isListed) abstain([get], `${where(get)} does not answer a bare array of objects, so that it is no list that is supported yet.`);
  const list = isListed ? get : undefined;
  const create = post !== undefined && isCreate(post, compilation) ? post : undefined;
  if (path.includes('{}')) {
    return abstain([...own, ...below], 'A collection inside another is not supported yet; it is answered from examples or generated data.');
  }
  const isEnough = (list !== undefined && (create !== undefined || items.length > 0)) || (create !== undefined && items.length > 0);
  if (!isEnough) {
    if (list !== undefined) abstain([list], `${where(list)} lists things that no other operation reads or writes.`);
    return undefined;
  }
  const element = elementOf(list, create, items.map(({ candidate }) => candidate), compilation);
  if (element === undefined) return abstain([...own, ...below], `What ${path} holds cannot be told: no operation documents it as an object.`);
  const fits = (candidate: Candidate): boolean => {
    if (sameElement(candidate, element, compilation)) return true;
    abstain([candidate], `${where(candidate)} answers something else than what ${path} holds.`);
    return false;
  };
  return {
    path,
    element,
    list,
    create: create !== undefined && (create.operation.success?.status === 201 || fits(create)) ? create : undefined,
    items: items.filter(({ action, candidate }) => action === 'delete' || fits(candidate)),
  };
};

const isCreate = (candidate: Candidate, compilation: Compilation): boolean => {
  const { success, operation, hasJsonBody } = candidate;
  if (success === undefined || !hasJsonBody) return false;
  if (operation.success?.status === 201) return true;
  return success.json !== undefined && (typesOf(compilation.schemas, compilation.schemas.get(success.json.key).schema)?.has('object') ?? false);
};

/** The last literal segment of each path; where two are the same, the parent's before each of them. */
const namesOf = (paths: readonly string[]): readonly string[] => {
  const segments = paths.map((path) => path.split('/').filter((segment) => segment !== '' && !segment.includes('{')));
  const lengths = paths.map(() => 1);
  const nameAt = (at: number): string => (segments[at] as readonly string[]).slice(-(lengths[at] as number)).join('.');
  for (let round = 0; round < 10; round++) {
    const names = paths.map((_, at) => nameAt(at));
    const clashing = names.map((name, at) => names.indexOf(name) !== at || names.lastIndexOf(name) !== at);
    if (!clashing.includes(true)) return names;
    clashing.forEach((clashes, at) => {
      if (clashes) lengths[at] = (lengths[at] as number) + 1;
    });
  }
  // The same literal segments around different parameters: told apart by their place.
  return paths.map((_, at) => `${nameAt(at)}-${at + 1}`);
};

const specOf = (name: string, group: Group, { schemas, checks, generators }: Compilation): CollectionSpec => {
  const { element, list } = group;
  const idProperty = idPropertyOf(element, group.items[0]?.candidate) ?? 'id';
  const idTypes = element.memberTypes(idProperty);
  const checkElement = checks.checkFor(element.key);
  void schemas;
  return {
    name,
    idProperty,
    idType: idTypes?.has('integer') || (idTypes === undefined && element.members.has(idProperty)) || idTypes?.has('number') ? 'integer' : 'string',
    indexed: list === undefined ? [] : [...new Set(filtersOf(list, element).map(({ property }) => property))],
    check: (value) => {
      const problems = checkElement(value);
      const isMissing = typeof value === 'object' && value !== null && !Object.hasOwn(value, idProperty);
      if (!isMissing || problems.some(({ pointer }) => pointer === `/${idProperty}`)) return problems;
      return [...problems, { pointer: `/${idProperty}`, rule: 'required', message: 'is required' }];
    },
    generate: generators.generatorFor(element.key, checkElement, { name }),
    required: [...new Set([...element.required, idProperty])],
    texts: new WeakMap<JsonObject, string>(),
  };
};

const limitNames = new Set(['limit', 'per_page', 'pageSize', 'page_size', 'count']);

const filtersOf = ({ operation }: Candidate, element: Element): readonly { readonly parameter: number; readonly property: string }[] =>
  operation.parameters.flatMap((parameter, at) =>
    parameter.in === 'query' && !limitNames.has(parameter.name) && element.isScalar(parameter.name) ? [{ parameter: at, property: parameter.name }] : [],
  );

const limitOf = ({ operation, parameterKeys }: Candidate, { schemas }: Compilation): number | undefined => {
  const isLimit = ({ name, in: place }: Parameter, at: number): boolean =>
    place === 'query' && limitNames.has(name) && (typesOf(schemas, schemas.get(parameterKeys[at] as string).schema)?.has('integer') ?? false);
  const found = operation.parameters.findIndex(isLimit);
  return found < 0 ? undefined : found;
};

const bindGroup = (group: Group, collection: CollectionSpec, compilation: Compilation, bound: Map<Candidate, Bound>): void => {
  const { list, create, items, element } = group;
  if (list !== undefined) {
    const filters = filtersOf(list, element);
    const limit = limitOf(list, compilation);
    bound.set(list, { binding: { action: 'list', collection, filters, limit }, reason: `${where(list)} answers an array of what ${collection.name} holds.` });
  }
  if (create !== undefined) {
    bound.set(create, { binding: { action: 'create', collection }, reason: `${where(create)} takes a body and answers the new item of ${collection.name}.` });
  }
  for (const { action, candidate } of items) {
    const { parameters, path } = candidate.operation;
    const name = /\{([^}]*)\}\/?$/.exec(path)?.[1];
    const keyParameter = parameters.findIndex((parameter) => parameter.in === 'path' && parameter.name === name);
    if (keyParameter < 0) {
      bound.set(candidate, { binding: undefined, reason: `${where(candidate)} declares no path parameter "${String(name)}".` });
    } else if (action !== 'list' && action !== 'create') {
      bound.set(candidate, {
        binding: { action, collection, keyParameter },
        reason: `${where(candidate)} is an item's path below ${group.path}, identified by ${collection.idProperty}.`,
      });
    }
  }
};
