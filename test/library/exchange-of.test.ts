import { expect, test } from 'vitest';
import { exchangeOf, rememberExchange } from '../../src/library/exchange-of.ts';
import type { ExchangeFilter } from '../../src/library/exchange-view.ts';
import type { VivariumWorld } from '../../src/library/world-api.ts';
import { exchangeWith } from '../parts/panel/exchange.ts';

const worldWith = (name: string, ids: readonly number[]): VivariumWorld => {
  const newestFirst = ids.map((id) => exchangeWith({ id, world: name })).toReversed();
  const exchanges = ({ since = 0, limit }: ExchangeFilter) =>
    newestFirst.filter(({ id }) => id > since).slice(0, limit);
  return { name, exchanges } as unknown as VivariumWorld;
};
const own = worldWith('own', [1, 2, 3]);
const other = worldWith('other', [1, 2]);
const responseWith = (exchange: string | undefined, world?: string): Response =>
  new Response(null, {
    headers: {
      ...(exchange !== undefined && { 'vivarium-exchange': exchange }),
      ...(world !== undefined && { 'vivarium-world': world }),
    },
  });
const find = (name: string): VivariumWorld | undefined => (name === 'other' ? other : undefined);

test('a response of fetch is that of its world', () => {
  const response = responseWith('2', 'other');
  rememberExchange(response, own);
  expect(exchangeOf(response, find)).toMatchObject({ id: 2, world: 'own' });
});

test('a response over a socket is that of the world in its header', () => {
  expect(exchangeOf(responseWith('2', 'other'), find)).toMatchObject({ id: 2, world: 'other' });
  expect(exchangeOf(responseWith('2', 'gone'), find)).toBeUndefined();
  expect(exchangeOf(responseWith('2'), find)).toBeUndefined();
});

test.each([undefined, '', '0', '-1', '1.5', 'x', '3'])('a response with the number %s has no exchange', (id) => {
  expect(exchangeOf(responseWith(id, 'other'), find)).toBeUndefined();
});

test('of a long journal, only what comes after the exchange is read', () => {
  const asked: ExchangeFilter[] = [];
  const world = { exchanges: (filter: ExchangeFilter) => asked.push(filter) && [] } as unknown as VivariumWorld;
  exchangeOf(responseWith('7', 'any'), () => world);
  expect(asked).toEqual([{ since: 6, limit: Number.MAX_SAFE_INTEGER }]);
  const names: string[] = [];
  exchangeOf(responseWith('7'), (name) => void names.push(name));
  expect(names).toEqual(['']);
});
