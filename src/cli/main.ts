/** The command line: finds the command, turns errors into one clear line and an exit code. */
import { existsSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { ConfigError, configError } from '../core/primitives/config-error.ts';
import { didYouMean } from '../core/primitives/did-you-mean.ts';
import { readVersion } from '../simulation/version.ts';
import type { CheckFlags } from './check.ts';
import type { CoverageFlags } from './coverage.ts';
import type { ExplainFlags } from './explain.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { stopOnSignals } from './terminal/stop-on-signals.ts';

export const main = async (args: readonly string[]): Promise<void> => {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = reportError(error);
  }
};

const reportError = (error: unknown): number => {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.fine;
  if (error instanceof CommanderError) console.error(explainUsage(error));
  else if (error instanceof ConfigError) console.error(error.message);
  // A bug of ours: its stack is what helps.
  else console.error(error);
  return exitCodes.bad;
};

/** The parser's own words are two lines and a prefix. */
const explainUsage = ({ message }: CommanderError): string => {
  const [first = '', suggestion = ''] = message.replace(/^error: /, '').split('\n');
  const missing = /^option '(.+)' argument missing/.exec(first)?.[1];
  if (missing !== undefined) return `the value is missing: ${missing}`;
  const meant = /Did you mean .+\?/.exec(suggestion)?.[0] ?? 'vivarium --help lists them.';
  return `${first.replaceAll("'", '"')}. ${meant}`;
};

const createProgram = (): Command => {
  const program = new Command('vivarium')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    // Errors are told once, in main.
    .configureOutput({ outputError: () => {} })
    .enablePositionalOptions();
  const serve = addServe(program.command('serve', { isDefault: true }));
  addCheck(program.command('check'));
  addExplain(program.command('explain'));
  addCoverage(program.command('coverage'));
  addInit(program.command('init'));
  program.helpInformation = () => helpOf(serve);
  return program;
};

/** `vivarium --help` shows what `vivarium` alone does: the options of serve. */
const helpOf = (serve: Command): string => {
  const help = serve.helpInformation();
  return `Usage: vivarium [serve] [document] [options]
       vivarium check [document] [scenario...]
       vivarium explain [document]
       vivarium coverage URL|FILE...
       vivarium init [document]

Stands in for the service that an OpenAPI document describes: stateful, true to
the contract, failing on command.

${help.slice(help.indexOf('Arguments:')).trimEnd()}
  --version                   print the version

${variables}

Commands:
  serve                       serve a document; what vivarium alone does
  check                       list every problem of a document and of scenario
                              files; exit code 2 if there is any
  explain                     show the resources that are found in a document,
                              operation by operation, and why
  coverage                    tell what of the interface clients met, and what
                              never
  init                        write a first scenario, and two scripts into
                              package.json; overwrites nothing

Examples:
  vivarium                                  the shipped example, http://127.0.0.1:4010/v1
  vivarium api.yaml                         your own document
  vivarium --scenario outage                start from scenarios/outage.yaml
  vivarium --fault unauthorized@listPets    let one operation fail
  vivarium api.yaml --overlay ours.yaml     with an OpenAPI Overlay laid over it
  vivarium check api.yaml scenarios/*.yaml  list every problem
  vivarium explain api.yaml                 what is remembered, and what is not
`;
};

const variables = `Every option has a variable, such as VIVARIUM_PORT=0, VIVARIUM_FAULT=slow,flaky
or VIVARIUM_WATCH=false; the option wins.`;

const addServe = (command: Command): Command =>
  command
    .description('Serve a document. This is the default command.')
    .argument('[document]', 'an OpenAPI document: a file or a URL (default: the shipped example)')
    // Told below, with what was probably meant.
    .allowExcessArguments()
    .addOption(option('-p, --port <port>', 'port to listen on; 0 takes any free one (default: 4010)'))
    .addOption(option('--host <host>', 'address to listen on (default: 127.0.0.1)'))
    .addOption(
      option('--overlay <file>', 'lay an OpenAPI Overlay over the document; may be given again').argParser(collect),
    )
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
      option(
        '--token <token>',
        'what the control API asks for where the host is not loopback (default: made and printed)',
      ),
    )
    .addOption(option('--open', 'open the browser'))
    .addHelpText('after', `\n${variables}`)
    .action(async (_document: string | undefined, flags: Record<string, unknown>) => {
      const document = documentOf(command.args);
      const onStop = stopOnSignals();
      const { serve } = await import('./serve.ts');
      await serve(document === undefined ? flags : { ...flags, document }, onStop);
    });

const addCheck = (command: Command): Command =>
  command
    .description('List every problem of a document and of scenario files. The exit code is 2 if there is any.')
    .argument(
      '[files...]',
      'an OpenAPI document, Overlays and scenario files, told apart by content (default: what serve would load)',
    )
    .addOption(
      option('--overlay <file>', 'lay an OpenAPI Overlay over the document; may be given again').argParser(collect),
    )
    .addOption(option('--scenarios <directory>', 'where scenario files are (default: scenarios)'))
    .addOption(option('--json', 'print the problems as JSON'))
    .action(async (files: string[], flags: CheckFlags) => {
      const { check } = await import('./check.ts');
      process.exitCode = await check(files, flags);
    });

const addExplain = (command: Command): Command =>
  command
    .description('Show the resources that are found in a document, operation by operation, and why.')
    .argument('[document]', 'an OpenAPI document: a file or a URL (default: what serve would load)')
    .addOption(
      option('--overlay <file>', 'an OpenAPI Overlay to lay over the document; may be given again').argParser(collect),
    )
    .addOption(option('--json', 'print JSON'))
    .action(async (document: string | undefined, flags: ExplainFlags) => {
      const { explain } = await import('./explain.ts');
      process.exitCode = await explain(document, flags);
    });

const addCoverage = (command: Command): Command =>
  command
    .description('Tell what of the interface clients met, and what never: statuses, parameters and their values.')
    .argument(
      '<sources...>',
      'a running server (http://127.0.0.1:4010), one of its worlds (http://127.0.0.1:4010/~alice), or a saved report',
    )
    .addOption(option('--json', 'print a report that can be merged again'))
    .addOption(option('--fail-under <percent>', 'exit with 1 where less than this is met'))
    .addOption(option('--token <token>', 'what the server asks for where it is not on loopback'))
    .action(async (sources: string[], flags: CoverageFlags) => {
      const { coverage } = await import('./coverage.ts');
      process.exitCode = await coverage(sources, flags);
    });

const addInit = (command: Command): Command =>
  command
    .description('Write a first scenario, and two scripts into package.json. Asks nothing, overwrites nothing.')
    .argument(
      '[document]',
      'your OpenAPI document (default: openapi.yaml and the like, here and in spec, docs and api)',
    )
    .action(async (document: string | undefined) => {
      const { init } = await import('./init.ts');
      process.exitCode = await init(document === undefined ? {} : { document });
    });

const option = (flags: string, description: string): Option => new Option(flags, description);

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

const commands = ['serve', 'check', 'explain', 'coverage', 'init'];

/** A mistyped command would be taken for a document. */
const documentOf = (args: readonly string[]): string | undefined => {
  const [document] = args;
  if (document !== undefined && /^[\w-]+$/.test(document) && !existsSync(document)) {
    if (commands.includes(document))
      throw configError('VIV_COMMAND_INVALID', `the command comes first: vivarium ${document} ...`);
    throw configError(
      'VIV_COMMAND_INVALID',
      `"${document}" is neither a file nor a command`,
      didYouMean(document, commands) ?? `Commands are ${commands.slice(0, -1).join(', ')} and ${commands.at(-1)}.`,
    );
  }
  if (args.length > 1)
    throw configError('VIV_COMMAND_INVALID', `serve takes one document, not ${args.length}: ${args.join(', ')}`);
  return document;
};
