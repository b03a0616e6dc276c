/** What calls of the control API may send, and what the message says of anything else. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  allExchangesFilterSchema,
  exchangeFilterSchema,
  pageQuery,
  worldStart,
} from '../../../../src/server/control/request/control-schemas.ts';
import { collectionQuery } from '../../../../src/server/control/request/select-items.ts';
import { itemsByCollection } from '../../../../src/server/control/routes/collections-routes.ts';
import { sentRequest } from '../../../../src/server/control/routes/requests-routes.ts';
import { clockChange } from '../../../../src/server/control/routes/worlds-routes.ts';

test.each<readonly [schema: z.ZodType, sent: unknown, read: unknown]>([
  [pageQuery, {}, { offset: 0 }],
  [pageQuery, { limit: '007', offset: '3' }, { limit: 7, offset: 3 }],
  [collectionQuery, { sort: '-name', q: '' }, { sort: '-name', q: '', offset: 0 }],
  [exchangeFilterSchema, { status: '5XX', method: 'get', path: '*' }, { status: '5XX', method: 'GET', path: '*' }],
  [exchangeFilterSchema, { status: 404, violations: 'true', since: 0 }, { status: 404, violations: true, since: 0 }],
  [exchangeFilterSchema, { violations: false, limit: '10', path: '/a' }, { violations: false, limit: 10, path: '/a' }],
  [sentRequest, { path: '/a?b=1' }, { method: 'GET', path: '/a?b=1', headers: {}, changes: true }],
  [clockChange, { now: '2030-06-01', advance: '2h' }, { now: Date.UTC(2030, 5, 1), advance: 7_200_000 }],
  [worldStart, { scenario: 'busy' }, { scenario: 'busy' }],
  [itemsByCollection, { orders: [1, null] }, { orders: [1, null] }],
])('%#: %j is read', (schema, sent, read) => {
  expect(schema.parse(sent)).toEqual(read);
});

test.each<readonly [schema: z.ZodType, sent: unknown, message: string]>([
  [pageQuery, { limit: '-1' }, 'a whole number, 0 or more'],
  [pageQuery, { limit: 'x1' }, 'a whole number, 0 or more'],
  [pageQuery, { limit: '1x' }, 'a whole number, 0 or more'],
  [pageQuery, { limit: '1'.repeat(16) }, 'a whole number, 0 or more'],
  [collectionQuery, { sort: '--name' }, 'the name of a property, with "-" before it for descending order'],
  [collectionQuery, { sort: '-' }, 'the name of a property, with "-" before it for descending order'],
  [exchangeFilterSchema, { operation: 1 }, 'the name of an operation'],
  [exchangeFilterSchema, { fault: 1 }, 'the name of a fault'],
  [exchangeFilterSchema, { method: 1 }, 'an HTTP method'],
  [exchangeFilterSchema, { method: 'FETCH' }, 'an HTTP method'],
  [exchangeFilterSchema, { path: 1 }, 'a path that begins with / or *'],
  [exchangeFilterSchema, { path: 'a/*' }, 'a path that begins with / or *'],
  [exchangeFilterSchema, { status: '600' }, 'a status such as 404 or a class such as 4xx'],
  [exchangeFilterSchema, { status: '4044' }, 'a status such as 404 or a class such as 4xx'],
  [exchangeFilterSchema, { status: '1404' }, 'a status such as 404 or a class such as 4xx'],
  [exchangeFilterSchema, { violations: 'yes' }, 'true or false'],
  [exchangeFilterSchema, { violations: 'untrue' }, 'true or false'],
  [exchangeFilterSchema, { violations: 'falsely' }, 'true or false'],
  [exchangeFilterSchema, { since: -1 }, 'a whole number, 0 or more'],
  [exchangeFilterSchema, { limit: 1.5 }, 'a whole number, 0 or more'],
  [allExchangesFilterSchema, { since: 1 }, 'omitted: ids are per world'],
  [sentRequest, {}, 'a path that begins with /'],
  [sentRequest, { path: '/~a/b' }, 'a path that begins with / and has no world: the URL names it'],
  [sentRequest, { path: 'a/b' }, 'a path that begins with / and has no world: the URL names it'],
  [sentRequest, { path: '/a#b' }, 'a path that begins with / and has no world: the URL names it'],
  [sentRequest, { path: '/a b' }, 'a path that begins with / and has no world: the URL names it'],
  [sentRequest, { path: '/', headers: 'a: b' }, 'an object with the values of headers'],
  [sentRequest, { path: '/', headers: { a: 1 } }, 'a text'],
  [sentRequest, { path: '/', changes: 1 }, 'true or false'],
  [sentRequest, [], 'an object'],
  [sentRequest, { path: '/', methods: 'GET' }, 'method, path, headers, body, changes'],
  [clockChange, { now: 'tomorrow' }, 'a time such as 2030-06-01T00:00:00Z or a date such as 2030-06-01'],
  [clockChange, { now: 5 }, 'a time such as 2030-06-01T00:00:00Z or a date such as 2030-06-01'],
  [clockChange, { advance: 'soon' }, 'a duration such as 250ms, 30s, 5m, 2h or 7d'],
  [clockChange, { advance: 5 }, 'a duration such as 250ms, 30s, 5m, 2h or 7d'],
  [clockChange, { frozen: 'yes' }, 'true or false'],
  [worldStart, { scenario: 1 }, 'the name of a scenario'],
  [itemsByCollection, [], 'an object with lists of items'],
  [itemsByCollection, { orders: 1 }, 'a list of items'],
])('%#: %j is not read', (schema, sent, message) => {
  expect(schema.safeParse(sent).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
