/** Properties of an item at a path of their own: what is sent there is what the item shows. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { cpuSlowness, startUsage } from '../../hostile/cpu.ts';
import { documentOf } from '../../openapi/documents.ts';
import { type Client, servePaths } from '../../openapi/resources/served.ts';
import { collection, nothing, saving } from '../../openapi/resources/small.ts';
import { declared, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const schemas = {
  Address: object({ street: text, city: text }, ['street']),
  Label: object({ id: integer, name: text, color: text }, ['id', 'name', 'color']),
  User: object({ id: integer, name: text }, ['id', 'name']),
  Issue: object(
    { ...{ number: integer, title: text, labels: listOf(ref('Label')), words: listOf(text) }, address: ref('Address') },
    ['number', 'title', 'labels', 'words'],
  ),
};

const number = inPath('number');

const start = (): Promise<Client> =>
  servePaths(
    {
      '/issues': collection(ref('Issue'), {
        status: 201,
        takes: object({ title: text, labels: listOf(text), words: listOf(text) }, ['title']),
      }),
      '/issues/{number}': { get: operation(ref('Issue')) },
      '/issues/{number}/words': {
        get: operation(object({ words: listOf(text) })),
        post: operation(ref('Issue'), { takes: object({ word: text }, ['word']) }),
      },
      '/issues/{number}/words/{word}': { parameters: [number, inPath('word', text)], delete: nothing },
      '/issues/{number}/address': {
        put: saving(ref('Address')),
        patch: operation(undefined, { takes: object({ city: text }) }),
        delete: nothing,
      },
    },
    schemas,
  );

test('an object of an item is replaced, changed and removed at its own path', async () => {
  const { get, send } = await start();
  const { number: own } = (await send('POST', '/issues', { title: 'a' })).body;
  const address = { street: 'Mill Lane 1', city: 'York' };
  expect(await send('PUT', `/issues/${own}/address`, address)).toEqual({ status: 200, body: address });
  await send('PATCH', `/issues/${own}/address`, { city: 'Leeds' });
  expect((await get(`/issues/${own}`)).body.address).toEqual({ ...address, city: 'Leeds' });
  await send('DELETE', `/issues/${own}/address`);
  expect((await get(`/issues/${own}`)).body).not.toHaveProperty('address');
});

test.each([{}, { caption: 'Sun' }])(
  'a file that is sent with %j is in the list of the item, without its bytes',
  async (sent) => {
    const Picture = object({ id: integer, caption: text, filename: text, size: integer }, ['id']);
    const Album = object({ id: integer, title: text, pictures: listOf(Picture) }, ['id']);
    const file = { type: 'string', format: 'binary' };
    const takes = object({ file, caption: text });
    const paths = {
      '/albums': collection(Album, { status: 201, takes: object({ title: text }) }),
      '/albums/{id}': { get: operation(Album) },
      '/albums/{id}/pictures': {
        post: operation(Picture, { takes, mediaType: 'multipart/form-data', status: 201 }),
      },
    };
    const vivarium = await createVivarium({
      document: documentOf(declared(paths)),
      scenario: { generate: { albums: 1 } },
    });
    onTestFinished(() => vivarium.close());
    const { fetch } = vivarium.world('test');
    const form = new FormData();
    form.append('file', new Blob(['abc'], { type: 'image/png' }), 'sun.png');
    for (const [name, value] of Object.entries(sent)) form.append(name, value);
    const added = await (await fetch('/albums/1/pictures', { method: 'POST', body: form })).json();
    expect(added).toMatchObject({ filename: 'sun.png', size: 3, ...sent });
    const { pictures } = await (await fetch('/albums/1')).json();
    expect(pictures.at(-1)).toEqual(added);
  },
);

test('many names are added in time that grows with their number', async () => {
  const { get, send } = await start();
  const { number: own } = (await send('POST', '/issues', { title: 'a' })).body;
  const many = Array.from({ length: 50_000 }, (_, index) => `word ${index}`);
  const endUsage = startUsage();
  const { number: long } = (await send('POST', '/issues', { title: 'b', words: many })).body;
  await send('POST', `/issues/${long}/words`, { word: 'word 49999' });
  await send('DELETE', `/issues/${long}/words/word%2040000`);
  expect((await get(`/issues/${long}/words`)).body.words).toHaveLength(49_999);
  expect(endUsage()?.cpuSeconds ?? 0).toBeLessThan(5 * cpuSlowness());
  expect((await get(`/issues/${own}/words`)).body.words).not.toHaveLength(49_999);
});

test('a new item has empty lists of parts, where they may be empty', async () => {
  const cards = listOf(object({ name: text }));
  const Board = {
    ...object({ id: text, title: text, cards, marks: listOf(text) }, ['id', 'cards']),
    allOf: [object({ columns: { ...listOf(text), minItems: 1 }, notes: listOf(text) })],
    anyOf: [object({ guests: listOf(text) }), { not: object({}, ['guests']) }],
  };
  const add = { post: operation(ref('Board'), { takes: object({ name: text }, ['name']) }) };
  const paths = {
    '/boards': { post: operation(ref('Board'), { takes: object({ title: text, marks: listOf(text) }) }) },
    '/boards/{id}': { get: operation(ref('Board')) },
    ...Object.fromEntries(['cards', 'marks', 'columns', 'guests'].map((name) => [`/boards/{id}/${name}`, add])),
  };
  const { get, send } = await servePaths(declared(paths, text), { Board });
  const { id } = (await send('POST', '/boards', { title: 'a' })).body;
  expect((await get(`/boards/${id}`)).body).toEqual({ id, title: 'a', cards: [], marks: [] });
  await send('POST', `/boards/${id}/cards`, { name: 'one' });
  expect((await send('POST', `/boards/${id}/columns`, { name: 'two' })).body).toEqual({
    ...{ id, title: 'a', marks: [] },
    ...{ cards: [{ name: 'one' }], columns: ['two'] },
  });
  expect((await send('POST', '/boards', { marks: ['three'] })).body.marks).toEqual(['three']);
});

test.each<[string, object, object]>([
  ['number', integer, ref('Note')],
  ['UUID', { type: 'string', format: 'uuid' }, object({ note: ref('Note') })],
  ['text', text, ref('Note')],
])('an object that is added is shown with the id that its item has for it: a %s', async (_case, id, answer) => {
  const client = await servePaths(
    {
      '/issues': collection(ref('Issue'), { status: 201, takes: object({ name: text }, ['name']) }),
      '/issues/{number}': { get: operation(ref('Issue')) },
      '/issues/{number}/notes': { post: operation(answer, { takes: object({ text }), status: 201 }) },
    },
    {
      Note: object({ id, text }, ['text']),
      Issue: object({ number: integer, name: text, notes: listOf(ref('Note')) }, ['number', 'name']),
    },
  );
  const { number } = (await client.send('POST', '/issues', { name: 'A' })).body;
  const added = [];
  for (const text of ['a', 'b']) added.push((await client.send('POST', `/issues/${number}/notes`, { text })).body);
  const notes = added.map((body) => body.note ?? body);
  expect((await client.get(`/issues/${number}`)).body.notes).toEqual(notes);
  expect(new Set(notes.map((note) => note.id)).size).toBe(2);
});
