/** Uploads: creations of the list that shows what was sent. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf } from '../../openapi/documents.ts';
import { boundIn, serviceFor } from '../../openapi/resources/small.ts';
import { declared, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const File = object({ id: integer, name: text, ext: text, mime: text, size: integer }, ['id']);
const file = { type: 'string', format: 'binary' };
const upload = (answer: object) => ({
  post: operation(answer, { takes: object({ file }), mediaType: 'multipart/form-data', status: 201 }),
});

test.each<[string, string, object, string, object?]>([
  ['a list at a path below', '/upload', listOf(ref('File')), '/upload/files'],
  ['one thing at a path above', '/files/upload', ref('File'), '/files'],
  ['one thing beside a list that shows less', '/files/upload', ref('File'), '/files', object({ id: integer }, ['id'])],
  ['one thing elsewhere', '/media', object({ data: ref('File') }), '/documents'],
])('what is uploaded is in the list, with its name, type and size: %s', async (_case, path, answer, list, less) => {
  const paths = {
    [path]: upload(answer),
    [list]: { get: operation(listOf(less ?? ref('File'))) },
    [`${list}/{id}`]: { get: operation(ref('File')) },
  };
  const vivarium = await createVivarium({
    document: documentOf(declared(paths), { schemas: { File } }),
    scenario: {},
  });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('test');
  const form = new FormData();
  form.append('file', new Blob(['hello'], { type: 'text/plain' }), 'a.txt');
  const answered = await (await world.fetch(path, { method: 'POST', body: form })).json();
  const shown = [answered.data ?? answered].flat()[0];
  expect(shown).toMatchObject({ name: 'a.txt', ext: '.txt', mime: 'text/plain', size: 5 });
  expect(await (await world.fetch(list)).json()).toEqual([less === undefined ? shown : { id: shown.id }]);
  expect(await (await world.fetch(`${list}/${shown.id}`)).json()).toEqual(shown);
});

test('which of two lists, nobody can tell', () => {
  const list = { get: operation(listOf(ref('File'))) };
  const bound = boundIn(serviceFor({ '/media': upload(ref('File')), '/photos': list, '/scans': list }, { File }));
  expect(bound['POST /media']).toBe('-');
});

test('an upload whose items are read below it creates them there', () => {
  const list = { get: operation(listOf(ref('File'))) };
  const bound = boundIn(
    serviceFor(
      { '/files': upload(ref('File')), '/files/{id}': { get: operation(ref('File')) }, '/me/followed/files': list },
      { File },
    ),
  );
  expect(bound['POST /files']).toBe('files.create');
});
