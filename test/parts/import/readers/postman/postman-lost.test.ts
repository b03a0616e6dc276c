/** Each reason for which a part of a collection is not carried over. */
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '../../../../../src/parts/import/recording.ts';
import { document } from '../../files/books.ts';
import { importTexts } from '../../files/replay.ts';

interface Lost {
  readonly item: unknown;
  readonly key: string;
  readonly reason: string;
}

const url = 'https://api.example/v1/books';
const request = { method: 'GET', url };
const ofRequest = (own: unknown, key: string, reason: string): Lost => ({
  item: { name: 'List', request: own, response: [] },
  key: `item[].request${key}`,
  reason,
});
const ofExample = (example: unknown, reason: string): Lost => ({
  item: { name: 'List', request, response: [example] },
  key: 'item[].response[]',
  reason,
});
const ofBody = (body: object, key: string, reason: string): Lost =>
  ofRequest({ method: 'POST', url, body }, `.body${key}`, reason);

const noFile = 'a file that the collection does not contain';
const noValue = 'the variable {{none}} has no value in the collection';

const all: readonly Lost[] = [
  { item: 7, key: 'item[]', reason: 'this is neither a folder nor a request' },
  { item: { name: 'List', request, planned: 1 }, key: 'item[].planned', reason: 'this key is not known' },
  {
    item: { name: 'List', request, event: [{ listen: 'test', script: { exec: ['pm.test()'] } }] },
    key: 'item[].event[]',
    reason: 'scripts and tests are not run',
  },
  {
    item: { name: 'A folder', auth: { type: 'ntlm' }, item: [{ name: 'List', request }] },
    key: 'item[].auth',
    reason: 'credentials of the type ntlm are not simulated',
  },
  ofRequest(7, '', 'there is no request'),
  ofRequest({ method: 'GET', url: 'http://[/' }, '', 'the URL of the request cannot be read'),
  ofRequest({ method: 'GET' }, '', 'the URL of the request cannot be read'),
  ofRequest({ method: 'G T', url }, '', 'the method of the request cannot be read'),
  ofRequest({ method: 'GET', url: 'https://api.example/v1/nowhere' }, '', 'the document has no operation for it'),
  ofRequest({ ...request, auth: { type: 'hawk' } }, '.auth', 'credentials of the type hawk are not simulated'),
  ofRequest({ ...request, planned: 1 }, '.planned', 'this key is not known'),
  ofRequest(
    {
      ...request,
      url: { raw: url, host: ['{{none}}'], path: ['v1', 'books'], query: [{ key: 'a', value: '{{none}}' }] },
    },
    '.url.query[]',
    noValue,
  ),
  ofBody({ mode: 'file', file: { src: 'a.bin' } }, '', noFile),
  ofBody({ mode: 'formdata', formdata: [{ key: 'a', type: 'file', src: 'a.bin' }] }, '.formdata[]', noFile),
  ofBody({ mode: 'urlencoded', urlencoded: [{ key: 'a', value: '{{none}}' }] }, '.urlencoded[]', noValue),
  ofBody({ mode: 'raw', raw: '{"a": "{{none}}"}' }, '', noValue),
  ofBody(
    { mode: 'raw', raw: '{"title": Emma}', options: { raw: { language: 'json' } } },
    '',
    'it is not JSON, as its type says',
  ),
  ofRequest({ method: 'GET', url: { raw: '' } }, '', 'the URL of the request cannot be read'),
  ofExample({ name: 'No code', body: '[]' }, 'its response has no status code'),
  ofExample({ code: 99 }, 'its response has no status code'),
  ofExample(
    { code: 200, originalRequest: { method: 'GET', url: 'http://[/' } },
    'the URL of the request cannot be read',
  ),
  ofExample({ code: 201, body: '[]' }, 'the document has no status 201 for listBooks'),
  ofExample({ code: 200, body: '[{}]' }, 'its response breaks the document: body[0].id is required'),
];

let rows: readonly Row[];

beforeAll(async () => {
  const collection = { info: { name: 'Books' }, item: all.map(({ item }) => item) };
  ({ rows } = await importTexts({ 'lost.json': JSON.stringify(collection) }, document));
});

test.each(all.map((lost, index) => ({ ...lost, index })))('$index: $key, since $reason', ({ key, reason, index }) => {
  const found = rows.filter(
    ({ fate, places }) => fate === 'lost' && places.some(({ path: [, position] }) => position === index),
  );
  expect(found.map((row) => ({ key: row.key, reason: row.reason }))).toContainEqual({ key, reason });
});
