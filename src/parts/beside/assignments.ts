/** What is assigned to an item below it, by the id of something else: `POST /roles/{id}/members` with a `user_id`. Twice is once. */

import type { Binding } from '../../core/service/binding.ts';
import { isDocumented } from '../../core/service/operation.ts';
import { refersToOther } from '../../openapi/resources/describe/find-id.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import { methodOf, pathOf } from '../../openapi/resources/describe/unbound-operation.ts';

export const withAssignment =
  () =>
  (binding: Binding, { candidate }: Role, { parents, idProperty, noun, kind }: ResourceGroup): Binding => {
    const { operation } = candidate;
    if (kind !== 'list' || parents.length === 0 || idProperty === undefined) return binding;
    const isOther = refersToOther(idProperty, noun);
    if (binding.action === 'create') {
      const sent = [...binding.mapping.names].filter(([, name]) => name === idProperty);
      const isNaming = binding.bulk !== undefined && binding.mapping.names.size === 1;
      const isSent = sent.some(([name]) => isOther || isNaming || refersToOther(name, noun));
      return isSent && !isDocumented(operation, 409) ? { ...binding, isAssignment: true } : binding;
    }
    if (!isOther) return binding;
    // Nothing is sent that could change it.
    const isPut = methodOf(candidate) === 'PUT' && operation.body === undefined && pathOf(candidate).endsInParameter;
    const isAdding =
      isPut && binding.action !== 'list' && typeof binding.key === 'number' && !isDocumented(operation, 404);
    return isAdding ? { ...binding, action: 'replace', upsert: true } : binding;
  };
