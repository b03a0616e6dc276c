import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { createReach } from '../../../src/openapi/schema/schema-cycles.ts';

const length = 200;
const nameOf = (index: number): string => `/components/schemas/S${index}`;

/** Each schema extends the next. */
const chain: Readonly<Record<string, Json>> = Object.fromEntries(
  Array.from({ length }, (_, index) => [
    `S${index}`,
    index === length - 1 ? { type: 'object' } : { allOf: [{ $ref: `#${nameOf(index + 1)}` }] },
  ]),
);

test('a schema reaches those behind it in a chain, and none before it', () => {
  const reach = createReach({ components: { schemas: chain } });
  expect(reach(nameOf(0), nameOf(length - 1), 'all')).toBe(true);
  expect(reach(nameOf(length - 1), nameOf(0), 'all')).toBe(false);
  expect(reach(nameOf(0), nameOf(length - 1), 'any')).toBe(false);
});

test('each schema of a chain is read a few times, not once for each schema before it', () => {
  let reads = 0;
  const schemas = new Proxy(chain, {
    get: (target, name) => {
      reads++;
      return Reflect.get(target, name);
    },
  });
  const reach = createReach({ components: { schemas } });
  for (let index = 0; index < length; index++) reach(nameOf(index), nameOf(0), 'all');
  expect(reads).toBeLessThan(20 * length);
});
