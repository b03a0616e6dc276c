/** The `x-vivarium` that would make an operation stateful that is not recognised. */
import { expect, test } from 'vitest';
import { operationOf } from '../../../openapi/documents.ts';
import { collection, nothing, saving, serviceFor, things } from '../../../openapi/resources/small.ts';
import { inPath, inQuery, listOf, object, operation, ref, text } from '../../../short-document.ts';

const thing = { '/things': collection(ref('Thing')) };
const credentials = object({ email: text, password: text });

test.each<[string, string, object, object | undefined, object?]>([
  ['a list', 'GET /rows', operation(listOf(object({ x: text }))), { collection: 'rows', action: 'list' }],
  ['a list in a part', 'GET /rows/all', operation(listOf(object({ x: text }))), { collection: 'all', action: 'list' }],
  ['texts', 'GET /rows', operation(listOf(text)), undefined],
  ['nothing', 'GET /rows', nothing, undefined],
  ['a text', 'GET /rows', operation(text), undefined],
  ['an object of which nothing is said', 'GET /rows/{id}', operation({ type: 'object' }), undefined],
  ['one of many things', 'GET /rows', operation(ref('Thing'), { parameters: [inQuery('x')] }), undefined],
  ['a search', 'POST /rows', operation(things, { takes: object({ name: text }) }), undefined],
  ['an item without a name', 'GET /{id}', operation(ref('Thing')), undefined],
  ['an item by two ids', 'GET /rows/{a}/{b}', operation(ref('Thing')), undefined],
  ['an item that is deleted', 'DELETE /rows/{id}', operation(ref('Thing')), undefined],
  ['an item below another', 'POST /rows/{id}/parts', saving(ref('Thing')), undefined],
  ['an item of nothing', 'POST /rows', operation(ref('Thing')), undefined],
  ['an item of a replacement', 'PUT /rows', saving(ref('Thing')), undefined],
  ['a known item', 'GET /search/{id}', operation(ref('Thing')), { collection: 'things', action: 'read' }, thing],
  [
    'an item of two',
    'GET /search/{id}',
    operation(ref('Thing')),
    { collection: 'search', action: 'read' },
    { ...thing, '/old/things': thing['/things'] },
  ],
  [
    'an item of no known one',
    'GET /search/{id}',
    operation(object({ v: text })),
    { collection: 'search', action: 'read' },
    thing,
  ],
  [
    'what is sent and returned',
    'POST /things',
    operation(ref('Thing'), { takes: object({ name: text }) }),
    { collection: 'things', action: 'create' },
  ],
  [
    'an item in a wrapper',
    'POST /things',
    operation(ref('Thing'), { takes: object({ thing: object({ name: text, kind: text }) }) }),
    { collection: 'things', action: 'create' },
  ],
  ['an item by its path', 'GET /things/{id}', operation(ref('Thing')), { collection: 'things', action: 'read' }],
  [
    'an item whose path has not its parent',
    'GET /search/{id}',
    operation(ref('Thing')),
    { collection: 'search', action: 'read' },
    { '/users/{user}/things': collection(ref('Thing')) },
  ],
  [
    'an item that would have the name of others',
    'GET /parts/{id}',
    operation(ref('Thing')),
    undefined,
    { '/users/{user}/parts': collection(object({ id: text, x: text, y: text })) },
  ],
  ['what was not sent', 'POST /login', operation(object({ token: text }), { takes: credentials }), undefined],
  [
    'a renewed token',
    'POST /users/refresh',
    operation(object({ accessToken: text, refreshToken: text }), { takes: object({ refreshToken: text }) }),
    undefined,
  ],
])('%s', (_name, name, described, expected, paths = {}) => {
  const [method = '', path = ''] = name.split(' ');
  const { correction, binding } = operationOf(
    serviceFor({ ...paths, [path]: { [method.toLowerCase()]: described } }),
    name,
  );
  expect(binding).toBeUndefined();
  expect(correction?.()).toEqual(expected);
});

test('an operation of a known collection does what its method says, unless it shows a list', () => {
  const other = object({ x: text }, ['x']);
  const read = { parameters: [inPath('id')], get: operation(ref('Thing')) };
  const correctionOf = (name: string, shown: object): unknown => {
    const described = { [name.includes('{') ? 'put' : 'post']: operation(shown, { takes: listOf(text) }) };
    const paths = { '/things': { get: operation(things) }, '/things/{id}': read };
    const path = name.split(' ')[1] as keyof typeof paths;
    return operationOf(serviceFor({ ...paths, [path]: { ...paths[path], ...described } }), name).correction?.();
  };
  expect(correctionOf('PUT /things/{id}', other)).toEqual({ collection: 'things', action: 'replace' });
  expect(correctionOf('POST /things', ref('Thing'))).toEqual({ collection: 'things', action: 'create' });
  expect(correctionOf('POST /things', things)).toBeUndefined();
});

test.each<[string, object, string]>([
  ['GET /rows', { responses: { 400: { description: '' } } }, 'Documents no success response.'],
  ['GET /rows', operation(text, { mediaType: 'image/png' }), 'No recognised operation writes what it returns.'],
  [
    'GET /rows',
    { responses: { 200: { description: '', content: { 'image/png': {} } } } },
    'Returns image/png, and not an item as JSON.',
  ],
  [
    'GET /rows',
    operation(object({ x: text }), { parameters: [inQuery('y')] }),
    'No recognised operation writes what it returns.',
  ],
  ['GET /{id}', operation(object({ x: text })), 'No recognised operation lists, creates or changes the items of /.'],
  [
    'GET /a/{b}/rows/{id}',
    operation(object({ x: text })),
    'No recognised operation lists, creates or changes the items of /a/{b}/rows.',
  ],
  ['DELETE /rows', nothing, 'Names no items to delete: neither its path nor its query or its body has their ids.'],
  ['DELETE /rows/{id}', nothing, 'No recognised operation lists or creates the items of /rows.'],
  ['POST /rows/{id}/parts', nothing, 'No recognised operation lists or creates the items of /rows.'],
  [
    'POST /rows',
    operation(undefined, { takes: object({ x: text }) }),
    'No recognised operation lists or reads what it creates.',
  ],
  ['POST /rows', nothing, 'Names no item, and no recognised operation reads what it changes.'],
  [
    'PUT /rows',
    operation(undefined, { takes: object({ x: text }) }),
    'Names no item, and no recognised operation reads what it changes.',
  ],
])('why %s is not recognised %#', (name, described, expected) => {
  const [method = '', path = ''] = name.split(' ');
  expect(operationOf(serviceFor({ [path]: { [method.toLowerCase()]: described } }), name).reason).toBe(expected);
});
