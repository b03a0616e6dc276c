/** Actions on all items of a list: `POST /todos/mark_as_done`, `PUT /notifications/read-all`. */

import { plainName, wordsOf } from '../../core/primitives/words.ts';
import { type ResourceGroup, type Role, roleOf } from '../../openapi/resources/describe/group.ts';
import {
  lastSegment,
  methodOf,
  parentPath,
  pathOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { Known } from '../../openapi/resources/find/finder-context.ts';
import { typesOf } from '../../openapi/schema/schema-set.ts';
import { effectsOf } from '../effects/index.ts';
import { wordLists } from '../words/index.ts';

/** Adds those that need no more than the path to say what they do. */
export const findActsOnAll = ({ groups, byPath, isFree, schemas, describe }: Known): void => {
  const lists = new Map(
    groups.flatMap((group) =>
      group.idProperty === undefined || group.kind !== 'list'
        ? []
        : group.roles
            .filter(({ action }) => action === 'list')
            .map((role) => [pathOf(role.candidate).erased, { group, role }]),
    ),
  );
  for (const [path, candidates] of byPath) {
    const found = lists.get(parentPath(path));
    if (found === undefined || !isOfAll(lastSegment(path))) continue;
    const { group, role } = found;
    // Ids in a list, or a day until which.
    const needsMore = ({ bodyKey, operation }: UnboundOperation): boolean =>
      operation.parameters.some(({ in: place, required }) => place === 'query' && required) ||
      (bodyKey !== undefined &&
        (describe(bodyKey).properties.size > 0 || typesOf(schemas, { $ref: bodyKey })?.has('object') === false));
    for (const candidate of candidates.filter((one) => isFree(one) && writes.has(methodOf(one)) && !needsMore(one))) {
      if (effectsOf(candidate, group.itemSchema, schemas).length > 0) group.roles.push(actOf(candidate, role, group));
    }
  }
};

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** `mark-as-read`, `read_all` */
const isOfAll = (segment: string): boolean => {
  const plain = plainName(segment);
  return wordLists.marks.withoutStart(plain) !== plain || wordsOf(segment).includes('all');
};

const actOf = (candidate: UnboundOperation, { isInScope, pathFilters }: Role, { template }: ResourceGroup): Role =>
  roleOf('act', candidate, {
    ...{ key: 'body', bulk: { in: 'collection' }, isInScope, pathFilters, isOther: true, confidence: 'medium' },
    reason: `Acts on all items of ${template}.`,
  });
