/** Finds a text that joins whose an item is and what it is called: the `full_name` of a repository, `ada/tools`. */

import { plainName } from '../../../core/primitives/words.ts';
import type { JoinedText } from '../../../core/service/collection-facts.ts';
import { joinsNames, ownersInJoined } from '../../../core/service/id-names.ts';
import { wordLists } from '../../../parts/words/index.ts';
import type { ItemSchema } from './item-schema.ts';

export const joinedIn = ({ properties, typesOf, innerOf }: ItemSchema): JoinedText | undefined => {
  const names = [...properties];
  const property = names.find((name) => joinsNames(name) && typesOf(name)?.has('string'));
  if (property === undefined || names.some((name) => plainName(name) === 'email')) return undefined;
  const named = (plain: string): string | undefined => names.find((name) => plainName(name) === plain);
  const own = wordLists.joinedNames.all.map(named).find((name) => name !== undefined);
  if (own === undefined) return undefined;
  for (const [plain, labels] of ownersInJoined(property)) {
    const owner = named(plain);
    const inner = owner === undefined ? undefined : innerOf(owner)?.properties;
    const isText = owner !== undefined && typesOf(owner)?.has('string') === true;
    const label = labels.find((one) => (one === '' ? isText : inner?.has(one)));
    if (label !== undefined) return { property, from: [label === '' ? `${owner}` : `${owner}.${label}`, own] };
  }
  return undefined;
};

/** Whether a parameter of a path names somebody who owns things: `/orgs/{org}/repos`. */
export const isOwnerName = (parameter: string): boolean =>
  wordLists.owners.has(parameter) || /^user(name)?$/i.test(parameter);
