/** What a client sent is found again, whatever is around it, or has the names of what is around it. */
import { expect, test } from 'vitest';
import { type Answer, servePaths } from '../openapi/resources/served.ts';
import { boolean, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../short-document.ts';

const byId = [inPath('id', text)];

test.each(['properties', 'attributes', 'reading'])('a flat body for an item with its content in "%s"', async (name) => {
  const content = object({ serial: text, online: boolean }, ['serial', 'online']);
  const Device = object({ id: text, [name]: content }, ['id', name]);
  const client = await servePaths(
    {
      '/devices': {
        get: operation(listOf(ref('Device'))),
        post: operation(ref('Device'), { takes: content, status: 201 }),
      },
      '/devices/{id}': { parameters: byId, get: operation(ref('Device')) },
    },
    { Device },
  );
  const sent = { serial: 'S-1', online: true };
  const { body } = await client.send('POST', '/devices', sent);
  expect(body).toEqual({ id: expect.any(String), [name]: sent });
  expect((await client.get(`/devices/${body.id}`)).body).toEqual(body);
});

test.each(['message', 'status', 'error', 'code', 'data', 'note'])(
  'an item with a property "%s" in a wrapper of that name',
  async (name) => {
    const Note = object({ id: integer, [name]: text, author: text }, ['id', name]);
    const wrapped = object({ [name]: ref('Note') });
    const client = await servePaths(
      {
        '/notes': {
          get: operation(listOf(ref('Note'))),
          post: operation(wrapped, { takes: object({ [name]: object({ [name]: text, author: text }) }), status: 201 }),
        },
        '/notes/{id}': { get: operation(wrapped), put: operation(wrapped, { takes: wrapped }) },
      },
      { Note },
    );
    const sent = { [name]: 'hello', author: 'ann' };
    const { body } = await client.send('POST', '/notes', { [name]: sent });
    expect(body).toEqual({ [name]: { id: 1, ...sent } });
    expect((await client.get('/notes')).body).toEqual([body[name]]);
    expect((await client.get('/notes/1')).body).toEqual(body);
  },
);

test('a list inside of an item that looks like the envelope of the list', async () => {
  const envelope = (items: object) =>
    object({ object: text, data: listOf(items), has_more: boolean }, ['object', 'data', 'has_more']);
  const Line = object({ sku: text, amount: integer }, ['sku', 'amount']);
  const Invoice = object({ id: text, lines: envelope(ref('Line')) }, ['id', 'lines']);
  const client = await servePaths(
    {
      '/invoices': {
        get: operation(envelope(ref('Invoice'))),
        post: operation(ref('Invoice'), { takes: object({ lines: envelope(ref('Line')) }), status: 201 }),
      },
      '/invoices/{id}': { parameters: byId, get: operation(ref('Invoice')) },
    },
    { Line, Invoice },
  );
  const lines = { object: 'list', data: [{ sku: 'a', amount: 2 }], has_more: true };
  const { body } = await client.send('POST', '/invoices', { lines });
  expect(body.lines).toEqual(lines);
  expect((await client.get(`/invoices/${body.id}`)).body.lines).toEqual(lines);
  expect((await client.get('/invoices')).body.data[0].lines).toEqual(lines);
});

test.each(['@id', '$id', '_id', 'urn', 'arn', 'ulid', 'identifier', 'handle', 'reference'])(
  'an item that is known by its "%s"',
  async (name) => {
    const Node = object({ '@type': text, [name]: text, name: text }, [name]);
    const client = await servePaths(
      {
        '/nodes': {
          get: operation(listOf(ref('Node'))),
          post: operation(ref('Node'), { takes: ref('Node'), status: 201 }),
        },
        '/nodes/{id}': { parameters: byId, get: operation(ref('Node')) },
      },
      { Node },
    );
    const node = { '@type': 'Thing', [name]: 'n-1', name: 'one' };
    expect((await client.send('POST', '/nodes', node)).body).toEqual(node);
    expect(await client.get('/nodes/n-1')).toEqual({ status: 200, body: node });
  },
);

const says = /^(true|1|y|yes|on)$/i;

test.each([
  [['true', 'false']],
  [['false', 'true', 'all']],
  [['1', '0']],
  [['yes', 'no']],
  [['On', 'Off', 'Any']],
  [['Y', 'N']],
  [[1, 0]],
])('a filter of the values %j for a boolean', async (values) => {
  const Mail = object({ id: integer, seen: boolean }, ['id', 'seen']);
  const client = await servePaths(
    {
      '/mails': {
        get: operation(listOf(ref('Mail')), {
          parameters: [inQuery('seen', { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values })],
        }),
        post: operation(ref('Mail'), { takes: object({ seen: boolean }), status: 201 }),
      },
    },
    { Mail },
  );
  for (const seen of [true, false, true]) await client.send('POST', '/mails', { seen });
  const [unset, set] = values.slice(0, 2).sort((a, b) => Number(says.test(String(a))) - Number(says.test(String(b))));
  expect((await client.get(`/mails?seen=${unset}`)).body).toEqual([{ id: 2, seen: false }]);
  expect((await client.get(`/mails?seen=${set}`)).body).toHaveLength(2);
  if (values.length > 2) expect((await client.get(`/mails?seen=${values[2]}`)).body).toHaveLength(3);
  expect((await client.get('/mails')).body).toHaveLength(3);
});

test.each([
  ['result', 'result', { id: text, success: boolean }],
  ['data', 'data', { id: text, jsonrpc: text }],
  ['result', 'result', { id: integer, jsonrpc: text }],
  ['payload', 'payload', { id: text, timestamp: text }],
  ['data', 'data', { requestId: text }],
  ['content', 'content', { id: text, code: integer, message: text }],
  ['body', 'body', { correlationId: text }],
  ['answer', 'answer', { _id: text, version: text, node: text }],
  ['output', 'output', { requestId: text, took: integer, server: text }],
  ['details', 'details', { id: text, meta: object({ at: text }) }],
  ['contents', 'content', { id: text, code: integer, message: text }],
  ['items', 'item', { id: text, ok: boolean }],
  ['values', 'value', { id: text }],
  ['rows', 'row', { traceId: text, total: integer }],
  ['response.body', 'response.body', { id: text, ok: boolean }],
  ['data.content', 'data.content', { id: text, status: text }],
])('an envelope with an id of its own: %s of %s beside %o', async (ofAll, ofOne, rest) => {
  const Zone = object({ id: text, name: text, paused: boolean }, ['id', 'name']);
  const around = (at: string, content: object): object => {
    const [name = '', inner] = at.split('.');
    const properties = { ...rest, [name]: inner === undefined ? content : object({ [inner]: content }, [inner]) };
    return object(properties, Object.keys(properties));
  };
  const [one, all] = [around(ofOne, ref('Zone')), around(ofAll, listOf(ref('Zone')))];
  const shown = async (at: string, answer: Promise<Answer>): Promise<unknown> =>
    at.split('.').reduce((value, name) => value?.[name], (await answer).body);
  const client = await servePaths(
    {
      '/zones': {
        get: operation(all),
        post: operation(one, { takes: object({ name: text, paused: boolean }), status: 201 }),
      },
      '/zones/{id}': {
        parameters: byId,
        get: operation(one),
        patch: operation(one, { takes: object({ paused: boolean }) }),
      },
    },
    { Zone },
  );
  const zone = await shown(ofOne, client.send('POST', '/zones', { name: 'one', paused: true }));
  expect(zone).toMatchObject({ name: 'one', paused: true });
  expect(await shown(ofAll, client.get('/zones'))).toEqual([zone]);
  const path = `/zones/${(zone as { readonly id: string }).id}`;
  expect(await shown(ofOne, client.get(path))).toEqual(zone);
  await client.send('PATCH', path, { paused: false });
  expect(await shown(ofOne, client.get(path))).toEqual({ ...(zone as object), paused: false });
});

test.each([
  ['message', 'item'],
  ['status', 'data'],
  ['code', 'result'],
  ['type', 'payload'],
])('a "%s" beside an object "%s" that a client sends, where no list shows them', async (name, inner) => {
  const sentAs = { [name]: text, [inner]: object({ id: text, colour: text }) };
  const Note = object({ id: text, ...sentAs }, ['id']);
  const client = await servePaths(
    {
      '/notes': { post: operation(ref('Note'), { takes: object(sentAs), status: 201 }) },
      '/notes/{id}': { parameters: byId, get: operation(ref('Note')) },
    },
    { Note },
  );
  const sent = { [name]: 'x', [inner]: { id: 'q', colour: 'red' } };
  const { body } = await client.send('POST', '/notes', sent);
  expect(body).toEqual({ id: expect.any(String), ...sent });
  expect((await client.get(`/notes/${body.id}`)).body).toEqual(body);
});

test.each([{ type: 'string' }, {}])('a value of %j says whether a flag is set, or nothing of it', async (schema) => {
  const Post = object({ id: integer, pinned: boolean }, ['id', 'pinned']);
  const client = await servePaths(
    {
      '/posts': {
        get: operation(listOf(ref('Post')), { parameters: [inQuery('pinned', schema)] }),
        post: operation(ref('Post'), { takes: object({ pinned: boolean }), status: 201 }),
      },
    },
    { Post },
  );
  for (const pinned of [true, false]) await client.send('POST', '/posts', { pinned });
  const shown = async (pinned: string) =>
    (await client.get(`/posts?pinned=${pinned}`)).body.map(({ id }: { readonly id: number }) => id);
  const all = ['true', 'false', '1', '0', 'yes', 'no', 'jake'];
  expect(await Promise.all(all.map(shown))).toEqual([[1], [2], [1], [2], [1], [2], [1, 2]]);
});

test('an object with a list of parts is no envelope of them, though another has one of them', async () => {
  const Part = object({ id: text, weight: integer, grade: text }, ['id', 'weight', 'grade']);
  const own = { id: text, name: text };
  const Engine = object({ ...own, parts: listOf(ref('Part')) }, ['id', 'name', 'parts']);
  const Wheel = object({ ...own, part: ref('Part') }, ['id', 'name', 'part']);
  const client = await servePaths(
    {
      '/engine': { get: operation(ref('Engine')), put: operation(ref('Engine'), { takes: ref('Engine') }) },
      '/wheel': { get: operation(ref('Wheel')), put: operation(ref('Wheel'), { takes: ref('Wheel') }) },
    },
    { Part, Engine, Wheel },
  );
  const engine = { id: 'e', name: 'V8', parts: [{ id: 'p', weight: 3, grade: 'A' }] };
  await client.send('PUT', '/engine', engine);
  expect((await client.get('/engine')).body).toEqual(engine);
});
