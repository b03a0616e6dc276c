import { describe, expect, test } from 'vitest';
import type { ExchangeFilter, ExchangeView } from '../../../src/library/exchange-view.ts';
import type { VivariumWorld } from '../../../src/library/world-api.ts';
import { describeJournal } from '../../../src/parts/testing/describe-journal.ts';
import { exchangeWith, violation } from '../panel/exchange.ts';

/** `exchanges`: the oldest first. */
const textOf = (exchanges: readonly Partial<ExchangeView>[]): string => {
  const newestFirst = exchanges.map((one, index) => exchangeWith({ id: index + 1, ...one })).toReversed();
  const world = { name: 'mine', exchanges: ({ limit }: ExchangeFilter) => newestFirst.slice(0, limit) };
  return describeJournal(world as unknown as VivariumWorld);
};

/** The numbers of the exchanges in the list, and of those that are shown in full. */
const numbersIn = (text: string) => ({
  listed: [...text.matchAll(/^ {2}#(\d+)/gm)].map(([, id]) => Number(id)),
  full: [...text.matchAll(/^#(\d+)/gm)].map(([, id]) => Number(id)),
});

describe('the journal of a failed test', () => {
  test('says that there was no request', () => {
    expect(textOf([])).toBe('The world "mine" got no request.');
  });

  test('lists the oldest first, and shows what failed in full', () => {
    const text = textOf([
      {},
      { status: 399 },
      { status: 400 },
      { violations: [violation] },
      { faults: [{ name: 'slow', effect: 'latency' }] },
    ]);
    expect(text).toMatch(/^The requests to the world "mine":\n {2}#1 GET \/v1\/orders\/5/);
    expect(numbersIn(text)).toEqual({ listed: [1, 2, 3, 4, 5], full: [3, 4, 5] });
  });

  test('has the newest twenty, and five of them in full', () => {
    const { listed, full } = numbersIn(textOf(Array.from({ length: 60 }, () => ({ status: 500 }))));
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([20, 41, 60]);
    expect(full).toEqual([56, 57, 58, 59, 60]);
  });
});
