/** The command line: selects the command, and converts errors to one line and an exit code. */
import { inspect } from 'node:util';
import { type Command, CommanderError } from 'commander';
import { ConfigError } from '../core/primitives/config-error.ts';
import { isCommandName } from './program/commands.ts';
import { addCommand, createProgram } from './program/program.ts';
import { checkDashes, checkHelped, explainUsage, splitChild, usualArguments } from './program/usage.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { printableLines } from './terminal/paint.ts';
import { isWorker } from './terminal/worker-process.ts';

/**
 * A reader that leaves (`| head -1`) changes neither what a command does nor its exit code. If the output fails for another reason, such as a full
 * disk, a command goes on, but has not succeeded.
 */
function reportUnwritten(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  this.off('error', reportUnwritten).on('error', () => {});
  process.stderr.write(`The output cannot be written (${error.message}).\n`);
  process.once('exit', () => {
    process.exitCode = exitCodes.bad;
  });
}

export const main = async (given: readonly string[]): Promise<void> => {
  // Once for each stream, also where a process calls this again.
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', reportUnwritten).on('error', reportUnwritten);
  const [args, child] = splitChild(usualArguments(given));
  const [first = ''] = args;
  const isNamed = isCommandName(first);
  const program = createProgram(child);
  if (isNamed) await addCommand(program, first, child);
  const command = program.commands.at(-1) as Command;
  try {
    checkHelped(given);
    checkDashes(args, command);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = await reportError(error, { name: isNamed ? first : undefined, options: command.options });
    // The connection to the supervisor keeps the process alive, and so does a server without its command.
    if (isWorker() || (child !== undefined && !isNamed)) process.exit();
  }
};

type Named = Parameters<typeof explainUsage>[1];

const reportError = async (error: unknown, command: Named): Promise<number> => {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.fine;
  process.stderr.write(`${printableLines(await explainError(error, command))}\n`);
  return exitCodes.bad;
};

const explainError = async (error: unknown, command: Named): Promise<string> => {
  if (error instanceof CommanderError) return explainUsage(error, command);
  // Anything else is a bug in Vivarium: print the stack.
  if (!(error instanceof ConfigError)) return inspect(error);
  // Imported here: `--help` needs no schemas of options, which take a third of its time.
  const { withVariable } = await import('./terminal/given-options.ts');
  return new ConfigError(error.problems.map(withVariable)).message;
};
