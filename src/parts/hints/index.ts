/** Applies the `x-vivarium` hints of a document to the resources found by the rules. */
import { didYouMean } from '../../core/primitives/did-you-mean.ts';
import type { ActionName } from '../../core/service/binding.ts';
import { findId, type IdParameter, idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import { hasItems, type ResourceGroup, type Role, roleOf } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { type ItemShape, isListShape, type ListShape } from '../../openapi/resources/describe/locate-items.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { XVivarium } from '../../openapi/resources/describe/x-vivarium.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';

interface Hinted {
  readonly candidate: UnboundOperation;
  readonly hint: XVivarium;
}

/** The groups with the hints applied. `namesOf`: the names of the groups without hints. */
export const applyHints = (
  groups: readonly ResourceGroup[],
  namesOf: () => ReadonlyMap<ResourceGroup, string>,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): readonly ResourceGroup[] => {
  const hinted = candidates.flatMap((candidate): readonly Hinted[] =>
    candidate.hint === undefined ? [] : [{ candidate, hint: candidate.hint }],
  );
  if (hinted.length === 0) return groups;
  const names = namesOf();
  const before = new Map(hinted.map(({ candidate }) => [candidate, roleIn(groups, candidate)]));
  const moved = new Set(hinted.map(({ candidate }) => candidate));
  const left = groups.map((group) => ({
    ...group,
    name: names.get(group),
    roles: group.roles.filter((role) => !moved.has(role.candidate)),
  }));
  const hintedByName = new Map<string, Hinted[]>();
  for (const hintedCandidate of hinted) {
    const { candidate, hint } = hintedCandidate;
    if (hint.action === 'none') {
      finding.abstain(candidate, 'x-vivarium makes it stateless.');
      continue;
    }
    if (candidate.success === undefined) continue;
    const presentGroup = before.get(candidate)?.group;
    const group = presentGroup ?? (hint.set === undefined ? undefined : ownerOf(candidate, groups));
    const name = hint.collection ?? (group && names.get(group)) ?? candidate.path.noun;
    hintedByName.set(name, [...(hintedByName.get(name) ?? []), hintedCandidate]);
  }
  const result = left.map((group) => {
    const hintedCandidates = hintedByName.get(group.name as string) ?? [];
    hintedByName.delete(group.name as string);
    return extend(group, hintedCandidates, before, finding);
  });
  for (const [name, hintedCandidates] of hintedByName) {
    const made = createGroup(name, hintedCandidates, before, finding);
    reportUnknown(name, hintedCandidates, { isMade: made !== undefined, known: [...names.values()] }, finding);
    if (made !== undefined) result.push(made);
  }
  return result.filter(({ roles }) => roles.length > 0);
};

/** Reports a name that no other operation has: perhaps it is misspelt. A read alone may have a collection of its own. */
const reportUnknown = (
  name: string,
  [only, ...others]: readonly Hinted[],
  { isMade, known }: { readonly isMade: boolean; readonly known: readonly string[] },
  { source }: FinderContext,
) => {
  if (only?.hint.collection === undefined || others.length > 0) return;
  const { operation } = only.candidate;
  const similar = didYouMean(name, known);
  if (isMade && operation.method === 'GET' && similar === undefined) return;
  source.report(
    `${operation.pointer}/x-vivarium/collection`,
    `no other operation is about "${name}". ${similar ?? 'Name a collection that another one has.'}`,
    isMade ? undefined : 'VIV_X_VIVARIUM_INVALID',
  );
};

/** The group whose item the path of an action names. */
const ownerOf = (candidate: UnboundOperation, groups: readonly ResourceGroup[]): ResourceGroup | undefined => {
  const { erased, endsInParameter, above } = candidate.path;
  const itemPath = endsInParameter ? erased : above;
  return groups.find((group) => hasItems(group) && `${group.path}/{}` === itemPath);
};

type Before = ReadonlyMap<UnboundOperation, { readonly group: ResourceGroup; readonly role: Role } | undefined>;

const roleIn = (
  groups: readonly ResourceGroup[],
  candidate: UnboundOperation,
): { readonly group: ResourceGroup; readonly role: Role } | undefined => {
  for (const group of groups) {
    const role = group.roles.find((role) => role.candidate === candidate);
    if (role !== undefined) return { group, role };
  }
  return undefined;
};

const extend = (
  group: ResourceGroup,
  hintedCandidates: readonly Hinted[],
  before: Before,
  finding: FinderContext,
): ResourceGroup => {
  const idProperty = hintedCandidates.map(({ hint }) => hint.id).find((id) => id !== undefined) ?? group.idProperty;
  const roles = [
    ...group.roles,
    ...hintedCandidates.map((candidate) => hintedRole(candidate, before, group.itemSchema, group.noun, finding)),
  ];
  const aliases = idProperty === group.idProperty ? group.aliases : [];
  return { ...group, idProperty, aliases, roles };
};

/** A collection that only hints define. Its items have the schema of the first response that contains one. */
const createGroup = (
  name: string,
  hintedCandidates: readonly Hinted[],
  before: Before,
  finding: FinderContext,
): ResourceGroup | undefined => {
  const first = hintedCandidates
    .map((candidate) => ({ ...candidate, shape: shapeFor(candidate, undefined, name, finding) }))
    .find(({ shape }) => shape !== undefined);
  if (first?.shape === undefined) {
    for (const { candidate } of hintedCandidates)
      finding.abstain(
        candidate,
        `x-vivarium assigns it to "${name}", but no response contains an item of that collection.`,
      );
    return undefined;
  }
  const itemSchema = finding.describe(first.shape.key);
  const roles = hintedCandidates.map((candidate) => hintedRole(candidate, before, itemSchema, name, finding));
  const isSingle = roles.every(({ key, action }) => key === 'none' && action !== 'list' && action !== 'create');
  const sample = roles.find(({ action }) => action === 'list' || action === 'create') ?? (roles[0] as Role);
  const { parameters, erased } = sample.candidate.path;
  const endsInItem = sample.key === 'path';
  const statedId = hintedCandidates.map(({ hint }) => hint.id).find((id) => id !== undefined);
  const found =
    isSingle || statedId !== undefined ? undefined : findId(itemSchema, name, idParameterOf(roles, finding));
  return {
    name,
    kind: isSingle ? 'singleton' : 'list',
    path: endsInItem ? erased.slice(0, Math.max(0, erased.lastIndexOf('/{}'))) : erased,
    parents: endsInItem ? parameters.slice(0, -1) : parameters,
    template: sample.candidate.operation.path,
    noun: name,
    itemSchema,
    idProperty: isSingle ? undefined : (statedId ?? found?.property),
    aliases: found?.aliases ?? [],
    roles,
  };
};

const idParameterOf = (roles: readonly Role[], { schemas }: FinderContext): IdParameter | undefined => {
  const candidate = roles.find(({ key }) => key === 'path')?.candidate;
  const name = candidate?.path.parameters.at(-1);
  return name === undefined ? undefined : idParameterFor(candidate as UnboundOperation, name, schemas);
};

const methodActions: Readonly<Record<string, ActionName>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
  POST: 'act',
};

const hintedRole = (
  hinted: Hinted,
  before: Before,
  itemSchema: ItemSchema,
  noun: string,
  finding: FinderContext,
): Role => {
  const { candidate, hint } = hinted;
  const known = before.get(candidate)?.role;
  const shape = shapeFor(hinted, itemSchema, noun, finding);
  const { endsInParameter, parameters } = candidate.path;
  const isList = isListShape(shape) && !endsInParameter;
  const guess =
    isList && candidate.operation.method === 'GET' ? 'list' : (methodActions[candidate.operation.method] ?? 'act');
  const action =
    (hint.action as ActionName | undefined) ??
    (hint.set === undefined ? undefined : 'act') ??
    known?.action ??
    (guess === 'act' && !endsInParameter && parameters.length === 0 ? 'create' : guess);
  const kept = known === undefined ? {} : keptOf(known, action, hint);
  const usualKey = parameters.length > 0 ? 'path' : candidate.bodyKey === undefined ? 'none' : 'body';
  const key = isOfItem(action) ? (kept.key ?? usualKey) : 'none';
  const reason = 'Stated by x-vivarium.';
  return roleOf(action, candidate, { ...kept, action, shape, key, confidence: 'stated', reason });
};

/** What a hint leaves of a guess: for another action, only which items it is about; with `set`, no guessed effects. */
const keptOf = (known: Role, action: ActionName, { set }: XVivarium): Partial<Role> => {
  if (known.action === action) return set === undefined ? known : { ...known, part: undefined, effects: undefined };
  const { key, bulk, upsert, isInScope, pathFilters } = known;
  return isOfItem(known.action) === isOfItem(action) ? { key, bulk, upsert, isInScope, pathFilters } : {};
};

const isOfItem = (action: ActionName) => action !== 'list' && action !== 'create';

const shapeFor = (
  { candidate, hint }: Hinted,
  itemSchema: ItemSchema | undefined,
  noun: string,
  { shapes }: FinderContext,
): ListShape | ItemShape | undefined => {
  const key = candidate.success?.json?.key;
  if (key === undefined) return undefined;
  if (hint.items !== undefined) return shapes.at(key, hint.items);
  const isListed =
    hint.action === 'list' ||
    (hint.action === undefined && candidate.operation.method === 'GET' && !candidate.path.endsInParameter);
  return (isListed ? shapes.listIn(key, noun) : undefined) ?? shapes.itemIn(key, noun, itemSchema);
};
