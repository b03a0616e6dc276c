import type { Command } from 'commander';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import type { RecordFlags } from '../commands/record.ts';
import { stopOnSignals } from '../terminal/stop-on-signals.ts';
import { collect, option } from './options.ts';
import { addUpstream } from './upstream.ts';

export const addRecord = (command: Command, child: readonly string[] | undefined): Command =>
  addUpstream(
    command
      .description(
        'Record a real service as a scenario: forward requests to it, and write what it responded. With -- COMMAND, until the command has ended.',
      )
      .usage('[options] <url> [document] [-- COMMAND...]')
      .argument('<url>', 'the base URL of the service; without a path, that of the document is added')
      .argument('[document]', 'an OpenAPI document: a file or a URL (default: the one that serve would load)')
      .addOption(option('--out <file>', 'the scenario to write (default: scenarios/recorded.yaml)'))
      .addOption(option('--force', 'replace an existing file'))
      .addOption(option('-p, --port <port>', 'port to listen on (default: 4010; with a command, any free port)'))
      .addOption(option('--host <host>', 'address to listen on (default: 127.0.0.1)'))
      .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
      .addOption(
        option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect),
      ),
  ).action(async (url: string, document: string | undefined, flags: RecordFlags) => {
    if (child?.length === 0) throw commandInvalid('no command follows --', 'Name it, or omit --.');
    const onStop = stopOnSignals();
    const { record } = await import('../commands/record.ts');
    await record(url, document, flags, child, onStop);
  });
