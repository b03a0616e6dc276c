/** The text of bindings that `npm run documents -- --dump` prints. */
import { expect, test } from 'vitest';
import { dumpDocument } from '../../../scripts/documents/dump.ts';
import { root } from '../../../scripts/source-map.ts';

test('each operation and each collection is one line, which a change of its binding changes', async () => {
  const lines = await dumpDocument('example', `${root}spec/animal-store.yaml`);
  expect(lines.map((line) => line.split(': ', 1)[0])).toEqual([
    'example listPets',
    'example createPet',
    'example getPet',
    'example listOrders',
    'example collection pets',
  ]);
  expect(lines[0]).toContain('"action":"list","collection":"pets","filters":[{"comparison":"equals"');
  expect(lines[3]).toBe('example listOrders: none');
  expect(lines[4]).toContain('"idProperty":"id"');
});
