/** Examples in files beside the document. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';

const folderOf = (files: Readonly<Record<string, string | Buffer>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'examples'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
};

const documentOf = (content: object, components: object = {}): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Plans', version: '1' },
    paths: { '/plan': { get: { responses: { 200: { description: 'ok', content } } } } },
    components,
  });

const schema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };

const answerOf = async (document: string, prefer = ''): Promise<Response> => {
  const vivarium = await createVivarium({ document });
  onTestFinished(() => vivarium.close());
  return vivarium.world('a').fetch('/plan', { headers: prefer === '' ? {} : { prefer } });
};

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAE=', 'base64');

test.each<[string, string, object, string | Buffer, string | Buffer]>([
  ['JSON', 'examples/a.json', { 'application/json': { schema } }, '{"title":"Mill"}', '{"title":"Mill"}'],
  ['YAML', 'a.yaml', { 'application/json': { schema } }, 'title: Mill', '{"title":"Mill"}'],
  ['XML', 'a.xml', { 'application/xml': { schema } }, '<plan/>', '<plan/>'],
  ['text', 'a.txt', { 'text/plain': { schema: { type: 'string' } } }, 'A mill.', 'A mill.'],
  ['a picture', 'a.png', { 'image/png': {} }, png, png],
])('%s is the example of a response', async (_kind, name, content, file, expected) => {
  const [[mediaType, media] = []] = Object.entries(content);
  const examples = { first: { externalValue: `./${name}` } };
  const folder = folderOf({ [name]: file, 'api.json': documentOf({ [mediaType as string]: { ...media, examples } }) });
  const response = await answerOf(join(folder, 'api.json'));
  const body = Buffer.from(await response.arrayBuffer());
  expect(typeof expected === 'string' ? body.toString() : body).toEqual(expected);
});

test('each is found by its name, in a component, relative to the file that names it', async () => {
  const examples = { mill: { $ref: 'examples/all.json#/mill' }, barn: { $ref: '#/components/examples/Barn' } };
  const folder = folderOf({
    'api.json': documentOf(
      { 'application/json': { schema, examples } },
      { examples: { Barn: { externalValue: 'examples/barn.json' } } },
    ),
    'examples/all.json': '{"mill":{"externalValue":"mill.json"}}',
    'examples/mill.json': '{"title":"Mill"}',
    'examples/barn.json': '{"title":"Barn"}',
  });
  expect(await (await answerOf(join(folder, 'api.json'), 'example=mill')).json()).toEqual({ title: 'Mill' });
  expect(await (await answerOf(join(folder, 'api.json'), 'example=barn')).json()).toEqual({ title: 'Barn' });
});

test('a missing file, and one elsewhere, which is not fetched, leave the example out', async () => {
  const examples = { a: { externalValue: 'none.json' }, b: { externalValue: 'https://example.com/b.json' } };
  const folder = folderOf({ 'api.json': documentOf({ 'application/json': { schema, examples } }) });
  const response = await answerOf(join(folder, 'api.json'));
  expect([response.status, await response.json()]).toEqual([200, { title: expect.any(String) }]);
});
