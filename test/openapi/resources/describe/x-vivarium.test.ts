import { describe, expect, test } from 'vitest';
import { readHint } from '../../../../src/openapi/resources/describe/x-vivarium.ts';
import { integer, operation } from '../../../short-document.ts';
import { serviceFor, things } from '../small.ts';

const declared = (hint: unknown) => ({ 'x-vivarium': hint });

test.each([
  [7, '', /^must be a map with collection, action, id, items, set, lifecycle, credential, or false$/],
  ['list', '', /^must be a map/],
  [true, '', /^must be a map/],
  [null, '', /^must be a map/],
  [{ 'a/b': 'list' }, '/a~1b', /unknown property "a\/b"/],
  [{ actoin: 'list' }, '/actoin', /Did you mean "action"/],
  [{ frobnicate: 'list' }, '/frobnicate', /Known: collection, action, id, items, set, lifecycle, credential\.$/],
  [{ lifecycle: [] }, '/lifecycle', /belongs to an operation that creates items/],
  [{ action: 'frobnicate' }, '/action', /Known: list, create, read, replace, update, delete, act, none\.$/],
  [{ id: '' }, '/id', /must be a text/],
  [{ items: ['data'] }, '/items', /must be a text/],
  [{ action: 'lst' }, '/action', /Did you mean "list"/],
  [{ collection: integer }, '/collection', /must be a text/],
  [{ action: 'list', set: {} }, '/set', /belongs to the action "act", not to "list"/],
])('%j is reported', (hint, pointer, message) => {
  const service = serviceFor({ '/things': { get: { ...operation(things), ...declared(hint) } } });
  expect(service.problems).toEqual([
    {
      code: expect.stringMatching(/^VIV_/),
      pointer: `/paths/~1things/get/x-vivarium${pointer}`,
      message: expect.stringMatching(message),
    },
  ]);
});

describe('an operation', () => {
  /** The hint of an operation, and what is reported of it. */
  const read = (operation: object) => {
    const reported: string[] = [];
    const source = { report: (pointer: string) => reported.push(pointer) } as unknown as Parameters<typeof readHint>[1];
    const hint = readHint({ value: operation as never, pointer: '/paths/~1a/get' }, source);
    return { hint, reported };
  };
  const nothing = { collection: undefined, action: undefined, id: undefined, items: undefined, set: undefined };

  test('without x-vivarium has no hint, and nothing is reported', () => {
    expect(read({})).toEqual({ hint: undefined, reported: [] });
  });

  test('may state any of the properties', () => {
    expect(read(declared({}))).toEqual({ hint: nothing, reported: [] });
    expect(read(declared({ collection: 'books' })).hint).toEqual({ ...nothing, collection: 'books' });
    expect(read(declared({ items: 'data.books', id: 'code' })).hint).toEqual({
      ...nothing,
      items: ['data', 'books'],
      id: 'code',
    });
  });

  test('may be stateless', () => {
    expect(read(declared(false))).toEqual({ hint: { ...nothing, action: 'none' }, reported: [] });
    expect(read(declared({ action: 'none' }))).toEqual({ hint: { ...nothing, action: 'none' }, reported: [] });
  });

  test.each(['list', 'create', 'read', 'replace', 'update', 'delete', 'act'])('may state the action %s', (action) => {
    expect(read(declared({ action }))).toEqual({ hint: { ...nothing, action }, reported: [] });
  });

  test('may set properties, if it is an action or states none', () => {
    for (const action of [{ action: 'act' }, {}])
      expect(read(declared({ ...action, set: { a: 1 } }))).toMatchObject({
        hint: { set: [{ name: 'a', to: { type: 'value', value: 1 } }] },
        reported: [],
      });
    expect(read(declared({ set: { a: { $add: 'x' } } })).reported).toEqual(['/paths/~1a/get/x-vivarium/set/a/$add']);
  });

  test('keeps the valid properties beside an invalid one', () => {
    expect(read(declared({ action: 'lst', collection: 'books', id: 7 }))).toEqual({
      hint: { ...nothing, collection: 'books' },
      reported: ['/paths/~1a/get/x-vivarium/action', '/paths/~1a/get/x-vivarium/id'],
    });
    expect(read(declared('books'))).toEqual({ hint: undefined, reported: ['/paths/~1a/get/x-vivarium'] });
  });
});
