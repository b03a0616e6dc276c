import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scenarioJsonSchema } from '../../../scripts/build-schemas.ts';

const published = await readFile(new URL('../../../schema/scenario.json', import.meta.url), 'utf8');

test('the published schema is current: node scripts/build-schemas.ts', () => {
  expect(published).toBe(scenarioJsonSchema());
});

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(published));

test('it accepts valid scenarios', () => {
  const scenario = parse(`
extends: default
clock: { at: 2030-06-01, frozen: true }
data: { orders: [{ id: 1, lines: [1] }] }
faults:
  - slow
  - { use: hang, on: { operation: [a, b], query: { limit: 1 } } }
  - { name: own, when: { chance: 0.5 }, status: 401, body: [null] }
resume: { nextIds: { orders: 3 }, faults: { slow: { seen: 1, fired: 0 } } }
`);
  expect(validate(scenario), JSON.stringify(validate.errors)).toBe(true);
});

test.each([
  'sed: 1',
  'faults: [slwo]',
  'faults: [{ name: a, status: 99 }]',
  'data: { orders: 1 }',
  'data: { orders: [1] }',
  'clock: 5',
])('it rejects %s', (text) => {
  expect(validate(parse(text))).toBe(false);
});

test('every property is described', () => {
  const undescribed: string[] = [];
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [name, value] of Object.entries(schema)) {
      if (name === 'properties') {
        for (const [property, shape] of Object.entries(value as Record<string, { description?: string }>)) {
          if (shape.description === undefined) undescribed.push(`${path}.${property}`);
        }
      }
      visit(value, `${path}.${name}`);
    }
  };
  visit(JSON.parse(published), '');
  expect(undescribed).toEqual([]);
});
