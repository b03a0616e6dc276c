import { flagOf, optionsFromEnvironment, variableOf } from '../../simulation/options.ts';

interface GivenOptions {
  readonly given: Readonly<Record<string, unknown>>;
  /** How the user wrote an option, or would write it, for the error. */
  readonly nameOf: (name: string) => string;
}

/** What the user said: a flag wins over its variable. */
export const givenOptions = (
  flags: Readonly<Record<string, unknown>>,
  variables = optionsFromEnvironment(process.env),
): GivenOptions => ({
  given: { ...variables, ...flags },
  nameOf: (name) => {
    if (flags[name] === undefined && variables[name] !== undefined) return variableOf(name);
    return name === 'document' ? 'the document' : flagOf(name);
  },
});
