/** Error bodies in the structures of real documents: what they state about a status, and where they name the problem. */
import { describe, expect, test } from 'vitest';
import type { ErrorShape } from '../../../src/core/service/service.ts';
import { integer, listOf, ref, text } from '../../short-document.ts';
import { operationOf, serviceOf } from '../documents.ts';

const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const listed = (...values: readonly unknown[]) => ({ enum: values });
const only = (value: unknown) => ({ const: value });

const shapesOf = (responses: object, schemas: object = {}): ((status: number, accept?: string) => ErrorShape) => {
  const service = serviceOf({ '/a': { get: { operationId: 'a', responses } } }, { schemas });
  return (status, accept) =>
    service.errorFor(operationOf(service, 'a'), status, {
      ...{ method: 'GET', path: '/a', query: '', pathPrefix: '', body: { type: 'none' } },
      headers: accept === undefined ? {} : { accept },
    });
};

const json = (schema: object, more: object = {}) => ({
  description: '',
  content: { 'application/json': { schema, ...more } },
});

const message = 'body.name is required';

/** A forced error, and a rejection with its message. */
const bodiesOf = (shape: ErrorShape, status: number) => [
  shape.body({ message: undefined, status }),
  shape.body({ message, status }),
];

const [badRequest, notFound, tooMany] = ['400 Bad Request', '404 Not Found', '429 Too Many Requests'];
const problem = (detail: string) => ({ type: 'about:blank', title: 'Not Found', status: 404, detail });
const errorType = listed('api_error', 'invalid_request_error', 'rate_limit_error');

/** The body states what went wrong: the text of the status if it was forced, else the message of the rejection. */
test.each<[what: string, status: string, schema: object, body: (message: string) => unknown]>([
  [
    'code, message and status',
    '401 Unauthorized',
    object({ code: text, message: text, status: integer }, 'code', 'message', 'status'),
    (message) => ({ code: 'unauthorized', message, status: 401 }),
  ],
  [
    'an integer code, with bounds of statuses',
    '403 Forbidden',
    object({ code: { ...integer, minimum: 400, maximum: 599 }, message: text }, 'code', 'message'),
    (message) => ({ code: 403, message }),
  ],
  [
    'an integer code that cannot be a status',
    notFound,
    object({ code: { ...integer, minimum: 1000 }, message: text }, 'code', 'message'),
    (message) => ({ code: 1000, message }),
  ],
  [
    'codes in capitals by their example',
    notFound,
    object({ code: { ...text, example: 'INVALID_TOKEN' }, message: text }, 'code'),
    (message) => ({ code: 'NOT_FOUND', message }),
  ],
  [
    'a status in words beside the code',
    '401 Unauthorized',
    object(
      {
        error: object(
          { code: integer, message: text, status: listed('INVALID_ARGUMENT', 'UNAUTHENTICATED', 'NOT_FOUND') },
          'code',
          'message',
          'status',
        ),
      },
      'error',
    ),
    (message) => ({ error: { code: 401, message, status: 'UNAUTHENTICATED' } }),
  ],
  [
    'a type of error with an enum',
    tooMany,
    object({ error: object({ type: errorType, message: text }) }),
    (message) => ({ error: { message } }),
  ],
  [
    'a required type of error with an enum',
    tooMany,
    object({ error: object({ type: errorType, message: text }, 'type') }, 'error'),
    (message) => ({ error: { type: 'rate_limit_error', message } }),
  ],
  [
    'errors in a list, as JSON:API has them',
    notFound,
    object(
      { errors: listOf(object({ status: text, code: text, title: text, detail: text }, 'title', 'detail')) },
      'errors',
    ),
    (message) => ({ errors: [{ status: '404', code: 'not_found', title: 'Not Found', detail: message }] }),
  ],
  [
    'a detail that is a text or an object',
    notFound,
    object({ detail: { anyOf: [text, object({})] } }, 'detail'),
    (message) => ({ detail: message }),
  ],
  [
    'a list of details with a location',
    '422 Unprocessable Content',
    object({ detail: listOf(object({ loc: listOf(text), msg: text, type: text }, 'loc', 'msg', 'type')) }),
    (message) => ({ detail: [{ loc: [], msg: message, type: 'unprocessable_content' }] }),
  ],
  [
    'a message of another spelling',
    '500 Internal Server Error',
    object({ ErrorMessage: text, StatusCode: integer }),
    (message) => ({ ErrorMessage: message, StatusCode: 500 }),
  ],
  [
    'messages for users and developers',
    notFound,
    object({ userMessage: text, developerMessage: text }, 'userMessage', 'developerMessage'),
    (message) => ({ userMessage: message, developerMessage: 'Not Found' }),
  ],
  [
    'a title and details in a list',
    badRequest,
    object({ title: text, errors: listOf(object({ detail: text }, 'detail')) }, 'title', 'errors'),
    (message) => ({ title: 'Bad Request', errors: [{ detail: message }] }),
  ],
  [
    'a fixed message and free details',
    notFound,
    object(
      {
        name: only('NOT_FOUND'),
        message: only('No such resource.'),
        details: listOf(object({ issue: text }, 'issue')),
      },
      'name',
      'message',
      'details',
    ),
    (message) => ({ name: 'NOT_FOUND', message: 'No such resource.', details: [{ issue: message }] }),
  ],
  [
    'a text only under a name that says nothing',
    notFound,
    object({ requestId: { ...text, format: 'uuid' }, label: text }),
    (message) => ({ label: message }),
  ],
  [
    'a map of lists',
    badRequest,
    { type: 'object', additionalProperties: listOf(text), minProperties: 1 },
    (message) => ({ archive: [message] }),
  ],
  ['an open object', notFound, { type: 'object' }, problem],
  ['no schema', notFound, {}, problem],
  [
    'a closed object without any text',
    notFound,
    { ...object({ ok: only(false) }, 'ok'), additionalProperties: false },
    () => ({ ok: false }),
  ],
  ['a text', notFound, text, (message) => message],
  [
    'a code with an enum',
    notFound,
    object({ code: listed('INVALID', 'NOT_FOUND'), message: text }, 'code'),
    (message) => ({ code: 'NOT_FOUND', message }),
  ],
  [
    'a message with an enum and free details',
    badRequest,
    object(
      {
        message: listed('Not well-formed.'),
        details: { ...listOf(object({ description: text }, 'description')), minItems: 1 },
      },
      'message',
      'details',
    ),
    (message) => ({ message: 'Not well-formed.', details: [{ description: message }] }),
  ],
  [
    'an object of lists',
    notFound,
    object({ errors: object({ body: listOf(text) }, 'body') }, 'errors'),
    (message) => ({ errors: { body: [message] } }),
  ],
  [
    'problem details',
    notFound,
    object({ type: { ...text, format: 'uri' }, title: text, status: integer, detail: text }, 'type'),
    problem,
  ],
  [
    'optional properties',
    notFound,
    object({ message: text, code: integer, requestId: text }),
    (message) => ({ message, code: 404 }),
  ],
])('%s: %s', (_what, line, schema, body) => {
  const status = Number(line.slice(0, 3));
  const bodies = bodiesOf(shapesOf({ [status]: json(schema) })(status), status);
  expect(bodies).toEqual([body(line.slice(4)), body(message)]);
});

test('a message is cut to the length that the schema allows', () => {
  const shape = shapesOf({ 404: json(object({ message: { ...text, maxLength: 12 } }, 'message')) })(404);
  expect(bodiesOf(shape, 404)).toEqual([{ message: 'Not Found' }, { message: 'body.name...' }]);
});

describe('of several alternatives, the one that fits the status is used', () => {
  const kinds = object({ kind: only('validation'), fields: listOf(text), message: text }, 'kind', 'message');
  const missing = object({ kind: only('not_found'), message: text }, 'kind', 'message');
  const denied = object({ kind: only('forbidden'), message: text }, 'kind', 'message');
  const union = (keyword: string) => ({ [keyword]: [kinds, missing, denied] });

  test.each(['oneOf', 'anyOf'])('by a constant in %s', (keyword) => {
    const shape = shapesOf({ default: json(union(keyword)), 200: { description: '' } });
    const kindOf = (status: number) => (shape(status).body({ message, status }) as { kind: string }).kind;
    expect([400, 404, 403, 422].map(kindOf)).toEqual(['validation', 'not_found', 'forbidden', 'validation']);
    expect(shape(404).body({ message, status: 404 })).toEqual({ kind: 'not_found', message });
  });

  test('and generated values do not make it another one', () => {
    const withId = (branch: object) => ({ allOf: [branch, object({ id: integer }, 'id')] });
    const shape = shapesOf({ default: json({ oneOf: [withId(kinds), withId(missing)] }), 200: { description: '' } });
    const generated = { kind: 'validation', message: 'other', id: 7 };
    expect(shape(404).body({ message, status: 404, generated })).toEqual({ kind: 'not_found', message, id: 7 });
    const free = shapesOf({ 404: json(object({ kind: text, message: text, id: integer }, 'kind', 'message', 'id')) });
    expect(free(404).body({ message, status: 404, generated })).toEqual({ kind: 'not_found', message, id: 7 });
  });

  test('by the constant of a status', () => {
    const branch = (status: number) => object({ status: only(status), message: text }, 'status', 'message');
    const shape = shapesOf({ '4XX': json({ oneOf: [branch(400), branch(404), branch(409)] }) });
    for (const status of [400, 404, 409]) expect(shape(status).body({ message, status })).toEqual({ status, message });
  });

  test('by the name of the schema', () => {
    const own = (name: string) => object({ [name]: text, message: text }, name, 'message');
    const schemas = { ValidationError: own('field'), ResourceNotFound: own('resource'), RateLimitError: own('limit') };
    const references = Object.keys(schemas).map((name) => ref(name));
    const shape = shapesOf({ default: json({ oneOf: references }), 200: { description: '' } }, schemas);
    const nameIn = (status: number) => Object.keys(shape(status).body({ message, status }) as object)[0];
    expect([400, 404, 429].map(nameIn)).toEqual(['field', 'resource', 'limit']);
  });

  test('by the only property, which Rust names so', () => {
    const branches = ['NotFound', 'Conflict'].map((name) => object({ [name]: text }, name));
    const shape = shapesOf({ default: json({ oneOf: branches }), 200: { description: '' } });
    expect(shape(409).body({ message, status: 409 })).toEqual({ Conflict: message });
    expect(shape(404).body({ message, status: 404 })).toEqual({ NotFound: message });
  });

  test('by a discriminator, below a property', () => {
    const schemas = {
      Invalid: object({ type: listed('invalid_request'), reason: text }, 'type', 'reason'),
      Denied: object({ type: listed('unauthenticated'), reason: text }, 'type', 'reason'),
    };
    const references = Object.keys(schemas).map((name) => ref(name));
    const error = { oneOf: references, discriminator: { propertyName: 'type' } };
    const shape = shapesOf({ '4XX': json(object({ error }, 'error')) }, schemas);
    expect(shape(401).body({ message, status: 401 })).toEqual({ error: { type: 'unauthenticated', reason: message } });
    expect(shape(400).body({ message, status: 400 })).toEqual({ error: { type: 'invalid_request', reason: message } });
  });

  test('by the branch that can name the problem', () => {
    const shape = shapesOf({
      404: json({ anyOf: [{ type: 'null' }, object({ id: integer }, 'id'), object({ message: text }, 'message')] }),
    });
    expect(shape(404).body({ message, status: 404 })).toEqual({ message });
  });
});

describe('of several media types', () => {
  const content = {
    'application/json': { schema: { ...object({ id: integer }, 'id'), additionalProperties: false } },
    'application/problem+json': { schema: object({ title: text, detail: text, status: integer }, 'title') },
    'text/html': {},
  };
  const shape = shapesOf({ 404: { description: '', content } });

  test('the one that can name the problem is used', () => {
    expect(shape(404).mediaType).toBe('application/problem+json');
    expect(shape(404).body({ message, status: 404 })).toEqual({ title: 'Not Found', detail: message, status: 404 });
  });

  test('the one that the client accepts is used', () => {
    expect(shape(404, 'text/html').mediaType).toBe('text/html');
    expect(shape(404, 'application/json').body({ message, status: 404 })).toEqual({ id: 1 });
    expect(shape(404, 'image/png').mediaType).toBe('application/problem+json');
  });

  test('an image is not an error', () => {
    const picture = shapesOf({ 404: { description: '', content: { 'image/png': {} } } });
    expect(picture(404).mediaType).toBe('application/problem+json');
  });
});

describe('an example', () => {
  const schema = object({ code: text, message: text, status: integer });
  const example = { code: 'no_pet', message: 'There is no such pet.', status: 404 };

  test('of this status is sent as it is, and names the problem of a rejection', () => {
    const shape = shapesOf({ 404: json(schema, { example }) })(404);
    expect(bodiesOf(shape, 404)).toEqual([example, { ...example, message }]);
  });

  test('of this status is found among several', () => {
    const other = { code: 'bad', message: 'Wrong.', status: 400 };
    const examples = { other: { value: other }, one: { value: example } };
    const shape = shapesOf({ '4XX': json(schema, { examples }) });
    expect(shape(404).body({ message: undefined, status: 404 })).toEqual(example);
    expect(shape(400).body({ message: undefined, status: 400 })).toEqual(other);
  });

  test('of another status gives the structure only', () => {
    const shape = shapesOf({ default: json(schema, { example: { ...example, trace: 7 } }), 200: { description: '' } });
    expect(bodiesOf(shape(401), 401)).toEqual([
      { code: 'unauthorized', message: 'Unauthorized', status: 401, trace: 7 },
      { code: 'unauthorized', message, status: 401, trace: 7 },
    ]);
  });

  test('of another status keeps a code that is not a status', () => {
    const shape = shapesOf({ default: json({}, { example: { code: 1203, message: 'x' } }), 200: { description: '' } });
    expect(shape(401).body({ message: undefined, status: 401 })).toEqual({ code: 1203, message: 'Unauthorized' });
  });

  test('that is empty is not used', () => {
    const shape = shapesOf({ 404: json(schema, { example: {} }) })(404);
    const expected = { code: 'not_found', message: 'Not Found', status: 404 };
    expect(shape.body({ message: undefined, status: 404 })).toEqual(expected);
  });
});

describe('a word of another status', () => {
  const type = listed('api_error', 'card_error', 'idempotency_error', 'invalid_request_error');
  const shape = shapesOf({ default: json(object({ type, message: text }, 'type')), 200: { description: '' } });

  test.each([
    [400, 'invalid_request_error'],
    [404, 'invalid_request_error'],
    [409, 'invalid_request_error'],
    [500, 'api_error'],
    [503, 'api_error'],
  ])('is not used for %d: %s', (status, word) => {
    expect(shape(status).body({ message, status })).toEqual({ type: word, message });
  });
});

test('the address of the documentation is that of the operation', () => {
  const example = { message: 'Not Found', documentation_url: 'https://docs.example.com/a' };
  const response = json(object({ message: text, documentation_url: text }), { example });
  const ok = { 200: { description: '' } };
  const documented = (page: string) => ({ externalDocs: { url: `https://docs.example.com/${page}` } });
  const service = serviceOf({
    '/a': { get: { operationId: 'a', responses: { ...ok, 404: response } } },
    '/b': { get: { operationId: 'b', responses: ok, ...documented('b') } },
    '/c': { get: { operationId: 'c', responses: ok } },
    '/d': { get: { operationId: 'd', responses: { ...ok, 404: response }, ...documented('d') } },
  });
  const bodyOf = (name: string) => service.errorFor(operationOf(service, name), 404).body({ message, status: 404 });
  expect(bodyOf('a')).toEqual({ ...example, message });
  expect(bodyOf('b')).toEqual({ message, documentation_url: 'https://docs.example.com/b' });
  expect(bodyOf('c')).toEqual({ message });
  expect(bodyOf('d')).toEqual({ message, documentation_url: 'https://docs.example.com/d' });
});
