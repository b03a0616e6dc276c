/** Lists that clients send with an item, and that a path below the item has, too: they were two, with different ids. */
import { expect, test } from 'vitest';
import { cpuLimit, startUsage } from '../../hostile/cpu.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection, nothing } from '../../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const uuid = { type: 'string', format: 'uuid' };

interface Row {
  readonly id: unknown;
  readonly text: string;
}

/** Orders with lines, by other names: the list of an order, and the path below it. */
const shop = (list: string, path: string, id: object = integer) => {
  const NewLine = object({ text, size: integer });
  const Line = object({ id, text, size: integer, order_id: id, done: { type: 'boolean' } }, ['id']);
  const Order = object({ id, name: text, [list]: listOf(ref('Line')), [`${list}_count`]: integer }, ['id']);
  const NewOrder = object({ name: text, [list]: listOf(ref('NewLine')) });
  const at = (...names: readonly string[]) => ({ parameters: names.map((name) => inPath(name, id)) });
  const taking = (item: string, takes: string) => operation(ref(item), { takes: ref(takes) });
  const paths = {
    '/orders': collection(ref('Order'), { takes: ref('NewOrder'), status: 201 }),
    '/orders/{id}': {
      ...{ ...at('id'), get: operation(ref('Order')), delete: nothing },
      ...{ put: taking('Order', 'NewOrder'), patch: taking('Order', 'NewOrder') },
    },
    [`/orders/{id}/${path}`]: { ...at('id'), ...collection(ref('Line'), { takes: ref('NewLine'), status: 201 }) },
    [`/orders/{id}/${path}/{lineId}`]: {
      ...at('id', 'lineId'),
      ...{ get: operation(ref('Line')), patch: taking('Line', 'NewLine'), delete: nothing },
    },
  };
  return { paths, schemas: { Order, NewOrder, Line, NewLine } };
};

const names = [
  ['lines', 'lines'],
  ['orderLines', 'lines'],
  ['lines', 'order-lines'],
  ['items', 'items'],
] as const;

test.each(names)('%s of an order and /orders/{id}/%s are the same', async (list, path) => {
  for (const id of [integer, uuid]) {
    const { paths, schemas } = shop(list, path, id);
    const { get, send, violations } = await servePaths(paths, schemas);
    const { body } = await send('POST', '/orders', { name: 'a', [list]: [{ text: 'x', size: 1 }, { text: 'y' }] });
    const order = `/orders/${body.id}`;
    const below = `${order}/${path}`;
    const listed = async () => {
      const [{ body: inside }, { body: rows }, { body: all }] = [
        await get(order),
        await get(below),
        await get('/orders'),
      ];
      expect(rows).toEqual(inside[list]);
      expect(all.find((one: Row) => one.id === body.id)).toEqual(inside);
      return rows.map((row: Row) => row.text).join(' ');
    };
    expect(body[list]).toMatchObject([
      { order_id: body.id, done: false },
      { order_id: body.id, done: false },
    ]);
    expect(await listed()).toBe('x y');
    const added = await send('POST', below, { text: 'z' });
    expect(await listed()).toBe('x y z');
    const [first] = body[list];
    await send('PATCH', `${below}/${first.id}`, { text: 'w' });
    expect((await get(`${below}/${first.id}`)).body).toEqual({ ...first, text: 'w' });
    expect(await listed()).toBe('w y z');
    await send('DELETE', `${below}/${added.body.id}`);
    await send('PATCH', order, { name: 'b' });
    expect(await listed()).toBe('w y');
    await send('PUT', order, { name: 'c', [list]: [{ text: 'n' }] });
    expect(await listed()).toBe('n');
    expect((await get(`${below}/${first.id}`)).status).toBe(404);
    expect(violations()).toEqual([]);
    await send('DELETE', order);
    expect((await get(below)).status).toBe(404);
  }
});

test('an element that a client sends with its id is that one, and a list of other items has its own', async () => {
  const { paths, schemas } = shop('lines', 'lines');
  const { get, send } = await servePaths(paths, { ...schemas, NewLine: object({ id: integer, text, size: integer }) });
  await send('POST', '/orders', { lines: [{ text: 'x', size: 1 }, { text: 'y' }] });
  const other = await send('POST', '/orders', { lines: [{ text: 'o' }] });
  await send('PATCH', '/orders/1', {
    lines: [
      { id: 2, size: 5 },
      { id: other.body.lines[0].id, text: 'mine' },
    ],
  });
  const { body } = await get('/orders/1/lines');
  expect(body[0]).toMatchObject({ id: 2, text: 'y', size: 5 });
  expect(body.map((row: Row) => row.text)).toEqual(['y', 'mine']);
  expect((await get('/orders/2/lines')).body).toMatchObject([{ text: 'o' }]);
});

test('the lists of stated items are below them, generated items have what is below them, and examples stay', async () => {
  const { paths, schemas } = shop('lines', 'lines');
  const data = {
    orders: [
      { id: 7, name: 'a', lines: [{ id: 1, text: 'x' }] },
      { id: 8, name: 'b' },
    ],
  };
  for (const scenario of [{ data }, { data: { ...data, lines: [] } }, 'default' as const]) {
    const { get } = await servePaths(paths, schemas, scenario);
    const { body } = await get('/orders');
    const isStated = typeof scenario === 'object' && 'lines' in scenario.data;
    for (const { id, lines } of body) {
      const below = (await get(`/orders/${id}/lines`)).body;
      expect(below.map((row: Row) => row.text)).toEqual(isStated ? [] : (lines ?? []).map((row: Row) => row.text));
    }
    expect(body.length).toBeGreaterThan(1);
  }
});

test('lists in lists are below what they are in, also where one of them goes', async () => {
  const Card = object({ id: integer, text }, ['id']);
  const Column = object({ id: integer, title: text, cards: listOf(ref('Card')) }, ['id']);
  const Board = object({ id: integer, columns: listOf(ref('Column')) }, ['id']);
  const NewColumn = object({ title: text, cards: listOf(object({ text })) });
  const one = (shown: string, takes: object) => ({
    get: operation(ref(shown)),
    patch: operation(ref(shown), { takes }),
    delete: nothing,
  });
  const { get, send } = await servePaths(
    {
      '/boards': collection(ref('Board'), { takes: object({ columns: listOf(NewColumn) }), status: 201 }),
      '/boards/{board}': one('Board', object({ columns: listOf(NewColumn) })),
      '/boards/{board}/columns': collection(ref('Column'), { takes: NewColumn, status: 201 }),
      '/boards/{board}/columns/{column}': one('Column', NewColumn),
      '/boards/{board}/columns/{column}/cards': collection(ref('Card'), { takes: object({ text }), status: 201 }),
      '/boards/{board}/columns/{column}/cards/{card}': one('Card', object({ text })),
    },
    { Card, Column, Board },
  );
  await send('POST', '/boards', { columns: [{ title: 'x', cards: [{ text: '1' }, { text: '2' }] }, { title: 'y' }] });
  expect((await get('/boards/1/columns/1/cards')).body).toEqual([
    { id: 1, text: '1' },
    { id: 2, text: '2' },
  ]);
  await send('PATCH', '/boards/1/columns/1/cards/2', { text: '3' });
  await send('POST', '/boards/1/columns/2/cards', { text: '4' });
  const cards = async () =>
    (await get('/boards/1')).body.columns.map((column: { cards: readonly Row[] }) =>
      column.cards.map((card) => card.text),
    );
  expect(await cards()).toEqual([['1', '3'], ['4']]);
  await send('PATCH', '/boards/1', { columns: [{ title: 'z', cards: [{ text: '5' }] }] });
  expect(await cards()).toEqual([['5']]);
  expect((await get('/boards/1/columns/1/cards')).status).toBe(404);
});

test('a long list is written once, and not once for each of its items', async () => {
  const { paths, schemas } = shop('lines', 'lines');
  const { get, send } = await servePaths(paths, schemas);
  const lines = Array.from({ length: 8000 }, (_, index) => ({ text: `line ${index}` }));
  const usage = startUsage();
  expect((await send('POST', '/orders', { lines })).status).toBe(201);
  expect((await get('/orders/1')).body.lines_count).toBe(8000);
  const { cpuSeconds = 0 } = usage() ?? {};
  expect(cpuSeconds).toBeLessThan(cpuLimit(cpuSeconds, 1));
});

test('a list that is longer than what an item shows loses nothing, where a client sends it and where it sends what it got', async () => {
  const { paths, schemas } = shop('lines', 'lines');
  const { get, send } = await servePaths(paths, schemas);
  const line = (index: number) => ({ text: `${index} ${'x'.repeat(100_000)}` });
  await send('POST', '/orders', { lines: [1, 2, 3].map(line) });
  expect((await get('/orders/1')).body.lines).toHaveLength(3);
  await send('POST', '/orders', { lines: [] });
  for (const index of [1, 2, 3, 4]) await send('POST', '/orders/2/lines', line(index));
  const { lines } = (await get('/orders/2')).body;
  expect(lines).toHaveLength(2);
  // Its ids are not part of what a client sends: both are replaced by a new one.
  await send('PATCH', '/orders/2', { lines: [{ ...lines[0], text: 'changed' }] });
  const below = (await get('/orders/2/lines')).body;
  expect(below.map(({ text: own }: Row) => String(own).slice(0, 2))).toEqual(['3 ', '4 ', 'ch']);
});
