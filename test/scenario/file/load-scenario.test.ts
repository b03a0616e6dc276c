import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { suggestScenario } from '../../../src/scenario/file/load-files.ts';
import { maxScenarioBytes } from '../../../src/scenario/file/load-layer.ts';
import { inspectScenarioFile, listScenarios, loadInlineScenario } from '../../../src/scenario/file/load-scenario.ts';
import { directoryWith, loadScenario, problemsOf, sentencesOf } from '../helpers.ts';

const shortened = (sentences: readonly string[], path: string): readonly string[] =>
  sentences.map((sentence) => sentence.replaceAll(`${path}/`, ''));

test('a name that resembles no scenario is answered with all names', () => {
  const files = new Map(['a', 'outage'].map((name) => [name, [`${name}.yaml`]]));
  expect(suggestScenario('something', files)).toBe('Scenarios: a, outage, default, empty.');
  expect(suggestScenario('scenarios/outages.yaml', files)).toBe(
    'Did you mean "outage"? Scenarios: a, outage, default, empty.',
  );
  expect(suggestScenario('emtpy', new Map())).toBe('Did you mean "empty"? Scenarios: default, empty.');
});

describe('a scenario is found by its file name', () => {
  test.each(['a.yaml', 'a.yml', 'a.json'])('%s', async (file) => {
    await using directory = await directoryWith({ [file]: '{ "seed": 7 }' });
    expect(await loadScenario(directory.path, 'a')).toMatchObject({ name: 'a', seed: 7, document: { seed: 7 } });
  });

  test('a missing one is reported with the existing ones', async () => {
    await using directory = await directoryWith({ 'default.yaml': '', 'outage.yaml': '', 'notes.txt': '' });
    expect(shortened(await sentencesOf(() => loadScenario(directory.path, 'outrage')), directory.path)).toEqual([
      `there is no scenario "outrage" in ${directory.path}. Did you mean "outage"? Scenarios: default, outage, empty.`,
    ]);
    expect(await sentencesOf(() => loadScenario(join(directory.path, 'none'), 'a'))).toEqual([
      `there is no scenario "a": ${directory.path}/none has no scenario files`,
    ]);
  });

  test.each(['../a', 'sub/a', 'a.yaml', '', '.', 'constructor', '__proto__'])(
    '%j is not the name of a file in the directory',
    async (name) => {
      await using directory = await directoryWith({ 'a.yaml': '' });
      await mkdir(join(directory.path, 'sub'));
      await writeFile(join(directory.path, 'sub', 'a.yaml'), '');
      expect(await problemsOf(() => loadScenario(join(directory.path, 'sub', '..'), name))).toHaveLength(1);
    },
  );

  test('two files of one name are an error, for that name', async () => {
    await using directory = await directoryWith({ 'a.yaml': '', 'a.json': '{}', 'b.yaml': '' });
    expect(shortened(await sentencesOf(() => loadScenario(directory.path, 'a')), directory.path)).toEqual([
      'the scenario "a" exists 2 times: a.json and a.yaml. Keep one.',
    ]);
    expect((await loadScenario(directory.path, 'b')).name).toBe('b');
  });

  test('a file can be named itself, and extends those beside it', async () => {
    await using directory = await directoryWith({ 'a.yaml': 'extends: b', 'b.yml': 'seed: 5' });
    expect(await inspectScenarioFile(join(directory.path, 'a.yaml'))).toMatchObject({
      problems: [],
      scenario: { name: 'a', seed: 5 },
    });
    expect(await sentencesOf(() => inspectScenarioFile(join(directory.path, 'c.yaml')))).toEqual([
      `${directory.path}/c.yaml: there is no such file. Did you mean "a.yaml"?`,
    ]);
  });

  test('a file whose scenario cannot be extended counts as one with the items that this may have', async () => {
    await using directory = await directoryWith({ 'a.yaml': 'extends: b', 'b.yml': 'seed: 5', 'c.yaml': 'extends: d' });
    const inspect = async (file: string) => (await inspectScenarioFile(join(directory.path, file))).scenario.document;
    expect([(await inspect('a.yaml')).examples, (await inspect('c.yaml')).examples]).toEqual([undefined, true]);
  });

  test('a file that is too large or not text is rejected', async () => {
    await using directory = await directoryWith({ 'large.yaml': `# ${'x'.repeat(maxScenarioBytes)}` });
    await writeFile(join(directory.path, 'binary.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
    await mkdir(join(directory.path, 'folder.yaml'));
    const told = async (name: string) =>
      shortened(await sentencesOf(() => loadScenario(directory.path, name)), directory.path);
    expect(await told('large')).toEqual(['large.yaml: this is larger than 16 MiB']);
    expect(await told('binary')).toEqual(['binary.yaml: the file is not UTF-8 text. Save it as UTF-8.']);
    expect(await told('folder')).toEqual([
      'folder.yaml: this is a directory, not a file. Name a file in it, or put one in its place.',
    ]);
  });

  test('a byte order mark is ignored', async () => {
    await using directory = await directoryWith({ 'a.json': '\ufeff{"seed": 2}', 'b.yaml': '\ufeffseed: 3' });
    expect((await loadScenario(directory.path, 'a')).seed).toBe(2);
    expect((await loadScenario(directory.path, 'b')).seed).toBe(3);
  });
});

describe('a list of scenarios', () => {
  test('is in alphabetical order and shows the broken ones by name', async () => {
    await using directory = await directoryWith({
      'b.yaml': 'description: B.',
      'a.json': '{ "description": "A.", "extends": "b" }',
      'c.yaml': 'sed: 1',
      'd.yml': 'extends: b',
      'README.md': '',
    });
    const list = await listScenarios(directory.path);
    expect(list.map(({ name, description, error }) => [name, description, error?.problems[0]?.message])).toEqual([
      ['a', 'A.', undefined],
      ['b', 'B.', undefined],
      ['c', undefined, 'unknown key "sed"'],
      ['d', undefined, undefined],
    ]);
  });

  test('is empty if there is no directory', async () => {
    expect(await listScenarios('/nowhere/at/all')).toEqual([]);
  });

  test('is an error if there is something else', async () => {
    await using directory = await directoryWith({ 'a.yaml': '' });
    const [sentence] = await sentencesOf(() => listScenarios(join(directory.path, 'a.yaml')));
    expect(sentence).toMatch(/a\.yaml is a file, not a directory of scenarios\. Name its directory\.$/);
  });
});

describe('extends', () => {
  test('merges maps deeply and replaces lists and values', async () => {
    await using directory = await directoryWith({
      'base.yaml': `
description: The base.
seed: 3
clock: { at: 2030-01-01, frozen: true }
auth: { keys: [a, b], rejected: [x] }
data: { orders: [{ id: 1 }, { id: 2 }], customers: [{ id: c }] }
defaults: { orders: { status: open, lines: { a: 1, b: 2 } } }
faults: [slow, unauthorized]
`,
      'child.yaml': `
extends: base
clock: 2031-01-01
auth: { keys: [c] }
data: { orders: [{ id: 9 }] }
generate: { customers: 2 }
defaults: { orders: { status: null, lines: { b: 3 } } }
faults: [slow]
`,
    });
    const scenario = await loadScenario(directory.path, 'child');
    expect(scenario.document).toEqual({
      seed: 3,
      clock: '2031-01-01',
      auth: { keys: ['c'], rejected: ['x'] },
      data: { orders: [{ id: 9 }], customers: [{ id: 'c' }] },
      generate: { customers: 2 },
      defaults: { orders: { status: null, lines: { a: 1, b: 3 } } },
      faults: ['slow'],
    });
    expect(scenario.source).toMatchObject({ extends: 'base', faults: ['slow'] });
    expect(scenario.description).toBeUndefined();
  });

  test('goes over several files', async () => {
    await using directory = await directoryWith({
      'a.yaml': 'extends: b',
      'b.yaml': 'extends: c\nseed: 2',
      'c.json': '{ "seed": 3, "requests": "report" }',
    });
    expect(await loadScenario(directory.path, 'a')).toMatchObject({ seed: 2, rules: { requests: 'report' } });
  });

  test('of an unknown scenario is reported with the file and the location', async () => {
    await using directory = await directoryWith({ 'a.yaml': 'seed: 1\nextends: bse\n', 'base.yaml': '' });
    expect(shortened(await sentencesOf(() => loadScenario(directory.path, 'a')), directory.path)).toEqual([
      'a.yaml:2:10: extends names an unknown scenario "bse": there is no bse.yaml. Did you mean "base"? Scenarios: a, base, default, empty.',
    ]);
  });

  test('that is circular is reported with all its files', async () => {
    await using directory = await directoryWith({
      'a.yaml': 'extends: b',
      'b.yaml': 'extends: c',
      'c.yaml': 'extends: b',
      'd.yaml': 'extends: d',
    });
    expect(shortened(await sentencesOf(() => loadScenario(directory.path, 'a')), directory.path)).toEqual([
      'c.yaml:1:10: extends is circular: b.yaml -> c.yaml -> b.yaml. A scenario cannot extend itself.',
    ]);
    expect(shortened(await sentencesOf(() => loadScenario(directory.path, 'd')), directory.path)).toEqual([
      'd.yaml:1:10: extends is circular: d.yaml -> d.yaml. A scenario cannot extend itself.',
    ]);
  });

  test('reports the problems of all files at once', async () => {
    await using directory = await directoryWith({
      'a.yaml': 'extends: b\nseed: x',
      'b.yaml': 'requests: x\nextends: c',
      'c.yaml': 'a: b: c',
    });
    expect(shortened(await sentencesOf(() => loadScenario(directory.path, 'a')), directory.path)).toEqual([
      'a.yaml:2:7: seed must be a whole number from -9007199254740991 to 9007199254740991, not "x"',
      'b.yaml:1:11: requests must be "refuse" or "report", not "x"',
      'c.yaml:1:4: this value has a second ": ". Put the value in quotes.',
    ]);
  });

  test('a problem of the whole is found in the file that the value came from', async () => {
    await using directory = await directoryWith({
      'base.yaml': 'data:\n  orders:\n    - { id: 1, status: open }\n  customers:\n    - { id: c }\n',
      'child.yaml': 'extends: base\ndata:\n  orders:\n    - { id: 1 }\n',
    });
    const { locate } = await loadScenario(directory.path, 'child');
    const place = (...path: (string | number)[]): string => {
      const { file, line, column } = locate({
        code: 'VIV_ITEM_INVALID',
        path,
        at: 'value',
        message: '',
        hint: undefined,
      });
      return `${file?.split('/').at(-1)}:${line}:${column}`;
    };
    expect(place('data', 'orders', 0, 'id')).toBe('child.yaml:4:13');
    expect(place('data', 'orders', 0, 'status')).toBe('child.yaml:4:7');
    expect(place('data', 'customers', 0, 'id')).toBe('base.yaml:5:13');
    expect(place('data', 'customers', 0, 'name', 'x')).toBe('base.yaml:5:7');
    expect(place('seed')).toBe('child.yaml:1:1');
  });
});

describe('a scenario given as a value', () => {
  test('is checked as a file is, without a place', async () => {
    expect(await sentencesOf(() => loadInlineScenario({ sed: 1, faults: ['slwo'] }, undefined))).toEqual([
      'unknown fault "slwo". Did you mean "slow"?',
      'unknown key "sed". Did you mean "seed"?',
    ]);
    expect(await sentencesOf(() => loadInlineScenario(null, undefined))).toEqual([
      'the scenario must be a map, not empty',
    ]);
  });

  test('can extend one of the directory', async () => {
    await using directory = await directoryWith({ 'base.yaml': 'seed: 3' });
    const value = { extends: 'base', requests: 'report' };
    const scenario = await loadInlineScenario(value, directory.path);
    expect(scenario).toMatchObject({ name: undefined, seed: 3, rules: { requests: 'report' } });
    expect(scenario.source).toBe(value);
    expect(await sentencesOf(() => loadInlineScenario({ extends: 'base' }, undefined))).toEqual([
      'extends names an unknown scenario "base": there is no base.yaml. Scenarios: default, empty.',
    ]);
  });
});
