/** A problem in a document, scenario or option: the failure, the place, the reason and the remedy. */
export interface ConfigProblem {
  /** The file or URL as the user named it; undefined where the value came from code or the command line. */
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number | undefined;
  /** From 1. */
  readonly column: number | undefined;
  /** One line, without the location. */
  readonly message: string;
  /** The remedy, if the message does not already contain it: `Did you mean "latency"?` */
  readonly hint: string | undefined;
  /** The lines around the location with a marker below it; several lines of plain text. */
  readonly frame: string | undefined;
}

/** Thrown at start, before anything is served; all problems at once. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** A ConfigError with one problem that is not located in a file. */
export const configError = (message: string, hint?: string): ConfigError =>
  new ConfigError([{ file: undefined, line: undefined, column: undefined, message, hint, frame: undefined }]);

/** `scenarios/checkout.yaml:14:7: unknown fault "latencyy". Did you mean "latency"?`, then the code frame. */
export const formatProblem = ({ file, line, column, message, hint, frame }: ConfigProblem): string => {
  const location = file === undefined ? '' : `${[file, line, column].filter((part) => part !== undefined).join(':')}: `;
  const sentence = hint === undefined ? message : `${message.replace(/\.$/, '')}. ${hint}`;
  return `${location}${sentence}${frame === undefined ? '' : `\n${frame}`}`;
};
