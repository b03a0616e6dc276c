import { expect, test } from 'vitest';
import { suggestOperation } from '../../../src/core/service/suggest-operation.ts';

const operations = [
  { name: 'listUsers', method: 'GET', path: '/users' },
  { name: 'getUser', method: 'GET', path: '/users/{id}' },
];

test.each([
  ['getUsr', 'Did you mean "getUser"?'],
  ['GET /users', 'Did you mean "listUsers"?'],
  [' get /Users/{id} ', 'Did you mean "getUser"?'],
  ['POST /somewhere', 'The operations are listUsers, getUser.'],
])('for %s, the remedy is: %s', (text, remedy) => {
  expect(suggestOperation(text, operations)).toBe(remedy);
});
