/** The names of collections, from their paths. */
import { expect, test } from 'vitest';
import { namesOf } from '../../../../src/openapi/resources/describe/collection-names.ts';

test.each<[string, readonly string[], readonly string[]]>([
  ['are their last segments', ['/users', '/v1/users/{}/posts'], ['users', 'posts']],
  ['have the segment before', ['/shop/users', '/team/users', '/posts'], ['shop.users', 'team.users', 'posts']],
  ['have as many segments as needed', ['/a/x/users', '/b/x/users'], ['a.x.users', 'b.x.users']],
  ['have more segments only where there are more', ['/users', '/admin/users'], ['users', 'admin.users']],
  ['differ, if a path contains a segment twice', ['/users', '/users/{}/users'], ['users', 'users.users']],
  [
    'are numbered, if only parameters differ',
    ['/teams/users', '/teams/{}/users', '/{}/teams/users'],
    ['users', 'users-2', 'users-3'],
  ],
  [
    'are numbered with what no other path has',
    ['/users', '/{}/users', '/{}/{}/users', '/users-2', '/users-4'],
    ['users', 'users-3', 'users-5', 'users-2', 'users-4'],
  ],
])('%s', (_name, paths, names) => {
  expect(namesOf(paths, new Set())).toEqual(names);
});

test('a name that the document states is taken', () => {
  expect(namesOf(['/admin/users', '/posts'], new Set(['users']))).toEqual(['admin.users', 'posts']);
  expect(namesOf(['/users'], new Set(['users']))).toEqual(['users']);
});

test('a version before all of them is no part of a name, unless it tells them apart', () => {
  const names = (...paths: readonly string[]) => namesOf(paths, new Set());
  expect(names('/api/v2/authors', '/api/v2/books/{}/authors')).toEqual(['authors', 'books.authors']);
  expect(names('/v1/users', '/v2/users')).toEqual(['v1.users', 'v2.users']);
});
