import { expect, test } from 'vitest';
import { outageMessage } from '../../../../../src/parts/store/redis/connection/connection.ts';

const begin = 'redis://db: the store is not available: ';

test.each([
  ['WRONGPASS invalid username-password pair or user is disabled.', /disabled\. Requests get 503.* Correct the user/],
  ['NOAUTH Authentication required.', /required\. .* Correct the user and the password in its URL\.$/],
  ["NOPERM this user has no permissions to run the 'evalsha' command", /docs\/sharing\.md/],
  ['ERR DB index is out of range', /number of the database/],
  [`OOM command not allowed. script: ${'a'.repeat(40)}, on @user_script:51.`, /not allowed\. Requests .*maxmemory/],
  ["READONLY You can't write against a read only replica.", /the primary/],
  ['TRYAGAIN Multiple keys request during rehashing of slot', /cluster is being changed/],
  ['it speaks TLS (Socket closed unexpectedly)', /rediss: instead of redis:\.$/],
  ['it is a Sentinel, of mymaster, and stores nothing', /redis\+sentinel:\/\/HOST:PORT\/NAME/],
  ['no Sentinel names the primary (h:1: it watches no primary with the name "x")', /Correct the name/],
  ['ERR Unsupported option NX', /Redis 7/],
  ['self-signed certificate', /NODE_EXTRA_CA_CERTS/],
  ['connect ECONNREFUSED 127.0.0.1:1', /Check that it runs at this address/],
  ['Connection timeout', /rediss:/],
  ['Socket closed unexpectedly', /Requests get 503 until it is\.$/],
])('of "%s" states what helps', (reason, expected) => {
  const message = outageMessage('redis://db', reason);
  expect(message.startsWith(begin)).toBe(true);
  expect(message).toMatch(expected);
  expect(message).not.toMatch(/\.\.|user_script/);
});
