import { describe, expect, test } from 'vitest';
import { fileNameOf, isTemporaryName, temporaryNameOf, worldOfFile } from '../../../src/parts/save/save-folder.ts';
import fc from '../../fast-check.ts';

const names = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

describe('the file of a world', () => {
  test.each([
    ['default', 'default.yaml'],
    ['alice', 'alice.yaml'],
    ['Alice', '+alice.yaml'],
    ['v1.2', 'v1.2.yaml'],
    ['CON', '+c+o+n.yaml'],
    ['con', 'con+.yaml'],
    ['aux.1', 'aux+.1.yaml'],
    ['com1', 'com1+.yaml'],
    ['console', 'console.yaml'],
    ['a..', 'a...yaml'],
  ])('%s is %s', (world, file) => {
    expect(fileNameOf(world)).toBe(file);
  });

  test('names its world', () => {
    fc.assert(fc.property(names, (world) => worldOfFile(fileNameOf(world)) === world));
  });

  test('is another one for each world, also if the file system ignores case', () => {
    const lower = (world: string): string => fileNameOf(world).toLowerCase();
    fc.assert(fc.property(names, names, (left, right) => (lower(left) === lower(right)) === (left === right)));
  });

  test('is not hidden, has no path and no reserved name', () => {
    fc.assert(
      fc.property(names, (world) => {
        expect(fileNameOf(world)).toMatch(/^[a-z0-9+][a-z0-9+._-]*\.yaml$/);
        expect(fileNameOf(world)).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./);
      }),
    );
  });

  test.each(['Alice.yaml', '.vivarium', 'default.yaml.broken', 'default.yml', '.default.yaml.tmp', '+.yaml', '_.yaml'])(
    '%s is none',
    (file) => expect(worldOfFile(file)).toBeUndefined(),
  );

  test('has a temporary name that is recognised', () => {
    const name = temporaryNameOf(fileNameOf('Alice'));
    expect(isTemporaryName(name)).toBe(true);
    expect(temporaryNameOf(fileNameOf('Alice'))).not.toBe(name);
    expect(['.notes.tmp', 'default.yaml', '.vivarium.lock'].filter(isTemporaryName)).toEqual([]);
  });
});
