/** The options of the command line, the environment and the library: one schema, with all defaults. */
import { z } from 'zod';
import { ConfigError, type ConfigProblem, configProblem } from '../core/primitives/config-error.ts';
import { didYouMean } from '../core/primitives/did-you-mean.ts';
import { parseSize } from '../core/primitives/units.ts';
import { findingKinds } from '../gate/judge.ts';
import type { Logger } from '../world/logger.ts';

/** A whole number: a number from the library, or text from a flag or a variable. */
const wholeNumber = (name: string, min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d+$/)
        .transform(Number),
    ])
    .refine(
      (value) => Number.isSafeInteger(value) && value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .describe(name);

const switchOption = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1'),
]);

const size = z
  .union([z.number().int().positive(), z.string()])
  .transform((value) =>
    typeof value === 'number' ? value : (parseSize(value) ?? (/^\d+$/.test(value) ? Number(value) : Number.NaN)),
  )
  .refine(
    (bytes) => Number.isSafeInteger(bytes) && bytes > 0 && bytes <= 2 ** 30,
    'must be a size up to 1GiB, such as 500KB or 1MiB',
  );

const percentage = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d+(\.\d+)?%?$/)
      .transform((text) => Number.parseFloat(text)),
  ])
  .refine((value) => value >= 0 && value <= 100, 'must be a percentage from 0 to 100');

/** One text, or a list of them. */
const texts = z
  .union([
    z
      .string()
      .min(1)
      .transform((text) => [text]),
    z.array(z.string().min(1)),
  ])
  .default([]);

/** The text that a base path must be: of the characters of a URL's path, and not one that Vivarium uses itself. */
const isBasePath = (text: string): boolean =>
  /^\/[^\s?#\\]*$/.test(text) && !text.includes('//') && !/^\/(?:~|_vivarium(?:\/|$))/.test(text);

const basePath = z
  .string()
  .refine(isBasePath, 'must be a path such as /v1')
  .transform((text) => text.replace(/\/$/, ''))
  .optional();

export const optionsSchema = z.strictObject({
  document: texts,
  port: wholeNumber('port', 0, 65_535).default(4010),
  host: z.string().min(1).default('127.0.0.1'),
  overlay: texts,
  base: basePath,
  scenario: z.string().min(1).default('default'),
  scenarios: z.string().min(1).optional(),
  seed: wholeNumber('seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).optional(),
  fault: texts,
  watch: switchOption.default(true),
  log: z.enum(['pretty', 'json', 'silent']).default('pretty'),
  maxWorlds: wholeNumber('max-worlds', 1, 1_000_000).default(1000),
  maxBody: size.default(1_048_576),
  journal: wholeNumber('journal', 1, 1_000_000).default(1000),
  showCredentials: switchOption.default(false),
  why: switchOption.default(false),
  token: z.string().min(1).optional(),
  open: switchOption.default(false),
  failOn: z.array(z.enum(findingKinds)).min(1).optional(),
  minCoverage: percentage.optional(),
  report: z.array(z.string().min(1)).default([]),
});

/** The options of `gate`. */
export const gateSchema = optionsSchema.pick({ failOn: true, minCoverage: true, report: true });

/** The options of `listen` in the library. */
export const listenSchema = optionsSchema.pick({ port: true, host: true });

const loggerOption = z.custom<Logger>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    ['info', 'warn', 'error'].every((name) => typeof (value as Record<string, unknown>)[name] === 'function'),
  { error: 'must be an object with the functions info, warn and error' },
);

/** The options of the library: all except those of `serve`, and a logger. */
export const libraryOptionsSchema = optionsSchema
  .omit({ watch: true, log: true, why: true, open: true, failOn: true, minCoverage: true, report: true })
  .extend({ logger: loggerOption.optional() });

export type Options = z.output<typeof optionsSchema>;
export type OptionName = keyof Options;

/** The flag of an option: `maxWorlds` is `--max-worlds`. */
export const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

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
    if (value !== undefined && value !== '') found[name] = lists.has(name) ? splitList(value) : value;
  }
  return found;
};

const lists: ReadonlySet<string> = new Set(['document', 'fault', 'overlay', 'failOn', 'report'] satisfies OptionName[]);

const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/**
 * The options with their defaults. `nameOf` returns the name of an option as the user wrote it, for error messages.
 * @throws ConfigError with one problem for each invalid option.
 */
export const readOptions = <Schema extends z.ZodObject>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string = flagOf,
  explain: Explain = explainOption,
): z.output<Schema> => {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map((issue): ConfigProblem => {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
      const name = unknown ?? String(issue.path[0]);
      const message =
        unknown === undefined
          ? `${nameOf(name)} ${explain(name, values[name], issue.message)}`
          : `unknown option "${unknown}"`;
      return configProblem({
        code: unknown === undefined ? 'VIV_OPTION_INVALID' : 'VIV_OPTION_UNKNOWN',
        message,
        hint: unknown && didYouMean(unknown, Object.keys(schema.shape)),
      });
    }),
  );
};

/** Completes the sentence about a value: "must be ...". `message` is the schema's. */
type Explain = (name: string, value: unknown, message: string) => string;

const explainOption: Explain = (name, value, message) => {
  const actual = `, not ${JSON.stringify(value)}`;
  if (message.startsWith('must be')) return message + actual;
  switch (name as OptionName) {
    case 'log':
      return `must be pretty, json or silent${actual}`;
    case 'watch':
    case 'showCredentials':
    case 'why':
    case 'open':
      return `must be true or false${actual}`;
    case 'port':
      return `must be a whole number from 0 to 65535${actual}`;
    case 'seed':
      return `must be a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}${actual}`;
    case 'maxWorlds':
    case 'journal':
      return `must be a whole number${actual}`;
    case 'maxBody':
      return `must be a size such as 500KB or 1MiB${actual}`;
    case 'minCoverage':
      return `must be a percentage from 0 to 100${actual}`;
    case 'failOn':
      return `must be a list of ${findingKinds.join(', ')}${actual}`;
    case 'report':
      return `must be a list of reports, such as junit=gate.xml${actual}`;
    case 'overlay':
      return `must be a list of files or URLs of Overlays${actual}`;
    case 'fault':
      return `must be a list of fault names, such as slow or slow@operation${actual}`;
    default:
      return `must be a non-empty string${actual}`;
  }
};
