import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isJsonType } from '../../src/core/http/http.ts';
import type { Service } from '../../src/core/service/service.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { messagesOf, now, operationOf, serviceOf } from './documents.ts';

const shipped = fileURLToPath(new URL('../../spec/animal-store.yaml', import.meta.url));

const compile = async (file: string): Promise<Service> => {
  const service = compileService((await loadDocument(file)).document, { thorough: true });
  await service.ready();
  return service;
};

/** Generated values that violate their own schema: `operation status: problem`. */
const misfits = (service: Service): readonly string[] => {
  const found: string[] = [];
  const look = (
    name: string,
    check: Parameters<typeof messagesOf>[0],
    generate: (context: { seed: number; now: number }) => unknown,
  ): void => {
    for (let seed = 1; seed <= 3; seed++)
      found.push(...messagesOf(check, generate({ seed, now })).map((message) => `${name}: ${message}`));
  };
  for (const { name, responses } of service.operations) {
    for (const [status, { contents }] of responses) {
      for (const { mediaType, check, generate } of contents)
        if (isJsonType(mediaType)) look(`${name} ${status}`, check, generate);
    }
  }
  for (const { name, check, generate } of service.collections.values()) look(name, check, generate);
  return found;
};

test('the shipped document has no problems, and its generated values are valid', async () => {
  const service = await compile(shipped);
  expect(service.problems).toEqual([]);
  expect(misfits(service)).toEqual([]);
});

test("the shipped document's resources are found", async () => {
  const service = await compile(shipped);
  expect(service.operations.map(({ name, binding }) => [name, binding?.action])).toEqual([
    ['listPets', 'list'],
    ['createPet', 'create'],
    ['getPet', 'read'],
    ['listOrders', undefined],
  ]);
  expect(operationOf(service, 'listPets').binding).toMatchObject({
    filters: [{ parameter: 1, property: 'status' }],
    paging: { size: 0, defaultSize: 20 },
  });
  expect(service.basePaths).toEqual(['/v1']);
  const [body] = operationOf(service, 'createPet').body?.contents ?? [];
  expect(body && messagesOf(body.check, { status: 'unknown' })).toEqual([
    '/name is required',
    '/categoryId is required',
    '/status must be one of available, pending, sold',
  ]);
});

test('a document without operations is rejected with its first problem, which may be the reason', () => {
  const compiling = (paths: object) => () => serviceOf(paths);
  expect(compiling({})).toThrow(/^the document has no operations, so nothing can be served\. Add one below paths\.$/);
  expect(compiling({ '/a': { $ref: '#/components/pathItems/None' } })).toThrow(
    /nothing can be served; its first problem is at \/paths\/~1a: .*None/,
  );
});
