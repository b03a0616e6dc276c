/** The recipes of CONTRIBUTING.md. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInFaults } from '../../src/core/faults/built-in-faults.ts';
import { effectTypes } from '../../src/core/faults/effects.ts';
import type { Fault } from '../../src/core/faults/fault.ts';
import { createVivarium } from '../../src/index.ts';
import { readPage } from './markdown.ts';

const [, ...recipes] = (readPage('CONTRIBUTING.md').split('## How to add a fault')[1] ?? '').split(
  /^(?:A built-in fault with an existing effect|A new effect):$/m,
);
const [ofBuiltIn = [], ofEffect = []] = recipes.map((recipe) =>
  [...(recipe.split('\n## ')[0] as string).matchAll(/`([\w/.-]+\.(?:ts|md|json|yaml))`/g)].map(([, file = '']) => file),
);

/** The files that name all of something. */
const filesWith = (names: Iterable<string>): readonly string[] => {
  const patterns = [...names].map((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`));
  return globSync(['{src,docs,schema,spec}/**/*.{ts,tsx,md,json,yaml}', '*.md'])
    .filter((file) => !file.includes('node_modules'))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      return patterns.every((pattern) => pattern.test(text));
    });
};

test('the recipe for a built-in fault names every file that lists them', () => {
  const defined = 'src/core/faults/built-in-faults.ts';
  expect([...filesWith(builtInFaults.keys()), defined].toSorted()).toEqual(ofBuiltIn.toSorted());
});

test('the recipe for a new effect names every file that lists them, and only the table describes them', () => {
  const listing = filesWith(effectTypes).filter((file) => file !== 'src/core/faults/built-in-faults.ts');
  expect(listing.filter((file) => !ofEffect.includes(file))).toEqual([]);
  for (const file of ofEffect) expect(existsSync(file), file).toBe(true);
  const naming = globSync('src/**/*.{ts,tsx}').filter((file) => /dribble/i.test(readFileSync(file, 'utf8')));
  const others = naming.filter((file) => !ofEffect.includes(file));
  // What delivers it, the fault of this name, and what turns the delays of another tool into it.
  expect(others.toSorted()).toEqual([
    'src/core/faults/built-in-faults.ts',
    'src/core/http/http.ts',
    'src/parts/import/readers/wiremock/wiremock.ts',
    'src/parts/import/stubs/stub.ts',
  ]);
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
