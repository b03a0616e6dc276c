import type * as own from './config-error.ts';

// The compiler needs this type before it infers those of constants, so the functions of this file are declarations.

/** Every code of a {@link ConfigProblem}; `docs/errors.md` explains each. A code keeps its meaning across versions. */
export type ConfigProblemCode = {
  [Name in keyof typeof own]: (typeof own)[Name] extends { readonly code: infer Code } ? Code : never;
}[keyof typeof own];

/** The ends of the codes of problems with which a document is served. */
const warnings = /_(QUESTIONABLE|PART_UNUSABLE|UNDOCUMENTED)$/;

/** @internal */
export function isWarning({ code }: ConfigProblem): boolean {
  return warnings.test(code);
}

/** A problem in a document, scenario or option: the failure, the place, the reason and the remedy. */
export interface ConfigProblem {
  /** For programs: stable across versions, while messages may change. */
  readonly code: ConfigProblemCode;
  /** One line, without the location. */
  readonly message: string;
  /** The file or URL as the user named it; undefined for a value from code or the command line. */
  readonly file: string | undefined;
  /** From 1; undefined without a location in a file. */
  readonly line: number | undefined;
  /** From 1, in UTF-16 units; undefined without a location in a file. */
  readonly column: number | undefined;
  /** The remedy, if the message does not already contain it: `Did you mean "latency"?` */
  readonly hint: string | undefined;
  /** The lines around the location with a marker below it; several lines of plain text. */
  readonly frame: string | undefined;
}

/**
 * A location in a file.
 * @internal
 */
export type ProblemPlace = Pick<ConfigProblem, 'file' | 'line' | 'column' | 'frame'>;

/**
 * The places where the user set the options, for messages.
 * @internal
 */
export interface OptionNames {
  /** The name of an option as it is written there: `--port`, `VIVARIUM_PORT`, `option "port"` or `"port" in vivarium.yaml`. */
  readonly nameOf: (option: string) => string;
  /** The location of its value, or of a part of its value, in the configuration file; undefined if it is not set there. */
  readonly placeOf?: ((option: string, ...path: readonly (string | number)[]) => ProblemPlace | undefined) | undefined;
}

/**
 * Rejects a document, a scenario or an option that cannot be used. It is thrown at start, before anything is served, and
 * holds all problems at once. Its message has one line per problem, with the location and the hint.
 *
 * @example
 * try {
 *   await createVivarium({ document: 'api.yaml' });
 * } catch (error) {
 *   if (!(error instanceof ConfigError)) throw error;
 *   for (const { code, message, file, line } of error.problems) console.error(code, file, line, message);
 * }
 */
export class ConfigError extends Error {
  /** At least one, in the order of their locations. */
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Given = Pick<ConfigProblem, 'message'> & Partial<Omit<ConfigProblem, 'code' | 'message'>>;

/** An error with a code: called, it is a ConfigError of one problem, which has no location if only its message is given. */
export interface ErrorKind<Code extends string = ConfigProblemCode> {
  (problem: string | Given, hint?: string): ConfigError;
  readonly code: Code;
  /** For an error of several problems. */
  readonly problem: (given: Given) => ConfigProblem;
}

/**
 * A problem; a property that is not given is undefined.
 * @internal
 */
export function configProblem(given: Given & Pick<ConfigProblem, 'code'>): ConfigProblem {
  const { code, message, file, line, column, hint, frame } = given;
  return { code, message, file, line, column, hint, frame };
}

/* @__NO_SIDE_EFFECTS__ */
function define<const Code extends string>(code: Code): ErrorKind<Code> {
  const problem = (given: Given): ConfigProblem => configProblem({ ...given, code: code as ConfigProblemCode });
  const create = (given: string | Given, hint?: string): ConfigError =>
    new ConfigError([problem(typeof given === 'string' ? { message: given, hint } : given)]);
  return Object.assign(create, { code, problem });
}

/**
 * A problem of the value of an option, or of a part of it: at its location in the configuration file, or else with the option's name.
 * @internal
 */
export function optionProblem(
  { nameOf, placeOf }: OptionNames,
  [option, ...path]: readonly [option: string, ...path: (string | number)[]],
  given: { readonly value: string; readonly hint?: string | undefined } & Pick<ConfigProblem, 'code' | 'message'>,
): ConfigProblem {
  const { value, message, ...rest } = given;
  const place = placeOf?.(option, ...path);
  const label = place === undefined ? `${nameOf(option)} ${value}` : value;
  return configProblem({ ...rest, ...place, message: `${label}: ${message}` });
}

/**
 * The error for options that are valid alone, but not together; located at the first of them that the configuration file sets.
 * @internal
 */
export const contradiction = (
  { placeOf }: OptionNames,
  options: readonly string[],
  message: string,
  hint?: string,
): ConfigError => {
  const [place] = options.flatMap((option) => placeOf?.(option) ?? []);
  return optionInvalid({ message, hint, ...place });
};

/**
 * `scenarios/checkout.yaml:14:7: unknown fault "latencyy". Did you mean "latency"?`, then the code frame.
 * @internal
 */
export const formatProblem = ({ file, line, column, message, hint, frame }: ConfigProblem): string => {
  const location = file === undefined ? '' : `${[file, line, column].filter((part) => part !== undefined).join(':')}: `;
  const sentence = hint === undefined ? message : `${message.replace(/([^.?])\.?$/, '$1.')} ${hint}`;
  return `${location}${sentence}${frame === undefined ? '' : `\n${frame}`}`;
};

/**
 * A problem as programs read it in JSON: without the code frame, which is for people. Null stands for undefined.
 * @internal
 */
export function describeProblem(problem: ConfigProblem): Readonly<Record<string, string | number | null>> {
  const { code, message, file = null, line = null, column = null, hint = null } = problem;
  return { code, message, file, line, column, hint };
}

// Every error with a code, one constant each, so that a bundle has only those that it reports. Each docstring is the row of docs/errors.md.
// The exit code is always 2.

// Document.
/**
 * The document or an Overlay cannot be read: the file does not exist, access is denied, the server does not send it, or it is above 32 MiB or not UTF-8.
 * Remedy: Check the path or the URL.
 */
export const documentUnreadable = define('VIV_DOCUMENT_UNREADABLE');
/** The document or an Overlay is neither YAML nor JSON. Remedy: Correct the text at the location. */
export const documentSyntax = define('VIV_DOCUMENT_SYNTAX');
/** The file is not a document of OpenAPI 3.0, 3.1 or 3.2, or of Swagger 2.0. Remedy: Name the OpenAPI document. */
export const documentUnsupported = define('VIV_DOCUMENT_UNSUPPORTED');
/** No document is named, and the working directory has several. Remedy: Name one on the command line, or in the [configuration](configuration.md). */
export const documentAmbiguous = define('VIV_DOCUMENT_AMBIGUOUS');
/**
 * The document is nested too deeply, refers to too many files, or its references stand for too many values.
 * Remedy: Bundle it into one file, and break references that multiply.
 */
export const documentTooLarge = define('VIV_DOCUMENT_TOO_LARGE');
/** The document has no operation. Remedy: Add a path with a method. */
export const documentEmpty = define('VIV_DOCUMENT_EMPTY');
/** The document violates the OpenAPI specification. Only `vivarium check` reports this; the document is served. Remedy: Correct the location, or fix it with an Overlay. */
export const documentInvalid = define('VIV_DOCUMENT_INVALID');
/**
 * A warning of `vivarium check`: the document breaks a rule of the OpenAPI specification that does not change what is served, such as an unknown property.
 * Remedy: Correct the location, or ignore it.
 */
export const documentQuestionable = define('VIV_DOCUMENT_QUESTIONABLE');
/**
 * A warning: a part of the document is not supported, not meaningful, or cannot be satisfied. The message states what is done instead; the rest is served.
 * Remedy: Correct the part, or fix it with an Overlay.
 */
export const documentPartUnusable = define('VIV_DOCUMENT_PART_UNUSABLE');
/** A `$ref` refers to nothing, to itself, or to a file that cannot be read. The rest is served. Remedy: Correct the reference. */
export const referenceUnresolved = define('VIV_REFERENCE_UNRESOLVED');
/** An `x-vivarium` has an unknown key or a wrong value, and is ignored. Remedy: [Resources](resources.md) lists the keys. */
export const xVivariumInvalid = define('VIV_X_VIVARIUM_INVALID');
/** An Overlay does not follow the Overlay specification, or an action cannot be applied. Remedy: Correct the action. */
export const overlayInvalid = define('VIV_OVERLAY_INVALID');
/** The target of an Overlay's action selects nothing in the document. The document is served. Remedy: Correct the JSONPath. */
export const overlayWithoutEffect = define('VIV_OVERLAY_WITHOUT_EFFECT');

// Scenario.
/** A scenario file or its directory cannot be read, is above 16 MiB, or is not UTF-8. Remedy: Check the file. */
export const scenarioUnreadable = define('VIV_SCENARIO_UNREADABLE');
/** A scenario file is not valid YAML or JSON. Remedy: Correct the text at the location. */
export const scenarioSyntax = define('VIV_SCENARIO_SYNTAX');
/** A key is unknown, or a value is not allowed. Remedy: [Scenario files](scenarios.md) lists the keys. */
export const scenarioInvalid = define('VIV_SCENARIO_INVALID');
/** No scenario has this name. Remedy: Choose one that the hint lists. */
export const scenarioUnknown = define('VIV_SCENARIO_UNKNOWN');
/** Two files have the name of the scenario, such as `outage.yaml` and `outage.json`. Remedy: Keep one. */
export const scenarioDuplicate = define('VIV_SCENARIO_DUPLICATE');
/** A scenario extends itself, directly or through others. Remedy: Remove one `extends`. */
export const scenarioCycle = define('VIV_SCENARIO_CYCLE');
/** `data`, `generate` or `defaults` names a collection that the document does not have. Remedy: `vivarium explain` lists the collections. */
export const collectionUnknown = define('VIV_COLLECTION_UNKNOWN');
/** A fault, a filter or a handler names an operation that the document does not have. Remedy: `vivarium explain` lists the operations. */
export const operationUnknown = define('VIV_OPERATION_UNKNOWN');
/** A fault names a service that the server does not have. Remedy: `GET /services` lists the services. */
export const serviceUnknown = define('VIV_SERVICE_UNKNOWN');
/** An operation or a collection is named that several services have. Remedy: Write the qualified name, such as `shop.getOrder`. */
export const nameAmbiguous = define('VIV_NAME_AMBIGUOUS');
/** An item does not fit the document: a property, its id or its parents. Remedy: Correct the item at the location. */
export const itemInvalid = define('VIV_ITEM_INVALID');
/** A warning of `vivarium check`: the schema of an item has no property of this name, but one that is spelled alike. Remedy: Correct the name, or ignore it. */
export const itemQuestionable = define('VIV_ITEM_QUESTIONABLE');
/** No fault has this name. Remedy: [Faults](faults.md) lists the built-in faults. */
export const faultUnknown = define('VIV_FAULT_UNKNOWN');
/**
 * A fault has an unknown key, a wrong value or form, no effect or more than one, or the name of another fault.
 * Remedy: [Scenario files](scenarios.md#faults) lists the keys.
 */
export const faultInvalid = define('VIV_FAULT_INVALID');
/** A warning of `vivarium check`: no request can meet a fault. Remedy: Correct it, or ignore it. */
export const faultQuestionable = define('VIV_FAULT_QUESTIONABLE');

/** A warning of `vivarium check`: `refusals` of a scenario contradict the document. They are sent as they are stated. Remedy: Correct one of both, or ignore it. */
export const refusalUndocumented = define('VIV_REFUSAL_UNDOCUMENTED');

// Options and commands.
/** The file of [handlers](handlers.md), or a file that it imports, does not exist, has a syntax error, or fails when it is loaded. Remedy: Correct it at the location. */
export const handlersUnreadable = define('VIV_HANDLERS_UNREADABLE');
/** The file of handlers exports no object as its default, or a handler is not a function. Remedy: Correct it at the location. */
export const handlersInvalid = define('VIV_HANDLERS_INVALID');
/** The library has no option or filter of this name. Remedy: Choose the one that the hint suggests. */
export const optionUnknown = define('VIV_OPTION_UNKNOWN');
/** An option or a filter has a value that is not allowed. Remedy: The message states which values are allowed. */
export const optionInvalid = define('VIV_OPTION_INVALID');
/** Two services of one server have the same method and path. Remedy: Give one of them another `base`. */
export const serviceConflict = define('VIV_SERVICE_CONFLICT');
/** The configuration file cannot be read, is above 1 MiB, or is not UTF-8. Remedy: Check the path. */
export const configurationUnreadable = define('VIV_CONFIGURATION_UNREADABLE');
/** The configuration file is not valid YAML or JSON. Remedy: Correct the text at the location. */
export const configurationSyntax = define('VIV_CONFIGURATION_SYNTAX');
/** A key of the configuration file is unknown, or a value is not allowed. Remedy: [Configuration](configuration.md) lists the keys. */
export const configurationInvalid = define('VIV_CONFIGURATION_INVALID');
/** The working directory has two configuration files, such as `vivarium.yaml` and `vivarium.json`. Remedy: Keep one, or name one with `--config`. */
export const configurationDuplicate = define('VIV_CONFIGURATION_DUPLICATE');
/** The file of `--tls-cert` or `--tls-key` cannot be read, is not PEM, or the key is not that of the certificate. Remedy: Check the two files. */
export const certificateInvalid = define('VIV_CERTIFICATE_INVALID');
/** Another process listens on the port. Remedy: Stop it, or choose another port; 0 takes any free one. */
export const portInUse = define('VIV_PORT_IN_USE');
/** The host is not an address of this machine, or the port is not permitted. Remedy: Listen on `127.0.0.1`, and on a port above 1023. */
export const addressUnavailable = define('VIV_ADDRESS_UNAVAILABLE');
/** A world name is not 1 to 64 of `A-Za-z0-9._-`, the first a letter or digit. Remedy: Choose another name. */
export const worldNameInvalid = define('VIV_WORLD_NAME_INVALID');
/** The number of worlds that the options allow is open. Remedy: Raise `maxWorlds`. */
export const worldLimit = define('VIV_WORLD_LIMIT');
/** Code sends a request, or listens, after `vivarium.close()`. Remedy: Close it after the last use. */
export const vivariumClosed = define('VIV_CLOSED');
/**
 * Code asks for a token, but the document has no security scheme of type `oauth2` or `openIdConnect`, or it runs in a browser.
 * Remedy: Add one to the document, or send any token.
 */
export const loginMissing = define('VIV_LOGIN_MISSING');
/** A duration or a time cannot be parsed, or is outside the years 0 to 9999. Remedy: Write `2h`, or `2030-06-01T00:00:00Z`. */
export const timeInvalid = define('VIV_TIME_INVALID');
/**
 * The directory of `--save` cannot be written, has files that are not saved worlds, is that of the scenarios, or has more worlds than may be open.
 * Remedy: Name a directory of its own, or do what the message states.
 */
export const saveUnusable = define('VIV_SAVE_UNUSABLE');
/** Another server uses the directory of `--save`. Remedy: Stop it, or name another directory. */
export const saveInUse = define('VIV_SAVE_IN_USE');
/**
 * When the server stopped, a world could not be written, for example since the disk is full. The file has the last state that was written.
 * Remedy: Make room, or check the permissions.
 */
export const saveFailed = define('VIV_SAVE_FAILED');
/**
 * A saved world, or a part of it, could not be used; the problems before this one state why. The rest is served.
 * Remedy: Correct the `*.broken` file, and rename it while no server runs.
 */
export const savedWorldSetAside = define('VIV_SAVED_WORLD_SET_ASIDE');
/** `--store` is set, and the package `redis` is not installed. Remedy: `npm install redis` */
export const storeClientMissing = define('VIV_STORE_CLIENT_MISSING');
/**
 * The worlds with this prefix belong to another document, or were written in another format. The server exits with 2, also later, if the store was away at the start.
 * Remedy: Choose another `--prefix`, or delete the worlds; see [upgrades](sharing.md#several-servers).
 */
export const storeOtherDocument = define('VIV_STORE_OTHER_DOCUMENT');
/** The store rejects the user or the password of `--store`. The server exits with 2, also later, if the store was away at the start. Remedy: Correct them in the URL. */
export const storeRefused = define('VIV_STORE_REFUSED');
/**
 * When a server with `--fail-on` stopped, its store was not available: the clients were not judged.
 * Remedy: Start a server when it is back, and run `vivarium gate`: the store has the evidence.
 */
export const storeAway = define('VIV_STORE_AWAY');
/** A command does not exist, takes other arguments, or a file that is named cannot be read. Remedy: `vivarium --help` shows how it is called. */
export const commandInvalid = define('VIV_COMMAND_INVALID');
/**
 * The function of `drill` fails without a fault, does not end, or sends no request to its world.
 * Remedy: Let it pass without a fault first; the message says what is missing.
 */
export const drillUnjudged = define('VIV_DRILL_UNJUDGED');
/** `vivarium verify` needs Prism, which is not installed. Remedy: Install it with the command of the message. */
export const judgeMissing = define('VIV_JUDGE_MISSING');
/** A coverage report cannot be read, or is not one. Remedy: Name a file that `vivarium coverage --json` wrote. */
export const reportUnreadable = define('VIV_REPORT_UNREADABLE');
/** The file of `--report` cannot be written. Remedy: Name a file in a folder that can be written to. */
export const reportUnwritable = define('VIV_REPORT_UNWRITABLE');
/** A running server rejects the call of a command: it knows no such world or fault, for example. Remedy: The message of the server names what it knows. */
export const callRejected = define('VIV_CALL_REJECTED');
/** A server does not respond in time, rejects the token, or is not Vivarium. Remedy: Start it, and check its address and token. */
export const serverUnreachable = define('VIV_SERVER_UNREACHABLE');
