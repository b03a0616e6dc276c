import { resolve } from 'node:path';
import { type ConfigProblem, type OptionNames, optionInvalid } from '../../core/primitives/config-error.ts';
import { parseDuration } from '../../core/primitives/units.ts';
import type { ReportProblems } from '../../parts/configuration/read-configuration.ts';
import { type CombinedOptions, combineOptions, findConfiguration } from '../../simulation/combine-options.ts';
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
  readonly serviceOptions: ServiceOptions;
  /** A flag, a variable, or a key of the configuration file. */
  readonly names: OptionNames;
}

/**
 * The options that the user set. A flag overrides its variable, and a variable overrides the configuration file.
 * `report` takes the problems of the configuration file. @throws ConfigError
 */
export const readGivenOptions = async (
  flags: Readonly<Record<string, unknown>>,
  report?: ReportProblems,
): Promise<GivenOptions> => {
  const given = givenOptions(flags);
  const config = { config: given.values.config };
  const file = readOptions(optionsSchema.pick({ config: true }), config, given.nameOf).config;
  const {
    values,
    services,
    namedIn,
    leftOut,
    configuration = 'vivarium.yaml',
    ...names
  } = await combineOptions(given, file ?? findConfiguration(), report);
  const options = readOptions(optionsSchema, values, names.nameOf);
  const hasScenario = given.values.scenario !== undefined;
  const serviceOptions = {
    ...options,
    base: options.base,
    services,
    namedIn,
    leftOut,
    hasScenario,
    configuration,
    ...names,
  };
  return { options, names, serviceOptions };
};

/** The flags and variables that the user set. A flag overrides its variable. */
export const givenOptions = (
  flags: Readonly<Record<string, unknown>>,
  variables = optionsFromEnvironment(process.env),
): Pick<CombinedOptions, 'values' | 'nameOf'> => ({
  // A command may pass a flag on that is not set.
  values: { ...variables, ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) },
  nameOf: (name) => {
    if (flags[name] === undefined && variables[name] !== undefined) return variableOf(name);
    return name === 'document' ? 'the document argument' : flagOf(name);
  },
});

/** A problem of a whole file names the variable that names the file: the command line does not show it. */
export const withVariable = (problem: ConfigProblem): ConfigProblem => {
  const { file, line, hint } = problem;
  if (file === undefined || line !== undefined) return problem;
  const found = Object.entries(optionsFromEnvironment(process.env)).find(([, value]) =>
    [value].flat().some((text) => resolve(String(text)) === resolve(file)),
  );
  if (found === undefined) return problem;
  const named = `${variableOf(found[0])} names it.`;
  return { ...problem, hint: hint === undefined ? named : `${hint} ${named}` };
};

/** The time of a flag in milliseconds; undefined without the flag. @throws ConfigError if it is no duration that a timer takes. */
export const readTime = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds < 2 ** 31) return milliseconds;
  throw optionInvalid(`--${name} must be a duration such as 30s, not "${text}"`);
};
