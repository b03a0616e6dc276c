/** What the toolbar's sheet asks of a page without a server; `test/browser/web/static-demo.test.ts` has the sheet. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createVivarium } from '../../../src/parts/web/index.ts';

const document = new File([readFileSync('spec/animal-store.yaml', 'utf8')], 'animal-store.yaml');

const start = async () => {
  const vivarium = await createVivarium({ document, scenarios: { crowd: { data: { pets: [] } } } });
  const send = (method: string, path: string, body?: unknown): Promise<Response> =>
    vivarium.control(
      new Request(`https://example.com/demo/_vivarium/api${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const list = () => vivarium.world().fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  return { vivarium, send, call, list };
};

test('faults, scenario and clock are switched as over the control API of a server', async () => {
  const { call, list } = await start();
  expect((await call('GET', '/service')).body).toMatchObject({ title: 'Animal Store', basePath: '/v1', login: false });
  const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name);
  expect(names(await call('GET', '/scenarios'))).toEqual(['default', 'empty', 'crowd']);
  expect(names(await call('GET', '/worlds'))).toEqual(['default']);
  expect(names(await call('GET', '/worlds/default/faults'))).toContain('unavailable');
  const put = await call('PUT', '/worlds/default/faults/unavailable', { enabled: true, on: { operation: 'listPets' } });
  expect(put.body).toMatchObject({ name: 'unavailable', enabled: true });
  expect((await list()).status).toBe(503);
  expect((await call('GET', '/worlds/default')).body).toMatchObject({ faults: ['unavailable'], exchanges: 1 });
  expect((await call('DELETE', '/worlds/default/faults')).status).toBe(204);
  expect((await list()).status).toBe(200);
  const { body: found } = await call('GET', '/worlds/default/exchanges?limit=5&since=1');
  expect(found.items).toMatchObject([{ id: 2, status: 200 }]);
  await call('PUT', '/worlds/default/clock', { now: '2030-06-01T00:00:00Z', frozen: true });
  expect((await call('PUT', '/worlds/default/clock', { advance: '1d' })).body).toEqual({
    now: '2030-06-02T00:00:00.000Z',
    frozen: true,
  });
  expect((await call('PUT', '/worlds/alice', { scenario: 'empty' })).body).toMatchObject({ scenario: 'empty' });
  expect((await call('POST', '/worlds/default/reset')).body).toMatchObject({ exchanges: 0 });
});

test('what is wrong is said as a problem', async () => {
  const { call } = await start();
  expect(await call('GET', '/worlds/nobody')).toMatchObject({ status: 404, body: { status: 404 } });
  expect(await call('PUT', '/worlds/default', { scenario: 'ghost' })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('ghost') },
  });
  expect((await call('PUT', '/worlds/default/faults/ghost', {})).status).toBe(400);
  expect((await call('GET', '/metrics')).body.detail).toContain('is not answered in a page');
  expect((await call('GET', '/worlds/default/diff')).body.detail).toContain('is not answered in a page');
});

test('the events of a world come as they happen, until it is closed', async () => {
  const { vivarium, send, list } = await start();
  await vivarium.world('alice').fetch('/v1/pets');
  const response = await send('GET', '/worlds/default/events');
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  expect((await reader.read()).value).toBe('retry: 1000\n\n');
  await list();
  expect((await reader.read()).value).toMatch(/^event: exchange\nid: [\da-f]{8}-1\ndata: \{"id":1,/);
  vivarium.world().fault('slow');
  expect((await reader.read()).value).toMatch(/^event: world\n/);
  vivarium.world().close();
  for (;;) if ((await reader.read()).done) break;
});
