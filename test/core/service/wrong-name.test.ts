import { describe, expect, test } from 'vitest';
import { findOperation, suggestOperation, wrongOperation } from '../../../src/core/service/wrong-name.ts';

const operations = [
  { name: 'listUsers', method: 'GET', path: '/users' },
  { name: 'getUser', method: 'GET', path: '/users/{id}' },
];

test.each([
  ['getUsr', 'Did you mean "getUser"?'],
  ['GET /users', 'Did you mean "listUsers"?'],
  [' get /Users/{id} ', 'Did you mean "getUser"?'],
  ['users', 'Did you mean "listUsers"?'],
  ['/user', 'Did you mean "listUsers"?'],
  ['POST /somewhere', 'The operations are listUsers, getUser.'],
])('for %s, the remedy is: %s', (text, remedy) => {
  expect(suggestOperation(text, operations)).toBe(remedy);
});

describe('a name that several services have', () => {
  const service = (name: string) => ({
    name: `${name}.list`,
    localName: 'list',
    service: name,
    method: 'GET',
    path: '/',
  });
  const several = [service('shop'), service('users')];
  const ambiguous = {
    code: 'VIV_NAME_AMBIGUOUS',
    message: 'ambiguous operation "list", which several services have',
    hint: 'Write shop.list or users.list.',
  };

  test('is ambiguous, though as a pattern it would match each', () => {
    expect(findOperation('list', several)).toEqual(ambiguous);
    expect(wrongOperation('list', several)).toEqual(ambiguous);
    expect(wrongOperation('shop.list', several)).toBeUndefined();
  });

  test('differs from a pattern that matches some, and from one that matches none', () => {
    expect(wrongOperation('l*', several)).toBeUndefined();
    expect(wrongOperation('x*', several)).toMatchObject({
      code: 'VIV_OPERATION_UNKNOWN',
      message: 'unknown operation "x*"',
    });
  });
});
