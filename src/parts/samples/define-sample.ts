import { type CommandDefinition, worldOptions } from '../../cli/terminal/command-definition.ts';

export const sampleDefinition: CommandDefinition = {
  arguments: [
    ['<name>', "one of components.schemas, or an operation: 'Order', 'listOrders 200', 'createOrder request'"],
    ['[documents...]', 'OpenAPI documents: files or URLs (default: those that serve would load)'],
  ],
  options: [
    ['--count <n>', 'print a list of as many values (default: one value)'],
    ['--with <json>', 'merged over each value; what depends on it follows'],
    ['--extreme <kind>', 'minimal, empty-list, longest or boundary'],
    ['--for <side>', 'response or request (default: response)'],
    ...worldOptions,
  ],
  load: async () => (await import('./sample-command.ts')).sample,
};
