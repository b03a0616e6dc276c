import { describe, expect, test } from 'vitest';
import type { Parameter } from '../../../../src/core/service/operation.ts';
import {
  exampleIdsOf,
  hasItems,
  type ResourceGroup,
  roleOf,
  scopePath,
} from '../../../../src/openapi/resources/describe/group.ts';
import { pathShapeOf, type UnboundOperation } from '../../../../src/openapi/resources/describe/unbound-operation.ts';

type Location = Parameter['in'];

/** An operation with these parameters, and the examples 1, 2 and so on. */
const operationAt = (path: string, parameters: readonly (readonly [Location, string])[]): UnboundOperation =>
  ({
    operation: { path, parameters: parameters.map(([location, name]) => ({ in: location, name })) },
    path: pathShapeOf(path),
    parameterKeys: parameters.map(([, name]) => `#/${name}`),
    parameterExamples: parameters.map((_, index) => [index + 1]),
  }) as unknown as UnboundOperation;

const shop = operationAt('/shops/{shopId}/things/{id}', [
  ['query', 'id'],
  ['path', 'shopId'],
  ['path', 'id'],
]);

describe('a role', () => {
  const keyOf = (action: Parameters<typeof roleOf>[0]) => roleOf(action, shop, { reason: '' }).key;

  test('is identified by its path, except for a list and a creation', () => {
    expect(keyOf('list')).toBe('none');
    expect(keyOf('create')).toBe('none');
    for (const action of ['read', 'replace', 'update', 'delete', 'act'] as const) expect(keyOf(action)).toBe('path');
  });

  test('is in doubt, below its parents and changes what exists, unless stated otherwise', () => {
    expect(roleOf('read', shop, { reason: 'r' })).toEqual({
      action: 'read',
      candidate: shop,
      shape: undefined,
      key: 'path',
      upsert: false,
      isInScope: true,
      pathFilters: [],
      confidence: 'medium',
      reason: 'r',
    });
    expect(roleOf('read', shop, { reason: '', key: 'body', upsert: true })).toMatchObject({
      key: 'body',
      upsert: true,
    });
  });
});

describe('the example of an id', () => {
  test('is that of the last parameter of the path', () => {
    expect(exampleIdsOf(roleOf('read', shop, { reason: '' }))).toEqual([3]);
    const shelf = operationAt('/shops/{shopId}/shelves/{shelfId}/things/{id}', [
      ['path', 'shopId'],
      ['path', 'shelfId'],
      ['path', 'id'],
    ]);
    expect(exampleIdsOf(roleOf('read', shelf, { reason: '' }))).toEqual([3]);
  });

  test('is unknown if the path does not identify an item, or the parameter is not declared', () => {
    expect(exampleIdsOf(roleOf('list', shop, { reason: '' }))).toEqual([]);
    expect(exampleIdsOf(roleOf('delete', shop, { reason: '', key: 'body' }))).toEqual([]);
    const undeclared = operationAt('/things/{id}', [['query', 'id']]);
    expect(exampleIdsOf(roleOf('read', undeclared, { reason: '' }))).toEqual([]);
  });
});

describe('single items of a group can be addressed', () => {
  const groupWith = (rest: Partial<ResourceGroup>) =>
    hasItems({ kind: 'list', idProperty: undefined, roles: [], ...rest } as unknown as ResourceGroup);
  const roles = (key: 'path' | 'body' | 'none') => [roleOf('delete', shop, { reason: '', key })];

  test('if they have an id, or a path', () => {
    expect(groupWith({ idProperty: 'id' })).toBe(true);
    expect(groupWith({ roles: roles('path') })).toBe(true);
  });

  test('unless they have neither, or the group is a singleton', () => {
    expect(groupWith({})).toBe(false);
    expect(groupWith({ roles: roles('none') })).toBe(false);
    expect(groupWith({ kind: 'singleton', idProperty: 'id', roles: roles('path') })).toBe(false);
  });
});

test.each([
  ['/shops/{}/things', '/shops/{}'],
  ['/shops/{}/shelves/{}/things', '/shops/{}/shelves/{}'],
  ['/shops/{}/my/things', '/shops/{}'],
  ['/{}', '/{}'],
])('the parents of %s are at %s', (path, scope) => {
  expect(scopePath({ path } as ResourceGroup)).toBe(scope);
});
