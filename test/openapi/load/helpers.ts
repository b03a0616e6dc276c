import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type LoadedDocument, loadDocument } from '../../../src/openapi/load/load.ts';
import { serveForTest } from '../../serve-for-test.ts';

type Texts = Readonly<Record<string, string>>;

/** Writes the files of a document into a new folder, and returns the folder. */
export const folderOf = (texts: Texts): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
};

/** Loads `openapi.yaml` of these files. */
export const loadFiles = (texts: Texts, overlays: readonly string[] = []): Promise<LoadedDocument> => {
  const folder = folderOf(texts);
  return loadDocument(
    join(folder, 'openapi.yaml'),
    overlays.map((name) => join(folder, name)),
  );
};

/** Serves these texts over HTTP, and returns the origin; `location` redirects. */
export const serveTexts = (texts: Readonly<Record<string, string | { readonly location: string }>>): Promise<string> =>
  serveForTest((request, response) => {
    const found = texts[(request.url ?? '').slice(1)];
    if (typeof found === 'string') response.end(found);
    else if (found !== undefined) response.writeHead(302, { location: found.location }).end();
    else response.writeHead(404).end();
  });
