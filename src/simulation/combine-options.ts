/** Combines the options that the user gave with those of the configuration file. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configurationDuplicate, type OptionNames } from '../core/primitives/config-error.ts';
import type { Configuration, ReportProblems } from '../parts/configuration/read-configuration.ts';
import { configurationNames } from './file-kind.ts';
import { keyOf } from './options.ts';
import type { ServiceOptions } from './service-source.ts';

export interface CombinedOptions extends OptionNames {
  /** The values by the names of the options; not checked yet. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The services of the configuration file, unless the user named documents. */
  readonly services: ServiceOptions['services'];
  /** The configuration file that names the documents; undefined if the user did, or nobody. */
  readonly namedIn: string | undefined;
  /** What of the configuration file is left out, since the user named a document that is not its own. */
  readonly leftOut?: string | undefined;
  /** If it is undefined, no configuration file was read. */
  readonly configuration: string | undefined;
}

/**
 * A given option overrides that of the file, and given documents replace its documents. `file`: undefined for no configuration.
 * `report` takes the problems of the file; by default, a ConfigError with all of them is thrown.
 */
export const combineOptions = async (
  given: Pick<CombinedOptions, 'values' | 'nameOf'>,
  file: string | undefined,
  report?: ReportProblems,
): Promise<CombinedOptions> => {
  if (file === undefined) return { ...given, services: {}, namedIn: undefined, configuration: undefined };
  // Loaded now: most servers start without a configuration file.
  const { readConfiguration } = await import('../parts/configuration/read-configuration.ts');
  const configuration = await readConfiguration(file, report);
  const isGiven = given.values.document !== undefined;
  const own = documentsOf(configuration);
  const named = [given.values.document].flat().filter((one) => typeof one === 'string');
  const isBeside = own.length > 0 && named.length > 0 && !named.some((one) => own.some((two) => isSame(one, two)));
  const { document, ...options } = isBeside ? withoutOwn(configuration.options) : configuration.options;
  const configured = isGiven || document === undefined ? options : { ...options, document };
  const services = isGiven ? {} : configuration.services;
  const isConfigured = (name: string) =>
    name === 'services' ? !isGiven : given.values[name] === undefined && configured[name] !== undefined;
  return {
    values: { ...configured, ...given.values },
    services,
    namedIn: own.length > 0 && !isGiven ? file : undefined,
    ...(isBeside && {
      leftOut: `without the handlers and scenarios of ${file}, which is for ${own.join(', ')}`,
    }),
    configuration: file,
    nameOf: (name) => (isConfigured(name) ? `"${keyOf(name)}" in ${file}` : given.nameOf(name)),
    placeOf: (name, ...path) => (isConfigured(name) ? configuration.placeOf([keyOf(name), ...path]) : undefined),
  };
};

const documentsOf = ({ options, services }: Configuration): readonly string[] => [
  ...(typeof options.document === 'string' ? [options.document] : []),
  ...Object.values(services).map(({ document }) => document),
];

const isSame = (left: string, right: string) => resolve(left) === resolve(right);

/** The options that have a meaning for any document. */
const withoutOwn = ({
  handlers: _handlers,
  overlay: _overlay,
  scenario: _scenario,
  scenarios: _scenarios,
  ...others
}: Configuration['options']): Configuration['options'] => others;

/** The configuration file of a directory (default: the working directory); undefined if there is none. @throws ConfigError if there are two. */
export const findConfiguration = (directory = ''): string | undefined => {
  const found = configurationNames.map((file) => join(directory, file)).filter((file) => existsSync(file));
  if (found.length > 1)
    throw configurationDuplicate(
      `there are ${found.length} configuration files: ${found.join(' and ')}`,
      'Keep one, or name one with --config.',
    );
  return found[0];
};
