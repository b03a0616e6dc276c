import type { Command } from 'commander';
import type { FaultFlags } from '../commands/fault.ts';
import { collect, option } from './options.ts';

export const addFault = (command: Command): Command =>
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
      const { fault } = await import('../commands/fault.ts');
      process.exitCode = await fault(name, state, flags);
    });
