/** Which query parameters filter a list, by the types of their values. */
import { expect, test } from 'vitest';
import type { ListBinding } from '../../../../src/core/service/binding.ts';
import { boolean, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { listBindingOf, listOfItems, serviceFor } from '../small.ts';

const time = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };
const user = object({ username: text });

const filtersFor = (parameter: object, own: object) => listOfItems(object({ id: integer, ...own }), parameter).filters;

const shown = (filters: ListBinding['filters']): readonly string[] =>
  filters.map(({ property, comparison }) => `${property} ${comparison}`);

const filterOf = (name: string, schema: object, property: string, own: object): readonly string[] =>
  shown(filtersFor(inQuery(name, schema), { [property]: own }));

test.each<[string, object, string, object]>([
  ['active', { type: 'string', enum: ['never', 'always'] }, 'active', boolean],
  ['title', boolean, 'title', text],
  ['is_title', text, 'title', text],
  ['state', { enum: ['hot', 'new'] }, 'state', { enum: ['open', 'closed'] }],
  ['created_after', time, 'createdAt', integer],
  ['started', time, 'started', day],
  ['owner', { type: 'string', format: 'uuid' }, 'owner', { type: 'string', format: 'uri' }],
])('%s %j does not filter by %s %j, whose values never match', (name, schema, property, own) => {
  expect(filterOf(name, schema, property, own)).toEqual([]);
});

test.each<[string, object, string, object, string]>([
  ['active', boolean, 'active', boolean, 'equals'],
  ['active', { type: ['boolean', 'null'] }, 'active', boolean, 'equals'],
  ['active', boolean, 'isActive', boolean, 'equals'],
  ['is_active', boolean, 'active', boolean, 'equals'],
  ['isActive', { type: 'string', enum: ['true', 'false'] }, 'active', boolean, 'equals'],
  ['favorited', text, 'favorited', boolean, 'equals'],
  ['tag', text, 'tagList', listOf(text), 'includes'],
  ['owner', text, 'owner', integer, 'equals'],
  ['owner', integer, 'owner', text, 'equals'],
  ['state', { type: 'array', items: { enum: ['open', 'all'] } }, 'state', { enum: ['open', 'closed'] }, 'equals'],
  ['created_after', time, 'createdAt', time, 'more'],
  ['started', time, 'started', time, 'equals'],
  ['started', day, 'started', time, 'contains'],
  ['started', listOf(day), 'started', time, 'contains'],
  ['owner', { type: 'string', format: 'uuid' }, 'owner', text, 'equals'],
  ['favorited', text, 'favoritedBy', listOf(user), 'includes'],
  ['author', text, 'author', user, 'includes'],
])('%s %j filters by %s %j', (name, schema, property, own, comparison) => {
  expect(filterOf(name, schema, property, own)).toEqual([`${property} ${comparison}`]);
});

const site = object({ id: integer, slug: text, open: boolean });

test.each<[string, object, string, object, readonly string[]]>([
  ['site_id', integer, 'site', site, ['site.id equals']],
  ['siteId', listOf(integer), 'site', site, ['site.id equals']],
  ['site_slug', text, 'site', site, ['site.slug equals']],
  ['tag_id', integer, 'tags', listOf(site), ['tags includes']],
  ['tag_ids', text, 'tags', listOf(site), ['tags includes']],
  ['site_id[]', integer, 'site', site, ['site.id equals']],
  ['main_site_id', integer, 'mainSite', site, ['mainSite.id equals']],
  ['site_open', boolean, 'site', site, []],
  ['site_id', integer, 'site', text, []],
  ['site_name', text, 'site', site, []],
  ['sites_id', integer, 'site', site, []],
  ['id', integer, 'site', site, ['id equals']],
])('%s %j filters by the other item in %s %j: %j', (name, schema, property, own, wanted) => {
  expect(filterOf(name, schema, property, own)).toEqual(wanted);
});

test.each<[string, object, object, boolean]>([
  ['ids', text, {}, true],
  ['id', text, {}, false],
  ['ids', listOf(integer), {}, false],
  ['labels', text, { labels: listOf(text) }, true],
  ['label', text, { labels: listOf(text) }, false],
  ['tags', text, { tags: text }, false],
])('the text of %s %j lists values for %j: %s', (name, schema, own, isList) => {
  expect(filtersFor(inQuery(name, schema), own).map((filter) => filter.isList ?? false)).toEqual([isList]);
});

test('attributes are filtered and sorted by their own names', () => {
  const Post = object({ id: text, type: text, attributes: object({ state: text, type: text, tags: listOf(text) }) });
  const parameters = ['filter[state]', 'filter[type]', 'where[state]', 'filter[tags]', 'page[state]', 'sort'].map(
    (name) => inQuery(name),
  );
  const { filters, sort } = listOfItems(Post, ...parameters);
  expect(shown(filters)).toEqual([
    'attributes.state equals',
    'type equals',
    'attributes.state equals',
    'attributes.tags includes',
  ]);
  expect(Object.fromEntries(sort?.properties ?? [])).toMatchObject({
    id: 'id',
    type: 'type',
    state: 'attributes.state',
  });
});

test('a list of users is used if the flag of the same name has other values', () => {
  const own = { favorited: boolean, favoritedBy: listOf(user) };
  expect(filtersFor(inQuery('favorited'), own)).toMatchObject([{ property: 'favoritedBy' }]);
});

test.each<[string, object, readonly string[]]>([
  ['branch', text, ['name equals']],
  ['branches', listOf(text), ['name equals']],
  ['ids[]', listOf(text), ['name equals']],
  ['ids', text, ['name equals']],
  ['branch_name', text, ['name equals']],
  ['branch_state', text, ['state equals']],
  ['branch_names', text, ['name equals']],
  ['branch_age', integer, []],
  ['branching', text, []],
  ['state', text, ['state equals']],
])('%s filters branches by %j %j', (name, schema, wanted) => {
  const Branch = object({ name: text, state: text }, ['name']);
  const service = serviceFor(
    {
      '/branches': { get: operation(listOf(ref('Branch')), { parameters: [inQuery(name, schema)] }) },
      '/branches/{branch}': { parameters: [inPath('branch', text)], get: operation(ref('Branch')) },
    },
    { Branch },
  );
  expect(shown(listBindingOf(service, 'GET /branches').filters)).toEqual(wanted);
});

test.each<[string, string]>([
  ['priceAfter', 'price more'],
  ['PRICE_BEFORE', 'price less'],
  ['PRICE_MIN', 'price at-least'],
  ['PRICE_MAX', 'price at-most'],
])('the comparison in the name %s is recognised in any case: %s', (name, filter) => {
  expect(filterOf(name, integer, 'price', integer)).toEqual([filter]);
});

test.each<[string, object, string, object, readonly string[]]>([
  ['filter', text, 'filter', text, ['filter equals']],
  ['filter', integer, 'state', text, []],
  ['my_filter', text, 'state', text, []],
  ['filter', object({ state: text, unknown: text }), 'state', text, ['state equals']],
  ['tag', text, 'tags', { type: 'array', items: true }, []],
  ['include', text, 'include', user, []],
  ['fields', text, 'fields', listOf(text), []],
  ['price_min', integer, 'price', { type: ['integer', 'array'] }, []],
  ['title_contains', text, 'title', text, ['title contains']],
  ['size_contains', text, 'size', integer, []],
])('%s %j filters by %s %j: %j', (name, schema, property, own, wanted) => {
  expect(filterOf(name, schema, property, own)).toEqual(wanted);
});

test('a property with the name of the parameter is used before others that mean the same', () => {
  const names = (parameter: object, own: object) => filtersFor(parameter, own).map(({ property }) => property);
  expect(names(inQuery('ownerId'), { owner_id: text, ownerId: text })).toEqual(['ownerId']);
  expect(names(inQuery('tags'), { tag: listOf(text), tags: listOf(text) })).toEqual(['tags']);
});

test('only parameters of the query filter', () => {
  expect(filtersFor({ ...inQuery('state'), in: 'header' }, { state: text })).toEqual([]);
});

const everyWord = ['all', 'any', 'both', '*'];

test.each<[string, object, object, readonly string[]]>([
  ['the property lists its values', text, { enum: ['open', 'closed'] }, everyWord],
  ['the property has one value', text, { const: 'open' }, everyWord],
  ['no item can have a text', text, integer, everyWord],
  ['only the parameter lists the word', { enum: ['open', 'ALL'] }, text, ['all']],
  ['the property may have any text', text, text, []],
  ['the property has the word too', text, { enum: ['all', 'open', 1] }, ['any', 'both', '*']],
  ['the items of a list have the word too', text, listOf({ enum: ['all', 'open'] }), ['any', 'both', '*']],
  ['the items of a list may have any text', text, listOf(text), []],
])('a word such as "all" means no filter: %s', (_name, sent, own, words) => {
  const [filter] = filtersFor(inQuery('state', sent), { state: own });
  expect([...(filter?.matchAll ?? [])]).toEqual(words);
});

test('such a word is looked for in each property of an object, and in no part of a text', () => {
  const wordsOf = (parameter: object, own: object) => filtersFor(parameter, own).map(({ matchAll }) => [...matchAll]);
  const own = { state: { enum: ['open', 'closed'] }, title: text };
  expect(wordsOf(inQuery('filter', object({ state: text, title: text })), own)).toEqual([everyWord, []]);
  expect(wordsOf(inQuery('title_contains', { enum: ['all'] }), own)).toEqual([[]]);
});

/** The ids of the items that a request selects. */
const selectedBy = async (own: object, parameter: object, query: string, items: readonly object[]) => {
  const Item = object({ id: integer, ...own }, ['id']);
  const { get } = await servePaths(
    {
      '/items': { get: operation(listOf(ref('Item')), { parameters: [parameter] }) },
      '/items/{id}': { get: operation(ref('Item')) },
    },
    { Item },
    { data: { items: items.map((item, index) => ({ id: index + 1, ...item })) } },
  );
  return (await get(`/items${query}`)).body.map(({ id }: { readonly id: number }) => id);
};

const flags = [{ read: true }, { read: false }, {}];
const states = [{ status: 'closed' }, { status: 'open' }];
const given = [{ assigneeId: 3 }, {}, { assigneeId: null }];
const maybe = { type: ['integer', 'null'] };
const status = { enum: ['open', 'closed'] };

test.each<[string, object, string, readonly object[], readonly number[]]>([
  ['unread', { read: boolean }, '?unread=true', flags, [2, 3]],
  ['unread', { read: boolean }, '?unread=false', flags, [1]],
  ['unread', { isRead: boolean }, '?unread=true', [{ isRead: true }, { isRead: false }], [2]],
  ['closed', { status }, '?closed=true', states, [1]],
  ['closed', { status }, '?closed=false', states, [2]],
  ['includeClosed', { status }, '', states, [2]],
  ['includeClosed', { status }, '?includeClosed=true', states, [1, 2]],
  ['include_inactive', { is_active: boolean }, '', [{ is_active: false }, { is_active: true }, {}], [2]],
  [
    'include_inactive',
    { is_active: boolean },
    '?include_inactive=true',
    [{ is_active: false }, { is_active: true }],
    [1, 2],
  ],
  ['preferredOnly', { preferred: boolean }, '?preferredOnly=true', [{ preferred: true }, {}], [1]],
  ['only_preferred', { preferred: boolean }, '?only_preferred=false', [{ preferred: true }, {}], [1, 2]],
  ['unassigned', { assigneeId: maybe }, '?unassigned=true', given, [2, 3]],
  ['unassigned', { assigneeId: maybe }, '?unassigned=false', given, [1]],
  ['unresolved', { resolved_at: time }, '?unresolved=1', [{ resolved_at: '2030-01-01T00:00:00Z' }, {}], [2]],
])('the flag %s of a request says what items are: %j%s', async (name, own, query, items, selected) => {
  expect(await selectedBy(own, inQuery(name, boolean), query.replace('=1', '=true'), items)).toEqual(selected);
});

test.each<[string, object, string, object, readonly string[]]>([
  ['status_filter', text, 'state', { enum: ['open', 'closed'] }, ['state equals']],
  ['status', { enum: ['hot'] }, 'state', { enum: ['open', 'closed'] }, []],
  ['minPrice', { type: 'number' }, 'unitPrice', { type: 'number' }, ['unitPrice at-least']],
  ['start_after', time, 'start_time', time, ['start_time more']],
  ['startsAfter', time, 'start_time', time, ['start_time more']],
  ['with_pending', boolean, 'status', { enum: ['pending', 'done'] }, []],
  ['unassigned', boolean, 'title', text, []],
])('%s %j is about %s %j: %j', (name, schema, property, own, filters) => {
  expect(filterOf(name, schema, property, own)).toEqual(filters);
});

test('of two properties with the last word, none is meant', () => {
  const own = { unitPrice: { type: 'number' }, listPrice: { type: 'number' } };
  expect(shown(filtersFor(inQuery('minPrice', { type: 'number' }), own))).toEqual([]);
});

test.each(['filter[show_id]', 'filter[show]', 'show'])('%s selects by a relationship of JSON:API', async (name) => {
  const show = object({ data: object({ id: text, type: text }) });
  const Episode = object({ id: text, type: text, relationships: object({ show, parent: show }) }, ['id']);
  const { get, send } = await servePaths(
    {
      '/episodes': {
        get: operation(listOf(ref('Episode')), { parameters: [inQuery(name)] }),
        post: operation(ref('Episode'), { takes: ref('Episode'), status: 201 }),
      },
      '/shows': { get: operation(listOf(ref('Show'))), post: operation(ref('Show'), { takes: ref('Show') }) },
      '/shows/{id}': { parameters: [inPath('id', text)], get: operation(ref('Show')) },
      '/shows/{id}/episodes': { parameters: [inPath('id', text)], get: operation(listOf(ref('Episode'))) },
    },
    { Episode, Show: object({ id: text, title: text }, ['id']) },
  );
  for (const id of ['s1', 's2']) {
    await send('POST', '/shows', { id, title: id });
    await send('POST', '/episodes', { id: `e${id}`, relationships: { show: { data: { type: 'shows', id } } } });
  }
  for (const path of [`/episodes?${name}=s2`, '/shows/s2/episodes'])
    expect((await get(path)).body).toMatchObject([{ id: 'es2' }]);
});
