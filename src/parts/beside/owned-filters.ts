/** Lists of what is below one item: parameters that name it, `?user_id=7` and `?owner=ann` of packages with owners; and what is below the caller. */

import { isSameNoun, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { Binding, Filter, OwnedFilter } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import { declaredEffects } from '../../core/service/parameter-effects.ts';
import type { FoundOperations } from '../../openapi/resources/describe/bound-operation.ts';
import { type ResourceGroup, type Role, withClause } from '../../openapi/resources/describe/group.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { lastSegment, parentPath } from '../../openapi/resources/describe/unbound-operation.ts';
import { isListOfFlag } from '../flags/index.ts';
import { phrases, wordLists } from '../words/index.ts';

type Below = readonly (readonly [ResourceGroup, CollectionSpec])[];

/** A document may have a thousand collections below another one, and as many parameters. */
const maxBelow = 40;

/** Adds the parameters of lists that name what is below one item. */
export const ownedFilters = (
  specs: ReadonlyMap<ResourceGroup, CollectionSpec>,
): ((binding: Binding, role: Role, group: ResourceGroup) => Binding) => {
  const below = Map.groupBy(
    [...specs].filter(([{ kind }]) => kind === 'list'),
    ([, { parentCollection }]) => parentCollection,
  );
  return (binding, { candidate }, group) =>
    withFlagFilters(withOwnedFilters(binding, candidate.operation, below), candidate, group);
};

/** `?watched=1` "Only those that you watch" of items that are `watching`. */
const withFlagFilters = (binding: Binding, candidate: UnboundOperation, { itemSchema }: ResourceGroup): Binding => {
  if (binding.action !== 'list') return binding;
  const flags = [...itemSchema.properties].filter((name) => itemSchema.typesOf(name)?.has('boolean'));
  if (flags.length === 0) return binding;
  const { operation, parameterTexts } = candidate;
  const open = declaredEffects({ ...operation, binding }).filter(({ effect }) => effect === 'none');
  const filters = open.flatMap(({ name }): readonly Filter[] => {
    const parameter = operation.parameters.findIndex((one) => one.in === 'query' && one.name === name);
    if (!phrases.ofCaller.test(parameterTexts[parameter] ?? '')) return [];
    const property = flags.find((flag) => isListOfFlag(flag, name));
    // A number of likes is no flag.
    const rest = { child: undefined, comparison: 'set', isFlag: true, matchAll: new Set<string>() } as const;
    return property === undefined ? [] : [{ parameter, property, ...rest }];
  });
  return filters.length === 0 ? binding : { ...binding, filters: [...binding.filters, ...filters] };
};

const withOwnedFilters = (
  binding: Binding,
  operation: Operation,
  below: ReadonlyMap<string | undefined, Below>,
): Binding => {
  const children = binding.action === 'list' ? (below.get(binding.collection.name) ?? []).slice(0, maxBelow) : [];
  if (children.length === 0) return binding;
  const open = declaredEffects({ ...operation, binding }).filter(({ effect }) => effect === 'none');
  const owned = open.flatMap(({ name }): readonly OwnedFilter[] => {
    const words = wordsOf(name);
    const isId = words.length > 1 && words.at(-1) === 'id';
    const noun = (isId ? words.slice(0, -1) : words).join('');
    const [found] = children
      .filter(([group]) => nounsOf(group).some((one) => isSameNoun(one, noun)))
      .toSorted(([left], [right]) => right.roles.length - left.roles.length);
    if (found === undefined) return [];
    const [{ itemSchema }, { name: collection, idProperty, aliases }] = found;
    const all = [...new Set([...wordLists.labels.all, ...(idProperty === undefined ? [] : [idProperty]), ...aliases])];
    const known = all.filter((one) => itemSchema.properties.has(one));
    const ids = known.filter((one) => wordLists.ownIds.all.includes(one));
    const parameter = operation.parameters.findIndex((one) => one.in === 'query' && one.name === name);
    const properties = isId && ids.length > 0 ? ids : known;
    return properties.length === 0 ? [] : [{ parameter, collection, properties }];
  });
  return owned.length === 0 ? binding : ({ ...binding, owned } as Binding);
};

/** Lists at the path of the caller what is below the caller: `/me/playlists` beside `/me` and `/users/{id}/playlists`. */
export const bindCallers = ({ bound }: Pick<FoundOperations, 'bound'>): void => {
  const callers = new Map(
    [...bound].flatMap(([{ path }, { binding }]) => {
      const isCaller =
        binding?.action === 'read' &&
        (binding.key === 'first' ||
          [wordLists.currentItems, wordLists.ownAccounts].some(({ has }) => has(lastSegment(path))));
      return isCaller && binding.parentParameters.length === 0 ? [[path, binding] as const] : [];
    }),
  );
  for (const [operation, own] of bound) {
    const { binding, reason } = own;
    const above = parentPath(operation.path);
    const caller = callers.get(above);
    const isOfAll = binding?.action === 'list' && binding.parentParameters === undefined;
    if (!isOfAll || caller === undefined || binding.collection.parents.length !== 1) continue;
    const { kind, name, idProperty, properties } = caller.collection;
    const parent = binding.collection.parents[0]?.name ?? '';
    // Who `/me` shows may be in no collection.
    const isUser =
      kind === 'singleton' &&
      [binding.collection.name, parent]
        .flatMap(wordsOf)
        .some((word) => [wordLists.users, wordLists.makers].some(({ has }) => has(singularOf(word))));
    const isOwn = binding.collection.parentCollection === (isUser ? undefined : name);
    const id = idProperty ?? [parent, 'id'].find((one) => properties.has(one));
    if (!isOwn || id === undefined) continue;
    const shown = { ...binding, caller: { binding: caller, id } };
    bound.set(operation, { ...own, binding: shown, reason: withClause(reason, `Those of whom ${above} shows.`) });
  }
};

/** What its items are called: by its path, and by the list in a response. */
const nounsOf = ({ noun, roles }: ResourceGroup): readonly string[] => [
  noun,
  ...roles.flatMap(({ action, shape }) => (action === 'list' ? (shape?.at.at(-1) ?? []) : [])),
];
