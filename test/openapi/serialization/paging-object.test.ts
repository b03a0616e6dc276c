/** An object that selects a page is one parameter for each of its properties. */
import { expect, test } from 'vitest';
import { listOf, object, ref, text } from '../../short-document.ts';
import { operationOf, serviceOf } from '../documents.ts';

const integer = { type: 'integer', minimum: 0 };
const pageable = object({ page: integer, size: integer, sort: listOf(text) });

const parametersOf = (parameter: object) => {
  const whole = { name: 'pageable', in: 'query', required: true, schema: ref('Pageable'), ...parameter };
  const service = serviceOf(
    { '/things': { get: { operationId: 'list', parameters: [whole], responses: { 200: { description: '' } } } } },
    { schemas: { Pageable: pageable } },
  );
  return operationOf(service, 'list').parameters;
};
const namesOf = (parameter: object): readonly string[] =>
  parametersOf(parameter).map(({ name, required }) => `${name}${required ? ' required' : ''}`);

test('its properties are in the query, beside itself if it is required', () => {
  expect(namesOf({ required: false })).toEqual(['page', 'size', 'sort']);
  expect(namesOf({})).toEqual(['page', 'size', 'sort', 'pageable']);
  expect(namesOf({ schema: { ...pageable, required: ['size'] } })).toEqual([
    'page',
    'size required',
    'sort',
    'pageable required',
  ]);
});

test('of a deepObject, they have its name around them, and so have those of a page with a number', () => {
  const size = { number: integer, size: integer };
  const page = { name: 'page', schema: object(size) };
  expect(namesOf({ ...page, style: 'deepObject' })).toEqual(['page[number]', 'page[size]']);
  expect(namesOf({ ...page, required: false })).toEqual(['page[number]', 'page[size]']);
  expect(namesOf({ ...page, schema: object({ page: integer, size: integer }) })).toEqual(['page', 'size']);
  expect(namesOf({ name: 'pagination', schema: pageable, style: 'deepObject' })).toEqual([
    'pagination[page]',
    'pagination[size]',
    'pagination[sort]',
  ]);
  expect(namesOf({ name: 'filter', schema: pageable, style: 'deepObject' })).toEqual(['filter required']);
});

test('each has its own schema', () => {
  const [page] = parametersOf({});
  const problemsOf = (rawQuery: string) => {
    const decoded = page?.decode({
      path: new Map(),
      query: new URLSearchParams(rawQuery),
      rawQuery,
      headers: {},
    } as never);
    return decoded === undefined || 'problem' in decoded ? decoded : page?.check(decoded.value).map(({ rule }) => rule);
  };
  expect(problemsOf('page=2')).toEqual([]);
  expect(problemsOf('page=-1')).toEqual(['minimum']);
});

test.each<[string, object]>([
  ['in another style', { style: 'spaceDelimited' }],
  ['that is not exploded', { explode: false }],
  ['in a header', { in: 'header' }],
  ['without a schema', { schema: undefined }],
  ['without a page in it', { schema: object({ name: text }) }],
  ['with other properties', { schema: { ...pageable, additionalProperties: true } }],
  ['with an object in it', { schema: object({ page: integer, filter: { type: 'object' } }) }],
  ['with a reference in it', { schema: object({ page: ref('Pageable') }) }],
])('an object %s is one parameter', (_name, parameter) => {
  expect(namesOf(parameter)).toEqual(['pageable required']);
});
