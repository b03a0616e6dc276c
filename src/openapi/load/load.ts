/** Reads an OpenAPI document from a file or a URL, with what it refers to and what is laid over it. */
import { pathToFileURL } from 'node:url';
import { ConfigError, type ConfigProblem, configError, configProblem } from '../../core/primitives/config-error.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import type { DocumentProblem } from '../../core/service/service.ts';
import { dialectOf } from '../document/source.ts';
import { bundleFiles } from './bundle.ts';
import { hasOutsideReferences, readFiles, readSource, type SourceFile } from './files.ts';
import type { TextPosition } from './locate.ts';
import { applyOverlays, loadOverlay } from './overlay.ts';
import { isUrl } from './read-text.ts';

export interface LoadedDocument {
  /** As the user gave it. */
  readonly name: string;
  /** One document, whatever it was made of. */
  readonly document: JsonObject;
  /** Where it was read: its servers may be relative to that. */
  readonly uri: string;
  /** Why a reference leads nowhere, by its place. */
  readonly broken: ReadonlyMap<string, string>;
  /** What is wrong with the overlays, though not so that they could not be used. */
  readonly problems: readonly ConfigProblem[];
  /** Where a JSON Pointer of the document stands in its text; the nearest parent where the member itself is missing. */
  readonly locate: (pointer: string) => FilePlace;
  /** The URIs of all that was read, or looked for, and the texts. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

export interface FilePlace extends Partial<TextPosition> {
  readonly file: string;
}

/** A problem of the compiled document at its location in the text; without `locate`, only its JSON Pointer is known. */
export const locateProblem = (
  { code, message, pointer }: DocumentProblem,
  locate?: LoadedDocument['locate'],
): ConfigProblem => configProblem({ ...locate?.(pointer), code, message: `${message} (at ${pointer})` });

/** @throws ConfigError when there is no document to be had. */
export const loadDocument = async (
  pathOrUrl: string,
  overlayFiles: readonly string[] = [],
): Promise<LoadedDocument> => {
  const asked = uriOf(pathOrUrl);
  const root = await readSource(asked, pathOrUrl);
  checkVersion(root);
  const { document, ...read } = await assemble(root);
  const { texts, ...overlaid } = await overlayDocument(document, overlayFiles);
  // A redirect may have led elsewhere.
  const all = new Map([[asked, root.text], ...read.texts, ...texts]);
  return { name: pathOrUrl, uri: root.uri, ...read, ...overlaid, texts: all };
};

const uriOf = (pathOrUrl: string): string => {
  if (!isUrl(pathOrUrl)) return pathToFileURL(pathOrUrl).href;
  if (!URL.canParse(pathOrUrl)) throw configError('VIV_DOCUMENT_UNREADABLE', `${pathOrUrl}: this is no URL`);
  return new URL(pathOrUrl).href;
};

const checkVersion = ({ value, name }: SourceFile): void => {
  try {
    dialectOf(value);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.problems.map((problem) => ({ ...problem, file: name })));
  }
};

const assemble = async (
  root: SourceFile,
): Promise<Pick<LoadedDocument, 'document' | 'broken' | 'locate' | 'texts'>> => {
  if (!hasOutsideReferences(root.value)) {
    return {
      document: root.value as JsonObject,
      broken: new Map(),
      locate: (pointer) => ({ file: root.name, ...root.locate(pointer) }),
      texts: new Map([[root.uri, root.text]]),
    };
  }
  const files = await readFiles(root);
  const { document, broken, originOf } = bundleFiles(root, files);
  const locate: LoadedDocument['locate'] = (pointer) => {
    const origin = originOf(pointer);
    return { file: origin.file.name, ...origin.file.locate(origin.pointer) };
  };
  return { document, broken, locate, texts: files.texts };
};

/** Lays overlays over a document that was read, or was given parsed. @throws ConfigError */
export const overlayDocument = async (
  document: JsonObject,
  overlayFiles: readonly string[],
): Promise<Pick<LoadedDocument, 'document' | 'problems' | 'texts'>> => {
  if (overlayFiles.length === 0) return { document, problems: [], texts: new Map() };
  const overlays = await Promise.all(overlayFiles.map(loadOverlay));
  const texts = new Map(overlays.map(({ file }) => [file.uri, file.text]));
  return { ...(await applyOverlays(document, overlays)), texts };
};
