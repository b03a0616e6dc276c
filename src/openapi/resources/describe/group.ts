/** Groups of operations on the same items, with the role of each operation. */

import type { Json } from '../../../core/primitives/json.ts';
import type { ActionName, Binding, PropertyEffect } from '../../../core/service/binding.ts';
import type { CollectionSpec, StatedValue } from '../../../core/service/collection-facts.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { refersToOther } from './find-id.ts';
import type { ItemSchema } from './item-schema.ts';
import type { ItemShape, ListShape } from './locate-items.ts';
import { type PathParameter, pathParameterOf, type UnboundOperation } from './unbound-operation.ts';

export type Confidence = 'stated' | 'high' | 'medium';

export interface Role {
  readonly action: ActionName;
  readonly candidate: UnboundOperation;
  /** The location of the items, or of the item, in the response; undefined if the response does not contain them. */
  readonly shape: ListShape | ItemShape | undefined;
  /** The location of the item's id: the last path parameter, or the body. `first`: it is that of the first item. */
  readonly key: 'path' | 'body' | 'first' | 'none';
  readonly upsert: boolean;
  /** The path to the number in the response, if a list only counts its items. */
  readonly count?: readonly string[] | undefined;
  /** Whether a list shows its first item alone. */
  readonly isOne?: boolean;
  /** The items of an operation that is about many; undefined: one item. */
  readonly bulk: ManyShape | undefined;
  /** Whether the response shows something else than the item. */
  readonly isOther?: boolean | undefined;
  /** Whether the item may also be in the collection of another role of the operation, which comes first. */
  readonly isBeside?: boolean;
  /** Whether somebody logs in or registers there. */
  readonly isEntry?: boolean | undefined;
  /** The property of the item that it is about. */
  readonly part?: PartOfItem | undefined;
  /**
   * Whether its path contains the parents of the group. Otherwise, it lists the items of all parents, with these filters, or
   * refers to an item by its own id alone.
   */
  readonly isInScope: boolean;
  readonly pathFilters: readonly PathFilter[];
  /** What its path states that it changes; undefined: what its name states. */
  readonly effects?: readonly PropertyEffect[] | undefined;
  /** What the path states of each listed item. */
  readonly stated?: StatedValue | undefined;
  readonly confidence: Confidence;
  readonly reason: string;
}

/** The elements of a list in the body, the ids in a parameter, or all that the query does not exclude. */
export type ManyShape =
  | ({
      readonly in: 'body';
      /** Whether the list is the whole collection. */
      readonly isAll?: boolean;
      readonly isOrder?: boolean;
    } & ListShape)
  | { readonly in: 'parameter'; readonly name: string }
  | { readonly in: 'collection' };

export interface PartOfItem {
  readonly name: string;
  readonly isList: boolean;
  readonly effects: readonly PropertyEffect[];
  /** Its path in the response; undefined if the response does not show it. */
  readonly at: readonly string[] | undefined;
  /** Whether the response shows the element that was added in place of the list. */
  readonly isLast?: boolean | undefined;
}

/** A path parameter that filters a list, or that a creation stores. */
export interface PathFilter {
  readonly parameter: string;
  readonly property: string;
  /** `includes`: the property contains what the parameter identifies. */
  readonly comparison: 'equals' | 'includes';
}

export interface ResourceGroup {
  /** If it is undefined, the name is derived from the path. */
  readonly name: string | undefined;
  readonly kind: 'list' | 'singleton';
  /** The path of the collection or of the singleton, without the names of the parameters. */
  readonly path: string;
  /** The names of the path parameters, in order: the parents. */
  readonly parents: readonly string[];
  /** The path template of the collection or of its items, for messages. */
  readonly template: string;
  readonly noun: string;
  readonly itemSchema: ItemSchema;
  readonly idProperty: string | undefined;
  /** Other properties by which a path identifies an item: `{id_or_slug}`. */
  aliases: readonly string[];
  /** The parameter of another path that takes its ids, and is stricter than its own. */
  strictId?: PathParameter;
  /** Where the numbers of its items begin; default: 1. */
  readonly firstId?: number;
  readonly roles: Role[];
}

/** A role with the usual values. */
export const roleOf = (
  action: ActionName,
  candidate: UnboundOperation,
  rest: Pick<Role, 'reason'> & Partial<Role>,
): Role => ({
  action,
  candidate,
  shape: undefined,
  key: action === 'list' || action === 'create' ? 'none' : 'path',
  upsert: false,
  bulk: undefined,
  isInScope: true,
  pathFilters: [],
  confidence: 'medium',
  ...rest,
});

/** A reason with what else is to say, in one sentence. */
export const withClause = (reason: string, clause: string): string =>
  `${reason.slice(0, -1)}; ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`;

export const groupOf = (
  sample: UnboundOperation,
  rest: Pick<ResourceGroup, 'kind' | 'itemSchema' | 'roles'> & Partial<ResourceGroup>,
): ResourceGroup => {
  const { erased: path, parameters: parents, noun } = sample.path;
  const template = sample.operation.path;
  return { name: undefined, path, parents, template, noun, idProperty: undefined, aliases: [], ...rest };
};

/** The examples of the item's id in the document, and its default. */
export const exampleIdsOf = ({ candidate, key }: Pick<Role, 'candidate' | 'key'>): readonly Json[] =>
  key === 'path' ? documentedValues(pathParameterOf(candidate, candidate.path.parameters.at(-1))) : [];

export const documentedValues = (found: PathParameter | undefined): readonly Json[] => {
  if (found === undefined) return [];
  const { examples, parameter } = found;
  // `{{appId}}` stands for a value.
  const isReal = (value: Json) => typeof value !== 'string' || !/^(\{.*\}|<.*>)$/.test(value);
  return (parameter.default === undefined ? examples : [...examples, parameter.default]).filter(isReal);
};

/** Whether a single item can be addressed. */
export const hasItems = ({ kind, idProperty, roles }: ResourceGroup): boolean =>
  kind === 'list' && (idProperty !== undefined || roles.some(({ key }) => key === 'path'));

const isOnItem: ReadonlySet<string> = new Set(['read', 'replace', 'update', 'delete']);

/** The names by which the paths of its items know other things: `episode_id` of `/queue/{episode_id}`. */
export const othersTaken = ({ roles, noun }: ResourceGroup): readonly string[] =>
  roles
    .flatMap(({ key, candidate }) => (key === 'path' ? (candidate.path.parameters.at(-1) ?? []) : []))
    .filter((name) => refersToOther(name, noun));

/** The erased paths that identify an item and its parents: that below the list, and others, as `/packages/{}/{}` beside `/packages/{}/versions`. */
export const itemPathsOf = (group: ResourceGroup): readonly string[] => {
  if (!hasItems(group)) return [];
  const others = group.roles.flatMap(({ action, candidate, key, isInScope, pathFilters }) => {
    const { erased, parameters, endsInParameter } = candidate.path;
    const isItem = key === 'path' && endsInParameter && isOnItem.has(action) && isInScope && pathFilters.length === 0;
    return isItem && parameters.length === group.parents.length + 1 ? [erased] : [];
  });
  return [...new Set([`${group.path}/{}`, ...others])];
};

/** The id, if a path without the parents contains it. */
export const idOfItemsAnywhere = ({ idProperty, roles }: ResourceGroup): readonly string[] =>
  idProperty !== undefined && roles.some(({ key, isInScope }) => key === 'path' && !isInScope) ? [idProperty] : [];

/** Whether its items are found by their ids alone. */
export const isFoundAlone = (group: ResourceGroup): boolean =>
  group.parents.length === 0 || idOfItemsAnywhere(group).length > 0;

/** Whether a group is a singleton for each id that a client may know. */
export const isPerId = ({ kind, path }: Pick<ResourceGroup, 'kind' | 'path'>): boolean =>
  kind === 'singleton' && path.endsWith('/{}');

/** The path up to the last parent, of a group with parents. */
export const scopePath = ({ path }: Pick<ResourceGroup, 'path'>): string =>
  path.slice(0, path.lastIndexOf('/{}') + '/{}'.length);

/** The function finds the collection whose items are the parents of a group; undefined if none is known. */
export const createParents = (
  groups: readonly ResourceGroup[],
): ((group: ResourceGroup) => ResourceGroup | undefined) => {
  const byItemPath = new Map<string, ResourceGroup>();
  const add = (itemPath: string, group: ResourceGroup) => {
    if (!byItemPath.has(itemPath)) byItemPath.set(itemPath, group);
  };
  for (const group of groups) for (const path of itemPathsOf(group)) add(path, group);
  // `/channels/{id}` of `/guilds/{id}/channels`.
  for (const group of groups)
    for (const { key, isInScope, isBeside, candidate } of group.roles)
      if (key === 'path' && !isInScope && !isBeside && group.kind === 'list') add(candidate.path.erased, group);
  return (group) => (group.parents.length === 0 ? undefined : byItemPath.get(scopePath(group)));
};

export interface BoundOperation {
  readonly binding: Binding | undefined;
  readonly statelessView: Operation['statelessView'];
  readonly confidence: Confidence | undefined;
  readonly reason: string;
  readonly correction?: Operation['correction'];
  readonly nearRules?: Operation['nearRules'];
  /** The security, if not that of the document. */
  readonly security?: Operation['security'];
}

export type Specs = ReadonlyMap<ResourceGroup, CollectionSpec>;

export interface FoundOperations {
  /** Has an entry for each candidate. */
  readonly bound: Map<Operation, BoundOperation>;
  readonly candidates: readonly UnboundOperation[];
  readonly specs: Specs;
}
