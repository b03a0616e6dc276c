/** The option `save` of the library without Node, with a storage of the test. `test/browser/web/page.test.ts` has IndexedDB. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SavedWorlds, WorldStorage } from '../../../src/parts/web/api.ts';
import { createVivarium } from '../../../src/parts/web/index.ts';
import { waitFor } from '../../wait-for.ts';

const text = readFileSync('spec/animal-store.yaml', 'utf8');
const document = new File([text], 'animal-store.yaml');
const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };

interface Memory extends WorldStorage {
  kept: SavedWorlds | undefined;
  writes: number;
}

const createMemory = (kept?: SavedWorlds): Memory => {
  const memory: Memory = {
    kept,
    writes: 0,
    load: async () => memory.kept,
    save: async (worlds) => {
      memory.kept = JSON.parse(JSON.stringify(worlds));
      memory.writes++;
    },
  };
  return memory;
};

const messages: string[] = [];
const logger = {
  info: () => {},
  warn: (message: string) => void messages.push(message),
  error: (message: string) => void messages.push(message),
};

test('a changed world is there again, with its data, its faults, its ids and its clock', async () => {
  const save = createMemory();
  const before = await createVivarium({ document, save, scenario: 'empty' });
  const world = before.world();
  const add = (name: string, to = world) =>
    to.fetch('/v1/pets', { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) });
  await add('Maple');
  await add('Birch');
  world.collection('pets').delete(2);
  world.fault('unauthorized', { on: { operation: 'listPets' } });
  world.clock.set({ now: '2030-06-01T00:00:00Z', frozen: true });
  await add('Rowan', before.world('other'));
  await waitFor(() => expect(Object.keys(save.kept ?? {}).toSorted()).toEqual(['default', 'other']));
  before.close();

  const after = await createVivarium({ document, save, scenario: 'empty' });
  const again = after.world();
  expect(again.collection('pets').items()).toEqual([{ id: 1, name: 'Maple', categoryId: 1 }]);
  expect((await again.fetch('/v1/pets', { headers })).status).toBe(401);
  expect(new Date(again.clock.now()).toISOString()).toBe('2030-06-01T00:00:00.000Z');
  expect(await (await add('Hazel', again)).json()).toMatchObject({ id: 3 });
  expect(after.world('other').collection('pets').get(1)?.name).toBe('Rowan');
});

test('several changes are written at once, and a world at its start is not', async () => {
  const save = createMemory();
  const vivarium = await createVivarium({ document, save });
  expect((await vivarium.world().fetch('/v1/pets/999', { headers })).status).toBe(404);
  for (const name of ['Maple', 'Birch', 'Rowan']) vivarium.world().collection('pets').put({ name, categoryId: 1 });
  vivarium.world('untouched').collection('pets').items();
  await waitFor(() => expect(save.kept).toBeDefined());
  expect([save.writes, Object.keys(save.kept ?? {})]).toEqual([1, ['default']]);
  vivarium.close();
});

test('a reset empties it, and so does closing the world', async () => {
  const save = createMemory();
  const vivarium = await createVivarium({ document, save });
  const pets = vivarium.world().collection('pets');
  pets.delete(1);
  vivarium.world('other').collection('pets').delete(1);
  await waitFor(() => expect(Object.keys(save.kept ?? {})).toHaveLength(2));
  vivarium.world().reset();
  vivarium.world('other').close();
  await waitFor(() => expect(save.kept).toEqual({}));
  vivarium.close();
  expect((await createVivarium({ document, save })).world().collection('pets').get(1)).toBeDefined();
});

test('a reset after a reload restores the start of the page, or that of the world', async () => {
  const save = createMemory();
  const scenario = { data: { pets: [{ id: 7, name: 'Maple', categoryId: 1 }] } };
  const before = await createVivarium({ document, save, scenario });
  before.world().collection('pets').put({ name: 'Birch', categoryId: 1 });
  before.world('other').start({ scenario: 'empty' });
  before.world('other').collection('pets').put({ name: 'Rowan', categoryId: 1 });
  before.close();
  const after = await createVivarium({ document, save, scenario: { data: { pets: [] } } });
  const pets = after.world().collection('pets');
  expect(pets.items()).toHaveLength(2);
  after.world().reset();
  expect(pets.items()).toEqual([]);
  after.world('other').reset();
  expect(after.world('other').collection('pets').items()).toEqual([]);
});

test('closing writes what has changed', async () => {
  const save = createMemory();
  const vivarium = await createVivarium({ document, save });
  vivarium.world().collection('pets').delete(1);
  vivarium.close();
  expect(save.kept?.default?.data).toBeDefined();
});

test('what does not fit, and what fails, is reported, and everything else goes on', async () => {
  messages.length = 0;
  const pet = { id: 3, name: 'Maple', categoryId: 1 };
  const kept = { default: { data: { pets: [pet], ghosts: [] } }, odd: { data: 7 }, 'no name': {} };
  const save = createMemory(kept as unknown as SavedWorlds);
  const vivarium = await createVivarium({ document, save, logger });
  expect(vivarium.world().collection('pets').items()).toEqual([pet]);
  expect(messages.join('\n')).toMatch(/"default": .*ghosts/);
  expect(messages.join('\n')).toContain('the saved world "odd" is not restored: ');
  expect(messages.join('\n')).toContain('the saved world "no name" is not restored: ');

  const failing = async (): Promise<never> => Promise.reject(new Error('no room'));
  const lost = await createVivarium({ document, logger, save: { load: failing, save: failing } });
  expect(messages.at(-1)).toBe('the saved worlds cannot be read, and begin anew: no room');
  lost.world().collection('pets').delete(1);
  await waitFor(() => expect(messages.at(-1)).toBe('the worlds cannot be saved: no room'));
  expect((await lost.world().fetch('/v1/pets/1', { headers })).status).toBe(404);
});

test.each([
  ['indexeddb', 'which is not here'],
  ['localstorage', 'must be "indexeddb" or { load, save }'],
  [{ load: () => undefined }, 'must be "indexeddb" or { load, save }'],
])('save: %j is refused where it is none', async (save, message) => {
  await expect(createVivarium({ document, save: save as never })).rejects.toThrow(message);
});
