import { ConfigError, type ConfigProblem } from '../../core/primitives/config-error.ts';

/** Runs a part of the check, and collects its problems; undefined: it failed. `file`: the location of problems that have none. */
export const collectProblems = async <Result>(
  problems: ConfigProblem[],
  run: () => Result | Promise<Result>,
  file?: string,
): Promise<Result | undefined> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // One by one: a call has too many arguments for a hundred thousand problems.
    for (const problem of error.problems) problems.push({ ...problem, file: problem.file ?? file });
    return undefined;
  }
};
