/** Errors at start: one clear line on standard error, exit code 2, no stack trace. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveForTest } from '../serve-for-test.ts';
import { run } from './in-process.ts';
import { folderOf, ordersDocument } from './process.ts';

const missing = (name: string): string =>
  `${name}: there is no such file. Check its path, ${join(process.cwd(), name)}.`;

/** The command without its first word, behind the variables of its environment, and the start of what it says. */
const cases: readonly (readonly [command: string, says: string])[] = [
  ['--prot 3', 'unknown option "--prot". Did you mean --port?'],
  ['--colour', 'unknown option "--colour". See vivarium --help.'],
  ['--port', 'missing value: -p, --port <port>'],
  ['--port abc', '--port must be a whole number from 0 to 65535, not "abc"'],
  ['--port 65536', '--port must be a whole number from 0 to 65535, not "65536"'],
  ['VIVARIUM_PORT=abc', 'VIVARIUM_PORT must be a whole number from 0 to 65535, not "abc"'],
  ['--log pritty', '--log must be pretty, json or silent, not "pritty"'],
  ['--seed 1.5', '--seed must be a whole number from -9007199254740991 to 9007199254740991, not "1.5"'],
  ['--max-worlds 0', '--max-worlds must be a whole number from 1 to 1000000, not "0"'],
  ['--journal many', '--journal must be a whole number, not "many"'],
  ['--max-body 2TB', '--max-body must be a size up to 1GiB, such as 500KB or 1MiB, not "2TB"'],
  [
    '--workers 2',
    '--workers above 1 needs a store: without one, worlds live in the memory of one process, and each process',
  ],
  [
    'VIVARIUM_STORE=redis://127.0.0.1:9 --save worlds',
    '--save and VIVARIUM_STORE cannot be used together: worlds live in a directory or in a store. Use one of them.',
  ],
  ['--prefix team-a', '--prefix has no effect without a store. Set --store, or omit it.'],
  ['VIVARIUM_WATCH=yes', 'VIVARIUM_WATCH must be true or false, not "yes"'],
  ['--scenario outge', 'there is no scenario "outge" in scenarios. Did you mean "outage"? Scenarios: crowded,'],
  ['--scenarios nowhere', '--scenarios nowhere: no such directory. Create it, or name another one.'],
  ['--fault slwo', '--fault slwo: unknown fault "slwo". Did you mean "slow"?'],
  ['VIVARIUM_FAULT=slwo', 'VIVARIUM_FAULT slwo: unknown fault "slwo"'],
  ['--fault slow@x*', '--fault slow@x*: unknown operation "x*"'],
  ['--fault slow@listPet', '--fault slow@listPet: unknown operation "listPet". Did you mean "listPets"?'],
  ['--fault slow@', '--fault slow@: a fault must be NAME or NAME@operation\n'],
  ['--fault slow,flaky', '--fault slow,flaky: a fault must be NAME or NAME@operation. Separate several'],
  ['VIVARIUM_HANDLERS=./no.ts', `${missing('no.ts')} VIVARIUM_HANDLERS names it.`],
  ['VIVARIUM_DOCUMENT=no.yaml explain', `${missing('no.yaml')} VIVARIUM_DOCUMENT names it.`],
  ['VIVARIUM_CONFIG=no.yaml check', `${missing('no.yaml')} VIVARIUM_CONFIG names it.`],
  ['--handlers docs/README.md', 'docs/README.md: this is not a TypeScript or JavaScript file: its name ends'],
  ['--handlers .', `${process.cwd()}: this is a directory, not a file: name a file in it`],
  ['src', 'src: this is a directory, not a file. Name a file in it, or put one in its place.'],
  ['--config src', 'src: this is a directory, not a file. Name a file in it, or put one in its place.'],
  ['--tls-cert src --tls-key src', 'src: this is a directory, not a file. Name a file in it, or put one in its place.'],
  ['--scenarios package.json', 'package.json is a file, not a directory of scenarios. Name its directory.'],
  ['nowhere.yaml', `${missing('nowhere.yaml')}\n`],
  ['srve', '"srve" is neither a file nor a command. Did you mean "serve"?'],
  ['chek api.yaml', '"chek" is neither a file nor a command. Did you mean "check"?'],
  ['help nix', '"nix" is not a command. The commands are serve, check, '],
  ['help chek', '"chek" is not a command. Did you mean "check"?'],
  ['--port 0 check', 'write the command first: vivarium check ...'],
  ['one/api.yaml two/api.yaml', '2 services would be named "api": one/api.yaml, two/api.yaml'],
  [
    '--host 203.0.113.1',
    '"203.0.113.1" is not an address of this machine. Choose another with --host. The default is 127.0.0.1.',
  ],
  ['check --port 3', 'unknown option "--port". See vivarium check --help.'],
  ['http://127.0.0.1:9/api.yaml', 'http://127.0.0.1:9/api.yaml: the document cannot be fetched ('],
];

test.each(cases)('%s: vivarium says in one clear line: %s', async (command, says) => {
  const words = command.split(' ').filter(Boolean);
  const args = words.filter((word) => !word.startsWith('VIVARIUM_'));
  const env = Object.fromEntries(words.filter((word) => !args.includes(word)).map((word) => word.split('=')));
  const ended = await run(args, { env });
  expect(ended.stderr).toMatch(/^[^\n]+\n$/);
  expect(ended.stderr.startsWith(says)).toBe(true);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
});

test.each([
  [
    'a wrong URL',
    'store: redis:/user:very-secret@127.0.0.1\n',
    /^vivarium\.yaml:1:8: "store" in vivarium\.yaml must be a URL /m,
  ],
  [
    'a contradiction',
    'store: redis://user:very-secret@127.0.0.1\nsave: worlds\n',
    /^vivarium\.yaml:1:8: "save" in vivarium\.yaml and "store" in vivarium\.yaml cannot be used together: /m,
  ],
  ['another key', 'port: x\nstore: redis://user:very-secret@127.0.0.1\n', /^vivarium\.yaml:1:7: port must be /m],
  ['a list', 'store: [redis://user:very-secret@127.0.0.1]\n', /^vivarium\.yaml:1:8: store must be .*, not a list/m],
  ['the syntax', 'store: "redis://user:very-secret@127.0.0.1\nport: 1\n', /^vivarium\.yaml:\d+:\d+: /m],
])('a problem of %s in a configuration with a password of a store does not show it', async (_name, text, says) => {
  const cwd = folderOf({ 'vivarium.yaml': text });
  for (const command of [[], ['check']]) {
    const { code, stdout, stderr } = await run(command, { cwd });
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain('very-secret');
    expect(stdout + stderr).toMatch(says);
  }
});

test('several wrong options are reported at once', async () => {
  const { code, stderr } = await run(['--port', 'x', '--seed', 'y'], { env: { VIVARIUM_LOG: 'z' } });
  expect(code).toBe(2);
  expect(stderr.split('\n').map((line) => line.split(' ', 1)[0])).toEqual(['--port', '--seed', 'VIVARIUM_LOG', '']);
});

test('all Overlays that cannot be read are reported at once', async () => {
  const { code, stderr } = await run(['--overlay', 'one.yaml', '--overlay', 'two.yaml']);
  expect(code).toBe(2);
  expect(stderr).toBe(`${missing('one.yaml')}\n${missing('two.yaml')}\n`);
});

test('a file of another kind in place of a document is reported with the option that takes it', async () => {
  const cwd = folderOf({
    'o.yaml': 'overlay: 1.0.0\n',
    'c.yaml': 'document: api.yaml\n',
    'h.ts': 'export default {};\n',
  });
  const stderrOf = async (args: readonly string[]): Promise<string> => (await run(args, { cwd })).stderr;
  expect(await stderrOf(['o.yaml'])).toContain('It is an Overlay, which the option "overlay" takes.');
  expect(await stderrOf(['c.yaml'])).toContain('It is a configuration, which the option "config" takes.');
  expect(await stderrOf(['check', 'h.ts'])).toContain(
    'this is code. Check handlers with: vivarium check --handlers h.ts',
  );
});

test('a broken document is reported with the location and the lines around it', async () => {
  const folder = folderOf({ 'api.yaml': 'openapi: 3.1.0\ninfo: { title: A\npaths: {}\n' });
  const { code, stderr } = await run(['api.yaml'], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^api\.yaml:2:7: the "{" that begins here does not end. Write "}" where it ends, before line 3.\n.*\n.* 2 \| info: /,
  );
  expect(stderr).not.toMatch(/^ +at /m);
});

test('a wrong configuration is reported with the location and a suggestion, by every command that reads it', async () => {
  const cwd = folderOf({ 'vivarium.yaml': 'port: 1\nseeed: 1\n', 'api.yaml': ordersDocument() });
  for (const command of ['serve', 'check', 'explain', 'init']) {
    const { code, stderr } = await run([command], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^vivarium\.yaml:2:1: unknown key "seeed"\. Did you mean "seed"\?\n/);
  }
});

test.each(['serve', 'check', 'explain', 'init'])('%s rejects several documents that nobody named', async (command) => {
  const cwd = folderOf({ 'openapi.yaml': ordersDocument(), 'spec/api.json': '{ "openapi": "3.1.0" }' });
  expect(await run([command], { cwd })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^there are 2 OpenAPI documents here: openapi\.yaml, spec\/api\.json\. Name/),
  });
});

test('a broken scenario is reported with the location and a suggestion', async () => {
  const folder = folderOf({ 'scenarios/default.yaml': 'description: A\nfalts:\n  - slow\n' });
  const { code, stderr } = await run([], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^scenarios\/default\.yaml:2:1: .*"falts".* Did you mean "faults"\?\n/);
});

test.runIf(process.platform !== 'win32')('a pipe among the scenarios is rejected at once', async () => {
  const cwd = folderOf({ 'scenarios/other.yaml': '' });
  execFileSync('mkfifo', [join(cwd, 'scenarios/default.yaml')]);
  expect(await run(['--scenarios', 'scenarios'], { cwd })).toMatchObject({
    code: 2,
    signal: null,
    stderr: 'scenarios/default.yaml: this is not a regular file. Put a file in its place.\n',
  });
});

test('a scenario that does not match the document is reported with the location', async () => {
  const folder = folderOf({ 'scenarios/default.yaml': 'data:\n  pets:\n    - { id: 1, name: Luna }\n' });
  const { code, stderr } = await run([], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^scenarios\/default\.yaml:3:\d+: .*categoryId.*\n/);
});

test('text of documents, Overlays and servers does not control the terminal', async () => {
  const sequence = '\u001b]0;title\u0007\u001b[31m';
  const cwd = folderOf({
    'api.yaml': ordersDocument().replace("'#/components/schemas/Order'", JSON.stringify(`none${sequence}.yaml`)),
    'overlay.yaml': `overlay: 1.0.0\nactions: [{ target: ${JSON.stringify(`$.${sequence}`)}, update: {} }]\n`,
  });
  const url = await serveForTest((_request, response) => {
    response.writeHead(400).end(JSON.stringify({ detail: `rejected: ${sequence}` }));
  });
  const commands = [
    ['check', 'api.yaml'],
    ['--overlay', 'overlay.yaml', '--port', '0'],
    ['fault', 'slow', 'on', '--url', url],
  ];
  for (const args of commands) {
    const { code, stdout, stderr } = await run(args, { cwd });
    expect({ args, code }).toEqual({ args, code: 2 });
    expect(stderr).toContain('?]0;title??[31m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  }
});

test('a page in place of the document that it shows is reported as one', async () => {
  const url = await serveForTest((_request, response) => response.end('\n<!doctype html><title>Swagger UI</title>'));
  for (const command of [[], ['check'], ['explain']]) {
    const { code, stderr } = await run([...command, `${url}/docs`]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${url}/docs: this is a page. Give the address of the document that it shows.\n`),
    });
  }
});
