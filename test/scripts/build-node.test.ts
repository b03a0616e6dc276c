import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildNode } from '../../scripts/build-node.ts';
import { folderOf, root } from '../cli/process.ts';

const textsIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));

test('a build in another folder has the same bytes', async () => {
  const other = folderOf({});
  for (const name of ['src', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(other, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'));
  await buildNode(join(other, 'out'), { root: other });
  // That of these sources, which the tests run.
  const own = textsIn(join(root, '.vitest/node'));
  const built = textsIn(join(other, 'out'));
  expect(Object.keys(built)).toEqual(Object.keys(own));
  // Those are in parentheses where a start runs them.
  const bare = (text = ''): string => text.replaceAll(/[()]/g, '');
  for (const [file, text] of Object.entries(built)) expect(bare(text) === bare(own[file]), file).toBe(true);
});

test('the converter of Swagger 2.0 is loaded for such documents alone', () => {
  const { 'convert-swagger.js': converter, ...others } = textsIn(join(root, '.vitest/node'));
  expect(converter?.length).toBeLessThan(40_000);
  const all = Object.values(others).join('\n');
  expect(all).toContain('import("./convert-swagger.js")');
  expect(all).not.toMatch(/from "\.\/convert-swagger\.js"/);
});

test('of a package that is installed twice, the same copy is bundled in every order of resolution', async () => {
  const manifest = (name: string): string => JSON.stringify({ name, version: '1.0.0', main: 'index.js' });
  const places = ['a', 'a/node_modules/c', 'b', 'b/node_modules/c'].map((place) => `node_modules/${place}`);
  const project = folderOf({
    'entry.js': "import 'a'; import 'b';",
    'package-lock.json': JSON.stringify({
      packages: Object.fromEntries(places.map((place) => [place, { version: '1.0.0' }])),
    }),
    ...Object.fromEntries(
      places.flatMap((place) => [
        [`${place}/package.json`, manifest(basename(place))],
        [`${place}/index.js`, place.endsWith('c') ? 'console.log(1)' : "require('c')"],
      ]),
    ),
  });
  const buildAfter = async (late: string): Promise<unknown> => {
    const plugin = {
      name: 'late',
      resolveId: async (_source: string, importer?: string) => {
        if (importer?.includes(`node_modules/${late}/`)) await setTimeout(50);
        return null;
      },
    };
    const input = { entry: join(project, 'entry.js') };
    const modules = await buildNode(join(project, late), { root: project, input, plugins: [plugin] });
    return { modules, texts: textsIn(join(project, late)) };
  };
  const built = await buildAfter('a');
  expect(built).toMatchObject({
    modules: expect.arrayContaining([join(project, 'node_modules/a/node_modules/c/index.js')]),
  });
  expect(await buildAfter('b')).toEqual(built);
});
