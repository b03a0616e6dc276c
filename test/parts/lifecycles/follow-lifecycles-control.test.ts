import { expect, test } from 'vitest';
import { useServer } from '../../server/control/control-server.ts';
import { exportsDocument, start, withStatus } from './exports.ts';

const steps = [{ is: 'queued', for: '2s' }, { is: 'running', polls: 3 }, { is: 'done' }];
const server = await useServer({
  document: exportsDocument(withStatus),
  scenario: {
    clock: { at: start, frozen: true },
    lifecycles: { exports: [{ steps }] },
    data: {
      exports: [
        { id: 1, status: 'queued' },
        { id: 2, status: 'running' },
      ],
    },
  },
});

test('who watches gets an event when time makes an item go on', async () => {
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.port}/_vivarium/api/worlds/default/events`, {
    signal: stop.signal,
  });
  const reader = (response.body as ReadableStream).pipeThrough(new TextDecoderStream()).getReader();
  await server.api('PUT', '/worlds/default/clock', { frozen: false });
  let text = '';
  while (!text.includes('event: item-changed')) text += (await reader.read()).value ?? '';
  stop.abort();
  expect(text).toContain('data: {"collection":"exports","id":1}');
});

test('the built-in fault of jobs is listed, since a lifecycle has a value for failure', async () => {
  const { body } = await server.api('GET', '/worlds/default/faults');
  expect(body.items.map(({ name }: { name: string }) => name)).toContain('jobs-fail');
});

test('a fault of lifecycles is refused where nothing that it disturbs is created', async () => {
  const put = (on?: object) => server.api('PUT', '/worlds/default/faults/own', { lifecycle: 'failed', on });
  for (const operation of ['readExport', ['listExports', 'deleteExport']]) {
    const refused = await put({ operation });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      detail: expect.stringMatching(
        /"own" changes nothing: .+ creates nothing with a lifecycle that can fail\. Name an operation that creates exports\.$/,
      ),
    });
  }
  for (const on of [undefined, { operation: 'createExport' }, { operation: ['readExport', 'createExport'] }]) {
    expect((await put(on)).status).toBeLessThan(300);
  }
});
