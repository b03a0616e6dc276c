import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLayerReader } from '../../../src/scenario/file/load-layer.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-layers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  utimesSync(file, 0, 0);
  return file;
};

test('a file is parsed once, and again if its text has changed, also within one tick of the clock', async () => {
  const read = createLayerReader();
  const file = write('a.yaml', 'seed: 1\n');
  const first = await read(file);
  expect(await read(file)).toBe(first);
  write('a.yaml', 'seed: 2\n');
  expect((await read(file)).document).toEqual({ seed: 2 });
});

test('a file with problems is parsed once too', async () => {
  const read = createLayerReader();
  const file = write('b.yaml', 'sed: 1\n');
  const first = await read(file);
  expect(first.problems).toHaveLength(1);
  expect(await read(file)).toBe(first);
});

test('of files that are too long together, those used last are kept', async () => {
  const read = createLayerReader();
  const long = (name: string): string => write(name, JSON.stringify({ description: 'x'.repeat(12_000_000) }));
  const [one, two, three] = [long('1.json'), long('2.json'), long('3.json')];
  const first = await read(one);
  const second = await read(two);
  const third = await read(three);
  expect(await read(three)).toBe(third);
  expect(await read(two)).toBe(second);
  expect(await read(one)).not.toBe(first);
});
