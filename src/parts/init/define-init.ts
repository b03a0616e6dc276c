import type { CommandDefinition } from '../../cli/terminal/command-definition.ts';

export const initDefinition: CommandDefinition = {
  description: 'Write a first scenario, a configuration and two package scripts. Asks nothing and overwrites nothing.',
  arguments: [
    [
      '[documents...]',
      'your OpenAPI documents, each a service (default: openapi.yaml or a similar name, here or in spec, api or docs)',
    ],
  ],
  options: [],
  load: async () => {
    const { init } = await import('./init.ts');
    return (documents: string[]) => init(documents.length === 0 ? {} : { document: documents });
  },
};
