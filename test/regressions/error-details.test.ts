/** Errors had the time 1970, and errors about no mistake showed the mistake of another request, as an example has it. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../short-document.ts';

const schemas = {
  Visit: object({ id: integer, reason: text }, ['id']),
  Problem: object(
    {
      ...{ status: integer, detail: text, timestamp: { ...text, format: 'date-time' } },
      errors: listOf(object({ message: { ...text, example: 'lastName must not be null' } }, ['message'])),
    },
    ['status', 'detail', 'timestamp', 'errors'],
  ),
};
const failing = (status: number, one: object) => {
  const { responses, ...rest } = one as { responses: object };
  const content = { 'application/problem+json': { schema: ref('Problem') } };
  return { ...rest, responses: { ...responses, [status]: { description: '', content } } };
};

test('an error has the present time, and the mistakes of its own request alone', async () => {
  const { get, send } = await servePaths(
    {
      '/visits': {
        get: operation(listOf(ref('Visit'))),
        post: failing(400, operation(ref('Visit'), { takes: object({ reason: text }, ['reason']), status: 201 })),
      },
      '/visits/{id}': { get: failing(404, operation(ref('Visit'))) },
    },
    schemas,
  );
  const { body: missing } = await get('/visits/9');
  expect(missing).toEqual({ status: 404, detail: expect.any(String), timestamp: expect.any(String), errors: [] });
  expect(Math.abs(Date.now() - Date.parse(missing.timestamp))).toBeLessThan(60_000);
  const { body: invalid } = await send('POST', '/visits', {});
  expect(invalid.errors).toEqual([{ message: 'body.reason is required' }]);
  expect((await get('/nothing')).body).toMatchObject({ status: 404, errors: [] });
});

const json = (schema: object, example?: object) => ({
  description: '',
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});
const numbered = { parameters: [inPath('id')] };
const documented = (page: string, responses: object) => ({
  externalDocs: { url: `https://docs.test/${page}` },
  responses: { 200: json(ref('Visit')), ...responses },
});

test('an error names the documentation of its own operation, or none', async () => {
  const Failure = object({ message: text, documentation_url: text }, ['message']);
  const Invalid = object({ message: text, documentation_url: text }, ['message', 'documentation_url']);
  const shared = json(ref('Failure'), { message: 'Not Found', documentation_url: 'https://docs.test/visits#get' });
  const general = json(ref('Failure'), { message: 'Not Found', documentation_url: 'https://docs.test/' });
  const takes = { requestBody: json(object({ reason: text }, ['reason'])) };
  const { get, send } = await servePaths(
    {
      '/visits': { post: { ...takes, ...documented('visits#create', { 422: json(ref('Invalid')) }) } },
      '/visits/{id}': {
        ...numbered,
        get: documented('visits#get', { 404: shared }),
        put: { ...takes, ...documented('visits#replace', { 404: shared }) },
        patch: { ...takes, responses: { 200: json(ref('Visit')), 404: shared } },
        delete: { responses: { 204: { description: '' }, 404: general } },
      },
    },
    { ...schemas, Failure, Invalid },
  );
  const urlOf = ({ body }: { readonly body: { readonly documentation_url?: string } }) => body.documentation_url;
  expect(urlOf(await get('/visits/9'))).toBe('https://docs.test/visits#get');
  expect(urlOf(await send('PUT', '/visits/9', { reason: 'a' }))).toBe('https://docs.test/visits#replace');
  expect(urlOf(await send('PATCH', '/visits/9', { reason: 'a' }))).toBeUndefined();
  expect(urlOf(await send('DELETE', '/visits/9'))).toBe('https://docs.test/');
  // The document has no example of it.
  expect(urlOf(await send('POST', '/visits', {}))).toBe('https://docs.test/visits#create');
  expect((await get('/nothing')).body).toEqual({ message: expect.stringContaining('/nothing') });
});

test('an error that has the example of another one has neither its documentation nor its mistake', async () => {
  const error = { code: 'token_missing', message: 'No token', doc_url: 'https://docs.test/tokens', param: 'token' };
  const Failure = object({ error: object({ code: text, message: text, doc_url: text, param: text }) }, ['error']);
  const { get } = await servePaths(
    {
      '/visits': {
        get: {
          ...operation(listOf(ref('Visit')), { parameters: [{ name: 'page', in: 'query', schema: integer }] }),
          responses: { 200: json(listOf(ref('Visit'))), default: json(ref('Failure'), { error }) },
        },
      },
      '/visits/{id}': {
        ...numbered,
        get: { responses: { 200: json(ref('Visit')), default: json(ref('Failure'), { error }) } },
      },
    },
    { ...schemas, Failure },
  );
  expect((await get('/visits/9')).body.error).toEqual({ code: 'not_found', message: expect.stringContaining('9') });
  expect((await get('/visits?page=a')).body.error).toEqual({
    code: 'bad_request',
    message: 'query.page must be an integer',
    param: 'page',
  });
});

test('a problem has the type of another one no more, and the path of the request', async () => {
  const Problem = object({ type: { ...text, format: 'uri-reference' }, title: text, detail: text, instance: text }, [
    'type',
    'detail',
  ]);
  const example = { type: 'https://docs.test/no-visit', title: 'No visit', detail: 'None', instance: '/visits/5' };
  const { get, send } = await servePaths(
    {
      '/visits': { post: operation(ref('Visit'), { takes: object({ reason: text }, ['reason']) }) },
      '/visits/{id}': {
        ...numbered,
        get: { responses: { 200: json(ref('Visit')), 404: json(ref('Problem'), example) } },
      },
    },
    { ...schemas, Problem },
  );
  const detail = expect.any(String);
  expect((await get('/visits/9')).body).toEqual({ ...example, detail, instance: '/visits/9' });
  const other = { type: 'about:blank', title: 'Not Found', detail, instance: '/nothing' };
  expect((await get('/nothing')).body).toEqual(other);
  expect((await send('POST', '/visits', {})).body).toMatchObject({ type: 'about:blank' });
  // Not every path that a client sends is one of a URI.
  expect((await get('/no|thing')).body.instance).toBe('/visits/5');
});
