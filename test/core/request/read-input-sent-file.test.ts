import { expect, test } from 'vitest';
import { factsAbout, fileIn } from '../../../src/core/request/read-input.ts';
import { requestOf } from '../helpers.ts';

const file = { name: 'a.csv', type: 'text/csv', size: 5, bytes: new Uint8Array(5) };

test.each([
  ['a.csv', ['filename', 'file_name', 'fileName', 'original_name', 'originalFilename']],
  [5, ['size', 'bytes', 'file_size', 'sizeBytes', 'size_in_bytes', 'content_length']],
  ['text/csv', ['mime_type', 'contentType', 'media_type']],
])('%s is stated by %j', (expected, properties) => {
  for (const property of properties) expect([...factsAbout([property], file)]).toEqual([[property, expected]]);
});

test('a name is that of a file only beside the type of a file', () => {
  expect([...factsAbout(['name', 'title', 'id', 'size'], file)]).toEqual([['size', 5]]);
  expect(Object.fromEntries(factsAbout(['name', 'mimetype'], file))).toEqual({ name: 'a.csv', mimetype: 'text/csv' });
  expect([...factsAbout(['name', 'mimetype'], { ...file, name: undefined })]).toEqual([['mimetype', 'text/csv']]);
});

test.each([
  ['attachment; filename="a b.csv"', 'a b.csv'],
  ['attachment; filename=a.csv; size=5', 'a.csv'],
  ['inline', undefined],
])('a body with the disposition %s is a file of the name %j', (disposition, name) => {
  const request = requestOf('POST', '/', { headers: { 'content-disposition': disposition }, body: 'ä' });
  expect(fileIn(request, 'text/csv')).toMatchObject({ name, type: 'text/csv', size: 2 });
});

test.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', undefined])(
  'a body of %s is no file as a whole',
  (mediaType) => {
    expect(fileIn(requestOf('POST', '/', { body: 'a' }), mediaType)).toBeUndefined();
  },
);
