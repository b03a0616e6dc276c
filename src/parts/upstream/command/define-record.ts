import { type CommandDefinition, shared, upstreamOptions } from '../../../cli/terminal/command-definition.ts';
import { stopOnSignals } from '../../../cli/terminal/stop-on-signals.ts';
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import type { RecordFlags } from './record-command.ts';

export const recordDefinition: CommandDefinition = {
  details: 'Forwards requests to it, and writes what it responded. With -- COMMAND, until the command has ended.',
  usage: '[options] <url> [document] [-- COMMAND...]',
  arguments: [
    ['<url>', 'the base URL of the service; without a path, that of the document is added'],
    ['[document]', 'an OpenAPI document: a file or a URL (default: the one that serve would load)'],
  ],
  options: [
    ['--out <file>', 'the scenario to write (default: scenarios/recorded.yaml)'],
    ['--force', 'replace an existing file'],
    ['--compare', 'simulate forwarded requests too, and list the differences'],
    ['-p, --port <port>', 'port to listen on (default: 4010; with a command, any free port)'],
    ['--host <host>', 'address to listen on (default: 127.0.0.1)'],
    shared.config,
    shared.overlay,
    ...upstreamOptions,
  ],
  load: async () => {
    const onStop = stopOnSignals();
    const { record } = await import('./record-command.ts');
    return async (
      url: string,
      document: string | undefined,
      flags: RecordFlags,
      child: readonly string[] | undefined,
    ) => {
      if (child?.length === 0) throw commandInvalid('no command follows --', 'Name it, or omit --.');
      await record(url, document, flags, child, onStop);
      return undefined;
    };
  },
};
