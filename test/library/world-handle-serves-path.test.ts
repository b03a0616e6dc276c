import { expect, test } from 'vitest';
import { servesPath } from '../../src/library/world-handle.ts';
import { documentOf, readyService } from '../core/helpers.ts';

const answer = { responses: { 200: { description: 'It.' } } };
const serviceAt = (url: string) =>
  readyService(documentOf({ '/pets/{id}': { delete: answer } }, { servers: [{ url }] }));

test.each([
  ['/v1', '/v1/pets/1', true],
  ['/v1', '/v1/nothing', true],
  ['/v1', '/pets/1', false],
  // A page, such as that of the panel, may be at any other path.
  ['/', '/pets/1', true],
  ['/', '/nothing', false],
])('a service at %s has the path %s: %s', async (base, path, expected) => {
  expect(servesPath(await serviceAt(base), path)).toBe(expected);
});
