/** The commands that ask a running server. */
import { type CommandDefinition, collect, shared } from '../../cli/terminal/command-definition.ts';

const server = [shared.world, shared.url, shared.token];

export const faultDefinition: CommandDefinition = {
  description: 'Switch a fault of a running server on or off. Without a name: list the faults.',
  arguments: [
    ['[name]', 'the name of a built-in fault, or of one of a scenario'],
    ['[on|off]', 'the new state'],
  ],
  options: [
    ['--operation <name>', 'restrict the fault to an operation (repeatable; default: as before)', collect],
    ...server,
  ],
  load: async () => (await import('./fault-client.ts')).fault,
};

export const tokenDefinition: CommandDefinition = {
  description: 'Print an access token of a running server, whose document declares a login.',
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
  description: 'Show which parts of the interface the clients exercised: statuses, parameters and their values.',
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
