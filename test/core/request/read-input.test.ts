/** Empty bodies: those that count as a body, and those that do not. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/schema.ts';
import { decide, documentOf, readyService, requestOf, stateOf } from '../helpers.ts';
import { askNotes, violationTexts } from '../notes.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const formOf = (schema: JsonObject, required = true): JsonObject => ({
  requestBody: {
    required,
    content: {
      [urlencoded]: { schema },
      'multipart/form-data': { schema },
      'application/json': { schema },
    },
  },
  responses: { 200: { description: '' }, 400: { description: '' } },
});
const free: JsonObject = { type: 'object', properties: { name: { type: 'string' } } };
const strict: JsonObject = { ...free, required: ['name'] };

let service: Service;
beforeAll(async () => {
  service = await readyService(
    documentOf({
      '/free': { post: formOf(free) },
      '/strict': { post: formOf(strict) },
      '/optional': { post: formOf(strict, false) },
    }),
  );
});

const post = (path: string, type: string | undefined, requests: 'refuse' | 'report' = 'refuse') => {
  const headers: Readonly<Record<string, string>> = type === undefined ? {} : { 'content-type': type };
  const state = stateOf(service, { requests });
  const { status, exchange } = decide(service, state, requestOf('POST', path, { headers }));
  return [status, exchange.violations.map(({ message }) => message)];
};

describe('an empty body', () => {
  test.each([urlencoded, `${urlencoded}; charset=utf-8`, 'Multipart/Form-Data; boundary=x'])(
    'of %s is a form without fields',
    (type) => {
      expect(post('/free', type)).toEqual([200, []]);
      expect(post('/strict', type)).toEqual([400, ['body.name is required']]);
      expect(post('/strict', type, 'report')).toEqual([200, ['body.name is required']]);
    },
  );

  test.each([undefined, 'application/json', 'text/plain', `${urlencoded}; charset=utf-16`])(
    'of the type %s is a missing one',
    (type) => {
      expect(post('/free', type)).toEqual([400, ['body is required']]);
    },
  );

  test('is no body if none is required', () => {
    expect(post('/optional', urlencoded)).toEqual([200, []]);
  });
});

describe('the charset of a body', () => {
  const send = (charset: string) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    return decide(service, stateOf(service), requestOf('POST', '/strict', { headers, body: { name: 'ada' } })).status;
  };

  test.each(['utf-8', 'UTF8', '"utf-8"', 'us-ascii', 'US-ASCII'])('may be %s', (charset) => {
    expect(send(charset)).toBe(200);
  });

  test.each(['utf-16', 'iso-8859-1', 'utf-80'])('must not be %s', (charset) => {
    expect(send(charset)).toBe(400);
  });
});

describe('reading a request', () => {
  test('is rejected if a required parameter is missing', () => {
    const decided = askNotes('GET', '/find/1');
    expect(decided.status).toBe(400);
    expect(violationTexts(decided)).toEqual(['request query /q required']);
    expect(JSON.stringify(decided.body)).toContain('query.q is required');
  });

  test('is rejected for the first kind of problem, and all violations are reported', () => {
    const decided = askNotes('GET', '/find/x?q=a');
    expect(violationTexts(decided)).toEqual(['request path /id type', 'request query /q minLength']);
    expect(JSON.stringify(decided.body)).toContain('path.id');
    expect(JSON.stringify(decided.body)).not.toContain('query.q');
  });

  test('is served without an optional body', () => {
    expect(askNotes('POST', '/forms').body).toBe('filled');
    expect(askNotes('PUT', '/tags').status).toBe(400);
  });

  test('is served if the world only reports an invalid body, object or not', () => {
    const report: ScenarioDocument = { requests: 'report' };
    const tags = askNotes('PUT', '/tags', { body: ['a', 1] }, report);
    expect(tags.body).toBe('set');
    expect(violationTexts(tags)).toEqual(['request body /1 type']);
    const form = askNotes('POST', '/forms', { body: { a: 'b' } }, report);
    expect(form.body).toBe('filled');
    expect(violationTexts(form)).toEqual(['request body  minProperties']);
    expect(askNotes('PUT', '/tags', { body: ['a', 1] }).status).toBe(400);
  });
});
