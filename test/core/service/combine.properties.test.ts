/** Random sets of small documents: their names, and the operations that their requests match. */
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/core/primitives/config-error.ts';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { combineServices } from '../../../src/core/service/combine.ts';
import { findByName, matchesName, qualifiedName } from '../../../src/core/service/names.ts';
import { routeRequest, type Service } from '../../../src/core/service/service.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import fc from '../../fast-check.ts';
import { documentOf } from '../helpers.ts';

const segment = fc.constantFrom('users', 'orders', 'me', '{id}', '{name}', '{id}.json');
const operation = fc.record({
  method: fc.constantFrom('get', 'post', 'delete', 'head'),
  path: fc.array(segment, { maxLength: 3 }).map((segments) => `/${segments.join('/')}`),
  id: fc.constantFrom('get', 'list', 'users.get', 'shop.list', undefined),
});
type Given = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

const documentFrom = (operations: readonly Given[], bases: readonly string[]): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const { method, path, id } of operations)
    paths[path] = {
      ...paths[path],
      [method]: { ...(id !== undefined && { operationId: id }), responses: { 200: { description: 'Fine.' } } },
    };
  return documentOf(paths, { servers: bases.map((url) => ({ url: url === '' ? '/' : url })) });
};

const base = fc.constantFrom('', '/v1', '/users', '/v1/users');
const documents = fc.array(
  fc.record({
    operations: fc.array(operation, { minLength: 1, maxLength: 4 }),
    bases: fc.uniqueArray(base, { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 2, maxLength: 4 },
);
const serviceNames = ['shop', 'users', 'api', 'mail'];

const compile = (given: typeof documents extends fc.Arbitrary<infer Value> ? Value : never) =>
  given.map(({ operations, bases }, index) =>
    compileService(documentFrom(operations, bases), { name: serviceNames[index] as string }),
  ) as [Service, ...Service[]];

const combined = (parts: [Service, ...Service[]]): Service | undefined => {
  try {
    return combineServices(parts);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
};

const requestsOf = (part: Service): readonly string[] =>
  part.operations.flatMap(({ method, path }) =>
    part.basePaths.map((prefix) => `${method} ${prefix}${path}`.replaceAll(/\{\w+\}/g, '{}').replace(/(?<=.)\/$/, '')),
  );

const notGone = () => false;

describe('combined services', () => {
  test('are rejected if and only if two of them have the same method and path', () => {
    fc.assert(
      fc.property(documents, (given) => {
        const parts = compile(given);
        const requests = parts.flatMap((part) => [...new Set(requestsOf(part))]);
        expect(combined(parts) === undefined).toBe(new Set(requests).size < requests.length);
      }),
      { numRuns: 60 },
    );
  });

  test('have unique names, and every qualified name is that of its operation', () => {
    fc.assert(
      fc.property(documents, (given) => {
        const service = combined(compile(given));
        fc.pre(service !== undefined);
        const { operations } = service;
        expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
        for (const one of operations) {
          const { name, localName } = one;
          expect(findByName(operations, name)).toEqual({ type: 'found', value: one });
          expect(findByName(operations, qualifiedName(one))).toEqual({ type: 'found', value: one });
          expect(matchesName(qualifiedName(one), one)).toBe(true);
          const local = findByName(operations, localName);
          // A name in a document means its own operation, unless it is also a qualified name or that of several services.
          if (local.type === 'found')
            expect(local.value === one || qualifiedName(local.value) === localName).toBe(true);
          else expect(local.type === 'ambiguous' && local.names.includes(qualifiedName(one))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('route each request as the services alone would', () => {
    const path = fc
      .array(fc.constantFrom('v1', 'users', 'orders', 'me', '7', '7.json'), { maxLength: 5 })
      .map((segments) => `/${segments.join('/')}`);
    fc.assert(
      fc.property(documents, fc.constantFrom('GET', 'POST', 'HEAD', 'PUT'), path, (given, method, target) => {
        const service = combined(compile(given));
        fc.pre(service !== undefined);
        const route = routeRequest(service, method, target, notGone);
        const alone = service.services.map((part) => routeRequest(part, method, target, notGone));
        const matched = alone.filter(({ match }) => match.type === 'operation');
        const others = alone.flatMap(({ match }) => (match.type === 'other-method' ? match.methods : []));
        if (matched.length > 0) expect(matched).toContainEqual(route);
        else if (others.length > 0)
          expect(new Set(route.match.type === 'other-method' ? route.match.methods : [])).toEqual(new Set(others));
        else expect(route.match.type).toBe('none');
        // An unknown path belongs to the service with the longest base path above it.
        if (matched.length === 0 && others.length === 0) {
          const longest = Math.max(...alone.map(({ apiPath }) => apiPath?.base.length ?? -1));
          expect(route.apiPath?.base.length ?? -1).toBe(longest);
        }
      }),
      { numRuns: 120 },
    );
  });
});
