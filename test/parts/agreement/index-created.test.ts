/** What a new item shows of its own: nothing that others do later, and what follows from what was sent. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { boolean, fullObject, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const time = { type: 'string', format: 'date-time' };
const number = { type: 'number' };

/** The item that a creation with the body shows. */
const created = async (item: object, body: JsonObject): Promise<Record<string, unknown>> => {
  const takes = object(Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(body, name))));
  const client = await servePaths(
    {
      '/things': {
        get: operation(listOf(ref('Thing'))),
        post: operation(ref('Thing'), { takes, status: 201 }),
      },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: operation(ref('Thing')),
      },
    },
    { Thing: fullObject({ id: integer, ...item }) },
  );
  const { body: made } = await client.send('POST', '/things', body);
  return made as Record<string, unknown>;
};

test('a new message has no reactions, no replies and no readers, and nobody has judged it', async () => {
  const reaction = fullObject({ emoji: text, count: integer, users: listOf(text) });
  const reply = fullObject({ id: integer, content: text, author: text });
  const message = await created(
    {
      ...{ content: text, reactions: listOf(reaction), replies: listOf(reply), comments: listOf(fullObject({ text })) },
      ...{ readBy: listOf(text), mentions: listOf(text), reply_count: integer, likes: integer, score: integer },
      ...{ average_rating: number, rating_count: integer, pinned: boolean, isFavorite: boolean },
    },
    { content: 'Hello' },
  );
  expect(message).toMatchObject({
    ...{ content: 'Hello', reactions: [], replies: [], comments: [], readBy: [], mentions: [] },
    ...{ reply_count: 0, likes: 0, score: 0, average_rating: 0, rating_count: 0, pinned: false, isFavorite: false },
  });
});

test('a duration follows the times that were sent, a total the lines, and a count the list', async () => {
  const visit = { starts_at: '2030-06-02T09:00:00Z', ends_at: '2030-06-02T10:30:00Z' };
  const times = { starts_at: time, ends_at: time, duration_minutes: integer };
  expect(await created(times, visit)).toMatchObject({ ...visit, duration_minutes: 90 });
  const line = fullObject({ quantity: integer, unit_price: number });
  const order = { items: listOf(line), item_count: integer, subtotal: number, tax: number, total: number };
  const items = [
    { quantity: 2, unit_price: 10 },
    { quantity: 1, unit_price: 5.5 },
  ];
  expect(await created(order, { items })).toMatchObject({
    items,
    item_count: 2,
    subtotal: 25.5,
    tax: 5.1,
    total: 30.6,
  });
});

test('what a new item has not reached has no time', async () => {
  const maybe = { ...time, type: ['string', 'null'] };
  const status = { type: 'string', enum: ['pending', 'paid', 'cancelled'] };
  const order = await created({ title: text, status, paid_at: maybe, cancelled_at: maybe }, { title: 'Lamp' });
  expect(order).toMatchObject({ status: 'pending', paid_at: null, cancelled_at: null });
});
