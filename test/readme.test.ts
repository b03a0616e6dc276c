/**
 * Everything that the README shows is done here, as `documents.ts` says. The first start is the server of all blocks that
 * call `127.0.0.1:4010`. A `json` block is what the command before it answers, a `text` block what the start before it
 * prints. The list below has all blocks that are not run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtInFaults } from '../src/core/builtin-faults.ts';
import { overlayDocument } from '../src/openapi/load.ts';
import { optionsSchema, readOptions } from '../src/options.ts';
import { parseScenario } from '../src/scenario/load.ts';
import { folderOf, root, type Server } from './cli/process.ts';
import { commandsIn, createRunner, examplesIn, isCode, isRun, isStart, readDocument, start } from './documents.ts';
import { type Block, codeIn, linksIn, tablesIn } from './markdown.ts';

const notRun = ['openapi.yaml is yours', 'openapi.yaml and ours.yaml are yours', 'the tests cannot run themselves'];

const text = readDocument('README.md');
const examples = examplesIn(text);
const code = examples.filter(isCode);

let server: Server;
/** Of the first start. */
let address: string;
const runner = createRunner('readme', () => address);

beforeAll(async () => {
  const first = examples.flatMap(commandsIn).find(isStart) as string;
  server = await start(first);
  address = (await server.until(/API +http:\/\/(\S+)\/v1\n(.*\n)*.*Stop with/))[1] as string;
});

afterAll(async () => {
  await server.stop();
  runner.clean();
});

test('it starts with the command that starts it, and that is npm start', () => {
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  expect(scripts.start).toBe('node bin/vivarium.js');
  expect(examples[0]?.code).toBe('npm ci\nnpm start\n');
});

test('the blocks that are not run are these', () => {
  expect(examples.flatMap((block) => block.notRun ?? [])).toEqual(notRun);
});

test('there is no block of a language that nobody runs', () => {
  for (const { language } of examples) expect(['sh', 'js', 'ts', 'json', 'text', 'yaml']).toContain(language);
});

test.each(examples.filter(isRun('sh')))('line $line: $first', async ({ after, ...block }) => {
  const outputs = await runner.runSh(block);
  if (after?.language === 'json') expect(JSON.parse(outputs.at(-1) ?? '')).toEqual(JSON.parse(after.code));
  if (after?.language === 'text') expect(server.output.stdout.trim()).toContain(runner.here(after.code).trim());
});

test.each(code)('line $line: $first', (block) => runner.runCode(block));

test('the compiler finds nothing wrong with the TypeScript', async () => {
  expect(await runner.compile(code)).toBe('');
});

const isOverlay = ({ code }: Block): boolean => code.startsWith('overlay:');
const yaml = examples.filter(isRun('yaml'));

test.each(yaml.filter((block) => !isOverlay(block)))('line $line is a scenario', ({ code, line }) => {
  expect(parseScenario(code, `README.md:${line}`)).toBeTruthy();
});

test.each(yaml.filter(isOverlay))('line $line is an Overlay, all of which can be done', async ({ code }) => {
  const file = join(folderOf({ 'ours.yaml': code }), 'ours.yaml');
  const document = {
    paths: { '/internal/metrics': {} },
    components: { schemas: { Order: { properties: { customer: {} } } } },
  };
  expect(await overlayDocument(document, [file])).toMatchObject({
    document: {
      paths: {},
      components: { schemas: { Order: { properties: { customer: { 'x-faker': 'person.fullName' } } } } },
    },
    problems: [],
  });
});

test('it names every built-in fault', () => {
  const [, section = ''] = text.split('These are built in');
  const named = codeIn(section.slice(0, section.indexOf('Switch one on'))).filter((name) => builtInFaults.has(name));
  expect(named.toSorted()).toEqual([...builtInFaults.keys()].toSorted());
});

const tableOf = (head: string): readonly (readonly string[])[] => {
  const [, section = ''] = text.split(`\n## ${head}\n`);
  return tablesIn(section)[0] ?? [];
};

test('it lists every option with its variable and its default', () => {
  const rows = tableOf('Command line').map((row) => [
    codeIn(row[0] as string).at(-1),
    codeIn(row[1] as string)[0],
    row[2],
  ]);
  const defaults: Readonly<Record<string, unknown>> = readOptions(optionsSchema, {});
  const expected = Object.keys(optionsSchema.shape).map((name) => [
    name === 'document' ? '[document]' : `--${name === 'watch' ? 'no-watch' : kebab(name)}`,
    `VIVARIUM_${kebab(name).replaceAll('-', '_').toUpperCase()}`,
    expect.anything(),
  ]);
  expect(rows).toEqual(expected);
  const told = Object.fromEntries(Object.keys(optionsSchema.shape).map((name, at) => [name, rows[at]?.[2]]));
  for (const [name, value] of Object.entries(told)) {
    const own = defaults[name];
    if (name === 'maxBody') expect([own, value]).toEqual([1_048_576, '1MiB']);
    else if (own !== undefined && !Array.isArray(own)) expect([name, value]).toEqual([name, String(own)]);
  }
});

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('it lists every call of the control API', () => {
  const { paths } = parse(readFileSync(join(root, 'spec', 'control.yaml'), 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const described = Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete']
      .filter((method) => method in item)
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = tableOf('Control API').flatMap(([calls = '']) => {
    const codes = codeIn(calls);
    const path = codes.at(-1)?.split(' ').at(-1);
    return codes.map((code) => (code.includes(' ') ? code : `${code} ${path}`));
  });
  expect(listed.toSorted()).toEqual(described.toSorted());
});

test('its links lead somewhere', () => {
  for (const link of linksIn(text)) expect(link.isThere(root), link.target).toBe(true);
});
