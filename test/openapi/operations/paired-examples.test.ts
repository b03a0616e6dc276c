/** Examples of requests and responses with the same names. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf } from '../documents.ts';

const named = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

const inJson = (values: Readonly<Record<string, unknown>>) => ({
  description: 'ok',
  content: { 'application/json': { schema: { type: 'object' }, examples: named(values) } },
});

const text = { type: 'string' };
const paths = {
  '/greet/{title}/{name}': {
    get: {
      parameters: [
        { name: 'title', in: 'path', required: true, schema: text, examples: named({ hello: 'dr', bye: 'mr' }) },
        { name: 'name', in: 'path', required: true, schema: text, examples: named({ hello: 'ada', bye: 'bob' }) },
      ],
      responses: { 200: inJson({ hello: { text: 'Hello' }, bye: { text: 'Bye' } }) },
    },
  },
  '/rates': {
    get: {
      parameters: [{ name: 'count', in: 'query', schema: { type: 'integer' }, examples: named({ some: 2, none: 0 }) }],
      responses: { 200: inJson({ some: { rate: 7 } }), 404: inJson({ none: { why: 'none' } }) },
    },
  },
  '/quote': {
    post: {
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object' }, examples: named({ small: { size: 1 }, big: { size: 9 } }) },
        },
      },
      responses: { 200: inJson({ small: { price: 10 }, big: { price: 90 } }) },
    },
  },
};

test.each<[string, unknown, number, object]>([
  ['/greet/mr/bob', undefined, 200, { text: 'Bye' }],
  ['/greet/dr/ada', undefined, 200, { text: 'Hello' }],
  ['/rates?count=2', undefined, 200, { rate: 7 }],
  ['/rates?count=0', undefined, 404, { why: 'none' }],
  ['/quote', { size: 9 }, 200, { price: 90 }],
  ['/quote', { size: 1 }, 200, { price: 10 }],
])('%s with %j gets the example of its name', async (path, sent, status, body) => {
  const vivarium = await createVivarium({ document: documentOf(paths) });
  onTestFinished(() => vivarium.close());
  const init =
    sent === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } };
  const response = await vivarium.world('a').fetch(path, init);
  expect([response.status, await response.json()]).toEqual([status, body]);
  expect(response.headers.has('preference-applied')).toBe(false);
});

test('another request gets what the operation shows otherwise', async () => {
  const vivarium = await createVivarium({ document: documentOf(paths) });
  onTestFinished(() => vivarium.close());
  expect((await vivarium.world('a').fetch('/greet/dr/bob')).status).toBe(200);
  expect((await vivarium.world('a').fetch('/rates?count=5')).status).toBe(200);
});

test('an example without what its schema requires is completed', async () => {
  const schema = { type: 'object', required: ['text', 'kind'], properties: { kind: { enum: ['greeting'] } } };
  const examples = named({ hello: { text: 'Hello' } });
  const parameters = [{ name: 'to', in: 'query', schema: text, examples: named({ hello: 'ada' }) }];
  const responses = { 200: { description: 'ok', content: { 'application/json': { schema, examples } } } };
  const vivarium = await createVivarium({ document: documentOf({ '/greeting': { get: { parameters, responses } } }) });
  onTestFinished(() => vivarium.close());
  const response = await vivarium.world('a').fetch('/greeting?to=ada');
  expect(await response.json()).toEqual({ text: 'Hello', kind: 'greeting' });
});
