import { expect, test } from 'vitest';
import { describeConnectionError } from '../../../src/core/http/connection-error.ts';

const tls = (reason: string): string =>
  `write EPROTO 40FD:error:0A00010B:SSL routines:tls_validate_record_header:${reason}:../deps/openssl/file.c:77:\n`;

test.each([
  [new Error('fetch failed', { cause: new Error('connect ECONNREFUSED') }), 'connect ECONNREFUSED'],
  [new Error('fetch failed', { cause: new Error('') }), 'fetch failed'],
  [new Error('bad port'), 'bad port'],
  [
    new Error('fetch failed', { cause: new Error(tls('wrong version number')) }),
    'the server does not use TLS: its address begins with http://',
  ],
  [new Error(tls('tlsv1 alert internal error')), 'TLS failed: tlsv1 alert internal error'],
])('%j', (error, description) => {
  expect(describeConnectionError(error)).toBe(description);
});
