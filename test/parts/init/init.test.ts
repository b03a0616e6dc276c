/** `vivarium init`: sets up a repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run, serve } from '../../cli/in-process.ts';
import { folderOf, ordersDocument } from '../../cli/process.ts';
import { uncomment } from './uncomment.ts';

const textOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

test('it finds the document, writes a matching scenario and a configuration, and adds two scripts to package.json', async () => {
  const cwd = folderOf({
    'docs/openapi.yaml': ordersDocument(),
    'package.json': '{\n\t"name": "shop",\n\t"scripts": { "test": "vitest" }\n}\n',
  });
  expect(await run(['init'], { cwd })).toEqual({
    code: 0,
    signal: null,
    stdout: [
      'docs/openapi.yaml (found in the working directory): Orders, 2 operations.',
      `Wrote ${join('scenarios', 'default.yaml')}, the start of every world.`,
      'Wrote vivarium.yaml, the configuration.',
      'Added to package.json: npm run mock, npm run mock:check.',
      '',
    ].join('\n'),
    stderr: '',
  });
  const manifest = textOf(cwd, 'package.json');
  expect(manifest).toMatch(/^\{\n\t"name": "shop",\n\t"scripts"[\s\S]*\n\}\n$/);
  expect(JSON.parse(manifest).scripts).toEqual({ test: 'vitest', mock: 'vivarium', 'mock:check': 'vivarium check' });
  expect(textOf(cwd, 'scenarios/default.yaml')).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/node_modules\/vivarium\/schema\/scenario\.json\n/,
  );
  expect(textOf(cwd, 'vivarium.yaml')).toMatch(
    /^# yaml-language-server: \$schema=node_modules\/vivarium\/schema\/config\.json\ndocument: docs\/openapi\.yaml\n/,
  );
  const named = 'No problems in docs/openapi.yaml (named in vivarium.yaml) and 1 scenario.\n';
  expect(await run(['check'], { cwd })).toMatchObject({ code: 0, stdout: named });
});

test('it names the command that imports files of other tools', async () => {
  const har = JSON.stringify({ log: { entries: [] } });
  const collection = JSON.stringify({ info: { name: 'Orders' }, item: [] });
  const environment = JSON.stringify({ endpointPrefix: '', lastMigration: 33, routes: [] });
  const files = {
    'session.har': har,
    'My orders.json': collection,
    'mock.json': environment,
    'broken.json': '{',
    'package-lock.json': '{}',
    'mappings/orders.json': JSON.stringify({ mappings: [] }),
  };
  const command = 'vivarium import "My orders.json" mock.json session.har mappings';
  const found = await run(['init'], { cwd: folderOf({ 'openapi.yaml': ordersDocument(), ...files }) });
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining(`To import what is here: ${command}\n`) });
  const none = await run(['init'], { cwd: folderOf(files) });
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining(`Or import what is here: ${command}\n`) });
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

test('the examples in comments are valid, and have an effect', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument() });
  await run(['init'], { cwd });
  for (const name of ['scenarios/default.yaml', 'vivarium.yaml'])
    writeFileSync(join(cwd, name), uncomment(textOf(cwd, name)));
  expect(await run(['check'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  expect(textOf(cwd, 'scenarios/default.yaml')).toMatch(/^ {2}- name: every-third-fails/m);
  const { listening, api } = await serve([], { cwd });
  expect(new URL(listening.service).pathname).toBe('/v1');
  expect(await (await api('/worlds/default')).json()).toMatchObject({ scenario: 'empty', seed: 7, faults: ['slow'] });
});

test('a configuration that exists is not changed, and the scripts name another document', async () => {
  const cwd = folderOf({
    'vivarium.yaml': 'document: a.yaml\n',
    'a.yaml': ordersDocument('A'),
    'b.yaml': ordersDocument('B'),
    'package.json': '{}',
  });
  const { stdout } = await run(['init', 'b.yaml'], { cwd });
  expect(stdout).toContain(
    'b.yaml (without the handlers and scenarios of vivarium.yaml, which is for a.yaml): B, 2 operations.\n',
  );
  expect(stdout).toContain('vivarium.yaml exists already. It was not changed.\n');
  expect(textOf(cwd, 'vivarium.yaml')).toBe('document: a.yaml\n');
  expect(JSON.parse(textOf(cwd, 'package.json')).scripts.mock).toBe('vivarium b.yaml');
});

test('run twice it changes nothing', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument(), 'package.json': '{}' });
  await run(['init'], { cwd });
  const files = ['scenarios/default.yaml', 'package.json', 'vivarium.yaml'];
  const before = files.map((name) => textOf(cwd, name));
  expect(before[1]).toContain('"mock"');
  const { code, stdout } = await run(['init'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('default.yaml exists already. It was not changed.');
  expect(stdout).toContain('package.json has a script "mock" already. It was not changed.');
  expect(files.map((name) => textOf(cwd, name))).toEqual(before);
});

test('without a document it writes nothing', async () => {
  const cwd = folderOf({ 'package.json': '{}' });
  expect(await run(['init'], { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^there is no OpenAPI document here: .*Name it: vivarium init path\/to\/openapi\.yaml\n$/,
    ),
  });
  expect(readdirSync(cwd)).toEqual(['package.json']);
  expect(textOf(cwd, 'package.json')).toBe('{}');
});

test('without a package.json it prints the two commands', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument() });
  const { code, stdout } = await run(['init'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /No package\.json was found, so no scripts were added\. Serve with "npx vivarium", check with "npx vivarium check"\.\n$/,
  );
  expect(existsSync(join(cwd, 'package.json'))).toBe(false);
});

test.each([
  ['no JSON', '{ "name": '],
  ['a list', '[]'],
  ['one with wrong scripts', '{ "scripts": 7 }'],
])('a package.json that is %s is not changed', async (_name, text) => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument(), 'package.json': text });
  const { code, stderr } = await run(['init'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^package\.json: .*that npm would accept\. Correct it, and run init again\.\n$/);
  expect(textOf(cwd, 'package.json')).toBe(text);
});

test('a missing or unusable document is one clear line, and nothing is written', async () => {
  const cwd = folderOf({ 'old.yaml': 'swagger: "1.2"\n' });
  expect(await run(['init', 'olds.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: 'olds.yaml: there is no such file. Did you mean "old.yaml"?\n',
  });
  expect(await run(['init', 'old.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^old\.yaml:1:1: Swagger 1\.2 is not supported\./),
  });
  expect(existsSync(join(cwd, 'scenarios'))).toBe(false);
});

test.each<readonly [string, (cwd: string) => void, RegExp]>([
  [
    'a folder of scenarios that is a file',
    (cwd) => writeFileSync(join(cwd, 'scenarios'), ''),
    /^scenarios.default\.yaml cannot be written: EEXIST: .*\. Run init in/,
  ],
  [
    'a package.json that is a folder',
    (cwd) => mkdirSync(join(cwd, 'package.json')),
    /^package\.json: this is a directory, not a file\. Name a file in it, or put one in its place\.\n/,
  ],
  [
    'a package.json that is a pipe',
    (cwd) => execFileSync('mkfifo', [join(cwd, 'package.json')]),
    /^package\.json: this is not a regular file\. Put a file in its place\.\n/,
  ],
  [
    'a package.json that is huge',
    (cwd) => {
      writeFileSync(join(cwd, 'package.json'), '');
      truncateSync(join(cwd, 'package.json'), 33 * 1024 ** 2);
    },
    /^package\.json: this is larger than 32 MiB\n/,
  ],
])('%s is one clear line, and nothing is written', async (_name, prepare, message) => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument() });
  prepare(cwd);
  const before = readdirSync(cwd);
  const { code, stderr } = await run(['init'], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  expect(stderr.split('\n')).toHaveLength(2);
  expect(readdirSync(cwd)).toEqual(before);
});

test('nothing is written through a link to nothing', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument() });
  symlinkSync('nowhere.yaml', join(cwd, 'vivarium.yaml'));
  expect(await run(['init'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^vivarium\.yaml cannot be written: EEXIST: /),
  });
  expect(existsSync(join(cwd, 'nowhere.yaml'))).toBe(false);
});

// Nothing can be made there, whoever runs the tests: Node's own `mkdir` with `recursive` tries forever.
test.runIf(process.platform === 'linux')('a folder that cannot be made is an error', async () => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument() });
  expect(await run(['init'], { cwd, env: { VIVARIUM_SCENARIOS: '/proc/vivarium' } })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^\/proc\/vivarium\/default\.yaml cannot be written: /),
  });
});

describe('the name of a document in a script', () => {
  const project = (name: string): string =>
    folderOf({
      'vivarium.yaml': 'document: a.yaml\n',
      'a.yaml': ordersDocument(),
      [name]: ordersDocument(),
      'package.json': '{}',
    });

  test.each([
    '$(touch pwned).yaml',
    '`touch pwned`.yaml',
    'a"; touch pwned; ".yaml',
    'a\\.yaml',
    'a\nb.yaml',
    'a!!.yaml',
  ])('that a shell would interpret is rejected, and nothing is written: %j', async (name) => {
    const cwd = project(name);
    const { code, stderr } = await run(['init', name], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `${JSON.stringify(name)} cannot be named in a script, since a shell would interpret it. Rename it, or name it in vivarium.yaml.\n`,
    });
    expect(readdirSync(cwd)).not.toContain('scenarios');
    expect(textOf(cwd, 'package.json')).toBe('{}');
  });

  test("is one word for a shell: my shop's (new) & own; *.yaml", async () => {
    const name = "my shop's (new) & own; *.yaml";
    const cwd = project(name);
    expect((await run(['init', name], { cwd })).code).toBe(0);
    const { mock } = JSON.parse(textOf(cwd, 'package.json')).scripts;
    const words = execFileSync('sh', ['-c', `vivarium() { printf '%s\\n' "$@"; }; ${mock}`], { cwd, encoding: 'utf8' });
    expect(words).toBe(`${name}\n`);
  });
});

test('several documents are the services of the configuration', async () => {
  const users = ordersDocument().replaceAll('/orders', '/users').replaceAll('Order', 'User');
  const cwd = folderOf({ 'shop.yaml': ordersDocument(), 'users.v2.yaml': users, 'my api.yaml': users });
  expect(await run(['init', 'shop.yaml', 'my api.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^my api\.yaml: "my api" cannot be the name of a service/),
  });
  expect((await run(['init', 'shop.yaml', 'users.v2.yaml'], { cwd })).code).toBe(0);
  expect(textOf(cwd, 'vivarium.yaml')).toContain(
    'services:\n  shop: { document: shop.yaml }\n  users: { document: users.v2.yaml }\n',
  );
  expect((await run(['check'], { cwd })).stdout).toBe(
    'No problems in shop.yaml, users.v2.yaml (named in vivarium.yaml) and 1 scenario.\n',
  );
});
