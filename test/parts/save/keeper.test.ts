import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Keeper } from '../../../src/parts/save/keeper.ts';
import { SaveFolder } from '../../../src/parts/save/save-folder.ts';
import type { Worlds } from '../../../src/world/worlds.ts';
import { loadAnimalStore, requestOf } from '../../core/helpers.ts';
import { waitFor } from '../../wait-for.ts';
import { createWorlds, filesIn, open, post, readIn, temporaryDirectory } from './saved-worlds.ts';

const service = await loadAnimalStore();

interface Kept {
  readonly directory: string;
  readonly worlds: Worlds;
  readonly keeper: Keeper;
  readonly log: readonly string[];
}

const keep = (directory = temporaryDirectory()): Kept => {
  const worlds = createWorlds({ service, scenarios: { default: {} } });
  const log: string[] = [];
  const note = (message: unknown): void => void log.push(String(message).replaceAll(directory, 'DIR'));
  const logger = { info: note, warn: note, error: note };
  const keeper = new Keeper(new SaveFolder(directory), { logger, delayMs: 1, retryMs: 1 });
  worlds.observe(keeper);
  return { directory, worlds, keeper, log };
};

/** Waits until the file has this text. */
const until = ({ directory }: Kept, text: string, file = 'alice.yaml'): Promise<void> =>
  waitFor(() => expect(readIn(directory, file)).toContain(text), 5);

describe('a world is written', () => {
  test('when it is opened, after a request, also one that only reads, and after a change by the control API', async () => {
    const kept = keep();
    const world = open(kept.worlds, 'alice');
    await until(kept, '"exchanges": 0');
    world.handle(requestOf('GET', '/v1/pets'));
    await until(kept, '"exchanges": 1');
    post(world, 'Maple');
    await until(kept, 'Maple');
    world.setClock({ now: 0, frozen: true });
    await until(kept, '1970-01-01');
    world.reset();
    await until(kept, '"exchanges": 0');
    await kept.keeper.close();
  });

  test('as it is at the end', async () => {
    const kept = keep();
    for (let number = 0; number < 50; number++) post(open(kept.worlds, `w${number % 5}`), `Pet ${number}`);
    await kept.keeper.close();
    expect(filesIn(kept.directory)).toEqual(['w0.yaml', 'w1.yaml', 'w2.yaml', 'w3.yaml', 'w4.yaml']);
    expect(readIn(kept.directory, 'w4.yaml')).toContain('Pet 49');
  });

  test('at the end, with the time of a clock that runs ahead of real time, and of no other that did not change', async () => {
    const kept = keep();
    open(kept.worlds, 'alice').setClock({ now: Date.UTC(2031, 0, 1), frozen: false });
    open(kept.worlds, 'bob');
    await until(kept, '2031-01-01T00:');
    await until(kept, '"exchanges": 0', 'bob.yaml');
    rmSync(join(kept.directory, 'bob.yaml'));
    const later = Date.now() + 3_600_000;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
    onTestFinished(() => clock.mockRestore());
    await kept.keeper.close();
    expect(readIn(kept.directory, 'alice.yaml')).toContain('2031-01-01T01:');
    expect(filesIn(kept.directory)).toEqual(['alice.yaml']);
  });

  test('never again after its deletion, also if a write was under way', async () => {
    const kept = keep();
    for (let round = 0; round < 50; round++) {
      post(open(kept.worlds, 'alice'), `Pet ${round}`);
      // In some rounds, the file is being written now.
      await new Promise((resolve) => setTimeout(resolve, round % 4));
      kept.worlds.delete('alice');
      expect(existsSync(join(kept.directory, 'alice.yaml'))).toBe(false);
    }
    await kept.keeper.close();
    expect(filesIn(kept.directory)).toEqual([]);
  });

  test('anew if it is opened again after its deletion', async () => {
    const kept = keep();
    post(open(kept.worlds, 'alice'), 'Maple');
    kept.worlds.delete('alice');
    post(open(kept.worlds, 'alice'), 'Olive');
    await kept.keeper.close();
    expect(readIn(kept.directory, 'alice.yaml')).toContain('Olive');
    expect(readIn(kept.directory, 'alice.yaml')).not.toContain('Maple');
  });
});

test('a file that somebody changed meanwhile is set aside, not replaced', async () => {
  const kept = keep();
  post(open(kept.worlds, 'alice'), 'Maple');
  await until(kept, 'Maple');
  writeFileSync(join(kept.directory, 'alice.yaml'), 'mine');
  post(open(kept.worlds, 'alice'), 'Olive');
  await until(kept, 'Olive');
  // Only now is it reported: the file has its new content a moment before the keeper knows.
  await kept.keeper.close();
  expect(readIn(kept.directory, 'alice.yaml.broken')).toBe('mine');
  expect(kept.log).toEqual([
    'DIR/alice.yaml: the file was changed while the world "alice" was open. It is now DIR/alice.yaml.broken.',
  ]);
});

test('a directory that was removed is created again', async () => {
  const kept = keep();
  post(open(kept.worlds, 'alice'), 'Maple');
  await until(kept, 'Maple');
  rmSync(kept.directory, { recursive: true });
  post(open(kept.worlds, 'alice'), 'Olive');
  await until(kept, 'Olive');
  await kept.keeper.close();
});

test('a failure is logged once, and the world is written when it is possible again', async () => {
  const directory = join(temporaryDirectory(), 'worlds');
  writeFileSync(directory, 'not a directory');
  const kept = keep(directory);
  post(open(kept.worlds, 'alice'), 'Maple');
  await waitFor(() => expect(kept.log).toHaveLength(1), 5);
  // Several attempts fail.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(kept.keeper.close()).rejects.toThrow(/worlds could not be saved: ENOTDIR/);
  expect(kept.log).toHaveLength(1);
  rmSync(directory);
  mkdirSync(directory);
  await kept.keeper.close();
  expect(readIn(directory, 'alice.yaml')).toContain('Maple');
  expect(kept.log).toEqual([
    expect.stringMatching(
      /^DIR: worlds cannot be saved: ENOTDIR: .* They are kept in memory, and written again every /,
    ),
    'DIR: the worlds are saved again.',
  ]);
});

test('a link and a pipe under the names of temporary files stop nothing, and nothing is written through them', async () => {
  const kept = keep();
  const target = join(temporaryDirectory(), 'target');
  writeFileSync(target, 'mine');
  symlinkSync(target, join(kept.directory, '.alice.yaml.tmp'));
  for (const name of ['bob', 'carol', 'dave', 'eve', 'frank'])
    execFileSync('mkfifo', [join(kept.directory, `.${name}.yaml.tmp`)]);
  for (const name of ['alice', 'bob', 'carol', 'dave', 'eve', 'frank']) post(open(kept.worlds, name), 'Maple');
  await kept.keeper.close();
  expect(readIn(kept.directory, 'frank.yaml')).toContain('Maple');
  expect(readIn(kept.directory, 'alice.yaml')).toContain('Maple');
  expect(readFileSync(target, 'utf8')).toBe('mine');
});

test('a copy is not written through a link', async () => {
  const directory = temporaryDirectory();
  const target = join(temporaryDirectory(), 'target');
  writeFileSync(join(directory, 'alice.yaml'), 'old');
  symlinkSync(target, join(directory, 'alice.yaml.broken'));
  expect(await new SaveFolder(directory).copyAside('alice')).toBe(join(directory, 'alice.yaml.2.broken'));
  expect(existsSync(target)).toBe(false);
});

test('the worlds of a directory are in the order of their names', async () => {
  const directory = temporaryDirectory();
  const names = ['m', 'b', 'z', 'a', 'k', 'c'];
  for (const name of names) writeFileSync(join(directory, `${name}.yaml`), '');
  expect(await new SaveFolder(directory).list()).toEqual(names.toSorted());
});
