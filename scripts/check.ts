/** The linter, the compiler and the search for unused code, side by side. Prints what each has to say when it ends; exits with 1 if one fails. */
import { exec } from 'node:child_process';

// Each checker of the compiler reads many types again: four of them, as by default, use a third more time of the processors.
const commands = ['biome check', 'tsc --checkers 2', 'tsc -p tsconfig.panel.json', 'knip'];

/** npm has put the programs on the path. Whether it succeeded. */
const run = (command: string): Promise<boolean> =>
  new Promise((resolve) => {
    exec(command, { maxBuffer: 64 * 1_048_576 }, (error, stdout, stderr) => {
      process.stdout.write(`${error === null ? '' : `${command} failed:\n`}${stdout}${stderr}`);
      resolve(error === null);
    });
  });

const results = await Promise.all(commands.map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
