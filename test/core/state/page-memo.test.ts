import { expect, test } from 'vitest';
import type { Item } from '../../../src/core/state/collection.ts';
import { pageOf, renderOnce } from '../../../src/core/state/page-memo.ts';

type Arguments = Parameters<typeof pageOf>;
const source = {} as Arguments[1];
const newCollection = (): Arguments[0] => ({}) as Arguments[0];
const itemsOf = (count: number): readonly Item[] => Array.from({ length: count }, () => ({}) as Item);

test('a page is kept with its collection, until eight others were shown', () => {
  const collection = newCollection();
  const show = (start: number) => pageOf(collection, source, { start, end: start + 1 }, () => itemsOf(1));
  const first = show(0);
  for (const start of [1, 2, 3, 4, 5, 6, 7]) show(start);
  expect(show(0)).toBe(first);
  show(8);
  expect(show(0)).not.toBe(first);
  expect(pageOf(newCollection(), source, { start: 8, end: 9 }, () => itemsOf(1))).not.toBe(show(8));
});

test('a page of many items is not kept', () => {
  const collection = newCollection();
  const show = (count: number) => pageOf(collection, source, { start: 0, end: count }, () => itemsOf(count));
  expect(show(1000)).toBe(show(1000));
  expect(show(1001)).not.toBe(show(1001));
});

test('a long text is written anew', () => {
  const collection = newCollection();
  const written = (byteLength: number): number => {
    const page = pageOf(collection, source, { start: 0, end: byteLength }, () => itemsOf(1));
    let count = 0;
    const render = () => {
      count++;
      return { value: [], written: { text: '', byteLength }, problems: undefined };
    };
    const [view, state] = [{}, { seed: 1, startedAt: 0 }] as unknown as [
      Parameters<typeof renderOnce>[1],
      Parameters<typeof renderOnce>[2],
    ];
    renderOnce(page, view, state, render);
    renderOnce(page, view, state, render);
    return count;
  };
  expect(written(65_536)).toBe(1);
  expect(written(65_537)).toBe(2);
});

test('a text is written anew for another seed, another start of the world, and another view', () => {
  const page = pageOf(newCollection(), source, { start: 0, end: 1 }, () => itemsOf(1));
  type View = Parameters<typeof renderOnce>[1];
  let count = 0;
  const render = () => {
    count++;
    return { value: [], written: { text: '', byteLength: 1 }, problems: undefined };
  };
  const [view, other] = [{}, {}] as [View, View];
  const counts = (
    [
      [view, 1, 0],
      [view, 1, 0],
      [view, 2, 0],
      [view, 2, 5],
      [other, 2, 5],
      [other, 2, 5],
    ] as const
  ).map(([shown, seed, startedAt]) => {
    renderOnce(page, shown, { seed, startedAt } as Parameters<typeof renderOnce>[2], render);
    return count;
  });
  expect(counts).toEqual([1, 1, 2, 3, 4, 4]);
});
