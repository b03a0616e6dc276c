/** Lists of which the most popular come first, where no direction can be chosen: `sort=downloads`; and pages that are counted from 0. */

import { plainName, singularOf } from '../../core/primitives/words.ts';
import type { Binding, Sort, SortTerm } from '../../core/service/binding.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { Role } from '../../openapi/resources/describe/group.ts';
import { firstOf, partsOf } from '../../openapi/schema/applicable-schemas.ts';
import { phrases, wordLists } from '../words/index.ts';

export const mostFirst =
  () =>
  (binding: Binding, { candidate }: Role): Binding => {
    const sort = binding.action === 'list' ? binding.sort : undefined;
    if (sort?.by === undefined || sort.direction !== undefined) return binding;
    const values = candidate.operation.parameters[sort.by]?.values ?? [];
    const said = [candidate.parameterTexts[sort.by], ...values].join(' ').trim();
    return said === '' || phrases.directions.test(said)
      ? binding
      : ({ ...binding, sort: withMostFirst(sort, plainName(said)) } as Binding);
  };

/** `said`: what names the choices. A field that is not among them may be any one, as in a table. */
const withMostFirst = (sort: Sort, said: string): Sort => {
  const { properties } = sort;
  const isPopular = sort.usual?.property !== undefined && wordLists.popular.has(sort.usual.property);
  const usual = isPopular ? { ...sort.usual, isDescending: true } : sort.usual;
  const word = (plain: string): SortTerm | undefined => {
    // Whoever asks for the usual order gets it.
    if (usual?.property !== undefined && properties.get(plain) === usual.property) return usual;
    const property = said.includes(plain) ? countedBy(plain, properties) : undefined;
    if (property !== undefined) return { property, isDescending: true };
    const term = sort.word?.(plain);
    // `created` beside `updated` and `downloads`: the newest.
    const isNewest = wordLists.byCreation.has(plain) && !properties.has(plain) && !/(oldest|earliest)first/.test(said);
    return term && isNewest ? { ...term, isDescending: true } : term;
  };
  return { ...sort, word, ...(isPopular && { usual }) };
};

/** Finds the property that counts what a sort names: `downloads`, and for `books` the `books_count` of a category. */
const countedBy = (plain: string, properties: Sort['properties']): string | undefined => {
  const counts = properties.has(plain)
    ? []
    : [plain, singularOf(plain)].flatMap((one) => [`${one}count`, `${one}cnt`, `num${one}`]);
  return (wordLists.popular.has(plain) ? [plain] : counts)
    .map((name) => properties.get(name))
    .find((name) => name !== undefined);
};

/** The page of Spring, whose first one is 0 unless the document says otherwise: `{ content, number, totalElements }`. */
export const countedFromZero =
  (_specs: unknown, { describe, schemas }: Binder) =>
  (binding: Binding, { candidate }: Role): Binding => {
    const paging = binding.action === 'list' ? binding.paging : undefined;
    const { from } = paging ?? {};
    const key = candidate.success?.json?.key;
    if (paging?.style !== 'page' || from === undefined || paging.firstPage === 0 || key === undefined) return binding;
    const body = describe(key);
    const inside = [...body.properties].filter(wordLists.pageContainers.has);
    const pages = [body, ...inside.flatMap((name) => body.innerOf(name) ?? [])];
    const isOfSpring = pages.some(({ properties }) =>
      ['number', 'totalElements'].every((name) => properties.has(name)),
    );
    const parameter = candidate.operation.parameters[from];
    const least = firstOf(partsOf(schemas, { $ref: candidate.parameterKeys[from] as string }, 'all'), 'minimum');
    const examples = candidate.parameterExamples[from] ?? [];
    const isSaid =
      parameter === undefined ||
      parameter.default !== undefined ||
      (least ?? 0) > 0 ||
      examples.length > 0 ||
      /\b(1|one)\b/i.test(candidate.parameterTexts[from] ?? '');
    return isOfSpring && !isSaid ? ({ ...binding, paging: { ...paging, firstPage: 0 } } as Binding) : binding;
  };
