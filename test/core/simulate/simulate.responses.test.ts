/** The body of a response: its content, its serialization, and its check against the document. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { FaultDocument, FaultObject } from '../../../src/scenario/document/fault-schema.ts';
import { inQuery, integer, listOf, operation } from '../../short-document.ts';
import { decide, documentOf, readyService, requestOf, stateOf } from '../helpers.ts';
import { explainSteps, violationTexts } from '../notes.ts';

const note: JsonObject = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' } },
  xml: { name: 'note' },
};
const note404 = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
const document = documentOf({
  '/notes': {
    get: {
      responses: {
        200: {
          description: '',
          content: {
            'application/xml': { schema: note, examples: { nine: { value: { id: 9 } } } },
            'application/json': { schema: note, examples: { nine: { value: { id: 99 } }, ten: { value: { id: 10 } } } },
            'text/plain; charset=utf-8': { schema: { type: 'string' } },
          },
        },
        404: { description: '' },
      },
    },
  },
  '/gone': {
    get: {
      responses: {
        200: { description: '' },
        400: {
          description: '',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { status: { type: 'integer' } } },
              examples: { gone: { value: { status: 410 } } },
            },
          },
        },
      },
      parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
    },
  },
  '/lists': { get: operation(listOf(integer), { parameters: [inQuery('limit', integer)], others: { 400: note404 } }) },
  '/strict': { get: operation(note, { parameters: [inQuery('limit', integer)] }) },
  '/riddle': {
    get: {
      responses: {
        200: {
          description: '',
          content: {
            'application/json': {
              // The check of the example takes longer than its limit.
              schema: { type: 'string', pattern: '^((a{0,100}){0,100}){0,100}$' },
              examples: { long: { value: `${'a'.repeat(5000)}b` } },
            },
          },
        },
      },
    },
  },
});

let service: Service;
beforeAll(async () => {
  service = await readyService(document);
});

const ask = (target: string, headers: Readonly<Record<string, string>> = {}, faults: readonly FaultDocument[] = []) =>
  decide(service, stateOf(service, { faults }), requestOf('GET', target, { headers }));
const forced = (rest: Omit<FaultObject, 'name'>) => ask('/notes', {}, [{ name: 'mine', ...rest }]);

describe('a body', () => {
  test('is serialized as the accepted media type', () => {
    expect(ask('/notes', { accept: 'application/json' }).reply.response.body).toBe('{"id":99}');
    expect(ask('/notes', { accept: 'application/xml' }).reply.response.body).toMatch(/^<\?xml.*<id>9<\/id>/s);
  });

  test('is the requested example of the accepted media type', () => {
    const prefer = 'example=nine';
    expect(ask('/notes', { prefer, accept: 'application/xml' }).reply.response.body).toContain('<id>9</id>');
    expect(ask('/notes', { prefer, accept: 'application/json' }).body).toEqual({ id: 99 });
    expect(ask('/notes', { prefer, accept: 'image/png' }).reply.response.body).toContain('<id>9</id>');
    const ofAnother = ask('/notes', { prefer: 'example=ten', accept: 'application/xml' });
    expect(ofAnother.header('Preference-Applied')).toBeUndefined();
    expect(ofAnother.header('Content-Type')).toBe('application/xml');
  });

  test('is the requested example unchanged, unless its status is forced', () => {
    expect(ask('/gone', { prefer: 'example=gone' }).body).toEqual({ status: 410 });
    expect(ask('/gone', { prefer: 'code=400, example=gone' }).body).toEqual({ status: 400 });
  });
});

describe('the check of a response', () => {
  const json = { 'content-type': 'application/json' };

  test.each<readonly [what: string, violations: readonly string[], rest: Omit<FaultObject, 'name'>]>([
    ['a valid body', [], { status: 200, headers: json, body: { id: 1 } }],
    ['an invalid body', ['response body /id type'], { status: 200, headers: json, body: { id: 'x' } }],
    [
      'an undocumented media type',
      ['response header /content-type mediaType'],
      { status: 200, headers: { 'content-type': 'image/png' }, body: 'a' },
    ],
    [
      'a media type without its documented parameter',
      [],
      { status: 200, headers: { 'content-type': 'text/plain' }, body: 'a' },
    ],
    ['a body for a status that documents none', [], { status: 404, body: 'a' }],
    ['an undocumented status', ['response status  status'], { status: 418 }],
  ])('finds the violations of %s: %j', (_, violations, rest) => {
    expect(violationTexts(forced(rest))).toEqual(violations);
  });

  test('accepts a documented media type with its parameter', () => {
    const decided = ask('/notes', { accept: 'text/plain' });
    expect(decided.header('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(violationTexts(decided)).toEqual([]);
  });

  test('reports a body that could not be checked, but not as a violation', () => {
    const decided = ask('/riddle', { prefer: 'example=long' });
    expect(explainSteps(decided).at(-1)).toMatch(/^the body cannot be checked/);
    expect(violationTexts(decided)).toEqual([]);
  });

  test('skips the error of a rejected request, unless a fault changed it', () => {
    const fault = { name: 'mine', contract: 'missing-required' } as const;
    const invalid = ['request query /limit type'];
    // The error format of the service is not the documented one.
    expect(violationTexts(ask('/lists?limit=x'))).toEqual(invalid);
    expect(violationTexts(ask('/lists?limit=x', {}, [fault]))).toEqual([...invalid, 'response body /code required']);
    // The fault is not applicable, because the document has no such response.
    expect(violationTexts(ask('/strict?limit=x', {}, [fault]))).toEqual(invalid);
  });
});

test('Preference-Applied has only the faults that changed the body', () => {
  const faults: readonly FaultDocument[] = [
    { name: 'wrong', contract: 'wrong-type', enabled: false },
    { name: 'empty', extreme: 'empty-list', enabled: false },
  ];
  const appliedTo = (target: string) =>
    ask(target, { prefer: 'fault=wrong, fault=empty' }, faults).header('Preference-Applied');
  expect(appliedTo('/strict')).toBe('fault=wrong');
  expect(ask('/lists', { prefer: 'fault=empty' }, faults).header('Preference-Applied')).toBe('fault=empty');
});

test('a response without a body has the documented headers', async () => {
  const headers = { 'X-Left': { required: true, schema: { const: 7 } } };
  const service = await readyService(
    documentOf({ '/a': { delete: { responses: { 204: { description: '', headers } } } } }),
  );
  const decided = decide(service, stateOf(service), requestOf('DELETE', '/a'));
  expect([decided.status, decided.header('X-Left')]).toEqual([204, '7']);
});

test.each([204, 205])('a %i has no body and no media type, whatever the document describes', async (status) => {
  const content = { 'text/plain': { example: 'gone' } };
  const service = await readyService(
    documentOf({ '/a': { delete: { responses: { [status]: { description: '', content } } } } }),
  );
  const decided = decide(service, stateOf(service), requestOf('DELETE', '/a'));
  expect([decided.status, decided.header('Content-Type')]).toEqual([status, undefined]);
});
