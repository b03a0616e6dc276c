/** Reads an OpenAPI document from a file or a URL. */
import { readFile } from 'node:fs/promises';
import { isDate } from 'node:util/types';
import { LineCounter, parse, parseDocument, type YAMLError } from 'yaml';
import { ConfigError, type ConfigProblem } from '../core/config-error.ts';
import { type Json, type JsonObject, parseJson, setMember, unescapePointer } from '../core/json.ts';
import { dialectOf } from './source.ts';

export interface LoadedDocument {
  /** As the user gave it. */
  readonly name: string;
  readonly document: JsonObject;
  /** Where a JSON Pointer of the document stands in its text; the nearest parent where the member itself is missing. */
  readonly locate: (pointer: string) => Place | undefined;
}

interface Place {
  readonly line: number;
  readonly column: number;
  /** The lines around the place, with a marker under it. */
  readonly frame: string;
}

const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 20_000;
/** An alias bomb of ten lines can stand for a billion nodes. */
const maxAliasCount = 10_000;
const mayBeUnsafe = /\d{16}/;

export const loadDocument = async (pathOrUrl: string): Promise<LoadedDocument> => {
  const text = (await readText(pathOrUrl)).replace(/^\ufeff/, '');
  const document = parseText(text, pathOrUrl);
  try {
    dialectOf(document);
  } catch (error) {
    throw withFile(error, pathOrUrl);
  }
  return { name: pathOrUrl, document: document as JsonObject, locate: createLocate(text) };
};

/** Whether a file (or URL) is a document of OpenAPI, by its text: it says so at its top level. False where it cannot be read. */
export const isDocumentFile = async (pathOrUrl: string): Promise<boolean> => {
  if (isUrl(pathOrUrl)) return true;
  try {
    const text = await readFile(pathOrUrl, 'utf8');
    return /^\s*\{/.test(text)
      ? /[{,]\s*"(openapi|swagger)"\s*:/.test(text)
      : /^["']?(openapi|swagger)["']?\s*:/m.test(text);
  } catch {
    return false;
  }
};

const isUrl = (pathOrUrl: string): boolean => /^https?:\/\//i.test(pathOrUrl);

const problemIn = (file: string, message: string, rest: Partial<ConfigProblem> = {}): ConfigError =>
  new ConfigError([{ file, line: undefined, column: undefined, hint: undefined, frame: undefined, message, ...rest }]);

const withFile = (error: unknown, file: string): unknown =>
  error instanceof ConfigError ? new ConfigError(error.problems.map((problem) => ({ ...problem, file }))) : error;

const readText = async (pathOrUrl: string): Promise<string> => {
  if (isUrl(pathOrUrl)) return fetchText(pathOrUrl);
  try {
    return await readFile(pathOrUrl, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EISDIR: 'this is a directory: name the OpenAPI document in it',
      EACCES: 'the file may not be read',
    };
    throw problemIn(pathOrUrl, reasons[code ?? ''] ?? `the file cannot be read (${(error as Error).message})`);
  }
};

const fetchText = async (url: string): Promise<string> => {
  let response: Response;
  try {
    response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/yaml, application/json, */*;q=0.5' },
    });
  } catch (error) {
    const { message, cause } = error as Error;
    throw problemIn(url, `the document cannot be fetched (${cause instanceof Error ? cause.message : message})`);
  }
  if (!response.ok) throw problemIn(url, `the document cannot be fetched: the server answered ${response.status}`);
  return readLimited(response, url);
};

const readLimited = async (response: Response, url: string): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).byteLength;
      if (size > maxBytes) break;
      text += decoder.decode(chunk as Uint8Array, { stream: true });
    }
  } catch (error) {
    throw problemIn(url, `the document cannot be fetched (${(error as Error).message})`);
  }
  if (size > maxBytes) throw problemIn(url, 'the document is larger than 32 MiB');
  return text + decoder.decode();
};

/** Without positions, which cost several times as much: they are looked for when there is something to report. */
const parseText = (text: string, file: string): Json => {
  if (/^\s*\{/.test(text)) {
    const parsed = parseLargeJson(text);
    if (parsed !== undefined) return parsed;
  }
  try {
    const isExact = mayBeUnsafe.test(text);
    const value: unknown = parse(text, {
      merge: true,
      maxAliasCount,
      intAsBigInt: isExact,
      logLevel: 'error',
      prettyErrors: false,
    });
    return toJson(value, isExact, new Set());
  } catch (error) {
    throw syntaxError(text, file, error as Error);
  }
};

/** Undefined where the text is no JSON: it may be YAML in braces, and the YAML parser says where it is wrong. */
const parseLargeJson = (text: string): Json | undefined => {
  if (mayBeUnsafe.test(text)) {
    const parsed = parseJson(text);
    return parsed.ok ? parsed.value : undefined;
  }
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const syntaxError = (text: string, file: string, error: Error): ConfigError => {
  const counter = new LineCounter();
  const first = firstError(text, counter);
  if (first === undefined) return problemIn(file, `this is neither YAML nor JSON (${error.message})`);
  const { line, col: column } = counter.linePos(first.pos[0]);
  return problemIn(file, `this is neither YAML nor JSON: ${first.message}`, {
    line,
    column,
    frame: frameOf(text, line, column),
  });
};

/** Undefined where the parser finds none: the text is wrong in another way, such as an alias too many. */
const firstError = (text: string, lineCounter: LineCounter): YAMLError | undefined => {
  try {
    return parseDocument(text, { merge: true, lineCounter, prettyErrors: false, logLevel: 'error' }).errors[0];
  } catch {
    return undefined;
  }
};

/** What YAML knows beyond JSON becomes what JSON has. */
const toJson = (value: unknown, isExact: boolean, parents: Set<unknown>): Json => {
  if (typeof value === 'bigint') return isExact && !Number.isSafeInteger(Number(value)) ? value : Number(value);
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  if (isDate(value)) return value.toISOString();
  if (parents.has(value)) throw new Error('it contains itself');
  parents.add(value);
  let result: Json;
  if (Array.isArray(value)) result = value.map((item) => toJson(item, isExact, parents));
  else {
    const members: Record<string, Json> = {};
    for (const [name, member] of Object.entries(value)) setMember(members, name, toJson(member, isExact, parents));
    result = members;
  }
  parents.delete(value);
  return result;
};

const createLocate = (text: string): LoadedDocument['locate'] => {
  let places: ((pointer: string) => Place | undefined) | undefined;
  return (pointer) => {
    places ??= createPlaces(text);
    return places(pointer);
  };
};

const createPlaces = (text: string): ((pointer: string) => Place | undefined) => {
  const counter = new LineCounter();
  const parsed = parseDocument(text, { merge: true, lineCounter: counter, keepSourceTokens: false, logLevel: 'error' });
  return (pointer) => {
    const path = pointer.split('/').slice(1).map(unescapePointer);
    for (let length = path.length; length >= 0; length--) {
      const offset = offsetOf(parsed, path.slice(0, length));
      if (offset === undefined) continue;
      const { line, col: column } = counter.linePos(offset);
      return { line, column, frame: frameOf(text, line, column) };
    }
    return undefined;
  };
};

interface YamlNode {
  readonly range?: readonly [number, number, number] | null;
  readonly items?: readonly unknown[];
}

/** The offset of a member's name, or of an item. */
const offsetOf = (parsed: ReturnType<typeof parseDocument>, path: readonly string[]): number | undefined => {
  let node = parsed.contents as unknown;
  let offset = (node as YamlNode | null)?.range?.[0];
  for (const token of path) {
    const items = ((node as YamlNode | null)?.items ?? []) as readonly unknown[];
    const pair = items.find((item) => String((item as { key?: { value?: unknown } } | null)?.key?.value) === token) as
      | { readonly key: YamlNode; readonly value: unknown }
      | undefined;
    const item = pair ?? (/^\d+$/.test(token) ? items[Number(token)] : undefined);
    if (item === undefined) return undefined;
    offset = (pair === undefined ? (item as YamlNode) : pair.key).range?.[0];
    node = pair === undefined ? item : pair.value;
  }
  return offset;
};

const contextLines = 2;
const maxWidth = 120;

const frameOf = (text: string, line: number, column: number): string => {
  const lines = text.split('\n');
  const first = Math.max(1, line - contextLines);
  const last = Math.min(lines.length, line + contextLines);
  const width = String(last).length;
  const frame: string[] = [];
  for (let at = first; at <= last; at++) {
    const source = (lines[at - 1] as string).replace(/\r$/, '');
    frame.push(`${at === line ? '>' : ' '} ${String(at).padStart(width)} | ${source.slice(0, maxWidth)}`);
    if (at === line && column <= maxWidth)
      frame.push(`  ${' '.repeat(width)} | ${' '.repeat(Math.max(0, column - 1))}^`);
  }
  return frame.join('\n');
};
