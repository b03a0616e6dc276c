import type * as own from './config-error.ts';

// The compiler needs this type before it infers those of constants, so the functions of this file are declarations.

/** Every code of a {@link ConfigProblem}; `docs/errors.md` explains each. A code keeps its meaning across versions. */
export type ConfigProblemCode = {
  [Name in keyof typeof own]: (typeof own)[Name] extends { readonly code: infer Code } ? Code : never;
}[keyof typeof own];

/** Problems whose codes end so are warnings: the document is served. */
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

/** A location in a file. @internal */
export type ProblemPlace = Pick<ConfigProblem, 'file' | 'line' | 'column' | 'frame'>;

/** The places where the user set the options, for messages. @internal */
export interface OptionNames {
  /** The name of an option as it is written there: `--port`, `VIVARIUM_PORT`, `option "port"` or `"port" in vivarium.yaml`. */
  readonly nameOf: (option: string) => string;
  /** The location of its value, or of a part of its value, in the configuration file; undefined if it is not set there. */
  readonly placeOf?: ((option: string, ...path: readonly (string | number)[]) => ProblemPlace | undefined) | undefined;
}

/**
 * Rejects a document, a scenario or an option that cannot be used, before anything is served. It holds all problems. Its message has one
 * line for each, with the location and the hint.
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

/** Creates errors with a code. Call it for a ConfigError of one problem, which has no location if only its message is given. */
export interface ErrorKind<Code extends string = ConfigProblemCode> {
  (problem: string | Given, hint?: string): ConfigError;
  readonly code: Code;
  /** For an error of several problems. */
  readonly problem: (given: Given) => ConfigProblem;
}

/** A problem; a property that is not given is undefined. @internal */
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

/** A problem of the value of an option, or of a part of it: at its place in the configuration file, else with the option's name. @internal */
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

/** The error for options that contradict each other; at the first of them that the configuration file sets. @internal */
export const contradiction = (
  { placeOf }: OptionNames,
  options: readonly string[],
  message: string,
  hint?: string,
): ConfigError => {
  const [place] = options.flatMap((option) => placeOf?.(option) ?? []);
  return optionInvalid({ message, hint, ...place });
};

/** `scenarios/checkout.yaml:14:7: unknown fault "latencyy". Did you mean "latency"?`, then the code frame. @internal */
export const formatProblem = ({ file, line, column, message, hint, frame }: ConfigProblem): string => {
  const location = file === undefined ? '' : `${[file, line, column].filter((part) => part !== undefined).join(':')}: `;
  const sentence = hint === undefined ? message : `${message.replace(/([^.?])\.?$/, '$1.')} ${hint}`;
  return `${location}${sentence}${frame === undefined ? '' : `\n${frame}`}`;
};

/** A problem as programs read it in JSON: without the code frame, and with null for undefined. @internal */
export function describeProblem(problem: ConfigProblem): Readonly<Record<string, string | number | null>> {
  const { code, message, file = null, line = null, column = null, hint = null } = problem;
  return { code, message, file, line, column, hint };
}

// Every error with a code, one constant each, so that a bundle has only those that it reports. docs/errors.md has the meaning and the
// remedy of each. The exit code is always 2.

// Document.
export const documentUnreadable = define('VIV_DOCUMENT_UNREADABLE');
export const documentSyntax = define('VIV_DOCUMENT_SYNTAX');
export const documentUnsupported = define('VIV_DOCUMENT_UNSUPPORTED');
export const documentAmbiguous = define('VIV_DOCUMENT_AMBIGUOUS');
export const documentTooLarge = define('VIV_DOCUMENT_TOO_LARGE');
export const documentEmpty = define('VIV_DOCUMENT_EMPTY');
export const documentInvalid = define('VIV_DOCUMENT_INVALID');
export const documentQuestionable = define('VIV_DOCUMENT_QUESTIONABLE');
export const documentPartUnusable = define('VIV_DOCUMENT_PART_UNUSABLE');
export const referenceUnresolved = define('VIV_REFERENCE_UNRESOLVED');
export const xVivariumInvalid = define('VIV_X_VIVARIUM_INVALID');
export const overlayInvalid = define('VIV_OVERLAY_INVALID');
export const overlayWithoutEffect = define('VIV_OVERLAY_WITHOUT_EFFECT');

// Scenario.
export const scenarioUnreadable = define('VIV_SCENARIO_UNREADABLE');
export const scenarioSyntax = define('VIV_SCENARIO_SYNTAX');
export const scenarioInvalid = define('VIV_SCENARIO_INVALID');
export const scenarioUnknown = define('VIV_SCENARIO_UNKNOWN');
export const scenarioDuplicate = define('VIV_SCENARIO_DUPLICATE');
export const scenarioCycle = define('VIV_SCENARIO_CYCLE');
export const collectionUnknown = define('VIV_COLLECTION_UNKNOWN');
export const operationUnknown = define('VIV_OPERATION_UNKNOWN');
export const serviceUnknown = define('VIV_SERVICE_UNKNOWN');
export const nameAmbiguous = define('VIV_NAME_AMBIGUOUS');
export const itemInvalid = define('VIV_ITEM_INVALID');
export const itemQuestionable = define('VIV_ITEM_QUESTIONABLE');
export const faultUnknown = define('VIV_FAULT_UNKNOWN');
export const faultInvalid = define('VIV_FAULT_INVALID');
export const faultQuestionable = define('VIV_FAULT_QUESTIONABLE');
export const refusalUndocumented = define('VIV_REFUSAL_UNDOCUMENTED');

// Options and commands.
export const handlersUnreadable = define('VIV_HANDLERS_UNREADABLE');
export const handlersInvalid = define('VIV_HANDLERS_INVALID');
export const optionUnknown = define('VIV_OPTION_UNKNOWN');
export const optionInvalid = define('VIV_OPTION_INVALID');
export const serviceConflict = define('VIV_SERVICE_CONFLICT');
export const configurationUnreadable = define('VIV_CONFIGURATION_UNREADABLE');
export const configurationSyntax = define('VIV_CONFIGURATION_SYNTAX');
export const configurationInvalid = define('VIV_CONFIGURATION_INVALID');
export const configurationDuplicate = define('VIV_CONFIGURATION_DUPLICATE');
export const certificateInvalid = define('VIV_CERTIFICATE_INVALID');
export const portInUse = define('VIV_PORT_IN_USE');
export const addressUnavailable = define('VIV_ADDRESS_UNAVAILABLE');
export const worldNameInvalid = define('VIV_WORLD_NAME_INVALID');
export const worldLimit = define('VIV_WORLD_LIMIT');
export const vivariumClosed = define('VIV_CLOSED');
export const loginMissing = define('VIV_LOGIN_MISSING');
export const timeInvalid = define('VIV_TIME_INVALID');
export const saveUnusable = define('VIV_SAVE_UNUSABLE');
export const saveInUse = define('VIV_SAVE_IN_USE');
export const saveFailed = define('VIV_SAVE_FAILED');
export const savedWorldSetAside = define('VIV_SAVED_WORLD_SET_ASIDE');
export const storeClientMissing = define('VIV_STORE_CLIENT_MISSING');
export const storeOtherDocument = define('VIV_STORE_OTHER_DOCUMENT');
export const storeRefused = define('VIV_STORE_REFUSED');
export const storeAway = define('VIV_STORE_AWAY');
export const commandInvalid = define('VIV_COMMAND_INVALID');
export const drillUnjudged = define('VIV_DRILL_UNJUDGED');
export const judgeMissing = define('VIV_JUDGE_MISSING');
export const reportUnreadable = define('VIV_REPORT_UNREADABLE');
export const reportUnwritable = define('VIV_REPORT_UNWRITABLE');
export const callRejected = define('VIV_CALL_REJECTED');
export const serverUnreachable = define('VIV_SERVER_UNREACHABLE');
