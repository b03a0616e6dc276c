/** Loads an OpenAPI document from a file or a URL, with the files that it refers to (`$ref`, `externalValue`), and applies Overlays. */

import { fileURLToPath } from 'node:url';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import { ConfigError, type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { DocumentProblem } from '../../core/service/service.ts';
import { loadAll } from '../../files/load-all.ts';
import { decodeText, readRegularFile } from '../../files/read-regular-file.ts';
import type { SourceFile } from '../../parts/bundle/index.ts';
import { hasOutsideReferences } from '../../parts/bundle/outer-references.ts';
import type { TextPosition } from '../../text/text-position.ts';
import { type DocumentConversion, dialectOf, isSwagger2 } from '../document/source.ts';
import { walkObjects } from '../document/walk-objects.ts';
import { settleScalars } from '../document/written-scalars.ts';
import { convertDocument } from './convert-document.ts';
import { parseText } from './parse-document.ts';
import { createFileReader, readSource, uriOf } from './read-source.ts';
import { readUri, whyNotFrom } from './read-text.ts';

const maxBytes = 8 * 1024 * 1024;
const maxExamples = 1000;

/** Reads the file of each `externalValue`: JSON and YAML parsed, other text as it is, bytes in base64. None is fetched. `seen` gets the files. */
const readExternalValues = async (file: SourceFile, seen: Map<string, string | undefined>): Promise<SourceFile> => {
  if (!file.text.includes('externalValue')) return file;
  const base = new URL(file.uri);
  const found: (readonly [example: Record<string, Json>, uri: URL])[] = [];
  walkObjects(file.value, (example) => {
    const address = getProperty(example, 'externalValue');
    const uri = typeof address === 'string' && found.length < maxExamples ? URL.parse(address, base) : null;
    if (uri === null || Object.hasOwn(example, 'value') || uri.protocol !== base.protocol || uri.host !== base.host)
      return;
    if (whyNotFrom(file, uri) === undefined) found.push([example as Record<string, Json>, uri]);
  });
  for (const [example, uri] of found) {
    seen.set(uri.href, undefined);
    const value = await contentOf(uri, file);
    if (value !== undefined) setProperty(example, 'value', value);
  }
  return file;
};

/** Returns undefined if the file cannot be read. Its example is then reported as one without a value. */
const contentOf = async (uri: URL, { isInner }: SourceFile): Promise<Json | undefined> => {
  try {
    const isFile = uri.protocol === 'file:';
    const text = isFile ? await textOf(uri) : (await readUri(uri.href, { mayReachInner: isInner })).text;
    return /\.(json|ya?ml)$/i.test(uri.pathname) ? parseText(text) : text;
  } catch {
    return undefined;
  }
};

const textOf = async (uri: URL): Promise<string> => {
  const bytes = await readRegularFile(fileURLToPath(uri), maxBytes);
  try {
    return decodeText(bytes);
  } catch {
    return encodeBase64(bytes);
  }
};

export interface LoadedDocument {
  /** The name that the user gave. */
  readonly name: string;
  /** The bundled document, in OpenAPI 3. */
  readonly document: JsonObject;
  readonly conversion: DocumentConversion | undefined;
  /** The URL of the document. Relative servers are resolved against it. */
  readonly uri: string;
  /** The reasons why references cannot be resolved, by their JSON Pointers. */
  readonly broken: ReadonlyMap<string, string>;
  /** Problems of the Overlays that do not prevent their use. */
  readonly problems: readonly ConfigProblem[];
  /** The position of a JSON Pointer into the bundled document before it was converted, in the text; that of the nearest parent if the property is missing. */
  readonly locate: (pointer: string) => Partial<TextPosition> & { readonly file: string };
  /** The texts by URI. Missing files have an entry too. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

/** A problem of the compiled document at its location in the text; without `locate`, only its JSON Pointer is known. */
export const locateProblem = (
  { code, message, pointer }: DocumentProblem,
  locate?: LoadedDocument['locate'],
): ConfigProblem => configProblem({ ...locate?.(pointer), code, message: `${message} (at ${pointer})` });

/** @throws ConfigError if the document cannot be loaded. */
export const loadDocument = async (
  pathOrUrl: string,
  overlayFiles: readonly string[] = [],
): Promise<LoadedDocument> => {
  const requestedUri = uriOf(pathOrUrl);
  const seen = new Map<string, string | undefined>();
  const root = await readExternalValues(await readSource(requestedUri, pathOrUrl), seen);
  checkVersion(root);
  const { document: bundled, ...read } = await assemble(root, seen);
  const { texts, ...converted } = await overlayDocument(bundled, overlayFiles);
  // The URL after redirects.
  const all = new Map([[requestedUri, root.text], ...read.texts, ...seen, ...texts]);
  settleScalars(converted.document);
  return { name: pathOrUrl, uri: root.uri, ...read, ...converted, texts: all };
};

const checkVersion = ({ value, name, locate }: SourceFile) => {
  if (isSwagger2(value)) return;
  try {
    dialectOf(value);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const key = isJsonObject(value) ? ['swagger', 'openapi'].find((name) => Object.hasOwn(value, name)) : undefined;
    const place = key === undefined ? {} : locate(`/${key}`);
    throw new ConfigError(error.problems.map((problem) => ({ ...problem, ...place, file: name })));
  }
};

const assemble = async (
  root: SourceFile,
  seen: Map<string, string | undefined>,
): Promise<Pick<LoadedDocument, 'document' | 'broken' | 'locate' | 'texts'>> => {
  if (!hasOutsideReferences(root.value)) {
    return {
      document: root.value as JsonObject,
      broken: new Map(),
      locate: (pointer) => ({ file: root.name, ...root.locate(pointer) }),
      texts: new Map([[root.uri, root.text]]),
    };
  }
  const { bundleFiles, readFiles } = await import('../../parts/bundle/index.ts');
  const reader = createFileReader(root);
  const read: typeof reader.read = async (...args) => readExternalValues(await reader.read(...args), seen);
  const files = await readFiles(root, { ...reader, read });
  const { document, broken, originOf } = bundleFiles(root, files);
  const locate: LoadedDocument['locate'] = (pointer) => {
    const origin = originOf(pointer);
    return { file: origin.file.name, ...origin.file.locate(origin.pointer) };
  };
  return { document, broken, locate, texts: files.texts };
};

/** Converts a bundled or parsed document, and applies Overlays to it. @throws ConfigError */
export const overlayDocument = async (
  bundled: JsonObject,
  overlayFiles: readonly string[],
): Promise<Pick<LoadedDocument, 'document' | 'conversion' | 'problems' | 'texts'>> => {
  const { document, conversion } = await convertDocument(bundled);
  if (overlayFiles.length === 0) return { document, conversion, problems: [], texts: new Map() };
  const { applyAll, readOverlay } = await import('../../parts/overlays/load.ts');
  const texts = new Map<string, string>();
  const overlays = await loadAll(
    overlayFiles.map(async (pathOrUrl) => {
      const file = await readSource(uriOf(pathOrUrl), pathOrUrl);
      texts.set(file.uri, file.text);
      return readOverlay(file);
    }),
  );
  return { ...(await applyAll(overlays, document)), conversion, texts };
};
