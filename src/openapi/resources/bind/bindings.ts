/** Converts roles to bindings. */
import type {
  Binding,
  ItemBinding,
  ItemView,
  ListBinding,
  Many,
  PathOwner,
  RequestMapping,
} from '../../../core/service/binding.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { Compilation } from '../../operations/compilation.ts';
import { type PartOfItem, type ResourceGroup, type Role, scopePath } from '../describe/group.ts';
import { isListShape, type ListShape } from '../describe/locate-items.ts';
import { positionInPath } from '../describe/unbound-operation.ts';
import type { Binder } from './binder.ts';
import { filterOf, listQueryOf } from './list-query.ts';
import { nothingSent, sentBy, withIdNamed } from './request-mapping.ts';

type SpecAt = (itemPath: string) => CollectionSpec | undefined;

/** The item that the path names beside the parents of the collection, also above a list or a creation that belongs elsewhere. */
const ownerOf = (
  { action, candidate, isInScope, pathFilters }: Role,
  { parents, kind }: ResourceGroup,
  specAt: SpecAt,
): PathOwner | undefined => {
  const { parent, path } = candidate;
  const { parameters } = path;
  const holder = parent && specAt(parent.path);
  if (holder) return { collection: holder, parameters: [positionInPath(candidate, parent.parameter)] };
  const isElsewhere =
    (action === 'list' && !isInScope) || (/create|list/.test(action) && parents.length === 0 && parameters.length > 0);
  const itemPath = scopePath({ path: path.collection });
  const collection = specAt(itemPath);
  if (collection === undefined) return undefined;
  // A parent that is found by more than its id is no parent of the collection: `/repos/{owner}/{repo}/issues`.
  const isByMore = isInScope && kind === 'list' && parents.length > collection.parents.length + 1;
  if (pathFilters.length === 0 && !isElsewhere && !isByMore) return undefined;
  // The path of an item may have the ids of more than its parents: `/users/{userId}/posts/{postId}`.
  const named = parameters.slice(0, itemPath.split('{}').length - 1).slice(-(collection.parents.length + 1));
  return { collection, parameters: named.map((name) => positionInPath(candidate, name)) };
};

interface Context {
  readonly role: Role;
  readonly group: ResourceGroup;
  readonly spec: CollectionSpec;
  readonly binder: Binder;
  readonly owner: PathOwner | undefined;
  /** The positions of the path parameters among all parameters. */
  readonly positions: readonly number[];
}

/** Returns a message if the document does not state which items the operation is about. */
export const bindRole = (
  role: Role,
  group: ResourceGroup,
  spec: CollectionSpec,
  binder: Binder,
  specAt: SpecAt,
): Binding | string => {
  const { candidate, action } = role;
  const { parameters } = candidate.path;
  const positions = parameters.map((name) => positionInPath(candidate, name));
  const owner = ownerOf(role, group, specAt);
  const context: Context = { role, group, spec, binder, owner, positions };
  if (action === 'list') return bindListed(context);
  const parentParameters = role.isInScope ? positions.slice(0, spec.parents.length) : positions.slice(0, -1);
  // Of many items, each may have other parents.
  if ((role.isInScope || role.bulk !== undefined) && parentParameters.length < spec.parents.length)
    return `The path ${candidate.operation.path} does not contain the parents of ${spec.name}: ${spec.parents.map(({ name }) => name).join(', ')}.`;
  if (role.part !== undefined) return bindPart(context, role.part);
  const sent = role.bulk?.in === 'body' ? role.bulk.key : undefined;
  // Ids, and not items.
  const isNamed = sent !== undefined && binder.schemas.typesOf({ $ref: sent })?.has('object') === false;
  const idInBody = role.bulk?.in === 'collection' || isNamed ? spec.idProperty : candidate.verb?.idInBody;
  const sender = sent === undefined || isNamed ? candidate : { ...candidate, bodyKey: sent };
  const mapping = withIdNamed(idInBody, spec, sentBy(sender, group, binder));
  const bulk = manyOf(role, group, binder);
  if (action !== 'create') return bindItem(context, { action, parentParameters, mapping, bulk }, idInBody);
  return {
    ...{ action, collection: spec, owner, parentParameters, view: shownIn(context, bulk) },
    mapping: isNamed ? idsOnly(spec, mapping) : withPathFilters(mapping, role),
    bulk: bulk?.in === 'body' ? bulk : undefined,
  };
};

const bindListed = (context: Context): ListBinding | string => {
  const { role, spec, owner, positions } = context;
  const { shape, count, isInScope, pathFilters, isOne } = role;
  // Only x-vivarium makes such an operation a list.
  if (!isListShape(shape) && count === undefined && !isOne) return `Its response contains no list of ${spec.name}.`;
  const others = positions.slice(0, positions.length - pathFilters.length);
  const within = isInScope ? positions.slice(0, spec.parents.length) : others.length > 0 ? others : undefined;
  const isJson = isListShape(shape) && role.candidate.success?.json !== undefined;
  const bound = isJson ? bindList(context, shape, within) : bindCount(context, within);
  const view = isOne ? { ...bound.view, one: viewOf(role, context.group, context.binder) } : bound.view;
  return { ...bound, view, owner };
};

/** The mapping with what is stored of the path. A change may move the item. */
const withPathFilters = (sent: RequestMapping, { action, candidate, pathFilters }: Role): RequestMapping => {
  const stored = pathFilters.map(({ parameter, property }) => ({
    parameter: positionInPath(candidate, parameter),
    property,
    isInPath: action === 'create',
  }));
  return { ...sent, parameters: [...sent.parameters, ...stored] };
};

const bindItem = (
  context: Context,
  { mapping: sent, ...rest }: Pick<ItemBinding, 'action' | 'parentParameters' | 'mapping' | 'bulk'>,
  idInBody: string | undefined,
): ItemBinding | string => {
  const { role, spec, owner, positions } = context;
  const { candidate, upsert, pathFilters } = role;
  const { action, bulk, parentParameters } = rest;
  const isBelow = pathFilters.length > 0;
  const inPath = isBelow ? positions.at(-1) : positions[parentParameters.length];
  const ownPosition = idInBody === undefined ? inPath : 'body';
  const key = role.key === 'path' ? ownPosition : role.key === 'none' ? undefined : role.key;
  if (role.key === 'path' && key === undefined)
    return `The path ${candidate.operation.path} does not identify an item of ${spec.name}.`;
  const within = pathFilters.map((filter) => filterOf(role, filter));
  const isOfIds = action === 'delete' && bulk !== undefined;
  return {
    ...{ ...rest, collection: spec, key },
    mapping: action === 'replace' ? withPathFilters(sent, role) : isOfIds ? idsOnly(spec, sent) : sent,
    ...{ view: shownIn(context, bulk), upsert, owner },
    ...(isBelow && { within }),
    ...{ effects: [], areEffectsStated: false },
  };
};

const shownIn = ({ role, group, binder }: Context, bulk: Many | undefined): ItemView => {
  const { count, shape, candidate } = role;
  // Without a list of them, the response shows something else.
  const isUnlisted = bulk !== undefined && shape === undefined && candidate.success?.json !== undefined;
  const isOther = role.isOther === true || isUnlisted;
  if (count !== undefined) return { ...plainView, count };
  return isOther ? { ...plainView, isOther } : viewOf(role, group, binder);
};

const bindPart = (
  { role, group, spec: collection, binder, positions }: Context,
  { name, isList, effects, at, isLast }: PartOfItem,
): ItemBinding => ({
  ...{ action: 'act', collection, bulk: undefined, mapping: nothingSent },
  key: collection.kind === 'singleton' ? undefined : positions[collection.parents.length],
  parentParameters: positions.slice(0, collection.parents.length),
  view:
    at !== undefined
      ? {
          ...plainView,
          path: at,
          part: { property: name, missing: isList ? [] : undefined, ...(isLast && { isLast }) },
        }
      : role.isOther
        ? { ...plainView, isOther: true }
        : viewOf(role, group, binder),
  ...{ upsert: false, effects, areEffectsStated: false },
});

/** The mapping for a request that names items by their ids alone. */
const idsOnly = ({ idProperty }: CollectionSpec, sent: RequestMapping): RequestMapping => ({
  ...sent,
  path: [],
  names: new Map(idProperty === undefined ? [] : [[idProperty, idProperty]]),
});

const manyOf = (role: Role, group: ResourceGroup, binder: Binder): Many | undefined => {
  const { bulk, candidate } = role;
  switch (bulk?.in) {
    case undefined:
      return undefined;
    case 'body':
      return { in: 'body', path: bulk.at, isAll: bulk.isAll, isOrder: bulk.isOrder };
    case 'parameter':
      return { in: 'parameter', parameter: candidate.operation.parameters.findIndex(({ name }) => name === bulk.name) };
    case 'collection':
      return { in: 'collection', filters: listQueryOf(role, group, binder).filters, stated: role.stated };
  }
};

const bindList = (
  { role, group, spec: collection, binder }: Context,
  shape: ListShape,
  scope: readonly number[] | undefined,
): ListBinding => {
  const { candidate } = role;
  const { success } = candidate;
  const { filters, search, sort, paging, sent, cursor } = listQueryOf(role, group, binder);
  const isSent = (paging?.from ?? -1) >= candidate.operation.parameters.length;
  const isPlain = isUnconstrained(success?.json?.key ?? '', binder.compilation);
  return {
    action: 'list',
    collection,
    parentParameters: scope,
    filters,
    ...(role.stated && { stated: role.stated }),
    search,
    sort,
    paging,
    ...(sent.length > 0 && { sent }),
    view: {
      ...binder.envelopes.viewOf(success, { at: shape.at, noun: group.noun, cursor }, { isSent }),
      projection: binder.projectionOf(role, group),
      checkItem: isPlain ? binder.compilation.checks.checkFor(shape.key) : undefined,
    },
  };
};

/** The number of the items that a list would have, on all of its pages, or all of them as rows. */
const bindCount = (
  { role, group, spec: collection, binder }: Context,
  scope: readonly number[] | undefined,
): ListBinding => {
  const { filters, search, sent } = listQueryOf(role, group, binder);
  return {
    ...{ action: 'list', collection, parentParameters: scope, filters, search, sort: undefined, paging: undefined },
    ...(role.stated && { stated: role.stated }),
    ...(sent.length > 0 && { sent }),
    view: { path: [], projection: undefined, checkItem: undefined, facts: [], headers: [], count: role.count },
  };
};

/** Keywords of converted schemas that add no constraint to the schema of the items. An envelope has `properties`. */
const unconstraining = new Set(['$ref', 'type', 'items', 'title', 'default', 'examples', 'listed', 'x-faker']);

const isUnconstrained = (key: string, { schemas }: Compilation) =>
  schemas.partsOf({ $ref: key }, 'some').every((part) => Object.keys(part).every((name) => unconstraining.has(name)));

const plainView: ItemView = { path: [], isInList: false, projection: undefined };

const viewOf = (role: Role, group: ResourceGroup, binder: Binder): ItemView => {
  const { candidate, shape } = role;
  if (candidate.success?.json === undefined) return plainView;
  const projection = binder.projectionOf(role, group);
  if (shape === undefined) return { ...plainView, projection };
  return { path: shape.at, isInList: isListShape(shape), projection };
};
