/** The properties of an item that a request sends. */
import { describe, expect, test } from 'vitest';
import { inQuery, integer, itemBindingOf, listOf, object, operation, serviceFor, text } from '../small.ts';

const mappingOf = (item: object, takes: object | undefined, rest: object = {}, method = 'put') => {
  const service = serviceFor({
    '/posts': { get: operation(listOf(item)), post: operation(item, { takes: item, status: 201 }) },
    '/posts/{id}': {
      get: operation(item),
      [method]: operation(item, { ...(takes !== undefined && { takes }), ...rest }),
    },
  });
  return itemBindingOf(service, `${method.toUpperCase()} /posts/{id}`).mapping;
};
const Post = object({ id: integer, title: text, authorId: integer });

describe('the query', () => {
  const parameters = [inQuery('title'), inQuery('author'), inQuery('unknown'), { ...inQuery('title'), in: 'header' }];

  test('of a change sends properties', () => {
    expect(mappingOf(Post, undefined, { parameters }, 'put').parameters).toEqual([
      { parameter: 1, property: 'title' },
      { parameter: 2, property: 'authorId' },
    ]);
  });

  test('of a deletion or a reading sends none', () => {
    expect(mappingOf(Post, undefined, { parameters }, 'delete').parameters).toEqual([]);
    expect(mappingOf(Post, undefined, { parameters }, 'get').parameters).toEqual([]);
  });
});

describe('the body', () => {
  test('sends the properties that the item has, in the spelling of the item', () => {
    const { names, isOpen, path } = mappingOf(Post, object({ title: text, author_id: integer, secret: text }));
    expect([...names]).toEqual([
      ['title', 'title'],
      ['author_id', 'authorId'],
    ]);
    expect({ isOpen, path }).toEqual({ isOpen: false, path: [] });
  });

  test('sends all properties to an item that allows others', () => {
    const open = { ...Post, additionalProperties: true };
    expect([...mappingOf(open, object({ author_id: integer, secret: text })).names.values()]).toEqual([
      'author_id',
      'secret',
    ]);
  });

  test('is the item in a property with its name, unless the body has a property of the item', () => {
    expect(mappingOf(Post, object({ post: object({ title: text }) })).path).toEqual(['post']);
    expect(mappingOf(Post, object({ post: object({ title: text }), title: text })).path).toEqual([]);
  });
});

describe('a property needs conversion', () => {
  const isCoercible = (sent: object, wanted: object): boolean =>
    mappingOf(object({ id: integer, x: wanted }), object({ x: sent })).coercible.has('x');
  const number = { type: 'number' };
  const nested = (schema: object, depth: number): object =>
    depth === 0 ? schema : object({ x: nested(schema, depth - 1) });

  test.each<[string, object, object, boolean]>([
    ['of the same type', text, text, false],
    ['of an integer for a number', integer, number, false],
    ['of a number for an integer', number, integer, true],
    ['of a text for a number', text, number, true],
    ['of a number for a text', number, text, true],
    ['of one type for several', text, { type: ['string', 'null'] }, false],
    ['of several types for one', { type: ['string', 'null'] }, text, true],
    ['of any type for one', {}, text, true],
    ['of one type for any', text, {}, false],
    ['of any text for listed ones', text, { enum: ['a', 'b'] }, true],
    ['of fewer listed texts', { enum: ['a'] }, { enum: ['a', 'b'] }, false],
    ['of more listed texts', { enum: ['a', 'c'] }, { enum: ['a', 'b'] }, true],
    ['of the same constant', { const: 'a' }, { const: 'a' }, false],
    ['of another constant', { const: 'b' }, { const: 'a' }, true],
    ['of lists of the same type', listOf(text), listOf(text), false],
    ['of lists of another type', listOf(text), listOf(integer), true],
    ['of lists of anything', { type: 'array' }, listOf(integer), false],
    ['of objects with the same properties', nested(text, 1), nested(text, 1), false],
    ['of objects with a property of another type', nested(text, 1), nested(integer, 1), true],
    ['of objects in objects', nested(text, 2), nested(integer, 2), true],
    ['not of what is three levels deep', nested(text, 3), nested(integer, 3), false],
    ['of objects with other properties', object({ a: text }), object({ b: integer }), false],
  ])('%s: from %j to %j', (_name, sent, wanted, expected) => {
    expect(isCoercible(sent, wanted)).toBe(expected);
  });

  test('not if both refer to the same schema', () => {
    const service = serviceFor(
      {
        '/posts': {
          get: operation(listOf(object({ id: integer, x: { $ref: '#/components/schemas/Any' } }))),
          post: operation(object({ id: integer, x: { $ref: '#/components/schemas/Any' } }), {
            takes: object({ x: { $ref: '#/components/schemas/Any' } }),
          }),
        },
      },
      { Any: { anyOf: [{}, text] } },
    );
    expect(itemBindingOf(service, 'POST /posts').mapping.coercible).toEqual(new Set());
  });
});
