import { expect, test } from 'vitest';
import { describeFailure } from '../../../../src/parts/upstream/send/transfer.ts';

test('a host of which one address was not reached in time has not used the time of the request', () => {
  const error = Object.assign(new Error('Connect Timeout Error'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
  const url = new URL('http://notes.test');
  expect(describeFailure(error, { url, timeoutMs: 30_000, isClientGone: false })).toEqual({
    status: 502,
    message: 'The upstream http://notes.test cannot be reached: there is no way to it.',
  });
});
