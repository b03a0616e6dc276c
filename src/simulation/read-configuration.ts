/** Reads a configuration file. */
import { dirname, isAbsolute, join } from 'node:path';
import { ConfigError, configProblem, type ProblemPlace } from '../core/primitives/config-error.ts';
import { isJsonObject, type JsonObject } from '../core/primitives/json.ts';
import { readRegularFile, UnreadableError } from '../files/read-regular-file.ts';
import { isUrl } from '../openapi/load/read-text.ts';
import type { DocumentPath, ScenarioProblem } from '../scenario/document/document-path.ts';
import { explainIssues } from '../scenario/document/explain-issues.ts';
import { sortByLocation } from '../scenario/file/load-layer.ts';
import { createSourceText, type SourceText } from '../scenario/file/locate-problem.ts';
import { createLocateProblem, parseText } from '../scenario/file/parse.ts';
import { configurationSchema, optionOf } from './configuration-schema.ts';
import { pathOptions } from './options.ts';
import type { ServiceOptions } from './service-source.ts';

/** The content of a configuration file. Its paths are relative to the working directory. */
export interface Configuration {
  readonly file: string;
  /** By the names of the options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly services: ServiceOptions['services'];
  /** The location of the value at a path of keys and indexes; of its nearest parent if it is missing. */
  readonly placeOf: (path: DocumentPath) => ProblemPlace;
}

const maxConfigurationBytes = 1024 * 1024;

/** @throws ConfigError with all problems, each with its location. */
export const readConfiguration = async (file: string): Promise<Configuration> => {
  const source = withoutSecrets(createSourceText(await readText(file), file, 'VIV_CONFIGURATION_SYNTAX'));
  // An empty file is a valid configuration: everything is optional.
  const value = parseText(source) ?? {};
  const result = configurationSchema.safeParse(value, { reportInput: true });
  const problems: ScenarioProblem[] = result.success
    ? []
    : [...explainIssues(result.error.issues, 'the configuration', () => 'VIV_CONFIGURATION_INVALID')];
  if (isJsonObject(value) && Object.hasOwn(value, 'document') && Object.hasOwn(value, 'services'))
    problems.push({
      code: 'VIV_CONFIGURATION_INVALID',
      path: ['services'],
      at: 'key',
      message: '"document" and "services" cannot be used together',
      hint: 'Write the document as one of the services.',
    });
  const locate = createLocateProblem(source);
  if (!result.success || problems.length > 0) throw new ConfigError(sortByLocation(problems.map(locate)));
  const { services = {} } = result.data;
  const directory = dirname(file);
  return {
    file,
    placeOf: (path) => {
      const { line, column, frame } = locate({ ...anyProblem, path });
      return { file, line, column, frame };
    },
    options: optionsOf(value as JsonObject, directory),
    services: Object.fromEntries(
      Object.entries(services).map(([name, { document, overlay, base, upstream }]) => [
        name,
        {
          document: fromDirectory(directory, document) as string,
          overlay: fromDirectory(directory, overlay) as readonly string[],
          base,
          upstream,
        },
      ]),
    ),
  };
};

/** The URL of a store may contain a password, which no message may show: lines around a problem that may have one are omitted. */
const withoutSecrets = (source: SourceText): SourceText => ({
  ...source,
  problemAt: (offset, problem) => {
    const found = source.problemAt(offset, problem);
    const isSecret = found.frame?.includes('@') === true && /\bstore\b/.test(source.text);
    return isSecret ? { ...found, frame: undefined } : found;
  },
});

const anyProblem = { code: 'VIV_CONFIGURATION_INVALID', at: 'value', message: '', hint: undefined } as const;

const readText = async (file: string): Promise<string> => {
  try {
    return (await readRegularFile(file, maxConfigurationBytes)).toString();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new ConfigError([configProblem({ code: 'VIV_CONFIGURATION_UNREADABLE', message: error.message, file })]);
  }
};

const optionsOf = (configuration: JsonObject, directory: string): Configuration['options'] =>
  Object.fromEntries(
    Object.entries(configuration)
      .filter(([key]) => key !== 'services' && key !== '$schema')
      .map(([key, value]) => {
        const name = optionOf(key);
        const before = pathOptions[name as keyof typeof pathOptions];
        return [name, before === undefined ? value : fromDirectory(directory, value, before)];
      }),
  );

/** A path, or a list of paths, relative to a directory; `before`: the text before it. URLs and absolute paths stay as they are. */
const fromDirectory = (directory: string, value: unknown, before = /^/): unknown => {
  if (Array.isArray(value)) return value.map((one) => fromDirectory(directory, one, before));
  const text = value as string;
  const [prefix = ''] = before.exec(text) ?? [];
  const path = text.slice(prefix.length);
  return isUrl(path) || isAbsolute(path) ? text : `${prefix}${join(directory, path)}`;
};
