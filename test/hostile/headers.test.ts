/** Names and values that no header can have: problems when a document or a fault is loaded, never a 500 on a call. */
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { createVivarium } from '../../src/index.ts';
import { run } from '../cli/in-process.ts';
import { folderOf } from '../cli/process.ts';
import { type Loose, sendTo, startForTest } from '../server/control/control-server.ts';
import { openRaw } from '../server/raw-client.ts';
import { document, echoDocument, faultHeaders, requestsWith } from './headers.ts';

/** The rows of the document by their lines. */
const rows = document.split('\n').flatMap((line, index) => {
  const what = / # (.*)$/.exec(line)?.[1];
  return what === undefined ? [] : [{ what, line: index + 1 }];
});

test('check reports each of them, with its place', async () => {
  const { stdout } = await run(['check', '--json', 'api.yaml'], { cwd: folderOf({ 'api.yaml': document }) });
  const found = JSON.parse(stdout);
  const problems: readonly Loose[] = [...found.problems, ...found.warnings];
  for (const { what, line } of rows)
    expect
      .soft(
        problems.filter((problem) => problem.line === line),
        what,
      )
      .toEqual([
        expect.objectContaining({
          code: 'VIV_DOCUMENT_PART_UNUSABLE',
          file: expect.stringContaining('api.yaml'),
          column: expect.any(Number),
          message: expect.stringMatching(/it is (ignored|not required)/),
        }),
      ]);
});

test('a response has no more headers than clients can read', async () => {
  const headers = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, at) => [`X-Header-${at}`, { required: true, schema: { type: 'string' } }]),
  );
  const problems: string[] = [];
  const logger = { info: () => {}, warn: (text: string) => problems.push(text), error: () => {} };
  const operation = { responses: { 200: { description: '', headers } } };
  const many = { openapi: '3.1.0', info: { title: 'Many', version: '1' }, paths: { '/many': { get: operation } } };
  const vivarium = await createVivarium({ document: many as unknown as JsonObject, logger });
  onTestFinished(() => vivarium.close());
  expect(problems.join()).toMatch(/\/headers\/X-Header-200\b/);
  const { url } = await vivarium.listen({ port: 0 });
  const answered = await fetch(`${url}/many`);
  expect(answered.headers.get('x-header-199')).toEqual(expect.any(String));
  expect(answered.headers.has('x-header-200')).toBe(false);
});

test('each operation of the document is served, also to a page of another origin', async () => {
  const errors: unknown[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (...values: unknown[]) => errors.push(values) };
  const vivarium = await createVivarium({ document: parse(document) as JsonObject, logger });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const port = Number(new URL(url).port);
  const headers = { origin: 'http://page.example' };
  const { operations } = (await sendTo(port, 'GET', '/_vivarium/api/service')).body;
  expect(operations).toHaveLength(8);
  const statuses: Record<string, readonly number[]> = {};
  for (const { operation, path } of operations) {
    const sample = `/_vivarium/api/service/operations/${encodeURIComponent(operation)}/request`;
    expect((await sendTo(port, 'GET', sample)).status).toBe(200);
    const target = encodeURI(`/bäse 宵${path.replace('{id}', '1')}`);
    const found: number[] = [];
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
      const answered = await sendTo(port, method, target, {
        headers,
        ...(method === 'POST' && { body: { id: '宵\n', name: 'a' } }),
      });
      if (answered.status === 201) expect(answered.headers.location).toBe(encodeURI('/bäse 宵/items/宵 ä/宵\n'));
      expect(answered.headers).not.toHaveProperty('x-injected');
      found.push(answered.status);
    }
    statuses[path] = found;
  }
  expect(errors).toEqual([]);
  expect(statuses).toEqual({
    '/responses': [200, 200, 405, 405, 204],
    '/only': [200, 200, 405, 405, 204],
    '/requests': [405, 405, 204, 405, 204],
    '/methods': [204, 204, 405, 405, 204],
    '/items/宵 ä': [405, 405, 201, 405, 204],
    '/items/宵 ä/{id}': [404, 404, 405, 405, 204],
    '/宵 successor': [204, 204, 405, 405, 204],
    '/keys': [204, 204, 405, 405, 204],
  });
});

test.each(faultHeaders)('a fault with $what', async ({ name, value, isRejected }) => {
  const errors: unknown[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (...values: unknown[]) => errors.push(values) };
  const server = await startForTest({ logger });
  const fault = { status: 404, headers: { [name]: value } };
  const put = await server.api('PUT', '/worlds/default/faults/hostile', fault);
  expect(put.status).toBe(isRejected ? 400 : 201);
  const inline = { inline: { faults: [{ name: 'hostile', ...fault }] } };
  expect((await server.api('PUT', '/worlds/other', inline)).status).toBe(isRejected ? 400 : 201);
  expect((await server.call('GET', '/v1/pets')).status).toBe(isRejected ? 200 : 404);
  expect(errors).toEqual([]);
});

/** The edges of the ranges that HTTP, Node and Latin-1 distinguish. */
const bytes = [0x00, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1f, 0x20, 0x22, 0x25, 0x3c, 0x5c, 0x7f, 0x80, 0xa0, 0xff];

test.each(bytes)('the byte %i, wherever it is in a request, makes no response that cannot be written', async (byte) => {
  const errors: unknown[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (...values: unknown[]) => errors.push(values) };
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  const { port } = await startForTest({ document: echoDocument, scenario: { data: { items } }, logger });
  const statuses: Record<string, number | undefined> = {};
  for (const [what, text] of Object.entries(requestsWith(String.fromCharCode(byte), port))) {
    const connection = openRaw(port);
    connection.socket.write(text, 'latin1');
    connection.socket.end();
    const { answers } = await connection.ended;
    statuses[what] = answers[0]?.status;
  }
  for (const [what, status] of Object.entries(statuses)) expect.soft(status, what).toSatisfy((one) => one < 500);
  expect(errors).toEqual([]);
});
