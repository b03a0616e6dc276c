/** Loads a document in a page, with the files that it refers to, and Overlays. The code for these is loaded when there are any. */
import {
  ConfigError,
  type ConfigProblem,
  documentUnreadable,
  documentUnsupported,
  optionInvalid,
} from '../../core/primitives/config-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { showLocation } from '../../core/service/secret-facts.ts';
import type { DocumentConversion } from '../../openapi/document/source.ts';
import { convertDocument } from '../../openapi/load/convert-document.ts';
import type { FileReader, SourceFile } from '../bundle/index.ts';
import { hasOutsideReferences } from '../bundle/outer-references.ts';
import type { BrowserDocument } from './api.ts';

export interface GivenDocument {
  readonly document: BrowserDocument;
  readonly overlay: readonly BrowserDocument[];
  readonly files: Readonly<Record<string, BrowserDocument>>;
}

export interface LoadedDocument {
  /** In OpenAPI 3. */
  readonly document: JsonObject;
  readonly conversion: DocumentConversion | undefined;
  /** The address of the document, if it has one. Relative servers are resolved against it. */
  readonly uri: string | undefined;
  /** The reasons why references cannot be resolved, by their JSON Pointers. */
  readonly broken: ReadonlyMap<string, string>;
  /** Problems of the Overlays that do not prevent their use. */
  readonly problems: readonly ConfigProblem[];
}

/** @throws ConfigError if the document, a file that it refers to, or an Overlay cannot be read. */
export const loadDocument = async ({ document, overlay, files }: GivenDocument): Promise<LoadedDocument> => {
  const root = await readGiven(document, 'document');
  if (!isJsonObject(root.value))
    throw documentUnsupported(`${root.name} is not an OpenAPI document of version 3.0, 3.1 or 3.2, or of Swagger 2.0`);
  const uri = /^https?:/.test(root.uri) ? root.uri : undefined;
  const whole = hasOutsideReferences(root.value)
    ? await bundle(root, files)
    : { document: root.value, broken: new Map<string, string>() };
  const { document: converted, conversion } = await convertDocument(whole.document);
  const read = await overlayDocument(converted, overlay);
  // A parsed document belongs to who gave it.
  if (root.text !== '') (await import('./page-document.ts')).settleScalars(read.document);
  return { uri, broken: whole.broken, conversion, ...read };
};

const bundle = async (
  root: SourceFile,
  files: GivenDocument['files'],
): Promise<Pick<LoadedDocument, 'document' | 'broken'>> => {
  const { readFiles, bundleFiles } = await import('./page-parts.ts');
  const { reader, problems } = createReader(root, files);
  const read = await readFiles(root, reader);
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  return bundleFiles(root, read);
};

const overlayDocument = async (
  document: JsonObject,
  given: GivenDocument['overlay'],
): Promise<Pick<LoadedDocument, 'document' | 'problems'>> => {
  if (given.length === 0) return { document, problems: [] };
  const [{ applyOverlays, readOverlay }, ...files] = await Promise.all([
    import('./page-parts.ts'),
    ...given.map(async (each, index) => withPositions(await readGiven(each, `overlay[${index}]`))),
  ]);
  // A page cannot end an expression that takes long. Its document and its Overlays are its own.
  return applyOverlays(document, files.map(readOverlay), (run) => run());
};

/**
 * Reads the files that the page gives, and those at the origin of the document. Nothing else is requested. `problems`: those of files that
 * cannot be read, by their URIs.
 */
const createReader = (root: SourceFile, files: GivenDocument['files']) => {
  const given = new Map(Object.entries(files).map(([name, file]) => [uriOf(name, root), { name, file }]));
  const problems = new Map<string, ConfigProblem>();
  const report = (uri: string, reason: string): string => {
    const name = uri.startsWith(noAddress) ? uri.slice(noAddress.length) : uri;
    const message = `it refers to ${name}, which ${reason}`;
    const hint = `Give it in the option "files", as ${JSON.stringify(name)}, or bundle the document into one file first.`;
    problems.set(uri, documentUnreadable.problem({ message, file: root.name, hint }));
    return reason;
  };
  const reader: FileReader = {
    read: async (uri) => {
      const found = given.get(uri);
      try {
        if (found === undefined) return await readAddress(uri);
        return { ...(await readGiven(found.file, `files[${JSON.stringify(found.name)}]`)), uri };
      } catch (error) {
        for (const problem of error instanceof ConfigError ? error.problems : []) {
          if (problem.code === 'VIV_DOCUMENT_UNREADABLE') report(uri, `cannot be read (${problem.message})`);
          else problems.set(uri, problem);
        }
        throw error;
      }
    },
    whyNot: (_from, to) => {
      const target = new URL(to);
      target.hash = '';
      if (given.has(target.href)) return undefined;
      if (!/^https?:$/.test(target.protocol)) return report(target.href, 'is not given');
      if (target.origin === new URL(root.uri).origin) return undefined;
      return report(target.href, 'is at another origin than the document');
    },
  };
  return { reader, problems };
};

const uriOf = (name: string, root: SourceFile): string => {
  const uri = URL.parse(name, root.uri);
  if (uri === null) throw optionInvalid(`option "files": ${JSON.stringify(name)} is not a path or a URL`);
  return uri.href;
};

/** The folder of a document that has no address. */
const noAddress = 'file:///';

/** @param option The option that has it, for messages. @throws ConfigError if it cannot be read, or is neither YAML nor JSON. */
const readGiven = async (given: BrowserDocument, option: string): Promise<SourceFile> => {
  if (typeof given === 'string' || given instanceof URL) return readAddress(String(given));
  if (given instanceof Blob) {
    const name = given instanceof File ? given.webkitRelativePath || given.name : `the ${option}`;
    return parse(await given.text(), name, noAddress + encodeURI(name).replace(/[#?]/g, encodeURIComponent));
  }
  if (typeof given !== 'object' || given === null)
    throw optionInvalid(`option "${option}" must be a URL, a Blob or a parsed document`);
  return { name: `the ${option}`, uri: noAddress, text: '', isInner: false, value: given as Json, locate: () => ({}) };
};

/** @throws ConfigError if there is no text at this URL, or it is neither YAML nor JSON. */
const readAddress = async (address: string): Promise<SourceFile> => {
  const response = await fetch(address).catch((error: Error) => error);
  if (response instanceof Response && response.ok)
    return parse(
      await response.text(),
      showLocation(address),
      /^https?:/.test(response.url) ? response.url : noAddress,
    );
  const file = showLocation(address);
  const reason = response instanceof Response ? `the server responds ${response.status}` : response.message;
  const message = reason.replaceAll(address, file);
  throw documentUnreadable({ message, file, hint: 'Check its address.' });
};

const parse = async (text: string, name: string, uri: string): Promise<SourceFile> => {
  const read = { uri, text, isInner: false };
  // A parsed document needs no parser.
  const { parseText, settleVersion } = await import('./page-document.ts');
  try {
    const value = parseText(text);
    settleVersion(value);
    return { ...read, name, value, locate: () => ({}) };
  } catch {
    // The parser that knows positions is loaded if there is something to report.
    const { parseSource } = await import('./page-parts.ts');
    return parseSource(read, name);
  }
};

const withPositions = async (file: SourceFile): Promise<SourceFile> => {
  if (file.text === '') return file;
  const { createLocate } = await import('./page-parts.ts');
  return { ...file, locate: createLocate(file.text) };
};
