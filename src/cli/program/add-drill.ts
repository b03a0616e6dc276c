import type { Command } from 'commander';
import { commandInvalid } from '../../core/primitives/config-error.ts';
import type { DrillFlags } from '../../parts/drill/command/drill-flags.ts';
import { stopOnSignals } from '../terminal/stop-on-signals.ts';
import { addWorld, collect, collectList, shared } from './common-options.ts';
import { checkDocuments } from './usage.ts';

export const addDrill = (command: Command, child: readonly string[] | undefined): Command =>
  addWorld(
    command
      .description(
        'Find out whether a client survives: run its test command without a fault, then once for each case, one fault on one operation. The base URL is in VIVARIUM_URL. Exits with 1 on findings, with 2 if nothing could be judged.',
      )
      .usage('[options] [documents...] -- <command...>')
      .argument('[documents...]', 'OpenAPI documents: files or URLs (default: those that serve would load)')
      .option(
        '--env <name=template>',
        'set a variable for the command; {url}, {base} and {world} are replaced (repeatable)',
        collect,
      )
      .option('--operation <names>', 'drill only these operations (default: all called)', collectList)
      .option('--faults <names>', 'try only these faults or error statuses (default: the usual ones)', collectList)
      .option('--case <names>', 'run only these cases, such as createPet/offline/once', collectList)
      .option('--baseline <n>', 'number of runs without a fault (default: 2)')
      .option(
        '--timeout <duration>',
        'time for one run (default: five times the longest run without a fault, at least 10s)',
      )
      .option('--budget <duration>', 'end the drill after this time')
      .option('--jobs <n>', 'cases that run side by side (default: half the number of processors)')
      .option(
        '--fail-on <kinds>',
        'exit with 1 on retry-after, repeated-write, storm, inside-contract, hung, crashed or failed (default: all but failed)',
        collectList,
      )
      .option(...shared.report),
  ).action(async (documents: string[], flags: DrillFlags) => {
    if (child === undefined || child.length === 0)
      throw commandInvalid('there is no command to drill', 'Write it after --: vivarium drill -- npm test.');
    checkDocuments(documents);
    const onStop = stopOnSignals();
    const { drill } = await import('../../parts/drill/command/drill-command.ts');
    await drill(documents, flags, child, onStop);
  });
