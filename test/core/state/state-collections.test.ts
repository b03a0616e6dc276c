import { describe, expect, test } from 'vitest';
import { type Collection, createCollection } from '../../../src/core/state/collection.ts';
import { StateCollections } from '../../../src/core/state/state-collections.ts';
import { collection } from '../../scenario/nested-stub.ts';

const created: string[] = [];
const empty = (name: string): Collection => createCollection(collection(name), []);
const [orders, customers] = [empty('orders'), empty('customers')];
const collections = (): StateCollections => {
  created.length = 0;
  return new StateCollections({
    keys: () => ['orders', 'customers'].values(),
    get: (name) => {
      created.push(name);
      return name === 'orders' ? orders : name === 'customers' ? customers : undefined;
    },
  });
};

describe('the collections of a state', () => {
  test('are created when they are first read, once', () => {
    const own = collections();
    expect([...own.keys()]).toEqual(['orders', 'customers']);
    expect(created).toEqual([]);
    expect(own.get('customers')).toBe(customers);
    expect(own.get('customers')).toBe(customers);
    expect(created).toEqual(['customers']);
  });

  test('are listed in the order of their names, whatever was read before', () => {
    const own = collections();
    own.get('customers');
    expect([...own]).toEqual([
      ['orders', orders],
      ['customers', customers],
    ]);
    expect([...own.values()]).toEqual([orders, customers]);
    expect(created).toEqual(['customers', 'orders']);
  });

  test('do not include unknown names', () => {
    expect(collections().get('gone')).toBeUndefined();
  });

  test('are not created to be replaced', () => {
    const own = collections();
    const other = empty('orders');
    own.set('orders', other);
    expect(own.get('orders')).toBe(other);
    expect(created).toEqual([]);
  });

  test('of a copy change alone, and those that were read are not created again', () => {
    const own = collections();
    own.get('customers');
    const copy = own.copy();
    const other = empty('orders');
    copy.set('orders', other);
    expect(copy.get('customers')).toBe(customers);
    expect(own.get('orders')).toBe(orders);
    expect(copy.get('orders')).toBe(other);
    expect(created).toEqual(['customers', 'orders']);
  });
});
