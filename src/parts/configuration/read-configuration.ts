import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import {
  ConfigError,
  type ConfigProblem,
  configurationUnreadable,
  type ProblemPlace,
} from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { readTextFile, UnreadableError } from '../../files/read-regular-file.ts';
import { isUrl } from '../../openapi/load/read-text.ts';
import type { DocumentPath, ScenarioProblem } from '../../scenario/document/document-path.ts';
import { explainIssues } from '../../scenario/document/explain-issues.ts';
import { sortByLocation } from '../../scenario/file/load-layer.ts';
import {
  createLocateProblem,
  createSourceText,
  parseScenarioText,
  type SourceText,
} from '../../scenario/file/parse-file.ts';
import {
  keyOf,
  optionsSchema,
  pathOptions,
  serviceName,
  serviceNameRule,
  serviceSchema,
} from '../../simulation/options.ts';
import { createFrames } from '../../text/text-position.ts';

/** One of several services, with paths that are relative to the working directory. */
export interface ConfiguredService {
  readonly document: string;
  readonly overlay: readonly string[];
  readonly base: string | undefined;
  readonly upstream: string | undefined;
}

/** The content of a configuration file. Its paths are relative to the working directory. */
export interface Configuration {
  readonly options: Readonly<Record<string, unknown>>;
  readonly services: Readonly<Record<string, ConfiguredService>>;
  /** The location of the value at a path of keys and indexes; of its nearest parent if it is missing. */
  readonly placeOf: (path: DocumentPath) => ProblemPlace;
}

const maxConfigurationBytes = 1024 * 1024;

/** Takes the problems of a configuration: then the rest of it is used. */
export type ReportProblems = (problems: readonly ConfigProblem[]) => void;

const fail: ReportProblems = (problems) => {
  throw new ConfigError(problems);
};

/** `report`: by default, a ConfigError with all problems is thrown. Each has its location. */
export const readConfiguration = async (file: string, report = fail): Promise<Configuration> => {
  const source = withoutSecrets(createSourceText(await readText(file), file, 'VIV_CONFIGURATION_SYNTAX'));
  const locate = createLocateProblem(source);
  const value = parse(source, report);
  const problems = problemsIn(value);
  if (problems.length > 0) report(sortByLocation(problems.map(locate)));
  const wrong = new Set(problems.map(({ path }) => path[0]));
  const usable = isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key)))
    : {};
  const { services = {} } = configurationSchema.parse(usable);
  const directory = dirname(file);
  return {
    placeOf: (path) => {
      const { line, column, frame } = locate({ ...anyProblem, path });
      return { file, line, column, frame };
    },
    options: optionsOf(usable, directory),
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

const parse = (source: SourceText, report: ReportProblems): Json => {
  try {
    // An empty file is a valid configuration: everything is optional.
    return (parseScenarioText(source) ?? {}) as Json;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    report(error.problems);
    return {};
  }
};

const problemsIn = (value: Json): readonly ScenarioProblem[] => {
  const { error } = configurationSchema.safeParse(value, { reportInput: true });
  const problems: ScenarioProblem[] = [
    ...explainIssues(error?.issues ?? [], 'the configuration', () => 'VIV_CONFIGURATION_INVALID').map(withoutValue),
  ];
  const add = (path: DocumentPath, message: string, hint?: string) =>
    void problems.push({ code: 'VIV_CONFIGURATION_INVALID', path, at: 'key', message, hint });
  if (!isJsonObject(value)) return problems;
  const both = '"document" and "services" cannot be used together';
  if (Object.hasOwn(value, 'document') && Object.hasOwn(value, 'services'))
    add(['services'], both, 'Write the document as one of the services.');
  // The schema leaves it out, since it is the name of something else in an object.
  const services = getProperty(value, 'services');
  if (isJsonObject(services) && Object.hasOwn(services, '__proto__'))
    add(['services', '__proto__'], `"__proto__" must be ${serviceNameRule}`);
  return problems;
};

const withoutValue = (problem: ScenarioProblem): ScenarioProblem =>
  problem.path[0] === 'token' ? { ...problem, message: problem.message.replace(/, not .*/s, '') } : problem;

/** The lines around a problem do not show the token, nor the URL of a store, which may contain a password. */
const withoutSecrets = (source: SourceText): SourceText => {
  const frameOf = createFrames(source.text.replaceAll(secrets, hide));
  return {
    ...source,
    problemAt: (offset, problem) => {
      const found = source.problemAt(offset, problem);
      const { line, column } = found;
      return line === undefined || column === undefined ? found : { ...found, frame: frameOf(line, column) };
    },
  };
};

/** The keys with a secret, and the rest of their line; of a value that begins on the next line or is a block, all that is indented more. */
const secrets =
  /^(?<before>(?<indent>[ \t]*)(?:[^\n]*?[{,][ \t]*)?["']?(?:token|store)["']?[ \t]*:)(?<value>[^\n]*(?:\n\k<indent>[ \t]+[^\n]*|\n[ \t]*(?=\n))*)/gm;

/** Keeps the number of lines. */
const hide = (...match: readonly unknown[]): string => {
  const { before, value } = match.at(-1) as { readonly before: string; readonly value: string };
  return `${before} [hidden]${value.replaceAll(/[^\n]/g, '')}`;
};

const anyProblem = { code: 'VIV_CONFIGURATION_INVALID', at: 'value', message: '', hint: undefined } as const;

const readText = async (file: string): Promise<string> => {
  try {
    return await readTextFile(file, maxConfigurationBytes);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw configurationUnreadable({ message: error.message, file, hint: error.hint });
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

const optionOf = (key: string) => key.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const { document: _document, config: _config, ...options } = optionsSchema.shape;

const expectedServices = 'a map of names and services, with at least one service';

const shape = {
  document: z
    .string('a file or a URL')
    .min(1, 'a file or a URL')
    .optional()
    .describe('The OpenAPI document of the one service: a file or a URL. Several are below `services`.'),
  services: z
    .record(z.string().regex(serviceName, serviceNameRule), serviceSchema(), expectedServices)
    .refine((services) => Object.keys(services).length > 0, expectedServices)
    .optional()
    .describe('Several services by their names, in place of `document`.'),
  ...(Object.fromEntries(Object.entries(options).map(([name, schema]) => [keyOf(name), schema])) as Record<
    string,
    z.ZodType
  >),
  $schema: z
    .string('the address of a JSON Schema')
    .optional()
    .describe('The address of this JSON Schema, for editors. In YAML, a comment may name it instead.'),
};

export const configurationSchema = z.strictObject(shape, {
  error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : 'a map'),
});
