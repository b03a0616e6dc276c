/** Lists of what items have, by a name of both: `GET /category_slugs` of categories with a `slug`. */

import { isSameNoun, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { roleOf } from '../../openapi/resources/describe/group.ts';
import { lastSegment } from '../../openapi/resources/describe/unbound-operation.ts';
import type { Known } from '../../openapi/resources/find/finder-context.ts';
import { listAt } from '../../openapi/resources/find/views.ts';

/** Lists them as they are, in place of items of their own. */
export const findPartsListed = (finding: Known): void => {
  const { groups, byPath, isFree, describe } = finding;
  const open = Map.groupBy(
    groups.filter(({ kind, parents }) => kind === 'list' && parents.length === 0),
    ({ noun }) => singularOf(noun),
  );
  for (const [path, candidates] of byPath) {
    const words = wordsOf(lastSegment(path));
    const [noun, property = ''] = [words.slice(0, -1).join('-'), words.at(-1)];
    if (noun === '' || path.includes('{}')) continue;
    const [group] = open.get(singularOf(noun)) ?? [];
    if (group === undefined || ![...group.itemSchema.properties].some((name) => isSameNoun(name, property))) continue;
    for (const candidate of candidates.filter(isFree)) {
      const shape = listAt(candidate, finding);
      const shown = shape === undefined ? [] : [...describe(shape.key).properties];
      if (shown.length === 0 || !shown.every((name) => group.itemSchema.properties.has(name))) continue;
      const reason = `Lists the ${property} and more of the items of ${group.template}.`;
      group.roles.push(roleOf('list', candidate, { shape, reason, confidence: 'medium' }));
    }
  }
};
