import { expect, test } from 'vitest';
import { factAbout } from '../../../src/core/request/sent-file.ts';

const file = { name: 'a.csv', type: 'text/csv', size: 5, bytes: new Uint8Array(5) };

test.each([
  ['a.csv', ['filename', 'file_name', 'fileName', 'original_name', 'originalFilename']],
  [5, ['size', 'bytes', 'file_size', 'sizeBytes', 'size_in_bytes', 'content_length']],
  ['text/csv', ['mime_type', 'contentType', 'media_type']],
  [undefined, ['name', 'title', 'id']],
])('%s is stated by %j', (expected, properties) => {
  for (const property of properties) expect(factAbout(property, file)).toBe(expected);
});
