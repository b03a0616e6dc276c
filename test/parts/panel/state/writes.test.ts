import { expect, test } from 'vitest';
import { inOrder, isWriting, readAfterWrites } from '../../../../src/parts/panel/state/writes.ts';

const gate = () => {
  let open: (value?: unknown) => void = () => {};
  let fail: (reason: Error) => void = () => {};
  const opened = new Promise((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, fail };
};

test('writes are sent one after the other, also after one that failed', async () => {
  const done: string[] = [];
  const [first, second] = [gate(), gate()];
  expect(isWriting()).toBe(false);
  const failed = inOrder(() => first.opened).catch(() => done.push('first failed'));
  const written = inOrder(async () => {
    done.push('second');
    return second.opened;
  });
  await Promise.resolve();
  expect([done, isWriting()]).toEqual([[], true]);
  first.fail(new Error('no'));
  await failed;
  expect(done.toSorted()).toEqual(['first failed', 'second']);
  expect(isWriting()).toBe(true);
  second.open('result');
  expect(await written).toBe('result');
  expect(isWriting()).toBe(false);
});

test('a read waits for the writes before it, and is repeated if one began meanwhile', async () => {
  const write = gate();
  const reads: number[] = [];
  const first = inOrder(() => write.opened).catch(() => {});
  const result = readAfterWrites(async () => {
    reads.push(reads.length);
    if (reads.length === 1) void inOrder(async () => {});
    return reads.length;
  });
  await Promise.resolve();
  expect(reads).toEqual([]);
  write.fail(new Error('no'));
  expect(await result).toBe(2);
  await first;
  expect(reads).toEqual([0, 1]);
});
