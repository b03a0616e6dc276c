import { type CommandDefinition, shared } from '../../cli/terminal/command-definition.ts';

export const explainDefinition: CommandDefinition = {
  arguments: [
    ['[files...]', 'OpenAPI documents and Overlays, recognised by content (default: those that serve would load)'],
  ],
  options: [
    shared.overlay,
    shared.handlers,
    shared.config,
    ['--why-not <operation>', 'show the rules that nearly fit one operation, and what each lacks'],
    ['--json', 'print JSON'],
  ],
  load: async () => (await import('./explain.ts')).explain,
};
