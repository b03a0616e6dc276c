/** The library without Node, run in Node. `test/browser/web/page.test.ts` runs it in a browser. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError, type ScenarioDocument } from '../../../src/index.ts';
import type { BrowserVivariumOptions } from '../../../src/parts/web/api.ts';
import { createVivarium } from '../../../src/parts/web/index.ts';

const text = readFileSync('spec/animal-store.yaml', 'utf8');
const file = new File([text], 'animal-store.yaml');
const headers = { authorization: 'Bearer demo' };

const codesOf = async (options: BrowserVivariumOptions): Promise<readonly string[]> => {
  const error = await createVivarium(options).catch((reason: unknown) => reason);
  if (error instanceof ConfigError) return error.problems.map(({ code }) => code);
  throw error;
};

test('a file is served, and keeps what is written', async () => {
  const vivarium = await createVivarium({ document: file, seed: 3 });
  const world = vivarium.world();
  expect([vivarium.title, world.basePath]).toEqual(['Animal Store', '/v1']);
  expect((await world.fetch('/v1/pets', { headers })).status).toBe(200);
  const stored = world.collection('pets').put({ name: 'Maple', categoryId: 1 });
  expect(await (await world.fetch(`/v1/pets/${stored.id}`, { headers })).json()).toEqual(stored);
  expect(world.save().seed).toBe(3);
  vivarium.close();
});

test.each<[string, () => BrowserVivariumOptions['document']]>([
  ['a URL as text', () => `data:application/yaml;base64,${Buffer.from(text).toString('base64')}`],
  ['a URL', () => new URL(`data:application/yaml;base64,${Buffer.from(text).toString('base64')}`)],
  ['a Blob', () => new Blob([text])],
])('a document may be %s', async (_name, documentBy) => {
  expect((await createVivarium({ document: documentBy() })).title).toBe('Animal Store');
});

describe('scenarios', () => {
  const outage: ScenarioDocument = { extends: 'small', faults: ['unavailable'] };
  const small = { data: { pets: [{ id: 5, name: 'Maple', categoryId: 3 }] } };

  test('are documents by name, which may extend each other', async () => {
    const vivarium = await createVivarium({
      document: file,
      scenario: 'outage',
      scenarios: { small, outage },
      seed: 9,
    });
    const world = vivarium.world();
    expect((await world.fetch('/v1/pets', { headers })).status).toBe(503);
    expect(world.save().seed).toBe(9);
    world.start({ scenario: 'small' });
    expect(world.collection('pets').items()).toEqual(small.data.pets);
    expect(world.save().seed).toBe(1);
    world.start({ scenario: 'default' });
    expect(world.collection('pets').items().length).toBeGreaterThan(1);
    world.start({ inline: { extends: 'small', seed: 4 } });
    expect(world.collection('pets').items()).toEqual(small.data.pets);
  });

  test('one named default replaces the built-in one, and may extend it', async () => {
    const scenarios = { default: { extends: 'default', seed: 12 } };
    const world = (await createVivarium({ document: file, scenarios })).world();
    expect(world.save().seed).toBe(12);
    expect(world.collection('pets').items().length).toBeGreaterThan(1);
  });

  test('may be a document without a name', async () => {
    const world = (await createVivarium({ document: file, scenario: { ...small, seed: 2 }, seed: 8 })).world();
    expect([world.collection('pets').items(), world.save().seed]).toEqual([small.data.pets, 8]);
  });
});

test.each<[string, BrowserVivariumOptions, string]>([
  ['no YAML', { document: new Blob(['a: [']) }, 'VIV_DOCUMENT_SYNTAX'],
  ['no object', { document: new Blob(['7']) }, 'VIV_DOCUMENT_UNSUPPORTED'],
  ['no OpenAPI', { document: { title: 'x' } }, 'VIV_DOCUMENT_UNSUPPORTED'],
  ['no document', { document: 7 as never }, 'VIV_OPTION_INVALID'],
  ['an address that does not respond', { document: 'http://127.0.0.1:1/api.yaml' }, 'VIV_DOCUMENT_UNREADABLE'],
  ['an unknown option', { document: file, maxWorld: 3 } as never, 'VIV_OPTION_UNKNOWN'],
  ['an unknown scenario', { document: file, scenario: 'outage' }, 'VIV_SCENARIO_UNKNOWN'],
  [
    'a circular scenario',
    { document: file, scenario: 'a', scenarios: { a: { extends: 'b' }, b: { extends: 'a' } } },
    'VIV_SCENARIO_CYCLE',
  ],
  ['an invalid scenario', { document: file, scenario: { falts: [] } as never }, 'VIV_SCENARIO_INVALID'],
  ['an item that does not fit', { document: file, scenario: { data: { pets: [{ id: 'x' }] } } }, 'VIV_ITEM_INVALID'],
])('%s is rejected', async (_name, options, code) => {
  expect(await codesOf(options)).toContain(code);
});

test('no message shows the password of an address', async () => {
  const error: Error = await createVivarium({ document: 'http://ann:secret@h/api.yaml' }).catch((reason) => reason);
  expect(error.message).toContain('http://[redacted]@h/api.yaml');
  expect(error.message).not.toContain('secret');
});

test('problems of a document that is served anyway go to the logger', async () => {
  const warnings: string[] = [];
  const logger = { info: () => {}, warn: (message: string) => warnings.push(message), error: () => {} };
  const broken = text.replace("$ref: '#/components/schemas/Pet'", "$ref: '#/components/schemas/Missing'");
  await createVivarium({ document: new Blob([broken]), logger });
  expect(warnings.join()).toContain('Missing');
});
