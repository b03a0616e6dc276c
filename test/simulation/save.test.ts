/** `--save`, in real processes where one is killed or two meet. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { run as runHere, serve as serveHere } from '../cli/in-process.ts';
import { folderOf, type Server, serve } from '../cli/process.ts';
import { waitFor } from '../wait-for.ts';

const json = { 'Content-Type': 'application/json' };
const create = (server: Server, name: string): Promise<Response> =>
  server.call('/pets', { method: 'POST', headers: json, body: JSON.stringify({ name, categoryId: 3 }) });
const petsOf = async (server: Server): Promise<readonly { readonly name: string }[]> =>
  (await (await server.api('/worlds/default/scenario')).json()).data.pets;

test('worlds survive a restart: by a signal, and a moment after a kill', async () => {
  const folder = join(folderOf({}), 'worlds');
  const first = await serve(['--save', folder, '--scenario', 'empty']);
  expect((await create(first, 'Maple')).status).toBe(201);
  expect(await first.stop()).toMatchObject({ code: 0, stderr: '' });
  const second = await serve(['--save', folder, '--scenario', 'crowded', '--seed', '9']);
  expect(await petsOf(second)).toMatchObject([{ name: 'Maple' }]);
  expect(await (await second.api('/worlds/default')).json()).toMatchObject({ scenario: 'empty', seed: 1 });
  await create(second, 'Olive');
  await waitFor(() => expect(readFileSync(join(folder, 'default.yaml'), 'utf8')).toContain('Olive'));
  await second.stop('SIGKILL');
  const third = await serveHere(['--save', folder]);
  expect(await petsOf(third)).toMatchObject([{ name: 'Maple' }, { name: 'Olive' }]);
  expect((await third.api('/worlds/default/reset', { method: 'POST' })).status).toBe(200);
  expect(await petsOf(third)).toEqual([]);
  expect((await third.stop()).stderr).toBe('');
});

test('worlds are written at the stop, also if something else fails then', async () => {
  const root = folderOf({});
  const folder = join(root, 'worlds');
  // The report cannot be written: its path is a directory.
  const server = await serveHere(['--save', folder, '--fail-on', 'violations', '--report', `json=${root}`]);
  expect((await create(server, 'Maple')).status).toBe(201);
  const { code, stderr } = await server.stop();
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot write the report')]);
  expect(readFileSync(join(folder, 'default.yaml'), 'utf8')).toContain('Maple');
  expect(readdirSync(folder)).not.toContain('.vivarium.lock');
});

test('a kill at any moment leaves the last whole file', async () => {
  const folder = join(folderOf({}), 'worlds');
  let created = 0;
  for (let round = 0; round < 4; round++) {
    const server = await serve(['--save', folder, '--scenario', 'empty']);
    const pets = await petsOf(server);
    expect(server.output.stdout).not.toContain('"problem"');
    expect(pets.map(({ name }) => name)).toEqual(pets.map((_pet, index) => `Pet ${index}`));
    expect(pets.length).toBeLessThanOrEqual(created);
    created = pets.length;
    const killed = setTimeout(100 + 100 * round).then(() => server.stop('SIGKILL'));
    try {
      for (;;) {
        const { status } = await create(server, `Pet ${created}`);
        expect(status).toBe(201);
        created++;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      // The request during which it was killed may have been saved.
      created++;
    }
    await killed;
  }
});

test('the library keeps worlds too; `close` writes the last changes', async () => {
  const save = join(folderOf({}), 'worlds');
  const first = await createVivarium({ save, scenario: 'empty' });
  const pet = { id: 7, name: 'Maple', categoryId: 3, status: 'sold' };
  first.world('alice').collection('pets').put(pet);
  await first.close();
  await first.close();
  const second = await createVivarium({ save });
  expect(second.world('alice').collection('pets').items()).toEqual([pet]);
  expect(second.world('alice').diff()).toMatchObject([{ collection: 'pets', before: null, after: pet }]);
  await second.close();
});

describe('a broken file', () => {
  test('is reported with its location after the start, and set aside', async () => {
    const folder = join(folderOf({}), 'worlds');
    mkdirSync(folder);
    writeFileSync(join(folder, 'alice.yaml'), '{\n"seed": 1,,\n}\n');
    const server = await serveHere(['--save', folder]);
    const [, text = ''] = await server.until(/(\{"event":"problem".*alice.*)\n/);
    expect(JSON.parse(text)).toMatchObject({ event: 'problem', file: join(folder, 'alice.yaml'), line: 2 });
    await server.until(/VIV_SAVED_WORLD_SET_ASIDE/);
    expect(readdirSync(folder)).toContain('alice.yaml.broken');
    expect((await server.call('/pets')).status).toBe(200);
    await server.stop();
    writeFileSync(join(folder, 'alice.yaml'), 'hello: [');
    const pretty = await serveHere(['--save', folder, '--log', 'silent']);
    await pretty.until(/alice\.yaml:1:\d+: /, 'stderr');
    await pretty.until(/The file is now .*alice\.yaml\.2\.broken/, 'stderr');
  });
});

test('a directory that another server uses is rejected with 2; its own use continues', async () => {
  const folder = join(folderOf({}), 'worlds');
  const server = await serve(['--save', folder]);
  const { code, stdout, stderr } = await runHere(['--port', '0', '--save', folder]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^--save .*worlds: another server uses this directory \(process \d+ on .*\)\. Stop it, or name another directory\.\n$/,
  );
  expect((await create(server, 'Maple')).status).toBe(201);
});

test('a configuration file names the directory relative to itself; a variable overrides it', async () => {
  const folder = folderOf({});
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'vivarium.yaml'), 'save: worlds\n');
  const args = ['--config', join('config', 'vivarium.yaml')];
  await (await serveHere(args, { cwd: folder })).stop();
  expect(readdirSync(join(folder, 'config', 'worlds'))).toEqual(['.vivarium', 'default.yaml']);
  await (await serveHere(args, { cwd: folder, env: { VIVARIUM_SAVE: 'elsewhere' } })).stop();
  expect(readdirSync(join(folder, 'elsewhere'))).toContain('default.yaml');
  const { code, stderr } = await runHere(['--port', '0', '--save', '']);
  expect([code, stderr]).toEqual([2, '--save must be the path of a directory, not ""\n']);
});

test('what cannot be written at the stop is an error', async () => {
  const folder = join(folderOf({}), 'worlds');
  const server = await serveHere(['--save', folder]);
  await waitFor(() => expect(readdirSync(folder)).toContain('default.yaml'));
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await create(server, 'Maple');
  const { code, stderr } = await server.stop();
  expect([code, stderr.includes('worlds could not be saved: ')]).toEqual([2, true]);
});
