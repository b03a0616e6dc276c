/** Scenarios that were accepted wrongly. */
import { expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';

test('a default that the document does not allow prevents the start', async () => {
  const started = createVivarium({ scenario: { defaults: { pets: { status: 'lost', name: 7 } } } });
  await expect(started).rejects.toThrow('defaults.pets.status must be one of available, pending, sold');
  await expect(createVivarium({ scenario: { defaults: { pets: { status: 'sold' } } } })).resolves.toBeDefined();
});

test('an error of the document that leaves a scenario without its collection is reported first', async () => {
  const items = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };
  const list = { responses: { 200: { description: '', content: { 'application/json': { schema: items } } } } };
  const Pet = { type: 'object', properties: { id: { type: 'integer' } } };
  const parts = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: { '/pets': { get: list } } };
  const scenario = { generate: { pets: 3 } };
  const started = createVivarium({ document: { ...parts, componentz: { schemas: { Pet } } }, scenario });
  await expect(started).rejects.toMatchObject({
    problems: [{ code: 'VIV_REFERENCE_UNRESOLVED' }, { code: 'VIV_COLLECTION_UNKNOWN' }],
  });
  const vivarium = await createVivarium({ document: { ...parts, components: { schemas: { Pet } } }, scenario });
  expect(vivarium.world().collection('pets').items()).toHaveLength(3);
  await vivarium.close();
  // One that the document allows is an error of the scenario alone.
  const wrong = createVivarium({
    document: { ...parts, components: { schemas: { Pet } } },
    scenario: { generate: { pes: 1 } },
  });
  await expect(wrong).rejects.toMatchObject({ problems: [{ code: 'VIV_COLLECTION_UNKNOWN' }] });
});
