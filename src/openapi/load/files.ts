/** Reads all files of a document and resolves references between them. */
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, configProblem } from '../../core/primitives/config-error.ts';
import { escapePointer, getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { UnreadableError } from '../../files/read-regular-file.ts';
import { isData, isMap } from '../document/keywords.ts';
import { maxHops, pointerOf, valueAtPointer } from '../document/source.ts';
import type { Network } from './inner-address.ts';
import { createLocate, findSyntaxError, type LocateInText } from './locate.ts';
import { parseText } from './parse.ts';
import { isUrl, type ReadOptions, readUri, type Text, whyNotFrom } from './read-text.ts';

export interface SourceFile extends Text {
  /** The name for messages: as the user wrote it; other files are relative to it. */
  readonly name: string;
  readonly value: Json;
  readonly locate: LocateInText;
}

/** A value in one of the files. */
export interface Target {
  readonly file: SourceFile;
  /** JSON Pointer into the file. */
  readonly pointer: string;
  readonly value: Json;
}

export interface Files {
  /** The target of a reference in a file, or the reason why there is none. */
  readonly follow: (reference: string, from: SourceFile) => Target | { readonly message: string };
  /** All requested files with their texts, including missing files. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

const maxFiles = 5_000;
const maxTotalCharacters = 128 * 1024 * 1024;
const maxConcurrent = 16;
/** The time limit for all fetches together. */
const maxMs = 60_000;

/** By default of a URL that the user names, which may be any address. @throws ConfigError if it cannot be read, or is neither YAML nor JSON. */
export const readSource = async (
  uri: string,
  name: string,
  options: ReadOptions = { mayReachInner: true },
): Promise<SourceFile> => {
  let read: Text | undefined;
  try {
    read = await readUri(uri, options);
    // Descriptions may refer to files with prose.
    const value = /\.(md|txt)$/i.test(read.uri) ? read.text : await parseText(read.text);
    return { ...read, name, value, locate: createLocate(read.text) };
  } catch (error) {
    throw unreadable(name, error as Error, read?.text);
  }
};

const unreadable = (file: string, error: Error, text: string | undefined): ConfigError => {
  const found = text === undefined ? undefined : findSyntaxError(text);
  const reason = found === undefined ? ` (${error.message})` : `: ${found.message}`;
  if (error instanceof UnreadableError)
    return new ConfigError([configProblem({ code: 'VIV_DOCUMENT_UNREADABLE', message: error.message, file })]);
  const message = `this is neither YAML nor JSON${reason}`;
  return new ConfigError([configProblem({ ...found, code: 'VIV_DOCUMENT_SYNTAX', message, file })]);
};

/** Whether a document refers to other files. */
export const hasOutsideReferences = (document: Json): boolean =>
  referencesIn(document).some((reference) => pointerOf(reference) === undefined);

/** Reads all files that a document refers to, recursively. An unreadable file is reported at the reference to it. */
export const readFiles = async (root: SourceFile, network?: Network): Promise<Files> => {
  const found = new Map<string, SourceFile | ConfigError>([[root.uri, root]]);
  const identities = new Map<string, Target>();
  const signal = AbortSignal.timeout(maxMs);
  let characters = root.text.length;
  let pending: readonly SourceFile[] = [root];
  while (pending.length > 0) {
    for (const file of pending) identify(file, identities);
    // Whether a file of this machine or of its own network refers to it: only those may refer to their neighbours.
    const missing = new Map<string, boolean>();
    for (const file of pending) {
      for (const uri of outsideUris(file, identities))
        if (!found.has(uri)) missing.set(uri, file.isInner || missing.get(uri) === true);
    }
    const loaded: SourceFile[] = [];
    for (const batch of chunks([...missing], maxConcurrent)) {
      if (found.size + batch.length > maxFiles || characters > maxTotalCharacters) throw tooMuch(root.name);
      for (const file of await Promise.all(
        batch.map(([uri, mayReachInner]) =>
          readOrError(uri, nameOf(uri, root), { mayReachInner, signal, ...(network !== undefined && { network }) }),
        ),
      )) {
        found.set(file.uri, file.result);
        if (file.result instanceof ConfigError) continue;
        loaded.push(file.result);
        characters += file.result.text.length;
      }
    }
    pending = loaded;
  }
  return {
    follow: (reference, from) => follow(reference, from, found, identities),
    texts: new Map([...found].map(([uri, file]) => [uri, file instanceof ConfigError ? undefined : file.text])),
  };
};

const tooMuch = (file: string): ConfigError =>
  new ConfigError([
    configProblem({
      code: 'VIV_DOCUMENT_TOO_LARGE',
      message: `the document refers to more than ${maxFiles} files, or to more than 128 MiB`,
      file,
      hint: 'Bundle it into one file first.',
    }),
  ]);

const readOrError = async (
  uri: string,
  name: string,
  options: ReadOptions,
): Promise<{ uri: string; result: SourceFile | ConfigError }> => {
  try {
    // Stored under the requested URL. Its own references are relative to the URL after redirects.
    return { uri, result: await readSource(uri, name, options) };
  } catch (error) {
    if (error instanceof ConfigError) return { uri, result: error };
    throw error;
  }
};

function* chunks<Item>(items: readonly Item[], size: number): Iterable<readonly Item[]> {
  for (let offset = 0; offset < items.length; offset += size) yield items.slice(offset, offset + size);
}

const nameOf = (uri: string, root: SourceFile): string => {
  if (!uri.startsWith('file:') || !root.uri.startsWith('file:') || isUrl(root.name)) return uri;
  const path = fileURLToPath(uri);
  if (isAbsolute(root.name)) return path;
  return join(dirname(root.name), relative(dirname(fileURLToPath(root.uri)), path));
};

/** Values by the URIs that `$self` (OpenAPI 3.2), `$id` and `$anchor` (JSON Schema) assign. */
const identify = (file: SourceFile, identities: Map<string, Target>): void => {
  const add = (reference: string, base: string, pointer: string, value: Json): void => {
    const uri = URL.parse(reference, base)?.href.replace(/#$/, '');
    if (uri !== undefined && uri !== file.uri && !identities.has(uri)) identities.set(uri, { file, pointer, value });
  };
  walkObjects(file.value, (value, pointer) => {
    const self = pointer === '' ? getProperty(value, '$self') : undefined;
    if (typeof self === 'string') add(self, file.uri, '', value);
    const id = getProperty(value, '$id');
    if (typeof id === 'string') add(id, file.uri, pointer, value);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = getProperty(value, keyword);
      if (typeof anchor === 'string') add(`#${anchor}`, file.uri, pointer, value);
    }
  });
};

const outsideUris = (file: SourceFile, identities: ReadonlyMap<string, Target>): readonly string[] =>
  referencesIn(file.value).flatMap((reference) => {
    if (reference.startsWith('#')) return [];
    const uri = URL.parse(reference, file.uri);
    if (uri === null || identities.has(uri.href) || whyNotFrom(file, uri) !== undefined) return [];
    uri.hash = '';
    return identities.has(uri.href) ? [] : [uri.href];
  });

const follow = (
  reference: string,
  from: SourceFile,
  found: ReadonlyMap<string, SourceFile | ConfigError>,
  identities: ReadonlyMap<string, Target>,
  hops: { left: number } = { left: maxHops },
): Target | { readonly message: string } => {
  const fail = (reason: string): { readonly message: string } => ({ message: `"${reference}" ${reason}` });
  const uri = URL.parse(reference, from.uri);
  if (uri === null) return fail('is not a valid reference');
  const named = identities.get(uri.href);
  if (named !== undefined) return named;
  uri.hash = '';
  const identified = identities.get(uri.href);
  const file = uri.href === from.uri ? from : (identified?.file ?? found.get(uri.href));
  if (file === undefined) return fail(`is not followed: ${whyNotFrom(from, uri) ?? 'it was not read'}`);
  if (file instanceof ConfigError) return fail(`cannot be followed: ${withoutFrame(file)}`);
  const pointer = pointerOf(reference.includes('#') ? reference.slice(reference.indexOf('#')) : '#');
  if (pointer === undefined) return fail('does not exist: no such $anchor');
  const start = identified ?? { file, pointer: '', value: file.value };
  const followInside = (next: string, nextFile: SourceFile): Target | { readonly message: string } =>
    follow(next, nextFile, found, identities, hops);
  return descend(start, pointer, hops, followInside) ?? fail('does not exist');
};

/** Resolves a pointer that passes through references to other files. */
const descend = (
  start: Target,
  pointer: string,
  hops: { left: number },
  followInside: (reference: string, from: SourceFile) => Target | { readonly message: string },
): Target | undefined => {
  let current = start;
  const tokens = pointer.split('/').slice(1);
  while (tokens.length > 0) {
    const value = valueAtPointer(current.value, `/${tokens[0]}`);
    if (value !== undefined) {
      current = { file: current.file, pointer: `${current.pointer}/${tokens.shift()}`, value };
      continue;
    }
    const reference = isJsonObject(current.value) ? getProperty(current.value, '$ref') : undefined;
    const next = typeof reference === 'string' && hops.left-- > 0 ? followInside(reference, current.file) : undefined;
    if (next === undefined || 'message' in next) return undefined;
    current = next;
  }
  return current;
};

const withoutFrame = ({ problems }: ConfigError): string =>
  problems
    .map(({ file, line, column, message }) =>
      line === undefined ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`,
    )
    .join('; ');

/** All references, including those in examples and in the mapping of a discriminator. */
const referencesIn = (root: Json): readonly string[] => {
  const found = new Set<string>();
  walkObjects(root, (value) => {
    const reference = getProperty(value, '$ref');
    if (typeof reference === 'string') found.add(reference);
    for (const name of inlinedData) {
      const data = getProperty(value, name);
      const inlined = data === undefined ? undefined : referenceOnly(data);
      if (inlined !== undefined) found.add(inlined);
    }
    for (const text of mappedIn(value)) if (looksLikeReference(text)) found.add(text);
  });
  return [...found];
};

/** Keywords whose value is plain data, which may be a reference to another file. */
export const inlinedData: readonly string[] = ['example', 'value'];

/** The reference, if the value is only a reference. */
export const referenceOnly = (value: Json): string | undefined => {
  if (!isJsonObject(value)) return undefined;
  const reference = getProperty(value, '$ref');
  return typeof reference === 'string' && Object.keys(value).length === 1 ? reference : undefined;
};

/** The mapping of a discriminator contains names of schemas and references. */
export const looksLikeReference = (text: string): boolean => /[/#]|\.(ya?ml|json)$/i.test(text);

const mappedIn = (value: JsonObject): readonly string[] => {
  if (typeof getProperty(value, 'propertyName') !== 'string') return [];
  const mapping = getProperty(value, 'mapping');
  const texts = [...(isJsonObject(mapping) ? Object.values(mapping) : []), getProperty(value, 'defaultMapping')];
  return texts.filter((text) => typeof text === 'string');
};

const maxDepth = 250;

/** Visits every object that may contain keywords. Maps with chosen names are visited too, because a `$ref` can replace a map. */
const walkObjects = (root: Json, visit: (value: JsonObject, pointer: string) => void): void => {
  const walk = (value: Json, pointer: string, named: boolean, depth: number): void => {
    if (depth > maxDepth || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, `${pointer}/${index}`, false, depth + 1);
      return;
    }
    visit(value as JsonObject, pointer);
    for (const [name, property] of Object.entries(value)) {
      if (!named && isData(name, property)) continue;
      walk(property, `${pointer}/${escapePointer(name)}`, !named && isMap(name, property), depth + 1);
    }
  };
  walk(root, '', false, 0);
};
