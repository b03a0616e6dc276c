/** Items below others of their kind: replies to a comment, which name it. */
import { lastWord, plainName, singularOf } from '../../../core/primitives/words.ts';
import { isIdName } from '../../../core/service/id-names.ts';
import { mayBeNumber } from '../../schema/schema.ts';
import type { ResourceGroup } from './group.ts';
import { propertyNamed } from './property-names.ts';

/** The property with the id of another item of its kind: `parent_id`, `parentCommentId`, `in_reply_to_id`. */
export const ownParentIn = ({
  itemSchema,
  idProperty = '',
  noun,
}: Pick<ResourceGroup, 'itemSchema' | 'idProperty' | 'noun'>): string | undefined => {
  const property =
    propertyNamed('parent', itemSchema) ??
    propertyNamed(`parent${singularOf(noun)}`, itemSchema) ??
    [...itemSchema.properties].find((name) => /^(in)?replyto(id)?$/.test(plainName(name)));
  const [types, ids] = [property ?? '', idProperty].map(itemSchema.typesOf);
  // `parent` may say whether it is one, or what the other one is called.
  const isOther = mayBeNumber(types) ? !mayBeNumber(ids) : !(types?.has('string') && ids?.has('string'));
  return property === undefined || (isOther && !isIdName(lastWord(property))) ? undefined : property;
};

/** Whether what is below an item are others of its kind that name it. */
export const isOfReplies = (noun: string): boolean => ['reply', 'child'].includes(singularOf(noun));
