/** The status of invalid input, where a document has several for it. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf } from '../../openapi/documents.ts';
import { object, text } from '../../short-document.ts';

const takes = object(
  { name: text, at: { type: 'string', format: 'date-time', example: '2026-01-17T12:34:00.000+0000' } },
  ['name'],
);
const response = (description: string, schema: object = object({ detail: text })) => ({
  description,
  content: { 'application/json': { schema } },
});
const validation = {
  type: 'object',
  properties: {
    detail: { type: 'array', items: object({ loc: { type: 'array', items: text }, msg: text, type: text }) },
  },
};

const statusOf = async (errors: object, body: object): Promise<number> => {
  const requestBody = { content: { 'application/json': { schema: takes } } };
  const responses = { 204: { description: 'ok' }, ...errors };
  const document = documentOf({ '/apps': { post: { requestBody, responses } } });
  const vivarium = await createVivarium({ document });
  onTestFinished(() => vivarium.close());
  const headers = { 'content-type': 'application/json' };
  return (await vivarium.world('a').fetch('/apps', { method: 'POST', headers, body: JSON.stringify(body) })).status;
};

test.each<[string, object, number]>([
  ['a 422 for validation beside a 400', { 400: response('Bad request'), 422: response('Validation Error') }, 422],
  [
    'a 422 whose schema lists places',
    { 400: response('Bad request'), 422: response('Unprocessable', validation) },
    422,
  ],
  [
    'a 422 with errors, as Laravel and Rails have them,',
    { 400: response('Bad request'), 422: response('The given data was invalid.', object({ errors: object({}) })) },
    422,
  ],
  ['a 400 for validation beside a 422', { 400: response('Validation failed'), 422: response('Business rule') }, 400],
  ['both for validation', { 400: response('Validation failed'), 422: response('Validation failed') }, 400],
  ['neither of them', { 400: response('Bad request'), 422: response('Unprocessable') }, 400],
  ['a 422 alone', { 422: response('Unprocessable') }, 422],
  ['a range beside a 422 for validation', { '4XX': response('Client error'), 422: response('Validation Error') }, 422],
])('%s decides', async (_name, errors, status) => {
  expect(await statusOf(errors, {})).toBe(status);
});

test('the path is validated as FastAPI does it, where the document is one of FastAPI', async () => {
  const statusOfPath = async (name: string): Promise<number> => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
    const responses = { 200: response('ok'), 404: response('Not found'), 422: response('Validation Error', schema) };
    const document = documentOf(
      { '/apps/{id}': { get: { parameters, responses } } },
      { components: { schemas: { [name]: validation } } },
    );
    const vivarium = await createVivarium({ document });
    onTestFinished(() => vivarium.close());
    return (await vivarium.world('a').fetch('/apps/one')).status;
  };
  expect(await statusOfPath('HTTPValidationError')).toBe(422);
  expect(await statusOfPath('Mistakes')).toBe(404);
});

test.each([
  ['2026-01-17T12:34:00.000+0000', 204],
  ['2026-01-17T12:34:00-0130', 204],
  ['2026-01-17T12:34:00Z', 204],
  ['2026-01-17 12:34', 400],
  ['tomorrow', 400],
])('a time as the example writes it is accepted: %s is %d', async (at, status) => {
  expect(await statusOf({ 400: response('Bad request') }, { name: 'a', at })).toBe(status);
});
