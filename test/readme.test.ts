/**
 * Everything that the README shows is done here, as `documents.ts` says. The first start is the server of all blocks that
 * call `127.0.0.1:4010`; those of "Your own document" are done in a folder with its files, against the first start in there.
 * A `json` block is what the command before it answers, a `text` block what it prints. The list below has all blocks that
 * are not run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtInFaults } from '../src/core/faults/built-in-faults.ts';
import { parseScenario } from '../src/scenario/file/load.ts';
import { optionsSchema, readOptions } from '../src/simulation/options.ts';
import { root, run, type Server, write } from './cli/process.ts';
import {
  commandsIn,
  createRunner,
  type Example,
  examplesIn,
  isCode,
  isRun,
  isStart,
  readDocument,
  start,
} from './documents.ts';
import { codeIn, linksIn, tablesIn } from './markdown.ts';

const notRun = ['the tests cannot run themselves'];

const text = readDocument('README.md');
const examples = examplesIn(text);
const code = examples.filter(isCode);

const isBelow = (heading: string, { line }: Example): boolean =>
  text
    .split('\n')
    .slice(0, line)
    .findLast((one) => one.startsWith('## ')) === `## ${heading}`;
const isOwn = (example: Example): boolean => isBelow('Your own document', example);

const yaml = examples.filter(isRun('yaml'));
const isOverlay = ({ code }: Example): boolean => code.startsWith('overlay:');
const isDocument = ({ code }: Example): boolean => code.startsWith('openapi:');
const codeOf = (is: (example: Example) => boolean): string => yaml.find(is)?.code ?? '';

/** Where `shop.yaml` and `ours.yaml` are. */
const folder = mkdtempSync(join(tmpdir(), 'vivarium-readme-'));
write(folder, 'shop.yaml', codeOf(isDocument));
write(folder, 'ours.yaml', codeOf(isOverlay));
write(folder, 'package.json', '{}');

let server: Server;
let shop: Server;
/** Of the first start, and of the first one with a document of one's own. */
let address: string;
let shopAddress: string;
const runner = createRunner('readme', () => address);
const shopRunner = createRunner('readme-own', () => shopAddress, folder);
const runnerOf = (example: Example) => (isOwn(example) ? shopRunner : runner);

const firstStart = (among: readonly Example[]): string => among.flatMap(commandsIn).find(isStart) as string;

beforeAll(async () => {
  server = await start(firstStart(examples));
  address = (await server.until(/API +http:\/\/(\S+)\/v1\n(.*\n)*.*Stop with/))[1] as string;
  shop = await start(firstStart(examples.filter(isOwn)), folder);
  shopAddress = (await shop.until(/API +http:\/\/(\S+)\n(.*\n)*.*Stop with/))[1] as string;
});

afterAll(async () => {
  await Promise.all([server?.stop(), shop?.stop()]);
  runner.clean();
  shopRunner.clean();
  rmSync(folder, { recursive: true, force: true });
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

test.each(examples.filter(isRun('sh')))('line $line: $first', async (example) => {
  const { after } = example;
  const { runSh, here } = runnerOf(example);
  const output = (await runSh(example)).at(-1) ?? '';
  if (after?.language === 'json') expect(JSON.parse(output)).toEqual(JSON.parse(here(after.code)));
  if (after?.language === 'text')
    expect((output === '' ? server.output.stdout : output).trim()).toContain(here(after.code).trim());
});

test.each(code)('line $line: $first', (block) => runner.runCode(block));

test('the compiler finds nothing wrong with the TypeScript', async () => {
  expect(await runner.compile(code)).toBe('');
});

test.each(yaml.filter((example) => !isOverlay(example) && !isDocument(example)))(
  'line $line is a scenario',
  (example) => {
    expect(parseScenario(example.code, `README.md:${example.line}`)).toBeTruthy();
  },
);

test('with the Overlay what was left alone is about customers', async () => {
  const { stdout } = await run(['explain', 'shop.yaml', '--overlay', 'ours.yaml', '--json'], { cwd: folder });
  const { operations } = JSON.parse(stdout) as { readonly operations: readonly Readonly<Record<string, unknown>>[] };
  expect(operations.find(({ path }) => path === '/join')).toMatchObject({ collection: 'customers', action: 'create' });
});

test('what init writes fits the document', async () => {
  expect(await run(['init', 'shop.yaml'], { cwd: folder })).toMatchObject({ code: 0 });
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(Object.keys(scripts)).toEqual(['mock', 'mock:check']);
  expect(await run(['check', 'shop.yaml'], { cwd: folder })).toMatchObject({
    stdout: 'No problems in shop.yaml and 1 scenario.\n',
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
