import { expect, test } from 'vitest';
import type { BodyContent } from '../../../src/core/service/operation.ts';
import { buildRequest, toBodyText, usualContent } from '../../../src/parts/verify/requests.ts';
import { operationOf, readyServiceOf } from '../../openapi/documents.ts';

const parameter = (place: string, name: string, given: object = {}) => ({
  ...{ in: place, name, schema: { type: 'string', example: `${name}1` }, ...given },
});
const parameters = [
  parameter('path', 'id', { required: true }),
  parameter('query', 'needed', { required: true }),
  parameter('query', 'free'),
  parameter('header', 'X-Needed', { required: true }),
  parameter('header', 'X-Free'),
  parameter('cookie', 'session', { required: true }),
];
const responses = { 200: { description: '' } };
const operation = operationOf(
  await readyServiceOf({ '/a/{id}': { get: { operationId: 'a', parameters, responses } } }),
  'a',
);

test('a request has the required parameters, and those that are given', () => {
  const drawing = { seed: 1, now: 0 };
  const required = {
    ...{ operation, path: '/a/id1', query: ['needed=needed1'], headers: [['x-needed', 'X-Needed1']] },
    ...{ cookies: ['session=session1'], body: undefined, credential: 'valid' },
  };
  expect(buildRequest(operation, drawing)).toEqual(required);
  const values = new Map([
    [0, 'b c'],
    [2, 'x y'],
    [4, 'z'],
  ]);
  const body = { mediaType: 'text/plain', text: 'hi' };
  expect(buildRequest(operation, drawing, { values, body, credential: 'none' })).toEqual({
    ...{ ...required, path: '/a/b%20c', query: ['needed=needed1', 'free=x%20y'] },
    headers: [
      ['x-needed', 'X-Needed1'],
      ['x-free', 'z'],
      ['content-type', 'text/plain'],
    ],
    ...{ body: 'hi', credential: 'none' },
  });
  const texts = new Map([
    [0, '%00'],
    [2, 'free=1&free=2'],
  ]);
  expect(buildRequest(operation, drawing, { texts })).toEqual({
    ...{ ...required, path: '/a/%00', query: ['needed=needed1', 'free=1&free=2'] },
  });
});

test('a parameter that is a credential is not sent beside it, and without a valid one not at all', async () => {
  const key = (place: string, name: string) => ({ type: 'apiKey', in: place, name });
  const securitySchemes = {
    key: key('query', 'needed'),
    token: key('header', 'x-needed'),
    other: key('query', 'free'),
  };
  const security = [{ key: [] }, { token: [] }];
  const service = await readyServiceOf(
    { '/a/{id}': { get: { operationId: 'a', parameters, responses, security } } },
    { components: { securitySchemes } },
  );
  const sent = (credential: 'valid' | 'wrong' | 'none') => {
    const { query, headers } = buildRequest(operationOf(service, 'a'), { seed: 1, now: 0 }, { credential });
    return [query, headers];
  };
  expect(sent('valid')).toEqual([[], [['x-needed', 'X-Needed1']]]);
  expect([sent('wrong'), sent('none')]).toEqual([
    [[], []],
    [[], []],
  ]);
});

test.each([
  [['text/plain', 'application/json'], 'application/json', '"a"'],
  [['text/plain', 'text/csv'], 'text/plain', 'a'],
])('of the bodies %j, %s is sent', async (types, mediaType, text) => {
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
  const service = await readyServiceOf({ '/a': { post: { operationId: 'a', requestBody: { content }, responses } } });
  const sent = usualContent(operationOf(service, 'a')) as BodyContent;
  expect(toBodyText(sent, 'a')).toEqual({ mediaType, text });
  expect(usualContent(operation)).toBeUndefined();
});
