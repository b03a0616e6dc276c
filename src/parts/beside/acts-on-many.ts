/** Actions on many items of a list, below it: `POST /todos/mark_as_done`, `PUT /notifications/read` and `PATCH /tickets/bulk` with their ids. */

import { plainName, wordsOf } from '../../core/primitives/words.ts';
import { type ResourceGroup, type Role, roleOf } from '../../openapi/resources/describe/group.ts';
import { lastSegment, parentPath, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { Known } from '../../openapi/resources/find/finder-context.ts';
import { effectsOf } from '../effects/index.ts';
import { idsIn, isOfOrder, listedIn, numberIn } from '../many/index.ts';
import { wordLists } from '../words/index.ts';

/** Adds actions on the items of a list whose ids they are sent, and on all of them that need no more than the path to say what they do. */
export const findActsOnMany = (finding: Known): void => {
  const { groups, byPath, isFree } = finding;
  const lists = new Map(
    groups.flatMap((group) =>
      group.idProperty === undefined || group.kind !== 'list'
        ? []
        : group.roles
            .filter(({ action }) => action === 'list')
            .map((role) => [role.candidate.path.erased, { group, role }]),
    ),
  );
  for (const [path, candidates] of byPath) {
    const found = lists.get(parentPath(path));
    if (found === undefined) continue;
    for (const candidate of candidates.filter((one) => isFree(one) && writes.has(one.method))) {
      const role = actOn(candidate, found.group, finding);
      const { isInScope, pathFilters } = found.role;
      if (role !== undefined) found.group.roles.push({ ...role, isInScope, pathFilters });
    }
  }
};

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const actOn = (candidate: UnboundOperation, group: ResourceGroup, finding: Known): Role | undefined => {
  const { describe, schemas } = finding;
  const { itemSchema, idProperty = '', template } = group;
  const segment = lastSegment(candidate.path.erased);
  if (candidate.bodyKey === undefined && !isOfAll(segment)) return undefined;
  const words = wordsOf(segment);
  const isOther = (word: string) => wordLists.deleteVerbs.has(word) || wordLists.createVerbs.has(word);
  if (words.some(isOther) || isOfOrder(candidate)) return undefined;
  const key = candidate.success?.json?.key;
  const shape = listedIn({ key, group, finding });
  const count = key === undefined || shape !== undefined ? undefined : numberIn(key, finding);
  const rest = { key: 'body', shape, count, isOther: shape === undefined } as const;
  const isActing = effectsOf(candidate, itemSchema, schemas).length > 0;
  const ids = candidate.bodyKey === undefined ? undefined : idsIn(candidate, group, idProperty, finding);
  if (ids?.in === 'body' && schemas.typesOf({ $ref: ids.key })?.has('object') === false) {
    const [name] = ids.at;
    const others = [...describe(candidate.bodyKey as string).properties].filter((one) => one !== name);
    const isChanging = candidate.method !== 'POST' || words.some(wordLists.updateVerbs.has);
    if (!isActing && !(isChanging && others.some((one) => itemSchema.properties.has(one)))) return undefined;
    const reason = `Acts on the items of ${template} whose ${idProperty} it names.`;
    return roleOf('act', candidate, { ...rest, bulk: ids, reason });
  }
  if (!isActing || !isOfAll(segment) || needsMore(candidate, finding)) return undefined;
  return roleOf('act', candidate, { ...rest, bulk: { in: 'collection' }, reason: `Acts on all items of ${template}.` });
};

/** Whether a segment is of all items: `mark-as-read`, `read_all`. */
const isOfAll = (segment: string) => {
  const plain = plainName(segment);
  return wordLists.marks.withoutStart(plain) !== plain || wordsOf(segment).includes('all');
};

/** Whether something is sent, or a day until which. */
const needsMore = ({ bodyKey, operation }: UnboundOperation, { describe, schemas }: Known) =>
  operation.parameters.some(({ in: place, required }) => place === 'query' && required) ||
  (bodyKey !== undefined &&
    (describe(bodyKey).properties.size > 0 || schemas.typesOf({ $ref: bodyKey })?.has('object') === false));
