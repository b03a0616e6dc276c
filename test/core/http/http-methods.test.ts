import { METHODS } from 'node:http';
import { expect, test } from 'vitest';
import { httpMethods } from '../../../src/core/http/http.ts';

test('the methods are those that the HTTP parser of Node accepts', () => {
  expect([...httpMethods].toSorted()).toEqual(METHODS.toSorted());
});
