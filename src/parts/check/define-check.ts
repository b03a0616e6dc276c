import { type CommandDefinition, collect, shared } from '../../cli/terminal/command-definition.ts';

export const checkDefinition: CommandDefinition = {
  description:
    'List every problem in a document and in scenario files. Exits with 2 if there is an error; warnings do not count.',
  arguments: [
    [
      '[files...]',
      'an OpenAPI document, Overlays and scenario files, recognised by content (default: those that serve would load)',
    ],
  ],
  options: [
    shared.overlay,
    shared.scenarios,
    shared.handlers,
    shared.config,
    ['--mocks <pattern>', 'judge the responses in these files instead: exits with 1 if one is wrong', collect],
    ["--as <'GET /path 200'>", 'what files with a body alone are'],
    ['--json', 'print the problems as JSON'],
  ],
  load: async () => (await import('./check-command.ts')).check,
};
