/** Which items `verify` knows, and which of them it uses. */
import { expect, test } from 'vitest';
import { idOf, KnownItems, listedItems, shownItem } from '../../../src/parts/verify/known-items.ts';
import { operationOf } from '../../openapi/documents.ts';
import { itemBindingOf, listBindingOf, serviceFor } from '../../openapi/resources/small.ts';
import { collection, parent } from '../../scenario/nested-stub.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Pet = object({ id: integer, name: text }, ['id']);
const service = serviceFor(
  {
    '/pets': { get: operation(listOf(ref('Pet'))), post: operation(ref('Pet'), { takes: ref('Pet'), status: 201 }) },
    '/pets/{petId}': { get: operation(ref('Pet')), delete: operation(undefined) },
    '/reports/{petId}': { get: operation(text) },
    '/vets/{vetId}': { get: operation(text) },
  },
  { Pet },
);
const { collection: pets } = listBindingOf(service, 'GET /pets');
const item = (id: number, isOwn: boolean, parents: readonly number[] = []) => ({ id, parents, value: { id }, isOwn });

test('an item that verify created is used first, the newest of them, and a list changes nothing about it', () => {
  const known = new KnownItems(service);
  expect(known.example(pets)).toBeUndefined();
  known.add(pets, item(1, false));
  known.add(pets, item(2, false));
  expect(known.example(pets)?.id).toBe(1);
  known.add(pets, item(3, true));
  known.add(pets, item(4, true));
  known.add(pets, item(4, false));
  expect(known.of(pets)).toEqual([item(4, true), item(3, true), item(1, false), item(2, false)]);
  known.add(pets, item(3, true));
  expect(known.example(pets)?.id).toBe(3);
  known.remove(pets, item(3, true));
  expect(known.of(pets).map(({ id }) => id)).toEqual([4, 1, 2]);
});

test('the number of known items is limited', () => {
  const known = new KnownItems(service);
  for (let id = 1; id <= 60; id++) known.add(pets, item(id, false));
  expect(known.of(pets)).toHaveLength(50);
});

test('a path has the ids of known items by the name of its parameter, also without a collection', () => {
  const known = new KnownItems(service);
  const valuesOf = (name: string, one = known.example(pets)) => [...known.valuesFor(operationOf(service, name), one)];
  expect(valuesOf('GET /pets/{petId}')).toEqual([]);
  known.add(pets, item(1, false));
  known.add(pets, item(2, false));
  expect(valuesOf('GET /reports/{petId}')).toEqual([[0, 1]]);
  known.add(pets, item(3, true));
  expect(valuesOf('GET /reports/{petId}')).toEqual([[0, 3]]);
  expect(valuesOf('GET /pets/{petId}', item(1, false))).toEqual([[0, 1]]);
  expect(valuesOf('GET /vets/{vetId}')).toEqual([]);
  expect(valuesOf('GET /pets')).toEqual([]);
});

test('the parents of a new item are those of a known one', () => {
  const parents = [parent('a'), parent('b')];
  const [shelves, books] = [collection('shelves'), collection('books', { parents, parentCollection: 'shelves' })];
  const known = new KnownItems({ operations: [], collections: new Map([['shelves', shelves]]) });
  expect(known.parentsFor(shelves)).toEqual([]);
  expect(known.parentsFor(collection('books', { parents }))).toBeUndefined();
  expect(known.parentsFor(books)).toBeUndefined();
  known.add(shelves, item(7, true, [5]));
  expect(known.parentsFor(books)).toEqual([5, 7]);
});

test('items are found where the document shows them', () => {
  const list = listBindingOf(service, 'GET /pets');
  expect(listedItems(list, [{ id: 1 }, 2])).toEqual([{ id: 1 }]);
  expect(listedItems(list, { id: 1 })).toBeUndefined();
  const read = itemBindingOf(service, 'GET /pets/{petId}');
  expect([shownItem(read, { id: 1 }), shownItem(read, [1])]).toEqual([{ id: 1 }, undefined]);
  const inList = { ...read, view: { ...read.view, path: ['data'], isInList: true } } as typeof read;
  expect(shownItem(inList, { data: [{ id: 2 }] })).toEqual({ id: 2 });
  expect([idOf(pets, { id: 1 }), idOf(pets, { id: null }), idOf(pets, {})]).toEqual([1, undefined, undefined]);
  expect(idOf({ ...pets, idProperty: undefined }, { id: 1 })).toBeUndefined();
});
