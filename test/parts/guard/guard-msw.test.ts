import { HttpResponse, http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { guard, handlers } from '../../../src/parts/testing/msw-node.ts';
import { World } from '../../../src/world/world.ts';
import { notes } from './notes.ts';

const server = setupServer();
const url = 'https://api.example.com/v1';
beforeAll(() => server.listen({ onUnhandledFrame: 'bypass' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${url}${path}`, { ...init, headers: { authorization: 'Bearer demo', ...init.headers } });
const post = (body: unknown): Promise<Response> =>
  send('/notes', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

const note = { id: 1, text: 'Milk', status: 'open', createdAt: '2026-01-01T10:00:00Z' };

test('a mock that keeps to the document has no findings', async () => {
  server.use(
    http.get(`${url}/notes`, () => HttpResponse.json([note])),
    http.post(`${url}/notes`, async ({ request }) => {
      const body = (await request.json()) as object;
      return HttpResponse.json({ ...note, ...body }, { status: 201, headers: { location: '/v1/notes/1' } });
    }),
  );
  const contract = await guard(server, { document: notes });
  expect(await (await send('/notes?limit=1')).json()).toEqual([note]);
  expect(await (await post({ text: 'Tea' })).json()).toMatchObject({ text: 'Tea' });
  await contract.assertNoViolations();
  expect(contract.exchanges().map(({ operation, origin, status }) => [operation, origin, status])).toEqual([
    ['createNote', 'mock', 201],
    ['listNotes', 'mock', 200],
  ]);
  expect(contract.coverage().items.find(({ operation }) => operation === 'listNotes')?.answered).toEqual({
    mock: 1,
    world: 0,
  });
  await contract.close();
});

/** What the client reads of each kind of response, with one operation that nobody can judge. */
const readAll = async (): Promise<readonly (readonly [number, string, string])[]> => {
  const responses: (readonly [number, string, string])[] = [];
  const requests: readonly (readonly [string, RequestInit])[] = [
    ['/notes', {}],
    ['/notes', { method: 'HEAD' }],
    ['/notes/1', {}],
    ['/notes/1', { method: 'DELETE' }],
    ['/pages', {}],
    ['/notes', { method: 'POST', body: '{"text":"Tea"}', headers: { 'content-type': 'application/json' } }],
    ['/broken', {}],
  ];
  for (const [path, init] of Array.from({ length: 15 }, () => requests).flat()) {
    const response = await send(path, init);
    responses.push([response.status, JSON.stringify([...response.headers]), await response.text()]);
  }
  return responses;
};

test('the client gets the same bytes with a guard as without, and is not judged before somebody asks', async () => {
  const streamed = (): ReadableStream =>
    new ReadableStream({
      start: (controller) => {
        for (const part of ['{"items":[', '],"total":0}']) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
  server.use(
    http.get(`${url}/notes`, () => HttpResponse.json([note])),
    http.head(`${url}/notes`, () => new HttpResponse(null, { headers: { 'x-total': '1' } })),
    http.get(`${url}/notes/1`, () => HttpResponse.json({ ...note, text: 'Ünïcödé' })),
    http.delete(`${url}/notes/1`, () => new HttpResponse(null, { status: 204 })),
    http.get(`${url}/pages`, () => new HttpResponse(streamed(), { headers: { 'content-type': 'application/json' } })),
    http.post(`${url}/notes`, async ({ request }) => HttpResponse.json(await request.json(), { status: 201 })),
    http.get(`${url}/broken`, () => new HttpResponse('{', { headers: { 'content-type': 'application/json' } })),
  );
  const pattern = { type: 'string', pattern: '(' };
  const broken = { content: { 'application/json': { schema: { type: 'object', properties: { a: pattern } } } } };
  const document = {
    ...notes,
    paths: { ...notes.paths, '/broken': { get: { responses: { 200: { description: 'x', ...broken } } } } },
  };
  const plain = await readAll();
  const contract = await guard(server, { document });
  const judging = vi.spyOn(World.prototype, 'handleBy');
  onTestFinished(() => judging.mockRestore());
  expect(await readAll()).toEqual(plain);
  expect(judging).not.toHaveBeenCalled();
  expect(contract.exchanges({ limit: 200 })).toHaveLength(plain.length);
  expect(judging).toHaveBeenCalledTimes(plain.length);
  expect(contract.violations().map(({ operation }) => operation)).toContain('createNote');
  await contract.close();
});

test('whoever else listens reads the same response, at once or later', async () => {
  server.use(http.get(`${url}/notes`, () => HttpResponse.json([{ ...note, id: '1' }])));
  const read: string[] = [];
  const later = async ({ response }: { readonly response: Response }): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    read.push(await response.text());
  };
  server.events.on('response:mocked', later, { once: true });
  const contract = await guard(server, { document: notes });
  await (await send('/notes')).text();
  await vi.waitFor(() => expect(read).toHaveLength(1));
  for (const name of ['response:mocked', '*'] as const) {
    const controller = new AbortController();
    server.events.on(name, (event) => void ('response' in event && later(event)), { signal: controller.signal });
    await (await send('/notes')).text();
    await vi.waitFor(() => expect(read).toHaveLength(name === '*' ? 3 : 2));
    controller.abort();
  }
  expect(new Set(read)).toEqual(new Set([JSON.stringify([{ ...note, id: '1' }])]));
  expect(contract.violations()).toHaveLength(3);
  await contract.close();
});

test.each([
  ['MSW before 2.15', 'publicEmitter'],
  ['later ones', 'events'],
])('a response that nobody else gets is not copied: %s', async (_, place) => {
  const listeners = new Map<string, (event: object) => void>();
  const counts = { listenerCount: (name: string) => (name === 'response:mocked' ? others + 1 : 0) };
  let others = 0;
  const on = (name: string, listener: (event: object) => void): unknown => listeners.set(name, listener);
  const source = { events: { on }, [place]: { on, ...counts } };
  const contract = await guard(source, { document: notes });
  const answer = async (): Promise<boolean> => {
    const request = new Request(`${url}/notes`, { headers: { authorization: 'Bearer demo' } });
    const response = Response.json([{ ...note, id: '1' }]);
    listeners.get('request:start')?.({ request, requestId: '1' });
    listeners.get('response:mocked')?.({ request, requestId: '1', response });
    await expect(contract.assertNoViolations()).rejects.toThrow('must be an integer');
    return response.bodyUsed;
  };
  expect(await answer()).toBe(true);
  others = 1;
  expect(await answer()).toBe(false);
  expect(contract.violations()).toHaveLength(2);
  await contract.close();
});

test('an error shows the side, the value, what the document says, and how often it was met', async () => {
  server.use(
    http.get(`${url}/notes`, () =>
      HttpResponse.json([
        { ...note, id: '1' },
        { ...note, id: '2' },
      ]),
    ),
  );
  const contract = await guard(server, { document: notes });
  await send('/notes');
  await expect(contract.assertNoViolations()).rejects.toThrow(
    /listNotes: the mock's response, \/0\/id: body\[0\]\.id must be .*\(type\)\n {2}it is {7}"1"\n {2}documented {2}#\/components\/schemas\/Note\/properties\/id: .*\n {2}met {9}2 times, first in #1 GET \/v1\/notes -> 200/,
  );
  await contract.close();
});

test('what yours do not answer, the world does, and coverage names both', async () => {
  const vivarium = await createVivarium({ document: notes });
  server.use(
    http.get(`${url}/notes`, () => HttpResponse.json([note])),
    ...handlers(vivarium.world()),
  );
  const contract = await guard(server, { document: notes });
  await send('/notes');
  expect((await post({ text: 'Tea' })).status).toBe(201);
  await contract.assertNoViolations();
  const answers = Object.fromEntries(contract.coverage().items.map(({ operation, answered }) => [operation, answered]));
  expect(answers).toMatchObject({ listNotes: { mock: 1, world: 0 }, createNote: { mock: 0, world: 1 } });
  await contract.close();
  await vivarium.close();
});

test('a bypassed response is judged with passthrough alone', async () => {
  const { createServer } = await import('node:http');
  const real = createServer((_, response) => response.setHeader('content-type', 'application/json').end('[{}]'));
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  const { port } = real.address() as { port: number };
  server.use(http.get(`http://127.0.0.1:${port}/v1/notes`, () => passthrough()));
  const without = await guard(server, { document: notes });
  const judging = await guard(server, { document: notes, passthrough: true });
  await (await fetch(`http://127.0.0.1:${port}/v1/notes`, { headers: { authorization: 'Bearer demo' } })).text();
  await expect(judging.assertNoViolations()).rejects.toThrow('is required');
  expect(without.exchanges()).toEqual([]);
  await expect(without.assertNoViolations()).rejects.toThrow('server.listen()');
  await without.assertNoViolations({ allowEmpty: true });
  await Promise.all([without.close(), judging.close()]);
  await new Promise((resolve) => real.close(resolve));
});

test('an expected violation and an ignored operation are no findings', async () => {
  server.use(http.get(`${url}/notes`, () => HttpResponse.json([{ wrong: true }])));
  const contract = await guard(server, { document: notes, ignore: ['deleteNote', 'GET /notes/{id}'] });
  await send('/notes', { headers: { 'vivarium-expect': 'violation' } });
  server.use(http.get(`${url}/notes/1`, () => HttpResponse.json({})));
  await send('/notes/1');
  await contract.assertNoViolations();
  expect(contract.exchanges()).toHaveLength(1);
  await contract.close();
});

test('a source that is none, an old MSW, and a wrong option are errors at once', async () => {
  await expect(guard({} as never, { document: notes })).rejects.toThrow('guard takes a server or a worker of MSW');
  await expect(guard({ events: { on: () => {} }, printHandlers: () => {} } as never)).rejects.toThrow('MSW 1');
  await expect(guard(server, { documnet: notes } as never)).rejects.toThrow('Did you mean "document"');
  await expect(guard(server, { document: notes, ignore: ['listNote'] })).rejects.toThrow('Did you mean "listNotes"');
  await expect(guard(server, { document: 'missing.yaml' })).rejects.toThrow('missing.yaml');
});
