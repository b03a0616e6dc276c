/** What `explain` shows of relations. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { combineServices } from '../../../src/core/service/combine.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { createRelationsOf, describeRelations } from '../../../src/parts/explain/explain.ts';
import { documentOf } from '../../core/helpers.ts';
import { integer, listOf, object, operation, text } from '../../short-document.ts';

const parameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });

const pathsOf = (path: string, schema: object, takes = schema) => ({
  [path]: { get: operation(listOf(schema)), post: operation(schema, { takes, status: 201 }) },
  [`${path}/{id}`]: { parameters: [parameter('id', integer)], get: operation(schema) },
});

const serviceOf = (name: string): Service => {
  const user = object({ id: integer, name: text, orderCount: integer }, ['id', 'name']);
  const sent = { id: integer, userId: integer, approver: user };
  const order = object({ ...sent, userName: text }, ['id']);
  const paths = { ...pathsOf('/users', user), ...pathsOf('/orders', order, object(sent)) };
  return compileService(documentOf(paths as JsonObject), { name, base: `/${name}` });
};

const shownIn = (service: Service): Readonly<Record<string, string>> => {
  const relationsOf = createRelationsOf(service);
  return Object.fromEntries(
    [...service.collections].map(([name, spec]) => [name, describeRelations(relationsOf(spec))]),
  );
};

test('the properties that have something of other items are listed, with what and of which', () => {
  expect(shownIn(serviceOf('shop'))).toEqual({
    users: 'orderCount (count of orders)',
    orders: 'approver (item of users), userName (text of users), userId (id of users)',
  });
});

test('those of several services are of their own collections', () => {
  const both = combineServices([serviceOf('one'), serviceOf('two')]);
  expect(shownIn(both)).toMatchObject({
    'two.users': 'orderCount (count of two.orders)',
    'two.orders': 'approver (item of two.users), userName (text of two.users), userId (id of two.users)',
  });
});
