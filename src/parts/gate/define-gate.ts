import {
  type CommandDefinition,
  collectList,
  failOnHelp,
  minCoverageHelp,
  shared,
} from '../../cli/terminal/command-definition.ts';

export const gateDefinition: CommandDefinition = {
  description:
    'Judge what the clients sent to running servers, over all worlds since the start. Exits with 1 on findings, with 2 if no operation was called.',
  arguments: [['<urls...>', 'the address of a server, such as http://127.0.0.1:4010']],
  options: [
    ['--fail-on <kinds>', `${failOnHelp} (default: violations)`, collectList],
    ['--min-coverage <percent>', minCoverageHelp],
    shared.report,
    shared.token,
  ],
  load: async () => (await import('./gate-command.ts')).gate,
};
