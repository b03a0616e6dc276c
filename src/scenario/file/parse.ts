/** YAML and JSON text as values, and the places of values in their text. */

import { type Alias, type CollectionTag, type Document, parseDocument, type ScalarTag, type Tags, visit } from 'yaml';
import { ConfigError, type ConfigProblem } from '../../core/primitives/config-error.ts';
import { exactNumber, maxJsonDepth, parseJson } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { mayBeUnsafe } from '../../text/unsafe-numbers.ts';
import { offsetAt } from '../../text/yaml-offset.ts';
import { type DocumentPath, formatPath } from '../document/document-path.ts';
import { scanJson } from './scan-json.ts';
import type { SourceText } from './source-text.ts';

/** `9007199254740993.0` is an integer too, and keeps its digits. */
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
  // Whatever `%YAML` says: dates stay texts, `on` and `yes` too.
  schema: 'core',
  stringKeys: true,
  merge: true,
  resolveKnownTags: false,
  prettyErrors: false,
  customTags: exactFloats,
} as const;

/** How often aliases may repeat what they stand for, taken together: a few lines can ask for billions of values. */
const maxAliasCount = 10_000;

/** The text's value, integers exact; throws ConfigError with all that is wrong with its syntax. */
export const parseText = (source: SourceText): unknown =>
  source.file.endsWith('.json') ? readJson(source) : readYaml(source);

const readJson = (source: SourceText): unknown => {
  const findings = scanJson(source.text);
  if (findings.length > 0)
    throw new ConfigError(findings.map(({ offset, message }) => source.problemAt(offset, message)));
  const parsed = parseJson(source.text);
  if (parsed.ok) return parsed.value;
  throw new ConfigError([source.problemAt(0, `the file ${parsed.reason}`)]);
};

const readYaml = (source: SourceText): unknown => {
  const document = parseYaml(source);
  const found = [...document.errors, ...document.warnings].slice(0, maxReported);
  if (found.length > 0) throw new ConfigError(found.map((error) => syntaxProblem(error, source)));
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount });
  } catch (error) {
    throw new ConfigError([aliasProblem(document, source, error as Error)]);
  }
  const wrong = normalize(value).slice(0, maxReported);
  if (wrong.length > 0) {
    const place = createPlaces(source);
    throw new ConfigError(wrong.map(({ path, message }) => place(path, 'value', message, undefined)));
  }
  return value;
};

const tooDeep = `the values are nested deeper than ${maxJsonDepth} levels`;

/** One mistake in the syntax often looks like many. */
const maxReported = 20;

const parseYaml = (source: SourceText): Document => {
  try {
    return parseDocument(source.text, { ...options, intAsBigInt: mayBeUnsafe(source.text) });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigError([source.problemAt(0, tooDeep)]);
  }
};

interface SyntaxFinding {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

const syntaxProblem = (
  { code, message, pos: [offset] }: SyntaxFinding,
  { text, problemAt }: SourceText,
): ConfigProblem => {
  switch (code) {
    case 'DUPLICATE_KEY': {
      const key = /^(?:"[^"]*"|'[^']*'|[^\s:,{}[\]]+)/.exec(text.slice(offset, offset + 200))?.[0] ?? '';
      return problemAt(offset, `the key ${key} is given twice`, 'Keep one of them.');
    }
    case 'MULTIPLE_DOCS':
      return problemAt(offset, 'a second document begins here', 'Put each scenario into a file of its own.');
    case 'NON_STRING_KEY':
      return problemAt(offset, 'a key must be a text');
    case 'RESOURCE_EXHAUSTION':
      return problemAt(offset, tooDeep);
    case 'TAG_RESOLVE_FAILED':
      return problemAt(offset, `the tag ${message.replace(/^.*: /, '')} is not supported`, 'Leave it out.');
    default:
      return problemAt(offset, `this is not valid YAML: ${message}`);
  }
};

const aliasProblem = (document: Document, { problemAt }: SourceText, error: Error): ConfigProblem => {
  let dangling: Alias | undefined;
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document) !== undefined) return undefined;
      dangling = alias;
      return visit.BREAK;
    },
  });
  if (dangling !== undefined) {
    const { source } = dangling as Alias;
    return problemAt((dangling as Alias).range?.[0] ?? 0, `the alias *${source} has no anchor (&${source}) before it`);
  }
  const isBomb = error instanceof ReferenceError || error instanceof RangeError;
  return problemAt(
    0,
    isBomb ? 'the aliases (*name) stand for too many values' : `this is not valid YAML: ${error.message}`,
  );
};

interface Wrong {
  readonly path: DocumentPath;
  readonly message: string;
}

/** Turns integers that fit into numbers, in place; what is no JSON value, or too deep, is answered. */
const normalize = (root: unknown): readonly Wrong[] => {
  const wrong: Wrong[] = [];
  const done = new WeakSet<object>();
  const ancestors: unknown[] = [];
  const path: (string | number)[] = [];
  const visitValue = (value: unknown): unknown => {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    if (typeof value === 'number' && !Number.isFinite(value))
      wrong.push({ path: [...path], message: `${formatPath(path)} is no number that JSON has` });
    if (typeof value !== 'object' || value === null) return value;
    if (ancestors.includes(value)) wrong.push({ path: [...path], message: `${formatPath(path)} contains itself` });
    else if (ancestors.length >= maxJsonDepth) wrong.push({ path: [...path], message: tooDeep });
    else if (!done.has(value)) {
      done.add(value);
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
  return wrong;
};

/** Makes a problem of a path and a sentence. The text is read again, with positions, on the first call. */
export type LocateProblem = (
  path: DocumentPath,
  at: 'key' | 'value',
  message: string,
  hint: string | undefined,
) => ConfigProblem;

export const createPlaces = (source: SourceText): LocateProblem => {
  const document = lazily(() => parseYaml(source));
  return (path, at, message, hint) => source.problemAt(offsetAt(document(), path, at), message, hint);
};
