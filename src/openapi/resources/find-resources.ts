/**
 * Finds the resources of a document: the operations on the same items. A wrong guess is worse than none. Every operation gets the reason for
 * its binding, or for having none.
 */

import { lazily } from '../../core/primitives/lazy.ts';
import { wordsOf } from '../../core/primitives/words.ts';
import { type Binding, showsItems } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { Compilation } from '../operations/compilation.ts';
import type { Binder } from './bind/binder.ts';
import { bindRole } from './bind/bindings.ts';
import { specsOf } from './bind/collection-spec.ts';
import { createEnvelopes } from './bind/find-envelopes.ts';
import { shownReferences } from './bind/find-references.ts';
import { addStrictIds, createExampleIds } from './bind/item-ids.ts';
import { listQueryOf } from './bind/list-query.ts';
import { createProjectionOf } from './bind/projections.ts';
import { statelessViewOf } from './bind/view-stateless.ts';
import { namesOf } from './describe/collection-names.ts';
import {
  type BoundOperation,
  type FoundOperations,
  hasItems,
  itemPathsOf,
  type ResourceGroup,
  type Role,
  withClause,
} from './describe/group.ts';
import { createDescribe } from './describe/item-schema.ts';
import { createShapes } from './describe/locate-items.ts';
import { pathShapeOf, takesFiles, type UnboundOperation } from './describe/unbound-operation.ts';
import { type FinderContext, knownIn } from './find/finder-context.ts';
import type { ResourceRules } from './resource-rules.ts';

export interface Resources extends FoundOperations {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
}

/** The operations come in the order of the document, with the bodies that it leaves out. */
export const bindResources = (
  documented: readonly UnboundOperation[],
  compilation: Compilation,
  rules: ResourceRules,
): Resources => {
  const { schemas, source } = compilation;
  const describe = createDescribe(compilation);
  const shapes = createShapes(schemas, describe, rules.around(documented, describe, schemas));
  const reading = { ...compilation, describe, shapes };
  const candidates = rules.read.reduce((read, rule) => rule(read, reading), documented);
  const byPath = groupByPath(rules.inOrder(candidates));
  const reasons = new Map<Operation, string>();
  // The first reason is the most specific one.
  const abstain = ({ operation, success }: UnboundOperation, reason: string) => {
    if (success !== undefined && !reasons.has(operation)) reasons.set(operation, reason);
  };
  const finding: FinderContext = {
    source,
    schemas,
    describe,
    shapes,
    byPath,
    all: [...byPath.values()].flat(),
    abstain,
  };
  const found: ResourceGroup[] = [];
  let known = knownIn(found, finding);
  for (const { takes, find } of rules.steps) {
    if (takes !== undefined && !finding.all.some((one) => known.isFree(one) && takes(one))) continue;
    find(known);
    known = knownIn(found, finding);
  }
  const groups = rules.hints(found, () => namesFor(found, rules), candidates, finding);
  const names = namesFor(groups, rules);
  addStrictIds(groups, candidates, schemas);
  const access = { compilation, schemas, describe, shapes, effectsOf: rules.effectsOf };
  const binder: Binder = {
    ...access,
    envelopes: createEnvelopes(schemas, describe),
    projectionOf: createProjectionOf(compilation, describe, (shown, group) =>
      shownReferences(shown, group, groups, names, access.schemas),
    ),
    queries: new Map(),
  };
  const filtered = filteredBy(groups, binder, rules);
  const plain = specsOf(groups, names, filtered, { ...binder, exampleIds: createExampleIds(candidates) });
  const more = rules.specs.map((rule) => rule(plain, binder, candidates));
  const specs = new Map([...plain].map(([group, spec]) => [group, withMore(spec, group, more)]));
  const bound = bindGroups({ specs, binder, reasons, rules, doubtOf: rules.doubts(finding) });
  for (const candidate of candidates.filter(({ operation }) => !bound.has(operation)))
    bound.set(candidate.operation, {
      ...{ binding: undefined, confidence: undefined, reason: reasons.get(candidate.operation) ?? '' },
      statelessView: lazily(() => statelessViewOf(candidate, binder)),
    });
  for (const finish of rules.finish) finish({ bound, candidates, specs, names, finding, binder });
  return { candidates, collections: new Map([...specs.values()].map((spec) => [spec.name, spec])), bound, specs };
};

const groupByPath = (candidates: readonly UnboundOperation[]): FinderContext['byPath'] => {
  const byPath = Map.groupBy(candidates, ({ path }) => path.erased);
  // Where one address has all procedures, as `/#Action=CreateStack` in documents of AWS, it has no items.
  if ((byPath.get('') ?? []).filter(({ method }) => method === 'POST').length > 1) byPath.delete('');
  return byPath;
};

/** V8 would keep what is added to an object of this size in a hash table, so each rule gets a copy. */
const withMore = (
  spec: CollectionSpec,
  group: ResourceGroup,
  rules: readonly ReturnType<ResourceRules['specs'][number]>[],
): CollectionSpec => {
  let known = spec;
  for (const rule of rules) known = { ...known, ...rule(known, group) };
  return known;
};

interface GroupBinder {
  readonly specs: FoundOperations['specs'];
  readonly binder: Binder;
  /** Why operations cannot be bound. */
  readonly reasons: Map<Operation, string>;
  readonly rules: ResourceRules;
  readonly doubtOf: ReturnType<ResourceRules['doubts']>;
}

const bindGroups = ({ specs, binder, reasons, rules, doubtOf }: GroupBinder): Map<Operation, BoundOperation> => {
  const bound = new Map<Operation, BoundOperation>();
  // The first of those with the same path.
  const byItemPath = new Map(
    [...specs]
      .flatMap(([group, spec]) => pathsOfItems(group).map((path): [string, CollectionSpec] => [path, spec]))
      .toReversed(),
  );
  const specAt = (itemPath: string): CollectionSpec | undefined => byItemPath.get(itemPath);
  const more = rules.bindings.map((rule) => rule(specs, binder));
  for (const [group, spec] of specs) {
    for (const role of group.roles) {
      const { operation } = role.candidate;
      const { stateless } = binder.compilation;
      const plain = stateless ? 'The server keeps nothing.' : bindRole(role, group, spec, binder, specAt);
      if (typeof plain === 'string') reasons.set(operation, plain);
      else {
        // Until somebody has registered, a login responds with a generated user.
        const isStateful = showsItems(plain) && role.key !== 'first';
        const statelessView = isStateful ? undefined : lazily(() => statelessViewOf(role.candidate, binder));
        const found = bound.get(operation);
        const binding = more.reduce((known, rule) => rule(known, role, group), plain);
        const own = { binding, statelessView, ...judged(role, group, doubtOf) };
        const [first, other] = role.isBeside ? [found ?? own, own] : [own, found];
        const beside =
          other?.binding === undefined || other === first
            ? undefined
            : [...besidesOf(first), other.binding, ...besidesOf(other)];
        bound.set(operation, beside ? { ...first, binding: { ...first.binding, beside } as Binding } : first);
      }
    }
  }
  return bound;
};

const besidesOf = ({ binding }: BoundOperation): readonly Binding[] =>
  (binding !== undefined && 'beside' in binding && binding.beside) || [];

/** The paths that identify an item: its own, and those below another item. */
const pathsOfItems = (group: ResourceGroup): readonly string[] => [
  ...group.roles
    .filter(({ key, pathFilters }) => key === 'path' && pathFilters.length > 0 && hasItems(group))
    .map(({ candidate }) => candidate.path.erased),
  ...itemPathsOf(group),
];

/** The confidence in a role: high only without a doubt. */
const judged = (
  role: Role,
  group: ResourceGroup,
  doubtOf: GroupBinder['doubtOf'],
): Pick<BoundOperation, 'confidence' | 'reason'> => {
  const { confidence, reason, candidate } = role;
  const { verb, isElsewhere, parent } = candidate;
  const elsewhere = parent
    ? 'Its path has the id of the parent.'
    : takesFiles(candidate)
      ? 'Its response shows what is uploaded.'
      : 'Its path says for whom.';
  const read = isElsewhere && verb === undefined ? elsewhere : verb && verbText(verb);
  const own = candidate.isUnstated ? 'Its body is not documented.' : read;
  const doubt = confidence === 'high' ? (own ?? doubtOf(role, group)) : own;
  return doubt === undefined ? { confidence, reason } : { confidence: 'medium', reason: withClause(reason, doubt) };
};

const verbText = ({ word, idInBody }: NonNullable<UnboundOperation['verb']>): string => {
  if (word === undefined) return `Its ${idInBody === undefined ? 'query' : 'body'} names the item.`;
  return `Its path has the verb "${word}".`;
};

const namesFor = (
  groups: readonly ResourceGroup[],
  { pathsOfThings }: ResourceRules,
): ReadonlyMap<ResourceGroup, string> => {
  const unnamed = groups.filter(({ name }) => name === undefined);
  const usedNames = new Set(groups.flatMap(({ name }) => name ?? []));
  const listed = new Set(groups.flatMap(({ roles }) => roles.map(({ candidate }) => candidate.path.erased)));
  const found = namesOf(pathsOfThings(unnamed, unnamed.map(namedPath), listed), usedNames);
  const names = new Map(unnamed.map((group, index) => [group, found[index] as string]));
  return new Map(groups.map((group) => [group, group.name ?? (names.get(group) as string)]));
};

/** The path of a group. Without a literal segment (`/{owner}/{repo}`), it is named after its items. */
const namedPath = ({ path, template, itemSchema }: ResourceGroup): string => {
  if (/[^/{}]/.test(path.replaceAll(/\{[^}]*\}/g, ''))) return path;
  const parameter = pathShapeOf(template).parameters.at(-1);
  const words = wordsOf(parameter ?? '').filter((word) => word !== 'id');
  return `/${itemSchema.name ?? (words.length > 0 ? words.join('-') : 'items')}`;
};

/** The properties by which the items of each group are looked up. */
const filteredBy = (
  groups: readonly ResourceGroup[],
  binder: Binder,
  { namesOfCaller }: ResourceRules,
): ReadonlyMap<ResourceGroup, ReadonlySet<string>> => {
  const namesIn = (role: Role, group: ResourceGroup): readonly string[] => {
    if (role.action !== 'list') return role.key === 'first' ? namesOfCaller(role, group, binder) : [];
    const { filters } = listQueryOf(role, group, binder);
    return filters.filter(({ comparison }) => comparison === 'equals').map(({ property }) => property);
  };
  return new Map(groups.map((group) => [group, new Set(group.roles.flatMap((role) => namesIn(role, group)))]));
};
