import type { Command } from 'commander';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import type { DrillFlags } from '../commands/drill/drill-flags.ts';
import { stopOnSignals } from '../terminal/stop-on-signals.ts';
import { collect, collectList, handlersHelp, option, reportHelp } from './options.ts';
import { checkDocuments } from './usage.ts';

export const addDrill = (command: Command, child: readonly string[] | undefined): Command =>
  command
    .description(
      'Find out whether a client survives: run its test command without a fault, then once for each case, one fault on one operation. The base URL is in VIVARIUM_URL. Exits with 1 on findings, with 2 if nothing could be judged.',
    )
    .usage('[options] [documents...] -- <command...>')
    .argument('[documents...]', 'OpenAPI documents: files or URLs (default: those that serve would load)')
    .addOption(
      option(
        '--env <name=template>',
        'set a variable for the command; {url}, {base} and {world} are replaced (repeatable)',
      ).argParser(collect),
    )
    .addOption(
      option('--operation <names>', 'drill only these operations (default: all called)').argParser(collectList),
    )
    .addOption(
      option('--faults <names>', 'try only these faults or error statuses (default: the usual ones)').argParser(
        collectList,
      ),
    )
    .addOption(option('--case <names>', 'run only these cases, such as createPet/offline/once').argParser(collectList))
    .addOption(option('--baseline <n>', 'number of runs without a fault (default: 2)'))
    .addOption(
      option(
        '--timeout <duration>',
        'time for one run (default: five times the longest run without a fault, at least 10s)',
      ),
    )
    .addOption(option('--budget <duration>', 'end the drill after this time'))
    .addOption(option('--jobs <n>', 'cases that run side by side (default: half the number of processors)'))
    .addOption(
      option(
        '--fail-on <kinds>',
        'exit with 1 on retry-after, repeated-write, storm, inside-contract, hung, crashed or failed (default: all but failed)',
      ).argParser(collectList),
    )
    .addOption(option('--report <format=file>', reportHelp).argParser(collectList))
    .addOption(option('--config <file>', 'configuration file (default: vivarium.yaml, if it exists)'))
    .addOption(option('--overlay <file>', 'apply an OpenAPI Overlay to the document (repeatable)').argParser(collect))
    .addOption(option('--handlers <file>', handlersHelp))
    .addOption(option('--base <path>', "base path, in place of the document's (such as /v1)"))
    .addOption(option('-s, --scenario <name>', 'scenario that worlds start from (default: default)'))
    .addOption(option('--scenarios <directory>', 'directory of scenario files (default: scenarios)'))
    .addOption(option('--seed <n>', 'seed of generated data and chance (default: 1)'))
    .action(async (documents: string[], flags: DrillFlags) => {
      if (child === undefined || child.length === 0)
        throw commandInvalid('there is no command to drill', 'Write it after --: vivarium drill -- npm test.');
      checkDocuments(documents);
      const onStop = stopOnSignals();
      const { drill } = await import('../commands/drill/drill.ts');
      await drill(documents, flags, child, onStop);
    });
