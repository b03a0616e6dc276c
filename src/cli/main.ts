/** The command line: finds the command, turns errors into one clear line and an exit code. */
import { Command, CommanderError, Option } from 'commander';
import { ConfigError } from '../core/config-error.ts';
import { readVersion } from '../version.ts';
import { exitCodes } from './exit-codes.ts';

export const main = async (args: readonly string[]): Promise<void> => {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = reportError(error);
  }
};

const reportError = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.bad;
  if (error instanceof ConfigError) {
    console.error(error.message);
    return exitCodes.bad;
  }
  console.error(error);
  return exitCodes.bad;
};

const createProgram = (): Command => {
  const program = new Command('vivarium')
    .description(
      'Stands in for the service that an OpenAPI document describes: stateful, true to the contract, failing on command.',
    )
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError('Run vivarium --help to see all options.');
  addServe(program.command('serve', { isDefault: true }));
  addCheck(program.command('check'));
  program.addHelpText('after', examples);
  return program;
};

const examples = `
Examples:
  vivarium                                      serve the shipped example at http://127.0.0.1:4010/v1
  vivarium api.yaml                             serve your own document
  vivarium --scenario outage                    start from scenarios/outage.yaml
  vivarium --fault unauthorized@listPets        let one operation fail
  vivarium check api.yaml scenarios/*.yaml      list every problem

Run vivarium serve --help to see the options of serve.`;

const addServe = (command: Command): void => {
  command
    .description('serve a document (this is the default command)')
    .argument('[document]', 'an OpenAPI document: a file or a URL (default: the shipped example)')
    .addOption(option('-p, --port <port>', 'port to listen on; 0 takes any free one (default: 4010)'))
    .addOption(option('--host <host>', 'address to listen on (default: 127.0.0.1)'))
    .addOption(option('-s, --scenario <name>', 'scenario that worlds start from (default: default)'))
    .addOption(option('--scenarios <directory>', 'where scenario files are (default: scenarios)'))
    .addOption(option('--seed <n>', 'seed of generated data and chance (default: 1)'))
    .addOption(option('--fault <name[@operation]>', 'switch a fault on; may be given again').argParser(collect))
    .addOption(option('--watch', 'reload changed files (the default)'))
    .addOption(option('--no-watch', 'do not reload changed files'))
    .addOption(option('--log <format>', 'pretty, json or silent (default: pretty)'))
    .addOption(option('--max-worlds <n>', 'how many worlds may be open (default: 1000)'))
    .addOption(option('--max-body <size>', 'largest request body (default: 1MiB)'))
    .addOption(option('--journal <n>', 'exchanges kept per world (default: 1000)'))
    .addOption(option('--show-credentials', 'do not redact credentials'))
    .addOption(option('--why', 'log why each answer is what it is'))
    .addOption(
      option('--token <token>', 'token for the control API where the host is not loopback (default: made and printed)'),
    )
    .addOption(option('--open', 'open the browser'))
    .addHelpText(
      'after',
      '\nEvery option has a variable, such as VIVARIUM_PORT or VIVARIUM_FAULT=slow,flaky; a flag wins.',
    )
    .action(async (document: string | undefined, flags: Record<string, unknown>) => {
      const { serve } = await import('./serve.ts');
      await serve(document === undefined ? flags : { ...flags, document });
    });
};

const addCheck = (command: Command): void => {
  command
    .description('list every problem of documents and scenario files; exit code 2 if there is any')
    .argument(
      '[files...]',
      'an OpenAPI document and scenario files, told apart by content (default: what serve would load)',
    )
    .addOption(option('--scenarios <directory>', 'where scenario files are (default: scenarios)'))
    .action(async (files: string[], flags: { scenarios?: string }) => {
      const { check } = await import('./check.ts');
      process.exitCode = await check(files, flags.scenarios);
    });
};

const option = (flags: string, description: string): Option => new Option(flags, description);

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];
