/** Which parameters of a path elsewhere name the parents of what it lists: those of `/organizations/{id}/logs` name no product. */

import { isSameNoun, wordsOf } from '../../core/primitives/words.ts';
import type { Binding } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { isIdName } from '../../core/service/id-names.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import { pathOf, pathParameterOf } from '../../openapi/resources/describe/unbound-operation.ts';
import { typesOf } from '../../openapi/schema/schema-set.ts';

/** The nouns before each parameter, and what follows the last. */
const nounsIn = (erased: string): readonly string[] =>
  erased.split('/{}').map((part) => part.slice(part.lastIndexOf('/') + 1));

/** The path before a parameter. */
const pathBefore = (erased: string, at: number): string =>
  erased
    .split('/{}')
    .slice(0, at + 1)
    .join('/{}');

/** Whether the parameter is the id of the noun: `productId` of `products`. */
const isIdOf = (name: string, noun: string): boolean => {
  const words = wordsOf(name);
  return isIdName(words.at(-1) ?? '') && isSameNoun(words.slice(0, -1).join('-'), noun);
};

/**
 * A parameter names a parent if it is below the same noun, or has its name or the same one, and is not the id of something else. Below the noun
 * of another parameter (`/repos/{owner}/{repo}`), nothing says what the parent is: any of its type may be it, as in
 * `/orgs/{org}/issues`. Where nothing names a parent, the items of all parents are listed.
 */
export const parentsElsewhere = (specs: ReadonlyMap<ResourceGroup, CollectionSpec>, { schemas }: Binder) => {
  const byPath = new Map([...specs].map(([{ path }, { name }]) => [path, name]));
  return (binding: Binding, role: Role, group: ResourceGroup): Binding => {
    if (binding.action !== 'list' || binding.parentParameters === undefined || role.isInScope) return binding;
    const { parents } = binding.collection;
    const { erased, parameters } = pathOf(role.candidate);
    const [nouns, own] = [nounsIn(erased), nounsIn(group.path)];
    const isParent = (name: string, at: number): boolean => {
      const parent = parents[at];
      if (parent === undefined) return false;
      const [other, known] = [erased, group.path].map((path) => byPath.get(pathBefore(path, at)));
      const isOther = other !== undefined && known !== undefined && other !== known;
      const isNamed = (name !== 'id' && name === parent.name) || isIdOf(name, own[at] ?? '');
      if (isNamed || isSameNoun(nouns[at] ?? '', own[at] ?? '')) return !isOther;
      const key = pathParameterOf(role.candidate, name)?.key;
      return own[at + 1] === '' && key !== undefined && typesOf(schemas, { $ref: key })?.has(parent.type) === true;
    };
    const first = parameters.findIndex((name, at) => !isParent(name, at));
    const named = first === -1 ? binding.parentParameters : binding.parentParameters.slice(0, first);
    return { ...binding, parentParameters: named.length > 0 ? named : undefined };
  };
};
