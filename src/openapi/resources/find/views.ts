/** Rows for lists at other paths than that of their collection: `/users/{id}/posts`, `/posts/published`, `/posts/search`. */

import { theOnly } from '../../../core/primitives/the-only.ts';
import { isPlural, isSameNoun, plainName, singularOf } from '../../../core/primitives/words.ts';
import type { StatedValue } from '../../../core/service/collection-facts.ts';
import { wordLists } from '../../../parts/words/index.ts';
import { comparedProperty, statedBy } from '../describe/filters.ts';
import { hasItems, othersTaken, type PathFilter, type ResourceGroup, type Role, scopePath } from '../describe/group.ts';
import { type ItemSchema, isTwin, twinKey } from '../describe/item-schema.ts';
import { isSearchName } from '../describe/list-parameters.ts';
import type { ListShape } from '../describe/locate-items.ts';
import { isOfReplies, ownParentIn } from '../describe/own-parent.ts';
import { isPageParameter } from '../describe/paging-names.ts';
import { propertyEndingIn, propertyOfParameter } from '../describe/property-names.ts';
import { searchedTextOf } from '../describe/sent-parameters.ts';
import {
  isRead,
  isVerb,
  lastSegment,
  nounBefore,
  parentPath,
  type UnboundOperation,
} from '../describe/unbound-operation.ts';
import type { RowsBeside } from './decide.ts';
import type { Evidence, RoleRow } from './evidence.ts';
import type { FinderContext } from './finder-context.ts';

const view: RoleRow = {
  name: 'view',
  example: 'GET /posts/published, GET /users/{id}/posts',
  when: { method: ['GET'], relation: ['below the item', 'elsewhere'] },
  role: { action: 'list' },
  reason: 'Lists the items of {}.',
  provided: 'one collection has such items; a parameter selects by a property, a parent or a search, or not at all',
  needs: (evidence) => {
    const { candidate, group, finding } = evidence;
    const shape = listAt(candidate, finding);
    return (
      (shape && viewRole(evidence, shape)) ??
      `Lists items of ${group.template}, but the document does not state which of them.`
    );
  },
};

/** Lists whose items another collection has. */
export const views: RowsBeside = {
  rows: [view],
  beside: (known) => {
    const items = new ItemIndex(known.groups, known);
    return (candidate) => {
      const shape = listAt(candidate, known);
      const owners = shape === undefined ? [] : ownersOf(candidate, shape, items, known);
      const [first, ...others] = owners;
      if (first === undefined) return undefined;
      const { erased, noun } = candidate.path;
      const near = [
        owners.filter(({ path }) => path === erased),
        owners.filter((owner) => isSameNoun(owner.noun, noun)),
        owners.filter(({ path }) => erased.startsWith(`${path}/`)),
      ];
      const group = others.length === 0 ? first : near.map((some) => theOnly(some)).find((one) => one !== undefined);
      if (group !== undefined) return { group, relation: relationOf(candidate, group, items) };
      known.abstain(candidate, `Lists items of ${first.template}, but the document does not state which of them.`);
      return undefined;
    };
  },
};

/** `/lessons/{userId}` may list the lessons of a user: the item path has another method. */
const relationOf = (
  candidate: UnboundOperation,
  { path }: ResourceGroup,
  items: ItemIndex,
): 'below the item' | 'elsewhere' => {
  const { erased } = candidate.path;
  return erased.startsWith(`${path}/`) || items.isBelow(erased) ? 'below the item' : 'elsewhere';
};

/** The list in a response, at a path that may have one: not at one that ends in a verb, and one thing may have a list in it. */
export const listAt = (candidate: UnboundOperation, { shapes }: FinderContext): ListShape | undefined => {
  const key = isRead(candidate) ? candidate.success?.json?.key : undefined;
  const { erased, noun, endsInParameter } = candidate.path;
  const shape = shapes.listIn(key, noun);
  if (shape === undefined || isVerb(erased)) return undefined;
  return endsInParameter && shape.at.length > 0 && !shapes.isPaged(key as string, noun) ? undefined : shape;
};

/** The collections whose items are listed. */
export const ownersOf = (
  candidate: UnboundOperation,
  shape: ListShape,
  items: ItemIndex,
  finding: FinderContext,
): readonly ResourceGroup[] => {
  const itemSchema = finding.describe(shape.key);
  const mayOwn = (group: ResourceGroup) => group.kind === 'list' && !isOtherLoneList(group, candidate);
  // There may be thousands.
  const owners = [...new Set(items.showing(itemSchema, candidate).filter(mayOwn).take(8))];
  // The caller's queue of episodes has what other lists have, too.
  const isOfOthers = (group: ResourceGroup) =>
    wordLists.callers.has(lastSegment(parentPath(group.path))) && othersTaken(group).length > 0;
  const own = owners.filter((group) => !isOfOthers(group));
  return own.length > 0 ? own : owners;
};

/** Finds groups by their paths, and by what their items are like, since each list may look for its group. */
export class ItemIndex {
  readonly #byPath: Map<string, ResourceGroup[]>;
  /** The views by the form of the items, and those that are only listed by their noun, too. */
  readonly #byForm = new Map<string, Map<string, Set<ResourceGroup>>>();
  readonly #itemPaths: ReadonlySet<string>;

  constructor(groups: readonly ResourceGroup[], { describe }: FinderContext) {
    this.#byPath = Map.groupBy(groups, ({ path }) => path);
    const items = groups.flatMap(({ roles }) => roles.filter(({ key }) => key === 'path'));
    this.#itemPaths = new Set(items.map(({ candidate }) => candidate.path.erased));
    for (const group of groups) {
      this.#remember(group, group.itemSchema);
      for (const { action, shape } of group.roles)
        if (action === 'list' && shape !== undefined) this.#remember(group, describe(shape.key));
    }
  }

  at(path: string): readonly ResourceGroup[] {
    return this.#byPath.get(path) ?? [];
  }

  /** The groups of which some response shows twins of the items, without what is listed as other things. */
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

  /** Whether this is the path of an item, or of what is named below one: `/packages/{name}/{version}`. */
  isOfItem(path: string): boolean {
    return path.endsWith('/{}') && (this.hasItemAt(path) || this.isOfItem(parentPath(path)));
  }

  /** Whether an item of a group is on the way to this path. */
  isBelow(path: string): boolean {
    return path.matchAll(/\/\{\}(?=\/)/g).some(({ index }) => this.at(path.slice(0, index)).some(hasItems));
  }

  add(group: ResourceGroup): void {
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

export const isOnlyListed = ({ roles }: ResourceGroup): boolean => roles.every(({ action }) => action === 'list');

/** The noun of a list that says what its items are; undefined: `/users/{id}/all` has none of its own. */
const ownNoun = (candidate: UnboundOperation): string | undefined => {
  const { noun } = candidate.path;
  return candidate.verb === undefined && isPlural(noun) ? singularOf(noun) : undefined;
};

/** Whether the group is only listed, as other things: `/priorities` and `/categories` are two collections, with or without the same schema. */
const isOtherLoneList = (group: ResourceGroup, candidate: UnboundOperation) => {
  const own = isOnlyListed(group) && isPlural(group.noun) ? ownNoun(candidate) : undefined;
  return own !== undefined && own !== singularOf(group.noun);
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

/** The role of a list of a collection's items. What the items do not have selects none of them. */
const viewRole = (evidence: Evidence, shape: ListShape): Partial<Role> | undefined => {
  const { candidate, group, relation, finding } = evidence;
  const { itemSchema, parents, template } = group;
  const { erased, parameters, noun, endsInParameter } = candidate.path;
  const { path, parameters: sent } = candidate.operation;
  const isInScope =
    parents.length > 0 && parents.length <= parameters.length && erased.startsWith(`${scopePath(group)}/`);
  const pathFilters: PathFilter[] = [];
  const others: string[] = [];
  for (const parameter of isInScope ? parameters.slice(parents.length) : parameters) {
    const property = propertyOfParameter(parameter, path, itemSchema) ?? propertyEndingIn(parameter, itemSchema);
    const named = property === undefined ? undefined : ({ parameter, property, comparison: 'equals' } as const);
    const filter =
      named ??
      (relation === 'elsewhere'
        ? undefined
        : (referenceTo(parameter, path, group, finding, { isList: true, said: candidate.description }) ??
          replyTo(parameter, noun, group)));
    if (filter === undefined) others.push(parameter);
    else pathFilters.push(filter);
  }
  const otherFilters = sent.filter(
    ({ in: location, required, name }) =>
      location === 'query' &&
      required &&
      !/^(x-)?api[-_]?version$/i.test(name) &&
      !isPageParameter(name) &&
      !isSearchName(name) &&
      comparedProperty(name, itemSchema, finding.schemas) === undefined,
  );
  // What is at the path of an item is no list of all.
  if (others.length > 0 && endsInParameter && isSameNoun(noun, group.noun)) return undefined;
  const isSearch = otherFilters.length === 1 && searchedTextOf(candidate, otherFilters, finding.schemas) !== undefined;
  if (!isSearch) others.push(...otherFilters.map(({ name }) => name));
  const status = statedBy(singularOf(noun), itemSchema, finding);
  // `/composites` of a role are others than those that have the flag. In `/trash` is what is `trashed`.
  const [own, done] = [noun, `${noun.replace(/e$/, '')}ed`].map((word) => statedBy(word, itemSchema, finding));
  const stated = own ?? (typeof status?.value === 'string' ? status : done);
  const unknown = others.length === 0 ? '' : `, whatever its ${others.join(', ')} is: the items state none`;
  const reason = `Lists the items of ${template}${statedText(stated)}${unknown}.`;
  return { shape, isInScope: isInScope || parents.length === 0, pathFilters, stated, reason };
};

export const statedText = (stated: StatedValue | undefined): string =>
  stated === undefined ? '' : `, if their ${stated.property} is ${stated.value}`;

/** `/comments/{id}/replies` of comments with a `parent_id`. */
const replyTo = (parameter: string, noun: string, group: ResourceGroup): PathFilter | undefined => {
  const property = isOfReplies(noun) ? ownParentIn(group) : undefined;
  return property === undefined ? undefined : { parameter, property, comparison: 'equals' };
};

/** The property that names or contains what the parameter identifies: `project_id`, `project`. `isList`: also one with several: `projects`. */
export const referenceTo = (
  parameter: string,
  template: string,
  { itemSchema, idProperty }: Pick<ResourceGroup, 'itemSchema' | 'idProperty'>,
  { schemas }: FinderContext,
  { isList = false, said = '' }: { readonly isList?: boolean; readonly said?: string } = {},
): PathFilter | undefined => {
  const noun = singularOf(nounBefore(template, parameter));
  const own = [parameter, `${noun}_id`, noun];
  const isUser = wordLists.people.has(noun) || wordLists.users.has(noun);
  const isStaff = wordLists.assigned.has(noun);
  const makers = isStaff || /\bassigned\b/i.test(said) ? ['assignee', 'assigned_to'] : wordLists.makers.all;
  const others = isUser || isStaff ? [...wordLists.subjects.all, ...makers] : wordLists.subjects.all;
  const names = isList ? [...own, ...others.flatMap((name) => [`${name}_id`, name])] : own;
  const found = names
    .filter((one) => one !== '' && one !== '_id')
    .flatMap((name): readonly PathFilter[] => {
      const compared = comparedProperty(name, itemSchema, schemas);
      if (compared === undefined || compared.property === idProperty) return [];
      const { property, comparison } = compared;
      const schema = itemSchema.schemaOf(property);
      const types = schema === undefined ? undefined : schemas.typesOf(schema);
      // The `subject` of a ticket is a text.
      const isText = plainName(property) === 'subject' && types?.has('string');
      const isOther = (types?.has('array') && !isList) || types?.has('boolean') || isText;
      if (isOther || (comparison !== 'equals' && comparison !== 'includes')) return [];
      return [{ parameter, property, comparison }];
    });
  // A creation stores it: no property of an object.
  return found.find(({ property }) => !property.includes('.')) ?? found[0];
};
