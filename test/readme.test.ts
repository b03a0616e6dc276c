/**
 * Everything that the README shows is done here. How a reader's command becomes ours:
 *
 * - `npm start` and `npx vivarium` are the launcher of this checkout, run by the Node that runs the tests, on a free port
 *   (by VIVARIUM_PORT=0); the `--` that npm wants is left out.
 * - The first start is the server of all blocks that call `127.0.0.1:4010`, which is replaced by its address. Every other
 *   start is started for itself, and stopped.
 * - `npm ci` is left out: it has been run, or there would be no tests.
 * - Each command of a block is a `sh -c` of its own; what stands behind `  # ` must be in its output. A `json` block is what the
 *   command before it answers, a `text` block what the start before it prints.
 * - `ts` and `js` blocks are files beside each other in which `vivarium` is this checkout; those that import vitest are run by it.
 * - A block right below a comment `<!-- not run: reason -->` is not run. The list below has all of them.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtInFaults } from '../src/core/builtin-faults.ts';
import { optionsSchema, readOptions } from '../src/options.ts';
import { parseScenario } from '../src/scenario/load.ts';
import { root, type Server, startServer } from './cli/process.ts';
import { type Block, blocksIn, codeIn, linksIn, tablesIn } from './markdown.ts';

const notRun = ['openapi.yaml is yours', 'the tests cannot run themselves'];

const text = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = blocksIn(text);
const run = promisify(execFile);

/** Below a folder that git leaves out, from where the packages of this checkout are found. */
const folder = join(root, '.vitest', `readme-${process.pid}`);

let server: Server;
/** Of the first start. */
let address: string;

const start = async (command: string): Promise<Server> => {
  const args = command
    .replace(/^(npm start( --)?|npx vivarium)/, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return startServer(args, { env: { VIVARIUM_LOG: 'pretty' } });
};

const isStart = (command: string): boolean => /^(npm start|npx vivarium)\b/.test(command);

/** The commands of a block, whole where they go over several lines. */
const commandsIn = ({ code }: Block): readonly string[] =>
  code
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && line !== 'npm ci');

beforeAll(async () => {
  const first = blocks.flatMap(commandsIn).find(isStart) as string;
  server = await start(first);
  address = (await server.until(/API +http:\/\/(\S+)\/v1\n(.*\n)*.*Stop with/))[1] as string;
  mkdirSync(folder, { recursive: true });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const here = (code: string): string => code.replaceAll('127.0.0.1:4010', address);

test('it starts with the command that starts it, and that is npm start', () => {
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  expect(scripts.start).toBe('node bin/vivarium.js');
  expect(blocks[0]?.code).toBe('npm ci\nnpm start\n');
});

test('the blocks that are not run are these', () => {
  expect(blocks.flatMap((block) => block.notRun ?? [])).toEqual(notRun);
});

test('there is no block of a language that nobody runs', () => {
  for (const { language } of blocks) expect(['sh', 'js', 'ts', 'json', 'text', 'yaml']).toContain(language);
});

const runSh = async (block: Block): Promise<string> => {
  let output = '';
  for (const line of commandsIn(block)) {
    const [command = '', claim] = line.split('  # ');
    if (isStart(command)) {
      const own = await start(command);
      await own.until(/Stop with/).finally(() => own.stop());
    } else {
      output = (await run('sh', ['-c', here(`${command.replace(/^curl/, 'curl -sS')}`)])).stdout;
      if (claim !== undefined) expect(output).toContain(claim);
    }
  }
  return output;
};

const named = blocks.map((block, at) => ({
  ...block,
  block,
  after: blocks[at + 1],
  first: block.code.split('\n', 1)[0],
}));

test.each(named.filter(({ language, notRun: reason }) => language === 'sh' && reason === undefined))(
  'line $line: $first',
  async ({ block, after }) => {
    const output = await runSh(block);
    if (after?.language === 'json') expect(JSON.parse(output)).toEqual(JSON.parse(after.code));
    if (after?.language === 'text') expect(server.output.stdout.trim()).toContain(here(after.code).trim());
  },
);

const isCode = ({ language }: Block): boolean => language === 'js' || language === 'ts';
const codeBlocks = named.filter(({ block }) => isCode(block));
const isTest = ({ code }: Block): boolean => code.includes("from 'vitest'");
const fileOf = (block: Block): string =>
  join(folder, `line-${block.line}${isTest(block) ? '.test' : ''}.${block.language}`);

/** Written where `vivarium` is this checkout. */
const writeBlock = (block: Block): string => {
  writeFileSync(fileOf(block), here(block.code).replace("from 'vivarium'", `from '${join(root, 'src', 'index.ts')}'`));
  return fileOf(block);
};

test.each(codeBlocks)('line $line: $first', async ({ block }) => {
  const file = writeBlock(block);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = isTest(block) ? [vitest, 'run', '--root', folder, '--reporter', 'default', file] : [file];
  const { stdout } = await run(process.execPath, args, { cwd: folder, env: { ...process.env, VITEST: '' } });
  if (!isTest(block)) return;
  expect(stripVTControlCharacters(stdout)).toContain(`${block.code.match(/^test\(/gm)?.length} passed`);
});

test('the compiler finds nothing wrong with the TypeScript', async () => {
  for (const { block } of codeBlocks.filter(({ language }) => language === 'ts')) writeBlock(block);
  const files = codeBlocks.filter(({ language }) => language === 'ts').map(({ block }) => fileOf(block));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [], files }),
  );
  const { stdout } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

test.each(named.filter(({ language }) => language === 'yaml'))('line $line is a scenario', ({ code, line }) => {
  expect(parseScenario(code, `README.md:${line}`)).toBeTruthy();
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
