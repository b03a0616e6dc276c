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
