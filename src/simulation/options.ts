/** The options of the command line, the environment and the library: one schema, with all defaults. */
import { z } from 'zod';
import { ConfigError, type ConfigProblem, configProblem } from '../core/primitives/config-error.ts';
import { didYouMean } from '../core/primitives/did-you-mean.ts';
import { splitList } from '../core/primitives/units.ts';
import { findingKinds } from '../parts/gate/judge.ts';
import type { Logger } from '../world/logger.ts';
import { type OptionRow, optionRows } from './option-rows.ts';
import {
  basePath,
  lifetime,
  offByDefault,
  optionalText,
  overlays,
  percentage,
  prefix,
  size,
  switchOption,
  text,
  textOf,
  texts,
  timeLimit,
  wholeNumber,
} from './option-values.ts';

// A schema is used a few times: compiling it would take longer than interpreting it.
z.config({ jitless: true });

const expectedFindings = `a list of ${findingKinds.join(', ')}`;
const findingKind = z.enum(findingKinds, expectedFindings);

/**
 * The options of `serve`, and the keys of the configuration file. Every message completes the sentence `... must be`.
 */
const shape = {
  document: texts('a file or a URL'),
  config: optionalText,
  port: wholeNumber(0, 65_535).default(4010),
  host: text.default('127.0.0.1'),
  overlay: overlays(),
  base: basePath().optional(),
  scenario: text.default('default'),
  scenarios: optionalText,
  seed: wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).optional(),
  locale: textOf('a locale of Faker, such as pt_BR').optional(),
  handlers: textOf('the path of a file').optional(),
  fault: texts('a list of fault names, such as slow or slow@operation'),
  upstream: textOf('an http or https URL').optional(),
  forward: texts('all, unknown, none, or a list of operations'),
  record: offByDefault,
  compare: offByDefault,
  upstreamHeader: texts("a list of headers, such as 'Authorization: Bearer $TOKEN'"),
  upstreamTimeout: timeLimit().optional(),
  allowOrigin: texts('a list of origins, such as https://app.example.com'),
  allowWebhooks: texts('a list of hosts, such as hooks.example.com or *.example.com'),
  stateless: offByDefault,
  prism: offByDefault,
  watch: switchOption.optional(),
  log: z.enum(['pretty', 'json', 'silent'], 'pretty, json or silent').default('pretty'),
  maxWorlds: wholeNumber(1, 1_000_000, 'a whole number').default(1000),
  maxBody: size().default(1_048_576),
  journal: wholeNumber(1, 1_000_000, 'a whole number').default(1000),
  save: textOf('the path of a directory').optional(),
  // Its form is checked later: messages of the schema show the value, which may contain a password.
  store: textOf('a URL such as redis://127.0.0.1:6379').optional(),
  prefix: prefix().optional(),
  keep: lifetime().optional(),
  workers: wholeNumber(1, 64).default(1),
  showCredentials: offByDefault,
  why: offByDefault,
  token: optionalText,
  allowChanges: offByDefault,
  open: offByDefault,
  tls: offByDefault,
  tlsCert: optionalText,
  tlsKey: optionalText,
  failOn: z
    .union(
      [findingKind.transform((one) => [one]), z.array(findingKind, expectedFindings).min(1, expectedFindings)],
      expectedFindings,
    )
    .optional(),
  minCoverage: percentage().optional(),
  report: texts('a list of reports, such as junit=gate.xml'),
};

/** The text of an option as a sentence. */
const sentenceOf = (name: keyof typeof optionRows): string => {
  const text = optionRows[name][1].replace(/ \((?:repeatable|separated by commas)\)$/, '');
  return `${text[0]?.toUpperCase()}${text.slice(1).replace(/ \(default: (.+)\)$/, '. Default: $1')}.`;
};

const described = Object.entries(shape).map(([name, schema]) => [
  name,
  name === 'document' ? schema : schema.describe(sentenceOf(name as keyof typeof optionRows)),
]);

export const optionsSchema = z.strictObject(Object.fromEntries(described) as typeof shape);

/** Whether the value of an option is a list. In a variable, commas separate the items. */
const isList = (name: string) =>
  name === 'document' || (optionRows as Readonly<Record<string, OptionRow>>)[name]?.[2] !== undefined;

/** Options whose values are paths of files, with the text before the path. In a configuration file, the paths are relative to it. */
export const pathOptions: Readonly<Partial<Record<OptionName, RegExp>>> = {
  document: /^/,
  overlay: /^/,
  scenarios: /^/,
  handlers: /^/,
  save: /^/,
  tlsCert: /^/,
  tlsKey: /^/,
  report: /^[^=]*=/,
};

export const gateSchema = optionsSchema.pick({ failOn: true, minCoverage: true, report: true });

/** The name of one of several services. A dot separates it from the name of an operation. */
export const serviceName = /^[A-Za-z0-9][\w-]*$/;
export const serviceNameRule = 'a name of letters, digits, - and _';

/** One of several services in the configuration file. */
export const serviceSchema = () =>
  z.strictObject(
    {
      document: textOf('a file or a URL').describe('The OpenAPI document of the service: a file or a URL.'),
      overlay: overlays().describe(sentenceOf('overlay')),
      base: basePath().optional().describe(sentenceOf('base')),
      upstream: textOf('an http or https URL').optional().describe(sentenceOf('upstream')),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? 'document, overlay, base, upstream' : 'a map') },
  );

/** The options of `listen` in the library. */
export const listenSchema = optionsSchema.pick({ port: true, host: true });

const loggerOption = z.custom<Logger>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    ['info', 'warn', 'error'].every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
  { error: 'an object with the functions info, warn and error' },
);

const handlersOption = z.custom<string | URL | object>(
  (value) =>
    typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null && !Array.isArray(value),
  { error: 'an object with functions under the names of operations, or the path of a file' },
);

const servicesOption = z.custom<object>((value) => typeof value === 'object' && value !== null, {
  error: 'an object with services under their names',
});

/** The options of the library: all except those of `serve`, and a logger. */
export const libraryOptionsSchema = optionsSchema
  .omit({ watch: true, log: true, why: true, open: true, tls: true, tlsCert: true, tlsKey: true })
  .omit({ failOn: true, minCoverage: true, report: true })
  .omit({ store: true, prefix: true, workers: true })
  .extend({
    logger: loggerOption.optional(),
    handlers: handlersOption.optional(),
    services: servicesOption.optional(),
  });

export type Options = z.output<typeof optionsSchema>;
type OptionName = keyof Options;

/** The flag of an option: `maxWorlds` is `--max-worlds`. */
export const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The key of an option in the configuration file: its flag without the dashes. */
export const keyOf = (name: string): string => flagOf(name).slice(2);

/** The variable of an option: `maxWorlds` is `VIVARIUM_MAX_WORLDS`. */
export const variableOf = (name: string): string =>
  `VIVARIUM_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The options that are set in the environment. Lists are separated by commas; an empty variable counts as not set. */
export const optionsFromEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> => {
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(optionsSchema.shape)) {
    const value = environment[variableOf(name)];
    if (value !== undefined && value !== '') found[name] = isList(name) ? splitList(value) : value;
  }
  return found;
};

/**
 * The options with their defaults. `nameOf` returns the name of an option as the user wrote it, for error messages.
 * @throws ConfigError with one problem for each invalid option.
 */
export const readOptions = <Schema extends z.ZodObject>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string = flagOf,
): z.output<Schema> => {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map((issue): ConfigProblem => {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
      const name = unknown ?? String(issue.path[0]);
      const message =
        unknown === undefined
          ? `${nameOf(name)} must be ${issue.message}, not ${show(values[name])}`
          : `unknown option "${unknown}"`;
      return configProblem({
        code: unknown === undefined ? 'VIV_OPTION_INVALID' : 'VIV_OPTION_UNKNOWN',
        message,
        hint: unknown && didYouMean(unknown, Object.keys(schema.shape)),
      });
    }),
  );
};

/** A list of one value is shown as the value: it was written as one. */
const show = (value: unknown): string => {
  if (Array.isArray(value) && value.length === 1) return show(value[0]);
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
};
