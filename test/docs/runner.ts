/**
 * Runs the code blocks of a page like its reader.
 *
 * - `npm start` and `npx vivarium` are the command line of this checkout, in this process; servers on a free port (by VIVARIUM_PORT=0). `npm start` runs in this checkout, `npx vivarium` in a folder with the files of the page:
 *   the blocks that name a file, and the YAML files that the page links to.
 * - A start is stopped as soon as it serves. A start below the comment `<!-- server -->`, and one that ends with `&`, replaces
 *   the server of the page; above a block of another language, the comment names the start: `<!-- server: npm start -->`.
 *   `127.0.0.1:4010` is the address of that server; without any start it is that of `npm start`.
 * - Other commands of the project, such as `npx vivarium check`, must succeed.
 * - `npm ci` is skipped, also before `&&`: it has been run, or there would be no tests.
 * - Each other command of an `sh` block is a `sh -c`. The text behind `  # ` must be in its output; such a command may fail.
 * - A `json` block behind an `sh` block equals the output of its last command; below `<!-- part of the response -->` it is a
 *   part of it. A `text` block is in the output of the last command, or of the server that it started.
 * - `ts` blocks are run with this checkout as `vivarium`, and `test/package.test.ts` compiles them; the text behind `console.log(...); // ` is in their output.
 *   `page-tests.ts` runs those that import vitest.
 * - A `yaml` block without a file is a scenario of the animal store, or of the document in `<!-- document: FILE -->`.
 * - A `py` block is run by pytest, if that is installed, with the address of the server of the page in VIVARIUM_URL.
 * - The URLs in an `ini` block are served.
 * - `<!-- each block: a fresh world -->` anywhere on the page resets the world `default` before each `sh` block.
 * - A block below `<!-- not run: reason -->` is not run.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect, vi } from 'vitest';
import { run as runHere, startServer as startHere } from '../cli/in-process.ts';
import { root, type Server, startServer, untilAnswered, write } from '../cli/process.ts';
import { type Block, blocksIn, linksIn, noteOf, readPage } from './markdown.ts';
import { expectPassed, isTest } from './page-tests.ts';
import { codeFolderOf, withLibrary } from './with-library.ts';

const run = promisify(execFile);

/** A block that is one test. */
export interface Example extends Block {
  /** Its first line, for the name of the test. */
  readonly first: string;
  /** The block before it. */
  readonly before: Block | undefined;
}

export const examplesIn = (text: string): readonly Example[] => {
  const blocks = blocksIn(text);
  return blocks.map((block, index) => ({
    ...block,
    first: block.code.split('\n', 1)[0] as string,
    before: blocks[index - 1],
  }));
};

export const isRun = (block: Block): boolean => noteOf(block, 'not run') === undefined;

/** The commands of a block; a command may continue on further lines. */
export const commandsIn = ({ code }: Block): readonly string[] =>
  code
    .replaceAll('\\\n', '')
    .split('\n')
    .map((line) => line.replace(/^npm ci( && |$)/, ''))
    .filter((line) => line !== '');

const isOurs = (command: string): boolean => /^(npm start|npx vivarium)\b/.test(command);

const argumentsOf = (command: string): readonly string[] =>
  command
    .replace(/^(npm start( --)?|npx vivarium)/, '')
    .replace(/&$/, '')
    .split(/\s+/)
    .filter((word) => word !== '');

const isStart = (command: string): boolean =>
  isOurs(command) &&
  ![
    'check',
    'explain',
    'init',
    'coverage',
    'fault',
    'gate',
    'verify',
    'compare',
    'record',
    'drill',
    'import',
    'sample',
  ].includes(argumentsOf(command)[0] ?? 'serve');

interface Served {
  readonly server: Server;
  /** Host and port. */
  readonly address: string;
}

export class PageRunner {
  readonly #file: string;
  readonly #text: string;
  /** Where `npx vivarium` is run. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'vivarium-page-'));
  readonly #codeFolder: string;
  #served: Promise<Served> | undefined;
  #lastOutput = '';

  constructor(file: string) {
    this.#file = file;
    this.#text = readPage(file);
    this.#codeFolder = codeFolderOf(file);
    write(this.#folder, 'package.json', '{}');
    for (const { file: name, code } of blocksIn(this.#text)) if (name !== undefined) write(this.#folder, name, code);
    for (const { target } of linksIn(this.#text)) {
      if (!target.endsWith('.yaml') || target.startsWith('..')) continue;
      mkdirSync(dirname(join(this.#folder, target)), { recursive: true });
      copyFileSync(join(root, dirname(file), target), join(this.#folder, target));
    }
  }

  async runSh(block: Block): Promise<void> {
    if (this.#text.includes('<!-- each block: a fresh world -->')) await this.#resetWorld();
    for (const command of commandsIn(block)) this.#lastOutput = await this.#runCommand(command, block);
  }

  /** Compares a `json` or `text` block with the output of the command before it. */
  async compare(block: Block): Promise<void> {
    const expected = await this.#here(block.code);
    if (block.language === 'text') {
      const output = this.#lastOutput === '' ? (await this.#server()).server.output.stdout : this.#lastOutput;
      expect(stripVTControlCharacters(output)).toContain(expected.trim());
    } else if (noteOf(block, 'part of the response') === undefined)
      expect(JSON.parse(this.#lastOutput)).toEqual(JSON.parse(expected));
    else expect(JSON.parse(this.#lastOutput)).toMatchObject(JSON.parse(expected));
  }

  async runCode(block: Block): Promise<void> {
    if (isTest(block)) return expectPassed(this.#file, block);
    const file = join(this.#codeFolder, `line-${block.line}.ts`);
    write(this.#codeFolder, basename(file), withLibrary(await this.#here(block.code)));
    const env = { ...process.env, VITEST: '' };
    const { stdout } = await run(process.execPath, ['--no-warnings', file], { cwd: root, env });
    const output = stripVTControlCharacters(stdout);
    for (const [, claim = ''] of block.code.matchAll(/^\s*console\.log\(.*\); \/\/ (.+)$/gm))
      expect(output.replaceAll(/\s/g, '')).toContain(claim.replaceAll(/\s/g, ''));
  }

  /** Runs pytest. Returns false if it is not installed. */
  async runPython(block: Block): Promise<boolean> {
    const hasPytest = await run('python3', ['-m', 'pytest', '--version']).catch(() => undefined);
    if (hasPytest === undefined) return false;
    const file = join(this.#folder, `test_line_${block.line}.py`);
    writeFileSync(file, block.code);
    const env = { ...process.env, VIVARIUM_URL: await this.#here('http://127.0.0.1:4010') };
    const { stdout } = await run('python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', file], { env });
    expect(stdout).toContain(`${block.code.match(/^def test_/gm)?.length} passed`);
    return true;
  }

  async callUrls(block: Block): Promise<void> {
    const command = noteOf(block, 'server');
    if (command !== undefined) await this.#runStart(command, true);
    const urls = (await this.#here(block.code)).match(/http:\S+/g) ?? [];
    expect(urls).not.toEqual([]);
    for (const url of urls) expect((await fetch(url)).headers.get('vivarium-world')).toBeTruthy();
  }

  async close(): Promise<void> {
    await this.#served?.then(({ server }) => server.stop()).catch(() => {});
    rmSync(this.#folder, { recursive: true, force: true });
    rmSync(this.#codeFolder, { recursive: true, force: true });
  }

  async #runCommand(line: string, block: Block): Promise<string> {
    const [command = '', claim] = line.split('  # ');
    if (isStart(command)) return this.#runStart(command, noteOf(block, 'server') !== undefined);
    if (isOurs(command)) {
      const [name] = argumentsOf(command);
      // Each command has its own process in `test/cli/commands.test.ts`.
      const ended = await runHere(argumentsOf(await this.#here(command)), {
        cwd: this.#cwdOf(command),
        env: name === 'fault' ? { VIVARIUM_URL: await this.#here('http://127.0.0.1:4010') } : {},
      });
      expect(ended, `${this.#file}: ${command}`).toMatchObject({ code: 0, stderr: '' });
      if (claim !== undefined) expect(ended.stdout).toContain(claim);
      return ended.stdout;
    }
    // With -sS, curl writes only errors to stderr.
    const shell = (await this.#here(command)).replaceAll(/\bcurl(?= )/g, 'curl -sS');
    const ended = run('sh', ['-c', shell], { cwd: this.#folder });
    if (claim === undefined) return (await ended).stdout;
    const { stdout, stderr } = await ended.catch(
      (error: { readonly stdout: string; readonly stderr: string }) => error,
    );
    expect(stdout + stderr).toContain(await this.#here(claim));
    return stdout;
  }

  async #runStart(command: string, isServer: boolean): Promise<string> {
    if (isServer || command.endsWith('&')) {
      await this.#served?.then(({ server }) => server.stop());
      this.#served = this.#start(command);
      await this.#served;
    } else await (await this.#start(command)).server.stop();
    return '';
  }

  async #start(command: string): Promise<Served> {
    const args = argumentsOf(command);
    const start = args.includes('--workers') ? startServer : startHere;
    const server = await start(args, { env: { VIVARIUM_LOG: 'pretty' }, cwd: this.#cwdOf(command) });
    const readAddress = (): string => {
      const address = /https?:\/\/(127\.0\.0\.1:\d+)/.exec(server.output.stdout)?.[1];
      if (address === undefined) throw new Error(`no address in:\n${server.output.stdout}${server.output.stderr}`);
      return address;
    };
    const address = await vi.waitFor(readAddress, { timeout: 60_000, interval: 50 });
    // The certificate is not one that `fetch` accepts.
    if (!args.includes('--tls')) await untilAnswered(`http://${address}/_vivarium/api/health`);
    return { server, address };
  }

  #server(): Promise<Served> {
    this.#served ??= this.#start('npm start');
    // A start that failed must not fail the blocks below too.
    this.#served.catch(() => {
      this.#served = undefined;
    });
    return this.#served;
  }

  /** The text with the address of the server of the page. */
  async #here(text: string): Promise<string> {
    return text.includes('127.0.0.1:4010') ? text.replaceAll('127.0.0.1:4010', (await this.#server()).address) : text;
  }

  #cwdOf(command: string): string {
    return command.startsWith('npm ') ? root : this.#folder;
  }

  async #resetWorld(): Promise<void> {
    const { address } = await this.#server();
    await fetch(`http://${address}/_vivarium/api/worlds/default/reset`, { method: 'POST' });
  }
}
