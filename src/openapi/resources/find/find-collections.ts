/** Finds collections by the shape of their paths and answers: a path, and the same path with one parameter more. */
import { isDocumented } from '../../../core/service/operation.ts';
import { typesOf } from '../../schema/applicable-schemas.ts';
import { type Confidence, exampleIdOf, type ResourceGroup, type Role, roleOf } from '../describe/group.ts';
import { countShared, type ItemSchema, idPropertyOf, isSimilar } from '../describe/item-schema.ts';
import { propertyNamed } from '../describe/list-parameters.ts';
import type { ItemShape, ListShape } from '../describe/locate-items.ts';
import { parentPath } from '../describe/path-template.ts';
import { pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import type { FinderContext } from './finder.ts';
import { answerShape, isAbout, isOfItem, isPartial, takesItem } from './item-match.ts';

/** The operations on a collection's path and below it. */
interface Site {
  readonly path: string;
  readonly noun: string;
  readonly list: { readonly candidate: UnboundOperation; readonly shape: ListShape } | undefined;
  readonly posts: readonly UnboundOperation[];
  /** PUT and PATCH on the collection itself. */
  readonly writes: readonly UnboundOperation[];
  readonly below: readonly UnboundOperation[];
}

/** Finds collections with operations that write or read single items. */
export const findCollections = (finding: FinderContext): readonly ResourceGroup[] => {
  const paths = new Set<string>();
  for (const path of finding.byPath.keys()) {
    paths.add(path);
    if (path.endsWith('/{}')) paths.add(parentPath(path));
  }
  return [...paths].flatMap((path) => {
    const site = siteAt(path, finding);
    const group = site && groupAt(site, finding);
    return group === undefined ? [] : [group];
  });
};

const siteAt = (path: string, finding: FinderContext): Site | undefined => {
  const { byPath, shapes } = finding;
  // A path that ends in a parameter is an item, unless it returns a bare list and has items below it.
  if (path.endsWith('/{}') && !isListOfItems(path, finding)) return undefined;
  const candidates = byPath.get(path) ?? [];
  const isBelowList = isListOfItems(`${path}/{}`, finding);
  const below = isBelowList ? [] : (byPath.get(`${path}/{}`) ?? []).filter(({ success }) => success !== undefined);
  const noun = nounOf(path);
  const get = candidates.find(({ operation }) => operation.method === 'GET');
  const shape = get?.success?.json === undefined ? undefined : shapes.listIn(get.success.json.key, noun);
  const others = candidates.filter(({ success }) => success !== undefined);
  return {
    path,
    noun,
    list: get !== undefined && shape !== undefined ? { candidate: get, shape } : undefined,
    posts: others.filter(({ operation }) => operation.method === 'POST'),
    writes: others.filter(({ operation }) => operation.method === 'PUT' || operation.method === 'PATCH'),
    below,
  };
};

/** A path that returns a bare list and has items below it: `/repositories/{owner}` beside `/repositories/{owner}/{name}`. */
const isListOfItems = (path: string, { byPath, shapes }: FinderContext): boolean => {
  const key = byPath.get(path)?.find(({ operation }) => operation.method === 'GET')?.success?.json?.key;
  return key !== undefined && byPath.has(`${path}/{}`) && shapes.listIn(key, nounOf(path))?.at.length === 0;
};

const nounOf = (path: string): string => path.split('/').findLast((segment) => segment !== '{}') ?? '';

const groupAt = (site: Site, finding: FinderContext): ResourceGroup | undefined => {
  const { list, below, posts } = site;
  if (list === undefined && below.length === 0) return undefined;
  const read = readShape(site, finding);
  const sample = below[0] ?? list?.candidate ?? (posts[0] as UnboundOperation);
  const parameter = below[0] === undefined ? undefined : pathOf(below[0]).parameters.at(-1);
  const listed = list && finding.describe(list.shape.key);
  const possible = [read?.itemSchema, listed, elementOfWrites([...below, ...posts], site, finding)].filter(
    (schema) => schema !== undefined,
  );
  // A schema with an id describes the item best.
  const itemSchema = possible.find((schema) => idPropertyOf(schema, parameter, site.noun) !== undefined) ?? possible[0];
  if (itemSchema === undefined) return undefined;
  const idProperty = idPropertyOf(itemSchema, parameter, site.noun);
  if (idProperty === undefined && list !== undefined && below.length > 0) {
    for (const candidate of [list.candidate, ...below])
      finding.abstain(
        candidate,
        `The items listed by ${list.candidate.operation.path} have no property that identifies them.`,
      );
    return undefined;
  }
  const create = posts.find((candidate) => isCreate(candidate, itemSchema, site, finding));
  const items = below.flatMap((candidate) =>
    itemRole(candidate, { site, itemSchema, idProperty, create, read: read?.shape }, finding),
  );
  const roles: Role[] = [];
  const confidence = confidenceOf(site, itemSchema, read?.itemSchema, finding);
  if (list !== undefined) {
    const reason = `Returns ${listText(list.shape.at)} with the items of ${sample.operation.path}.`;
    roles.push(roleOf('list', list.candidate, { shape: list.shape, reason, confidence }));
  }
  if (create !== undefined) roles.push(createRole(create, itemSchema, site, confidence, finding));
  roles.push(...items.map((role) => (confidence === 'medium' ? { ...role, confidence } : role)));
  if (idProperty !== undefined)
    roles.push(...site.writes.flatMap((candidate) => bodyKeyedRole(candidate, itemSchema, idProperty, finding)));
  if (!isEnough(roles)) return undefined;
  if (idProperty === undefined && items.length > 0 && !items.some(({ upsert }) => upsert) && !returnsLocation(create)) {
    for (const { candidate } of roles)
      finding.abstain(candidate, `The id of the items of ${sample.operation.path} cannot be determined.`);
    return undefined;
  }
  const ownParameters = list === undefined && create === undefined ? pathOf(sample).parameters.slice(0, -1) : undefined;
  return {
    name: undefined,
    kind: 'list',
    path: site.path,
    parents: ownParameters ?? pathOf((list?.candidate ?? create) as UnboundOperation).parameters,
    template: sample.operation.path,
    noun: site.noun,
    itemSchema,
    idProperty,
    roles,
  };
};

/** High if the list and the read operation have the same schema. */
const confidenceOf = (
  { list }: Site,
  itemSchema: ItemSchema,
  read: ItemSchema | undefined,
  { describe }: FinderContext,
): Confidence =>
  list === undefined || read === undefined || isSimilar(describe(list.shape.key), itemSchema) ? 'high' : 'medium';

/** Whether a creation returns the location of the new item. */
const returnsLocation = (create: UnboundOperation | undefined): boolean =>
  create?.success?.spec.headers.some(({ name }) => name.toLowerCase() === 'location') ?? false;

/** `a list`, or `a list in "data"`. */
export const listText = (path: readonly string[]): string =>
  path.length === 0 ? 'a list' : `a list in "${path.join('.')}"`;

/**
 * Whether the roles are enough for a collection: a list or a creation, and another operation on the same items; or a read
 * and a write of one item, if the item can be put there or the document names one.
 */
const isEnough = (roles: readonly Role[]): boolean => {
  const has = (...actions: readonly string[]): boolean => roles.some(({ action }) => actions.includes(action));
  const onItem = has('read', 'replace', 'update', 'delete');
  if (has('list')) return has('create') || onItem;
  if (has('create')) return onItem;
  const isKnown = roles.some((role) => role.upsert || exampleIdOf(role) !== undefined);
  return has('read') && has('replace', 'update', 'delete') && isKnown;
};

const readShape = (
  site: Site,
  { shapes, describe }: FinderContext,
): { readonly shape: ItemShape; readonly itemSchema: ItemSchema } | undefined => {
  const get = site.below.find(({ operation }) => operation.method === 'GET');
  const key = get?.success?.json?.key;
  if (key === undefined) return undefined;
  const listed = site.list && describe(site.list.shape.key);
  const shape = shapes.itemIn(key, site.noun, listed);
  if (shape === undefined) return undefined;
  const itemSchema = describe(shape.key);
  // A schema without properties does not describe the item.
  return itemSchema.properties.size === 0 ? undefined : { shape, itemSchema };
};

const elementOfWrites = (
  candidates: readonly UnboundOperation[],
  site: Site,
  { shapes, describe }: FinderContext,
): ItemSchema | undefined => {
  for (const { success } of candidates) {
    const shape = success?.json && shapes.itemIn(success.json.key, site.noun, undefined);
    if (shape !== undefined && describe(shape.key).properties.size > 1) return describe(shape.key);
  }
  return undefined;
};

interface ItemContext {
  readonly site: Site;
  readonly itemSchema: ItemSchema;
  readonly idProperty: string | undefined;
  readonly create: UnboundOperation | undefined;
  readonly read: ItemShape | undefined;
}

const itemActions = { PUT: 'replace', PATCH: 'update', POST: 'update' } as const;

const itemRole = (candidate: UnboundOperation, context: ItemContext, finding: FinderContext): readonly Role[] => {
  const { site, itemSchema, idProperty, create } = context;
  const { operation, success } = candidate;
  const about = `Refers to one item of ${site.path.replaceAll('{}', '{…}')} by its ${idProperty ?? 'path'}.`;
  const shape = answerShape(candidate, itemSchema, site.noun, finding);
  if (operation.method === 'GET') {
    if (success?.json !== undefined && finding.shapes.isPaged(success.json.key, site.noun)) {
      finding.abstain(candidate, 'Returns many items, with paging properties.');
      return [];
    }
    if (context.read === undefined && (success?.json === undefined || !mayBeObject(success.json.key, finding))) {
      finding.abstain(candidate, `Does not return a JSON object.`);
      return [];
    }
    return [roleOf('read', candidate, { shape: context.read, reason: about })];
  }
  if (operation.method === 'DELETE') return [roleOf('delete', candidate, { shape, reason: about })];
  const usual = itemActions[operation.method as keyof typeof itemActions];
  if (usual === undefined) return [];
  if (!takesItem(candidate, finding)) return [];
  if (!isAbout(candidate, itemSchema, site.noun, finding)) {
    finding.abstain(candidate, `Returns something other than an item of ${site.path.replaceAll('{}', '{…}')}.`);
    return [];
  }
  const upsert = operation.method !== 'PATCH' && isUpsert(candidate, create);
  // A POST without properties, if it may be the only way to add an item, stores the item as it is.
  const isPut = operation.method === 'POST' && upsert && !takesProperties(candidate, itemSchema);
  const action = isPut
    ? 'replace'
    : usual === 'replace' && isPartial(candidate, create, { itemSchema, noun: site.noun }, finding)
      ? 'update'
      : usual;
  return [roleOf(action, candidate, { shape, upsert, reason: about })];
};

const takesProperties = ({ bodyKey, operation }: UnboundOperation, itemSchema: ItemSchema): boolean =>
  bodyKey !== undefined ||
  operation.parameters.some(
    ({ in: location, name }) => location === 'query' && propertyNamed(name, itemSchema) !== undefined,
  );

const mayBeObject = (key: string, { compilation: { schemas } }: FinderContext): boolean =>
  typesOf(schemas, { $ref: key })?.has('object') ?? true;

/** A PUT with a documented 201, or the only way to add an item if 404 is not documented. */
const isUpsert = ({ operation }: UnboundOperation, create: UnboundOperation | undefined): boolean =>
  operation.responses.has('201') || (create === undefined && !isDocumented(operation, 404));

const isCreate = (candidate: UnboundOperation, itemSchema: ItemSchema, site: Site, finding: FinderContext): boolean => {
  if (!takesItem(candidate, finding)) return false;
  if (!isAbout(candidate, itemSchema, site.noun, finding)) {
    finding.abstain(candidate, `Returns something other than an item of ${site.path.replaceAll('{}', '{…}')}.`);
    return false;
  }
  if (candidate.bodyKey === undefined) return candidate.success?.json !== undefined;
  const isSaid = isOfItem(candidate.bodyKey, itemSchema, site.noun, finding);
  if (!isSaid && !returnsItem(candidate, itemSchema, site, finding)) {
    finding.abstain(candidate, `Its body has no property of the items of ${site.path.replaceAll('{}', '{…}')}.`);
    return false;
  }
  return true;
};

/** Whether it returns an item, provided that another operation also shows the schema of the items. */
const returnsItem = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  site: Site,
  finding: FinderContext,
): boolean => {
  const shape = answerShape(candidate, itemSchema, site.noun, finding);
  const isKnown = site.list !== undefined || site.below.some(({ operation }) => operation.method === 'GET');
  if (!isKnown || shape === undefined) return false;
  const answered = finding.describe(shape.key);
  return isSimilar(answered, itemSchema) || countShared(answered, itemSchema) === itemSchema.properties.size;
};

const createRole = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  site: Site,
  confidence: Confidence,
  finding: FinderContext,
): Role => {
  const status = candidate.operation.success?.status ?? 'a success';
  const reason = `Takes an object, and documents ${status} for the new item of ${site.path.replaceAll('{}', '{…}')}.`;
  return roleOf('create', candidate, {
    shape: answerShape(candidate, itemSchema, site.noun, finding),
    confidence,
    reason,
  });
};

/** `PUT /things` with a whole item in its body, including the id. */
const bodyKeyedRole = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  idProperty: string,
  finding: FinderContext,
): readonly Role[] => {
  const { bodyKey, operation } = candidate;
  if (bodyKey === undefined) return [];
  const sent = finding.describe(bodyKey);
  if (!sent.properties.has(idProperty) || !isSimilar(sent, itemSchema)) return [];
  const shape = answerShape(candidate, itemSchema, '', finding);
  if (shape !== undefined && !isSimilar(finding.describe(shape.key), itemSchema)) return [];
  const reason = `Takes a whole item, including its ${idProperty}.`;
  return [
    roleOf(operation.method === 'PUT' ? 'replace' : 'update', candidate, {
      shape,
      key: 'body',
      reason,
      confidence: 'medium',
    }),
  ];
};
