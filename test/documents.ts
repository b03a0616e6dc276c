/**
 * Documents whose examples are run. How a reader's command becomes ours:
 *
 * - `npm start` and `npx vivarium` are the launcher of this checkout, run by the Node that runs the tests, on a free port
 *   (by VIVARIUM_PORT=0); the `--` that npm wants is left out. Each start is started for itself, and stopped.
 * - What ends by itself, such as `npx vivarium check`, is run to its end, and must succeed.
 * - `127.0.0.1:4010` is replaced by the address of the server of the test.
 * - `npm ci` is left out: it has been run, or there would be no tests.
 * - Each command of a block is a `sh -c` of its own; what stands behind `  # ` must be in its output. A command may fail
 *   where that is what it says of it.
 * - `ts` and `js` blocks are files beside each other in which `vivarium` is this checkout; those that import vitest are run by it.
 * - A block right below a comment `<!-- not run: reason -->` is not run.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { root, run as runToItsEnd, type Server, startServer } from './cli/process.ts';
import { type Block, blocksIn } from './markdown.ts';

const run = promisify(execFile);

/** A block as a test of its own. */
export interface Example extends Block {
  /** Its first line, for the name of the test. */
  readonly first: string;
  /** The block that follows it. */
  readonly after: Block | undefined;
}

export const examplesIn = (text: string): readonly Example[] => {
  const blocks = blocksIn(text);
  return blocks.map((block, at) => ({
    ...block,
    first: block.code.split('\n', 1)[0] as string,
    after: blocks[at + 1],
  }));
};

export const readDocument = (file: string): string => readFileSync(join(root, file), 'utf8');

export const isRun = (language: string): ((block: Block) => boolean) => {
  return (block) => block.language === language && block.notRun === undefined;
};

export const isCode = ({ language }: Block): boolean => language === 'js' || language === 'ts';

const isTest = ({ code }: Block): boolean => code.includes("from 'vitest'");

const isOurs = (command: string): boolean => /^(npm start|npx vivarium)\b/.test(command);

const argumentsOf = (command: string): readonly string[] =>
  command
    .replace(/^(npm start( --)?|npx vivarium)/, '')
    .split(/\s+/)
    .filter((word) => word !== '');

const endsByItself = (command: string): boolean =>
  ['check', 'explain', 'init'].includes(argumentsOf(command)[0] ?? 'serve');

export const isStart = (command: string): boolean => isOurs(command) && !endsByItself(command);

/** Starts what a reader would, in `cwd`. */
export const start = async (command: string, cwd = root): Promise<Server> =>
  startServer(argumentsOf(command), { env: { VIVARIUM_LOG: 'pretty' }, cwd });

/** The commands of a block, whole where they go over several lines. */
export const commandsIn = ({ code }: Block): readonly string[] =>
  code
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && line !== 'npm ci');

export interface Runner {
  /** The text with the address of the server. */
  readonly here: (code: string) => string;
  /** Answers what each command printed; a start prints nothing. */
  readonly runSh: (block: Block) => Promise<readonly string[]>;
  readonly runCode: (block: Block) => Promise<void>;
  /** What the compiler says of the TypeScript blocks. */
  readonly compile: (blocks: readonly Block[]) => Promise<string>;
  /** Removes the files that were written. */
  readonly clean: () => void;
}

/**
 * `address`: host and port of the server that the examples call, known once they are run; `cwd`: where commands of ours are
 * given, where they find the files that they name.
 */
export const createRunner = (name: string, address: () => string, cwd = root): Runner => {
  /** Below a folder that git leaves out, from where the packages of this checkout are found. */
  const folder = join(root, '.vitest', `${name}-${process.pid}`);
  const here = (code: string): string => code.replaceAll('127.0.0.1:4010', address());
  const fileOf = (block: Block): string =>
    join(folder, `line-${block.line}${isTest(block) ? '.test' : ''}.${block.language}`);
  /** Written where `vivarium` is this checkout. */
  const write = (block: Block): string => {
    mkdirSync(folder, { recursive: true });
    const own = `from '${join(root, 'src', 'index.ts')}'`;
    writeFileSync(fileOf(block), here(block.code).replace("from 'vivarium'", own));
    return fileOf(block);
  };
  const runCommand = async (line: string): Promise<string> => {
    const [command = '', claim] = line.split('  # ');
    if (isStart(command)) {
      const own = await start(command, cwd);
      await own.until(/Stop with/).finally(() => own.stop());
      return '';
    }
    if (isOurs(command)) {
      const ended = await runToItsEnd(argumentsOf(command), { cwd });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      return ended.stdout;
    }
    // Without its meter curl says on stderr what went wrong, and nothing else.
    const sh = run('sh', ['-c', here(command.replaceAll(/\bcurl(?= )/g, 'curl -sS'))]);
    if (claim === undefined) return (await sh).stdout;
    const { stdout, stderr } = await sh.catch((error: { readonly stdout: string; readonly stderr: string }) => error);
    expect(stdout + stderr).toContain(claim);
    return stdout;
  };
  return {
    here,
    runSh: async (block) => {
      const outputs: string[] = [];
      for (const line of commandsIn(block)) outputs.push(await runCommand(line));
      return outputs;
    },
    runCode: async (block) => {
      const file = write(block);
      const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
      const args = isTest(block) ? [vitest, 'run', '--root', folder, '--reporter', 'default', file] : [file];
      const { stdout } = await run(process.execPath, args, { cwd: folder, env: { ...process.env, VITEST: '' } });
      if (!isTest(block)) return;
      expect(stripVTControlCharacters(stdout)).toContain(`${block.code.match(/^test\(/gm)?.length} passed`);
    },
    compile: async (blocks) => {
      const files = blocks.filter(({ language }) => language === 'ts').map(write);
      const config = { extends: join(root, 'tsconfig.json'), include: [], files };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch(
        (error: { readonly stdout: string }) => error,
      );
      return stdout;
    },
    clean: () => rmSync(folder, { recursive: true, force: true }),
  };
};
