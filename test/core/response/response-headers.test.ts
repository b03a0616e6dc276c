import { beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import { applyChanges } from '../../../src/core/state/state.ts';
import type { FaultDocument } from '../../../src/scenario/document/fault-schema.ts';
import { integer, listOf, named, object } from '../../short-document.ts';
import { documentOf, now, readyService, requestOf, responseHeaderOf, stateOf } from '../helpers.ts';
import { askNotes, jsonContent } from '../notes.ts';

describe('the headers of a response', () => {
  test('that the document requires are written so that a header can carry them', () => {
    const decided = askNotes('GET', '/labelled');
    expect(decided.header('X-Label')).toBe('f%C3%BCr dich');
    expect(decided.header('X-Left')).toBe('7');
  });

  test('include the deprecation date of the operation, and its successor with the path values', () => {
    const decided = askNotes('GET', '/old/7', { pathPrefix: '/~a' });
    expect(decided.header('Deprecation')).toBe(`@${Date.UTC(2029, 0, 1) / 1000}`);
    expect(decided.header('Link')).toBe('</~a/new/7>; rel="successor-version"');
  });

  test('name no successor whose path needs a value that the request does not have', () => {
    const decided = askNotes('GET', '/older/7');
    expect(decided.status).toBe(200);
    expect(decided.header('Link')).toBeUndefined();
  });
});

const plainNote: JsonObject = object({ id: integer, text: { type: 'string' } }, ['id', 'text']);

test('documented headers are sent, and a created item has a Location', async () => {
  const service = await readyService(
    documentOf({
      '/notes': {
        get: named('list', listOf(plainNote)),
        post: {
          operationId: 'create',
          requestBody: { content: jsonContent(plainNote) },
          responses: {
            201: {
              description: '',
              content: jsonContent(plainNote),
              headers: {
                Location: { required: true, schema: { type: 'string' } },
                'X-Total': { required: true, schema: { type: 'integer', minimum: 3, maximum: 3 } },
                'X-Maybe': { schema: { type: 'string' } },
              },
            },
          },
        },
      },
    }),
  );
  const { response } = simulate(
    service,
    stateOf(service),
    requestOf('POST', '/notes', { body: { id: 5, text: 'x' } }),
    now,
  ).reply;
  expect(responseHeaderOf(response, 'location')).toBe('/notes/5');
  expect(responseHeaderOf(response, 'x-total')).toBe('3');
  expect(responseHeaderOf(response, 'x-maybe')).toEqual(expect.any(String));
});

describe('a documented header', () => {
  const never = [
    ...['Content-Encoding', 'Transfer-Encoding', 'Connection', 'Keep-Alive', 'Proxy-Authenticate', 'Upgrade'],
    ...['Trailer', 'TE', 'Allow', 'Deprecation', 'Sunset', 'WWW-Authenticate', 'Preference-Applied'],
    ...['Access-Control-Allow-Origin', 'Vivarium-Cost'],
  ];
  const generated = ['X-Trailer', 'Connections', 'Content-Language', 'retry-AFTER'];
  let service: Service;
  beforeAll(async () => {
    const declared = (names: readonly string[]): JsonObject =>
      Object.fromEntries(names.map((name) => [name, { required: true, schema: { const: 'generated' } }]));
    service = await readyService(
      documentOf({
        '/notes': { get: { responses: { 200: { description: '', headers: declared([...never, ...generated]) } } } },
      }),
    );
  });
  const headersWith = (own: Readonly<Record<string, string>> = {}) => {
    const state = stateOf(service, { faults: [{ name: 'own', status: 200, headers: own }] });
    const { headers } = simulate(service, state, requestOf('GET', '/notes'), now).reply.response;
    return Array.from({ length: headers.length / 2 }, (_, index) => headers.slice(index * 2, index * 2 + 2));
  };

  test.each(never)('%s is never generated', (name) => {
    expect(headersWith().map(([each]) => each)).not.toContain(name);
  });

  test.each(generated)('%s is generated', (name) => {
    expect(headersWith()).toContainEqual([name, 'generated']);
  });

  test('is sent once, with the value that is already set', () => {
    const sent = headersWith({ 'Retry-After': '5', Connections: 'none' });
    expect(sent.filter(([name]) => name?.toLowerCase() === 'retry-after')).toEqual([['Retry-After', '5']]);
    expect(sent.filter(([name]) => name === 'Connections')).toEqual([['Connections', 'none']]);
    // The value of another header is not taken for its name.
    const other = headersWith({ 'X-Own': 'x-trailer' });
    expect(other).toContainEqual(['X-Trailer', 'generated']);
  });
});

describe('an ETag', () => {
  const etag = { ETag: { schema: { type: 'string' } } };
  const served = async (headers: JsonObject, more: JsonObject = { 304: {} }, faults: readonly FaultDocument[] = []) => {
    const ok = { description: '', content: jsonContent(plainNote), headers };
    const list = { description: '', content: jsonContent({ type: 'array', items: plainNote }), headers };
    const put = { requestBody: { content: jsonContent(plainNote) }, responses: { 200: ok } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
    const service = await readyService(
      documentOf({
        '/notes': { get: { responses: { 200: list, ...more } } },
        '/notes/{id}': { parameters, get: { responses: { 200: ok, ...more } }, put },
      }),
    );
    const state = stateOf(service, { data: { notes: [{ id: 1, text: 'a' }] }, faults });
    return (method: string, path: string, tag?: string, body?: Json) => {
      const sent = { headers: tag === undefined ? {} : { 'if-none-match': tag }, ...(body && { body }) };
      const { reply, changes } = simulate(service, state, requestOf(method, path, sent), now);
      applyChanges(state, changes);
      const { status, body: text } = reply.response;
      return { status, text, tag: responseHeaderOf(reply.response, 'etag') as string };
    };
  };

  test('stays as long as the body, and changes with it, in items and lists', async () => {
    const ask = await served(etag);
    const [item, list] = [ask('GET', '/notes/1').tag, ask('GET', '/notes').tag];
    expect([ask('GET', '/notes/1').tag, ask('GET', '/notes').tag]).toEqual([item, list]);
    const changed = ask('PUT', '/notes/1', undefined, { id: 1, text: 'b' }).tag;
    expect(changed).not.toBe(item);
    expect(ask('GET', '/notes/1').tag).toBe(changed);
    expect(ask('GET', '/notes').tag).not.toBe(list);
  });

  test('that the client has is a 304 without a body, until the body changes', async () => {
    const ask = await served(etag);
    for (const path of ['/notes/1', '/notes']) {
      const { tag } = ask('GET', path);
      for (const method of ['GET', 'HEAD'])
        for (const sent of [tag, `"x", W/${tag}`, '*'])
          expect(ask(method, path, sent)).toEqual({ status: 304, text: undefined, tag });
      expect(ask('GET', path, '"x"').status).toBe(200);
      ask('PUT', '/notes/1', undefined, { id: 1, text: path });
      expect(ask('GET', path, tag).status).toBe(200);
    }
    // RFC 9110, section 13.1.2: only what does not exist.
    expect(ask('PUT', '/notes/1', '*', { id: 1, text: 'c' }).status).toBe(412);
  });

  test('is no 304 where a fault forces the status', async () => {
    const ask = await served(etag, undefined, [{ name: 'ok', status: 200, headers: { ETag: '"a"' } }]);
    expect(ask('GET', '/notes/1', '"a"')).toMatchObject({ status: 200, tag: '"a"' });
  });

  test('is no 304 where none is documented, nor if an example is the tag of every body', async () => {
    const undocumented = await served(etag, {});
    expect(undocumented('GET', '/notes/1', '*').status).toBe(200);
    const constant = await served({ ETag: { schema: { type: 'string' }, example: '"a"' } });
    expect(constant('GET', '/notes', '"a"')).toMatchObject({ status: 200, tag: '"a"' });
  });
});
