import type { Command } from 'commander';
import type { McpFlags } from '../commands/mcp.ts';
import { stopOnSignals } from '../terminal/stop-on-signals.ts';
import { collect, option } from './options.ts';

export const addMcp = (command: Command): Command =>
  command
    .description(
      'Serve agents by the Model Context Protocol, over standard input and output: about a running server, or about one that is started.',
    )
    .argument('[document]', 'an OpenAPI document to serve: a file or a URL')
    .addOption(
      option(
        '--url <url>',
        'address of a running server (default: VIVARIUM_URL, else http://127.0.0.1:4010 if it runs)',
      ),
    )
    .addOption(
      option('--world <name>', 'the world of calls that name none (default: that of the address, else default)'),
    )
    .addOption(option('--token <token>', 'token of the server, required if it is not on loopback'))
    .addOption(
      option('--allow-changes', 'let agents change worlds: faults, items, the clock, and what requests change'),
    )
    .addOption(option('-p, --port <port>', 'port of a server that is started (default: 4010, else any free port)'))
    .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .action(async (document: string | undefined, flags: McpFlags) => {
      const onStop = stopOnSignals({ readsInput: true });
      const { mcp } = await import('../commands/mcp.ts');
      await mcp(document, flags, onStop);
    });
