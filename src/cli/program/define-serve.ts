import { collect, optionRows as rows } from '../../simulation/option-rows.ts';
import { type CommandDefinition, upstreamOptions, worldOptions } from '../terminal/command-definition.ts';

export const variables = `Every option can be set with a variable, such as VIVARIUM_PORT=0,
VIVARIUM_FAULT=slow,flaky or VIVARIUM_WATCH=false, or in vivarium.yaml under its
long name. An option overrides its variable, and a variable overrides the file.`;

/** What a newcomer needs comes first; the options of each part are under a heading of their own. */
export const serveDefinition: CommandDefinition = {
  details: 'Also while a command runs: vivarium -- npm run dev.',
  arguments: [
    [
      '[documents...]',
      'OpenAPI documents: files or URLs, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs; else the shipped example)',
    ],
  ],
  options: [
    ...[rows.port, rows.host, ...worldOptions, rows.fault, rows.stateless, rows.prism],
    ['--env <NAME=TEMPLATE>', 'variable for the command after --: {url}, {base} (repeatable)', collect],
    ...[rows.open, rows.watch],
    ['--no-watch', 'do not reload changed files'],
    ...[rows.log, rows.why],
  ],
  groups: {
    'Options for the real service:': [rows.upstream, rows.record, rows.compare, ...upstreamOptions],
    'Options for judging the clients, when the server stops:': [rows.failOn, rows.minCoverage, rows.report],
    'Options for worlds that outlive the process, or are shared:': [
      ...[rows.save, rows.store, rows.prefix, rows.keep, rows.workers],
    ],
    'Options for access, and limits:': [
      ...[rows.tls, rows.tlsCert, rows.tlsKey, rows.token, rows.showCredentials, rows.allowChanges],
      ...[rows.allowWebhooks, rows.maxWorlds, rows.maxBody, rows.journal],
    ],
  },
  notes: variables,
  load: async () => (await import('../commands/serve/serve-command.ts')).serveCommand,
};
