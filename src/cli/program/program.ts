/** The commands and their options. A command's work is loaded only when it runs. */
import { existsSync, readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import { packageFile } from '../../files/package-file.ts';
import { manifest } from '../../simulation/manifest.ts';
import type { OptionRow } from '../../simulation/option-rows.ts';
import type { CommandDefinition } from '../terminal/command-definition.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { type CommandName, commands } from './commands.ts';
import { serveDefinition, variables } from './define-serve.ts';
import { checkDocuments } from './usage.ts';

/** The program with `serve` alone. `child`: the command that follows `--`; undefined if there is none. */
export const createProgram = (child: readonly string[] | undefined): Command => {
  const program = new Command('vivarium')
    .version(manifest().version, '--version', 'print the version')
    .option('--sbom', 'print the packages that this one contains, as CycloneDX')
    .on('option:sbom', printSbom)
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    // Errors are printed once, in main.
    .configureOutput({ outputError: () => {} })
    .enablePositionalOptions();
  const serve = define(program.command('serve', { isDefault: true }), serveDefinition, child);
  program.helpInformation = () => helpOf(serve);
  return program;
};

/** Adds another command. The definition in its part is loaded only when it is called. */
export const addCommand = async (
  program: Command,
  name: CommandName,
  child: readonly string[] | undefined,
): Promise<void> => {
  if (name !== 'serve') define(program.command(name), await commands[name].load(), child);
};

const define = (
  command: Command,
  { details = '', usage, arguments: given = [], options, groups = {}, notes = '', load }: CommandDefinition,
  child: readonly string[] | undefined,
): Command => {
  const { summary } = commands[command.name() as CommandName];
  const description = `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}. ${details}`.trimEnd();
  command.description(description).addHelpText('after', notes && `\n${notes}`);
  if (usage !== undefined) command.usage(usage);
  for (const argument of given) command.argument(...argument);
  addOptions(command, options);
  for (const [heading, grouped] of Object.entries(groups)) {
    command.optionsGroup(heading);
    addOptions(command, grouped);
  }
  return command.action(async (...values: unknown[]) => {
    given.forEach(([argument], index) => {
      if (argument === '[documents...]') checkDocuments(values[index] as string[]);
    });
    const run = (await load()) as (...values: readonly unknown[]) => Promise<number | undefined>;
    // The last value is the command of commander.
    const code = await run(...values.slice(0, -1), child);
    if (code !== undefined) process.exitCode = code;
  });
};

const addOptions = (command: Command, options: readonly OptionRow[]) => {
  for (const [flags, text, read] of options) {
    const option = new Option(flags, text);
    command.addOption(read === undefined ? option : option.argParser(read));
  }
};

/** Prints the packages in the bundle, and ends, as `--version` does. */
const printSbom = (): never => {
  const file = packageFile('dist/sbom.json');
  if (!existsSync(file)) throw commandInvalid('this checkout has no list of bundled packages', 'Run npm run build.');
  process.stdout.write(readFileSync(file));
  throw new CommanderError(exitCodes.fine, 'vivarium.sbom', '');
};

/** Words in lines of at most 50 characters, which begin at the column 30. */
const wrap = (text: string) => text.replace(/(.{1,50})(?: |$)/g, `$1\n${' '.repeat(30)}`).trimEnd();

/** `vivarium --help` shows the options of `serve`, the default command. */
const helpOf = (serve: Command): string => {
  const help = serve.helpInformation();
  const rows = Object.entries(commands);
  const usages = rows.map(([name, { usage }]) => `vivarium ${name === 'serve' ? '[serve]' : name} ${usage}`);
  const summaries = rows.map(([name, { summary }]) => `  ${name.padEnd(28)}${wrap(summary)}`);
  return `Usage: ${usages.join('\n       ')}

Simulates the service that an OpenAPI document describes: stateful, true to the
contract, and failing on command.

${withOwnOptions(help.slice(help.indexOf('Arguments:'))).trimEnd()}

${variables}

Commands:
${summaries.join('\n')}

Examples:
  vivarium                                  your openapi.yaml, else the shipped example
  vivarium api.yaml                         your own document
  vivarium shop.yaml users.yaml             several services on one server
  vivarium --scenario outage                start from scenarios/outage.yaml
  vivarium --fault unauthorized@listPets    make one operation fail
  vivarium api.yaml --overlay ours.yaml     apply an OpenAPI Overlay
  vivarium check api.yaml scenarios/*.yaml  list every problem
  vivarium fault slow on --operation getPet switch a fault of a running server
  vivarium explain api.yaml                 show which operations are stateful
`;
};

/** The options of `vivarium` alone are listed behind `--help`, in its columns. */
const withOwnOptions = (help: string) =>
  help.replace(/^( {2}-h, --help +).*$/m, (line, name: string) =>
    [line, ...ownOptions.map(([option, text]) => `  ${option}`.padEnd(name.length) + text)].join('\n'),
  );

const ownOptions = [
  ['--version', 'print the version'],
  ['--sbom', 'print its packages, as CycloneDX JSON'],
] as const;
