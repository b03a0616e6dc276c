import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { configurationJsonSchema } from '../../../scripts/build-schemas.ts';
import { configurationSchema } from '../../../src/parts/configuration/read-configuration.ts';

const published = await readFile(new URL('../../../schema/config.json', import.meta.url), 'utf8');

test('the published schema is current: node scripts/build-schemas.ts', () => {
  expect(published).toBe(configurationJsonSchema());
});

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(published));

test.each([
  '{}',
  'document: api.yaml\noverlay: ours.yaml\nbase: /\nport: 0\nwatch: false\nmax-body: 1MiB\nseed: -3',
  'fail-on: violations\nreport: junit=gate.xml',
  'fail-on: [violations, unmatched]\nreport: [junit=gate.xml]',
  'services: { shop: { document: a.yaml, overlay: [b.yaml], base: /shop/v1 } }\nfault: [slow, hang@getOrder]',
])('it accepts what is read: %j', (text) => {
  expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  expect(configurationSchema.safeParse(parse(text)).success).toBe(true);
});

test.each([
  'prot: 1',
  'config: a.yaml',
  'port: 65536',
  'base: v1',
  'base: /_vivarium',
  'base: /~alice',
  'base: //host',
  'log: loud',
  'services: { a.b: { document: a.yaml } }',
  'services: { shop: { base: /v1 } }',
  'services: { shop: { document: a.yaml, port: 1 } }',
])('it rejects what is not read: %j', (text) => {
  expect(validate(parse(text))).toBe(false);
  expect(configurationSchema.safeParse(parse(text)).success).toBe(false);
});

test('every property is described', () => {
  const { properties } = JSON.parse(published) as { properties: Record<string, { description?: string }> };
  expect(Object.entries(properties).filter(([, { description }]) => description === undefined)).toEqual([]);
});
