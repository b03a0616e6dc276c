import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError, type ConfigProblem, formatProblem } from '../../../src/core/primitives/config-error.ts';
import { SaveFolder, temporaryNameOf } from '../../../src/parts/save/save-folder.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import { differencesOf } from '../../../src/world/control/diff.ts';
import { startOfScenario } from '../../../src/world/control/start-request.ts';
import { itemsOf, loadAnimalStore, readyService } from '../../core/helpers.ts';
import { documentOf, integer, listOf, named, object, ref, text } from '../../short-document.ts';
import {
  filesIn,
  open,
  openServer,
  post,
  readIn,
  type ServerOptions,
  temporaryDirectory,
  viewOf,
} from './saved-worlds.ts';

const service = await loadAnimalStore();

const scenarios: ServerOptions['scenarios'] = {
  default: { data: { pets: [{ id: 1, name: 'Luna', categoryId: 1, status: 'available' }] } },
  outage: { faults: ['unavailable'] },
};

const serve = (directory: string, options: Partial<ServerOptions> = {}) =>
  openServer(directory, { service, scenarios, ...options });

/** A directory in which these worlds were saved, each with one pet of its name. */
const directoryWith = async (...names: readonly string[]): Promise<string> => {
  const directory = temporaryDirectory();
  const { worlds, close } = await serve(directory);
  for (const name of names) post(open(worlds, name), name);
  await close();
  return directory;
};

const texts = (problems: readonly ConfigProblem[], directory: string): readonly string[] =>
  problems.map((problem) => formatProblem({ ...problem, frame: undefined }).replaceAll(`${directory}/`, ''));

const rejection = async (serving: Promise<unknown>): Promise<readonly ConfigProblem[]> => {
  const error = await serving.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigError)) throw new Error('it was accepted', { cause: error });
  return error.problems;
};

describe('a world that is opened again', () => {
  test('keeps its start: reset and diff mean the same, whatever the server starts with', async () => {
    const directory = temporaryDirectory();
    const first = await serve(directory, { seed: 7, scenarios: { default: { generate: { pets: 3 } } } });
    const world = open(first.worlds);
    const generated = itemsOf(world.decisions.state, 'pets');
    post(world, 'Maple');
    const diff = [...differencesOf(world)];
    await first.close();
    const { worlds } = await serve(directory, { seed: 8, scenarios: { default: { generate: { pets: 3 } } } });
    const again = open(worlds);
    expect([...differencesOf(again)]).toEqual(diff);
    again.reset();
    expect(itemsOf(again.decisions.state, 'pets')).toEqual(generated);
    expect(itemsOf(open(worlds, 'new').decisions.state, 'pets')).not.toEqual(generated);
  });

  test('keeps an inline start, with the state that it resumed', async () => {
    const directory = temporaryDirectory();
    const first = await serve(directory);
    const inline = createScenario(undefined, {
      data: { pets: [{ id: 9, name: 'Ivy', categoryId: 1 }] },
      resume: { exchanges: 5, start: { scenario: 'outage' } },
    });
    const alice = open(first.worlds, 'alice');
    alice.restart(startOfScenario(service, inline, { name: null }));
    post(alice, 'Maple');
    const view = viewOf(alice);
    await first.close();
    const { worlds, problems } = await serve(directory);
    const again = open(worlds, 'alice');
    expect([viewOf(again), problems]).toEqual([view, []]);
    again.reset();
    expect([
      itemsOf(again.decisions.state, 'pets').map(({ name }) => name),
      again.decisions.state.counters.exchanges,
    ]).toEqual([['Ivy'], 5]);
  });

  test('continues its clock where it stopped; a frozen one stands, and one in real time follows it', async () => {
    const directory = temporaryDirectory();
    const first = await serve(directory);
    open(first.worlds, 'running').setClock({ now: Date.UTC(2040, 0, 1) });
    open(first.worlds, 'frozen').setClock({ now: Date.UTC(2050, 0, 1), frozen: true });
    await first.close();
    const stopped = open(first.worlds, 'running').clock.now();
    const { worlds } = await serve(directory);
    const running = open(worlds, 'running').clock.now() - Date.UTC(2040, 0, 1);
    expect(running).toBeGreaterThanOrEqual(0);
    expect(running).toBeLessThanOrEqual(stopped - Date.UTC(2040, 0, 1) + 60_000);
    expect(open(worlds, 'frozen').clock.now()).toBe(Date.UTC(2050, 0, 1));
    expect(open(worlds, 'default').clock.isReal).toBe(true);
  });

  test('shares its start with other worlds', async () => {
    const { worlds } = await serve(await directoryWith('alice', 'bob'));
    expect(open(worlds, 'alice').decisions.start).toBe(worlds.start);
    const directory = temporaryDirectory();
    const first = await serve(directory);
    const start = startOfScenario(service, createScenario('outage', scenarios.outage ?? {}), { name: 'outage' });
    for (const name of ['a', 'b']) open(first.worlds, name).restart(start);
    await first.close();
    const second = await serve(directory);
    expect(open(second.worlds, 'a').decisions.start).toBe(open(second.worlds, 'b').decisions.start);
  });

  test('has the start of the server if its scenario is gone', async () => {
    const directory = temporaryDirectory();
    const first = await serve(directory);
    const start = startOfScenario(service, createScenario('outage', scenarios.outage ?? {}), { name: 'outage' });
    open(first.worlds, 'alice').restart(start);
    post(open(first.worlds, 'alice'), 'Maple');
    await first.close();
    const { worlds, problems } = await serve(directory, { scenarios: { default: scenarios.default ?? {} } });
    expect(open(worlds, 'alice').decisions.state.active.entries).toHaveLength(1);
    expect(texts(problems, directory)).toEqual([
      'alice.yaml: the scenario "outage" from which the world started does not exist. A reset restores "default".',
    ]);
  });
});

describe('a file that is broken', () => {
  test.each([
    ['is cut off', (text: string) => text.slice(0, 100), /^alice\.yaml:\d+:\d+: /],
    ['is no JSON', (text: string) => text.replace('"pets"', '"pets'), /^alice\.yaml:\d+:\d+: /],
    ['is empty', () => '', /^alice\.yaml: the file is empty$/],
    ['is another YAML file', () => 'hello: world\n', /^alice\.yaml:1:1: unknown key "hello"/],
    ['is a text', () => 'hello', /^alice\.yaml:1:1: /],
    [
      'has an unknown key',
      (text: string) => text.replace('"exchanges"', '"exchange"'),
      /^alice\.yaml:\d+:\d+: unknown key "exchange"/,
    ],
    ['is binary', () => '\u0000\u0001', /^alice\.yaml:/],
  ])('is set aside if it %s; the other worlds are served', async (_how, change, problem) => {
    const directory = await directoryWith('alice', 'bob');
    const broken = change(readIn(directory, 'alice.yaml'));
    writeFileSync(join(directory, 'alice.yaml'), broken);
    const { worlds, problems, close } = await serve(directory);
    expect([...worlds].map(({ name }) => name).sort()).toEqual(['bob', 'default']);
    const reported = texts(problems, directory);
    expect(reported[0]).toMatch(problem);
    expect(reported.at(-1)).toBe('alice.yaml: the world "alice" is not restored. The file is now alice.yaml.broken.');
    post(open(worlds, 'alice'), 'Maple');
    await close();
    expect(readIn(directory, 'alice.yaml.broken')).toBe(broken);
    expect(readIn(directory, 'alice.yaml')).toContain('Maple');
  });

  test('does not replace one that was set aside before', async () => {
    const directory = await directoryWith('alice');
    for (const text of ['first', 'second', 'third']) {
      writeFileSync(join(directory, 'alice.yaml'), text);
      await (await serve(directory)).close();
    }
    const aside = ['alice.yaml.broken', 'alice.yaml.2.broken', 'alice.yaml.3.broken'];
    expect(aside.map((file) => readIn(directory, file))).toEqual(['first', 'second', 'third']);
  });

  test('may be a directory', async () => {
    const directory = await directoryWith();
    mkdirSync(join(directory, 'alice.yaml'));
    const { problems } = await serve(directory);
    expect(texts(problems, directory)[0]).toBe('alice.yaml: this is a directory, not a file');
  });

  test('may be a link that leads nowhere', async () => {
    const directory = await directoryWith('bob');
    symlinkSync('alice.yaml', join(directory, 'alice.yaml'));
    const { worlds, problems, close } = await serve(directory);
    expect([...worlds].map(({ name }) => name).sort()).toEqual(['bob', 'default']);
    expect(texts(problems, directory)[0]).toMatch(/^alice\.yaml: the file cannot be read \(ELOOP/);
    // Somebody makes another one while the server runs.
    symlinkSync('alice.yaml', join(directory, 'alice.yaml'));
    post(open(worlds, 'alice'), 'Maple');
    await close();
    expect(readIn(directory, 'alice.yaml')).toContain('Maple');
  });
});

describe('a document that has changed', () => {
  const documentWith = (properties: object, more: object = {}) =>
    documentOf(
      'Pets',
      {
        '/pets': {
          get: named('listPets', listOf(ref('Pet'))),
          post: named('createPet', ref('Pet'), { takes: ref('Pet'), status: 201 }),
        },
        '/pets/{petId}': { get: named('getPet', ref('Pet')) },
        ...more,
      },
      { Pet: object({ id: integer, ...properties }, ['id', 'name']) },
    );

  test('keeps what it still allows and completes the items; the rest is reported, and the old file is set aside', async () => {
    const directory = temporaryDirectory();
    const before = await readyService(documentWith({ name: text }));
    const luna = { id: 1, name: 'Luna' };
    const data = { pets: [luna, { id: 2, name: 'x'.repeat(50) }] };
    const on = Object.entries({ slow: 'createPet', flaky: 'getPet' });
    const faults = on.map(([use, operation]) => ({ use, on: { operation } }));
    const first = await openServer(directory, { service: before, scenarios: { default: { data, faults } } });
    await first.close();
    const old = readIn(directory, 'default.yaml');
    const after = documentWith({ name: { ...text, maxLength: 10 } });
    const renamed = JSON.parse(JSON.stringify(after).replaceAll('createPet', 'addPet'));
    const service = await readyService(renamed);
    const { worlds, problems, close } = await openServer(directory, { service, scenarios: { default: {} } });
    const { state } = open(worlds).decisions;
    const [kept, second] = itemsOf(state, 'pets') as readonly { id: number; name: string }[];
    expect([kept, second?.id, [...state.faults.keys()]]).toEqual([luna, 2, ['flaky']]);
    expect(second?.name.length).toBeLessThanOrEqual(10);
    const reported = texts(problems, directory);
    expect(reported).toHaveLength(3);
    expect(reported[0]).toMatch(/^default\.yaml:\d+:\d+: data\.pets\[1\]\.name /);
    expect(reported[1]).toMatch(
      /^default\.yaml:\d+:\d+: faults\[0\]\.on\.operation names an unknown operation "createPet"/,
    );
    expect(reported[2]).toBe(
      'default.yaml: the world "default" is open with what did not fit the document completed, or left out. The file was copied to default.yaml.broken.',
    );
    await close();
    expect(readIn(directory, 'default.yaml.broken')).toBe(old);
    expect(readIn(directory, 'default.yaml')).not.toContain('x'.repeat(11));
  });
});

describe('a directory that cannot be used is rejected, and nothing in it is changed', () => {
  test('that another server uses', async () => {
    const directory = temporaryDirectory();
    const { close } = await serve(directory);
    const [problem] = await rejection(serve(directory));
    expect(problem).toMatchObject({ code: 'VIV_SAVE_IN_USE', hint: 'Stop it, or name another directory.' });
    await close();
    await serve(directory);
  });

  test.each([
    ['a scenario', 'default.yaml', 'generate: { pets: 3 }\n'],
    ['a document', 'api.yaml', 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\n'],
  ])('with %s', async (_what, file, text) => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, file), text);
    writeFileSync(join(directory, 'broken.yaml'), '}');
    const [problem] = await rejection(serve(directory));
    expect(problem?.code).toBe('VIV_SAVE_UNUSABLE');
    expect(problem?.message).toContain(`${file} is not a saved world, and would be overwritten`);
    expect([filesIn(directory), readIn(directory, file)]).toEqual([[file, 'broken.yaml'].sort(), text]);
  });

  test('of the scenario files', async () => {
    const directory = temporaryDirectory();
    const [problem] = await rejection(serve(directory, { scenariosDirectory: directory }));
    expect(problem?.message).toContain('this is the directory of the scenario files');
  });

  test('that is a file', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    const [problem] = await rejection(serve(join(directory, 'file')));
    expect(problem?.message).toMatch(/worlds cannot be saved there: it is not a directory$/);
  });

  test.each([
    ['EACCES', /denied$/, /^Let this user read and write it/],
    ['ENOSPC', /no space/, /^Make room/],
    ['EIO', /EIO/, /^Name another directory/],
  ])('with which the system has a problem: %s', async (code, reason, hint) => {
    const directory = await directoryWith('alice');
    const before = filesIn(directory);
    const message = { EACCES: 'EACCES: permission denied', ENOSPC: 'ENOSPC: no space left on device' }[code] ?? code;
    const list = vi.spyOn(SaveFolder.prototype, 'list');
    list.mockRejectedValueOnce(Object.assign(new Error(message), { code, syscall: 'scandir' }));
    onTestFinished(() => list.mockRestore());
    const [problem] = await rejection(serve(directory));
    expect(problem).toMatchObject({ code: 'VIV_SAVE_UNUSABLE', hint: expect.stringMatching(hint) });
    expect(problem?.message).toMatch(reason);
    expect(filesIn(directory)).toEqual(before);
    await serve(directory);
  });

  test('with more worlds than may be open', async () => {
    const directory = await directoryWith('a', 'b');
    const before = filesIn(directory);
    const [problem] = await rejection(serve(directory, { maxWorlds: 2 }));
    expect(problem?.message).toContain('it has 3 worlds, the world "default" included, but at most 2 may be open');
    expect(filesIn(directory)).toEqual(before);
  });
});

test('a directory that does not exist is created, and files that a killed server left are removed', async () => {
  const directory = join(temporaryDirectory(), 'new', 'worlds');
  await (await serve(directory)).close();
  for (const name of ['.default.yaml.tmp', temporaryNameOf('default.yaml')]) writeFileSync(join(directory, name), '{');
  writeFileSync(join(directory, 'notes.txt'), 'mine');
  await (await serve(directory)).close();
  expect(filesIn(directory)).toEqual(['.vivarium', 'default.yaml', 'notes.txt']);
});

test('a deleted world stays deleted', async () => {
  const directory = await directoryWith('alice');
  const { worlds, close } = await serve(directory);
  worlds.delete('alice');
  expect(filesIn(directory)).not.toContain('alice.yaml');
  await close();
  expect([...(await serve(directory)).worlds].map(({ name }) => name)).toEqual(['default']);
});

test('the mark of a directory is not written through a link', async () => {
  const directory = temporaryDirectory();
  const target = join(temporaryDirectory(), 'target');
  symlinkSync(target, join(directory, '.vivarium'));
  await (await serve(directory)).close();
  expect(existsSync(target)).toBe(false);
});
