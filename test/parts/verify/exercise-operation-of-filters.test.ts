/** What a filtered list must show: the items that `verify` created, and no others. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { Filter, ListBinding } from '../../../src/core/service/binding.ts';
import { loadDocument } from '../../../src/openapi/load/load.ts';
import { Exercise } from '../../../src/parts/verify/exercise-operation.ts';
import { type KnownItem, KnownItems } from '../../../src/parts/verify/known-items.ts';
import { Recorder } from '../../../src/parts/verify/recorder.ts';
import { readyService } from '../../core/helpers.ts';
import { operationOf } from '../../openapi/documents.ts';

const service = await readyService((await loadDocument(join(import.meta.dirname, 'library.yaml'))).document);

const item = (id: Json, given: Partial<KnownItem> = {}): KnownItem => ({
  ...{ id, parents: [1], isOwn: true, value: { id: id as string, author: 'Ada' } },
  ...given,
});

/** The findings and the queries for known books, if each list has these. */
const check = async (books: readonly KnownItem[], listed: readonly object[], more: readonly Partial<Filter>[] = []) => {
  const operation = operationOf(service, 'listBooks');
  const binding = operation.binding as ListBinding;
  const { collection } = binding;
  const shelves = (operationOf(service, 'listShelves').binding as ListBinding).collection;
  const known = new KnownItems(service);
  known.add(shelves, { id: 1, parents: [], value: { id: 1, label: 'x' }, isOwn: true });
  for (const book of books) known.add(collection, book);
  const queries: string[] = [];
  const recorder = new Recorder(
    operation,
    async ({ query }) => {
      queries.push(query.join('&'));
      return { type: 'response', status: 200, headers: {}, text: JSON.stringify(listed) };
    },
    () => ({ violations: [] }),
  );
  const shared = { operations: service.operations, known, drawing: { seed: 1, now: 0 }, nextNumber: () => 1 };
  const filters = [...binding.filters, ...more.map((one) => ({ ...(binding.filters[0] as Filter), ...one }))];
  await new Exercise(recorder, shared).checkFilters({ ...binding, filters });
  const findings = recorder.result(undefined).findings.map(({ label, message }) => `${label}: ${message}`);
  return { queries, findings: findings.filter((text) => !text.includes('lent')) };
};

test('an item of its own must be in the list of its value', async () => {
  const { queries, findings } = await check([item('a')], []);
  expect(queries).toEqual(['lent=true', 'lent=false', 'author=Ada', 'author=vivarium-no-such-value']);
  expect(findings).toEqual(['with author=Ada: the list is empty, although item a has this value']);
});

test.each<[string, KnownItem]>([
  ['of another client, who may have deleted it', item('a', { isOwn: false })],
  ['below another parent', item('a', { parents: [2] })],
])('an item %s is not expected', async (_whose, known) => {
  expect((await check([known], [])).findings).toEqual([]);
});

test('an item with another value must not be in the list, whoever created it', async () => {
  const { findings } = await check([item('a', { isOwn: false })], [{ id: 'a', author: 'ADA' }, { id: 'b' }]);
  expect(findings).toEqual(['with author=vivarium-no-such-value: the list has an item with author ADA']);
});

test.each<[string, Partial<Filter>]>([
  ['compares otherwise', { comparison: 'contains' }],
  ['is a part of a parameter', { child: 'lent' }],
  ['selects everything by both values', { matchAll: new Set(['true', 'false']) }],
])('a filter that %s is not tried', async (_which, more) => {
  expect((await check([], [], [more])).queries).toEqual((await check([], [])).queries);
});

test('a filter is tried with six values of items at most, once each, and not with those that it does not accept', async () => {
  const authors = ['Ada', 'Ada', 'Bo', null, ['Cy'], 'Di', 'Ed', 'Flo', 'Gus'];
  const books = authors.map((author, at) => item(`${at}`, { value: { id: `${at}`, author } }));
  const { queries } = await check([...books, item('last', { value: { id: 'last' } })], []);
  expect(queries.filter((query) => query.startsWith('author'))).toEqual(
    ['Gus', 'Flo', 'Ed', 'Di', 'Cy', 'Bo', 'vivarium-no-such-value'].map((author) => `author=${author}`),
  );
});

test('an item is not expected in a list that its path filters', async () => {
  const index = operationOf(service, 'listBooks').parameters.findIndex(({ in: place }) => place === 'path');
  const { findings } = await check([item('a')], [], [{ parameter: index, property: 'shelf', comparison: 'includes' }]);
  expect(findings).toEqual([]);
});
