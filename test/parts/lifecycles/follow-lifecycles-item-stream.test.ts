import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { exportsDocument, send, simulate, withStatus } from './exports.ts';

const document = exportsDocument(withStatus) as unknown as {
  paths: Record<string, { get: { responses: Record<number, { content: Record<string, JsonObject> }> } }>;
};
const read = document.paths['/exports/{id}']?.get.responses[200];
if (read !== undefined) read.content['text/event-stream'] = { schema: { type: 'string' } };
const steps = [{ is: 'queued', for: '2s' }, { is: 'running', for: '10s' }, { is: 'done' }];

test.each(['in the process', 'by HTTP'])(
  'the stream of an item %s has each of its changes, and ends after the last step',
  async (way) => {
    const vivarium = await simulate({ exports: [{ steps }] }, { document: document as unknown as JsonObject });
    onTestFinished(() => vivarium.close());
    const world = vivarium.world();
    await send(world, 'POST', '/exports', { name: 'a' });
    const headers = { Accept: 'text/event-stream' };
    const { url } = await vivarium.listen({ port: 0 });
    const response = await (way === 'by HTTP'
      ? fetch(`${url}/exports/1`, { headers })
      : world.fetch('/exports/1', { headers }));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream).pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<string | undefined> => {
      const { value } = await reader.read();
      return value === undefined ? undefined : JSON.parse(value.replace(/^data: /, '')).status;
    };
    expect(await next()).toBe('queued');
    world.clock.advance('2s');
    expect(await next()).toBe('running');
    world.clock.advance('10s');
    expect([await next(), await next()]).toEqual(['done', undefined]);
  },
);

test('it ends when the lifecycle has ended', async () => {
  const vivarium = await simulate({ exports: [{ steps }] }, { document: document as unknown as JsonObject });
  const world = vivarium.world();
  await send(world, 'POST', '/exports', {});
  const response = await world.fetch('/exports/1', { headers: { Accept: 'text/event-stream' } });
  const text = response.text();
  await send(world, 'POST', '/exports/1/cancel');
  expect((await text).match(/"status":"\w+"/g)).toEqual(['"status":"queued"', '"status":"cancelled"']);
});

test('so does a stream below the item, whose path says that it is of it', async () => {
  const withEvents = structuredClone(document) as unknown as { paths: Record<string, unknown> };
  withEvents.paths['/exports/{id}/events'] = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: {
      responses: { 200: { description: 'ok', content: { 'text/event-stream': { schema: { type: 'object' } } } } },
    },
  };
  const vivarium = await simulate({ exports: [{ steps }] }, { document: withEvents as unknown as JsonObject });
  const world = vivarium.world();
  await send(world, 'POST', '/exports', {});
  const text = (await world.fetch('/exports/1/events')).text();
  world.clock.advance('1h');
  expect((await text).match(/"status":"\w+"/g)?.at(-1)).toBe('"status":"done"');
  expect((await world.fetch('/exports/2/events')).status).toBe(404);
});
