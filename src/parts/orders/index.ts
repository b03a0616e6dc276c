/** Lists of which the most popular come first, where no direction can be chosen: `sort=downloads`. */

import { plainName } from '../../core/primitives/singular.ts';
import type { Binding, Sort, SortTerm } from '../../core/service/binding.ts';
import type { Role } from '../../openapi/resources/describe/group.ts';

const popular =
  /^(num|total|recent|alltime|weekly|monthly)?(download|install|star|stargazer|like|view|visit|play|vote|upvote|follower|subscriber|watcher|favorite|fork|sale)s?(count|cnt|total)?$|^(score|popularity|relevance|rating)$/;

/** Signs of a direction: `-name`, `name desc`. */
const directions = /(^|\W)[-+]\w|\b(asc|desc)|prefix/i;

export const mostFirst = (binding: Binding, { candidate }: Role): Binding => {
  const sort = binding.action === 'list' ? binding.sort : undefined;
  if (sort?.by === undefined || sort.direction !== undefined) return binding;
  const values = candidate.operation.parameters[sort.by]?.values ?? [];
  const said = [candidate.parameterTexts[sort.by], ...values].join(' ').trim();
  return said === '' || directions.test(said) ? binding : ({ ...binding, sort: withMostFirst(sort) } as Binding);
};

const withMostFirst = (sort: Sort): Sort => {
  const { properties, usual } = sort;
  const word = (plain: string): SortTerm | undefined => {
    const property = countedBy(plain, properties);
    return property === undefined ? sort.word?.(plain) : { property, isDescending: true };
  };
  const isPopular = usual?.property !== undefined && popular.test(plainName(usual.property));
  return { ...sort, word, ...(isPopular && { usual: { ...usual, isDescending: true } }) };
};

/** `downloads`, and for `books` the `books_count` of a category. */
const countedBy = (plain: string, properties: Sort['properties']): string | undefined => {
  const counts = properties.has(plain) ? [] : [`${plain}count`, `${plain}cnt`, `num${plain}`];
  return (popular.test(plain) ? [plain] : counts)
    .map((name) => properties.get(name))
    .find((name) => name !== undefined);
};
