import type { Command } from 'commander';
import type { CoverageFlags } from '../commands/coverage.ts';
import { option } from './options.ts';

export const addCoverage = (command: Command): Command =>
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
      const { coverage } = await import('../commands/coverage.ts');
      process.exitCode = await coverage(sources, flags);
    });
