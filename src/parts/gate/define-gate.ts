import { type CommandDefinition, shared } from '../../cli/terminal/command-definition.ts';
import { optionRows } from '../../simulation/option-rows.ts';

const [flags, text, collect] = optionRows.failOn;

export const gateDefinition: CommandDefinition = {
  details: 'All worlds count, since the start. Exits with 2 if no operation was called.',
  arguments: [['<urls...>', 'the address of a server, such as http://127.0.0.1:4010']],
  options: [[flags, `${text} (default: violations)`, collect], optionRows.minCoverage, shared.report, shared.token],
  load: async () => (await import('./gate-command.ts')).gate,
};
