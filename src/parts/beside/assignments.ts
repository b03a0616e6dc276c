/** What is assigned to an item below it, by the id of something else: `POST /roles/{id}/members` with a `user_id`. Twice is once. */

import { isIdName } from '../../core/primitives/id-names.ts';
import { isSameNoun, wordsOf } from '../../core/primitives/words.ts';
import type { Binding } from '../../core/service/binding.ts';
import { isDocumented } from '../../core/service/operation.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import { methodOf, pathOf } from '../../openapi/resources/describe/unbound-operation.ts';

export const withAssignment =
  () =>
  (binding: Binding, { candidate }: Role, { parents, idProperty, noun, kind }: ResourceGroup): Binding => {
    const { operation } = candidate;
    if (kind !== 'list' || parents.length === 0 || idProperty === undefined || !isOfOther(idProperty, noun))
      return binding;
    if (binding.action === 'create') {
      const isSent = [...binding.mapping.names.values()].includes(idProperty);
      return isSent && !isDocumented(operation, 409) ? { ...binding, isAssignment: true } : binding;
    }
    // Nothing is sent that could change it.
    const isPut = methodOf(candidate) === 'PUT' && operation.body === undefined && pathOf(candidate).endsInParameter;
    const isAdding =
      isPut && binding.action !== 'list' && typeof binding.key === 'number' && !isDocumented(operation, 404);
    return isAdding ? { ...binding, action: 'replace', upsert: true } : binding;
  };

/** `user_id` of members. */
const isOfOther = (id: string, noun: string): boolean => {
  const words = wordsOf(id);
  const stem = words.slice(0, -1).join('');
  return isIdName(words.at(-1) ?? '') && stem !== '' && !isSameNoun(stem, noun);
};
