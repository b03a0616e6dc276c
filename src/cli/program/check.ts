import type { Command } from 'commander';
import type { CheckFlags } from '../commands/check/check.ts';
import { collect, handlersHelp, option } from './options.ts';

export const addCheck = (command: Command): Command =>
  command
    .description(
      'List every problem in a document and in scenario files. Exits with 2 if there is an error; warnings do not count.',
    )
    .argument(
      '[files...]',
      'an OpenAPI document, Overlays and scenario files, recognised by content (default: those that serve would load)',
    )
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .addOption(option('--scenarios <directory>', 'directory of scenario files (default: scenarios)'))
    .addOption(option('--handlers <file>', handlersHelp))
    .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
    .addOption(option('--json', 'print the problems as JSON'))
    .action(async (files: string[], flags: CheckFlags) => {
      const { check } = await import('../commands/check/check.ts');
      process.exitCode = await check(files, flags);
    });
