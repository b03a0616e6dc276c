/** Files of other tools without a document: every recorded request gets its recorded response from the drafted one. */
import { expect, test } from 'vitest';
import { calls } from '../files/books.ts';
import { collections, saved } from '../files/collections.ts';
import { hars } from '../files/hars.ts';
import { expectReplayed, importTexts } from '../files/replay.ts';

interface Document {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: object;
  readonly security: readonly object[];
}

const importDrafted = async (files: Readonly<Record<string, object>>) => {
  const imported = await importTexts(
    Object.fromEntries(Object.entries(files).map(([name, file]) => [name, JSON.stringify(file, undefined, 1)])),
    undefined,
  );
  const document = imported.document as Document;
  expect(JSON.stringify([document, imported.text])).not.toContain('planted');
  const url = new URL(document.servers[0].url, 'http://localhost');
  return { ...imported, document, base: url.pathname.replace(/\/$/, '') };
};

const paths = ['/health', '/books', '/books/{bookId}', '/search', '/newest'];

test.each(hars)('an archive of $name', async ({ har }) => {
  const { text, document, base, rows } = await importDrafted({ 'session.har': har });
  expect(rows.filter(({ fate }) => fate === 'lost')).toEqual([]);
  expect(document.servers[0].url).toBe('https://staging.books.example/api');
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(paths));
  await expectReplayed(document, text, base, calls);
});

test.each(collections)('a collection $name', async ({ files, lost }) => {
  const { text, document, base, rows } = await importDrafted(files);
  const lostKeys = rows.filter(({ fate }) => fate === 'lost').map(({ key }) => key);
  expect(lostKeys.sort()).toEqual(lost);
  // One without a value for its address tells the names of its parameters.
  expect(Object.keys(document.paths).map((path) => path.replace('{id}', '{bookId}'))).toEqual(paths);
  const isBasic = JSON.stringify(document.security).includes('basic');
  const credentials = { authorization: isBasic ? 'Basic YTpi' : 'Bearer demo', 'x-api-key': 'demo' };
  await expectReplayed(document, text, base, saved, credentials);
});
