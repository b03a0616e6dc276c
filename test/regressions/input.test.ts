/** What once went in and should not have, or stood in the way. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';

const answer = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const thing = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, f: { type: 'number' } } };
const document = {
  openapi: '3.1.1',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: { operationId: 'list', responses: { 200: answer({ type: 'array', items: thing }) } },
      post: {
        operationId: 'create',
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { f: { type: 'number' } } } } },
        },
        responses: { 201: answer(thing), 400: { description: '' } },
      },
    },
  },
};

test('a number that no double holds is refused, not stored as Infinity', async () => {
  const vivarium = await createVivarium({ document, scenario: {} });
  onTestFinished(() => vivarium.close());
  const send = (body: string) =>
    vivarium.world().fetch('/things', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect((await send('{"f":1e400}')).status).toBe(400);
  expect((await send('{"f":-1e999}')).status).toBe(400);
  expect((await send('{"f":1e300}')).status).toBe(201);
});
