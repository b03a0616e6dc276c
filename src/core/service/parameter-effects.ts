/** The effects of the query parameters of an operation on its response. */

import type { Filter, ListBinding, Paging, Sort } from './binding.ts';
import type { Operation } from './operation.ts';

/** The effect of one parameter; `property`: the property that it filters by or sets. */
export interface DeclaredEffect {
  readonly name: string;
  readonly effect: 'filter' | 'search' | 'sort' | 'page' | 'set' | 'select' | 'none';
  readonly property: string | undefined;
  readonly comparison: Filter['comparison'] | undefined;
  /** The value that it has where it is not sent. */
  readonly usual?: Filter['usual'];
}

const plain = { property: undefined, comparison: undefined } as const;

/** One row for each query parameter; one for each filtered property of an object (`filter[status]`). */
export const declaredEffects = (operation: Operation): readonly DeclaredEffect[] =>
  operation.parameters.flatMap(({ name, in: location, parts }, index) => {
    if (location !== 'query') return [];
    return parts === undefined
      ? effectsAt(operation, name, index)
      : [{ name, effect: effectOfParts(operation, parts), ...plain }];
  });

/** An object that selects a page has the effect of its properties, which are parameters of their own. */
const effectOfParts = (operation: Operation, parts: readonly string[]): DeclaredEffect['effect'] => {
  const effects = operation.parameters.flatMap(({ name, parts: inner }, index) =>
    inner === undefined && parts.includes(name) ? effectsAt(operation, name, index) : [],
  );
  return effects.some(({ effect }) => effect === 'page') ? 'page' : 'none';
};

const effectsAt = ({ binding, statelessView }: Operation, name: string, index: number): readonly DeclaredEffect[] => {
  if (binding?.view.fields?.some(({ parameter }) => parameter === index)) return [{ name, effect: 'select', ...plain }];
  if (binding?.action === 'list') return listEffects(binding, name, index);
  const paging = statelessView?.().list?.paged?.paging;
  if (isPaging(paging, index)) return [{ name, effect: 'page', ...plain }];
  const set = binding?.mapping.parameters.find(({ parameter }) => parameter === index);
  if (set !== undefined) return [{ name, effect: 'set', property: set.property, comparison: undefined }];
  return [{ name, effect: 'none', ...plain }];
};

const listEffects = (binding: ListBinding, name: string, index: number): readonly DeclaredEffect[] => {
  const { filters, owned, search, sort, paging } = binding;
  const own = filters.filter(({ parameter }) => parameter === index);
  if (own.length > 0)
    return own.map(({ child, property, comparison, usual }) => ({
      name: child === undefined ? name : `${name}[${child}]`,
      effect: 'filter',
      property: property || undefined,
      comparison,
      ...(usual !== undefined && { usual }),
    }));
  const below = owned?.find(({ parameter }) => parameter === index);
  if (below !== undefined) return [{ name, effect: 'filter', property: below.collection, comparison: 'includes' }];
  if (search === index) return [{ name, effect: 'search', ...plain }];
  if (isSorting(sort, index)) return [{ name, effect: 'sort', ...plain }];
  return [{ name, effect: isPaging(paging, index) ? 'page' : 'none', ...plain }];
};

export const isSorting = (sort: Sort | undefined, index: number): boolean =>
  sort !== undefined && [sort.by, sort.direction, ...(sort.each ?? []).map(([parameter]) => parameter)].includes(index);

/** The parameters that select a page, in any of the ways. */
export const pagingIndexes = (paging: Paging | undefined): readonly (number | undefined)[] =>
  paging === undefined
    ? []
    : [paging.size, paging.from, paging.before, paging.end?.parameter, ...pagingIndexes(paging.beside)];

const isPaging = (paging: Paging | undefined, index: number) => pagingIndexes(paging).includes(index);
