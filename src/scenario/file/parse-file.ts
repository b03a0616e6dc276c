/**
 * Parses YAML and JSON, and locates values in the text. Usual YAML is read by js-yaml in an eighth of the time that the package `yaml`
 * takes; both read it alike.
 */

import {
  boolCoreTag,
  load,
  mapTag,
  NOT_RESOLVED,
  nullCoreTag,
  type ScalarTagDefinition,
  Schema,
  seqTag,
  strTag,
} from 'js-yaml';
import { type Alias, type CollectionTag, type Document, parseDocument, type ScalarTag, type Tags, visit } from 'yaml';
import {
  ConfigError,
  type ConfigProblem,
  type ConfigProblemCode,
  configProblem,
} from '../../core/primitives/config-error.ts';
import { exactNumber, maxJsonDepth, mayBeUnsafeJson, parseJson } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { scanJson } from '../../text/json-text.ts';
import { createPositions } from '../../text/text-position.ts';
import { createOffsets } from '../../text/yaml-offset.ts';
import { describeYamlErrors, tooDeep } from '../../text/yaml-syntax.ts';
import { type DocumentPath, formatPath, type ScenarioProblem } from '../document/document-path.ts';

/** The value, with numbers as they are written. Undefined if the text has something else or is not valid YAML: the other parser decides. */
export const parsePlainYaml = (text: string): unknown => {
  try {
    return unusual.some((pattern) => pattern.test(text))
      ? undefined
      : load(text, { schema, maxDepth: plainDepth, maxAliases: 0 });
  } catch {
    // Whatever it is, the other parser reads it, or reports where it is.
    return undefined;
  }
};

/** Less than what a scenario may have, which the other parser reports. */
const plainDepth = 64;

/** What js-yaml accepts and the other rejects, or reads in another way. Each pattern takes linear time. */
const unusual: readonly RegExp[] = [
  // Directives, and the ends of documents.
  /^(?:%| *---| *\.\.\.)/m,
  // Tags, anchors and aliases, explicit keys, and block texts that state their indentation or keep their last empty lines.
  /(?:^|[-:?,[{]) *(?:[!&*]|\?\s|[>|](?:\+|-?\d))/m,
  // A key behind a text in quotes, or behind a flow collection.
  /(?:^|[-:?,[{]) *(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^']*(?:''[^']*)*') *[^\s,\]}:#"']/m,
  /[}\]] *[^\s,\]}:#](?:[^\n:\]}]|:(?!\s))*:\s/,
  // Tabs, line ends but LF and CRLF, control characters.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\x00-\x09\x0B\x0C\x0E-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\r(?!\n)/,
];

class NotPlain extends Error {}

/** All numbers of the core schema of YAML 1.2. */
const numeric =
  /^(?:[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const plainNumber = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d+)$/;

const numberTag: ScalarTagDefinition<number> = {
  ...boolCoreTag,
  tagName: 'tag:yaml.org,2002:float',
  implicitFirstChars: [...'+-.0123456789'],
  resolve: (source) => {
    if (!numeric.test(source)) return NOT_RESOLVED;
    const value = Number(source);
    // Larger integers keep all digits.
    if (!plainNumber.test(source) || Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new NotPlain();
    return value;
  },
};

/** Names that are no texts are errors, and `<<` merges. */
const plainMapTag: typeof mapTag = {
  ...mapTag,
  addPair: (map, name, value) => {
    if (typeof name !== 'string' || name === '<<') throw new NotPlain();
    return mapTag.addPair(map, name, value);
  },
};

const schema = new Schema([strTag, seqTag, plainMapTag, nullCoreTag, boolCoreTag, numberTag]);

/** Keeps the digits of integers such as `9007199254740993.0`. */
const exactFloats = (tags: Tags): Tags =>
  tags.map((tag) => {
    if (typeof tag === 'string' || !isScalarTag(tag) || tag.tag !== 'tag:yaml.org,2002:float') return tag;
    const resolve: ScalarTag['resolve'] = (text, ...rest) => {
      const value = exactNumber(text);
      return typeof value === 'bigint' ? value : tag.resolve(text, ...rest);
    };
    return { ...tag, resolve };
  });

const isScalarTag = (tag: CollectionTag | ScalarTag): tag is ScalarTag => tag.collection === undefined;

const options = {
  // Regardless of `%YAML`: dates, `on` and `yes` are texts.
  schema: 'core',
  stringKeys: true,
  merge: true,
  resolveKnownTags: false,
  prettyErrors: false,
  customTags: exactFloats,
} as const;

/** The maximum number of values from aliases: a few lines can expand to billions of values. */
const maxAliasCount = 10_000;

/** The text's value, integers exact; throws ConfigError with all that is wrong with its syntax. */
export const parseScenarioText = (source: SourceText): unknown =>
  source.file.endsWith('.json') ? readJson(source) : source.text.startsWith('{') ? readFlow(source) : readYaml(source);

/** In a longer text, finding the line of a problem would take seconds: it is read as JSON only. */
export const maxLocatedLength = 1024 * 1024;

/** YAML in flow style. Most is JSON, which is read 20 times as fast as YAML. */
const readFlow = (source: SourceText): unknown => {
  const findings = scanJson(source.text);
  const isJson = findings.length === 0 || source.text.length > maxLocatedLength;
  return isJson ? readJson(source, findings) : readYaml(source);
};

const readJson = (source: SourceText, findings = scanJson(source.text)): unknown => {
  if (findings.length > 0)
    throw new ConfigError(findings.map(({ offset, message }) => syntaxProblemAt(source, offset, message)));
  const parsed = parseJson(source.text);
  if (parsed.ok) return parsed.value;
  throw new ConfigError([syntaxProblemAt(source, 0, `the file ${parsed.reason}`)]);
};

const readYaml = (source: SourceText): unknown => {
  const plain = parsePlainYaml(source.text);
  if (plain !== undefined) return plain;
  const document = parseYaml(source);
  const found = [...document.errors, ...document.warnings].slice(0, maxReported);
  if (found.length > 0)
    throw new ConfigError(
      describeYamlErrors(source.text, found).map(({ offset, message, hint }) =>
        syntaxProblemAt(source, offset, message, hint),
      ),
    );
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount });
  } catch (error) {
    throw new ConfigError([aliasProblem(document, source, error as Error)]);
  }
  const invalid = normalize(value).slice(0, maxReported);
  if (invalid.length > 0) {
    const locate = createLocateProblem(source);
    throw new ConfigError(
      invalid.map(({ path, message }) =>
        locate({ code: source.syntaxCode, path, at: 'value', message, hint: undefined }),
      ),
    );
  }
  return value;
};

/** The maximum number of reported problems: one syntax error often causes many. */
const maxReported = 20;

const parseYaml = (source: SourceText): Document => {
  try {
    return parseDocument(source.text, {
      ...options,
      intAsBigInt: mayBeUnsafeJson(source.text) || /0x[\da-f]{13}|0o\d{17}/i.test(source.text),
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigError([syntaxProblemAt(source, 0, tooDeep)]);
  }
};

const syntaxProblemAt = (source: SourceText, offset: number, message: string, hint?: string): ConfigProblem =>
  source.problemAt(offset, { code: source.syntaxCode, message, hint });

const aliasProblem = (document: Document, source: SourceText, error: Error): ConfigProblem => {
  let dangling: Alias | undefined;
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document) !== undefined) return undefined;
      dangling = alias;
      return visit.BREAK;
    },
  });
  if (dangling !== undefined) {
    const { source: name, range } = dangling;
    return syntaxProblemAt(source, range?.[0] ?? 0, `the alias *${name} has no anchor (&${name}) before it`);
  }
  const isBomb = error instanceof ReferenceError || error instanceof RangeError;
  return syntaxProblemAt(
    source,
    0,
    isBomb ? 'the aliases (*name) expand to too many values' : `this is not valid YAML: ${error.message}`,
  );
};

interface InvalidValue {
  readonly path: DocumentPath;
  readonly message: string;
}

/** Converts safe integers to numbers, in place. Returns the values that are not valid JSON or nested too deep. */
const normalize = (root: unknown): readonly InvalidValue[] => {
  const invalid: InvalidValue[] = [];
  const visited = new WeakSet<object>();
  const ancestors: unknown[] = [];
  const path: (string | number)[] = [];
  const visitValue = (value: unknown): unknown => {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    if (typeof value === 'number' && !Number.isFinite(value))
      invalid.push({ path: [...path], message: `${formatPath(path)} is not a valid JSON number` });
    if (typeof value !== 'object' || value === null) return value;
    if (ancestors.includes(value)) invalid.push({ path: [...path], message: `${formatPath(path)} contains itself` });
    else if (ancestors.length >= maxJsonDepth) invalid.push({ path: [...path], message: tooDeep });
    else if (!visited.has(value)) {
      visited.add(value);
      ancestors.push(value);
      for (const name of Object.keys(value)) {
        path.push(Array.isArray(value) ? Number(name) : name);
        const properties = value as Record<string, unknown>;
        const before = properties[name];
        const after = visitValue(before);
        if (after !== before) properties[name] = after;
        path.pop();
      }
      ancestors.pop();
    }
    return value;
  };
  visitValue(root);
  return invalid;
};

/** Creates a located problem. The first call reads the text again, with positions. */
export type LocateProblem = (problem: ScenarioProblem) => ConfigProblem;

export const createLocateProblem = (source: SourceText): LocateProblem => {
  const offsets = lazily(() => createOffsets(source.text));
  return ({ code, path, at, message, hint }) => source.problemAt(offsets()(path, at), { code, message, hint });
};

/** The text of a file. Lines are only counted if there is a problem. */
export interface SourceText {
  readonly text: string;
  readonly file: string;
  readonly syntaxCode: ConfigProblemCode;
  /** Creates a problem at an offset (in UTF-16 units), with the lines around it. */
  readonly problemAt: (
    offset: number,
    problem: Pick<ConfigProblem, 'code' | 'message'> & Partial<ConfigProblem>,
  ) => ConfigProblem;
}

export const createSourceText = (
  text: string,
  file: string,
  syntaxCode: ConfigProblemCode = 'VIV_SCENARIO_SYNTAX',
): SourceText => {
  const positionOf = createPositions(text);
  return {
    text,
    file,
    syntaxCode,
    problemAt: (offset, problem) => configProblem({ ...problem, file, ...positionOf(offset) }),
  };
};
