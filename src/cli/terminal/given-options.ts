import { combineOptions, findConfiguration } from '../../simulation/combine-options.ts';
import {
  flagOf,
  type Options,
  optionsFromEnvironment,
  optionsSchema,
  readOptions,
  variableOf,
} from '../../simulation/options.ts';
import type { ServiceOptions } from '../../simulation/service-source.ts';

export interface GivenOptions {
  readonly options: Options;
  /** The choice of the documents. */
  readonly serviceOptions: ServiceOptions;
  /** The name of an option as the user wrote it, or would write it: a flag, a variable, or a key. For error messages. */
  readonly nameOf: (name: string) => string;
}

/**
 * The options that the user set. A flag overrides its variable, and a variable overrides the configuration file.
 * @throws ConfigError
 */
export const readGivenOptions = async (
  flags: Readonly<Record<string, unknown>>,
  variables = optionsFromEnvironment(process.env),
): Promise<GivenOptions> => {
  const values = { ...variables, ...flags };
  const nameOfGiven = (name: string): string => {
    if (flags[name] === undefined && variables[name] !== undefined) return variableOf(name);
    return name === 'document' ? 'the document' : flagOf(name);
  };
  const file = readOptions(optionsSchema.pick({ config: true }), { config: values.config }, nameOfGiven).config;
  const combined = await combineOptions({ values, nameOf: nameOfGiven }, file ?? findConfiguration());
  const { services, namedIn, nameOf } = combined;
  const options = readOptions(optionsSchema, combined.values, nameOf);
  return { options, nameOf, serviceOptions: { ...options, base: options.base, services, namedIn, nameOf } };
};
