/** A search among many items gives way to others. No times are measured: a slow machine only pauses more often. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf, inQuery, integer, listOf, object, operation, text } from '../../short-document.ts';

const manyItems = 150_000;
const note = object({ id: { ...integer, readOnly: true }, text }, ['id', 'text']);
const document = documentOf('Notes', {
  '/notes': {
    get: operation(listOf(note), { parameters: ['q', 'sort', 'limit'].map((name) => inQuery(name)) }),
    post: operation(note, { takes: note, status: 201 }),
  },
  '/notes/{id}': { get: operation(note) },
});

const notes = Array.from({ length: manyItems }, (_, index) => ({ id: index + 1, text: `Note ${index + 1}` }));
const vivarium = await createVivarium({ document, scenario: { data: { notes } } });
const origin = (await vivarium.listen({ port: 0 })).url;
afterAll(() => vivarium.close());

const last = { id: manyItems, text: `Note ${manyItems}` };

test('other requests are served before it', async () => {
  const order: string[] = [];
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`);
    order.push(path);
    return response.json();
  };
  // Open connections, so that nothing else takes turns.
  await Promise.all([get('/notes/1'), get('/notes/2')]);
  order.length = 0;
  const [found] = await Promise.all([get('/notes?q=none'), get('/notes/1')]);
  expect(found).toEqual([]);
  expect(order).toEqual(['/notes/1', '/notes?q=none']);
});

test('the requests of its connection are decided after it', async () => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const body = '{"text":"later"}';
  const requests = [
    'GET /notes?q=later HTTP/1.1\r\nHost: localhost\r\n\r\n',
    `POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    'GET /notes?q=later HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  ];
  socket.write(requests.join(''));
  let text = '';
  socket.on('data', (piece) => {
    text += String(piece);
  });
  await once(socket, 'close');
  const bodies = text
    .split(/HTTP\/1\.1 \d+/)
    .slice(1)
    .map((response) => response.split('\r\n\r\n')[1]);
  const created = expect.stringContaining('"text":"later"');
  expect(bodies).toEqual(['[]', created, created]);
});

test('sorts what it finds, also in process and in the control API', async () => {
  const [found, listed] = [`/notes?q=${manyItems - 1}&sort=-id`, '/_vivarium/api/worlds/default/collections/notes'];
  expect(await (await vivarium.world().fetch(found)).json()).toEqual([
    { id: manyItems - 1, text: `Note ${manyItems - 1}` },
  ]);
  const [step] = vivarium.world().exchanges();
  expect(JSON.stringify(step)).toContain('"status":200');
  const shown = (await (await fetch(`${origin}${listed}?q=${last.text}`)).json()) as object;
  expect(shown).toEqual({ items: [last], total: 1 });
});
