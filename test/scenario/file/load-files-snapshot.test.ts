import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeSnapshot } from '../../../src/scenario/file/load-files.ts';
import { findScenario, listSnapshot } from '../../../src/scenario/file/load-scenario.ts';
import { directoryWith } from '../helpers.ts';

test('a snapshot has the scenarios as they were', async () => {
  await using directory = await directoryWith({
    'a.yaml': 'seed: 1',
    'b.json': '{"extends": "a", "requests": "report"}',
  });
  const { path } = directory;
  const snapshot = await takeSnapshot(path);
  await writeFile(join(path, 'a.yaml'), 'seed: 2');
  await rm(join(path, 'b.json'));
  const found = await findScenario(path, 'b', undefined, snapshot);
  expect(found?.document).toMatchObject({ seed: 1, requests: 'report' });
  expect(snapshot.textOf(join(path, 'a.yaml'))).toBe('seed: 1');
  expect(snapshot.textOf(join(path, 'c.yaml'))).toBeUndefined();
  expect(await findScenario(path, 'c', undefined, snapshot)).toBeUndefined();
  await expect(snapshot.read(join(path, 'c.yaml'))).rejects.toThrow('not in the snapshot');
});

test('a file that is something else is no scenario of a snapshot, and a broken one of the directory', async () => {
  await using directory = await directoryWith({ 'openapi.yaml': 'openapi: 3.1.0\ninfo: {}\npaths: {}' });
  const { path } = directory;
  expect(await findScenario(path, 'openapi', undefined, await takeSnapshot(path))).toBeUndefined();
  await expect(findScenario(path, 'openapi')).rejects.toThrow('unknown key "openapi"');
});

test('the list of a snapshot has broken scenarios, and neither folders nor other files', async () => {
  await using directory = await directoryWith({
    'a.yaml': 'description: first',
    'broken.yaml': 'seed: [',
    'misspelled.yaml': 'seeed: 1',
    'openapi.yaml': 'openapi: 3.1.0\ninfo: {}\npaths: {}',
    'list.yaml': '- 1',
    'half.yaml': 'seed: 1\nother: 2',
    'twice.json': '{}',
    'twice.yaml': '',
  });
  await mkdir(join(directory.path, 'folder.yaml'));
  const listed = await listSnapshot(await takeSnapshot(directory.path));
  expect(listed.map(({ name, description, error }) => [name, description, error !== undefined])).toEqual([
    ['a', 'first', false],
    ['broken', undefined, true],
    ['misspelled', undefined, true],
    ['twice', undefined, true],
  ]);
});
