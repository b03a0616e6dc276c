/** The options of the command line, the environment and the library: one schema, with all defaults. */
import { z } from 'zod';
import { ConfigError, type ConfigProblem, configProblem } from '../core/primitives/config-error.ts';
import { didYouMean } from '../core/primitives/did-you-mean.ts';
import { splitList } from '../core/primitives/units.ts';
import { findingKinds } from '../parts/gate/judge.ts';
import type { Logger } from '../world/logger.ts';
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
 * The options of `serve`, and the keys of the configuration file. Every message completes the sentence `... must be`; editors
 * show the descriptions.
 */
export const optionsSchema = z.strictObject({
  document: texts('a file or a URL'),
  config: optionalText,
  port: wholeNumber(0, 65_535).default(4010).describe('The port to listen on; 0: any free port.'),
  host: text.default('127.0.0.1').describe('The address to listen on.'),
  overlay: overlays().describe('OpenAPI Overlays, as files or URLs, applied to `document` in their order.'),
  base: basePath().optional().describe('The base path of the service, in place of those of its document.'),
  scenario: text.default('default').describe('The name of the scenario that worlds start from.'),
  scenarios: optionalText.describe('The directory of the scenario files. Default: `scenarios`.'),
  seed: wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("The seed of generated data and chance. Default: the scenario's."),
  locale: textOf('a locale of Faker, such as pt_BR')
    .optional()
    .describe('The locale of the names, places, companies and phone numbers in generated data. Default: English.'),
  handlers: textOf('the path of a file')
    .optional()
    .describe('The TypeScript or JavaScript file with handlers: functions that decide the responses of operations.'),
  fault: texts('a list of fault names, such as slow or slow@operation').describe(
    'Faults to switch on: `NAME` or `NAME@operation`.',
  ),
  upstream: textOf('an http or https URL')
    .optional()
    .describe('The real service, to which requests are forwarded: `https://staging.example.com`.'),
  forward: texts('all, unknown, none, or a list of operations').describe(
    'The requests that are forwarded: `all`, `unknown` (those that the simulation cannot serve), `none`, or operations. Default: `all`.',
  ),
  record: offByDefault.describe('Whether what the upstream responds becomes data of the world.'),
  compare: offByDefault.describe(
    'Whether every forwarded request is simulated too, and differences are recorded. It implies `record`.',
  ),
  upstreamHeader: texts("a list of headers, such as 'Authorization: Bearer $TOKEN'").describe(
    'Headers that the upstream gets with each request, in place of those of the client: `NAME: VALUE`; `$NAME` in the value is a variable.',
  ),
  upstreamTimeout: timeLimit()
    .optional()
    .describe('The time in which the upstream must respond, and send each part of its response. Default: `30s`.'),
  allowOrigin: texts('a list of origins, such as https://app.example.com').describe(
    'Origins whose pages may use the upstream and show the toolbar, beside those of this machine.',
  ),
  allowWebhooks: texts('a list of hosts, such as hooks.example.com or *.example.com').describe(
    'Hosts beyond this machine to which webhooks and callbacks are sent.',
  ),
  stateless: offByDefault.describe(
    'Whether nothing is kept: every operation responds from examples and generated data, and every id exists.',
  ),
  prism: offByDefault.describe(
    'Whether requests may ask as they ask Prism: `Prefer: dynamic=true`, and `__code`, `__example`, `__dynamic` in the query.',
  ),
  watch: switchOption.optional().describe('Whether changed files are reloaded. Default: true without a store.'),
  log: z
    .enum(['pretty', 'json', 'silent'], 'pretty, json or silent')
    .default('pretty')
    .describe('The format of the log.'),
  maxWorlds: wholeNumber(1, 1_000_000, 'a whole number')
    .default(1000)
    .describe('The maximum number of open worlds, `default` included.'),
  maxBody: size().default(1_048_576).describe('The maximum size of a request body: bytes, or a size such as `1MiB`.'),
  journal: wholeNumber(1, 1_000_000, 'a whole number')
    .default(1000)
    .describe('The number of exchanges that each world keeps.'),
  save: textOf('the path of a directory')
    .optional()
    .describe('The directory in which the worlds are kept, so that they survive a restart.'),
  // Its form is checked later: messages of the schema show the value, which may contain a password.
  store: textOf('a URL such as redis://127.0.0.1:6379')
    .optional()
    .describe(
      'The Redis or Valkey in which worlds live, so that several servers serve them as one: `redis://HOST:PORT`.',
    ),
  prefix: prefix().optional().describe('Separates the teams that share a store. Default: `vivarium`.'),
  keep: lifetime()
    .optional()
    .describe(
      'The time after which an unused world is removed. Default: `24h`; with a store `7d`; with `save`, worlds are never removed.',
    ),
  workers: wholeNumber(1, 64)
    .default(1)
    .describe('The number of processes that serve the port. More than one need a store.'),
  showCredentials: offByDefault.describe('Whether journal, log and reports show credentials.'),
  why: offByDefault.describe('Whether the log shows the decisions that led to each response.'),
  token: optionalText.describe(
    'The token of the control API on an address that is not loopback. Default: generated and printed.',
  ),
  allowChanges: offByDefault.describe(
    'Whether agents may change worlds, by the Model Context Protocol at `/_vivarium/mcp`.',
  ),
  open: offByDefault.describe('Whether the browser is opened.'),
  tls: offByDefault.describe('Whether the server speaks HTTPS, with a certificate for localhost that it creates.'),
  tlsCert: optionalText.describe('The certificate for HTTPS: a PEM file.'),
  tlsKey: optionalText.describe('The private key of `tls-cert`: a PEM file.'),
  failOn: z
    .union(
      [findingKind.transform((one) => [one]), z.array(findingKind, expectedFindings).min(1, expectedFindings)],
      expectedFindings,
    )
    .optional()
    .describe('The findings with which the server exits with 1 when it stops.'),
  minCoverage: percentage()
    .optional()
    .describe('The coverage in per cent below which the server exits with 1 when it stops.'),
  report: texts('a list of reports, such as junit=gate.xml').describe(
    'Reports to write when the server stops: `junit=FILE`, `md=FILE`, `json=FILE` or `html=FILE`.',
  ),
});

/** Options whose values are lists. In a variable, commas separate the items. */
const lists: ReadonlySet<string> = new Set([
  'document',
  'fault',
  'overlay',
  'failOn',
  'report',
  'forward',
  'upstreamHeader',
  'allowOrigin',
  'allowWebhooks',
] satisfies OptionName[]);

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

/** The options of `gate`. */
export const gateSchema = optionsSchema.pick({ failOn: true, minCoverage: true, report: true });

/** The name of one of several services. A dot separates it from the name of an operation. */
export const serviceName = /^[A-Za-z0-9][\w-]*$/;
export const serviceNameRule = 'a name of letters, digits, - and _';

/** One of several services in the configuration file. */
export const serviceSchema = () =>
  z.strictObject(
    {
      document: textOf('a file or a URL').describe('The OpenAPI document of the service: a file or a URL.'),
      overlay: overlays().describe('OpenAPI Overlays, as files or URLs, applied to the document in their order.'),
      base: basePath().optional().describe('The base path of the service, in place of those of its document.'),
      upstream: textOf('an http or https URL')
        .optional()
        .describe('The real service, to which requests are forwarded.'),
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
    if (value !== undefined && value !== '') found[name] = lists.has(name) ? splitList(value) : value;
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
