/** The order of lists: as their path says, or the most popular first where no direction can be chosen (`sort=downloads`); and pages that are counted from 0. */

import { isSameNoun, plainName, singularOf, wordsOf } from '../../core/primitives/words.ts';
import type { Binding, ListBinding, Sort, SortTerm } from '../../core/service/binding.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { lastSegment } from '../../openapi/resources/describe/unbound-operation.ts';
import { mayBeNumber } from '../../openapi/schema/schema.ts';
import { phrases, wordLists } from '../words/index.ts';

const unsorted: Sort = { by: undefined, direction: undefined, properties: new Map(), fallback: undefined };

/** Sorts a list as its path says, or lets the most popular come first where the choice of an order has no direction. */
export const mostFirst =
  () =>
  (binding: Binding, role: Role, group: ResourceGroup): Binding => {
    if (binding.action !== 'list') return binding;
    const { candidate } = role;
    const { sort } = binding;
    const usual = orderOfPath(binding, role, group);
    if (usual !== undefined) return { ...binding, sort: { ...unsorted, ...sort, usual } };
    if (sort?.by === undefined || sort.direction !== undefined) return binding;
    const values = candidate.operation.parameters[sort.by]?.values ?? [];
    const said = [candidate.parameterTexts[sort.by], ...values].join(' ').trim();
    return said === '' || phrases.directions.test(said)
      ? binding
      : { ...binding, sort: withMostFirst(sort, plainName(said)) };
  };

/** The order that the path of a list says, where its description says none: `/albums/top`, `/posts/latest`. */
const orderOfPath = (
  { sort, stated }: ListBinding,
  { candidate }: Role,
  { itemSchema, noun }: ResourceGroup,
): SortTerm | undefined => {
  const words = wordsOf(lastSegment(candidate.operation.path));
  const isSaid = words.some((word) => wordLists.most.has(word) || wordLists.latest.has(word));
  if (!isSaid || stated || sort?.usual?.isDescending || isSameNoun(words.join(''), noun)) return undefined;
  return sort?.usual ? { ...sort.usual, isDescending: true } : orderOnFront(words.join('_'), itemSchema)[0];
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
    const isOfSpring = pages.some(
      ({ properties }) =>
        properties.has('pageable') || ['number', 'totalElements'].every((name) => properties.has(name)),
    );
    const parameter = candidate.operation.parameters[from];
    const least = schemas.keywordOf({ $ref: candidate.parameterKeys[from] as string }, 'minimum');
    const examples = candidate.parameterExamples[from] ?? [];
    const isSaid =
      parameter === undefined ||
      parameter.default !== undefined ||
      (least ?? 0) > 0 ||
      examples.length > 0 ||
      /\b(1|one)\b/i.test(candidate.parameterTexts[from] ?? '');
    return isOfSpring && !isSaid ? ({ ...binding, paging: { ...paging, firstPage: 0 } } as Binding) : binding;
  };

/** The word without the ending of a participle, a plural or an adverb. */
const stemOf = (word: string) => word.replace(/(ed|s|ly)$/, '');

/** The order that the name of a list on a front page states: `new_books`, `most_downloaded`, `just_updated`. */
export const orderOnFront = (
  name: string,
  { properties, typesOf: types }: Pick<ItemSchema, 'properties' | 'typesOf'>,
): readonly SortTerm[] => {
  const words = wordsOf(name);
  const latest = (property: string | undefined): readonly SortTerm[] => [
    { property, isDescending: true, isTime: true },
  ];
  const stems = new Set(words.map(stemOf));
  // `most_recently_downloaded` is by `recent_downloads`.
  const whole = [...properties].find((one) => {
    const own = wordsOf(one).map(stemOf);
    return own.length > 1 && mayBeNumber(types(one)) && own.every((stem) => stems.has(stem));
  });
  if (whole !== undefined) return [{ property: whole, isDescending: true }];
  if (words.some(wordLists.updated.has)) return latest([...properties].find(wordLists.updated.has));
  if (words.some((word) => wordLists.latest.has(stemOf(word))))
    return latest([...properties].find(wordLists.created.has));
  const counted = words.map((word) => word.replace(/(ed|s)$/, '')).filter((word) => word.length > 3);
  const property = [...properties].find((one) => {
    const plain = plainName(one);
    const isNumber = mayBeNumber(types(one));
    return (
      isNumber &&
      !/id$/.test(plain) &&
      (counted.some((word) => plain.includes(word)) ||
        (words.some(wordLists.most.has) && (wordLists.popular.ends(plain) || wordLists.countWords.isIn(one))))
    );
  });
  return property === undefined ? [] : [{ property, isDescending: true }];
};
