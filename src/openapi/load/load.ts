/** Loads an OpenAPI document from a file or a URL, with the files that it refers to, and applies Overlays. */

import { ConfigError, type ConfigProblem, configProblem } from '../../core/primitives/config-error.ts';
import { isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import type { DocumentProblem } from '../../core/service/service.ts';
import { loadAll } from '../../files/load-all.ts';
import type { TextPosition } from '../../text/text-position.ts';
import { type DocumentConversion, dialectOf, isSwagger2 } from '../document/source.ts';
import { settleScalars } from '../document/written-scalars.ts';
import { bundleFiles } from './bundle.ts';
import { convertDocument } from './convert-document.ts';
import { readExternalValues } from './external-values.ts';
import { readFiles, type SourceFile } from './files.ts';
import { hasOutsideReferences } from './outer-references.ts';
import { createFileReader, readSource, uriOf } from './read-source.ts';

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
  readonly locate: (pointer: string) => FilePlace;
  /** The texts by URI. Missing files have an entry too. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

interface FilePlace extends Partial<TextPosition> {
  readonly file: string;
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

const checkVersion = ({ value, name, locate }: SourceFile): void => {
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
