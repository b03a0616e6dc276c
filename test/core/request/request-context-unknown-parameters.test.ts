/** The names that an operation takes from the query, in every style: any other one is reported, and none is reported by mistake. */
import { describe, expect, test } from 'vitest';
import { unknownParametersOf } from '../../../src/core/exchange.ts';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import { integer, listOf, object } from '../../short-document.ts';
import { documentOf, now, readyService, requestOf, stateOf } from '../helpers.ts';

const point = object({ x: integer, y: integer });
const query = (name: string, schema: JsonObject, more: JsonObject = {}) => ({ name, in: 'query', schema, ...more });

const unknownIn = async (parameters: readonly JsonObject[], sent: string, rest: JsonObject = {}) => {
  const get = { operationId: 'list', parameters: parameters as never, responses: { 200: { description: '' } } };
  const service = await readyService(documentOf({ '/jobs': { get } }, rest));
  return unknownParametersOf(simulate(service, stateOf(service), requestOf('GET', `/jobs?${sent}`), now).exchange)
    ?.names;
};

const open = { ...point, additionalProperties: true } as JsonObject;

describe('a query parameter that the operation does not have is reported', () => {
  test.each<[string, readonly JsonObject[], string, readonly string[] | undefined]>([
    ['a scalar', [query('limit', integer)], 'limit=1&Limit=2&limit[]=3', ['Limit', 'limit[]']],
    ['a header with the name', [{ name: 'limit', in: 'header', schema: {} }], 'limit=1', ['limit']],
    ['any type', [query('q', {})], 'q=1&q[a]=2&qq=3', ['qq']],
    ['a list', [query('ids', listOf({}))], 'ids=1&ids=2&ids[]=3&ids[0]=4&id=5', ['id']],
    ['a list with brackets in its name', [query('ids[]', listOf({}))], 'ids[]=3&ids=4', ['ids']],
    ['a deep object', [query('at', point, { style: 'deepObject' })], 'at[x]=1&at[z]=2&x=3', ['x']],
    ['an exploded object', [query('at', point)], 'x=1&y=2&at[x]=3&x[a]=4&z=5&at=6', ['z', 'at']],
    ['an object in one text', [query('at', point, { explode: false })], 'at=x,1&x=2', ['x']],
    ['an open object', [query('at', open)], 'x=1&anything=2', undefined],
    ['an object without properties', [query('at', { type: 'object' })], 'anything=2', undefined],
    ['JSON', [{ name: 'at', in: 'query', content: { 'application/json': { schema: point } } }], 'at={}&x=1', ['x']],
    [
      'the whole query',
      [{ name: 'all', in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema: point } } }],
      'x=1&anything=2',
      undefined,
    ],
    [
      'an object that selects a page',
      [query('pageable', object({ page: integer, size: integer }), { required: true })],
      'page=1&size=2&sise=3',
      ['sise'],
    ],
    ['no parameter', [], 'utm_source=x', ['utm_source']],
    ['no parameter, and no name', [], '&&', undefined],
    ['a prefix of names', [], 'constructor=1&__proto__=2', ['constructor', '__proto__']],
  ])('%s', async (_name, parameters, sent, names) => {
    expect(await unknownIn(parameters, sent)).toEqual(names);
  });

  test('except the key of a security scheme, whatever the operation requires', async () => {
    const scheme = { type: 'apiKey', in: 'query', name: 'api_key' };
    expect(await unknownIn([], 'api_key=1&key=2', { components: { securitySchemes: { scheme } } })).toEqual(['key']);
  });
});

test('a name is cut, and has nothing of a value', async () => {
  const names = await unknownIn([], `a%3Dsecret=1&{"b":"secret"}&${'x'.repeat(500)}`);
  expect(names).toEqual(['a…', '{…', `${'x'.repeat(79)}…`]);
});
