import { describe, expect, test } from 'vitest';
import { compileService } from '../../../src/openapi/compile.ts';
import { integer, object, ref } from '../../short-document.ts';
import { documentOf, operationOf, serviceOf } from '../documents.ts';

const content = (schema: object, rest: object = {}) => ({
  description: '',
  content: { 'application/json': { schema, ...rest } },
});
const errorRef = ref('Error');
const errorSchema = object({ code: { type: 'string' }, message: { type: 'string' }, status: integer }, [
  'code',
  'message',
  'status',
]);
const example = { code: 'unauthorized', message: 'A key is required', status: 401 };

const service = serviceOf(
  {
    '/a': {
      get: {
        operationId: 'a',
        responses: { 401: content(errorRef, { examples: { one: { value: example } } }), 409: content(errorRef) },
      },
    },
    '/b': { get: { operationId: 'b', responses: { 404: content(object({ reason: { type: 'string' } })) } } },
  },
  { schemas: { Error: errorSchema } },
);
const [a, b] = [operationOf(service, 'a'), operationOf(service, 'b')];

describe('an error', () => {
  test('is the documented example with a specific message', () => {
    const shape = service.errorFor(a, 401);
    expect(shape.mediaType).toBe('application/json');
    expect(shape.body({ message: 'The key has expired', status: 401 })).toEqual({
      ...example,
      message: 'The key has expired',
    });
  });

  test('without a message is the unchanged example', () => {
    expect(service.errorFor(a, 401).body({ message: undefined, status: 401 })).toEqual(example);
  });

  test('has its own status, not that of the example', () => {
    expect(service.errorFor(a, 401).body({ message: undefined, status: 403 })).toEqual({ ...example, status: 403 });
  });

  test('reports no success, at any depth, and has a flag for errors set', () => {
    const flag = { type: 'boolean' };
    const flags = object({ success: flag, error: flag, other: { ...flag, const: true } }, [
      'success',
      'error',
      'other',
    ]);
    const get = { operationId: 'c', responses: { 404: content(object({ result: flags }, ['result'])) } };
    const own = serviceOf({ '/c': { get } });
    const body = own.errorFor(operationOf(own, 'c'), 404).body({ message: 'Gone', status: 404 });
    expect(body).toMatchObject({ result: { success: false, error: true, other: true } });
  });

  test('without an example is built from the schema', () => {
    expect(service.errorFor(a, 409).body({ message: undefined, status: 409 })).toEqual({
      code: 'conflict',
      message: 'Conflict',
      status: 409,
    });
    expect(service.errorFor(a, 409).body({ message: 'No', status: 409 })).toEqual({
      code: 'conflict',
      message: 'No',
      status: 409,
    });
  });

  test('of an undocumented status is built from the most used error schema of the document', () => {
    expect(service.errorFor(b, 400).body({ message: 'query.limit must be at least 1', status: 400 })).toEqual({
      code: 'bad_request',
      message: 'query.limit must be at least 1',
      status: 400,
    });
  });

  test('of an undocumented status is the example of another operation for it', () => {
    expect(service.errorFor(b, 401).body({ message: undefined, status: 401 })).toEqual(example);
    expect(service.errorFor(undefined, 401).body({ message: 'x', status: 401 })).toEqual({ ...example, message: 'x' });
  });

  test('shape is created once for each operation and status', () => {
    expect(service.errorFor(a, 401)).toBe(service.errorFor(a, 401));
  });
});

test('without any documented error an error is problem+json', () => {
  const bare = serviceOf({ '/a': { get: { operationId: 'a', responses: {} } } });
  const shape = bare.errorFor(operationOf(bare, 'a'), 404);
  expect(shape.mediaType).toBe('application/problem+json');
  expect(shape.body({ message: 'No thing has the id 7', status: 404 })).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'No thing has the id 7',
  });
  expect(bare.errorFor(undefined, 500).body({ message: undefined, status: 500 })).toMatchObject({
    title: 'Internal Server Error',
    status: 500,
  });
});

test('a range and the default are documented statuses', () => {
  const ranged = serviceOf({
    '/a': {
      get: {
        operationId: 'a',
        responses: {
          200: { description: '' },
          '4xx': content({ properties: { detail: { type: 'string' } }, required: ['detail'] }),
          default: content({ properties: { error: { type: 'string' } }, required: ['error'] }),
        },
      },
    },
  });
  const a = operationOf(ranged, 'a');
  expect(ranged.errorFor(a, 404).body({ message: 'x', status: 404 })).toEqual({ detail: 'x' });
  expect(ranged.errorFor(a, 503).body({ message: 'x', status: 503 })).toEqual({ error: 'x' });
});

const bodyFor = (body: unknown): unknown => {
  const document = documentOf({
    '/a': { get: { operationId: 'a', responses: { 404: content({}, { example: body }) } } },
  });
  const one = compileService(document);
  return one.errorFor(operationOf(one, 'a'), 404).body({ message: 'MESSAGE', status: 418 });
};

const shapes: readonly (readonly [string, unknown, unknown])[] = [
  [
    'nested in error',
    { error: { code: 7, message: 'x', status: 404 } },
    { error: { code: 7, message: 'MESSAGE', status: 418 } },
  ],
  [
    'nested in a list',
    { errors: [{ detail: 'x', status: '404' }, { detail: 'y' }] },
    { errors: [{ detail: 'MESSAGE', status: '418' }, { detail: 'y' }] },
  ],
  [
    'as problem details',
    { type: 'about:blank', title: 'Not found', detail: 'x', status: 404 },
    { type: 'about:blank', title: 'Not found', detail: 'MESSAGE', status: 418 },
  ],
  [
    'in the style of Spring',
    { timestamp: 't', status: 404, error: 'Not Found', message: 'x', path: '/' },
    { timestamp: 't', status: 418, error: 'Not Found', message: 'MESSAGE', path: '/' },
  ],
  ['as a plain error property', { error: 'x' }, { error: 'MESSAGE' }],
  ['with the status as the code', { code: 404, message: 'x' }, { code: 418, message: 'MESSAGE' }],
  ['with other status properties', { statusCode: 404, msg: 'x' }, { statusCode: 418, msg: 'MESSAGE' }],
  ['as lists of texts', { errors: { body: ['x', 'y'] } }, { errors: { body: ['MESSAGE', 'y'] } }],
  ['as a word in status', { status: 'error', message: 'x' }, { status: 'error', message: 'MESSAGE' }],
  ['as text', 'x', 'MESSAGE'],
  ['without any place for a message', { ok: false }, { ok: false }],
];

test.each(shapes)('the message is set %s', (_name, body, expected) => {
  expect(bodyFor(body)).toEqual(expected);
});

test('an error in plain text is the message', () => {
  const text = serviceOf({
    '/a': { get: { operationId: 'a', responses: { 404: { description: '', content: { 'text/plain': {} } } } } },
  });
  const shape = text.errorFor(operationOf(text, 'a'), 404);
  expect([shape.mediaType, shape.body({ message: 'No such thing', status: 404 })]).toEqual([
    'text/plain',
    'No such thing',
  ]);
  expect(shape.body({ message: undefined, status: 404 })).toBe('Not Found');
});

test('a text with a placeholder is none of markup', () => {
  const content = { 'text/plain': { schema: { type: 'string' }, example: '<reason>' } };
  const plain = serviceOf({ '/a': { get: { operationId: 'a', responses: { 404: { description: '', content } } } } });
  const message = 'No such thing';
  expect(plain.errorFor(operationOf(plain, 'a'), 404).body({ message, status: 404 })).toBe(message);
});

test('an error that is markup is the example', () => {
  const body = '<error><code>No</code></error>';
  const content = { 'application/xml': { schema: { type: 'object' }, example: body } };
  const markup = serviceOf({ '/a': { get: { operationId: 'a', responses: { 404: { description: '', content } } } } });
  expect(markup.errorFor(operationOf(markup, 'a'), 404).body({ message: 'No such thing', status: 404 })).toBe(body);
});

test.each([
  ['a text', { type: 'string' }, 'No key'],
  ['an object with a message', object({ message: { type: 'string' } }, ['message']), { message: 'No key' }],
])('an operation with only a default of %s has errors of that type', (_name, schema, expected) => {
  const alone = serviceOf({ '/a': { get: { operationId: 'a', responses: { default: content(schema) } } } });
  expect(alone.errorFor(operationOf(alone, 'a'), 401).body({ message: 'No key', status: 401 })).toEqual(expected);
});

test('a default with a success schema is not an error', () => {
  const thing = object({ id: integer }, ['id']);
  const alone = serviceOf({ '/a': { get: { operationId: 'a', responses: { default: content(thing) } } } });
  expect(alone.errorFor(operationOf(alone, 'a'), 401)).toMatchObject({ mediaType: 'application/problem+json' });
});

test('an error says that it is no success, although its schema does not require it', () => {
  const failure = object({ success: { type: 'boolean', example: false }, error: { type: 'string', example: 'No' } });
  const { errorFor, ...service } = serviceOf({
    '/a': { get: { operationId: 'a', responses: { 404: content(failure) } } },
  });
  const { body } = errorFor(operationOf({ errorFor, ...service }, 'a'), 404);
  expect(body({ message: 'No such thing', status: 404 })).toEqual({ success: false, error: 'No such thing' });
});
