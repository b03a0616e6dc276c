/** The names of handlers. */
import { expect, test } from 'vitest';
import { withHandlers } from '../../../src/core/handlers/with-handlers.ts';
import { combineServices } from '../../../src/core/service/combine.ts';
import type { Handler } from '../../../src/core/service/handler.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { documentOf, operationOf } from '../helpers.ts';

const documentAt = (path: string) =>
  documentOf({ [path]: { get: { operationId: 'list', responses: { 200: { description: '' } } } } });
const service = combineServices([
  compileService(documentAt('/a'), { name: 'shop' }),
  compileService(documentAt('/b'), { name: 'users' }),
]);
const attach = (...names: readonly string[]) =>
  withHandlers(service, new Map(names.map((name): [string, Handler] => [name, () => undefined])));

test('a qualified name means the operation of one service', () => {
  const { service: attached, unknown } = attach('shop.list');
  expect(unknown).toEqual([]);
  expect([...(attached.handlers?.keys() ?? [])]).toEqual([operationOf(service, 'shop.list')]);
});

test('a name that several services have, and an unknown one, are reported with the remedy', () => {
  expect(attach('list', 'shop.lst', 'constructor').unknown).toEqual([
    {
      name: 'list',
      code: 'VIV_NAME_AMBIGUOUS',
      message: 'ambiguous operation "list", which several services have',
      hint: 'Write shop.list or users.list.',
    },
    {
      name: 'shop.lst',
      code: 'VIV_OPERATION_UNKNOWN',
      message: 'unknown operation "shop.lst"',
      hint: 'Did you mean "shop.list"?',
    },
    {
      name: 'constructor',
      code: 'VIV_OPERATION_UNKNOWN',
      message: 'unknown operation "constructor"',
      hint: 'The operations are shop.list, users.list.',
    },
  ]);
});
