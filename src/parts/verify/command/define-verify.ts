/** The commands that exercise a real service. */
import { type CommandDefinition, collect, shared } from '../../../cli/terminal/command-definition.ts';

const exercise: Pick<CommandDefinition, 'arguments' | 'options'> = {
  arguments: [
    ['<url>', 'the base URL of the service; without a path, that of the document is added'],
    ['[document]', 'an OpenAPI document: a file or a URL (default: the one that serve would load)'],
  ],
  options: [
    ['--key <key>', 'credential of every kind: a token, an API key or user:password (default: VIVARIUM_KEY)'],
    ['--header <name: value>', 'send a header with every request (repeatable)', collect],
    ['--read-only', 'only send requests that change nothing (the default unless the host is loopback)'],
    ['--no-read-only', 'also send requests that change data'],
    ['--operation <name>', 'judge only this operation (repeatable)', collect],
    shared.report,
    ['--seed <n>', 'seed of generated values (default: 1)'],
    ['--rate <n>', 'at most this many requests per second (default: unlimited)'],
    ['--timeout <duration>', 'time for one response (default: 10s)'],
    shared.overlay,
  ],
};

export const verifyDefinition: CommandDefinition = {
  details: 'Exercises every operation. Exits with 1 on findings.',
  ...exercise,
  load: async () => (await import('./verify-command.ts')).verify,
};

export const compareDefinition: CommandDefinition = {
  details: 'Sends the requests of verify.',
  ...exercise,
  load: async () => (await import('./verify-command.ts')).compare,
};
