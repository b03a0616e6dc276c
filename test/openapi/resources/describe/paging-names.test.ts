/** The names by which documents call the parameters, properties and headers of pages, each in a spelling of its own. */
import { describe, expect, test } from 'vitest';
import {
  booleanFact,
  cursorFact,
  directionOf,
  headerFact,
  isPageContainer,
  isPageNumber,
  isPageParameter,
  isPageProperty,
  isUsualList,
  numberFact,
  urlFact,
} from '../../../../src/openapi/resources/describe/paging-names.ts';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { listBindingOf, serviceFor, thingsService } from '../small.ts';

/** A table of facts with the names that state them. */
const each = (table: Readonly<Record<string, string>>): readonly (readonly [name: string, fact: string])[] =>
  Object.entries(table).flatMap(([fact, names]) => names.split(' ').map((name) => [name, fact] as const));

describe('a number beside a list', () => {
  test.each(
    each({
      total:
        'total totalCount total_items totalEntries total_results totalElements totalRecords total_hits totalSize ' +
        'totalNumber total_rows recordsTotal recordsFiltered @odata.count numFound',
      count: 'numberOfElements items_on_page returned',
      page: 'page current_page pageNumber pageIndex pageNo page_num',
      size: 'size page_size perPage limit itemsPerPage resultsPerPage max_results maxItems pageLimit',
      pages: 'pages totalPages page_count pagesTotal numPages lastPage',
      offset: 'offset skip start startIndex startAt firstResult page_offset',
      'next-page': 'nextPage next',
      'previous-page': 'previousPage prev_page previous prev',
      'next-offset': 'nextOffset',
      'previous-offset': 'previousOffset prevOffset',
    }),
  )('%s is the %s', (name, fact) => {
    expect(numberFact(name, 'things', new Set(['total']))).toBe(fact);
    expect(isPageProperty(name)).toBe(true);
  });

  test.each([
    ['from', ['from', 'to', 'per_page', 'total'], 'first-number'],
    ['to', ['from', 'to', 'per_page', 'total'], 'last-number'],
    ['from', ['from', 'per_page', 'total'], undefined],
    ['to', ['from', 'to', 'total'], undefined],
  ])('%s beside %j is %s', (name, siblings, fact) => {
    expect(numberFact(name, 'things', new Set(siblings))).toBe(fact);
  });

  test.each([
    ['count', 'things', true, 'count'],
    ['count', 'things', false, 'total'],
    ['thingsCount', 'things', true, 'count'],
    ['thingsCount', 'things', false, 'total'],
    ['itemCount', 'things', true, 'count'],
    ['itemCount', 'things', false, 'total'],
    ['othersCount', 'things', false, undefined],
    ['total_things', 'things', true, 'total'],
    ['total_others', 'things', true, undefined],
    ['things', 'things', true, undefined],
    ['', '', false, undefined],
  ])('%s beside %s is counted (with a total: %s) as %s', (name, noun, hasTotal, fact) => {
    expect(numberFact(name, noun, new Set(hasTotal ? ['items', 'total'] : ['items']))).toBe(fact);
  });

  test('a number is that of the page only beside the size and the number of pages', () => {
    expect(numberFact('number', 'things', new Set(['content', 'size', 'totalPages']))).toBe('page');
    expect(numberFact('number', 'things', new Set(['content', 'totalElements', 'totalPages']))).toBe('page');
    expect(numberFact('number', 'things', new Set(['content', 'size']))).toBeUndefined();
    expect(numberFact('number', 'things', new Set(['content', 'totalPages']))).toBeUndefined();
  });
});

test.each(
  each({
    'has-more':
      'has_more hasNext hasNextPage hasMoreItems has_more_results has_more_data hasMoreEntries hasMorePages ' +
      'hasMoreRecords more moreResults more_available morePages isTruncated truncated next',
    'has-previous':
      'hasPrevious hasPrev has_prev_page has_previous_page hasPrevItems hasPreviousItems hasPrevResults ' +
      'has_previous_results previous prev',
    'is-last': 'last lastPage isLast is_last_page endOfResults no_more',
    'is-first': 'first firstPage isFirst is_first_page',
    'is-empty': 'empty isEmpty',
  }),
)('the boolean %s is %s', (name, fact) => {
  expect(booleanFact(name, new Set([name]))).toBe(fact);
  expect(isPageProperty(name)).toBe(true);
});

describe('a text beside a list', () => {
  test.each(
    each({
      'next-cursor':
        'nextCursor next_page_token nextToken nextPageCursor continuationToken NextMarker continue cursor after ' +
        'after_cursor',
      'previous-cursor': 'previous_cursor prevCursor previousPageToken before before_cursor',
      'last-cursor': 'endCursor',
      'first-cursor': 'startCursor',
    }),
  )('%s is the %s', (name, fact) => {
    expect(cursorFact(name, undefined)).toBe(fact);
    expect(isPageProperty(name)).toBe(true);
  });

  test.each([
    ['next', 'next-cursor'],
    ['previous', 'previous-cursor'],
    ['prev', 'previous-cursor'],
    ['first', undefined],
  ])('%s is %s if the list is paged by cursor, otherwise none', (name, fact) => {
    expect(cursorFact(name, 'cursor')).toBe(fact);
    expect(cursorFact(name, undefined)).toBeUndefined();
  });

  test.each(
    each({
      'next-url': 'next next_page_url nextLink nextPage nextUri @odata.nextLink nextPageHref',
      'previous-url': 'previous prev prev_url',
      'first-url': 'first firstPage',
      'last-url': 'last last_page_link',
      'self-url': 'self current url',
    }),
  )('%s is the %s', (name, fact) => {
    expect(urlFact(name)).toBe(fact);
  });

  test.each(['urlNext', 'pagenext', 'constructor', 'hrefs'])('%s is not a link', (name) => {
    expect(urlFact(name)).toBeUndefined();
  });
});

test.each(
  each({
    links: 'Link',
    range: 'Content-Range',
    total: 'X-Total-Count X-Total Total-Count X-Pagination-Total-Count X-Pagination-Count',
    pages: 'X-Total-Pages X-Pagination-Page-Count',
    page: 'X-Page X-Pagination-Page X-Pagination-Current-Page',
    size: 'X-Per-Page X-Pagination-Limit X-Pagination-Per-Page X-Limit',
    'next-page': 'X-Next-Page',
    'previous-page': 'X-Prev-Page X-Previous-Page',
    offset: 'X-Offset',
    'next-cursor': 'X-Next-Cursor Next-Cursor',
    'previous-cursor': 'X-Previous-Cursor Prev-Page-Token',
  }),
)('the header %s has the %s', (name, fact) => {
  expect(headerFact(name)).toBe(fact);
});

test.each(['X-Request-Id', 'X-Cursor', 'X-Next-Run', 'After'])('the header %s is not about the page', (name) => {
  expect(headerFact(name)).toBeUndefined();
});

test.each([
  ['next', 'next'],
  ['next_page', 'next'],
  ['prev', 'previous'],
  ['previous', 'previous'],
  ['previousPage', 'previous'],
  ['prev_page', 'previous'],
  ['nextOfKin', undefined],
  ['whatsNext', undefined],
  ['preview', undefined],
  ['noPrev', undefined],
])('the object %s has the parts of the page %s', (name, direction) => {
  expect(directionOf(name)).toBe(direction);
});

test.each([
  ['page', true],
  ['page_number', true],
  ['$skip', true],
  ['limit', false],
  ['cursor', false],
])('the parameter %s selects a page by a number: %s', (name, isNumber) => {
  expect(isPageNumber(name)).toBe(isNumber);
});

test.each([
  ['cursor_pagination', true],
  ['page_meta', true],
  ['responseMetadata', true],
  ['pager', true],
  ['paging', true],
  ['all_pages', true],
  ['list_cursors', true],
  ['links', true],
  ['result_info', true],
  ['pageTitle', false],
  ['metaphor', false],
  ['owner', false],
])('the object %s is about the page: %s', (name, isContainer) => {
  expect(isPageContainer(name)).toBe(isContainer);
});

describe('a property', () => {
  test.each([
    ...['links', '_meta', 'metadata', 'pagination', 'paging', 'page', 'pageInfo', 'page_data', 'cursors', 'cursor'],
    ...['result_info', 'responseMetadata', 'nextThing', 'previousThing', 'prevThing', 'totalThings', 'errorcount'],
  ])('%s belongs to a page', (name) => {
    expect(isPageProperty(name)).toBe(true);
  });

  test.each(['id', 'constructor', 'mynext', 'subtotal', 'counts'])('%s does not', (name) => {
    expect(isPageProperty(name)).toBe(false);
  });

  test.each([
    ...['data', 'items', 'results', 'entries', 'values', 'value', 'result', 'content', 'records', 'list', 'rows'],
    ...['resources', 'collection', 'members', 'objects', 'elements', 'docs', 'hits'],
  ])('%s is the list of an envelope', (name) => {
    expect(isUsualList(name)).toBe(true);
    const service = thingsService(operation(object({ [name]: listOf(ref('Thing')), others: listOf(ref('Thing')) })));
    expect(listBindingOf(service, 'GET /things').view.path).toEqual([name]);
  });
});

describe('a parameter', () => {
  const pagingBy = (name: string, schema: object) => {
    const get = operation(listOf(ref('Thing')), { parameters: [inQuery(name, schema)] });
    const service = serviceFor({ '/things': { get }, '/things/{id}': { get: operation(ref('Thing')) } });
    return listBindingOf(service, 'GET /things').paging;
  };

  test.each([
    ...['limit', 'per_page', 'pageSize', 'page[limit]', 'size', 'count', 'maxResults', 'max_items', 'maxCount'],
    ...['resultsPerPage', 'itemsPerPage', 'numResults', '$top', 'take', 'first', 'rows'],
  ])('%s is the size of a page', (name) => {
    expect(pagingBy(name, integer)).toMatchObject({ size: 0, style: 'none', from: undefined });
    expect(isPageParameter(name)).toBe(true);
  });

  test.each(
    each({
      offset: 'offset $skip start from startIndex startAt page[offset] firstResult',
      page: 'page pageNumber page_no pageNum pageIndex p',
    }),
  )('%s is the number of the %s', (name, style) => {
    expect(pagingBy(name, integer)).toMatchObject({ size: undefined, style, from: 0 });
    expect(isPageParameter(name)).toBe(true);
  });

  test.each([
    ...['cursor', 'page_token', 'nextToken', 'nextPageToken', 'next_cursor', 'page[cursor]', 'afterCursor'],
    ...['continuationToken', 'continuation', 'marker', 'continue', '$skiptoken', 'next', 'page[after]'],
  ])('%s is an opaque cursor', (name) => {
    expect(pagingBy(name, text)).toMatchObject({ style: 'cursor', from: 0, cursor: 'opaque' });
    expect(isPageParameter(name)).toBe(true);
  });

  test.each(['after', 'starting_after'])('%s is the id of an item', (name) => {
    expect(pagingBy(name, text)).toMatchObject({ style: 'cursor', from: 0, cursor: 'id' });
    expect(isPageParameter(name)).toBe(true);
  });

  test.each(['before', 'page[before]', 'ending_before', 'beforeCursor'])('%s is a cursor too', (name) => {
    expect(isPageParameter(name)).toBe(true);
    const parameters = [inQuery('after'), inQuery(name)];
    const service = thingsService(operation(listOf(ref('Thing')), { parameters }));
    expect(listBindingOf(service, 'GET /things').paging).toMatchObject({ from: 0, before: 1 });
  });

  test('with another name is none of a page', () => {
    expect(pagingBy('kind', text)).toBeUndefined();
    expect(isPageParameter('kind')).toBe(false);
  });
});
