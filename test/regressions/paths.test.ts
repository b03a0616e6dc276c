/** Paths as tools and teams write them: parameters that nobody declared, formats, and several operations at one path. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../openapi/resources/small.ts';

test('a path parameter that is not declared identifies the item', async () => {
  const Thing = object({ id: integer, name: text }, ['id']);
  const takes = object({ name: text });
  const client = await servePaths(
    {
      '/things': { get: operation(listOf(ref('Thing'))), post: operation(ref('Thing'), { takes, status: 201 }) },
      '/things/{thing_id}': {
        parameters: [],
        get: operation(ref('Thing')),
        put: operation(ref('Thing'), { takes }),
        delete: operation(undefined),
      },
    },
    { Thing },
    'default',
  );
  const { body } = await client.send('POST', '/things', { name: 'one' });
  expect(await client.get(`/things/${body.id}`)).toMatchObject({ status: 200, body: { id: body.id, name: 'one' } });
  expect((await client.send('PUT', `/things/${body.id}`, { name: 'two' })).body).toEqual({ id: body.id, name: 'two' });
  expect((await client.send('DELETE', `/things/${body.id}`)).status).toBe(204);
  expect((await client.get(`/things/${body.id}`)).status).toBe(404);
});

test('an operation of the same path serves the requests that the first does not accept', async () => {
  const fixed = (value: boolean) => ({ type: 'boolean', enum: [value], default: value });
  const events = { 200: { description: '', content: { 'text/event-stream': { schema: object({ part: text }) } } } };
  const talks = (stream: object) => ({ requestBody: body(object({ text, stream }, ['text'])) });
  const body = (schema: object) => ({ content: { 'application/json': { schema } } });
  const whole = { 200: { description: '', ...body(object({ whole: integer }, ['whole'])) } };
  const Answer = object({ id: integer }, ['id']);
  const paths = (first: object, second: object) => ({
    '/talks': { post: { ...talks(first), responses: whole } },
    '/talks#stream': { post: { ...talks(second), responses: events } },
    '/things/{id}': { get: operation(Answer, { parameters: [{ name: 'id', in: 'path', schema: integer }] }) },
    '/things/{name}': { parameters: [], get: operation(object({ name: text })) },
  });
  for (const [first, second] of [
    [fixed(false), fixed(true)],
    [{ type: 'boolean' }, { type: 'boolean' }],
  ] as const) {
    const client = await servePaths(paths(first, second));
    expect(Object.keys((await client.send('POST', '/talks', { text: 'x' })).body)).toEqual(['whole']);
    expect(Object.keys((await client.send('POST', '/talks', { text: 'x', stream: false })).body)).toEqual(['whole']);
    expect((await client.send('POST', '/talks', { stream: true })).status).toBe(400);
    await expect(client.send('POST', '/talks', { text: 'x', stream: true })).rejects.toThrow('data: {');
    expect(Object.keys((await client.get('/things/7')).body)).toEqual(['id']);
    expect((await client.get('/things/seven')).status).toBe(200);
  }
});

test('a path with the format of its response is that of the collection', async () => {
  const format = { name: 'format', in: 'path', required: true, schema: { type: 'string', enum: ['json', 'xml'] } };
  const id = { name: 'id', in: 'path', required: true, schema: integer };
  const created = operation(undefined, { status: 201, takes: object({ ticket: object({ subject: text }) }) });
  const client = await servePaths(
    {
      '/tickets.{format}': {
        parameters: [format],
        get: operation(object({ tickets: listOf(ref('Ticket')) })),
        post: created,
      },
      '/tickets/{id}.{format}': {
        parameters: [id, format],
        get: operation(object({ ticket: ref('Ticket') })),
        put: operation(undefined, { takes: object({ ticket: object({ subject: text }) }) }),
        delete: operation(undefined),
      },
      '/tickets/{id}.json/close.json': { parameters: [id], post: operation(object({ ticket: ref('Ticket') })) },
    },
    { Ticket: object({ id: integer, subject: text, is_closed: { type: 'boolean' } }, ['id', 'is_closed']) },
  );
  await client.send('POST', '/tickets.json', { ticket: { subject: 'one' } });
  expect(client.header('location')).toBe('/tickets/1.json');
  const ticket = { id: 1, subject: 'one', is_closed: false };
  expect((await client.get('/tickets/1.json')).body).toEqual({ ticket });
  expect((await client.get('/tickets.json')).body).toEqual({ tickets: [ticket] });
  expect((await client.send('PUT', '/tickets/1.json', { ticket: { subject: 'two' } })).status).toBe(204);
  expect((await client.get('/tickets/1.json')).body.ticket.subject).toBe('two');
  expect((await client.send('POST', '/tickets/1.json/close.json')).body.ticket).toMatchObject({ is_closed: true });
  expect((await client.send('DELETE', '/tickets/1.json')).status).toBe(204);
  expect((await client.get('/tickets/1.json')).status).toBe(404);
});
