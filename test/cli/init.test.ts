/** `vivarium init`: sets up a repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, ordersDocument, run, serve } from './process.ts';

const textOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

test('it finds the document, writes a matching scenario, and adds two scripts to package.json', async () => {
  const cwd = folderOf({
    'docs/openapi.yaml': ordersDocument(),
    'package.json': '{\n\t"name": "shop",\n\t"scripts": { "test": "vitest" }\n}\n',
  });
  expect(await run(['init'], { cwd })).toEqual({
    code: 0,
    signal: null,
    stdout: [
      'docs/openapi.yaml: Orders, 2 operations.',
      `Wrote ${join('scenarios', 'default.yaml')}, the start of every world.`,
      'Added to package.json: npm run mock, npm run mock:check.',
      '',
    ].join('\n'),
    stderr: '',
  });
  const manifest = textOf(cwd, 'package.json');
  expect(manifest).toMatch(/^\{\n\t"name": "shop",\n\t"scripts"[\s\S]*\n\}\n$/);
  expect(JSON.parse(manifest).scripts).toEqual({
    test: 'vitest',
    mock: 'vivarium docs/openapi.yaml',
    'mock:check': 'vivarium check docs/openapi.yaml',
  });
  expect(textOf(cwd, 'scenarios/default.yaml')).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/node_modules\/vivarium\/schema\/scenario\.json\n/,
  );
  const checked = await run(['check', 'docs/openapi.yaml'], { cwd });
  expect(checked).toMatchObject({ code: 0, stdout: 'No problems in docs/openapi.yaml and 1 scenario.\n' });
});

test('a world from the written scenario equals one without a scenario', async () => {
  const example = `examples: { one: { value: [{ id: 7, item: Tea }] } }, schema: { type: array`;
  const document = ordersDocument().replace('schema: { type: array', example);
  const cwd = folderOf({ 'openapi.yaml': document });
  const ordersOf = async (): Promise<unknown> => {
    const server = await serve(['openapi.yaml'], { cwd });
    return (await server.call('/orders')).json();
  };
  const before = await ordersOf();
  expect(before).toHaveLength(5);
  expect(before).toContainEqual({ id: 7, item: 'Tea' });
  await run(['init'], { cwd });
  expect(await ordersOf()).toEqual(before);
});

test('the commented parts of the scenario are valid too', async () => {
  const cwd = folderOf({ 'openapi.json': JSON.stringify((await import('yaml')).parse(ordersDocument())) });
  await run(['init'], { cwd });
  const text = textOf(cwd, 'scenarios/default.yaml');
  const file = join(cwd, 'scenarios/default.yaml');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(file, text.replaceAll(/^# (?=- | {2})/gm, '  ').replaceAll(/^ {4}orders:$|^ {6}- \{ id: 1 \}$/gm, ''));
  expect(textOf(cwd, 'scenarios/default.yaml')).toMatch(/^ {2}- name: every-third-fails/m);
  expect(await run(['check', 'openapi.json'], { cwd })).toMatchObject({ code: 0, stderr: '' });
});

test('run twice it changes nothing', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument(), 'package.json': '{}' });
  await run(['init'], { cwd });
  const before = [textOf(cwd, 'scenarios/default.yaml'), textOf(cwd, 'package.json')];
  expect(before[1]).toContain('"mock"');
  const { code, stdout } = await run(['init'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('default.yaml exists already. It was not changed.');
  expect(stdout).toContain('package.json has a script "mock" already. It was not changed.');
  expect([textOf(cwd, 'scenarios/default.yaml'), textOf(cwd, 'package.json')]).toEqual(before);
});

test('in an empty folder it uses the shipped example, and prints the two scripts', async () => {
  const cwd = folderOf({});
  const { code, stdout } = await run(['init'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('No OpenAPI document was found. This uses the shipped example');
  expect(stdout).toContain('There is no package.json.');
  expect(stdout).toContain('  "mock": "vivarium",\n  "mock:check": "vivarium check",\n');
  expect(existsSync(join(cwd, 'package.json'))).toBe(false);
  expect(await run(['check'], { cwd })).toMatchObject({ code: 0 });
});

test.each([
  ['no JSON', '{ "name": '],
  ['a list', '[]'],
  ['one with wrong scripts', '{ "scripts": 7 }'],
])('a package.json that is %s is not changed', async (_name, text) => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument(), 'package.json': text });
  const { code, stdout } = await run(['init'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/package\.json .*was not changed\. Add these two lines/);
  expect(textOf(cwd, 'package.json')).toBe(text);
});

test('a missing or unusable document is one clear line, and nothing is written', async () => {
  const cwd = folderOf({ 'old.yaml': 'swagger: "2.0"\n' });
  expect(await run(['init', 'none.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: 'none.yaml: there is no such file\n',
  });
  expect(await run(['init', 'old.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^old\.yaml: Swagger 2\.0 is not supported.*npx swagger2openapi.*\n$/),
  });
  expect(existsSync(join(cwd, 'scenarios'))).toBe(false);
});

test('a folder that cannot be written is one clear line', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument(), scenarios: 'a file' });
  const { code, stderr } = await run(['init'], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^scenarios.*cannot be written: EEXIST/) });
  expect(stderr).not.toContain('    at ');
});
