/** Sentences for the user about what has no effect: preferences of requests, and variables of the environment. */
import type { Exchange } from '../../../core/exchange.ts';
import { builtInFaults } from '../../../core/faults/built-in-faults.ts';
import { nearest, suggest } from '../../../core/primitives/did-you-mean.ts';
import { ownPreferences } from '../../../core/request/prefer.ts';
import { optionsSchema, variableOf } from '../../../simulation/options.ts';
import { workerVariable } from '../../terminal/worker-process.ts';

const maxReported = 100;

/** Maps the names in scenarios to the names of preferences. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['status', 'code'],
  ['latency', 'delay'],
]);

/** The sentences about an exchange, each once. `faultsOf`: the names of the faults of a world. */
export const createIgnoredPreferences = (
  faultsOf: (world: string) => Iterable<string>,
): ((exchange: Exchange) => readonly string[]) => {
  const reported = new Set<string>();
  return ({ world, steps }) =>
    steps.flatMap((step) => {
      if (step.type !== 'preference-ignored' || reported.size >= maxReported) return [];
      const { preference, reason } = step;
      const [name = '', value = ''] = preference.split(/=(.*)/s);
      const meant = otherNames.get(name) ?? nearest(name, ownPreferences);
      // Others are for other servers, such as return=minimal.
      if (meant === undefined || reported.has(preference)) return [];
      reported.add(preference);
      if (meant !== name) return [`Prefer: ${preference} has no effect: ${reason}. Did you mean "${meant}"?`];
      const isKnown = name !== 'fault' || builtInFaults.has(value);
      const hint = isKnown
        ? ''
        : // `slow@listPets` is for the command line: a preference is for its own request.
          ` ${suggest(value.replace(/@.*/s, ''), 'faults', [...new Set([...builtInFaults.keys(), ...faultsOf(world)])])}`;
      return [`Prefer: ${preference} has no effect: ${reason}.${hint}`];
    });
};

const prefix = 'VIVARIUM_';

/** The variables of other commands, and of the processes of `--workers`. */
const otherVariables = ['VIVARIUM_URL', 'VIVARIUM_KEY', workerVariable];

/** Returns a sentence for each. A name that resembles no variable may belong to another program. */
export const misspelledVariables = (environment: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const known = [...Object.keys(optionsSchema.shape).map(variableOf), ...otherVariables];
  const endings = known.map((name) => name.slice(prefix.length));
  return Object.keys(environment).flatMap((name) => {
    if (!name.toUpperCase().startsWith(prefix) || known.includes(name)) return [];
    const meant = nearest(name.slice(prefix.length), endings);
    return meant === undefined
      ? []
      : [`The variable ${JSON.stringify(name)} is unknown, so it is ignored. Did you mean "${prefix}${meant}"?`];
  });
};
