/** Variables of the environment that nothing reads, because their names are misspelled. */
import { nearest } from '../../../core/primitives/did-you-mean.ts';
import { optionsSchema, variableOf } from '../../../simulation/options.ts';
import { workerVariable } from '../../terminal/worker-process.ts';

const prefix = 'VIVARIUM_';

/** The variables of other commands, and of the processes of `--workers`. */
const otherVariables = ['VIVARIUM_URL', 'VIVARIUM_KEY', workerVariable];

/** A sentence for each. A name that is similar to no variable may belong to another program. */
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
