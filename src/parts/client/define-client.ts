/** The commands that ask a running server. */
import { type CommandDefinition, collect, shared } from '../../cli/terminal/command-definition.ts';
import { stopOnSignals } from '../../cli/terminal/stop-on-signals.ts';
import type { McpFlags } from './mcp-command.ts';

const server = [shared.world, shared.url, shared.token];

export const faultDefinition: CommandDefinition = {
  arguments: [
    ['[name]', 'the name of a built-in fault, or of one of a scenario (default: list all)'],
    ['[on|off]', 'the new state'],
  ],
  options: [
    ['--operation <name>', 'restrict the fault to an operation (repeatable; default: as before)', collect],
    ...server,
  ],
  load: async () => (await import('./fault-client.ts')).fault,
};

export const tokenDefinition: CommandDefinition = {
  options: [
    ['--sub <sub>', 'for whom: a user of the scenario, or anyone (default: the first user)'],
    ['--scope <scopes>', 'scopes with spaces between them (default: all of the document)'],
    ['--audience <audience>', 'the audience (default: the origin of the server)'],
    ['--lifetime <duration>', "how long it is valid, in the world's time (default: auth.lifetime, else 1h)"],
    ...server,
  ],
  load: async () => (await import('./token.ts')).token,
};

export const coverageDefinition: CommandDefinition = {
  arguments: [
    [
      '<sources...>',
      'a running server (http://127.0.0.1:4010), one of its worlds (http://127.0.0.1:4010/~alice), or a saved report',
    ],
  ],
  options: [
    ['--json', 'print JSON, which coverage reads and merges again'],
    ['--fail-under <percent>', 'exit with 1 if coverage is below this percentage'],
    shared.token,
  ],
  load: async () => (await import('./coverage-client.ts')).coverage,
};

export const mcpDefinition: CommandDefinition = {
  details: 'They work on a running server, or on one that is started.',
  arguments: [['[document]', 'an OpenAPI document to serve: a file or a URL']],
  options: [
    ['--url <url>', 'address of a running server (default: VIVARIUM_URL, else http://127.0.0.1:4010 if it runs)'],
    ['--world <name>', 'the world of calls that name none (default: that of the address, else default)'],
    shared.token,
    ['--allow-changes', 'let agents change worlds: faults, items, the clock, and what requests change'],
    ['-p, --port <port>', 'port of a server that is started (default: 4010, else any free port)'],
    shared.config,
    shared.overlay,
  ],
  load: async () => {
    const onStop = stopOnSignals({ readsInput: true });
    const { mcp } = await import('./mcp-command.ts');
    return async (document: string | undefined, flags: McpFlags) => {
      await mcp(document, flags, onStop);
      return undefined;
    };
  },
};
