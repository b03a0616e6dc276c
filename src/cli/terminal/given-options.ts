import { flagOf, optionsFromEnvironment, variableOf } from '../../simulation/options.ts';

interface GivenOptions {
  readonly values: Readonly<Record<string, unknown>>;
  /** The name of an option as the user wrote it, or would write it: a flag or a variable. For error messages. */
  readonly nameOf: (name: string) => string;
}

/** The options that the user set. A flag overrides its variable. */
export const givenOptions = (
  flags: Readonly<Record<string, unknown>>,
  variables = optionsFromEnvironment(process.env),
): GivenOptions => ({
  values: { ...variables, ...flags },
  nameOf: (name) => {
    if (flags[name] === undefined && variables[name] !== undefined) return variableOf(name);
    return name === 'document' ? 'the document' : flagOf(name);
  },
});
