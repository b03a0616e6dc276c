import { describe, expect, test } from 'vitest';
import { endsInNoun, isSameNoun, lastWord, singularOf } from '../../../../src/core/primitives/words.ts';
import {
  isVerb,
  nounBefore,
  parentPath,
  pathShapeOf,
} from '../../../../src/openapi/resources/describe/unbound-operation.ts';

describe('a path template', () => {
  test.each([
    ['/users', '/users', [], 'users', false],
    ['/users/', '/users', [], 'users', false],
    ['/users//', '/users', [], 'users', false],
    ['/users/{id}', '/users/{}', ['id'], 'users', true],
    ['/users/{id}.json', '/users/{}', ['id'], 'users', true],
    ['/users.xml', '/users', [], 'users', false],
    ['/users.{format}', '/users', [], 'users', false],
    ['/users/{id}.{_format}/posts.{format}', '/users/{}/posts', ['id'], 'posts', false],
    ['/users/{id}.json/posts', '/users/{}/posts', ['id'], 'posts', false],
    ['/users.{ext}', '/users', [], 'users', false],
    ['/users/{id}{ext}', '/users/{}', ['id'], 'users', true],
    ['/users/{id}{.format}', '/users/{}', ['id'], 'users', true],
    ['/users/{id}{mediaTypeExtension}', '/users/{}', ['id'], 'users', true],
    ['/files/{name}.{ext}', '/files/{name}.{ext}', [], 'files', false],
    ['/.{format}', '/.{format}', [], '', false],
    ['/users.jsonp', '/users.jsonp', [], 'users.jsonp', false],
    ['/users/{id}/posts', '/users/{}/posts', ['id'], 'posts', false],
    ['/users/{id}/{post}', '/users/{}/{}', ['id', 'post'], 'users', true],
    ['/users/a{id}', '/users/a{id}', [], 'users', false],
    ['/users/{id}b', '/users/{id}b', [], 'users', false],
    ['/users/{a}{b}', '/users/{a}{b}', [], 'users', false],
    ["/Users('{id}')", '/Users/{}', ['id'], 'Users', true],
    ['/Users({id})/Posts', '/Users/{}/Posts', ['id'], 'Posts', false],
    ["/Users('{id})", "/Users('{id})", [], '', false],
    ['/Users({id})x', '/Users({id})x', [], '', false],
    ['/users/{id}:cancel', '/users/{}/:cancel', ['id'], ':cancel', false],
    ['/users:cancel/x', '/users:cancel/x', [], 'x', false],
    ['/:cancel', '/:cancel', [], ':cancel', false],
    ['/{id}', '/{}', ['id'], '', true],
    ['/', '', [], '', false],
  ])('%s is %s', (template, erased, parameters, noun, endsInParameter) => {
    expect(pathShapeOf(template)).toMatchObject({ erased, parameters, noun, endsInParameter });
  });

  test.each([
    ['/users/{}/:cancel', true],
    ['/users/{}/cancel', false],
    ['/users/:cancel/x', false],
    ['/users:x', false],
  ])('%s ends in a verb: %s', (erased, expected) => {
    expect(isVerb(erased)).toBe(expected);
  });

  test('has a parent', () => {
    expect(['/users/{}/posts', '/users', ''].map(parentPath)).toEqual(['/users/{}', '', '']);
  });

  test.each([
    ['/users', '', '/users'],
    ['/users/{id}', '/users', '/users'],
    ['/users/{id}/posts', '/users/{}', '/users/{}/posts'],
    ['/', '', ''],
  ])('%s is below %s and of the collection %s', (template, above, collection) => {
    expect(pathShapeOf(template)).toMatchObject({ above, collection });
  });

  test.each([
    ['/users/{userId}/posts', 'userId', 'users'],
    ["/Users('{id}')/Posts", 'id', 'Users'],
    ['/users/{userId}/{postId}', 'postId', ''],
    ['/{userId}', 'userId', ''],
    ['/users', 'userId', ''],
  ])('%s has before {%s} the noun "%s"', (template, parameter, noun) => {
    expect(nounBefore(template, parameter)).toBe(noun);
  });
});

describe('a name', () => {
  test.each([
    ['userId', 'id'],
    ['user_id', 'id'],
    ['userID', 'id'],
    ['id', 'id'],
    ['user-id-', 'id'],
    ['v2Beta', 'beta'],
    ['', ''],
    ['__', '__'],
  ])('%s ends in the word %s', (name, word) => {
    expect(lastWord(name)).toBe(word);
  });

  test.each([
    ['dagRuns', 'dagrun'],
    ['tags[]', 'tag'],
    ['user_ids', 'userid'],
    ['[]', ''],
  ])('%s has the singular %s', (name, singular) => {
    expect(singularOf(name)).toBe(singular);
  });

  test('is the same noun in the plural and in another spelling', () => {
    expect(isSameNoun('dag_run', 'dagRuns')).toBe(true);
    expect(isSameNoun('dag', 'dagRuns')).toBe(false);
  });

  test.each([
    ['asset_events', 'events', true],
    ['events', 'event', true],
    ['event_assets', 'events', false],
    ['is', 'is', true],
    ['abuse', 'us', false],
    ['ids', 'id', true],
    ['user_ids', 'id', false],
  ])('%s ends in %s: %s', (name, noun, expected) => {
    expect(endsInNoun(name, noun)).toBe(expected);
  });
});
