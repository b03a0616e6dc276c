import type { Command } from 'commander';
import type { ExplainFlags } from '../commands/explain.ts';
import { collect, handlersHelp, option } from './options.ts';

export const addExplain = (command: Command): Command =>
  command
    .description('Show the resources found in a document, operation by operation, with reasons.')
    .argument(
      '[files...]',
      'OpenAPI documents and Overlays, recognised by content (default: those that serve would load)',
    )
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .addOption(option('--handlers <file>', handlersHelp))
    .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
    .addOption(option('--json', 'print JSON'))
    .action(async (files: string[], flags: ExplainFlags) => {
      const { explain } = await import('../commands/explain.ts');
      process.exitCode = await explain(files, flags);
    });
