/** The search, the order and the pages of a list of items. */
import { describe, expect, test } from 'vitest';
import { createScenarioStart } from '../../../../src/scenario/data/start-data.ts';
import { createScenario } from '../../../../src/scenario/document/read-scenario.ts';
import { selectItems, unknownProperty } from '../../../../src/server/control/request/select-items.ts';
import { readyServiceOf } from '../../../openapi/documents.ts';
import { integer, listOf, named, object, operation, ref, text } from '../../../short-document.ts';

const schemas = { Order: object({ id: integer, note: {}, more: {} }, ['id']) };
const service = await readyServiceOf(
  {
    '/orders': { get: operation(listOf(ref('Order'))), post: operation(ref('Order'), { takes: ref('Order') }) },
    '/orders/{id}': { parameters: [named('id', integer)], get: operation(ref('Order')) },
  },
  { schemas },
);

const orders = (items: readonly object[]) => {
  const data = { orders: items } as never;
  const { collections } = createScenarioStart(service, createScenario('a', { data })).createState('a', 0);
  return collections.get('orders') as never;
};
const notes = (values: readonly unknown[]) =>
  orders(values.map((note, index) => ({ id: index + 1, ...(note !== undefined && { note }) })));

const idsOf = async (collection: never, query: object): Promise<readonly unknown[]> => {
  const { items, total } = await selectItems(collection, { offset: 0, ...query } as never);
  return [...[...items].map(({ id }) => id), `of ${total}`];
};

describe('a page', () => {
  const five = notes(['a', 'b', 'a', 'b', 'a']);
  test.each([
    [{}, [1, 2, 3, 4, 5, 'of 5']],
    [{ limit: 2 }, [1, 2, 'of 5']],
    [{ limit: 2, offset: 1 }, [2, 3, 'of 5']],
    [{ limit: 2, offset: 4 }, [5, 'of 5']],
    [{ offset: 9 }, ['of 5']],
    [{ limit: 0 }, ['of 5']],
    [{ q: 'A', limit: 2, offset: 1 }, [3, 5, 'of 3']],
    [{ q: '', offset: 3 }, [4, 5, 'of 5']],
    [{ sort: 'note', limit: 4 }, [1, 3, 5, 2, 'of 5']],
    [{ sort: '-note', offset: 2 }, [1, 3, 5, 'of 5']],
    [{ sort: '-note', q: 'b' }, [2, 4, 'of 2']],
  ])('with %j has the items %j', async (query, expected) => {
    expect(await idsOf(five, query)).toEqual(expected);
  });
});

test.each([
  ['ab', [1, 'of 1']],
  ['AB', [1, 'of 1']],
  ['12', [2, 'of 1']],
  ['null', [3, 'of 1']],
  ['deep', [4, 'of 1']],
  ['note', ['of 0']],
  ['true', [5, 'of 1']],
])('a search for %j looks into all values, and not into the names: %j', async (q, expected) => {
  expect(await idsOf(notes(['xAby', 912, null, [{ note: ['Deep'] }], true]), { q })).toEqual(expected);
});

test.each([
  ['booleans, numbers and texts are ordered', ['b', 2, true, 'a', 10, false], [6, 3, 2, 5, 4, 1]],
  ['what has no order comes last', [undefined, 'a', null, [1], {}, 1], [6, 2, 1, 3, 4, 5]],
  ['equal values keep their order', ['a', 'b', 'a', 'b'], [1, 3, 2, 4]],
])('%s', async (_what, values, expected) => {
  expect(await idsOf(notes(values), { sort: 'note' })).toEqual([...expected, `of ${values.length}`]);
});

test('in descending order, what has no order comes last too, and equal values keep their order', async () => {
  expect(await idsOf(notes([null, 'a', 'b', 'a', 1]), { sort: '-note' })).toEqual([3, 2, 4, 5, 1, 'of 5']);
});

test('a property is unknown if neither the schema nor an item has it', () => {
  const collection = orders([{ id: 1, own: text }]);
  const unknown = (sort: string | undefined) => unknownProperty(collection, { sort, offset: 0 });
  expect([undefined, 'note', '-more', 'own', '-owned'].map(unknown)).toEqual([
    ...[undefined, undefined, undefined, undefined],
    'owned',
  ]);
});
