/** The command line: selects the command, and converts errors to one line and an exit code. */
import { existsSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Command, CommanderError, Option } from 'commander';
import { ConfigError, configError } from '../core/primitives/config-error.ts';
import { packageFile } from '../files/package-file.ts';
import { manifest } from '../simulation/manifest.ts';
import type { CheckFlags } from './check/check.ts';
import type { CoverageFlags } from './coverage.ts';
import type { ExplainFlags } from './explain.ts';
import type { FaultFlags } from './fault.ts';
import type { GateFlags } from './gate.ts';
import { helpOf, variables } from './help.ts';
import type { RecordFlags } from './record.ts';
import { exitCodes } from './terminal/exit-codes.ts';
import { printableLines } from './terminal/paint.ts';
import { stopOnSignals } from './terminal/stop-on-signals.ts';
import { checkDashes, checkDocuments, commandNames, explainUsage, usualArguments } from './usage.ts';
import type { VerifyFlags } from './verify.ts';
import { isWorker, stopOnOrders } from './workers/worker.ts';

export const main = async (given: readonly string[]): Promise<void> => {
  const usual = usualArguments(given);
  // What follows `--` is a command with options of its own.
  const end = usual[0] === 'record' ? usual.indexOf('--') : -1;
  const args = end < 0 ? usual : usual.slice(0, end);
  const program = createProgram(end < 0 ? undefined : usual.slice(end + 1));
  const [first = ''] = args;
  const isNamed = commandNames.includes(first);
  const command = program.commands.find((one) => one.name() === (isNamed ? first : 'serve')) as Command;
  try {
    checkDashes(args, command);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = await reportError(error, { name: isNamed ? first : undefined, options: command.options });
    // The connection to the supervisor would keep the process alive.
    if (isWorker()) process.exit();
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
  return new ConfigError(error.problems.map((problem) => withVariable(problem))).message;
};

/** `child`: the command that follows `--`. */
const createProgram = (child: readonly string[] | undefined): Command => {
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
  const serve = addServe(program.command('serve', { isDefault: true }));
  addCheck(program.command('check'));
  addExplain(program.command('explain'));
  addFault(program.command('fault'));
  addGate(program.command('gate'));
  addVerify(program.command('verify'));
  addCoverage(program.command('coverage'));
  addRecord(program.command('record'), child);
  addInit(program.command('init'));
  program.helpInformation = () => helpOf(serve);
  return program;
};

/** Ends like `--version`. */
const printSbom = (): never => {
  const file = packageFile('dist/sbom.json');
  if (!existsSync(file))
    throw configError('VIV_COMMAND_INVALID', 'this checkout has no list of bundled packages', 'Run npm run build.');
  process.stdout.write(readFileSync(file));
  throw new CommanderError(exitCodes.fine, 'vivarium.sbom', '');
};

const handlersHelp = 'TypeScript or JavaScript file of functions that decide responses';

const addServe = (command: Command): Command =>
  addUpstream(command)
    .description('Serve a document. This is the default command.')
    .argument(
      '[documents...]',
      'OpenAPI documents: files or URLs, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs; else the shipped example)',
    )
    .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
    .addOption(option('-p, --port <port>', 'port to listen on; 0: any free port (default: 4010)'))
    .addOption(option('--host <host>', 'address to listen on (default: 127.0.0.1)'))
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .addOption(option('--handlers <file>', handlersHelp))
    .addOption(option('--base <path>', "base path, in place of the document's (such as /v1)"))
    .addOption(option('-s, --scenario <name>', 'scenario that worlds start from (default: default)'))
    .addOption(option('--scenarios <directory>', 'directory of scenario files (default: scenarios)'))
    .addOption(option('--seed <n>', 'seed of generated data and chance (default: 1)'))
    .addOption(option('--fault <name[@operation]>', 'switch a fault on (repeatable)').argParser(collect))
    .addOption(option('--upstream <url>', 'the real service, to which requests are forwarded'))
    .addOption(option('--record', 'turn what the upstream responds into data of the world'))
    .addOption(option('--stateless', 'keep nothing: respond from examples and generated data'))
    .addOption(option('--watch', 'reload changed files (the default)'))
    .addOption(option('--no-watch', 'do not reload changed files'))
    .addOption(option('--log <format>', 'pretty, json or silent (default: pretty)'))
    .addOption(option('--max-worlds <n>', 'maximum number of open worlds (default: 1000)'))
    .addOption(option('--max-body <size>', 'maximum size of a request body (default: 1MiB)'))
    .addOption(option('--journal <n>', 'exchanges kept per world (default: 1000)'))
    .addOption(option('--save <directory>', 'keep the worlds in this directory, so that they survive a restart'))
    .addOption(option('--store <url>', 'keep the worlds in a Redis or Valkey, which several servers may share'))
    .addOption(option('--prefix <text>', 'separates the teams that share a store (default: vivarium)'))
    .addOption(
      option('--keep <duration>', 'remove worlds that nobody used for this time (default: 24h; with a store 7d)'),
    )
    .addOption(option('--workers <n>', 'number of processes that serve the port; needs --store (default: 1)'))
    .addOption(option('--show-credentials', 'do not redact credentials'))
    .addOption(option('--why', 'log the decisions that led to each response'))
    .addOption(
      option(
        '--token <token>',
        'token that the control API requires if the host is not loopback (default: generated and printed)',
      ),
    )
    .addOption(option('--tls', 'serve HTTPS, with a certificate for localhost that is created'))
    .addOption(option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)'))
    .addOption(option('--tls-key <file>', 'private key of the certificate (PEM)'))
    .addOption(option('--open', 'open the browser'))
    .addOption(option('--fail-on <kinds>', `${failOnHelp}, when the server stops`).argParser(collectList))
    .addOption(option('--min-coverage <percent>', `${minCoverageHelp}, when the server stops`))
    .addOption(option('--report <format=file>', `${reportHelp}, when the server stops`).argParser(collectList))
    .addHelpText('after', `\n${variables}`)
    .action(async (documents: string[], flags: Record<string, unknown>) => {
      checkDocuments(documents);
      const onStop = isWorker() ? stopOnOrders() : stopOnSignals();
      const { serve } = await import('./serve.ts');
      await serve(documents.length === 0 ? flags : { ...flags, document: documents }, onStop);
    });

const addCheck = (command: Command): Command =>
  command
    .description(
      'List every problem in a document and in scenario files. Exits with 2 if there is an error; warnings do not count.',
    )
    .argument(
      '[files...]',
      'an OpenAPI document, Overlays and scenario files, recognised by content (default: those that serve would load)',
    )
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .addOption(option('--scenarios <directory>', 'directory of scenario files (default: scenarios)'))
    .addOption(option('--handlers <file>', handlersHelp))
    .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
    .addOption(option('--json', 'print the problems as JSON'))
    .action(async (files: string[], flags: CheckFlags) => {
      const { check } = await import('./check/check.ts');
      process.exitCode = await check(files, flags);
    });

const addExplain = (command: Command): Command =>
  command
    .description('Show the resources found in a document, operation by operation, with reasons.')
    .argument(
      '[files...]',
      'OpenAPI documents and Overlays, recognised by content (default: those that serve would load)',
    )
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .addOption(option('--handlers <file>', handlersHelp))
    .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
    .addOption(option('--json', 'print JSON'))
    .action(async (files: string[], flags: ExplainFlags) => {
      const { explain } = await import('./explain.ts');
      process.exitCode = await explain(files, flags);
    });

const addFault = (command: Command): Command =>
  command
    .description('Switch a fault of a running server on or off. Without a name: list the faults.')
    .argument('[name]', 'the name of a built-in fault, or of one of a scenario')
    .argument('[on|off]', 'the new state')
    .addOption(
      option('--operation <name>', 'restrict the fault to an operation (repeatable; default: as before)').argParser(
        collect,
      ),
    )
    .addOption(option('--world <name>', 'the world (default: default)'))
    .addOption(option('--url <url>', 'address of the server (default: VIVARIUM_URL, else http://127.0.0.1:4010)'))
    .addOption(option('--token <token>', 'token of the server, required if it is not on loopback'))
    .action(async (name: string | undefined, state: string | undefined, flags: FaultFlags) => {
      const { fault } = await import('./fault.ts');
      process.exitCode = await fault(name, state, flags);
    });

const failOnHelp = 'exit with 1 on violations, unmatched, deprecated or unknown-parameters (separated by commas)';
const minCoverageHelp = 'exit with 1 if the clients covered less of the document';
const reportHelp = 'write a report: junit=FILE, md=FILE, json=FILE or html=FILE (repeatable)';

const addGate = (command: Command): Command =>
  command
    .description(
      'Judge what the clients sent to running servers, over all worlds since the start. Exits with 1 on findings, with 2 if no operation was called.',
    )
    .argument('<urls...>', 'the address of a server, such as http://127.0.0.1:4010')
    .addOption(option('--fail-on <kinds>', `${failOnHelp} (default: violations)`).argParser(collectList))
    .addOption(option('--min-coverage <percent>', minCoverageHelp))
    .addOption(option('--report <format=file>', reportHelp).argParser(collectList))
    .addOption(option('--token <token>', 'token of the server, required if it is not on loopback'))
    .action(async (urls: string[], flags: GateFlags) => {
      const { gate } = await import('./gate.ts');
      process.exitCode = await gate(urls, flags);
    });

const addVerify = (command: Command): Command =>
  command
    .description(
      'Check a real service against a document: exercise every operation, and let Prism judge each response. Exits with 1 on findings.',
    )
    .argument('<url>', 'the base URL of the service; without a path, that of the document is added')
    .argument('[document]', 'an OpenAPI document: a file or a URL (default: the one that serve would load)')
    .addOption(
      option('--key <key>', 'credential of every kind: a token, an API key or user:password (default: VIVARIUM_KEY)'),
    )
    .addOption(option('--header <name: value>', 'send a header with every request (repeatable)').argParser(collect))
    .addOption(
      option('--read-only', 'only send requests that change nothing (the default unless the host is loopback)'),
    )
    .addOption(option('--no-read-only', 'also send requests that change data'))
    .addOption(option('--operation <name>', 'judge only this operation (repeatable)').argParser(collect))
    .addOption(option('--report <format=file>', reportHelp).argParser(collectList))
    .addOption(option('--seed <n>', 'seed of generated values (default: 1)'))
    .addOption(option('--rate <n>', 'at most this many requests per second (default: unlimited)'))
    .addOption(option('--timeout <duration>', 'time for one response (default: 10s)'))
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .action(async (url: string, document: string | undefined, flags: VerifyFlags) => {
      const { verify } = await import('./verify.ts');
      process.exitCode = await verify(url, document, flags);
    });

const addCoverage = (command: Command): Command =>
  command
    .description('Show which parts of the interface the clients exercised: statuses, parameters and their values.')
    .argument(
      '<sources...>',
      'a running server (http://127.0.0.1:4010), one of its worlds (http://127.0.0.1:4010/~alice), or a saved report',
    )
    .addOption(option('--json', 'print JSON, which coverage reads and merges again'))
    .addOption(option('--fail-under <percent>', 'exit with 1 if coverage is below this percentage'))
    .addOption(option('--token <token>', 'token of the server, required if it is not on loopback'))
    .action(async (sources: string[], flags: CoverageFlags) => {
      const { coverage } = await import('./coverage.ts');
      process.exitCode = await coverage(sources, flags);
    });

const addRecord = (command: Command, child: readonly string[] | undefined): Command =>
  addUpstream(
    command
      .description(
        'Record a real service as a scenario: forward requests to it, and write what it responded. With -- COMMAND, until the command has ended.',
      )
      .usage('[options] <url> [document] [-- COMMAND...]')
      .argument('<url>', 'the base URL of the service; without a path, that of the document is added')
      .argument('[document]', 'an OpenAPI document: a file or a URL (default: the one that serve would load)')
      .addOption(option('--out <file>', 'the scenario to write (default: scenarios/recorded.yaml)'))
      .addOption(option('--force', 'replace an existing file'))
      .addOption(option('-p, --port <port>', 'port to listen on (default: 4010; with a command, any free port)'))
      .addOption(option('--host <host>', 'address to listen on (default: 127.0.0.1)'))
      .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
      .addOption(
        option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect),
      ),
  ).action(async (url: string, document: string | undefined, flags: RecordFlags) => {
    if (child?.length === 0) throw configError('VIV_COMMAND_INVALID', 'no command follows --', 'Name it, or omit --.');
    const onStop = stopOnSignals();
    const { record } = await import('./record.ts');
    await record(url, document, flags, child, onStop);
  });

/** The options of commands that forward. */
const addUpstream = (command: Command): Command =>
  command
    .addOption(
      option('--forward <what>', 'all, unknown, none, or operations, separated by commas (default: all)').argParser(
        collectList,
      ),
    )
    .addOption(
      option(
        "--upstream-header <'name: value'>",
        'header for the upstream; $NAME is a variable (repeatable)',
      ).argParser(collect),
    )
    .addOption(option('--upstream-timeout <duration>', 'time in which the upstream must respond (default: 30s)'))
    .addOption(
      option('--allow-origin <origin>', 'origin whose pages may use the upstream (repeatable)').argParser(collect),
    );

const addInit = (command: Command): Command =>
  command
    .description(
      'Write a first scenario, a configuration and two package scripts. Asks nothing and overwrites nothing.',
    )
    .argument(
      '[documents...]',
      'your OpenAPI documents, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs)',
    )
    .action(async (documents: string[]) => {
      const { init } = await import('./init/init.ts');
      process.exitCode = await init(documents.length === 0 ? {} : { document: documents });
    });

const option = (flags: string, description: string): Option => new Option(flags, description);

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Of a list that is separated by commas. */
const collectList = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];
