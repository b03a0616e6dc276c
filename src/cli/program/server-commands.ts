/** The commands that ask a running server. */

import type { Command } from 'commander';
import type { McpFlags } from '../../parts/agents/mcp-command.ts';
import { stopOnSignals } from '../terminal/stop-on-signals.ts';
import { collect, collectList, failOnHelp, minCoverageHelp, runs, shared } from './common-options.ts';

export const addFault = (command: Command): Command =>
  command
    .description('Switch a fault of a running server on or off. Without a name: list the faults.')
    .argument('[name]', 'the name of a built-in fault, or of one of a scenario')
    .argument('[on|off]', 'the new state')
    .option('--operation <name>', 'restrict the fault to an operation (repeatable; default: as before)', collect)
    .option(...shared.world)
    .option(...shared.url)
    .option(...shared.token)
    .action(runs(async () => (await import('../../parts/client/fault-client.ts')).fault));

export const addToken = (command: Command): Command =>
  command
    .description('Print an access token of a running server, whose document declares a login.')
    .option('--sub <sub>', 'for whom: a user of the scenario, or anyone (default: the first user)')
    .option('--scope <scopes>', 'scopes with spaces between them (default: all of the document)')
    .option('--audience <audience>', 'the audience (default: the origin of the server)')
    .option('--lifetime <duration>', "how long it is valid, in the world's time (default: auth.lifetime, else 1h)")
    .option(...shared.world)
    .option(...shared.url)
    .option(...shared.token)
    .action(runs(async () => (await import('../../parts/client/token.ts')).token));

export const addGate = (command: Command): Command =>
  command
    .description(
      'Judge what the clients sent to running servers, over all worlds since the start. Exits with 1 on findings, with 2 if no operation was called.',
    )
    .argument('<urls...>', 'the address of a server, such as http://127.0.0.1:4010')
    .option('--fail-on <kinds>', `${failOnHelp} (default: violations)`, collectList)
    .option('--min-coverage <percent>', minCoverageHelp)
    .option(...shared.report)
    .option(...shared.token)
    .action(runs(async () => (await import('../../parts/gate/gate-command.ts')).gate));

export const addCoverage = (command: Command): Command =>
  command
    .description('Show which parts of the interface the clients exercised: statuses, parameters and their values.')
    .argument(
      '<sources...>',
      'a running server (http://127.0.0.1:4010), one of its worlds (http://127.0.0.1:4010/~alice), or a saved report',
    )
    .option('--json', 'print JSON, which coverage reads and merges again')
    .option('--fail-under <percent>', 'exit with 1 if coverage is below this percentage')
    .option(...shared.token)
    .action(runs(async () => (await import('../../parts/client/coverage-client.ts')).coverage));

export const addMcp = (command: Command): Command =>
  command
    .description(
      'Serve agents by the Model Context Protocol, over standard input and output: about a running server, or about one that is started.',
    )
    .argument('[document]', 'an OpenAPI document to serve: a file or a URL')
    .option('--url <url>', 'address of a running server (default: VIVARIUM_URL, else http://127.0.0.1:4010 if it runs)')
    .option('--world <name>', 'the world of calls that name none (default: that of the address, else default)')
    .option(...shared.token)
    .option('--allow-changes', 'let agents change worlds: faults, items, the clock, and what requests change')
    .option('-p, --port <port>', 'port of a server that is started (default: 4010, else any free port)')
    .option(...shared.config)
    .option(...shared.overlay)
    .action(async (document: string | undefined, flags: McpFlags) => {
      const onStop = stopOnSignals({ readsInput: true });
      const { mcp } = await import('../../parts/agents/mcp-command.ts');
      await mcp(document, flags, onStop);
    });
