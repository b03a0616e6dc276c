/** The numbers of exchanges that several servers count together. */
import { expect, test } from 'vitest';
import { changesJournalOnly, renumber } from '../../../../src/parts/store/redis/numbers.ts';
import type { Command, HandledCommand } from '../../../../src/world/world-command.ts';
import { exchangeOf } from '../../../world/evidence/support.ts';

const handled = (over: object = {}): HandledCommand => ({
  type: 'handled',
  changes: [],
  exchange: exchangeOf(3),
  parameters: [],
  isExpected: false,
  due: undefined,
  ...over,
});

test('the number of an exchange is in the header of its response, wherever that is and whatever else is called so', () => {
  const response = (...headers: readonly string[]) => ({ status: 200, headers, body: undefined });
  const name = 'Vivarium-Exchange';
  const command = handled({
    exchange: exchangeOf(3, { response: response('Vivarium-Exchange', '3') }),
    renumberable: { response: response('A', name, name, '3', 'B', name, 'C', 'd') },
  });
  renumber(command, 4);
  expect([command.exchange.id, command.exchange.response.headers, command.renumberable?.response.headers]).toEqual([
    7,
    ['Vivarium-Exchange', '7'],
    ['A', name, name, '7', 'B', name, 'C', 'd'],
  ]);
  const bare = handled({ exchange: exchangeOf(3, { response: response('A', 'b') }) });
  renumber(bare, 4);
  expect([bare.exchange.id, bare.exchange.response.headers]).toEqual([7, ['A', 'b']]);
});

const call = { type: 'call', operation: 'listOrders' };
const created = { type: 'put', collection: 'orders', key: '1', value: {} };
test.each<[string, Command, boolean]>([
  ['a request that counts its call', handled({ changes: [call] }), true],
  ['one that also stores an item', handled({ changes: [call, created] }), false],
  ['an end of a delivery', { type: 'delivered', exchange: 1, durationMs: 2 }, true],
  ['a cleared journal', { type: 'journal-cleared' }, false],
  ['a change', { type: 'changed', changes: [] }, false],
])('%s changes the journal alone: %s', (_what, command, expected) => {
  expect(changesJournalOnly(command)).toBe(expected);
});
