/** Scenarios that were accepted wrongly. */
import { expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';

test('a default that the document does not allow prevents the start', async () => {
  const started = createVivarium({ scenario: { defaults: { pets: { status: 'lost', name: 7 } } } });
  await expect(started).rejects.toThrow('defaults.pets.status must be one of available, pending, sold');
  await expect(createVivarium({ scenario: { defaults: { pets: { status: 'sold' } } } })).resolves.toBeDefined();
});
