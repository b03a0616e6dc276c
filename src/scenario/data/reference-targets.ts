/** The collection that a name in an item refers to: `assigned_user_id` and `created_by` to users, `shopCode` to shops with a `code`, `parent_id` to its own. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { foreignSingulars, isPlural, plainName, singular, wordsOf } from '../../core/primitives/words.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { wordLists } from '../../parts/words/index.ts';

export interface Targets {
  /** The collection of the ids that a property of this name may have. `number`: whether they are whole numbers; `uuid`: UUIDs. */
  readonly of: (
    from: CollectionSpec,
    name: string,
    is: { number: boolean; uuid: boolean; list: boolean },
  ) => CollectionSpec | undefined;
  /** The collection of the object in a property of this name. */
  readonly named: (from: CollectionSpec, name: string) => CollectionSpec | undefined;
  /** The collection whose noun the name is, or ends in: `product` and `orderProducts` for products. */
  readonly withNoun: (from: CollectionSpec, name: string) => CollectionSpec | undefined;
  /** The target of a name which states it in full: `userId`, and not `assignedUserId`. */
  readonly ofWhole: (from: CollectionSpec, name: string) => CollectionSpec | undefined;
}

export const createTargets = (collections: ReadonlyMap<string, CollectionSpec>): Targets => {
  const byService = Map.groupBy(collections.values(), ({ service }) => service);
  const targets = new Map([...byService].map(([service, specs]) => [service, targetsOf(specs)]));
  const byLastWord = new Map([...byService].map(([service, specs]) => [service, unambiguous(specs, lastWordOf)]));
  const byOwnId = new Map([...byService].map(([service, specs]) => [service, unambiguous(specs, nounAndId)]));
  const byForeignName = new Map([...byService].map(([service, specs]) => [service, byForeignSingulars(specs)]));
  /** The collection that a stem names, in the same service if it has one; else the one whose name ends with it: `listId` in `TodoLists`. */
  const find = (from: CollectionSpec, stem: string): CollectionSpec | undefined => {
    const own = targets.get(from.service)?.get(stem);
    // A name that is ambiguous in the item's own service refers to nothing.
    if (own !== undefined)
      return own.all.find(({ localName }) => localName.startsWith(`${from.localName}.`)) ?? own.nearest;
    return (
      [...targets.values()].map((others) => others.get(stem)?.nearest).find((found) => found !== undefined) ??
      byLastWord.get(from.service)?.get(stem) ??
      theOnly(byForeignName.get(from.service)?.get(stem) ?? [])
    );
  };
  const findByWords = (from: CollectionSpec, words: readonly string[]): CollectionSpec | undefined => {
    if (isParent(words, from)) return from;
    for (const start of words.keys()) {
      const found = find(from, words.slice(start).join(''));
      if (found !== undefined) return found;
    }
    // `menuItemId` is the id of an item of `menu`, `part_2` one of `parts`.
    const [last = '', ...before] = words.toReversed();
    if (before.length > 0 && /^(item|entry|\d+)$/.test(last)) return findByWords(from, before.toReversed());
    if (!isPerson(words)) return undefined;
    return wordLists.persons.all.map((name) => find(from, name)).find((found) => found !== undefined);
  };
  return {
    of: (from, name, is) => {
      if (isOwnName(from, name)) return undefined;
      const stem = stemOf(name);
      if (stem !== undefined) return findByWords(from, wordsInSingular(stem));
      const named = byOwnId.get(from.service)?.get(plainName(name));
      // The `username` of a user with a `name` is its own.
      if (named !== undefined) return named === from ? undefined : named;
      // `productid`; `paid` has no collection.
      const plain = /^([a-z]{3,})ids?$/.exec(name)?.[1];
      const found = plain === undefined ? undefined : find(from, plain);
      if (found !== undefined) return found;
      // `part: 12` is the id of a part, if parts have numbers; `parts: 12` is a count.
      if (!(is.number || is.uuid) || wordLists.measured.ends(name) || (!is.list && isPlural(name))) return undefined;
      // `vendor_reference: 7`
      const target = findByWords(from, wordsInSingular(withoutReference(name)));
      return target !== undefined && is.number === (target.idType === 'integer') ? target : undefined;
    },
    named: (from, name) => (isOwnName(from, name) ? undefined : findByWords(from, wordsInSingular(name))),
    withNoun: (from, name) => {
      const target = isOwnName(from, name) ? undefined : findByWords(from, wordsInSingular(name));
      const noun = target && nounsIn(target.localName).at(-1);
      return noun !== undefined && plainName(wordsInSingular(name).join('')).endsWith(noun) ? target : undefined;
    },
    ofWhole: (from, name) => {
      const stem = isOwnName(from, name) ? undefined : stemOf(name);
      return stem === undefined ? undefined : find(from, plainName(stem));
    },
  };
};

interface Alike {
  readonly all: readonly CollectionSpec[];
  /** The one with the fewest other collections in its name; undefined if there are several. */
  readonly nearest: CollectionSpec | undefined;
}

/** Collections by the singular of their last name segment. */
const targetsOf = (specs: readonly CollectionSpec[]): ReadonlyMap<string, Alike> => {
  const byNoun = Map.groupBy(specs.filter(isIdentified), ({ localName }) => nounsIn(localName).at(-1) as string);
  const depthOf = ({ parents, localName }: CollectionSpec): number =>
    parents.length + nounsIn(localName).filter((noun) => byNoun.has(noun)).length;
  const nearestOf = (found: readonly CollectionSpec[]): CollectionSpec | undefined => {
    const least = Math.min(...found.map(depthOf));
    const nearest = found.filter((spec) => depthOf(spec) === least);
    return nearest.length === 1 ? nearest[0] : undefined;
  };
  return new Map([...byNoun].map(([noun, all]) => [noun, { all, nearest: nearestOf(all) }]));
};

/** The collections that alone have their key. */
const unambiguous = (
  specs: readonly CollectionSpec[],
  keyOf: (spec: CollectionSpec) => string,
): ReadonlyMap<string, CollectionSpec> =>
  new Map(
    [...Map.groupBy(specs.filter(isIdentified), keyOf)].flatMap(([key, [only, ...others]]) =>
      only && others.length === 0 ? [[key, only]] : [],
    ),
  );

const lastWordOf = ({ localName }: CollectionSpec): string => wordsInSingular(localName).at(-1) ?? '';

/** `shopcode` for `/shops/{code}`. */
const nounAndId = ({ localName, idProperty = '' }: CollectionSpec) =>
  `${nounsIn(localName).at(-1)}${plainName(idProperty)}`;

const isIdentified = ({ kind, idProperty }: CollectionSpec) => kind !== 'singleton' && idProperty !== undefined;

const byForeignSingulars = (specs: readonly CollectionSpec[]): ReadonlyMap<string, readonly CollectionSpec[]> => {
  const found = new Map<string, CollectionSpec[]>();
  for (const spec of specs.filter(isIdentified))
    for (const name of foreignSingulars(plainName(spec.localName.slice(spec.localName.lastIndexOf('.') + 1))))
      found.set(name, [...(found.get(name) ?? []), spec]);
  return found;
};

const nounsIn = (localName: string): readonly string[] => localName.split('.').map((part) => plainName(singular(part)));

/** Whether a name is the item's own id, or that of a parent: these are no references. */
const isOwnName = ({ idProperty, parents }: CollectionSpec, name: string) =>
  name === idProperty || name === '$parent' || parents.some(({ property }) => property === name);

/** The referenced name: `userId`, `user_ids`, `userID` and `id_user` refer to a user. */
const stemOf = (name: string): string | undefined =>
  (/^(.+?)(?:[_-]ids?|Ids?|IDs?)$/.exec(name) ?? /^id(?:_|(?=[A-Z]))(.+)$/.exec(name))?.[1];

/** The words of a name in lower case, the last one in the singular. */
export const wordsInSingular = (name: string): readonly string[] => {
  const words = wordsOf(name);
  return words.map((word, at) => (at === words.length - 1 ? singular(word) : word));
};

const isParent = (words: readonly string[], { localName }: CollectionSpec) =>
  words[0] === 'parent' && (words.length === 1 || nounsIn(localName).includes(words.slice(1).join('')));

/** `vendor` of `vendor_reference`. */
const withoutReference = (name: string): string => {
  const words = wordsOf(name);
  return words.length > 1 && wordLists.references.has(words.at(-1) as string) ? words.slice(0, -1).join('_') : name;
};

const isPerson = (words: readonly string[]) =>
  words.join(' ') === 'assigned to' || wordLists.parts.has(words.at(-1) ?? '');
