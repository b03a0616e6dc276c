/** HTTP Archives of eight tools: every recorded request gets its recorded response, without the service. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importFiles } from '../../../../src/parts/import/import.ts';
import { base, calls, document } from '../files/books.ts';
import { hars } from '../files/hars.ts';
import { expectReplayed, importTexts } from '../files/replay.ts';
import { temporaryFolder } from '../files/stubs.ts';

test.each(hars)('an archive of $name', async ({ har, left }) => {
  const { text, rows } = await importTexts({ 'session.har': JSON.stringify(har) }, document);
  const counts = (fate: string) =>
    rows.filter((row) => row.fate === fate && row.key === 'log.entries[]').reduce((sum, { count }) => sum + count, 0);
  expect(rows.filter(({ fate }) => fate === 'lost')).toEqual([]);
  expect({ carried: counts('carried'), left: counts('no-loss') }).toEqual({ carried: calls.length, left });
  expect(text).not.toContain('planted');
  await expectReplayed(document, text, '/v1', calls);
});

const json = [{ name: 'content-type', value: 'application/json' }];
const entry = (request: object, response: object): object => ({
  request: { method: 'GET', url: `${base}/books/7`, headers: [], ...request },
  response: { status: 200, headers: json, content: { size: -1, mimeType: 'application/json' }, ...response },
});
const beside = (name: string): object => ({ content: { size: -1, mimeType: 'application/json', _file: name } });

const importBeside = async (entries: readonly object[], files: Readonly<Record<string, string>>) => {
  const folder = await temporaryFolder({ 'hars/session.har': JSON.stringify({ log: { entries } }), ...files });
  await symlink('../secret.json', join(folder, 'hars/link.json'));
  const source = { name: 'books', document: document as never, overlay: [], base: undefined };
  const { scenario = [], rows } = await importFiles([join(folder, 'hars/session.har')], () =>
    Promise.resolve({ list: [source], origin: 'named', reason: undefined, setWith: '' }),
  );
  return { text: [...scenario].join(''), lost: rows.filter(({ fate }) => fate === 'lost') };
};

test('bodies that Playwright writes to files beside the archive', async () => {
  const sent = { mimeType: 'application/json', text: '', params: [], _file: 'sent.json' };
  const created = entry(
    { method: 'POST', url: `${base}/books`, postData: sent },
    { status: 201, ...beside('new.json') },
  );
  const { text, lost } = await importBeside([entry({}, beside('emma.json')), created], {
    'hars/emma.json': '{"id":7,"title":"Emma"}',
    'hars/sent.json': '{"title":"Middlemarch"}',
    'hars/new.json': '{"id":8,"title":"Middlemarch"}',
  });
  expect(lost).toEqual([]);
  expect(text).toContain('{ id: 7, title: Emma }');
  expect(text).toContain('{ id: 8, title: Middlemarch }');
});

test.each(['../secret.json', '/etc/passwd', 'link.json'])(
  'no file outside of the folder of the archive is read: %j',
  async (name) => {
    const entries = [entry({}, beside(name)), entry({ url: `${base}/health` }, { content: { text: '{}' } })];
    const { text, lost } = await importBeside(entries, { 'secret.json': '{"id":7,"title":"Secret"}' });
    expect(lost.map(({ reason }) => reason)).toEqual([
      'the body of the response cannot be read: this file is not in the folder of the archive',
    ]);
    expect(text).not.toContain('Secret');
  },
);

const unsaved = 'the body of the response was not saved: export the archive with its content';

test.each<readonly [reason: string, request: object, response: object]>([
  ['the URL of the request cannot be read', { url: 'books' }, {}],
  ['the method of the request cannot be read', { method: 'G T' }, {}],
  ['a WebSocket, which is not simulated', {}, { status: 101 }],
  ['a WebSocket, which is not simulated', { url: 'wss://staging.books.example/live' }, {}],
  ['the status of the response cannot be read', {}, { status: 600 }],
  [unsaved, {}, { content: { size: 7, mimeType: 'application/json' } }],
  [unsaved, {}, { content: { size: -1, mimeType: 'application/json' } }],
  ['the body of the response cannot be read: this is not base64', {}, { content: { text: '%', encoding: 'base64' } }],
  ['the body of the response cannot be read: there is no such file', {}, beside('none.bin')],
  [
    'the body of the request cannot be read: there is no such file',
    { method: 'PUT', postData: { mimeType: 'application/json', _file: 'none.bin' } },
    beside('emma.json'),
  ],
])('an entry is lost, since %s', async (reason, request, response) => {
  const health = entry({ url: `${base}/health` }, { content: { mimeType: 'application/json', text: '{}' } });
  const { lost } = await importBeside([entry(request, response), health], { 'hars/emma.json': '{"id":7,"title":"a"}' });
  expect(lost.map((row) => [row.key, row.reason, row.places[0]?.path])).toEqual([
    ['log.entries[]', reason, ['log', 'entries', 0]],
  ]);
});

test('a response without a body has none to save', async () => {
  const gone = entry({ method: 'DELETE' }, { status: 204, content: { size: -1, mimeType: 'x-unknown' } });
  const { lost } = await importBeside([gone, entry({}, beside('emma.json'))], {
    'hars/emma.json': '{"id":7,"title":"Emma"}',
  });
  expect(lost.map(({ reason }) => reason)).toEqual(['the document has no operation for it']);
});
