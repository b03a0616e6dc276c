/** The query of a list: which parameters filter, sort and page it. */

import { getOrInsert } from '../../../core/primitives/lazy.ts';
import { endsInNoun, isPlural, isSameNoun, plainName, singularOf, wordsOf } from '../../../core/primitives/words.ts';
import type { Filter } from '../../../core/service/binding.ts';
import { pagingIndexes } from '../../../core/service/parameter-effects.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { filtersAt } from '../describe/filters.ts';
import type { PathFilter, ResourceGroup, Role } from '../describe/group.ts';
import { attributesOf, type ItemSchema, ofEach } from '../describe/item-schema.ts';
import type { ListParameters } from '../describe/list-order.ts';
import { type ListQuery, queryOf, selectionOf } from '../describe/list-parameters.ts';
import { propertyOfParameter } from '../describe/property-names.ts';
import { parametersOf, searchedTextOf } from '../describe/sent-parameters.ts';
import { positionInPath } from '../describe/unbound-operation.ts';
import type { Binder, BoundQuery } from './binder.ts';
import { cursorNameOf } from './find-envelopes.ts';

/** The filters, the order and the paging of a list, from its query, its path, and the body of a POST. */
export const listQueryOf = (role: Role, group: ResourceGroup, binder: Binder): BoundQuery =>
  getOrInsert(binder.queries, role, () => readListQuery(role, group, binder));

const readListQuery = (role: Role, group: ResourceGroup, { schemas, describe, envelopes }: Binder): BoundQuery => {
  const { candidate, shape, pathFilters } = role;
  const { itemSchema } = group;
  const key = candidate.success?.json?.key;
  const { list, sent } = parametersOf(candidate, 'all', { schemas, describe });
  const cursors =
    key === undefined || shape === undefined ? undefined : envelopes.cursorsIn(key, shape.at, list, itemSchema);
  const query =
    role.action === 'delete' ? selectionOf(list, itemSchema, schemas) : queryOf(list, group, cursors, schemas);
  const fixed = [...pathFilters, ...filtersBesideVerb(role, itemSchema)].map((filter) => filterOf(role, filter));
  const known: ListQuery = { ...query, filters: [...fixed, ...query.filters] };
  const filters = [...known.filters, ...filtersByOtherNames(known, list, group, schemas)];
  const used = usedBy({ ...known, filters });
  const others = candidate.operation.parameters.filter((_parameter, index) => !used.has(index));
  const search = known.search ?? searchedTextOf(candidate, others, schemas);
  return { ...known, filters, search, sent, cursor: cursorNameOf(known.paging, list.parameters) };
};

/** The path parameters behind the verb: `/getOrdersByUser/{userId}`. */
const filtersBesideVerb = (
  { candidate: { operation, path, verb } }: Role,
  itemSchema: ItemSchema,
): readonly PathFilter[] =>
  operation.parameters.flatMap(({ in: location, name }): readonly PathFilter[] => {
    const isOther = verb !== undefined && location === 'path' && !path.parameters.includes(name);
    const property = isOther ? propertyOfParameter(name, operation.path, itemSchema) : undefined;
    return property === undefined ? [] : [{ parameter: name, property, comparison: 'equals' }];
  });

/** The filters of the query parameters that have no meaning yet, by the first of other names that gives them one. */
const filtersByOtherNames = (
  query: ListQuery,
  { parameters, keys }: ListParameters,
  group: ResourceGroup,
  schemas: SchemaSet,
): readonly Filter[] => {
  const used = usedBy(query);
  return parameters.flatMap((parameter, index): readonly Filter[] => {
    if (parameter.in !== 'query' || used.has(index)) return [];
    for (const name of [...namesByNoun(parameter.name, group), ...namesBesideNoun(parameter.name, group)]) {
      const renamed = parameters.with(index, { ...parameter, name });
      const filters = filtersAt(index, { parameters: renamed, keys }, group.itemSchema, schemas);
      if (filters.length > 0) return filters;
    }
    return [];
  });
};

/** The properties that a parameter names by the noun: `branch` of branches is their id, `branch_name` their name. `ids[]` are ids. */
const namesByNoun = (parameter: string, { itemSchema, idProperty, noun }: ResourceGroup): readonly string[] => {
  // `customer` of `/rooms/available/customer` is not the noun of rooms.
  const isNoun = isPlural(noun) || endsInNoun(itemSchema.name ?? noun, noun);
  if (!isNoun) return [];
  const words = wordsOf(parameter);
  if (words.join() === 'ids') return idProperty === undefined ? [] : [`${idProperty}s`];
  const rest = words.findIndex((_, at) => isSameNoun(words.slice(0, at + 1).join(''), noun)) + 1;
  const name = rest === words.length ? idProperty : words.slice(rest).join('_');
  return rest === 0 || name === undefined ? [] : [name];
};

/** The names that are a parameter and the noun together: `estadoPedido` for `estado` of pedidos, if the item has any such name. */
const namesBesideNoun = (parameter: string, { itemSchema, noun }: ResourceGroup): readonly string[] => {
  const own = singularOf(noun);
  // Up to what a plural may change.
  if (noun === '' || !plainNamesIn(itemSchema).includes(own.slice(0, Math.max(2, own.length - 2)))) return [];
  return [`${own}_${parameter}`, `${parameter}_${own}`];
};

/** All names of an item together, in plain form. */
const plainNamesIn = ofEach((itemSchema) =>
  [...itemSchema.properties, ...(attributesOf(itemSchema)?.properties ?? [])].map(plainName).join(' '),
);

const usedBy = ({ filters, search, sort, paging }: ListQuery): ReadonlySet<number | undefined> =>
  new Set([
    ...[search, sort?.by, sort?.direction, ...pagingIndexes(paging)],
    ...filters.map(({ parameter }) => parameter),
  ]);

export const filterOf = ({ candidate }: Role, { parameter, property, comparison }: PathFilter): Filter => ({
  parameter: positionInPath(candidate, parameter),
  child: undefined,
  property,
  comparison,
  matchAll: new Set(),
});
