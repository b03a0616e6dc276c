import type { CommandDefinition } from '../../cli/terminal/command-definition.ts';

export const importDefinition: CommandDefinition = {
  details: 'Drafts a document where there is none.',
  arguments: [
    [
      '<files...>',
      'HTTP Archives (HAR 1.2), Postman collections, WireMock mappings, Mockoon environments, or a Swagger 2.0 document',
    ],
  ],
  options: [
    [
      '--out <directory>',
      'where scenarios/NAME.yaml and NAME.openapi.yaml are written (default: the working directory)',
    ],
    ['--name <name>', "the name of the scenario (default: the first file's, up to its first dot)"],
    ['--document <file>', 'an OpenAPI document (default: the one that serve would load, except the example)'],
    ['--no-document', 'draft a document, also where there is one'],
    ['--keep-templates', 'keep the text of a template as a body'],
    ['--force', 'replace existing files'],
  ],
  load: async () => (await import('./import-command.ts')).importCommand,
};
