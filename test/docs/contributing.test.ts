/** The recipes of CONTRIBUTING.md. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInFaults } from '../../src/core/faults/built-in-faults.ts';
import type { Fault } from '../../src/core/faults/fault.ts';
import { createVivarium } from '../../src/index.ts';
import { readPage } from './markdown.ts';

const recipe = /A built-in fault with an existing effect:\n([\s\S]*?)\n\n/.exec(
  readPage('CONTRIBUTING.md').split('## How to add a fault')[1] ?? '',
)?.[1];

test('the recipe for a built-in fault names every file that lists them', () => {
  const listing = globSync([
    '{src,test,docs,schema,spec,scenarios,examples,scripts,bench}/**/*.{ts,tsx,md,json,yaml}',
    '*.md',
  ])
    .filter((file) => !file.includes('node_modules'))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return [...builtInFaults.keys()].every((name) => text.includes(name));
    });
  const named = [...(recipe ?? '').matchAll(/`([\w/.-]+\.(?:ts|md|json))`/g)].map(([, file]) => file);
  expect(listing.toSorted()).toEqual(named.toSorted());
});

test('after its first step, a fault is listed, switched on, preferred and combined', async () => {
  const faults = builtInFaults as Map<string, Fault>;
  const conflict = faults.get('conflict') as Fault;
  faults.set('teapot', { ...conflict, name: 'teapot', effect: { ...conflict.effect, status: 418 } as Fault['effect'] });
  const vivarium = await createVivarium({ fault: ['teapot@listPets' as never] });
  try {
    const world = vivarium.world();
    const askedFor = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
      (await world.fetch(path, { headers: { authorization: 'Bearer demo', ...headers } })).status;
    expect(await askedFor('/v1/pets')).toBe(418);
    expect(await askedFor('/v1/pets/1')).toBe(200);
    expect(await askedFor('/v1/pets/1', { prefer: 'fault=teapot' })).toBe(418);
    const shown = world.fault('teapot' as never, { on: { operation: 'getPet' } });
    expect(shown).toMatchObject({ name: 'teapot', group: 'status', builtIn: true, status: 418 });
    expect(await askedFor('/v1/pets/1')).toBe(418);
  } finally {
    await vivarium.close();
    faults.delete('teapot');
  }
});
