/** The files of a document, and the targets of references between them. A reader provides the files: of this machine, or of a page. */
import { ConfigError, documentTooLarge } from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json } from '../../core/primitives/json.ts';
import { sideBySide } from '../../files/side-by-side.ts';
import { maxHops, pointerOf, valueAtPointer } from '../../openapi/document/source.ts';
import { walkObjects } from '../../openapi/document/walk-objects.ts';
import type { TextPosition } from '../../text/text-position.ts';
import { maxFetchMs, referencesIn } from './outer-references.ts';

export interface Text {
  /** The URL after redirects. References in the text are relative to it. */
  readonly uri: string;
  readonly text: string;
  /** Whether it is a file, or was read from a private address. Only then may it refer to private addresses. */
  readonly isInner: boolean;
}

export interface SourceFile extends Text {
  /** The name for messages: as the user wrote it; other files are relative to it. */
  readonly name: string;
  readonly value: Json;
  /** The position of a JSON Pointer; empty if the value was given without a text. */
  readonly locate: (pointer: string) => Partial<TextPosition>;
}

export interface FileReader {
  /** @throws ConfigError if there is no such file, or it cannot be read. */
  readonly read: (uri: string, access: FileAccess) => Promise<SourceFile>;
  /** Why a file must not refer to another; undefined if it may. */
  readonly whyNot: (from: Text, to: URL) => string | undefined;
}

interface FileAccess {
  /** Whether private addresses are allowed. */
  readonly mayReachInner: boolean;
  readonly signal: AbortSignal;
}

/** A value in one of the files. */
export interface ReferenceTarget {
  readonly file: SourceFile;
  /** JSON Pointer into the file. */
  readonly pointer: string;
  readonly value: Json;
}

type Followed = ReferenceTarget | { readonly message: string };

export interface Files {
  /** The target of a reference in a file, or the reason why there is none. `at`: the JSON Pointer of its object, whose schema may have an `$id`. */
  readonly follow: (reference: string, from: SourceFile, at?: string) => Followed;
  /** All requested files with their texts, including missing files. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

const maxFiles = 5_000;
const maxTotalCharacters = 128 * 1024 * 1024;

/** Reads all files that a document refers to, recursively. An unreadable file is reported at the reference to it. */
export const readFiles = async (root: SourceFile, reader: FileReader): Promise<Files> => {
  const found = new Map<string, SourceFile | ConfigError>([[root.uri, root]]);
  const identities = new Map<string, ReferenceTarget>();
  const signal = AbortSignal.timeout(maxFetchMs);
  let characters = root.text.length;
  let pending: readonly SourceFile[] = [root];
  while (pending.length > 0) {
    for (const file of pending) identify(file, identities);
    // Whether a file of this machine or of its own network refers to it: only those may refer to their neighbours.
    const missing = new Map<string, boolean>();
    for (const file of pending) {
      for (const uri of outsideUris(file, identities, reader))
        if (!found.has(uri)) missing.set(uri, file.isInner || missing.get(uri) === true);
    }
    if (found.size + missing.size > maxFiles) throw tooMuch(root.name);
    const read = await sideBySide(missing, async ([uri, mayReachInner]) => {
      if (characters > maxTotalCharacters) throw tooMuch(root.name);
      const result = await reader.read(uri, { mayReachInner, signal }).catch(asConfigError);
      if (!(result instanceof ConfigError)) characters += result.text.length;
      return [uri, result] as const;
    });
    // Stored under the requested URL. The references in a file are relative to its URL after redirects.
    for (const [uri, result] of read) found.set(uri, result);
    pending = read.flatMap(([, result]) => (result instanceof ConfigError ? [] : [result]));
  }
  return {
    follow: (reference, from, at = '') =>
      followFromSchema(identities, reference, from, at) ?? follow({ found, identities, reader }, reference, from),
    texts: new Map([...found].map(([uri, file]) => [uri, file instanceof ConfigError ? undefined : file.text])),
  };
};

const tooMuch = (file: string): ConfigError =>
  documentTooLarge({
    message: `the document refers to more than ${maxFiles} files, or to more than 128 MiB`,
    file,
    hint: 'Bundle it into one file first.',
  });

const asConfigError = (error: unknown): ConfigError => {
  if (error instanceof ConfigError) return error;
  throw error;
};

/** Values by the URIs that `$self` (OpenAPI 3.2), `$id` and `$anchor` (JSON Schema) assign. */
const identify = (file: SourceFile, identities: Map<string, ReferenceTarget>) => {
  const add = (reference: string, base: string, pointer: string, value: Json) => {
    const uri = URL.parse(reference, base)?.href.replace(/#$/, '');
    if (uri !== undefined && uri !== file.uri && !identities.has(uri)) identities.set(uri, { file, pointer, value });
  };
  walkObjects(file.value, (value, pointer) => {
    const self = value === file.value ? getProperty(value, '$self') : undefined;
    if (typeof self === 'string') add(self, file.uri, '', value);
    const id = getProperty(value, '$id');
    if (typeof id === 'string') add(id, file.uri, pointer(), value);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = getProperty(value, keyword);
      if (typeof anchor === 'string') add(`#${anchor}`, file.uri, pointer(), value);
    }
  });
};

const outsideUris = (
  file: SourceFile,
  identities: ReadonlyMap<string, ReferenceTarget>,
  { whyNot }: FileReader,
): readonly string[] =>
  referencesIn(file.value).flatMap((reference) => {
    if (reference.startsWith('#')) return [];
    const uri = URL.parse(reference, file.uri);
    if (uri === null || identities.has(uri.href) || whyNot(file, uri) !== undefined) return [];
    uri.hash = '';
    return identities.has(uri.href) ? [] : [uri.href];
  });

interface Reading {
  readonly found: ReadonlyMap<string, SourceFile | ConfigError>;
  readonly identities: ReadonlyMap<string, ReferenceTarget>;
  readonly reader: FileReader;
}

/**
 * The target within the schemas around a reference: by their `$id`, or as if the nearest were a document of its own, as generators of JSON
 * Schema write `#/$defs/Line`.
 */
const followFromSchema = (
  identities: ReadonlyMap<string, ReferenceTarget>,
  reference: string,
  file: SourceFile,
  at: string,
): ReferenceTarget | undefined => {
  const local = pointerOf(reference);
  for (let outer = at; outer !== ''; outer = outer.slice(0, outer.lastIndexOf('/'))) {
    const schema = valueAtPointer(file.value, outer);
    if (!isJsonObject(schema)) continue;
    const value = local ? valueAtPointer(schema, local) : undefined;
    if (value !== undefined) return { file, pointer: `${outer}${local}`, value };
    const id = getProperty(schema, '$id');
    const uri = typeof id === 'string' ? URL.parse(reference, URL.parse(id, file.uri)?.href) : null;
    if (uri === null) continue;
    const start = identities.get(uri.href) ?? identities.get(uri.href.replace(/#.*/, ''));
    const pointer = identities.has(uri.href) ? '' : pointerOf(uri.hash || '#');
    if (start !== undefined && pointer !== undefined) return descend(start, pointer, { left: 0 }, () => start);
  }
  return undefined;
};

const follow = (
  reading: Reading,
  reference: string,
  from: SourceFile,
  hops: { left: number } = { left: maxHops },
): Followed => {
  const { found, identities, reader } = reading;
  const fail = (reason: string): Followed => ({ message: `"${reference}" ${reason}` });
  const uri = URL.parse(reference, from.uri);
  if (uri === null) return fail('is not a valid reference');
  const named = identities.get(uri.href);
  if (named !== undefined) return named;
  uri.hash = '';
  const identified = identities.get(uri.href);
  const file = uri.href === from.uri ? from : (identified?.file ?? found.get(uri.href));
  if (file === undefined) return fail(`is not followed: ${reader.whyNot(from, uri) ?? 'it was not read'}`);
  if (file instanceof ConfigError) return fail(`cannot be followed: ${withoutFrame(file)}`);
  const pointer = pointerOf(reference.includes('#') ? reference.slice(reference.indexOf('#')) : '#');
  if (pointer === undefined) return fail('does not exist: no such $anchor');
  const start = identified ?? { file, pointer: '', value: file.value };
  return descend(start, pointer, hops, (...next) => follow(reading, ...next, hops)) ?? fail('does not exist');
};

/** Resolves a pointer that passes through references to other files. */
const descend = (
  start: ReferenceTarget,
  pointer: string,
  hops: { left: number },
  followInside: (reference: string, from: SourceFile) => Followed,
): ReferenceTarget | undefined => {
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

const withoutFrame = ({ problems }: ConfigError) =>
  problems
    .map(({ file, line, column, message }) =>
      line === undefined ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`,
    )
    .join('; ');
