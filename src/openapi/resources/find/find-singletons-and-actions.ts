/** Finds singletons, lists at other paths than the path of their collection, and actions. */

import { plainName } from '../../../core/primitives/singular.ts';
import { type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import { type ItemSchema, idPropertyOf, isSimilar, isTwin } from '../describe/item-schema.ts';
import { comparedProperty, propertyNamed } from '../describe/list-parameters.ts';
import type { ListShape } from '../describe/locate-items.ts';
import { endsInNoun, singularOf } from '../describe/names.ts';
import { isPageParameter, isUsualList } from '../describe/paging-names.ts';
import { countParameters, isVerb, nounBefore, parentPath } from '../describe/path-template.ts';
import { pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { listText } from './find-collections.ts';
import type { FinderContext } from './finder.ts';
import { isAbout, isPartial } from './item-match.ts';

const isFree = (bound: ReadonlySet<UnboundOperation>) => (candidate: UnboundOperation) =>
  !bound.has(candidate) && candidate.success !== undefined;

/** Singletons: one item at a path of its own that can be read and written: `GET` and `PUT /user/settings`. */
export const findSingletons = (
  finding: FinderContext,
  bound: ReadonlySet<UnboundOperation>,
): readonly ResourceGroup[] =>
  [...finding.byPath].flatMap(([path, all]) => {
    // A parameter in a part of a segment selects one of many items.
    if (path.endsWith('/{}') || path === '' || /\{[^}]/.test(path)) return [];
    const free = all.filter(isFree(bound));
    const get = free.find(({ operation }) => operation.method === 'GET');
    const key = get?.success?.json?.key;
    const noun = get === undefined ? '' : pathOf(get).noun;
    if (get === undefined || key === undefined || finding.shapes.listIn(key, noun) !== undefined) return [];
    const shape = finding.shapes.itemIn(key, noun, undefined);
    if (shape === undefined || shape.listed || finding.describe(shape.key).properties.size === 0) return [];
    const itemSchema = finding.describe(shape.key);
    if (free.some((candidate) => selectsItem(candidate, itemSchema))) return [];
    const writes = free.flatMap((candidate) => singletonRole(candidate, itemSchema, noun, finding));
    if (!writes.some(({ action }) => action !== 'delete')) return [];
    const reason = `Reads the singleton at this path.`;
    const roles = [roleOf('read', get, { shape, key: 'none', reason }), ...writes];
    const { parameters } = pathOf(get);
    const template = get.operation.path;
    return [
      {
        name: undefined,
        kind: 'singleton',
        path,
        parents: parameters,
        template,
        noun,
        itemSchema,
        idProperty: undefined,
        roles,
      },
    ];
  });

/** `GET /user?id=7` selects one of many items. */
const selectsItem = ({ operation: { method, parameters } }: UnboundOperation, itemSchema: ItemSchema): boolean =>
  (method === 'GET' || method === 'DELETE') &&
  parameters.some(({ in: location, name }) => location === 'query' && propertyNamed(name, itemSchema) !== undefined);

const singletonActions = { PUT: 'replace', PATCH: 'update', POST: 'update', DELETE: 'delete' } as const;

const singletonRole = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  noun: string,
  finding: FinderContext,
): readonly Role[] => {
  const action = singletonActions[candidate.operation.method as keyof typeof singletonActions];
  if (action === undefined) return [];
  const reason = `Writes the singleton at this path.`;
  const json = candidate.success?.json;
  const shape = json && finding.shapes.itemIn(json.key, noun, itemSchema);
  if (action === 'delete') return [roleOf(action, candidate, { shape, key: 'none', reason })];
  const { bodyKey } = candidate;
  const sent = bodyKey === undefined ? undefined : finding.shapes.itemIn(bodyKey, noun, itemSchema);
  if (sent === undefined || !isAbout(candidate, itemSchema, noun, finding)) return [];
  const names = [...finding.describe(sent.key).properties];
  // The written item must be the item that is read. `POST /login` next to `GET /login` is not.
  if (!names.some((name) => itemSchema.properties.has(name)) && !itemSchema.isOpen) return [];
  if (candidate.operation.method === 'POST' && !isSimilar(finding.describe(sent.key), itemSchema)) return [];
  const isUpdate = action === 'replace' && isPartial(candidate, undefined, { itemSchema, noun }, finding);
  return [roleOf(isUpdate ? 'update' : action, candidate, { shape, key: 'none', upsert: true, reason })];
};

interface LoneList {
  readonly candidate: UnboundOperation;
  readonly shape: ListShape;
}

/** Lists at paths without other bindings: items of a known collection, or collections that are only read. */
export const bindLoneLists = (
  finding: FinderContext,
  groups: ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  const free = isFree(bound);
  const lists = [...finding.byPath.values()].flat().flatMap((candidate): readonly LoneList[] => {
    const key = candidate.operation.method === 'GET' && free(candidate) ? candidate.success?.json?.key : undefined;
    const shape = key === undefined ? undefined : finding.shapes.listIn(key, pathOf(candidate).noun);
    const { endsInParameter, erased } = pathOf(candidate);
    // A path that ends in a verb is an action, not a list.
    if (shape === undefined || (endsInParameter && shape.at.length > 0) || isVerb(erased)) return [];
    return [{ candidate, shape }];
  });
  const weight = ({ candidate }: LoneList): number =>
    pathOf(candidate).parameters.length * 100 + pathOf(candidate).erased.length;
  for (const list of lists.toSorted((left, right) => weight(left) - weight(right))) bindLoneList(list, finding, groups);
};

const bindLoneList = ({ candidate, shape }: LoneList, finding: FinderContext, groups: ResourceGroup[]): void => {
  const itemSchema = finding.describe(shape.key);
  const owners = groups.filter((group) => group.kind === 'list' && holdsSame(group, itemSchema, finding));
  const [owner] = owners;
  if (owner !== undefined) {
    const role = owners.length === 1 ? viewRole(candidate, shape, owner, finding) : undefined;
    if (role !== undefined) owner.roles.push(role);
    else finding.abstain(candidate, `Lists items of ${owner.template}, but the document does not state which of them.`);
    return;
  }
  const { erased: path, noun, parameters } = pathOf(candidate);
  const idProperty = idPropertyOf(itemSchema, undefined, noun);
  if (!isCollection(candidate, itemSchema, idProperty, shape, groups)) {
    finding.abstain(candidate, `Lists items that no other operation reads or writes.`);
    return;
  }
  const reason = `Returns ${listText(shape.at)} that no other operation reads or writes.`;
  const roles = [roleOf('list', candidate, { shape, reason, confidence: 'medium' })];
  groups.push({
    name: undefined,
    kind: 'list',
    path,
    parents: parameters,
    template: candidate.operation.path,
    noun,
    itemSchema,
    idProperty,
    roles,
  });
};

/**
 * A list without other operations is a collection if its items have ids or the list is paged. If it is nested, its parent
 * must also be known. Other lists are reports.
 */
const isCollection = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  idProperty: string | undefined,
  shape: ListShape,
  groups: readonly ResourceGroup[],
): boolean => {
  const { endsInParameter, erased, parameters, noun } = pathOf(candidate);
  if (endsInParameter || itemSchema.properties.size === 0) return false;
  const isPaged = candidate.operation.parameters.some(
    ({ name, in: location }) => location === 'query' && isPageParameter(name),
  );
  if (idProperty === undefined && !isPaged) return false;
  const isNamed =
    shape.at.length === 0 ||
    isPaged ||
    isUsualList(shape.at.at(-1) as string) ||
    endsInNoun(shape.at.at(-1) as string, noun);
  const isPlaced =
    parameters.length === 0 || groups.some((group) => hasItems(group) && `${group.path}/{}` === parentPath(erased));
  return isNamed && isPlaced;
};

/** Whether the items have the same schema as those of the collection, as read or as listed. */
const holdsSame = (
  { itemSchema: ownSchema, roles }: ResourceGroup,
  itemSchema: ItemSchema,
  { describe, compilation: { schemas } }: FinderContext,
): boolean =>
  // A schema without properties does not identify an item.
  itemSchema.properties.size > 0 &&
  (isTwin(ownSchema, itemSchema, schemas) ||
    roles.some(
      ({ action, shape }) =>
        action === 'list' && shape !== undefined && isTwin(describe(shape.key), itemSchema, schemas),
    ));

/** A list of a collection's items at another path; undefined if a path parameter has an unknown meaning. */
const viewRole = (
  candidate: UnboundOperation,
  shape: ListShape,
  owner: ResourceGroup,
  finding: FinderContext,
): Role | undefined => {
  const { erased, parameters } = pathOf(candidate);
  const isInScope =
    owner.parents.length > 0 && owner.parents.length <= parameters.length && erased.startsWith(`${scopePath(owner)}/`);
  const others = isInScope ? parameters.slice(owner.parents.length) : parameters;
  const pathFilters: { readonly parameter: string; readonly property: string }[] = [];
  for (const parameter of others) {
    const property = propertyOfParameter(parameter, candidate.operation.path, owner.itemSchema);
    if (property === undefined) return undefined;
    pathFilters.push({ parameter, property });
  }
  const hasOtherFilter = candidate.operation.parameters.some(
    ({ in: location, required, name }) =>
      location === 'query' &&
      required &&
      !isPageParameter(name) &&
      comparedProperty(name, owner.itemSchema, finding.compilation.schemas) === undefined,
  );
  if (hasOtherFilter) return undefined;
  const reason = `Lists the items of ${owner.template}.`;
  return roleOf('list', candidate, {
    shape,
    isInScope: isInScope || owner.parents.length === 0,
    pathFilters,
    reason,
    confidence: 'medium',
  });
};

/** The path up to the last parent. */
const scopePath = ({ path, parents }: ResourceGroup): string => {
  let ancestor = path;
  while (ancestor !== '' && (countParameters(ancestor) > parents.length || !ancestor.endsWith('/{}')))
    ancestor = parentPath(ancestor);
  return ancestor;
};

/** The property of an item that corresponds to a path parameter: by its name, or by the noun before it. */
export const propertyOfParameter = (
  parameter: string,
  template: string,
  itemSchema: ItemSchema,
): string | undefined => {
  const noun = singularOf(nounBefore(template, parameter));
  const isBareId = ['id', 'sid', 'uuid', 'slug', 'key', 'name'].includes(parameter.toLowerCase());
  return (
    (isBareId ? undefined : propertyNamed(parameter, itemSchema)) ??
    (noun === '' ? undefined : propertyNamed(`${noun}_id`, itemSchema))
  );
};

/** Actions on one item at a path of their own (`POST /orders/{id}/cancel`), and other ways to read it. */
export const bindActions = (
  finding: FinderContext,
  groups: readonly ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  const byItemPath = new Map(groups.filter(hasItems).map((group) => [`${group.path}/{}`, group]));
  for (const candidate of [...finding.byPath.values()].flat().filter(isFree(bound))) {
    const { erased, endsInParameter } = pathOf(candidate);
    const group = endsInParameter ? undefined : byItemPath.get(parentPath(erased));
    // A path with a GET is a resource of its own.
    const isRead = finding.byPath.get(erased)?.some(({ operation }) => operation.method === 'GET') ?? false;
    const isAction = candidate.operation.method === 'GET' ? group !== undefined : !isRead;
    const role = group && isAction ? actionRole(candidate, group, finding) : undefined;
    if (role !== undefined) group?.roles.push(role);
  }
};

/** Whether a single item can be addressed. */
const hasItems = ({ kind, idProperty, roles }: ResourceGroup): boolean =>
  kind === 'list' && (idProperty !== undefined || roles.some(({ key }) => key === 'path'));

const actionRole = (candidate: UnboundOperation, group: ResourceGroup, finding: FinderContext): Role | undefined => {
  const { operation, success } = candidate;
  const { itemSchema, noun } = group;
  const json = success?.json;
  const shape = json && finding.shapes.itemIn(json.key, noun, itemSchema);
  const isItem = shape !== undefined && !shape.listed && isSimilar(finding.describe(shape.key), itemSchema);
  if (operation.method === 'GET') {
    if (!isItem || !sharesId(shape.key, group, finding)) return undefined;
    return roleOf('read', candidate, {
      shape,
      reason: `Returns an item of ${group.template}.`,
      confidence: 'medium',
    });
  }
  const isSilent = json === undefined && (success?.spec.contents.length ?? 0) === 0;
  const isWord =
    shape !== undefined &&
    !shape.listed &&
    isAbout(candidate, itemSchema, noun, finding) &&
    sharesId(shape.key, group, finding);
  const isText = json !== undefined && shape === undefined && isAbout(candidate, itemSchema, noun, finding);
  if (isItem && copies.has(plainName(pathOf(candidate).noun))) {
    finding.abstain(candidate, `Returns another item than the requested item of ${group.template}.`);
    return undefined;
  }
  if (!isItem && !isSilent && !isWord && !isText) {
    finding.abstain(candidate, `Returns something other than an item of ${group.template}.`);
    return undefined;
  }
  const reason = `Acts on one item of ${group.template}.`;
  return roleOf('act', candidate, { shape, reason, confidence: isItem ? 'high' : 'medium' });
};

/** Names of actions that create another item. */
const copies: ReadonlySet<string> = new Set(['copy', 'clone', 'duplicate', 'fork']);

/** Whether the response contains the id of the item. */
const sharesId = (key: string, { itemSchema, idProperty }: ResourceGroup, { describe }: FinderContext): boolean =>
  describe(key).key === itemSchema.key || (idProperty !== undefined && describe(key).properties.has(idProperty));
