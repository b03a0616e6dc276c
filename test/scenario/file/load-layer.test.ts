import { expect, test } from 'vitest';
import { createLayerParser } from '../../../src/scenario/file/load-layer.ts';

test('a file is parsed once, and again if its text has changed', () => {
  const parse = createLayerParser();
  const first = parse('a.yaml', 'seed: 1\n');
  expect(parse('a.yaml', 'seed: 1\n')).toBe(first);
  expect(parse('a.yaml', 'seed: 2\n').document).toEqual({ seed: 2 });
});

test('a file with problems is parsed once too', () => {
  const parse = createLayerParser();
  const first = parse('b.yaml', 'sed: 1\n');
  expect(first.problems).toHaveLength(1);
  expect(parse('b.yaml', 'sed: 1\n')).toBe(first);
});

test('of files that are too long together, those used last are kept', () => {
  const parse = createLayerParser();
  const long = JSON.stringify({ description: 'x'.repeat(12_000_000) });
  const [first, second, third] = ['1.json', '2.json', '3.json'].map((file) => parse(file, long));
  expect(parse('3.json', long)).toBe(third);
  expect(parse('2.json', long)).toBe(second);
  expect(parse('1.json', long)).not.toBe(first);
});
