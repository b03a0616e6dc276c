import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../src/core/primitives/sorted-map.ts';
import {
  claim,
  firstDue,
  noRows,
  type Queued,
  queue,
  report,
  restoreRows,
  retry,
  saveRows,
  type WebhookRows,
} from '../../../../src/parts/webhooks/core/rows.ts';

const row = (over: Partial<Queued> = {}): Queued => ({
  ...{ id: 'msg_1', webhook: 'paid', method: 'POST', url: 'http://a/', mediaType: 'application/json', body: '{}' },
  ...{ signature: 'none', cause: null, at: 0 },
  ...over,
});
const attempt = (status: number | null, at = 0) => ({ at, status, error: null, durationMs: 1 });
const shown = ({ rows }: WebhookRows) => [...valuesOf(rows)].map(({ state, due }) => [state, due]);
const all = (rows: readonly Partial<Queued>[]) => rows.reduce<WebhookRows>((sum, one) => queue(sum, row(one)), noRows);

describe('a first attempt', () => {
  test('waits for those before it to the same receiver, and for no other', () => {
    const queued = all([{}, {}, { url: 'http://b/' }]);
    expect(shown(queued)).toEqual([
      ['waiting', 0],
      ['waiting', null],
      ['waiting', 0],
    ]);
    expect(shown(report(claim(queued, 1), 1, attempt(500, 7), false))).toEqual([
      ['waiting', 5007],
      ['waiting', 7],
      ['waiting', 0],
    ]);
  });

  test('that a fault delays comes no earlier, although it waits for another one', () => {
    const queued = all([{}, { delayMs: 1000 }]);
    expect(shown(report(claim(queued, 1), 1, attempt(200, 7), false))[1]).toEqual(['waiting', 1000]);
  });

  test('that was sent by hand while it waited is not sent again by its turn', () => {
    const sending = claim(retry(claim(all([{}, {}]), 1), 2, 3), 2);
    expect(shown(report(sending, 1, attempt(200, 7), false))).toEqual([
      ['sent', null],
      ['sending', null],
    ]);
  });
});

test('the next one overtakes one that a fault reorders, and only that one', () => {
  const queued = all([{ isLate: true }, {}, {}]);
  expect(shown(queued).map(([, due]) => due)).toEqual([null, 0, null]);
  const sent = report(claim(queued, 2), 2, attempt(200, 5), false);
  expect(shown(sent).map(([, due]) => due)).toEqual([5, null, null]);
});

test('the number of those that wait, and of those that ended, is bounded, and the oldest of the latter go', () => {
  const full = all(Array.from({ length: 2500 }, () => ({})));
  const states = shown(full).map(([state]) => state);
  expect(states.filter((state) => state === 'waiting')).toHaveLength(1000);
  expect(states.filter((state) => state === 'dropped')).toHaveLength(1000);
  expect([...valuesOf(full.rows)].at(-1)?.number).toBe(2500);
  expect([...valuesOf(full.rows)][1000]?.number).toBe(1501);
});

test('one that was being sent is due when it is restored, so that somebody watches it, and numbers continue', () => {
  const queued = report(claim(claim(all([{}, {}, { url: 'http://b/' }]), 1), 3), 3, attempt(200), false);
  const restored = restoreRows(saveRows(queued, false) as never);
  expect([firstDue(restored)?.number, firstDue(restored)?.state]).toEqual([1, 'sending']);
  expect(shown(restored)).toHaveLength(2);
  expect(shown(claim(restored, 1))[0]).toEqual(['sending', null]);
  expect(restored.next).toBe(4);
  expect(shown(restoreRows(saveRows(queued, true) as never))).toHaveLength(3);
  expect(saveRows(noRows, true)).toBeUndefined();
});
