/** Reading a request: its parameters and its body, and the violations in them. */

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { OutOfSteps } from '../../../src/core/primitives/step-budget.ts';
import { tooManySteps } from '../../../src/core/service/check.ts';
import type { BodyContent, Operation } from '../../../src/core/service/operation.ts';
import { createMatcher } from '../../../src/core/service/router.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { listOf, object, text } from '../../short-document.ts';
import { decide, documentOf, readyService, requestOf, type Sent, stateOf } from '../helpers.ts';
import { askNotes, violationTexts } from '../notes.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const formOf = (schema: JsonObject, required = true): JsonObject => ({
  requestBody: {
    required,
    content: { [urlencoded]: { schema }, 'multipart/form-data': { schema }, 'application/json': { schema } },
  },
  responses: { 200: { description: '' }, 400: { description: '' } },
});
const takes = (content: JsonObject, required = false): JsonObject => ({
  post: { requestBody: { required, content }, responses: { 200: { description: '' } } },
});
const free: JsonObject = object({ name: text });
const strict: JsonObject = { ...free, required: ['name'] };
const listed: JsonObject = object({ name: text, tags: listOf(text) }, ['name']);

const service = await readyService(
  documentOf({
    '/free': { post: formOf(free) },
    '/strict': { post: formOf(strict) },
    '/listed': { post: formOf(listed) },
    '/optional': { post: formOf(strict, false) },
    '/mixed': takes({ 'text/plain': { schema: text }, 'application/json': { schema: free } }, true),
    '/texts': takes({ 'text/*': { schema: {} }, 'Text/X-Note': { schema: { ...text, maxLength: 3 } } }),
    '/parts': takes({ 'multipart/mixed': { schema: free } }, true),
    '/anything': takes({ '*/*': { schema: {} } }),
    '/versions': takes({
      'text/x-note; version=1': { schema: { ...text, maxLength: 1 } },
      'text/x-note; version=2': { schema: { ...text, maxLength: 9 } },
    }),
  }),
);

const post = (path: string, type: string | undefined, requests: 'refuse' | 'report' = 'refuse') => {
  const headers: Readonly<Record<string, string>> = type === undefined ? {} : { 'content-type': type };
  const state = stateOf(service, { requests });
  const { status, exchange } = decide(service, state, requestOf('POST', path, { headers }));
  return [status, exchange.violations.map(({ message }) => message)];
};

describe('an empty body', () => {
  const forms = [urlencoded, `${urlencoded}; charset=utf-8`, 'Multipart/Form-Data; boundary=x'];
  test.each(forms)('of %s is a form without fields', (type) => {
    expect(post('/free', type)).toEqual([200, []]);
    expect(post('/strict', type)).toEqual([400, ['body.name is required']]);
    expect(post('/strict', type, 'report')).toEqual([200, ['body.name is required']]);
  });

  const others = [undefined, 'application/json', 'text/plain', `${urlencoded}; charset=utf-16`];
  test.each(others)('of the type %s is a missing one', (type) => {
    expect(post('/free', type)).toEqual([400, ['body is required']]);
  });

  test('of parts without names is a missing one', () => {
    expect(post('/parts', 'multipart/mixed; boundary=x')).toEqual([400, ['body is required']]);
  });

  test('is no body if none is required', () => {
    expect(post('/optional', urlencoded)).toEqual([200, []]);
  });
});

test('a form is checked with the problems of its fields', () => {
  const request = requestOf('POST', '/listed', { headers: { 'content-type': urlencoded }, body: 'tags=a&tags[x]=b' });
  const { status, exchange } = decide(service, stateOf(service), request);
  expect(status).toBe(400);
  expect(exchange.violations.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['body.tags must not be sent both as a value and with brackets', 'body.name is required']),
  );
});

test('a missing body is replaced in a world that only reports, if one of its contents is an object', () => {
  expect(post('/mixed', undefined, 'report')).toEqual([200, ['body is required']]);
});

describe('the violation of a body', () => {
  const unreadable = { type: 'bad-encoding', reason: 'must be gzip' } as const;
  const xml = { 'content-type': 'text/xml' };
  test.each<readonly [what: string, violation: string, sent: Sent]>([
    ['that is missing', 'request body  required', {}],
    ['that is too large', 'request body  maxLength', { lost: { type: 'too-large', limitBytes: 10 } }],
    ['in an unknown encoding', 'request header /content-encoding encoding', { lost: unreadable }],
    ['of another type', 'request header /content-type mediaType', { body: '<a/>', headers: xml }],
    ['without valid syntax', 'request body  syntax', { body: '{' }],
    ['nested too deep', 'request body  syntax', { body: `${'['.repeat(101)}${']'.repeat(101)}` }],
    ['in invalid UTF-8', 'request body  syntax', { body: new Uint8Array([0x7b, 0xff, 0x7d]) }],
    ['of another form', 'request body  type', { body: [] }],
    ['with a wrong property', 'request body /name type', { body: { name: 1 } }],
  ])('%s is %s', (_, violation, sent) => {
    const decided = decide(service, stateOf(service), requestOf('POST', '/strict', sent));
    expect(violationTexts(decided)).toEqual([violation]);
  });
});

describe('the content that a body is read with', () => {
  const send = (path: string, type: string, body: string) => {
    const request = requestOf('POST', path, { headers: { 'content-type': type }, body });
    return violationTexts(decide(service, stateOf(service), request));
  };

  test('is that of its media type, in any case, else that of its range', () => {
    expect(send('/texts', 'text/x-note', 'long')).toEqual(['request body  maxLength']);
    expect(send('/texts', 'TEXT/X-NOTE', 'long')).toEqual(['request body  maxLength']);
    expect(send('/texts', 'text/plain', 'long')).toEqual([]);
    expect(send('/texts', 'image/png', 'long')).toEqual(['request header /content-type mediaType']);
    expect(send('/mixed', 'APPLICATION/JSON ; charset="utf-8"; x=y', '{}')).toEqual([]);
    for (const other of ['application/jsonx', 'application/vnd.api+json', '*/*'])
      expect(send('/mixed', other, '{}')).toEqual(['request header /content-type mediaType']);
  });

  test('is that of its parameters, if several have the media type', () => {
    expect(send('/versions', 'text/x-note;version=2', 'long')).toEqual([]);
    expect(send('/versions', 'Text/X-Note; Version=1', 'long')).toEqual(['request body  maxLength']);
    expect(send('/versions', 'text/x-note', 'long')).toEqual(['request body  maxLength']);
  });

  test('is none if the media type is missing', () => {
    expect(send('/anything', 'text/plain', '"a"')).toEqual([]);
    expect(send('/anything', '', '"a"')).toEqual(['request header /content-type mediaType']);
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

  test('is found by any spelling of its name', () => {
    expect(send('utf-8; CHARSET=utf-16')).toBe(200);
    expect(post('/free', `${urlencoded}; Charset=utf-16`)).toEqual([400, ['body is required']]);
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

describe('a body whose properties cannot be told apart within the steps of a request', () => {
  const sendTo = (content: Partial<BodyContent>, requests: 'refuse' | 'report' = 'refuse') => {
    const operations = service.operations.map((operation): Operation => {
      const contents = (operation.body?.contents ?? []).map((own) => ({ ...own, ...content }));
      return { ...operation, body: { required: true, contents } };
    });
    const changed = { ...service, operations, matcher: createMatcher(operations) };
    const request = requestOf('POST', '/free', { body: { name: 'ada' } });
    return decide(changed, stateOf(service, { requests }), request);
  };
  const stripUndeclared = (): never => {
    throw new OutOfSteps();
  };

  test.each(['refuse', 'report'] as const)('is rejected, also in a world with `requests: %s`', (requests) => {
    const decided = sendTo({ stripUndeclared }, requests);
    expect(decided.status).toBe(400);
    expect(violationTexts(decided)).toEqual(['request body  not-evaluated']);
  });

  test('has one violation if it could not be checked either', () => {
    const decided = sendTo({ stripUndeclared, check: () => [tooManySteps] });
    expect(decided.status).toBe(400);
    expect(violationTexts(decided)).toEqual(['request body  not-evaluated']);
  });

  test('is not one whose reading fails because of a bug', () => {
    const bug = new Error('a bug');
    const fail = (): never => {
      throw bug;
    };
    expect(() => sendTo({ stripUndeclared: fail })).toThrow(bug);
  });
});
