import { expect, test } from 'vitest';
import type { VivariumWorld } from '../../../src/index.ts';
import { call, simulateNotes } from '../../core/simulate/notes-service.ts';

const tagsOf = async (world: VivariumWorld) =>
  JSON.parse((await call(world, 'GET', '/notes')).text).map(({ id, etag }: { id: number; etag: string }) => [id, etag]);
const write = (world: VivariumWorld, id: number, text: string) =>
  call(world, 'PUT', `/notes/${id}`, { body: { text } });

test('a saved world continues with the versions of its items', async () => {
  const vivarium = await simulateNotes();
  const world = vivarium.world();
  for (const text of ['two', 'three']) await call(world, 'POST', '/notes', { body: { text } });
  for (const id of [1, 1, 3]) await write(world, id, 'changed');
  const tags = await tagsOf(world);
  const saved = vivarium.world('saved');
  saved.start({ inline: world.save() });
  expect(await tagsOf(saved)).toEqual(tags);
  expect((await call(saved, 'GET', '/notes/1')).headers.get('etag')).toBe(tags[0][1]);
  for (const one of [world, saved]) await write(one, 1, 'changed');
  expect(await tagsOf(saved)).toEqual(await tagsOf(world));
  expect((await tagsOf(saved))[0][1]).not.toBe(tags[0][1]);
});

test('a world without changes, and one without tags, save no versions', async () => {
  const vivarium = await simulateNotes();
  expect(vivarium.world().save().resume).not.toHaveProperty('versions');
  await write(vivarium.world(), 1, 'changed');
  expect(vivarium.world().save().resume?.versions).toEqual({ notes: { next: 2, items: { 1: 1 } } });
});
