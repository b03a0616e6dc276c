/** Bodies that another generator draws from the document: json-schema-faker shares no code with the checks that judge them. */
import { generateSync } from 'json-schema-faker';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createVivarium } from '../../src/index.ts';
import { readPage } from '../docs/markdown.ts';

const { components } = parse(readPage('spec/animal-store.yaml'));
const vivarium = await createVivarium({ scenario: 'empty' });
afterAll(() => vivarium.close());

/** Bounded: the library would draw texts as long as the document allows. */
const draw = (seed: number): Record<string, unknown> =>
  generateSync(
    // Its references lead into the document.
    { ...components.schemas.NewPet, components, additionalProperties: false },
    { seed, maxLength: 200, optionalsProbability: seed % 2 },
  ) as Record<string, unknown>;

test('each is accepted, kept, and read back', async () => {
  const world = vivarium.world();
  const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
  const names = new Set<unknown>();
  for (let seed = 1; seed <= 100; seed++) {
    const body = draw(seed);
    const created = await world.fetch('/v1/pets', { method: 'POST', headers, body: JSON.stringify(body) });
    const pet = await created.json();
    expect([created.status, pet]).toEqual([201, { ...body, id: seed, status: body.status ?? pet.status }]);
    expect(await (await world.fetch(`/v1/pets/${seed}`, { headers })).json()).toEqual(pet);
    names.add(body.name);
  }
  expect(names.size).toBeGreaterThan(50);
  world.assertNoViolations();
});

test('one without a required property is rejected', async () => {
  const { name: _, ...body } = draw(1);
  const response = await vivarium.world('other').fetch('/v1/pets', {
    method: 'POST',
    headers: { authorization: 'Bearer demo', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
});
