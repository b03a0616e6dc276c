/** Properties by which paths below a collection name its items, beside the id: `/users/{email}/companies` and `/users/{id}`. */

import { endsInNoun, wordsOf } from '../../core/primitives/words.ts';
import { isIdName, isLoginName } from '../../core/service/id-names.ts';
import { findId, idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { pathOf } from '../../openapi/resources/describe/unbound-operation.ts';
import type { Known } from '../../openapi/resources/find/finder-context.ts';
import { wordLists } from '../words/index.ts';

/** Lets paths find an item by these properties, too (`aliases`). A number is none of them: it might be the id of another item. */
export const findOtherKeys = ({ groups, byPath, schemas }: Known): void => {
  const byItemPath = new Map(
    groups
      .filter(({ kind, idProperty }) => kind === 'list' && idProperty !== undefined)
      .map((group) => [group.path, group]),
  );
  for (const candidate of [...byPath.values()].flat()) {
    const { erased, parameters } = pathOf(candidate);
    const parts = erased.split('/{}');
    for (const [at, name] of parameters.entries()) {
      const group = byItemPath.get(parts.slice(0, at + 1).join('/{}'));
      if (group === undefined || parts.slice(at + 1).join('') === '') continue;
      const found = findId(group.itemSchema, group.noun, idParameterFor(candidate, name, schemas));
      if (found?.isNamed && isOtherKey(found.property, group)) group.aliases = [...group.aliases, found.property];
    }
  }
};

/** Whether it is a text that identifies the item itself: not its status, and not the id of something else, as `userId` of posts. */
const isOtherKey = (property: string, { noun, idProperty, aliases, itemSchema }: ResourceGroup): boolean => {
  const words = wordsOf(property);
  const [owner, last] = [words.slice(0, -1).join(''), words.at(-1) ?? ''];
  const isOwn = owner === '' || endsInNoun(noun, owner);
  const isKey = isIdName(last) || last === 'alias' || wordLists.possibleIds.all.includes(last);
  const types = itemSchema.typesOf(property);
  return (
    ![idProperty, ...aliases].includes(property) &&
    (isLoginName(property) || (isOwn && isKey)) &&
    types?.has('string') === true &&
    !types.has('integer')
  );
};
