import { expect, test } from 'vitest';
import { askNotes } from '../notes.ts';

test('the delays of two bandwidth faults add up', () => {
  const faults = [
    { name: 'one', bandwidth: '3KB' },
    { name: 'other', bandwidth: '6KB' },
  ];
  const bytesPerSecond = (count: number): number => {
    const { delivery } = askNotes('GET', '/notes', {}, { faults: faults.slice(0, count) }).reply;
    return delivery.bytesPerSecond ?? 0;
  };
  expect(bytesPerSecond(1)).toBeCloseTo(3000);
  expect(bytesPerSecond(2)).toBeCloseTo(2000);
});
