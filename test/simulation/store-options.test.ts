import { expect, test } from 'vitest';
import { ConfigError } from '../../src/core/primitives/config-error.ts';
import { flagOf, optionsSchema, readOptions } from '../../src/simulation/options.ts';
import { readKeep, readStoreOptions } from '../../src/simulation/store-options.ts';

const read = (values: Readonly<Record<string, unknown>>) =>
  readStoreOptions(readOptions(optionsSchema, values), { nameOf: flagOf });

const messageOf = (values: Readonly<Record<string, unknown>>): string => {
  try {
    read(values);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('no error');
};

const url = 'redis://127.0.0.1:6379';

test('without a store there is none', () => {
  expect(read({})).toBeUndefined();
  expect(read({ workers: 1, save: 'worlds' })).toBeUndefined();
});

test('a store has a prefix and a time after which unused worlds are removed', () => {
  expect(read({ store: url })).toEqual({ url, shownUrl: url, prefix: 'vivarium', keepMs: 604_800_000 });
  expect(read({ store: url, prefix: 'team-a', keep: '90m', workers: '3' })).toMatchObject({
    prefix: 'team-a',
    keepMs: 5_400_000,
  });
});

test('worlds in memory are kept for a day, and those of a directory for ever', () => {
  const keep = (values: Readonly<Record<string, unknown>>) =>
    readKeep(readOptions(optionsSchema, values), { nameOf: flagOf });
  expect([keep({}), keep({ keep: '90m' }), keep({ save: 'worlds' })]).toEqual([86_400_000, 5_400_000, undefined]);
  expect(() => keep({ keep: '90m', save: 'worlds' })).toThrow(
    '--keep has no effect with --save: worlds in a directory are never removed. Omit one of them.',
  );
});

test('files are not watched with a store, and nobody may ask for it', () => {
  expect(read({ store: url, watch: false })).toBeDefined();
  expect(read({ watch: true })).toBeUndefined();
  for (const watch of [true, 'true'])
    expect(messageOf({ store: url, watch })).toMatch(/^--watch and --store cannot be used together: .*Omit --watch\./s);
});

test.each([
  ['redis://user:secret@cache.example.com:6380/2', 'redis://cache.example.com:6380/2'],
  ['rediss://:secret@cache.example.com', 'rediss://cache.example.com'],
  ['redis://:s%40cret@[::1]:6379', 'redis://[::1]:6379'],
  ['redis://:secret@a:7000,b:7001', 'redis://a:7000,b:7001'],
  ['redis+sentinel://user:secret@a:26379,b:26380/mymaster', 'redis+sentinel://a:26379,b:26380/mymaster'],
  ['rediss+sentinel://a/my-master/2', 'rediss+sentinel://a/my-master/2'],
  ['unix:///run/redis.sock', 'unix:///run/redis.sock'],
  ['unix://user:secret@/run/redis.sock?db=2', 'unix:///run/redis.sock'],
])('%s is shown as %s', (store, shownUrl) => {
  expect(read({ store })).toMatchObject({ url: store, shownUrl });
});

const secret = 'secret-of-the-store';

test.each([
  'http://127.0.0.1:6379',
  `127.0.0.1:6379`,
  `user:${secret}@127.0.0.1:6379`,
  'redis://',
  `redis://user:${secret}@`,
  `redis://user:${secret}/@127.0.0.1`,
  `redis://user:${secret}%zz@127.0.0.1`,
  `redis://user:${secret}@@127.0.0.1`,
  `redis://127.0.0.1:${secret}`,
  `redis://127.0.0.1?password=${secret}`,
  `redis://127.0.0.1#${secret}`,
  'unix://run/redis.sock',
  'unix://',
  'redis:///0',
  'redis://a,',
  'redis+sentinel:///mymaster',
])('%s is not the URL of a store, and no message shows it', (store) => {
  expect(messageOf({ store })).not.toContain(secret);
  expect(messageOf({ store })).toMatch(/^--store must be a URL such as redis:\/\/127\.0\.0\.1:6379, .*%40/);
});

test('the path of the URL is the number of a database', () => {
  expect(messageOf({ store: `redis://user:${secret}@127.0.0.1/worlds` })).toBe(
    'the path in --store must be the number of a database, as in redis://127.0.0.1:6379/0',
  );
});

test.each(['redis+sentinel://a:26379', 'redis+sentinel://a/', 'redis+sentinel://a/b/c'])(
  '%s names no primary',
  (store) => {
    expect(messageOf({ store })).toMatch(/^the path in --store must be the name of the primary/);
  },
);

test.each([
  [
    { store: url, save: 'worlds' },
    '--save and --store cannot be used together: worlds live in a directory or in a store. Use one of them.',
  ],
  [
    { workers: 2 },
    '--workers above 1 needs a store: without one, worlds live in the memory of one process, and each process would have its own. Set --store, such as redis://127.0.0.1:6379.',
  ],
  [
    { workers: 2, save: 'worlds' },
    '--workers above 1 needs a store: without one, worlds live in the directory of one process (--save), and each process would have its own. Set --store, such as redis://127.0.0.1:6379, in place of --save.',
  ],
  [{ prefix: 'team-a' }, '--prefix has no effect without a store. Set --store, or omit it.'],
  [{ store: url, keep: '0s' }, '--keep must be a duration from 1s to 3650d, such as 7d, not "0s"'],
  [{ store: url, keep: '7' }, '--keep must be a duration from 1s to 3650d, such as 7d, not "7"'],
  [{ store: url, keep: '3651d' }, '--keep must be a duration from 1s to 3650d, such as 7d, not "3651d"'],
  [
    { store: url, prefix: 'a*' },
    '--prefix must be a text of up to 100 letters, digits and . _ : / @ -, such as team-a, not "a*"',
  ],
  [{ store: url, workers: '0' }, '--workers must be a whole number from 1 to 64, not "0"'],
])('%j is rejected', (values, message) => {
  expect(messageOf(values)).toBe(message);
});
