/** The meaning of the parameters of a list: paging, sorting and filters. */

import { numberOf } from '../../../core/primitives/json.ts';
import { plainName } from '../../../core/primitives/words.ts';
import type { Filter, Paging, Sort } from '../../../core/service/binding.ts';
import type { JsonType } from '../../../core/service/check.ts';
import { saysId, saysInclusive, saysOlder, saysZero, sizeSaid, withUsual } from '../../../parts/sayings/index.ts';
import { phrases, wordLists } from '../../../parts/words/index.ts';
import { createPattern } from '../../pattern/pattern.ts';
import type { SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';
import { filtersAt } from './filters.ts';
import type { ItemSchema } from './item-schema.ts';
import {
  type Find,
  type IsNamed,
  isOrderName,
  type ListParameter,
  type ListParameters,
  only,
  orderOf,
} from './list-order.ts';
import { endOf, isIdCursor, pagedName } from './paging-names.ts';

export interface ListQuery {
  readonly filters: readonly Filter[];
  readonly search: number | undefined;
  readonly sort: Sort | undefined;
  readonly paging: Paging | undefined;
}

/** The cursors that the responses of a list contain. */
export interface ResponseCursors {
  /** The plain name of the parameter that takes them, if theirs contain it: `next_max_id`; undefined otherwise. */
  readonly parameter: string | undefined;
  readonly areNumbers: boolean;
  /** Whether they are named after ids, or have the format of one. */
  readonly areIds: boolean;
}

/** The page size if none is documented. */
const usualSize = 20;

export const isSearchName = (name: string): boolean => wordLists.searches.has(name);

/** What selects the items of a deletion, which has no pages and no order: `size` is a property. */
export const selectionOf = (list: ListParameters, itemSchema: ItemSchema, schemas: SchemaSet): ListQuery => ({
  ...{ search: undefined, sort: undefined, paging: undefined },
  filters: filtersBeside(new Set(), list, itemSchema, schemas),
});

const filtersBeside = (
  usedIndexes: ReadonlySet<number>,
  list: ListParameters,
  itemSchema: ItemSchema,
  schemas: SchemaSet,
): readonly Filter[] =>
  list.parameters.flatMap(({ in: location }, index) =>
    location === 'query' && !usedIndexes.has(index) ? filtersAt(index, list, itemSchema, schemas) : [],
  );

export const queryOf = (
  list: ListParameters,
  { itemSchema, idProperty }: { readonly itemSchema: ItemSchema; readonly idProperty: string | undefined },
  cursors: ResponseCursors | undefined,
  schemas: SchemaSet,
): ListQuery => {
  const usedIndexes = new Set<number>();
  const find = createFind(list, schemas, usedIndexes);
  const idTypes = idProperty === undefined ? undefined : itemSchema.typesOf(idProperty);
  const isProperty = (index: number) => itemSchema.properties.has(list.parameters[index]?.name ?? '');
  const isNewestFirst = () =>
    orderOf(list, createFind(list, schemas, new Set()), itemSchema)?.usual?.isDescending === true;
  const paging = pagingOf(list, find, schemas, cursors, idTypes, { isProperty, isNewestFirst });
  const sort = orderOf(list, find, itemSchema);
  for (const [index] of sort?.each ?? []) usedIndexes.add(index);
  const search = find(wordLists.searches.hasPlain, ['string'], (index) => !isProperty(index));
  const filters = filtersBeside(usedIndexes, list, itemSchema, schemas).map((one) => withUsual(one, list));
  return { filters, search, sort, paging };
};

/** The plain names of the parameters that may take a cursor, whatever their names are: no filter, no size, no page number. */
export const continuationNames = (
  { parameters, keys }: Pick<ListParameters, 'parameters' | 'keys'>,
  itemSchema: ItemSchema | undefined,
  schemas: SchemaSet,
): ReadonlySet<string> => {
  const properties = new Set([...(itemSchema?.properties ?? [])].map(plainName));
  // An offset or a page is a number. As a text, it is what a response contains.
  const isNumber = (index: number, plain: string) =>
    (wordLists.offsets.has(plain) || wordLists.pages.has(plain)) &&
    schemas.typesOf({ $ref: keys[index] as string })?.has('string') !== true;
  return new Set(
    parameters.flatMap(({ in: location, values, name }, index) => {
      const plain = plainName(name);
      const isKnown = wordLists.sizes.hasPlain(plain) || isOrderName(plain) || properties.has(plain);
      const isOther = values !== undefined || isKnown || isNumber(index, plain);
      return location === 'query' && !isOther ? [plain] : [];
    }),
  );
};

/** The paging of a list without state. `idTypes`: those of the ids of its items. */
export const pagingFor = (
  list: ListParameters,
  schemas: SchemaSet,
  cursors: ResponseCursors | undefined,
  idTypes: Types,
): Paging | undefined => pagingOf(list, createFind(list, schemas, new Set()), schemas, cursors, idTypes);

type Types = ReadonlySet<JsonType> | undefined;

/** `usedIndexes`: the parameters that have a meaning; found ones are added. */
const createFind = (list: ListParameters, schemas: SchemaSet, usedIndexes: Set<number>): Find => {
  const plain = list.parameters.map(({ name, in: location }) => (location === 'query' ? pagedName(name) : undefined));
  return (isNamed, types, isFit = () => true) => {
    const found = plain.findIndex((name, index) => {
      if (name === undefined || usedIndexes.has(index) || !isNamed(name)) return false;
      const allowed = schemas.typesOf({ $ref: list.keys[index] as string });
      return (
        (allowed === undefined ? types.includes('string') : types.some((type) => allowed.has(type))) && isFit(index)
      );
    });
    if (found < 0) return undefined;
    usedIndexes.add(found);
    return found;
  };
};

const numberTypes: readonly JsonType[] = ['integer', 'number'];

interface PageNumbers {
  readonly size: number | undefined;
  readonly page: number | undefined;
  readonly offset: number | undefined;
  readonly offsetSize: number | undefined;
  readonly otherOffset: number | undefined;
  readonly end: Paging['end'];
}

const pageNumbersOf = (
  list: ListParameters,
  find: Find,
  schemas: SchemaSet,
  hasCursors: boolean,
  isProperty: (index: number) => boolean,
): PageNumbers => {
  const { parameters, keys } = list;
  // Beside `max`, `first` is the first item; elsewhere, it is the size of the first page.
  const isWindow = ['first', 'max'].every((name) => parameters.some((one) => plainName(one.name) === name));
  const isText = (index: number) => schemas.partsOf({ $ref: keys[index] as string }, 'some').every(isPlainText);
  const isShown = (index: number) =>
    givenFor(index, list).length > 0 && givenFor(index, list).every((value) => numberOf(value) !== undefined);
  const isMaybe = wordLists.maybeNumbers.hasPlain;
  const findText = (isNamed: IsNamed): number | undefined =>
    find((plain) => isNamed(plain) && !isMaybe(plain), ['string'], isText);
  /** The others may mean a filter: that of a property, or a time. */
  const findMaybe = (isNamed: IsNamed, isMeant: (index: number) => boolean): number | undefined =>
    find(
      (plain) => isNamed(plain) && isMaybe(plain),
      ['string'],
      (index) => isText(index) && !isProperty(index) && isMeant(index),
    );
  const findPosition = (isNamed: IsNamed, isFit: (index: number) => boolean = () => true): number | undefined =>
    find(isNamed, numberTypes, isFit) ?? (hasCursors ? undefined : (findText(isNamed) ?? findMaybe(isNamed, isShown)));
  const sizes = isWindow ? only('max') : wordLists.sizes.hasPlain;
  const stated = find(sizes, numberTypes) ?? findText(sizes);
  const page = findPosition(wordLists.pages.hasPlain);
  const isOffset = (plain: string) => wordLists.offsets.hasPlain(plain) && (page === undefined || plain !== 'from');
  const offset = findPosition(isWindow ? only('first') : isOffset, (index) => page === undefined || !isProperty(index));
  const isPaged = page !== undefined || offset !== undefined;
  const isSize = (index: number) => isPaged || isShown(index) || parameters[index]?.name === 'count';
  const endName = offset === undefined ? undefined : endOf(pagedName(parameters[offset]?.name ?? ''));
  // `from` and `to` may be the limits of anything.
  const isEnd = (index: number) => endName !== 'to' || !list.texts[index] || phrases.position.test(list.texts[index]);
  const end = endName === undefined ? undefined : find(only(endName), numberTypes, isEnd);
  const isInclusive =
    end !== undefined && phrases.lastOfPage.test(list.texts[end] ?? '') && !/exclusive/i.test(list.texts[end] ?? '');
  return {
    ...{ size: stated ?? findMaybe(sizes, isSize), page, offset },
    // `start` and `limit` beside `page` and `pageSize`
    offsetSize: page === undefined ? undefined : find(sizes, numberTypes),
    // `skip` beside `offset`
    otherOffset: offset === undefined ? undefined : find(isOffset, numberTypes),
    end: end === undefined ? undefined : { parameter: end, isInclusive },
  };
};

const cursorsOf = (
  list: ListParameters,
  find: Find,
  schemas: SchemaSet,
  cursors: ResponseCursors | undefined,
  hasSize: boolean,
  isNewestFirst: () => boolean,
): { readonly after: number | undefined; readonly before: number | undefined } => {
  const { keys } = list;
  const types: readonly JsonType[] = ['string', ...numberTypes];
  const isNoDate = (index: number) => !formatAt(index, keys, schemas).startsWith('date');
  const stated = cursors?.parameter;
  const after =
    (stated === undefined ? undefined : find(only(stated), types, isNoDate)) ??
    find(wordLists.cursors.hasPlain, types, isNoDate) ??
    find(wordLists.firstItems.hasPlain, types, (index) => isNoDate(index) && saysId(list.texts[index])) ??
    // Elsewhere, a `token` is a credential.
    (cursors === undefined ? undefined : find(only('token'), ['string']));
  const isBefore = (index: number) => isNoDate(index) && (after !== undefined || hasSize);
  const before = find(wordLists.cursorsBefore.hasPlain, types, isBefore);
  return before !== undefined && saysOlder(list.texts[before]) && isNewestFirst()
    ? { after: before, before: after }
    : { after, before };
};

const formatAt = (index: number, keys: readonly string[], schemas: SchemaSet): string =>
  schemas.keywordOf({ $ref: keys[index] as string }, 'format', 'some') ?? '';

const pagingOf = (
  list: ListParameters,
  find: Find,
  schemas: SchemaSet,
  cursors: ResponseCursors | undefined,
  idTypes: Types,
  { isProperty, isNewestFirst } = { isProperty: (_: number): boolean => false, isNewestFirst: (): boolean => false },
): Paging | undefined => {
  const {
    size,
    page,
    offset,
    offsetSize = size,
    otherOffset,
    end,
  } = pageNumbersOf(list, find, schemas, cursors !== undefined, isProperty);
  const { after, before } = cursorsOf(list, find, schemas, cursors, size !== undefined, isNewestFirst);
  const cursor = cursorKindOf(list, after, { before, cursors, idTypes }, schemas);
  const from = after ?? page ?? offset;
  if (size === undefined && from === undefined) return undefined;
  const noCursor = { cursor: 'opaque', firstCursors: new Set<string>() } as const;
  const common = {
    ...{ size, firstPage: 1, before: undefined, ...(cursors === undefined ? noCursor : cursor) },
    defaultSize: defaultSizeOf(size, list, schemas, from !== undefined),
    ...(size !== undefined && /\bdefault: all\b/i.test(list.texts[size] ?? '') && { isWhole: true }),
  };
  const ways: Paging[] = [];
  if (page !== undefined)
    ways.push({ ...common, style: 'page', from: page, firstPage: firstPageOf(list, page, schemas) });
  if (offset !== undefined) {
    const firstOffset = isCountedFromOne(offset, size, list, schemas) ? { firstOffset: 1 } : {};
    ways.push({ ...common, size: offsetSize, style: 'offset', from: offset, ...(end && { end }), ...firstOffset });
    if (otherOffset !== undefined) ways.push({ ...common, style: 'offset', from: otherOffset });
  }
  if (after !== undefined) {
    const way: Paging = { ...common, ...cursor, style: 'cursor', from: after, before };
    // Clients continue with the cursors that responses contain.
    if (cursors !== undefined || cursor.isInclusive || ways.length === 0) ways.unshift(way);
    else ways.push({ ...way, firstCursors: 'any' });
  }
  return ways.length === 0
    ? { ...common, style: 'none', from: undefined }
    : ways.reduceRight((beside, way) => ({ ...way, beside }));
};

/** Whether a cursor is an id, and which texts are none. */
const cursorKindOf = (
  list: ListParameters,
  after: number | undefined,
  {
    before,
    cursors,
    idTypes,
  }: { readonly before: number | undefined; readonly cursors: ResponseCursors | undefined; readonly idTypes: Types },
  schemas: SchemaSet,
): Pick<Paging, 'cursor' | 'firstCursors' | 'isInclusive' | 'isIdOnly'> => {
  if (after === undefined) return { cursor: 'opaque', firstCursors: new Set() };
  const { parameters, keys } = list;
  const isNumberAt = (index: number | undefined) =>
    index !== undefined && areNumeric(schemas.typesOf({ $ref: keys[index] as string }));
  const plain = plainName(parameters[after]?.name ?? '');
  const isInclusive = saysInclusive(plain, list.texts[after]);
  const pattern = schemas.keywordOf({ $ref: keys[after] as string }, 'pattern', 'some');
  const isIdOnly = pattern !== undefined && createPattern(pattern)?.test(someCursor) === false;
  const isId =
    isInclusive ||
    isIdOnly ||
    formatAt(after, keys, schemas) === 'uuid' ||
    cursors?.areIds === true ||
    ((cursors === undefined || isNumberAt(after)) && (isIdCursor(plain) || /\bids?\b/i.test(list.texts[after] ?? '')));
  const areNumbers = cursors?.areNumbers === true || isNumberAt(after) || isNumberAt(before);
  return {
    cursor: areNumbers ? (isId && areNumeric(idTypes) ? 'id' : 'order') : isId ? 'id' : 'opaque',
    ...(isInclusive && { isInclusive }),
    ...(isIdOnly && before === undefined && { isIdOnly }),
    firstCursors:
      wordLists.offsets.has(plain) && !isInclusive
        ? 'any'
        : new Set([...givenFor(after, list), ...givenFor(before, list)]),
  };
};

/** An encoded position. */
const someCursor = 'WyJhZnRlciIsMSxbXV0';

const isPlainText = ({ format, enum: values, pattern }: SchemaObject) =>
  format === undefined &&
  pattern === undefined &&
  (values === undefined || values.every((value) => numberOf(value) !== undefined));

const areNumeric = (types: Types) => types !== undefined && !types.has('string') && types.size > 0;

const givenFor = (index: number | undefined, { parameters, examples }: ListParameters): readonly string[] =>
  index === undefined
    ? []
    : [examples[index], parameters[index]?.default].flatMap((value) => (value === undefined ? [] : [String(value)]));

const defaultSizeOf = (
  size: number | undefined,
  { parameters, keys, texts, said }: ListParameters,
  schemas: SchemaSet,
  hasPages: boolean,
): number | undefined => {
  const [defaultSize, key, text = ''] = size === undefined ? [] : [parameters[size]?.default, keys[size], texts[size]];
  const stated = Number(numberOf(defaultSize) ?? sizeSaid(text, hasPages ? said : '') ?? 0);
  if (stated > 0) return stated;
  if (!hasPages) return undefined;
  const maximum = key === undefined ? undefined : schemas.keywordOf({ $ref: key }, 'maximum');
  return maximum !== undefined && maximum > 0 ? Math.min(Number(maximum), usualSize) : usualSize;
};

/** Whether offsets begin with 1: `startIndex` of SCIM; elsewhere, one whose default or minimum is 1. */
const isCountedFromOne = (
  offset: number,
  size: number | undefined,
  { parameters, keys }: ListParameters,
  schemas: SchemaSet,
) => {
  const { name, default: first } = parameters[offset] as ListParameter;
  const least = schemas.keywordOf({ $ref: keys[offset] as string }, 'minimum');
  const isScim = plainName(name) === 'startindex' && size !== undefined && parameters[size]?.name === 'count';
  return first === undefined ? isScim || least === 1 : first === 1;
};

const firstPageOf = ({ parameters, keys, texts }: ListParameters, page: number, schemas: SchemaSet): number => {
  const { name = '', default: first } = parameters[page] ?? {};
  // Strapi counts from 1, although its documents say 0.
  if (name.startsWith('pagination[')) return 1;
  if (first !== undefined) return numberOf(first) === 0 ? 0 : 1;
  return saysZero(texts[page]) || schemas.keywordOf({ $ref: keys[page] as string }, 'minimum') === 0 ? 0 : 1;
};
