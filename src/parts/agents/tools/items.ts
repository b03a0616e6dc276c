/** The items of a world. */
import { z } from 'zod';
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import { apiPath, callJson, defineTool, type List, limitArgument, offsetArgument, worldArgument } from './tool.ts';

const collectionArgument = z
  .string({ error: 'the name of a collection' })
  .describe('The name of a collection, as describe_service lists it.');

const items = z.array(z.looseObject({}));

export const listItems = defineTool({
  name: 'list_items',
  title: 'List items',
  description: 'The items of a collection in a world; without a collection, how many items each one has.',
  input: {
    world: worldArgument,
    collection: collectionArgument.optional(),
    limit: limitArgument(20),
    offset: offsetArgument,
    q: z.string({ error: 'a text' }).optional().describe('Only items that contain this text anywhere.'),
    sort: z
      .string({ error: 'the name of a property' })
      .optional()
      .describe('The property to sort by; with - before it, descending.'),
  },
  output: {
    items: items.describe('With `$parent`, the ids of the items that a nested one is in.'),
    collections: z.array(z.looseObject({ name: z.string(), total: z.int() })),
    total: z.int().describe('The number of all that match.'),
  },
  run: async ({ world, collection, limit, offset, q, sort }, target) => {
    if (collection === undefined) {
      const list = await callJson<List>(target, { path: apiPath(['worlds', world, 'collections']) });
      return {
        content: { items: [], collections: list.items, total: 0 },
        next: 'Call list_items with one of these collections.',
      };
    }
    const path = apiPath(['worlds', world, 'collections', collection], { limit, offset, q, sort });
    const { items, total } = await callJson<List>(target, { path });
    return {
      content: { items, collections: [], total },
      rows: {
        name: 'items',
        offset,
        total,
        more: (shown) => `Call list_items with offset ${shown} for the next items.`,
      },
      next: target.allowsChanges
        ? 'put_items adds items, or replaces those with the same id.'
        : 'send_request reads them as a client does.',
    };
  },
});

export const putItems = defineTool({
  name: 'put_items',
  title: 'Put items',
  description:
    'Adds items to a collection of a world, or replaces those with the same id; the others stay. All or none: each item is checked against the document.',
  changes: true,
  input: {
    world: worldArgument,
    collection: collectionArgument,
    items: z
      .array(z.looseObject({}, { error: 'an object' }), { error: 'a list of items' })
      .min(1, { error: 'a list of items' })
      .describe(
        'Without an id, an item gets the next one. A nested item names its parents: {"$parent": {"userId": 1}}.',
      ),
  },
  output: { items: items.describe('As stored.'), total: z.int().describe('How many were put.') },
  run: async ({ world, collection, items: given }, target) => {
    const path = apiPath(['worlds', world, 'collections']);
    const body = { [collection]: given as Json };
    const stored = await callJson<Readonly<Record<string, readonly JsonObject[]>>>(target, {
      method: 'POST',
      path,
      body,
    });
    const total = given.length;
    return {
      content: { items: Object.values(stored).flat(), total },
      rows: { name: 'items', offset: 0, total, more: () => 'list_items shows the others.' },
      next: 'send_request reads them as a client does; reset_world restores the start of the world.',
    };
  },
});
