/** What Prism, with our corrections, says about a response. */
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import { createJudge, loadPrism } from '../../../src/parts/verify/prism.ts';
import { operationOf, readyServiceOf } from '../../openapi/documents.ts';
import { integer, listOf, object } from '../../short-document.ts';

const item = object({ id: { type: 'integer', format: 'int64' }, 'a b': { type: 'string' }, tags: listOf(integer) });
const json = (schema: object, type = 'application/json') => ({ description: '', content: { [type]: { schema } } });
const responses = {
  200: json({ $ref: '#/components/schemas/A~1B%20~0' }),
  201: {
    ...json({ type: 'string' }, 'text/plain'),
    headers: { 'X-Id': { required: true, schema: { type: 'integer' } } },
  },
  202: json(item, 'application/problem+json'),
  203: json({ $ref: 'other.yaml#/Thing' }),
  204: { description: '' },
  206: json({ type: 'object', required: ['no-such'] }, 'application/xml'),
  207: { description: '', content: { 'application/*': {} } },
  208: json({ $ref: '#/components/schemas/NoSuch' }),
  210: json({ $ref: '#/components/schemas/%zz' }),
};
const paths = {
  '/a/{id}': {
    parameters: [{ in: 'path', name: 'id', required: true, schema: {} }],
    get: { operationId: 'get', responses },
  },
  '/a': { head: { operationId: 'head', responses: { 200: responses[200] } } },
};
const service = await readyServiceOf(paths, { schemas: { 'A/B ~': item } });
const judge = await createJudge(service);
const operations = Object.fromEntries(['get', 'head'].map((name) => [name, operationOf(service, name)]));

const judged = (status: number, text: string, headers: Readonly<Record<string, string>> = {}, name = 'get') =>
  judge(operations[name] as Operation, { type: 'response', status, headers, text });
const asJson = { 'content-type': 'application/json' };

test.each<[what: string, status: number, text: string, type: string | undefined, ...violations: string[]]>([
  ['a body as documented', 200, '{"id":1}', 'application/json; charset=utf-8'],
  ['a wrong property', 200, '{"id":"1"}', 'application/json', 'body.id: must be integer'],
  ['a wrong item', 200, '{"tags":[1,"2"]}', 'application/json', 'body.tags[1]: must be integer'],
  ['a property with a space', 200, '{"a b":1}', 'application/json', 'body["a b"]: must be string'],
  ['a wrong body', 200, '[]', 'application/json', 'body: must be object'],
  ['an int64 that is no safe integer', 200, '{"id":9223372036854775807}', 'application/json'],
  ['broken JSON', 200, '{', 'application/json', expect.stringMatching(/^the body is not valid JSON: ./)],
  ['no body', 200, '', 'application/json', 'the body is missing'],
  ['no body and no media type', 200, '', undefined, 'the body is missing'],
  ['a text as documented', 201, 'x', 'text/plain'],
  [
    'another JSON type',
    202,
    '{}',
    'application/json',
    'the media type is "application/json", and not "application/problem+json"',
  ],
  [
    'the documented JSON type, with a wrong body',
    202,
    '{"id":"1"}',
    'application/problem+json',
    'body.id: must be integer',
  ],
  ['a body with a reference to another document', 203, '[1]', 'application/json'],
  ['a body with a reference to nothing', 208, '[1]', 'application/json'],
  ['a body with a reference that is no URI', 210, '[1]', 'application/json'],
  ['a documented empty response', 204, '', undefined],
  ['a media type that Prism does not read', 206, '<a/>', 'application/xml'],
  ['a JSON type of a documented range', 207, '{}', 'application/json'],
  ['no media type', 200, '{', 'json', 'header.content-type is not a media type: "json"'],
  ['a media type with a space', 200, '{}', 'a b/json', 'header.content-type is not a media type: "a b/json"'],
  [
    'a parameter without a semicolon',
    200,
    '{}',
    'application/json utf-8',
    'header.content-type is not a media type: "application/json utf-8"',
  ],
])('%s', (_what, status, text, type, ...violations) => {
  const headers = { 'x-id': '1', ...(type !== undefined && { 'content-type': type }) };
  expect(judged(status, text, headers)).toEqual({ violations });
});

test('a missing header is a violation, and HEAD needs no body', () => {
  expect(judged(201, 'x', { 'content-type': 'text/plain' }).violations).toEqual([
    "header: Response header must have required property 'x-id'",
  ]);
  expect(judged(200, '', asJson, 'head').violations).toEqual([]);
});

test('an operation is found under another name of its parameter, and one that Prism does not know is not judged', () => {
  const { get } = operations as { get: Operation };
  const response = { type: 'response', status: 200, headers: asJson, text: '[]' } as const;
  expect(judge({ ...get }, response)).toEqual({ violations: [], unjudged: 'Prism does not know the operation' });
});

test('a document that Prism cannot read and a missing Prism are errors with a remedy', async () => {
  const service = await readyServiceOf({
    '/a': { get: { operationId: 'a', responses: { 200: { description: '' } } } },
  });
  await expect(
    createJudge({ ...service, document: { openapi: '3.1.0', paths: { '/a': { get: null } } } as never }),
  ).rejects.toMatchObject({ problems: [{ code: 'VIV_DOCUMENT_UNSUPPORTED' }] });
  await expect(loadPrism(['file:///nowhere/package.json'])).rejects.toMatchObject({
    problems: [{ code: 'VIV_JUDGE_MISSING' }],
  });
});
