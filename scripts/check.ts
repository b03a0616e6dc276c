/**
 * The linter, the compiler, the search for unused code, the weight of the main house and the beginnings of docstrings, side by side, and beside them the command that is given as arguments, whose output is
 * shown as it comes. Prints what each has to say at the end; exits with 1 if one fails.
 */
import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

// Each checker of the compiler reads many types again: four of them, as by default, use half as much again of the processors' time.
const commands = [
  'biome check',
  'tsc --checkers 1',
  'tsc -p tsconfig.panel.json --checkers 1',
  'knip',
  'node scripts/weight.ts --check',
  'node scripts/check-docstrings.ts',
];

/** The compiler frees next to nothing of what it allocates, so that it collects garbage in vain. */
const env = { ...process.env, GOGC: 'off' };

interface Result {
  readonly succeeded: boolean;
  readonly output: string;
}

/** npm has put the programs on the path. They use what the tests leave idle, which begin at once. */
const run = (command: string): Promise<Result> =>
  new Promise((resolve) => {
    const { pid } = exec(command, { env, maxBuffer: 64 * 1_048_576 }, (error, stdout, stderr) => {
      const output = `${error === null ? '' : `${command} failed:\n`}${stdout}${stderr}`;
      resolve({ succeeded: error === null, output });
    });
    if (pid !== undefined) setPriority(pid, 5);
  });

const runBeside = async ([program, ...args]: readonly string[]): Promise<Result> => {
  if (program === undefined) return { succeeded: true, output: '' };
  const [code] = await once(spawn(program, args, { stdio: 'inherit' }), 'exit');
  return { succeeded: code === 0, output: '' };
};

const results = await Promise.all([runBeside(process.argv.slice(2)), ...commands.map(run)]);
for (const { output } of results) process.stdout.write(output);
process.exitCode = results.every(({ succeeded }) => succeeded) ? 0 : 1;
