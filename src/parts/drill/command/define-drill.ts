import {
  type CommandDefinition,
  collect,
  collectList,
  shared,
  worldOptions,
} from '../../../cli/terminal/command-definition.ts';
import { stopOnSignals } from '../../../cli/terminal/stop-on-signals.ts';
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import type { DrillFlags } from './drill-command.ts';

export const drillDefinition: CommandDefinition = {
  details:
    'Runs them without a fault first, then once for each case: one fault on one operation. The base URL is in VIVARIUM_URL. Exits with 2 if nothing could be judged.',
  usage: '[options] [documents...] -- <command...>',
  arguments: [['[documents...]', 'OpenAPI documents: files or URLs (default: those that serve would load)']],
  options: [
    [
      '--env <name=template>',
      'set a variable for the command; {url}, {base} and {world} are replaced (repeatable)',
      collect,
    ],
    ['--operation <names>', 'drill only these operations (default: all called)', collectList],
    ['--faults <names>', 'try only these faults or error statuses (default: the usual ones)', collectList],
    ['--case <names>', 'run only these cases, such as createPet/offline/once', collectList],
    ['--baseline <n>', 'number of runs without a fault (default: 2)'],
    ['--timeout <duration>', 'time for one run (default: five times the longest run without a fault, at least 10s)'],
    ['--budget <duration>', 'end the drill after this time'],
    ['--jobs <n>', 'cases that run side by side (default: half the number of processors)'],
    [
      '--fail-on <kinds>',
      'exit with 1 on retry-after, repeated-write, storm, inside-contract, hung, crashed or failed (default: all but failed)',
      collectList,
    ],
    shared.report,
    ...worldOptions,
  ],
  load: async () => {
    const onStop = stopOnSignals();
    const { drill } = await import('./drill-command.ts');
    return async (documents: readonly string[], flags: DrillFlags, child: readonly string[] | undefined) => {
      if (child === undefined || child.length === 0)
        throw commandInvalid('there is no command to drill', 'Write it after --: vivarium drill -- npm test.');
      await drill(documents, flags, child, onStop);
      return undefined;
    };
  },
};
