import type { Command } from 'commander';
import type { TokenFlags } from '../commands/token.ts';
import { option } from './options.ts';

export const addToken = (command: Command): Command =>
  command
    .description('Print an access token of a running server, whose document declares a login.')
    .addOption(option('--sub <sub>', 'for whom: a user of the scenario, or anyone (default: the first user)'))
    .addOption(option('--scope <scopes>', 'scopes with spaces between them (default: all of the document)'))
    .addOption(option('--audience <audience>', 'the audience (default: the origin of the server)'))
    .addOption(
      option('--lifetime <duration>', "how long it is valid, in the world's time (default: auth.lifetime, else 1h)"),
    )
    .addOption(option('--world <name>', 'the world (default: default)'))
    .addOption(option('--url <url>', 'address of the server (default: VIVARIUM_URL, else http://127.0.0.1:4010)'))
    .addOption(option('--token <token>', 'token of the server, required if it is not on loopback'))
    .action(async (flags: TokenFlags) => {
      const { token } = await import('../commands/token.ts');
      process.exitCode = await token(flags);
    });
