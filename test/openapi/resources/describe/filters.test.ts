/** Which query parameters filter a list, by the types of their values. */
import { expect, test } from 'vitest';
import {
  boolean,
  inQuery,
  integer,
  listBindingOf,
  listOf,
  object,
  operation,
  ref,
  serviceFor,
  text,
} from '../small.ts';

const time = { type: 'string', format: 'date-time' };
const user = object({ username: text });

const filterOf = (name: string, schema: object, property: string, own: object): readonly string[] => {
  const Post = object({ id: integer, [property]: own });
  const list = operation(listOf(ref('Post')), { parameters: [inQuery(name, schema)] });
  const service = serviceFor(
    { '/posts': { get: list, post: operation(ref('Post'), { takes: ref('Post') }) } },
    { Post },
  );
  return listBindingOf(service, 'GET /posts').filters.map((filter) => `${filter.property} ${filter.comparison}`);
};

test.each<[string, object, string, object]>([
  ['favorited', text, 'favorited', boolean],
  ['active', { type: 'string', enum: ['yes', 'no'] }, 'active', boolean],
  ['title', boolean, 'title', text],
  ['state', { enum: ['hot', 'new'] }, 'state', { enum: ['open', 'closed'] }],
  ['created_after', integer, 'createdAt', time],
  ['created_after', time, 'createdAt', integer],
])('%s %j does not filter by %s %j, whose values never match', (name, schema, property, own) => {
  expect(filterOf(name, schema, property, own)).toEqual([]);
});

test.each<[string, object, string, object, string]>([
  ['active', boolean, 'active', boolean, 'equals'],
  ['active', { type: ['boolean', 'null'] }, 'active', boolean, 'equals'],
  ['active', { type: 'string', enum: ['true', 'false'] }, 'active', boolean, 'equals'],
  ['active', { type: 'string', default: 'true' }, 'active', boolean, 'equals'],
  ['active', boolean, 'active', { enum: ['true', 'false'] }, 'equals'],
  ['owner', text, 'owner', integer, 'equals'],
  ['owner', integer, 'owner', text, 'equals'],
  ['state', { type: 'array', items: { enum: ['open', 'all'] } }, 'state', { enum: ['open', 'closed'] }, 'equals'],
  ['created_after', time, 'createdAt', time, 'more'],
  ['favorited', text, 'favoritedBy', listOf(user), 'includes'],
  ['author', text, 'author', user, 'includes'],
])('%s %j filters by %s %j', (name, schema, property, own, comparison) => {
  expect(filterOf(name, schema, property, own)).toEqual([`${property} ${comparison}`]);
});

test('a list of users is used if the flag of the same name has other values', () => {
  const Post = object({ id: integer, favorited: boolean, favoritedBy: listOf(user) });
  const list = operation(listOf(ref('Post')), { parameters: [inQuery('favorited', text)] });
  const service = serviceFor(
    { '/posts': { get: list, post: operation(ref('Post'), { takes: ref('Post') }) } },
    { Post },
  );
  expect(listBindingOf(service, 'GET /posts').filters).toMatchObject([{ property: 'favoritedBy' }]);
});
