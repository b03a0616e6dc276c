import type { Command } from 'commander';

export const addInit = (command: Command): Command =>
  command
    .description(
      'Write a first scenario, a configuration and two package scripts. Asks nothing and overwrites nothing.',
    )
    .argument(
      '[documents...]',
      'your OpenAPI documents, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs)',
    )
    .action(async (documents: string[]) => {
      const { init } = await import('../commands/init/init.ts');
      process.exitCode = await init(documents.length === 0 ? {} : { document: documents });
    });
