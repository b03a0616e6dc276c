/** Error bodies in the structures of real documents: what they state about a status, and where they name the problem. */
import { describe, expect, test } from 'vitest';
import type { ErrorShape } from '../../../src/core/service/service.ts';
import { operationOf, serviceOf } from '../documents.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const list = (items: object) => ({ type: 'array', items });
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

const json = (schema: object, rest: object = {}) => ({
  description: '',
  content: { 'application/json': { schema, ...rest } },
});

const message = 'body.name is required';

/** A forced error, and a rejection with its message. */
const bodiesOf = (shape: ErrorShape, status: number) => [
  shape.body({ message: undefined, status }),
  shape.body({ message, status }),
];

interface Case {
  readonly name: string;
  readonly schema: object;
  readonly status: number;
  readonly forced: unknown;
  readonly rejected: unknown;
}

const cases: readonly Case[] = [
  {
    name: 'code, message and status',
    schema: object({ code: text, message: text, status: integer }, 'code', 'message', 'status'),
    status: 401,
    forced: { code: 'unauthorized', message: 'Unauthorized', status: 401 },
    rejected: { code: 'unauthorized', message, status: 401 },
  },
  {
    name: 'an integer code, with bounds of statuses',
    schema: object({ code: { ...integer, minimum: 400, maximum: 599 }, message: text }, 'code', 'message'),
    status: 403,
    forced: { code: 403, message: 'Forbidden' },
    rejected: { code: 403, message },
  },
  {
    name: 'an integer code that cannot be a status',
    schema: object({ code: { ...integer, minimum: 1000 }, message: text }, 'code', 'message'),
    status: 404,
    forced: { code: 1000, message: 'Not Found' },
    rejected: { code: 1000, message },
  },
  {
    name: 'codes in capitals by their example',
    schema: object({ code: { ...text, example: 'INVALID_TOKEN' }, message: text }, 'code'),
    status: 404,
    forced: { code: 'NOT_FOUND', message: 'Not Found' },
    rejected: { code: 'NOT_FOUND', message },
  },
  {
    name: 'a status in words beside the code',
    schema: object(
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
    status: 401,
    forced: { error: { code: 401, message: 'Unauthorized', status: 'UNAUTHENTICATED' } },
    rejected: { error: { code: 401, message, status: 'UNAUTHENTICATED' } },
  },
  {
    name: 'a type of error with an enum',
    schema: object({
      error: object({ type: listed('api_error', 'invalid_request_error', 'rate_limit_error'), message: text }),
    }),
    status: 429,
    forced: { error: { message: 'Too Many Requests' } },
    rejected: { error: { message } },
  },
  {
    name: 'a required type of error with an enum',
    schema: object(
      {
        error: object(
          { type: listed('api_error', 'invalid_request_error', 'rate_limit_error'), message: text },
          'type',
        ),
      },
      'error',
    ),
    status: 429,
    forced: { error: { type: 'rate_limit_error', message: 'Too Many Requests' } },
    rejected: { error: { type: 'rate_limit_error', message } },
  },
  {
    name: 'errors in a list, as JSON:API has them',
    schema: object(
      { errors: list(object({ status: text, code: text, title: text, detail: text }, 'title', 'detail')) },
      'errors',
    ),
    status: 404,
    forced: { errors: [{ status: '404', code: 'not_found', title: 'Not Found', detail: 'Not Found' }] },
    rejected: { errors: [{ status: '404', code: 'not_found', title: 'Not Found', detail: message }] },
  },
  {
    name: 'a detail that is a text or an object',
    schema: object({ detail: { anyOf: [text, object({})] } }, 'detail'),
    status: 404,
    forced: { detail: 'Not Found' },
    rejected: { detail: message },
  },
  {
    name: 'a list of details with a location',
    schema: object({ detail: list(object({ loc: list(text), msg: text, type: text }, 'loc', 'msg', 'type')) }),
    status: 422,
    forced: { detail: [{ loc: [], msg: 'Unprocessable Content', type: 'unprocessable_content' }] },
    rejected: { detail: [{ loc: [], msg: message, type: 'unprocessable_content' }] },
  },
  {
    name: 'a message of another spelling',
    schema: object({ ErrorMessage: text, StatusCode: integer }),
    status: 500,
    forced: { ErrorMessage: 'Internal Server Error', StatusCode: 500 },
    rejected: { ErrorMessage: message, StatusCode: 500 },
  },
  {
    name: 'messages for users and developers',
    schema: object({ userMessage: text, developerMessage: text }, 'userMessage', 'developerMessage'),
    status: 404,
    forced: { userMessage: 'Not Found', developerMessage: 'developerMessage' },
    rejected: { userMessage: message, developerMessage: 'developerMessage' },
  },
  {
    name: 'a title and details in a list',
    schema: object({ title: text, errors: list(object({ detail: text }, 'detail')) }, 'title', 'errors'),
    status: 400,
    forced: { title: 'Bad Request', errors: [{ detail: 'Bad Request' }] },
    rejected: { title: 'Bad Request', errors: [{ detail: message }] },
  },
  {
    name: 'a fixed message and free details',
    schema: object(
      { name: only('NOT_FOUND'), message: only('No such resource.'), details: list(object({ issue: text }, 'issue')) },
      'name',
      'message',
      'details',
    ),
    status: 404,
    forced: { name: 'NOT_FOUND', message: 'No such resource.', details: [{ issue: 'Not Found' }] },
    rejected: { name: 'NOT_FOUND', message: 'No such resource.', details: [{ issue: message }] },
  },
  {
    name: 'a text only under a name that says nothing',
    schema: object({ requestId: { ...text, format: 'uuid' }, label: text }),
    status: 404,
    forced: { label: 'Not Found' },
    rejected: { label: message },
  },
  {
    name: 'a map of lists',
    schema: { type: 'object', additionalProperties: list(text), minProperties: 1 },
    status: 400,
    forced: { anchor: ['Bad Request'] },
    rejected: { anchor: [message] },
  },
  {
    name: 'an open object',
    schema: { type: 'object' },
    status: 404,
    forced: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not Found' },
    rejected: { type: 'about:blank', title: 'Not Found', status: 404, detail: message },
  },
  {
    name: 'no schema',
    schema: {},
    status: 404,
    forced: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not Found' },
    rejected: { type: 'about:blank', title: 'Not Found', status: 404, detail: message },
  },
  {
    name: 'a closed object without any text',
    schema: { ...object({ ok: only(false) }, 'ok'), additionalProperties: false },
    status: 404,
    forced: { ok: false },
    rejected: { ok: false },
  },
  {
    name: 'a short message',
    schema: object({ message: { ...text, maxLength: 12 } }, 'message'),
    status: 404,
    forced: { message: 'Not Found' },
    rejected: { message: 'body.name...' },
  },
  {
    name: 'a text',
    schema: text,
    status: 404,
    forced: 'Not Found',
    rejected: message,
  },
];

test.each(cases)('$name: $status', ({ schema, status, forced, rejected }) => {
  expect(bodiesOf(shapesOf({ [status]: json(schema) })(status), status)).toEqual([forced, rejected]);
});

describe('of several alternatives, the one that fits the status is used', () => {
  const kinds = object({ kind: only('validation'), fields: list(text), message: text }, 'kind', 'message');
  const missing = object({ kind: only('not_found'), message: text }, 'kind', 'message');
  const denied = object({ kind: only('forbidden'), message: text }, 'kind', 'message');
  const union = (keyword: string) => ({ [keyword]: [kinds, missing, denied] });

  test.each(['oneOf', 'anyOf'])('by a constant in %s', (keyword) => {
    const shape = shapesOf({ default: json(union(keyword)), 200: { description: '' } });
    expect(
      [400, 404, 403, 422].map((status) => (shape(status).body({ message, status }) as { kind: string }).kind),
    ).toEqual(['validation', 'not_found', 'forbidden', 'validation']);
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
    const references = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const shape = shapesOf({ default: json({ oneOf: references }), 200: { description: '' } }, schemas);
    expect([400, 404, 429].map((status) => Object.keys(shape(status).body({ message, status }) as object)[0])).toEqual([
      'field',
      'resource',
      'limit',
    ]);
  });

  test('by a discriminator, below a property', () => {
    const schemas = {
      Invalid: object({ type: listed('invalid_request'), reason: text }, 'type', 'reason'),
      Denied: object({ type: listed('unauthenticated'), reason: text }, 'type', 'reason'),
    };
    const references = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
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
    'application/json': { schema: object({ id: integer }, 'id') },
    'application/problem+json': { schema: object({ title: text, detail: text, status: integer }, 'title') },
    'text/html': {},
  };
  const shape = shapesOf({
    404: {
      description: '',
      content: {
        ...content,
        'application/json': { schema: { ...content['application/json'].schema, additionalProperties: false } },
      },
    },
  });

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
    expect(shape.body({ message: undefined, status: 404 })).toEqual({
      code: 'not_found',
      message: 'Not Found',
      status: 404,
    });
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
  const service = serviceOf({
    '/a': { get: { operationId: 'a', responses: { ...ok, 404: response } } },
    '/b': { get: { operationId: 'b', responses: ok, externalDocs: { url: 'https://docs.example.com/b' } } },
    '/c': { get: { operationId: 'c', responses: ok } },
    '/d': {
      get: {
        operationId: 'd',
        responses: { ...ok, 404: response },
        externalDocs: { url: 'https://docs.example.com/d' },
      },
    },
  });
  const bodyOf = (name: string) => service.errorFor(operationOf(service, name), 404).body({ message, status: 404 });
  expect(bodyOf('a')).toEqual({ ...example, message });
  expect(bodyOf('b')).toEqual({ message, documentation_url: 'https://docs.example.com/b' });
  expect(bodyOf('c')).toEqual({ message });
  expect(bodyOf('d')).toEqual({ message, documentation_url: 'https://docs.example.com/d' });
});
