import { expect, test } from 'vitest';
import { Output } from '../../../src/cli/terminal/output.ts';
import type { Key } from '../../../src/parts/keys/keypresses.ts';
import { KeyMenu } from '../../../src/parts/keys/start-keys.ts';
import { Worlds } from '../../../src/world/worlds.ts';
import { loadAnimalStore, startOf } from '../../core/helpers.ts';

const createMenu = async () => {
  const service = await loadAnimalStore();
  const worlds = new Worlds(service, startOf(service), { maxWorlds: 2, journalLimit: 1 });
  await worlds.ready();
  let written = '';
  const stream = { columns: 100, write: (text: string) => (written += text) };
  const menu = new KeyMenu({ worlds, output: new Output(stream, stream), openPanel: () => {}, quit: () => {} });
  const press = (...keys: readonly (Key | string)[]): string => {
    written = '';
    for (const key of keys) menu.press(typeof key === 'string' ? { type: 'text', text: key } : key);
    return written;
  };
  return { worlds, press };
};

test('drawing the list of faults neither opens a world nor prints', async () => {
  const { worlds, press } = await createMenu();
  press('f');
  worlds.delete('default');
  worlds.open('alice');
  worlds.open('bob');
  expect(press({ type: 'down' }, 's', 'l', { type: 'backspace' })).not.toContain('No more worlds');
  expect([...worlds].map(({ name }) => name)).toEqual(['alice', 'bob']);
});

test('switching a fault opens a deleted world again, and the list shows it', async () => {
  const { worlds, press } = await createMenu();
  press('f', 's', 'l', 'o', 'w');
  worlds.delete('default');
  expect(press(' ')).toMatch(/> ● slow/);
  expect([...worlds].map(({ name }) => name)).toEqual(['default']);
});

test('without room for the world, the list of faults stays closed', async () => {
  const { worlds, press } = await createMenu();
  worlds.delete('default');
  worlds.open('alice');
  worlds.open('bob');
  expect(press('f').match(/No more worlds can be opened/g)).toHaveLength(1);
  expect(press('f')).not.toContain('Faults of the world');
});
