/** What happens to a world, as data that other servers follow. */
import { expect, test } from 'vitest';
import { plainDelivery, type Reply } from '../../src/core/http/http.ts';
import { deliveryOf } from '../../src/world/world-command.ts';

test.each([
  ['at once', {}, undefined],
  ['after its delay', { delayMs: 5 }, 105],
  ['in parts', { dribble: { chunks: 2, overMs: 9 } }, 100],
  ['never', { transport: 'timeout', delayMs: 5 }, null],
])('a response is delivered %s', (_when, delivery, due) => {
  const reply = { response: { status: 200, headers: [], body: 'text' }, delivery: { ...plainDelivery, ...delivery } };
  expect(deliveryOf(reply as Reply, 100).due).toBe(due);
});
