/** Handlers as the user gives them: an object with functions under the names of operations. */

import { withHandlers } from '../../core/handlers/with-handlers.ts';
import {
  ConfigError,
  type ConfigProblem,
  configProblem,
  handlersInvalid,
  type ProblemPlace,
} from '../../core/primitives/config-error.ts';
import type { Handler } from '../../core/service/handler.ts';
import type { Service } from '../../core/service/service.ts';

export class HandlersError extends ConfigError {
  /** The files that must be watched until they are corrected. */
  readonly files: readonly string[];

  constructor(problems: readonly ConfigProblem[], files: readonly string[]) {
    super(problems);
    this.files = files;
  }
}

export interface LoadedHandlers {
  readonly named: ReadonlyMap<string, Handler>;
  /** The files that must be read again when they change: the handler file first, then those that it imports. */
  readonly files: readonly string[];
  readonly locate: (name: string) => Partial<ProblemPlace>;
}

/** @throws ConfigError if a value is not a function. */
export const readHandlers = (
  given: object,
  files: readonly string[] = [],
  locate: LoadedHandlers['locate'] = () => ({}),
): LoadedHandlers => {
  const entries = Object.entries(given);
  const problems = entries
    .filter(([, value]) => typeof value !== 'function')
    .map(([name, value]) => {
      const message = `the handler of ${JSON.stringify(name)} must be a function, not ${describeValue(value)}`;
      return handlersInvalid.problem({ message, ...locate(name) });
    });
  if (problems.length > 0) throw new HandlersError(problems, files);
  return { named: new Map(entries as [string, Handler][]), files, locate };
};

/** The service with the handlers. @throws ConfigError for a handler of an unknown operation. */
export const attachHandlers = (service: Service, { named, files, locate }: LoadedHandlers): Service => {
  const attached = withHandlers(service, named);
  if (attached.unknown.length === 0) return attached.service;
  const problems = attached.unknown.map(({ name, code, message, hint }) =>
    configProblem({ code, message: `handler: ${message}`, hint, ...locate(name) }),
  );
  throw new HandlersError(problems, files);
};

const describeValue = (value: unknown): string => {
  if (value === null || value === undefined) return String(value);
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
};
