import { ConfigError } from '../core/primitives/config-error.ts';

/** Waits for all, so that their problems are reported at once. @throws ConfigError with the problems of all that fail. */
export const loadAll = async <Loaded>(loading: readonly (Loaded | Promise<Loaded>)[]): Promise<readonly Loaded[]> => {
  const settled = await Promise.allSettled(loading);
  const failures = settled.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []));
  const bug = failures.find((error) => !(error instanceof ConfigError));
  if (bug !== undefined) throw bug;
  if (failures.length > 0) throw new ConfigError(failures.flatMap((error) => (error as ConfigError).problems));
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
};
