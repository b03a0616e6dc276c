/** Binds lists at other paths than the path of their collection, and lists without other operations. */

import { plainName } from '../../../core/primitives/singular.ts';
import { endsInNoun, isPlural, isSameNoun, singularOf, wordsOf } from '../../../core/primitives/words.ts';
import type { StatedValue } from '../../../core/service/binding.ts';
import { partsOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema } from '../../schema/schema.ts';
import { comparedProperty } from '../describe/filters.ts';
import { findId } from '../describe/find-id.ts';
import {
  groupOf,
  hasItems,
  type PathFilter,
  type ResourceGroup,
  type Role,
  roleOf,
  scopePath,
} from '../describe/group.ts';
import { type ItemSchema, isTwin, twinKey } from '../describe/item-schema.ts';
import { isSearchName } from '../describe/list-parameters.ts';
import type { ListShape } from '../describe/locate-items.ts';
import { isPageParameter, isUsualList } from '../describe/paging-names.ts';
import { isVerb, nounBefore, parentPath } from '../describe/path-template.ts';
import { propertyBelow, propertyEndingIn, propertyOfParameter } from '../describe/property-names.ts';
import { searchedTextOf } from '../describe/sent-parameters.ts';
import { methodOf, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { createdAbove } from './collection-roles.ts';
import { listText } from './find-collections.ts';
import { type FinderContext, isFree } from './finder-context.ts';
import { isOfItem } from './item-match.ts';
import { isSilent, shownItems, silentList } from './silent-responses.ts';

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
    const key = methodOf(candidate) === 'GET' && free(candidate) ? candidate.success?.json?.key : undefined;
    const shape = key === undefined ? undefined : finding.shapes.listIn(key, pathOf(candidate).noun);
    // A path that ends in a verb is an action, not a list.
    const { erased, noun, endsInParameter } = pathOf(candidate);
    if (shape === undefined || isVerb(erased)) return [];
    // One thing may have a list in it.
    if (endsInParameter && shape.at.length > 0 && !finding.shapes.isPaged(key as string, noun)) return [];
    return [{ candidate, shape }];
  });
  const weight = ({ candidate }: LoneList): number =>
    pathOf(candidate).parameters.length * 100 + pathOf(candidate).erased.length;
  const changed = changedBelow(finding, free);
  const known = new KnownGroups(groups, finding);
  for (const list of lists.toSorted((left, right) => weight(left) - weight(right)))
    bindLoneList(list, finding, { known, changed, free });
};

/** Groups by their paths, and by what their items are like: as many lists as groups may look for theirs. */
class KnownGroups {
  readonly #groups: ResourceGroup[];
  readonly #byPath: Map<string, ResourceGroup[]>;
  /** By the form of the items, and those that are only listed by their noun, too. */
  readonly #byForm = new Map<string | number, Map<string, Set<ResourceGroup>>>();
  readonly #itemPaths: ReadonlySet<string>;

  constructor(groups: ResourceGroup[], { describe }: FinderContext) {
    this.#groups = groups;
    this.#byPath = Map.groupBy(groups, ({ path }) => path);
    const items = groups.flatMap(({ roles }) => roles.filter(({ key }) => key === 'path'));
    this.#itemPaths = new Set(items.map(({ candidate }) => pathOf(candidate).erased));
    for (const group of groups) {
      this.#remember(group, group.itemSchema);
      for (const { action, shape } of group.roles)
        if (action === 'list' && shape !== undefined) this.#remember(group, describe(shape.key));
    }
  }

  at(path: string): readonly ResourceGroup[] {
    return this.#byPath.get(path) ?? [];
  }

  /** Those of which some response shows twins of the items, without what is listed as other things. */
  showing(itemSchema: ItemSchema, candidate: UnboundOperation): IteratorObject<ResourceGroup> {
    const alike = this.#byForm.get(twinKey(itemSchema)) ?? new Map<string, Set<ResourceGroup>>();
    const noun = ownNoun(candidate);
    const found: IteratorObject<ReadonlySet<ResourceGroup> | undefined> =
      noun === undefined ? alike.values() : [alike.get(''), alike.get(noun)].values();
    return found.flatMap((groups) => groups ?? []);
  }

  /** Whether one of the items has this path, which may be below no list: `/tasks/{id}` of `/projects/{id}/tasks`. */
  hasItemAt(path: string): boolean {
    return this.#itemPaths.has(path) || this.at(parentPath(path)).some(hasItems);
  }

  /** Whether an item of a group is on the way to this path. */
  isBelowItem(path: string): boolean {
    return path.matchAll(/\/\{\}(?=\/)/g).some(({ index }) => this.at(path.slice(0, index)).some(hasItems));
  }

  addList(group: ResourceGroup, role: Role, itemSchema: ItemSchema): void {
    group.roles.push(role);
    this.#remember(group, itemSchema);
  }

  add(group: ResourceGroup): void {
    this.#groups.push(group);
    this.#byPath.set(group.path, [...this.at(group.path), group]);
    this.#remember(group, group.itemSchema);
  }

  #remember(group: ResourceGroup, itemSchema: ItemSchema): void {
    // A schema without properties does not identify an item.
    if (itemSchema.properties.size === 0) return;
    const key = twinKey(itemSchema);
    const alike = this.#byForm.get(key) ?? new Map<string, Set<ResourceGroup>>();
    const noun = isOnlyListed(group) && isPlural(group.noun) ? singularOf(group.noun) : '';
    this.#byForm.set(key, alike.set(noun, (alike.get(noun) ?? new Set()).add(group)));
  }
}

/** The paths of lists whose items have paths with changes: `PATCH /notifications/{id}/read`. */
const changedBelow = ({ byPath }: FinderContext, free: ReturnType<typeof isFree>): ReadonlySet<string> =>
  new Set(
    [...byPath].flatMap(([path, candidates]) => {
      const above = parentPath(path);
      const isChange = (one: UnboundOperation): boolean => methodOf(one) !== 'GET' && free(one);
      return above.endsWith('/{}') && candidates.some(isChange) ? [parentPath(above)] : [];
    }),
  );

interface Around {
  readonly known: KnownGroups;
  readonly changed: ReadonlySet<string>;
  readonly free: ReturnType<typeof isFree>;
}

const bindLoneList = ({ candidate, shape }: LoneList, finding: FinderContext, around: Around): void => {
  const { known } = around;
  const itemSchema = finding.describe(shape.key);
  const above = parentPath(pathOf(candidate).erased);
  const mayOwn = (group: ResourceGroup): boolean => group.kind === 'list' && !isOtherLoneList(group, candidate);
  // Several are as good as two, and there may be thousands.
  const holding = known.showing(itemSchema, candidate).filter(mayOwn).take(2);
  const shortened = known.at(above).filter((group) => mayOwn(group) && isShortened(group, itemSchema, candidate));
  const owners = [...new Set([...holding, ...shortened])];
  const [owner] = owners;
  if (owner !== undefined) {
    const role = owners.length === 1 ? viewRole(candidate, shape, owner, known, finding) : undefined;
    if (role !== undefined) known.addList(owner, role, itemSchema);
    else finding.abstain(candidate, `Lists items of ${owner.template}, but the document does not state which of them.`);
    return;
  }
  const created = createdAbove(candidate, itemSchema, finding, around.free);
  const view = created && viewRole(candidate, shape, created, known, finding);
  if (created !== undefined && view !== undefined) {
    known.add(created);
    known.addList(created, view, itemSchema);
    return;
  }
  const { erased: path, noun, endsInParameter } = pathOf(candidate);
  if (endsInParameter && shape.at.length > 0) return;
  const idProperty = findId(itemSchema, noun)?.property;
  const isTaken = known.at(path).length > 0;
  const isWritten = takesItems(candidate, itemSchema, finding);
  if (
    isTaken ||
    !(candidate.operation.method === 'GET' || isWritten) ||
    !isCollection(candidate, itemSchema, idProperty, shape, around)
  ) {
    finding.abstain(candidate, `Lists items that no other operation reads or writes.`);
    return;
  }
  const rest = isWritten ? 'of items that are sent to its path' : 'that no other operation reads or writes';
  const reason = `Returns ${listText(shape.at)} ${rest}.`;
  const roles = [roleOf('list', candidate, { shape, reason, confidence: 'medium' })];
  known.add(groupOf(candidate, { kind: 'list', itemSchema, idProperty, roles }));
};

/** Whether a list below those of the group shows some of the properties of its items: `/users/simple`. `/products/categories` may have other things. */
const isShortened = (
  { noun, itemSchema: { properties }, idProperty }: ResourceGroup,
  { properties: shown, name = '' }: ItemSchema,
  candidate: UnboundOperation,
): boolean => {
  const { endsInParameter, noun: own } = pathOf(candidate);
  if (endsInParameter || idProperty === undefined) return false;
  const isPart = shown.size > 1 && shown.has(idProperty) && [...shown].every((one) => properties.has(one));
  return isPart && (!isPlural(own) || wordsOf(name).some((word) => isSameNoun(word, noun)));
};

/** Whether a list of new items is sent to the path of a list by POST: `POST /logs` beside `POST /logs/filter`. */
const takesItems = (list: UnboundOperation, itemSchema: ItemSchema, finding: FinderContext): boolean => {
  const { erased, noun } = pathOf(list);
  return (finding.byPath.get(erased) ?? []).some(({ operation: { method }, bodyKey, verb }) => {
    const isCreate = method === 'POST' && verb === undefined && bodyKey !== undefined;
    const sent = isCreate ? finding.shapes.listIn(bodyKey, noun) : undefined;
    return sent !== undefined && isOfItem(sent.key, itemSchema, noun, finding);
  });
};

const isOnlyListed = ({ roles }: ResourceGroup): boolean => roles.every(({ action }) => action === 'list');

/** The noun of a list that says what its items are; undefined: `/users/{id}/all` has none of its own. */
const ownNoun = (candidate: UnboundOperation): string | undefined => {
  const { noun } = pathOf(candidate);
  return candidate.verb === undefined && isPlural(noun) ? singularOf(noun) : undefined;
};

/** Whether the group is only listed, as other things: `/priorities` and `/categories` are two collections, with or without the same schema. */
const isOtherLoneList = (group: ResourceGroup, candidate: UnboundOperation): boolean => {
  const own = isOnlyListed(group) && isPlural(group.noun) ? ownNoun(candidate) : undefined;
  return own !== undefined && own !== singularOf(group.noun);
};

/**
 * A list without other operations is a collection if its items have ids or the list is paged. If it is nested, its parent
 * must also be known, or an operation changes one of its items. Other lists are reports.
 */
const isCollection = (
  candidate: UnboundOperation,
  itemSchema: ItemSchema,
  idProperty: string | undefined,
  shape: ListShape,
  { known, changed }: Around,
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
  const parent = parentPath(erased);
  const isItemPath = parent.endsWith('/{}');
  const isPlaced = parameters.length === 0 || changed.has(erased) || (isItemPath && known.hasItemAt(parent));
  return isNamed && isPlaced;
};

/** Whether the items have the same schema as those of the collection, as read or as listed. */
export const holdsSame = (
  { itemSchema: ownSchema, roles }: ResourceGroup,
  itemSchema: ItemSchema,
  { describe }: FinderContext,
): boolean =>
  // A schema without properties does not identify an item.
  itemSchema.properties.size > 0 &&
  (isTwin(ownSchema, itemSchema) ||
    roles.some(
      ({ action, shape }) => action === 'list' && shape !== undefined && isTwin(describe(shape.key), itemSchema),
    ));

/** A list of a collection's items at another path; undefined if a path parameter has an unknown meaning. */
const viewRole = (
  candidate: UnboundOperation,
  shape: ListShape,
  owner: ResourceGroup,
  known: KnownGroups,
  finding: FinderContext,
): Role | undefined => {
  const { erased, parameters } = pathOf(candidate);
  // `/lessons/{userId}` may list the lessons of a user: the item path has another method.
  const isBelow = erased.startsWith(`${owner.path}/`) || known.isBelowItem(erased);
  const isInScope =
    owner.parents.length > 0 && owner.parents.length <= parameters.length && erased.startsWith(`${scopePath(owner)}/`);
  const others = isInScope ? parameters.slice(owner.parents.length) : parameters;
  const pathFilters: PathFilter[] = [];
  for (const parameter of others) {
    const { path } = candidate.operation;
    const property =
      propertyOfParameter(parameter, path, owner.itemSchema) ?? propertyEndingIn(parameter, owner.itemSchema);
    const filter: PathFilter | undefined =
      property !== undefined
        ? { parameter, property, comparison: 'equals' }
        : isBelow
          ? referenceTo(parameter, path, owner, finding)
          : undefined;
    if (filter === undefined) return undefined;
    pathFilters.push(filter);
  }
  const otherFilters = candidate.operation.parameters.filter(
    ({ in: location, required, name }) =>
      location === 'query' &&
      required &&
      !/^(x-)?api[-_]?version$/i.test(name) &&
      !isPageParameter(name) &&
      !isSearchName(name) &&
      comparedProperty(name, owner.itemSchema, finding.schemas) === undefined,
  );
  const isSearch = otherFilters.length === 1 && searchedTextOf(candidate, otherFilters, finding.schemas) !== undefined;
  if (otherFilters.length > 0 && !isSearch) return undefined;
  const stated = statedBy(pathOf(candidate).noun, owner.itemSchema, finding);
  const reason = `Lists the items of ${owner.template}${statedText(stated)}.`;
  return roleOf('list', candidate, {
    shape,
    isInScope: isInScope || owner.parents.length === 0,
    pathFilters,
    stated,
    reason,
    confidence: 'medium',
  });
};

/** `in` also begins words such as `instock` and `inuse`. */
const opposites = (flag: string): readonly string[] => [
  ...[`un${flag}`, `not${flag}`],
  ...(/^(active|complete|valid|visible)/.test(flag) ? [`in${flag}`] : []),
];

export const statedText = (stated: StatedValue | undefined): string =>
  stated === undefined ? '' : `, if their ${stated.property} is ${stated.value}`;

/** What a word states of an item: `completed` that `is_completed` is true, `unread` that `read` is false, `sold` a status. */
export const statedBy = (word: string, itemSchema: ItemSchema, { schemas }: FinderContext): StatedValue | undefined => {
  const plain = plainName(word);
  for (const property of itemSchema.properties) {
    if (itemSchema.typesOf(property)?.has('boolean')) {
      const flag = plainName(property).replace(/^is/, '');
      if (flag === plain) return { property, value: true };
      if (opposites(flag).includes(plain)) return { property, value: false };
    }
    if (!/^(status|state)$/.test(plainName(property))) continue;
    const own = partsOf(schemas, itemSchema.schemaOf(property) as Schema, 'some');
    const value = own.flatMap(({ enum: values = [] }) => values).find((one) => plainName(String(one)) === plain);
    if (typeof value === 'string') return { property, value };
  }
  return undefined;
};

/** The property of an item that names or contains what the parameter identifies: `project_id`, `projectId`, `project`. */
export const referenceTo = (
  parameter: string,
  template: string,
  { itemSchema, idProperty }: ResourceGroup,
  { schemas }: FinderContext,
): PathFilter | undefined => {
  const noun = singularOf(nounBefore(template, parameter));
  const names = [...(/^(id|pk|[us]id|uuid|slug|key|name)$/i.test(parameter) ? [] : [parameter]), `${noun}_id`, noun];
  const found = names
    .filter((one) => one !== '' && one !== '_id')
    .flatMap((name): readonly PathFilter[] => {
      const compared = comparedProperty(name, itemSchema, schemas);
      if (compared === undefined || compared.property === idProperty) return [];
      const { property, comparison } = compared;
      const schema = itemSchema.schemaOf(property);
      const types = schema === undefined ? undefined : typesOf(schemas, schema);
      const isOther = types?.has('array') || types?.has('boolean');
      if (isOther || (comparison !== 'equals' && comparison !== 'includes')) return [];
      return [{ parameter, property, comparison }];
    });
  // A creation stores it: no property of an object.
  return (
    found.find(({ property }) => !property.includes('.')) ?? found[0] ?? endsInReference(noun, parameter, itemSchema)
  );
};

/** The properties that end in the noun and its id: `homeTeamId` and `awayTeamId` for `/teams/{id}`. */
const endsInReference = (noun: string, parameter: string, itemSchema: ItemSchema): PathFilter | undefined => {
  const ending = [...wordsOf(noun), 'id'];
  const isOwn = (name: string): boolean => {
    const words = wordsOf(name);
    return noun !== '' && words.length > ending.length && words.slice(-ending.length).join() === ending.join();
  };
  const [property, ...others] = [...itemSchema.properties].filter((name) => isOwn(name) && itemSchema.isScalar(name));
  if (property === undefined) return undefined;
  return { parameter, property, comparison: 'equals', ...(others.length > 0 && { others }) };
};

/**
 * Binds GETs below a collection whose responses are not described, by what their names say: `GET /books/featured` and
 * `/books/author/{authorId}` list books, `/books/isbn/{isbn}` reads one.
 */
export const bindSilentViews = (
  finding: FinderContext,
  groups: ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  const silent = groups
    .filter(({ kind, roles }) => kind === 'list' && roles.every(({ candidate }) => isSilent(candidate, finding)))
    .toSorted((left, right) => right.path.length - left.path.length);
  if (silent.length === 0) return;
  const free = isFree(bound);
  const known = new KnownGroups(groups, finding);
  for (const candidate of [...finding.byPath.values()].flat()) {
    if (methodOf(candidate) !== 'GET' || !free(candidate) || !isSilent(candidate, finding)) continue;
    const { erased } = pathOf(candidate);
    const isAt = (path: string): boolean =>
      candidate.verb === undefined ? erased.startsWith(`${path}/`) : erased === path;
    const owner = silent.find(({ path, noun }) => isAt(path) && shownItems(candidate, noun));
    if (owner !== undefined) bindView(candidate, owner, known, finding);
  }
};

const bindView = (
  candidate: UnboundOperation,
  owner: ResourceGroup,
  known: KnownGroups,
  finding: FinderContext,
): void => {
  const { itemSchema, noun, roles, template } = owner;
  const shape = silentList({ get: candidate, noun }, itemSchema, finding)?.shape;
  if (shape === undefined) return;
  const { parameters, endsInParameter } = pathOf(candidate);
  if (shownItems(candidate, noun) === 'many') {
    const role = viewRole(candidate, shape, owner, known, finding);
    if (role !== undefined) roles.push(role);
    return;
  }
  const parameter = endsInParameter && parameters.length === owner.parents.length + 1 ? parameters.at(-1) : undefined;
  const property = parameter && propertyBelow(parentPath(pathOf(candidate).erased), parameter, owner);
  if (property === undefined) return;
  owner.aliases = [...owner.aliases, property];
  const reason = `Probably reads the item of ${template} with this ${property}.`;
  roles.push(
    roleOf('read', candidate, { shape: { at: [], key: itemSchema.key, listed: false }, reason, confidence: 'medium' }),
  );
};
