import { expect, test } from 'vitest';
import { whyNotFrom } from '../../../src/openapi/load/read-text.ts';

test.each([
  'http://localhost/a',
  'http://127.0.0.1/a',
  'http://10.1.2.3/a',
  'http://172.20.0.1/a',
  'http://192.168.1.1/a',
  'http://169.254.169.254/latest/meta-data',
  'http://0x7f000001/a',
  'http://2130706433/a',
  'http://[::1]/a',
  'http://[fd00::1]/a',
  'http://[::ffff:127.0.0.1]/a',
  'http://metadata.internal/a',
  'http://intranet/a',
  'http://localhost./a',
  'http://metadata.internal./a',
  'http://[64:ff9b::7f00:1]/a',
])('a document from a public host must not refer to %s', (url) => {
  expect(whyNotFrom(new URL('https://example.com/openapi.yaml'), new URL(url))).toMatch('private address');
  expect(whyNotFrom(new URL('http://localhost:3000/openapi.yaml'), new URL(url))).toBeUndefined();
  expect(whyNotFrom(new URL('file:///home/me/openapi.yaml'), new URL(url))).toBeUndefined();
});

test.each(['https://other.example.com/a', 'http://172.32.0.1/a', 'http://8.8.8.8/a', 'http://[2606:4700::1]/a'])(
  'it may refer to %s',
  (url) => {
    expect(whyNotFrom(new URL('https://example.com/openapi.yaml'), new URL(url))).toBeUndefined();
  },
);
