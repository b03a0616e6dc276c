import type { Command } from 'commander';
import type { ImportFlags } from '../commands/import.ts';
import { option } from './options.ts';

export const addImport = (command: Command): Command =>
  command
    .description('Turn files of other tools into a scenario, and into a document where there is none.')
    .argument(
      '<files...>',
      'HTTP Archives (HAR 1.2), Postman collections, WireMock mappings, Mockoon environments, or a Swagger 2.0 document',
    )
    .addOption(
      option(
        '--out <directory>',
        'where scenarios/NAME.yaml and NAME.openapi.yaml are written (default: the working directory)',
      ),
    )
    .addOption(option('--name <name>', "the name of the scenario (default: the first file's, up to its first dot)"))
    .addOption(
      option('--document <file>', 'an OpenAPI document (default: the one that serve would load, except the example)'),
    )
    .addOption(option('--no-document', 'draft a document, also where there is one'))
    .addOption(option('--force', 'replace existing files'))
    .action(async (files: string[], flags: ImportFlags) => {
      const { importCommand } = await import('../commands/import.ts');
      process.exitCode = await importCommand(files, flags);
    });
