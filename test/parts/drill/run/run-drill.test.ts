import { expect, test } from 'vitest';
import { Slots } from '../../../../src/parts/drill/run/run-drill.ts';

test('at most so many places are taken, and each is given back once', async () => {
  const slots = new Slots(1);
  const events: string[] = [];
  const first = await slots.take();
  const second = slots.take().then((free) => {
    events.push('second');
    return free;
  });
  const third = slots.take().then((free) => {
    events.push('third');
    return free;
  });
  expect(events).toEqual([]);
  first();
  first();
  const freeSecond = await second;
  expect(events).toEqual(['second']);
  freeSecond();
  await third;
  expect(events).toEqual(['second', 'third']);
});
