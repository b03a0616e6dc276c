import { expect, test } from 'vitest';
import { coversMediaType, essenceOf, isJsonType } from '../../../src/core/http/http.ts';
import { decide, documentOf, readyService, requestOf, stateOf } from '../helpers.ts';
import { askNotes } from '../notes.ts';

const content = {
  'application/json': { example: { a: 1 } },
  'application/vnd.test+json; charset=utf-8': { example: { b: 2 } },
  'text/plain': { example: 'plain' },
};
const service = await readyService(
  documentOf({
    '/lenient': { get: { responses: { 200: { description: 'Fine.', content } } } },
    '/strict': {
      get: { responses: { 200: { description: 'Fine.', content }, 406: { description: 'No such type.' } } },
    },
    '/xml-first': {
      get: {
        responses: {
          200: { description: 'Fine.', content: { 'application/xml': { example: '<a/>' }, ...content } },
        },
      },
    },
    '/bodiless': { get: { responses: { 204: { description: 'Fine.' }, 406: { description: 'No such type.' } } } },
  }),
);

const ask = (path: string, accept?: string) =>
  decide(service, stateOf(service), requestOf('GET', path, { headers: accept === undefined ? {} : { accept } }));
const typeFor = (accept?: string) => ask('/lenient', accept).header('Content-Type');

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['text/plain', 'text/plain'],
  ['TEXT/Plain', 'text/plain'],
  ['text/*', 'text/plain'],
  ['application/*', 'application/json'],
  ['application/vnd.test+json', 'application/vnd.test+json; charset=utf-8'],
  ['text/html, text/plain;q=0.5, */*;q=0.1', 'text/plain'],
  ['application/json;q=0.2, text/plain;q=0.9', 'text/plain'],
  ['*/*;q=0.5, application/json;q=0', 'application/vnd.test+json; charset=utf-8'],
  ['application/*;q=0, */*', 'text/plain'],
  ['text/plain;q=0.5, application/json;q=0.5', 'application/json'],
  ['application/vnd.test+json; charset=UTF-8', 'application/vnd.test+json; charset=utf-8'],
  ['application/vnd.test+json; charset=latin1, text/plain;q=0.1', 'text/plain'],
  ['application/json; version=2', 'application/json'],
  ['application/vnd.other.v3+json', 'application/json'],
  ['application/vnd.other.v3+json;q=0, application/vnd.other.v2+json;q=0.1, text/plain;q=0', 'application/json'],
  [
    'application/vnd.test+json;q=0.1, application/vnd.test+json;charset=utf-8;q=0.9, text/plain;q=0.5',
    'application/vnd.test+json; charset=utf-8',
  ],
  ['text/plain; q = 0.9, application/json;q=0.2;ext=1', 'text/plain'],
  ['text/plain ; charset=utf-8 ; q=1', 'text/plain'],
  ['application/json;freq=1;q=0.1, text/plain;q=0.5', 'text/plain'],
  // A parameter after the weight does not belong to the range.
  ['application/vnd.test+json;q=0.9;charset=latin1, text/plain;q=0.1', 'application/vnd.test+json; charset=utf-8'],
  // A type is more specific than a range, whatever its parameters are.
  [
    'application/json;q=0, application/vnd.test+json;q=0.1, application/*;charset=utf-8;q=0.9, text/plain;q=0.5',
    'text/plain',
  ],
])('who accepts %j gets %s', (accept, type) => {
  expect(typeFor(accept)).toBe(type);
});

test.each(['application/xml', 'application/json;q=0', ',', ';;', 'q=1', '/', 'text', '*/*;q=0'])(
  'a client that accepts %j gets 406 if that is documented, else the first media type',
  (accept) => {
    expect(ask('/lenient', accept).status).toBe(200);
    expect(typeFor(accept)).toBe('application/json');
    const refused = ask('/strict', accept);
    expect(refused.status).toBe(406);
    const known = 'cover one of application/json, application/vnd.test+json; charset=utf-8, text/plain';
    const message = expect.stringContaining(known);
    expect(refused.exchange.steps).toContainEqual(expect.objectContaining({ message }));
  },
);

test('a client that accepts none of the types gets the first one of the document, others JSON', () => {
  const typeOf = (accept?: string) => ask('/xml-first', accept).header('Content-Type');
  expect(typeOf('text/csv')).toBe('application/xml');
  expect([typeOf('*/*'), typeOf()]).toEqual(['application/json', 'application/json']);
});

test('an empty Accept header accepts everything', () => {
  expect(ask('/strict', '').status).toBe(200);
});

test('a response without a body matches every Accept header', () => {
  expect(ask('/bodiless', 'application/xml').status).toBe(204);
});

test('each type is written in its own way', () => {
  expect(ask('/lenient', 'text/plain').reply.response.body).toBe('plain');
  expect(ask('/lenient', 'application/vnd.test+json').reply.response.body).toBe('{"b":2}');
});

test('a quality that is not a number is ignored', () => {
  const typeOf = (accept: string) => askNotes('GET', '/texts', { headers: { accept } }).header('Content-Type');
  expect(typeOf('application/json;q=0.5, text/plain;q=1.2.3')).toBe('text/plain');
  expect(typeOf('application/json;q=0.5, text/plain;q=0.2')).toBe('application/json');
});

test.each([
  ['application/json', true],
  ['Application/JSON', true],
  ['application/problem+json', true],
  ['application/json; charset=utf-8', true],
  ['application/json ;x=y', true],
  ['application/jsonl', false],
  ['application/json-patch', false],
  ['text/plain; type=application/json', false],
  ['json', false],
])('%s is JSON: %s', (mediaType, expected) => {
  expect(isJsonType(mediaType)).toBe(expected);
});

test('the essence of a media type has no parameters, no spaces and no capitals', () => {
  const essences = [' Text/Plain ; charset=utf-8', 'text/plain;a=b;\nc=d', 'TEXT/HTML'].map(essenceOf);
  expect(essences).toEqual(['text/plain', 'text/plain', 'text/html']);
  expect(essenceOf(';charset=utf-8')).toBe('');
});

test.each([
  ['*/*', 'text/plain', true],
  ['text/*', 'text/plain', true],
  ['text/*', 'image/plain', false],
  ['*/plain', 'text/plain', true],
  ['text/plain; q=1', 'text/plain', true],
  ['text/html', 'text/plain', false],
  ['application/*+json', 'application/vnd.api+json', true],
  ['application/*+json', 'application/json', false],
  ['application/*+json', 'text/a+json', false],
])('%s covers %s: %s', (range, mediaType, expected) => {
  expect(coversMediaType(range, mediaType)).toBe(expected);
});

test.each([
  ['application/vnd.test+json; charset=utf-8, */*;q=0.5', 'application/vnd.test+json; charset=utf-8'],
  ['application/*;q=0.9, application/json;q=0.1, */*;q=0.5', 'application/vnd.test+json; charset=utf-8'],
  ['*/*;q=0.9, application/*;q=0.1', 'text/plain'],
  ['text/plain;q=0.4, text/plain;q=0.9, application/json;q=0.5', 'application/json'],
  ['application/vnd.test+json;charset, text/plain;q=0.1', 'application/vnd.test+json; charset=utf-8'],
  ['text/html, */*;q=0.5, application/*;q=0.1', 'text/plain'],
  ['application/json;q=0.3;version=1, text/plain;q=0.5', 'text/plain'],
  ['application/json;q=0.5;x=1, text/plain;q=0.4', 'application/json'],
  [
    'application/vnd.test+json;seq=1;q=0.1, application/vnd.test+json;charset=utf-8;q=0.9, text/plain;q=0.5',
    'application/vnd.test+json; charset=utf-8',
  ],
])('the most precise range decides: %s gets %s', (accept, type) => {
  expect(typeFor(accept)).toBe(type);
});
