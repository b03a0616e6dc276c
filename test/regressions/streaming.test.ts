/** Streams beside JSON, as the interfaces of language models document them. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { documentOf } from '../openapi/documents.ts';
import { inPath, listOf, object, ref, text } from '../short-document.ts';

const boolean = { type: 'boolean' };
const integer = { type: 'integer' };
const Choice = object({ index: integer, message: text }, ['index', 'message']);
const schemas = {
  Completion: object(
    { id: text, object: { ...text, default: 'completion' }, model: text, choices: listOf(Choice), tags: listOf(text) },
    ['id', 'object', 'model', 'choices', 'tags'],
  ),
  Chunk: object({ object: { ...text, const: 'chunk' }, delta: text }, ['object', 'delta']),
  Part: object({ id: text, created: integer, model: text, delta: text }, ['id', 'created', 'model', 'delta']),
};
const stream = 'text/event-stream';

const serve = async (events: object, prompt: object = {}) => {
  const content = { 'application/json': { schema: ref('Completion') }, [stream]: { schema: ref('Chunk'), ...events } };
  const body = object({ model: text, tags: listOf(text), stream: { ...boolean, ...prompt } }, ['model']);
  const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
  const document = documentOf(
    {
      '/completions': {
        get: { responses: { 200: json(listOf(ref('Completion'))) } },
        post: { operationId: 'complete', requestBody: json(body), responses: { 200: { description: '', content } } },
      },
      '/completions/{id}': {
        parameters: [inPath('id', text)],
        get: { responses: { 200: { description: '', content } } },
      },
      '/echo': { post: { requestBody: json(body), responses: { 200: { description: '', content } } } },
    },
    { schemas },
  );
  const vivarium = await createVivarium({ document, scenario: {} });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('test');
  return async (method: string, path: string, sent?: object, accept?: string) => {
    const response = await world.fetch(path, {
      method,
      headers: { ...(sent && { 'content-type': 'application/json' }), ...(accept !== undefined && { accept }) },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const body = await response.text();
    expect(world.exchanges()[0]?.violations).toEqual([]);
    const type = response.headers.get('content-type');
    return {
      type,
      body,
      events: body
        .split('\n\n')
        .slice(0, -1)
        .map((event) => event.replace(/^data: /, '')),
    };
  };
};

test.each([
  ['Accept', { model: 'm' }, stream],
  ['the body', { model: 'm', stream: true }, 'application/json'],
])('%s selects a stream, whose events have their own schema', async (_name, sent, accept) => {
  const call = await serve({});
  for (const path of ['/completions', '/echo']) {
    const { type, events } = await call('POST', path, sent, accept);
    expect(type).toBe(stream);
    expect(events.length).toBeGreaterThan(1);
    for (const event of events) expect(JSON.parse(event)).toEqual({ object: 'chunk', delta: expect.any(String) });
  }
  // The work is done.
  const [item] = JSON.parse((await call('GET', '/completions')).body);
  expect(item).toMatchObject({ model: 'm', object: 'completion' });
  expect((await call('GET', `/completions/${item.id}`, undefined, stream)).type).toBe(stream);
});

test('the events of a stream have the id of the item, or one id, and what was sent', async () => {
  const call = await serve({ schema: ref('Part') });
  for (const [path, isItem] of [
    ['/completions', true],
    ['/echo', false],
  ] as const) {
    const { events } = await call('POST', path, { model: 'large', stream: true });
    const parts = events.map((event) => JSON.parse(event) as { id: string; created: number; model: string });
    expect(new Set(parts.map(({ id, created, model }) => `${id} ${created} ${model}`)).size).toBe(1);
    expect(parts[0]?.model).toBe('large');
    if (!isItem) continue;
    const { body } = await call('GET', '/completions', undefined);
    expect(JSON.parse(body).at(-1).id).toBe(parts[0]?.id);
  }
});

test('without either, the response is JSON', async () => {
  const call = await serve({});
  for (const sent of [{ model: 'm' }, { model: 'm', stream: false }])
    expect((await call('POST', '/completions', sent)).type).toBe('application/json');
});

test.each([
  ['an example', { example: 'data: {"object":"chunk","delta":"a"}\n\ndata: [DONE]\n\n' }, {}],
  ['the description of the property', {}, { description: 'Events end with a `data: [DONE]` message.' }],
  ['the description of the schema', { schema: { ...schemas.Chunk, description: 'The last one is data: [DONE].' } }, {}],
])('a stream ends with [DONE] where %s says so', async (_name, events, prompt) => {
  const call = await serve(events, prompt);
  const found = (await call('POST', '/completions', { model: 'm', stream: true })).events;
  expect(found.at(-1)).toBe('[DONE]');
  expect(JSON.parse(found[0] as string)).toMatchObject({ object: 'chunk' });
});

test('a required list that no request can set is filled, and one that requests set is empty', async () => {
  const call = await serve({});
  const { choices, tags } = JSON.parse((await call('POST', '/completions', { model: 'm' })).body);
  expect(choices.length).toBeGreaterThan(0);
  expect(tags).toEqual([]);
});
