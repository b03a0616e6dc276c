import { expect, test } from 'vitest';
import { selectWorld } from '../../../src/server/edge/select-world.ts';

const world = (value: string) => ({ 'vivarium-world': value });

test.each<
  readonly [path: string, headers: Readonly<Record<string, string>>, name: string, prefix: string, below: string]
>([
  ['/a', {}, 'default', '', '/a'],
  ['/~alice/a/b', {}, 'alice', '/~alice', '/a/b'],
  ['/~alice', {}, 'alice', '/~alice', '/'],
  ['/~alice/', {}, 'alice', '/~alice', '/'],
  ['/~', {}, '', '/~', '/'],
  ['/~a%20b/~c', {}, 'a b', '/~a%20b', '/~c'],
  ['/~alice/a\nb', {}, 'alice', '/~alice', '/a\nb'],
  ['/a/~alice/b', {}, 'default', '', '/a/~alice/b'],
  ['/~alice/a', world('bob'), 'alice', '/~alice', '/a'],
  ['/a', { ...world('bob'), cookie: 'vivarium-world=carol' }, 'bob', '', '/a'],
  ['/a', { cookie: 'a=b; vivarium-world=carol', baggage: 'vivarium-world=dave' }, 'carol', '', '/a'],
  ['/a', { cookie: 'a=b', baggage: 'a=b, vivarium-world = d%20e ;ttl=1' }, 'd e', '', '/a'],
  ['/a', { baggage: '=vivarium-world,vivarium-world,vivarium-worlds=x,a;vivarium-world=y' }, 'default', '', '/a'],
])('%j with %j is a request to the world %j', (path, headers, name, prefix, below) => {
  expect(selectWorld(path, headers)).toEqual({ name, prefix, path: below });
});
