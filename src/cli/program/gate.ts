import type { Command } from 'commander';
import type { GateFlags } from '../commands/gate.ts';
import { collectList, failOnHelp, minCoverageHelp, option, reportHelp } from './options.ts';

export const addGate = (command: Command): Command =>
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
      const { gate } = await import('../commands/gate.ts');
      process.exitCode = await gate(urls, flags);
    });
