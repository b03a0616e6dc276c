import { describe, expect, test } from 'vitest';
import { withAddresses } from '../../../src/core/state/item-key.ts';
import { collection, parent } from '../../scenario/nested-stub.ts';

const addresses = [{ property: 'uri', parts: ['/shelves/', 0, '/books/', 1] }];
const books = collection('books', { parents: [parent('shelf')], parentCollection: 'shelves', addresses });

describe('the path of an item', () => {
  test('has the ids of its parents and its own, percent-encoded', () => {
    expect(withAddresses(books, '7,a%2Fb', { title: 'Blue' })).toEqual({
      title: 'Blue',
      uri: '/shelves/7/books/a%2Fb',
    });
  });

  test('replaces only what was not given', () => {
    const item = { uri: '/mine' };
    expect(withAddresses(books, '7,8', item)).toBe(item);
    expect(withAddresses(books, '7,8', item, {})).toEqual({ uri: '/shelves/7/books/8' });
  });

  test('is unknown below any parent', () => {
    const item = { title: 'Blue' };
    expect(withAddresses(books, '*,8', item)).toBe(item);
  });

  test('is not set without such a property', () => {
    const item = { title: 'Blue' };
    expect(withAddresses(collection('books'), '8', item)).toBe(item);
  });

  test('is unknown for an item without an id', () => {
    const item = { theme: 'dark' };
    expect(withAddresses(collection('settings', { kind: 'singleton', addresses }), 'self', item)).toBe(item);
  });
});
