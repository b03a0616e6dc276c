/** `set` of `x-vivarium`: an action makes the changes that the document states. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { now, requestOf, stateOf, take } from '../../core/helpers.ts';
import { serviceFor } from '../../openapi/resources/small.ts';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Story = object(
  {
    id: integer,
    title: text,
    claps: { type: 'integer', maximum: 3 },
    mood: { enum: ['calm', 'angry'] },
    readAt: { type: 'string', format: 'date-time' },
    author: object({ karma: integer }),
  },
  ['id'],
);

const call = async (set: object, { method = 'post', query = '', body = {} as JsonObject, item = {} } = {}) => {
  const service = serviceFor(
    {
      '/stories': { get: operation(listOf(ref('Story'))) },
      '/stories/{id}': { get: operation(ref('Story')) },
      '/stories/{id}/clap': {
        [method]: operation(ref('Story'), {
          'x-vivarium': { set },
          parameters: [inQuery('by', integer)],
          ...(method === 'post' && { takes: { type: 'object' } }),
        }),
      },
    },
    { Story },
  );
  await service.ready();
  const state = stateOf(service, { data: { stories: [{ id: 1, title: 'one', ...item }] } });
  const sent = method === 'post' ? { body } : {};
  const decided = take(service, state, requestOf(method.toUpperCase(), `/stories/1/clap${query}`, sent));
  const read = take(service, state, requestOf('GET', '/stories/1'));
  expect(decided.body).toEqual(read.body);
  return { item: read.body, steps: decided.exchange.steps, problems: service.problems };
};

test.each([
  [{ title: 'two' }, { title: 'two' }],
  [{ claps: { $add: 2 } }, { title: 'one', claps: 2 }],
  [{ title: { $from: 'body.words.0' } }, { title: 'sent' }],
  [{ title: { $from: 'body.nothing' } }, { title: 'one' }],
  [{ claps: { $from: 'query.by' } }, { title: 'one', claps: 3 }],
  [{ readAt: { $from: 'now' } }, { title: 'one', readAt: new Date(now).toISOString() }],
  [{ 'author.karma': { $add: 1 } }, { title: 'one', author: { karma: 1 } }],
])('%j gives %j', async (set, expected) => {
  const { item, problems } = await call(set, { query: '?by=3', body: { words: ['sent'] } });
  expect(item).toEqual({ id: 1, ...expected });
  expect(problems).toEqual([]);
});

test('an action of any method makes them', async () => {
  expect((await call({ claps: { $add: 1 } }, { method: 'get' })).item).toMatchObject({ claps: 1 });
  expect((await call({ claps: { $add: 1 } }, { method: 'delete' })).item).toMatchObject({ claps: 1 });
});

test('they take precedence over the request', async () => {
  const { item } = await call({ claps: { $add: 1 } }, { body: { claps: 3, title: 'sent' }, item: { claps: 1 } });
  expect(item).toMatchObject({ claps: 2 });
});

test('a result that the schema does not allow is not set, and the steps state so', async () => {
  const { item, steps } = await call({ mood: 'hungry' }, { item: { mood: 'calm' } });
  expect(item).toMatchObject({ mood: 'calm' });
  expect(steps).toContainEqual({ type: 'not-set', property: 'mood' });
});

test('a parameter that the operation does not have is reported', async () => {
  const { problems } = await call({ title: { $from: 'query.nobody' } });
  expect(problems).toEqual([
    {
      code: 'VIV_X_VIVARIUM_INVALID',
      pointer: '/paths/~1stories~1{id}~1clap/post/x-vivarium/set/title/$from',
      message: 'the operation has no query parameter "nobody"; the property is not set',
    },
  ]);
});
