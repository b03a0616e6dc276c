/** Error bodies of frameworks: each mistake of a request is where a client of the framework looks for it. */
import { expect, test } from 'vitest';
import { inQuery, integer, listOf, object, ref, text } from '../../short-document.ts';
import { servePaths } from '../resources/served.ts';

const number = { type: 'number' };
const texts = listOf(text);
const mapOf = (values: object | boolean) => ({ type: 'object', additionalProperties: values });

const Book = object(
  {
    title: { ...text, minLength: 1 },
    price: { ...number, minimum: 1 },
    pages: integer,
    author: object({ email: { ...text, format: 'email' } }),
    tags: texts,
    kind: { enum: ['a', 'b'] },
    isOpen: { type: 'boolean' },
    isbn: { ...text, pattern: '^a$' },
    ids: { ...texts, minItems: 2 },
    at: { ...text, format: 'date-time' },
  },
  ['title'],
);
const wrong = { price: 'cheap', author: { email: 7 }, tags: ['a', 2] };

const fields: readonly (readonly [string, string])[] = [
  ['title', 'is required'],
  ['price', 'must be a number'],
  ['author.email', 'must be a string'],
  ['tags[1]', 'must be a string'],
];
const sentences = fields.map(([name, words]) => `body.${name} ${words}`);
const summary = sentences.join('; ');
const lists = Object.fromEntries(fields.map(([name, words]) => [name, [words]]));

interface Case {
  readonly style: string;
  readonly schema?: object;
  /** The name of the schema in the document. */
  readonly name?: string;
  readonly status?: number;
  readonly example?: unknown;
  readonly expected: unknown;
}

const serve = ({ schema = {}, name = 'Failure', status = 400, example }: Case) => {
  const content = (inner: object, rest: object = {}) => ({
    description: '',
    content: { 'application/json': { schema: inner, ...rest } },
  });
  const failed = { [status]: content(ref(name), example === undefined ? {} : { example }) };
  return servePaths(
    {
      '/books': {
        post: { requestBody: { ...content(Book), required: true }, responses: { 201: content(Book), ...failed } },
        get: { parameters: [inQuery('limit', integer)], responses: { 200: content(listOf(Book)), ...failed } },
      },
    },
    { [name]: schema },
  );
};

const ValidationError = object(
  {
    ...{ loc: listOf({ anyOf: [text, integer] }), msg: { ...text, title: 'Message' }, type: text },
    ...{ input: {}, ctx: { type: 'object' } },
  },
  ['loc', 'msg', 'type'],
);
const problem = { type: text, title: text, status: integer, detail: text };

/** With the names of properties as ASP.NET writes them. */
const validationProblem = {
  ...{ title: 'Bad Request', status: 400, detail: summary },
  errors: {
    Title: ['is required'],
    Price: ['must be a number'],
    'Author.Email': ['must be a string'],
    'Tags[1]': ['must be a string'],
  },
};

const source = { pointer: text, parameter: text };

const cases: readonly Case[] = [
  {
    style: 'FastAPI',
    status: 422,
    schema: object({ detail: listOf(ValidationError) }),
    expected: {
      detail: [
        { loc: ['body', 'title'], msg: 'Field required', type: 'missing' },
        {
          loc: ['body', 'price'],
          msg: 'Input should be a valid number, unable to parse string as a number',
          type: 'float_parsing',
        },
        { loc: ['body', 'author', 'email'], msg: 'Input should be a valid string', type: 'string_type' },
        { loc: ['body', 'tags', 1], msg: 'Input should be a valid string', type: 'string_type' },
      ],
    },
  },
  {
    style: 'NestJS',
    schema: object({ statusCode: number, message: texts, error: text }, ['statusCode', 'message', 'error']),
    expected: { statusCode: 400, message: sentences, error: 'Bad Request' },
  },
  {
    style: 'NestJS, a text or a list',
    schema: object({ statusCode: number, message: { oneOf: [text, texts] }, error: text }),
    expected: { statusCode: 400, message: sentences, error: 'Bad Request' },
  },
  {
    style: 'Spring, errors with a field',
    schema: object({
      ...{ timestamp: { ...text, format: 'date-time' }, status: integer, error: text, path: text, message: text },
      errors: listOf(object({ field: text, objectName: text, defaultMessage: text, rejectedValue: {} })),
    }),
    expected: {
      ...{ status: 400, error: 'Bad Request', message: summary },
      errors: fields.map(([field, defaultMessage]) => ({ field, defaultMessage })),
    },
  },
  {
    style: 'Spring, violations',
    schema: object({ violations: listOf(object({ fieldName: text, message: text })) }, ['violations']),
    expected: { violations: fields.map(([fieldName, message]) => ({ fieldName, message })) },
  },
  { style: 'Spring, a map', schema: mapOf(text), expected: Object.fromEntries(fields) },
  {
    style: 'ASP.NET',
    name: 'HttpValidationProblemDetails',
    schema: { ...object({ ...problem, errors: mapOf(texts) }), additionalProperties: {} },
    expected: validationProblem,
  },
  {
    style: 'ASP.NET, declared as open',
    name: 'ProblemDetails',
    schema: { ...object(problem), additionalProperties: {} },
    expected: validationProblem,
  },
  {
    style: 'Rails, full sentences',
    status: 422,
    schema: object({ errors: texts }, ['errors']),
    expected: { errors: sentences },
  },
  {
    style: 'Rails, by attribute',
    status: 422,
    schema: object({ errors: { type: 'object' } }, ['errors']),
    expected: { errors: lists },
  },
  {
    style: 'Laravel',
    status: 422,
    schema: object({ message: text, errors: mapOf(texts) }, ['message', 'errors']),
    expected: { message: summary, errors: lists },
  },
  {
    style: 'Laravel, by an example alone',
    status: 422,
    example: { message: 'The given data was invalid.', errors: { email: ['The email field is required.'] } },
    expected: { message: summary, errors: lists },
  },
  { style: 'Django REST, a map', schema: mapOf(texts), expected: lists },
  { style: 'Django REST, any object', schema: mapOf({}), expected: lists },
  {
    style: 'Django REST, declared properties',
    schema: object({ title: texts, price: texts, non_field_errors: texts }),
    expected: lists,
  },
  {
    style: 'Django REST, standardized errors',
    schema: object(
      {
        type: { enum: ['validation_error'] },
        errors: listOf(object({ code: text, detail: text, attr: text }, ['code', 'detail', 'attr'])),
      },
      ['type', 'errors'],
    ),
    expected: {
      type: 'validation_error',
      errors: fields.map(([attr, detail]) => ({ code: 'bad_request', detail, attr })),
    },
  },
  {
    style: 'JSON:API',
    schema: object({ errors: listOf(object({ status: text, title: text, detail: text, source: object(source) })) }),
    expected: {
      errors: ['/title', '/price', '/author/email', '/tags/1'].map((pointer, index) => ({
        status: '400',
        title: 'Bad Request',
        detail: fields[index]?.[1],
        source: { pointer },
      })),
    },
  },
  {
    style: 'express-validator',
    schema: object({ errors: listOf(object({ type: text, msg: text, path: text, location: text })) }),
    expected: { errors: fields.map(([path, msg]) => ({ msg, path, location: 'body' })) },
  },
  {
    style: 'Zod',
    schema: object({ issues: listOf(object({ code: text, path: listOf({ anyOf: [text, integer] }), message: text })) }),
    expected: {
      issues: [['title'], ['price'], ['author', 'email'], ['tags', 1]].map((path, index) => ({
        code: 'bad_request',
        path,
        message: fields[index]?.[1],
      })),
    },
  },
  {
    style: 'GitHub',
    status: 422,
    example: { message: 'Validation Failed', errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }] },
    expected: {
      message: summary,
      errors: fields.map(([field], index) => ({
        resource: 'Issue',
        field,
        code: index === 0 ? 'missing_field' : 'invalid',
      })),
    },
  },
  {
    style: 'a message alone',
    schema: object({ code: text, message: text }),
    expected: { code: 'bad_request', message: summary },
  },
];

test.each(cases)('$style', async (one) => {
  const client = await serve(one);
  const response = await client.send('POST', '/books', wrong);
  expect(response).toEqual({ status: one.status ?? 400, body: one.expected });
});

test('a query parameter is named where FastAPI has it, and an error without a place has an empty path', async () => {
  const client = await serve(cases[0] as Case);
  const entry = { loc: ['query', 'limit'], type: 'int_parsing' };
  const msg = 'Input should be a valid integer, unable to parse string as an integer';
  expect((await client.get('/books?limit=ten')).body).toEqual({ detail: [{ ...entry, msg }] });
  const missing = { loc: ['body'], msg: 'Field required', type: 'missing' };
  expect((await client.send('POST', '/books')).body).toMatchObject({ detail: [missing] });
  expect((await client.get('/nothing')).body).toMatchObject({ detail: [{ loc: [], type: 'not_found' }] });
});

test.each([
  [{ title: '' }, 'string_too_short', 'String should have at least 1 character'],
  [{ title: 'a', price: 0 }, 'greater_than_equal', 'Input should be greater than or equal to 1'],
  [
    { title: 'a', pages: 1.5 },
    'int_from_float',
    'Input should be a valid integer, got a number with a fractional part',
  ],
  [{ title: 'a', pages: [] }, 'int_type', 'Input should be a valid integer'],
  [{ title: 'a', tags: {} }, 'list_type', 'Input should be a valid list'],
  [{ title: 'a', kind: 'c' }, 'enum', "Input should be 'a' or 'b'"],
  [{ title: 'a', isOpen: 'maybe' }, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
  [{ title: 'a', isbn: 'b' }, 'string_pattern_mismatch', "String should match pattern '^a$'"],
  [{ title: 'a', ids: [] }, 'too_short', 'List should have at least 2 items after validation'],
  [{ title: 'a', at: 'now' }, 'datetime_from_date_parsing', 'Input should be a valid datetime or date'],
  [[], 'model_attributes_type', 'Input should be a valid dictionary or object to extract fields from'],
])('in the words of Pydantic: %j', async (body, type, msg) => {
  const client = await serve(cases[0] as Case);
  const response = await client.send('POST', '/books', body);
  const property = Object.keys(body).at(-1);
  expect(response.body.detail).toEqual([{ loc: property === undefined ? ['body'] : ['body', property], type, msg }]);
});
