/** Reports preferences of requests (`Prefer: fault=slwo`) that have no effect, which nobody would notice. */
import type { Exchange } from '../../../core/exchange.ts';
import { builtInFaults } from '../../../core/faults/built-in-faults.ts';
import { nearest, suggest } from '../../../core/primitives/did-you-mean.ts';
import { ownPreferences } from '../../../core/request/prefer.ts';

const maxReported = 100;

/** The names of what they set, in other places. */
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
