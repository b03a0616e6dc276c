import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, type ConfigProblem, formatProblem } from '../../src/core/primitives/config-error.ts';
import type { Scenario } from '../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../src/scenario/document/scenario-schema.ts';
import { parseLayer } from '../../src/scenario/file/load-layer.ts';
import { findScenario, noScenario } from '../../src/scenario/file/load-scenario.ts';

/** A directory with these files, removed when the test is over. */
export const directoryWith = async (
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'vivarium-'));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(path, name), text)));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
};

/** The problems of the ConfigError that `act` throws; fails when it throws none. */
export const problemsOf = async (act: () => unknown): Promise<readonly ConfigProblem[]> => {
  try {
    await act();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  throw new Error('no ConfigError was thrown');
};

/** The scenario with this name in a directory. @throws ConfigError if there is none. */
export const loadScenario = async (directory: string, name: string): Promise<Scenario> => {
  const found = await findScenario(directory, name);
  if (found === undefined) throw await noScenario(directory, name);
  return found;
};

/** As people read them, without the code frames. */
export const sentencesOf = async (act: () => unknown): Promise<readonly string[]> =>
  (await problemsOf(act)).map((problem) => formatProblem({ ...problem, frame: undefined }));

/** The text of a scenario file, checked without a service. Throws a ConfigError with all problems. */
export const parseScenario = (text: string, file: string): ScenarioDocument => {
  const { document, problems } = parseLayer(text, file);
  if (document === undefined) throw new ConfigError(problems);
  return document;
};
