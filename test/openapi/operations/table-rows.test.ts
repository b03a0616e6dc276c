/** Documents of PostgREST, as it writes them: each write has the schema of its table, and no response of a write has a body. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { inQuery, jsonBody, listOf, ref, text } from '../../short-document.ts';

const columns = {
  id: { type: 'integer', format: 'bigint', description: 'Note:\nThis is a Primary Key.<pk/>' },
  body: { ...text, format: 'text' },
  done: { type: 'boolean', default: false },
  created_at: { ...text, format: 'timestamp with time zone', default: 'now()' },
};
const optional = {
  state: { ...text, format: 'text', default: 'open' },
  day: { ...text, format: 'text', default: 'CURRENT_DATE' },
  label: { ...text, format: 'text', default: "concat('a', 'b')" },
};
const prefer = {
  name: 'Prefer',
  in: 'header',
  ...text,
  enum: ['return=representation', 'return=minimal', 'return=none'],
};
const filters = Object.keys(columns).map((name) => ({ name, in: 'query', ...text }));
const body = { name: 'memos', in: 'body', schema: { $ref: '#/definitions/memos' } };
const document = {
  ...{ swagger: '2.0', info: { title: 'Memos', version: '12' }, parameters: { prefer, 'body.memos': body } },
  definitions: { memos: { type: 'object', required: Object.keys(columns), properties: { ...columns, ...optional } } },
  paths: {
    '/memos': {
      get: {
        parameters: filters,
        responses: { 200: { description: 'OK', schema: { type: 'array', items: { $ref: '#/definitions/memos' } } } },
      },
      post: {
        parameters: [{ $ref: '#/parameters/body.memos' }, { $ref: '#/parameters/prefer' }],
        responses: { 201: { description: 'Created' } },
      },
      patch: {
        parameters: [...filters, { $ref: '#/parameters/body.memos' }, { $ref: '#/parameters/prefer' }],
        responses: { 204: { description: 'No Content' } },
      },
      delete: {
        parameters: [...filters, { $ref: '#/parameters/prefer' }],
        responses: { 204: { description: 'No Content' } },
      },
    },
  },
};

/** The same, as converters write it. */
const converted = {
  ...{ openapi: '3.0.0', info: document.info },
  components: {
    schemas: document.definitions,
    parameters: { prefer: { name: 'Prefer', in: 'header', schema: { ...text, enum: prefer.enum } } },
    requestBodies: { memos: { content: jsonBody(ref('memos')) } },
  },
  paths: {
    '/memos': Object.fromEntries(
      Object.entries({ get: 200, post: 201, patch: 204, delete: 204 }).map(([method, status]) => [
        method,
        {
          parameters: [
            ...(method === 'post' ? [] : Object.keys(columns).map((name) => inQuery(name))),
            ...(method === 'get' ? [] : [{ $ref: '#/components/parameters/prefer' }]),
          ],
          ...(/^(post|patch)$/.test(method) && { requestBody: { $ref: '#/components/requestBodies/memos' } }),
          responses: {
            [status]: { description: '', ...(method === 'get' && { content: jsonBody(listOf(ref('memos'))) }) },
          },
        },
      ]),
    ),
  },
};

const now = '2030-01-01T00:00:00.000Z';
const first = { id: 1, body: 'one', done: false, created_at: now };

/** The method, the query, what is sent; the status and the body, without a preference and with `return=representation`. */
describe.each([
  ['Swagger 2.0', document],
  ['OpenAPI 3', converted],
])('in %s', (_version, document) => {
  test.each<[string, string, object | undefined, readonly unknown[], readonly unknown[]]>([
    ['POST', '', { body: 'two' }, [201, ''], [201, [{ ...first, id: 2, body: 'two' }]]],
    ['POST', '', [{ body: 'two' }, { body: 'three' }], [201, ''], [201, [{ id: 2 }, { id: 3, body: 'three' }]]],
    ['POST', '', { done: true }, [400], [400]],
    ['POST', '', [{ body: 'two' }, { done: true }], [400], [400]],
    ['PATCH', '?id=eq.1', { done: true }, [204, ''], [200, [{ ...first, done: true }]]],
    ['PATCH', '?id=eq.9', { done: true }, [204, ''], [200, []]],
    ['PATCH', '?id=eq.1', { done: 7 }, [400], [400]],
    ['DELETE', '?id=eq.1', undefined, [204, ''], [200, [first]]],
  ])('%s /memos%s %j', async (method, query, sent, alone, preferred) => {
    const vivarium = await createVivarium({
      document,
      scenario: { clock: { at: now, frozen: true }, data: { memos: [first] } },
    });
    onTestFinished(() => vivarium.close());
    const answer = async (name: string, value?: string): Promise<readonly unknown[]> => {
      const world = vivarium.world(name);
      const headers = { 'content-type': 'application/json', ...(value !== undefined && { prefer: value }) };
      const response = await world.fetch(`/memos${query}`, {
        method,
        headers,
        ...(sent && { body: JSON.stringify(sent) }),
      });
      const written = await response.text();
      const isRight = response.status < 400;
      expect(response.headers.get('preference-applied')).toBe(value ?? null);
      if (isRight) expect(world.exchanges()[0]?.violations).toEqual([]);
      return isRight ? [response.status, written === '' ? '' : JSON.parse(written)] : [response.status];
    };
    expect(await answer('alone')).toEqual(alone);
    expect(await answer('minimal', 'return=minimal')).toEqual(alone);
    expect(await answer('preferred', 'return=representation')).toMatchObject(preferred);
  });

  test('a new row has the constants that columns have by default, and no expressions', async () => {
    const vivarium = await createVivarium({ document, scenario: { clock: { at: now, frozen: true } } });
    onTestFinished(() => vivarium.close());
    const headers = { 'content-type': 'application/json', prefer: 'return=representation' };
    const response = await vivarium.world('a').fetch('/memos', { method: 'POST', headers, body: '{"body":"two"}' });
    expect(await response.json()).toEqual([{ ...first, body: 'two', state: 'open' }]);
  });
});
