import type { Command } from 'commander';
import type { ImportFlags } from '../commands/import.ts';
import { option } from './options.ts';

export const addImport = (command: Command): Command =>
  command
    .description('Turn a HAR (an HTTP Archive of a browser, a proxy or a test tool) into a scenario.')
    .argument('<files...>', 'HTTP Archives (HAR 1.2)')
    .addOption(option('--out <directory>', 'where scenarios/NAME.yaml is written (default: the working directory)'))
    .addOption(option('--name <name>', "the name of the scenario (default: the first file's, up to its first dot)"))
    .addOption(option('--document <file>', 'an OpenAPI document (default: the one that serve would load)'))
    .addOption(option('--force', 'replace an existing file'))
    .action(async (files: string[], flags: ImportFlags) => {
      const { importCommand } = await import('../commands/import.ts');
      process.exitCode = await importCommand(files, flags);
    });
