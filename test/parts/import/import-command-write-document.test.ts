import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentToYaml } from '../../../src/parts/import/import-command.ts';

test('short lists of values are one line, others have a line for each value', () => {
  const long = Array.from({ length: 20 }, (_, index) => `value ${index}`);
  expect(documentToYaml({ short: ['a', 1, null], objects: [{ a: 1 }], empty: [], long })).toBe(
    `short: [a, 1, null]\nobjects:\n  - a: 1\nempty: []\nlong:\n${long.map((text) => `  - ${text}\n`).join('')}`,
  );
});

test('texts that older readers take for something else are quoted', () => {
  const texts = [
    '2030-01-31',
    '2030-01-31T10:00:00Z',
    'no',
    'ON',
    'y',
    '12:30:45',
    '0123',
    '1_000',
    'null',
    'true',
    '7',
    '~',
  ];
  const yaml = documentToYaml({ texts });
  expect(parse(yaml, { version: '1.1' })).toEqual({ texts });
  expect(load(yaml)).toEqual({ texts });
});
