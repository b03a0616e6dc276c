/** Converts roles to bindings. */

import type { JsonPath } from '../../../core/primitives/json-path.ts';
import type {
  Binding,
  Filter,
  ItemBinding,
  ItemView,
  ListBinding,
  Many,
  PathOwner,
  RequestMapping,
} from '../../../core/service/binding.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { Compilation } from '../../operations/compilation.ts';
import { partsOf } from '../../schema/applicable-schemas.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { filtersAt } from '../describe/filters.ts';
import type { PartOfItem, PathFilter, ResourceGroup, Role } from '../describe/group.ts';
import { scopePath } from '../describe/group.ts';
import { type Describe, type ItemSchema, isSimilar } from '../describe/item-schema.ts';
import { type ListParameters, type ListQuery, queryOf } from '../describe/list-parameters.ts';
import { isListShape, type ListShape, type Shapes } from '../describe/locate-items.ts';
import { parentPath } from '../describe/path-template.ts';
import { endsInNoun, isPlural, isSameNoun, singularOf, wordsOf } from '../describe/same-noun.ts';
import { parametersOf } from '../describe/sent-parameters.ts';
import { tokenIn } from '../describe/token-in.ts';
import { pathOf, positionInPath, type UnboundOperation } from '../describe/unbound-operation.ts';
import { propertyOfParameter } from '../find/find-lone-lists.ts';
import { effectsOf, endOf, isReverting, removed } from './action-effect.ts';
import { cursorNameOf, type Envelopes, withoutOwner } from './envelope.ts';
import type { Projections } from './projections.ts';
import { nothingSent, sentBy, withIdNamed } from './request-properties.ts';
import { statedEffects } from './stated-effects.ts';

export interface Binder {
  readonly compilation: Compilation;
  readonly describe: Describe;
  readonly shapes: Shapes;
  readonly envelopes: Envelopes;
  readonly projections: Projections;
  /** The queries of the lists that were read. */
  readonly queries: Map<Role, BoundQuery>;
}

interface BoundQuery extends ListQuery {
  /** The paths to the properties of the body that it refers to, after the parameters of the operation. */
  readonly sent: readonly JsonPath[];
  /** The plain name of the parameter or the property that takes a cursor. */
  readonly cursor: string | undefined;
}

/** The filters, the order and the paging of a list, from its query, its path, and the body of a POST. */
export const listQueryOf = (role: Role, group: ResourceGroup, binder: Binder): BoundQuery => {
  const found = binder.queries.get(role) ?? readListQuery(role, group, binder);
  binder.queries.set(role, found);
  return found;
};

const readListQuery = (role: Role, group: ResourceGroup, { compilation, describe, envelopes }: Binder): BoundQuery => {
  const { candidate, shape, pathFilters } = role;
  const { itemSchema, idProperty } = group;
  const key = candidate.success?.json?.key;
  const { list, sent } = parametersOf(candidate, true, { schemas: compilation.schemas, describe });
  const cursors =
    key === undefined || shape === undefined ? undefined : envelopes.cursorsIn(key, shape.at, list, itemSchema);
  const query = queryOf(list, itemSchema, idProperty, compilation.schemas, cursors, role.action !== 'delete');
  const fixed = [...pathFilters, ...filtersBesideVerb(role, itemSchema)].map((filter) => filterOf(role, filter));
  const known: ListQuery = { ...query, filters: [...fixed, ...query.filters] };
  const byNoun = filtersByNoun(known, list, group, compilation.schemas);
  const besideNoun = filtersBesideNoun(
    { ...known, filters: [...known.filters, ...byNoun] },
    list,
    group,
    compilation.schemas,
  );
  const filters = [...known.filters, ...byNoun, ...besideNoun];
  return { ...known, filters, sent, cursor: cursorNameOf(known.paging, list.parameters) };
};

/** The path parameters behind the verb: `/getOrdersByUser/{userId}`. */
const filtersBesideVerb = ({ candidate: { operation, verb } }: Role, itemSchema: ItemSchema): readonly PathFilter[] =>
  operation.parameters.flatMap(({ in: location, name }): readonly PathFilter[] => {
    const isOther = verb !== undefined && location === 'path' && !verb.path.parameters.includes(name);
    const property = isOther ? propertyOfParameter(name, operation.path, itemSchema) : undefined;
    return property === undefined ? [] : [{ parameter: name, property, comparison: 'equals' }];
  });

/** Parameters that begin with the name of the things: `branch` of branches is their id, `branch_name` their name. */
const filtersByNoun = (
  { filters, search, sort, paging }: ListQuery,
  { parameters, keys }: ListParameters,
  { itemSchema, idProperty, noun }: ResourceGroup,
  schemas: SchemaSet,
): readonly Filter[] => {
  // `customer` of `/rooms/available/customer` is not the noun of rooms.
  const isNoun = isPlural(noun) || endsInNoun(itemSchema.name ?? noun, noun);
  if (!isNoun) return [];
  const used = usedBy({ filters, search, sort, paging });
  return parameters.flatMap((parameter, index): readonly Filter[] => {
    if (parameter.in !== 'query' || used.has(index)) return [];
    const words = wordsOf(parameter.name);
    const rest = words.findIndex((_, at) => isSameNoun(words.slice(0, at + 1).join(''), noun)) + 1;
    if (rest === 0) return [];
    const name = rest === words.length ? idProperty : words.slice(rest).join('_');
    return name === undefined
      ? []
      : filtersAt(index, { parameters: parameters.with(index, { ...parameter, name }), keys }, itemSchema, schemas);
  });
};

/** Parameters about what an item calls by its noun, too: `name` and `minPrice` of rooms with a `roomName` and a `roomPrice`. */
const filtersBesideNoun = (
  query: ListQuery,
  { parameters, keys }: ListParameters,
  { itemSchema, noun }: ResourceGroup,
  schemas: SchemaSet,
): readonly Filter[] => {
  const used = usedBy(query);
  return parameters.flatMap((parameter, index): readonly Filter[] => {
    if (parameter.in !== 'query' || used.has(index) || noun === '') return [];
    const [, bound = '', rest] = /^(min|max)?[_-]?(.+)$/.exec(parameter.name) ?? [];
    const name = [...(bound === '' ? [] : [bound]), singularOf(noun), rest].join('_');
    return filtersAt(index, { parameters: parameters.with(index, { ...parameter, name }), keys }, itemSchema, schemas);
  });
};

const usedBy = ({
  filters,
  search,
  sort,
  paging,
}: Pick<ListQuery, 'filters' | 'search' | 'sort' | 'paging'>): ReadonlySet<number | undefined> =>
  new Set([
    ...[search, sort?.by, sort?.direction, paging?.size, paging?.from, paging?.before],
    ...filters.map(({ parameter }) => parameter),
  ]);

/** The collection with the items at this erased path, if there is one. */
type SpecAt = (itemPath: string) => CollectionSpec | undefined;

/** The item that the path names beside the parents of the collection, also below which a creation is that belongs elsewhere. */
const ownerOf = (
  { action, candidate, pathFilters }: Role,
  { parents }: ResourceGroup,
  specAt: SpecAt,
): PathOwner | undefined => {
  const { erased, parameters, endsInParameter } = pathOf(candidate);
  const isElsewhere = action === 'create' && parents.length === 0 && parameters.length > 0;
  if (pathFilters.length === 0 && !isElsewhere) return undefined;
  const above = endsInParameter ? parentPath(erased) : erased;
  const itemPath = scopePath({ path: above });
  const collection = specAt(itemPath);
  if (collection === undefined) return undefined;
  // The path of an item may have the ids of more than its parents: `/users/{userId}/posts/{postId}`.
  const named = parameters.slice(0, itemPath.split('{}').length - 1).slice(-(collection.parents.length + 1));
  return { collection, parameters: named.map((name) => positionInPath(candidate, name)) };
};

const filterOf = ({ candidate }: Role, { parameter, property, others, comparison }: PathFilter): Filter => ({
  parameter: positionInPath(candidate, parameter),
  child: undefined,
  property,
  ...(others && { others }),
  comparison,
  matchAll: new Set(),
});

/** Returns a message if the document does not state which items the operation is about. */
export const bindRole = (
  role: Role,
  group: ResourceGroup,
  spec: CollectionSpec,
  binder: Binder,
  specAt: SpecAt,
): Binding | string => {
  const { candidate } = role;
  const { parameters } = pathOf(candidate);
  const positions = parameters.map((name) => positionInPath(candidate, name));
  const { action, shape } = role;
  const isInScope = role.isInScope || action === 'list';
  const scope = isInScope ? positions.slice(0, spec.parents.length) : positions.slice(0, -1);
  if (action === 'list') {
    // Only x-vivarium makes such an operation a list.
    if (!isListShape(shape) && role.count === undefined) return `Its response contains no list of ${spec.name}.`;
    const others = positions.slice(0, positions.length - role.pathFilters.length);
    const within = role.isInScope ? scope : others.length > 0 ? others : undefined;
    const bound = isListShape(shape)
      ? bindList({ ...role, shape }, group, spec, within, binder)
      : bindCount(role, group, spec, within, binder);
    return { ...bound, owner: ownerOf(role, group, specAt) };
  }
  // Of many items, each may have other parents.
  if ((isInScope || role.bulk !== undefined) && scope.length < spec.parents.length)
    return `The path ${candidate.operation.path} does not contain the parents of ${spec.name}: ${spec.parents.map(({ name }) => name).join(', ')}.`;
  if (role.part !== undefined) return bindPart(role, role.part, group, spec, positions, binder);
  const shared = role.bulk?.in === 'body' ? role.bulk.shared : undefined;
  const sender = role.bulk?.in === 'body' ? { ...candidate, bodyKey: shared?.key ?? role.bulk.key } : candidate;
  const isSelected = role.bulk?.in === 'collection' && action !== 'delete';
  const idInBody = shared === undefined && !isSelected ? candidate.verb?.idInBody : spec.idProperty;
  if (idInBody !== undefined && (scope.includes(-1) || spec.idProperty === undefined))
    return `Its path does not identify an item of ${spec.name}.`;
  const sent = withIdNamed(idInBody, spec, sentBy(sender, group, binder));
  const bulk = manyOf(role, group, binder);
  // Without a list of them, the response shows something else.
  const isUnlisted = bulk !== undefined && shape === undefined && candidate.success?.json !== undefined;
  const isOther = role.isOther === true || isUnlisted;
  const { count } = role;
  const usual =
    count !== undefined ? { ...plainView, count } : isOther ? { ...plainView, isOther } : viewOf(role, group, binder);
  const view = role.isEntry || role.key === 'first' ? withToken(usual, role, binder) : usual;
  const stored = role.pathFilters.map(({ parameter, property }) => ({
    parameter: positionInPath(candidate, parameter),
    property,
    // A change may move the item.
    isInPath: action === 'create',
  }));
  const mapping = { ...sent, parameters: [...sent.parameters, ...stored] };
  const owner = ownerOf(role, group, specAt);
  if (action === 'create')
    return {
      ...{ action, collection: spec, owner, parentParameters: scope, mapping, view },
      bulk: bulk?.in === 'body' ? bulk : undefined,
    };
  const showsItem = shape !== undefined && isSimilar(binder.describe(shape.key), group.itemSchema);
  const isAlone =
    action === 'delete' && bulk === undefined && showsItem && spec.kind === 'list' && candidate.hint === undefined;
  const end = isAlone ? endOf(candidate, group.itemSchema, binder.compilation.schemas) : undefined;
  const stated = action === 'act' ? candidate.hint?.set : undefined;
  const effects =
    action !== 'act'
      ? end === undefined
        ? []
        : [end]
      : stated === undefined
        ? (role.effects ?? impliedEffects(candidate, group, binder))
        : statedEffects(stated, candidate, group.itemSchema, binder.compilation.source);
  if (action === 'act' && bulk?.in === 'collection' && effects.length === 0)
    return `Its path states no change of the items of ${spec.name}.`;
  const isBelow = role.pathFilters.length > 0;
  const ownPosition = idInBody !== undefined ? 'body' : isBelow ? positions.at(-1) : positions[scope.length];
  const key = role.key === 'path' ? ownPosition : role.key === 'none' ? undefined : role.key;
  if (role.key === 'path' && key === undefined)
    return `The path ${candidate.operation.path} does not identify an item of ${spec.name}.`;
  const { upsert } = role;
  // What is assigned to the owner need not be there before.
  const isAssigned = role.effects?.some(({ to }) => to.type === 'sent') === true;
  const within = isAssigned ? undefined : role.pathFilters.map((filter) => filterOf(role, filter));
  return {
    action: end === undefined ? action : 'act',
    ...{ collection: spec, parentParameters: scope, key, bulk },
    mapping: action === 'replace' ? mapping : action === 'delete' && bulk !== undefined ? idsOnly(spec, sent) : sent,
    ...{ view, upsert },
    ...(isBelow && { owner, within }),
    effects,
    areEffectsStated: stated !== undefined,
  };
};

/** Those of its name, else the opposite of what an action beside it sets: `/tickets/{id}/unassign` removes the assignee. */
const impliedEffects = (candidate: UnboundOperation, group: ResourceGroup, binder: Binder): ItemBinding['effects'] => {
  const { itemSchema, idProperty, roles } = group;
  const own = effectsOf(candidate, itemSchema, binder.compilation.schemas);
  const reverted = own.length > 0 ? undefined : roles.find((other) => isReverting(candidate, other.candidate));
  if (reverted === undefined) return own;
  const sent = new Set(sentBy(reverted.candidate, group, binder).names.values());
  return removed(
    [...sent].filter((name) => name !== idProperty),
    itemSchema,
  );
};

const bindPart = (
  role: Role,
  { name, isList, effects, at }: PartOfItem,
  group: ResourceGroup,
  collection: CollectionSpec,
  positions: readonly number[],
  binder: Binder,
): ItemBinding => ({
  ...{ action: 'act', collection, bulk: undefined, mapping: nothingSent },
  key: role.key === 'none' ? undefined : positions[collection.parents.length],
  parentParameters: positions.slice(0, collection.parents.length),
  view:
    at !== undefined
      ? { ...plainView, path: at, part: { property: name, missing: isList ? [] : undefined } }
      : role.isOther
        ? { ...plainView, isOther: true }
        : viewOf(role, group, binder),
  ...{ upsert: false, effects, areEffectsStated: false },
});

/** Of a request that names items by their ids alone. */
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
      return { in: 'body', path: bulk.at, shared: bulk.shared?.at, isAll: bulk.isAll };
    case 'parameter':
      return { in: 'parameter', parameter: candidate.operation.parameters.findIndex(({ name }) => name === bulk.name) };
    case 'collection':
      return { in: 'collection', filters: listQueryOf(role, group, binder).filters };
  }
};

const bindList = (
  role: Role & { readonly shape: ListShape },
  group: ResourceGroup,
  collection: CollectionSpec,
  scope: readonly number[] | undefined,
  binder: Binder,
): ListBinding => {
  const { candidate, shape } = role;
  const json = candidate.success?.json;
  const { filters, search, sort, paging, sent, cursor } = listQueryOf(role, group, binder);
  const isSent = (paging?.from ?? -1) >= candidate.operation.parameters.length;
  const facts = binder.envelopes.factsOf({ key: json?.key ?? '', at: shape.at, noun: group.noun, cursor });
  const key = json?.key ?? '';
  const isPlain = isUnconstrained(key, binder.compilation);
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
      path: shape.at,
      projection: binder.projections.ofRole(role, group),
      checkItem: isPlain ? binder.compilation.checks.checkFor(shape.key) : undefined,
      facts: isSent ? facts.map(withoutOwner) : facts,
      headers: binder.envelopes.headersOf(candidate.success?.spec.headers ?? []),
    },
  };
};

/** The number of the items that a list would have, on all of its pages. */
const bindCount = (
  role: Role,
  group: ResourceGroup,
  collection: CollectionSpec,
  scope: readonly number[] | undefined,
  binder: Binder,
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

const isUnconstrained = (key: string, { schemas }: Compilation): boolean =>
  partsOf(schemas, { $ref: key }, 'some').every((part) => Object.keys(part).every((name) => unconstraining.has(name)));

const withToken = (view: ItemView, { candidate: { success } }: Role, { describe, compilation }: Binder): ItemView => {
  const { schemas, checks } = compilation;
  const body = success?.json && describe(success.json.key);
  const path = body && tokenIn(body);
  if (body === undefined || path === undefined) return view;
  const [name, inner] = path as [string, string?];
  const owner = inner === undefined ? body : body.innerOf(name);
  const schema = owner?.schemaOf(inner ?? name);
  if (owner === undefined || schema === undefined) return view;
  return { ...view, token: { path, check: checks.checkFor(schemas.adopt(schema, owner.key)) } };
};

const plainView: ItemView = { path: [], isInList: false, projection: undefined };

const viewOf = (role: Role, group: ResourceGroup, { projections }: Binder): ItemView => {
  const { candidate, shape } = role;
  if (candidate.success?.json === undefined) return plainView;
  const projection = projections.ofRole(role, group);
  if (shape === undefined) return { ...plainView, projection };
  return { path: shape.at, isInList: isListShape(shape), projection };
};
