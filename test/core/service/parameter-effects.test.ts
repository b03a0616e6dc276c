/** What the query parameters of an operation do, for `explain`. */
import { expect, test } from 'vitest';
import { declaredEffects } from '../../../src/core/service/parameter-effects.ts';
import { operationOf } from '../../openapi/documents.ts';
import { serviceFor, things } from '../../openapi/resources/small.ts';
import { boolean, inQuery, integer, object, operation, ref } from '../../short-document.ts';

const effectsIn = (paths: Readonly<Record<string, Readonly<Record<string, object>>>>, name: string) =>
  declaredEffects(operationOf(serviceFor(paths), name)).map(({ name: parameter, effect, property, comparison }) =>
    [parameter, effect, property, comparison].filter((part) => part !== undefined).join(' '),
  );

const item = { get: operation(ref('Thing')) };

test('of a list: filters with their property, search, sort, page, and none', () => {
  const parameters = [
    inQuery('kind'),
    inQuery('name_contains'),
    inQuery('filter', object({ name: { type: 'string' }, other: { type: 'string' } })),
    inQuery('name', boolean),
    inQuery('q'),
    inQuery('sort'),
    inQuery('direction', { type: 'string', enum: ['asc', 'desc'] }),
    inQuery('limit', integer),
    inQuery('page', integer),
    inQuery('fields'),
  ];
  expect(
    effectsIn({ '/things': { get: operation(things, { parameters }) }, '/things/{thingId}': item }, 'GET /things'),
  ).toEqual([
    'kind filter kind equals',
    'name_contains filter name contains',
    'filter[name] filter name equals',
    'name none',
    'q search',
    'sort sort',
    'direction sort',
    'limit page',
    'page page',
    'fields select',
  ]);
});

test('of a write: the property that it sets; of a list without state: the page', () => {
  const update = operation(ref('Thing'), { parameters: [inQuery('kind'), inQuery('x')] });
  expect(
    effectsIn(
      { '/things': { get: operation(things) }, '/things/{thingId}': { ...item, post: update } },
      'POST /things/{thingId}',
    ),
  ).toEqual(['kind set kind', 'x none']);
  const stateless = operation(things, { parameters: [inQuery('limit', integer)], 'x-vivarium': false });
  expect(effectsIn({ '/things': { get: stateless } }, 'GET /things')).toEqual(['limit page']);
});

test('of an object that selects a page: what its properties do', () => {
  const pageable = { name: 'pageable', in: 'query', required: true, schema: object({ page: integer, size: integer }) };
  const list = operation(things, { parameters: [pageable] });
  const paths = { '/things': { get: list }, '/things/{thingId}': item };
  expect(effectsIn(paths, 'GET /things')).toEqual(['page page', 'size page', 'pageable page']);
  const report = operation(object({ sum: integer }), { parameters: [pageable] });
  expect(effectsIn({ '/report': { get: report } }, 'GET /report')).toEqual(['page none', 'size none', 'pageable none']);
});
