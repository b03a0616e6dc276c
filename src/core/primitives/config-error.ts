/** Every code of a {@link ConfigProblem}; `docs/errors.md` explains each. A code keeps its meaning across versions. */
export type ConfigProblemCode =
  | 'VIV_CALL_REJECTED'
  | 'VIV_DOCUMENT_UNREADABLE'
  | 'VIV_DOCUMENT_SYNTAX'
  | 'VIV_DOCUMENT_UNSUPPORTED'
  | 'VIV_DOCUMENT_AMBIGUOUS'
  | 'VIV_DOCUMENT_TOO_LARGE'
  | 'VIV_DOCUMENT_EMPTY'
  | 'VIV_DOCUMENT_INVALID'
  | 'VIV_DOCUMENT_QUESTIONABLE'
  | 'VIV_DOCUMENT_PART_UNUSABLE'
  | 'VIV_REFERENCE_UNRESOLVED'
  | 'VIV_X_VIVARIUM_INVALID'
  | 'VIV_OVERLAY_INVALID'
  | 'VIV_OVERLAY_WITHOUT_EFFECT'
  | 'VIV_SCENARIO_UNREADABLE'
  | 'VIV_SCENARIO_SYNTAX'
  | 'VIV_SCENARIO_INVALID'
  | 'VIV_SCENARIO_UNKNOWN'
  | 'VIV_SCENARIO_DUPLICATE'
  | 'VIV_SCENARIO_CYCLE'
  | 'VIV_COLLECTION_UNKNOWN'
  | 'VIV_OPERATION_UNKNOWN'
  | 'VIV_ITEM_INVALID'
  | 'VIV_FAULT_UNKNOWN'
  | 'VIV_FAULT_INVALID'
  | 'VIV_HANDLERS_UNREADABLE'
  | 'VIV_HANDLERS_INVALID'
  | 'VIV_OPTION_UNKNOWN'
  | 'VIV_OPTION_INVALID'
  | 'VIV_NAME_AMBIGUOUS'
  | 'VIV_SERVICE_CONFLICT'
  | 'VIV_SERVICE_UNKNOWN'
  | 'VIV_CONFIGURATION_UNREADABLE'
  | 'VIV_CONFIGURATION_SYNTAX'
  | 'VIV_CONFIGURATION_INVALID'
  | 'VIV_CONFIGURATION_DUPLICATE'
  | 'VIV_CERTIFICATE_INVALID'
  | 'VIV_PORT_IN_USE'
  | 'VIV_ADDRESS_UNAVAILABLE'
  | 'VIV_WORLD_NAME_INVALID'
  | 'VIV_WORLD_LIMIT'
  | 'VIV_CLOSED'
  | 'VIV_LOGIN_MISSING'
  | 'VIV_TIME_INVALID'
  | 'VIV_SAVE_UNUSABLE'
  | 'VIV_SAVE_IN_USE'
  | 'VIV_SAVE_FAILED'
  | 'VIV_SAVED_WORLD_SET_ASIDE'
  | 'VIV_STORE_CLIENT_MISSING'
  | 'VIV_STORE_OTHER_DOCUMENT'
  | 'VIV_STORE_REFUSED'
  | 'VIV_STORE_AWAY'
  | 'VIV_COMMAND_INVALID'
  | 'VIV_DRILL_UNJUDGED'
  | 'VIV_JUDGE_MISSING'
  | 'VIV_REPORT_UNREADABLE'
  | 'VIV_REPORT_UNWRITABLE'
  | 'VIV_SERVER_UNREACHABLE';

/** The codes of problems with which a document is served as it is meant, or as the message states. */
const warnings: ReadonlySet<ConfigProblemCode> = new Set(['VIV_DOCUMENT_QUESTIONABLE', 'VIV_DOCUMENT_PART_UNUSABLE']);

/** @internal */
export const isWarning = ({ code }: ConfigProblem): boolean => warnings.has(code);

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

/**
 * A problem; a property that is not given is undefined.
 * @internal
 */
export const configProblem = ({
  code,
  message,
  file,
  line,
  column,
  hint,
  frame,
}: Pick<ConfigProblem, 'code' | 'message'> & Partial<ConfigProblem>): ConfigProblem => ({
  code,
  message,
  file,
  line,
  column,
  hint,
  frame,
});

/**
 * A ConfigError of one problem that has no location in a file.
 * @internal
 */
export const configError = (code: ConfigProblemCode, message: string, hint?: string): ConfigError =>
  new ConfigError([configProblem({ code, message, hint })]);

/**
 * A problem of the value of an option, or of a part of it: at its location in the configuration file, or else with the option's name.
 * @internal
 */
export const optionProblem = (
  { nameOf, placeOf }: OptionNames,
  [option, ...path]: readonly [option: string, ...path: (string | number)[]],
  {
    value,
    message,
    ...rest
  }: { readonly value: string } & Pick<ConfigProblem, 'code' | 'message'> & Partial<Pick<ConfigProblem, 'hint'>>,
): ConfigProblem => {
  const place = placeOf?.(option, ...path);
  const label = place === undefined ? `${nameOf(option)} ${value}` : value;
  return configProblem({ ...rest, ...place, message: `${label}: ${message}` });
};

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
  return new ConfigError([configProblem({ code: 'VIV_OPTION_INVALID', message, hint, ...place })]);
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
export const describeProblem = ({ code, message, file, line, column, hint }: ConfigProblem) => ({
  code,
  message,
  file: file ?? null,
  line: line ?? null,
  column: column ?? null,
  hint: hint ?? null,
});
