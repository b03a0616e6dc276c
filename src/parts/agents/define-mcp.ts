import { type CommandDefinition, shared } from '../../cli/terminal/command-definition.ts';
import { stopOnSignals } from '../../cli/terminal/stop-on-signals.ts';
import type { McpFlags } from './mcp-command.ts';

export const mcpDefinition: CommandDefinition = {
  description:
    'Serve agents by the Model Context Protocol, over standard input and output: about a running server, or about one that is started.',
  arguments: [['[document]', 'an OpenAPI document to serve: a file or a URL']],
  options: [
    ['--url <url>', 'address of a running server (default: VIVARIUM_URL, else http://127.0.0.1:4010 if it runs)'],
    ['--world <name>', 'the world of calls that name none (default: that of the address, else default)'],
    shared.token,
    ['--allow-changes', 'let agents change worlds: faults, items, the clock, and what requests change'],
    ['-p, --port <port>', 'port of a server that is started (default: 4010, else any free port)'],
    shared.config,
    shared.overlay,
  ],
  load: async () => {
    const onStop = stopOnSignals({ readsInput: true });
    const { mcp } = await import('./mcp-command.ts');
    return async (document: string | undefined, flags: McpFlags) => {
      await mcp(document, flags, onStop);
      return undefined;
    };
  },
};
