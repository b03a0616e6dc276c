/** Times in the notation of examples that stand around a schema: those of a whole object, a body, a parameter. */
import { expect, test } from 'vitest';
import { serveDocument } from '../../openapi/resources/served.ts';
import { declared, inQuery, integer, jsonBody, listOf, object, operation, ref } from '../../short-document.ts';

const time = { type: 'string', format: 'date-time', description: 'When it happens.' };
const event = (rest: object = {}) => ({ ...object({ id: { ...integer, readOnly: true }, at: time }, ['at']), ...rest });

const serve = (shown: string, place: 'schema' | 'body' | 'list' | 'none', scenario: object | 'default' = {}) =>
  serveDocument(
    {
      ...{ openapi: '3.0.3', info: { title: 'Events', version: '1' } },
      paths: declared({
        '/events': {
          get: operation(listOf(ref('Event')), {
            parameters: [inQuery('at', time, place === 'body' ? { example: shown } : {})],
            others: { 400: undefined },
          }),
          post: {
            requestBody: {
              content: {
                'application/json': { schema: ref('Event'), ...(place === 'body' && { example: { at: shown } }) },
              },
            },
            responses: { 201: { description: '', content: jsonBody(ref('Event')) }, 400: { description: '' } },
          },
        },
        '/latest': {
          get: {
            responses: {
              200: {
                description: '',
                content: {
                  'application/json': {
                    schema: listOf(ref('Event')),
                    ...(place === 'list' && { examples: { two: { value: [{ at: shown }] } } }),
                  },
                },
              },
            },
          },
        },
      }),
      components: { schemas: { Event: event(place === 'schema' ? { example: { id: 1, at: shown } } : {}) } },
    } as never,
    scenario,
  );

test.each([
  ['2024-01-05T10:00:00.000+0000', '2025-02-05T11:00:00.123-0130'],
  ['2024-01-05 10:00:00', '2025-02-06 11:00:00'],
  ['2024-01-05T10:00Z', '2025-02-06T11:00Z'],
  ['Fri, 05 Jan 2024 10:00:00 GMT', 'Thu, 06 Feb 2025 11:00:00 GMT'],
  ['2024-01-05', '2025-02-06'],
])('%s in an example allows %s', async (shown, sent) => {
  for (const place of ['schema', 'body', 'list'] as const) {
    const { send, get } = await serve(shown, place);
    expect(await send('POST', '/events', { at: sent })).toMatchObject({ status: 201, body: { at: sent } });
    expect((await send('POST', '/events', { at: 'soon' })).status).toBe(400);
    expect((await get(`/events?at=${encodeURIComponent(sent)}`)).status).toBe(200);
  }
  const { send } = await serve(shown, 'none');
  expect((await send('POST', '/events', { at: sent })).status).toBe(400);
});

test('a duration in the notation of its example is accepted, and another one is not', async () => {
  const lasting = object({
    id: { ...integer, readOnly: true },
    lasts: { type: 'string', format: 'duration', example: '01:30:00' },
  });
  const post = {
    requestBody: { content: jsonBody(lasting) },
    responses: { 201: { description: '', content: jsonBody(lasting) } },
  };
  const { send } = await serveDocument({
    ...{ openapi: '3.0.3', info: { title: 'Events', version: '1' } },
    paths: { '/events': { get: operation(listOf(lasting)), post } },
  } as never);
  for (const lasts of ['02:00:00', 'PT2H']) expect((await send('POST', '/events', { lasts })).status).toBe(201);
  expect((await send('POST', '/events', { lasts: 'long' })).status).toBe(400);
});

test('an example in such a notation is shown as it is', async () => {
  const { get, violations } = await serve('2024-01-05T10:00:00+0000', 'list', 'default');
  expect((await get('/latest')).body).toContainEqual(expect.objectContaining({ at: '2024-01-05T10:00:00+0000' }));
  expect(violations()).toEqual([]);
});

test('other times than those of examples are generated in the format of the schema', async () => {
  const shown = '2024-01-05 10:00:00';
  const { get } = await serve(shown, 'schema', 'default');
  const times = (await get('/events')).body.map(({ at }: { at: string }) => at);
  const others = times.filter((at: string) => at !== shown);
  expect(others.length).toBeGreaterThan(0);
  for (const at of others) expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('an object with such a time fits the alternative whose time it is', async () => {
  const shown = '2024-01-05 10:00:00';
  const { send } = await serveDocument(
    {
      ...{ openapi: '3.0.3', info: { title: 'Notes', version: '1' } },
      paths: {
        '/notes': {
          post: {
            requestBody: { content: jsonBody({ oneOf: [object({ number: integer }), object({ at: time })] }) },
            responses: { 200: { description: '' }, 400: { description: '' } },
          },
        },
      },
      components: { schemas: { Shown: { ...object({ at: time }), example: { at: shown } } } },
    } as never,
    {},
  );
  expect((await send('POST', '/notes', { number: 'one', at: shown })).status).toBe(200);
  expect((await send('POST', '/notes', { number: 'one', at: 'soon' })).status).toBe(400);
});

test('an example of a text allows nothing for a date of the same name elsewhere', async () => {
  const note = { ...object({ at: { type: 'string' } }), example: { at: '03/04/2026' } };
  const { send } = await serveDocument(
    {
      ...{ openapi: '3.0.3', info: { title: 'Events', version: '1' } },
      paths: declared({
        '/events': {
          get: operation(listOf(ref('Event'))),
          post: {
            requestBody: { content: jsonBody(ref('Event')) },
            responses: { 201: { description: '' }, 400: { description: '' } },
          },
        },
        '/notes': { get: operation(listOf(note)) },
      }),
      components: { schemas: { Event: object({ at: { type: 'string', format: 'date' } }, ['at']) } },
    } as never,
    {},
  );
  expect((await send('POST', '/events', { at: '03/04/2026' })).status).toBe(400);
  expect((await send('POST', '/events', { at: '2026-04-03' })).status).toBe(201);
});

test.each<[string, object, object]>([
  ['a property that refers to a schema of times', object({ at: ref('Time') }), { example: { at: '2024-01-05 10:00' } }],
  [
    'a list of such',
    object({ at: listOf(ref('Time')) }),
    { examples: { one: { value: { at: ['2024-01-05 10:00'] } } } },
  ],
  ['a default', object({ at: { ...time, default: '2024-01-05 10:00' } }), {}],
])('the times of %s are those that are shown', async (_place, schema, shown) => {
  const { send } = await serveDocument(
    {
      ...{ openapi: '3.0.3', info: { title: 'Events', version: '1' } },
      paths: {
        '/events': {
          post: {
            requestBody: { content: { 'application/json': { schema, ...shown } } },
            responses: { 204: { description: '' }, 400: { description: '' } },
          },
        },
      },
      components: { schemas: { Time: time } },
    } as never,
    {},
  );
  const isList = JSON.stringify(schema).includes('items');
  const post = async (at: string) => (await send('POST', '/events', { at: isList ? [at] : at })).status;
  expect(await post('2025-02-06 11:00')).toBe(204);
  expect(await post('2025-02-06T11:00:00Z')).toBe(204);
  expect(await post('soon')).toBe(400);
});

test('a named example of a parameter shows its times', async () => {
  const at = inQuery('at', time, { examples: { one: { value: '2024-01-05 10:00' } } });
  const { get } = await serveDocument({
    ...{ openapi: '3.0.3', info: { title: 'Events', version: '1' } },
    paths: { '/events': { get: operation(undefined, { parameters: [at], others: { 400: undefined } }) } },
  } as never);
  expect((await get('/events?at=2025-02-06%2011:00')).status).toBeLessThan(300);
  expect((await get('/events?at=soon')).status).toBe(400);
});
