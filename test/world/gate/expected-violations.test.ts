import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import { expectsViolations, isUnintended } from '../../../src/world/gate/expected-violations.ts';
import { requestOf } from '../../core/helpers.ts';
import { exchangeOf } from '../evidence/support.ts';

test.each([
  ['violation', true],
  ['other, VIOLATION ', true],
  ['violations', false],
  ['', false],
  [undefined, false],
])('a request that expects %j', (value, expected) => {
  expect(
    expectsViolations(requestOf('GET', '/', { headers: value === undefined ? {} : { 'vivarium-expect': value } })),
  ).toBe(expected);
});

const violation = (place: string) => ({ side: 'response', in: place, pointer: '', rule: 'x', message: 'y' });
const forced = { type: 'forced-status', status: 500, documented: false };
const status = { name: 'outage', effect: 'status' };

test.each([
  ['a violation', { violations: [violation('body')] }, true],
  ['none', {}, false],
  ['one of a probe', { violations: [violation('body')], isProbe: true }, false],
  [
    'one that is expected',
    {
      violations: [violation('body')],
      request: requestOf('GET', '/', { headers: { 'vivarium-expect': 'violation' } }),
    },
    false,
  ],
  [
    'a status that the document does not have',
    { violations: [violation('status')], steps: [{ type: 'matched', operation: 'listOrders' }] },
    true,
  ],
  ['such a status, forced by a fault', { violations: [violation('status')], faults: [status] }, false],
  ['such a status, forced by a preference', { violations: [violation('status')], steps: [forced] }, false],
  ['another violation beside it', { violations: [violation('status'), violation('body')], steps: [forced] }, true],
  [
    'one with another fault',
    { violations: [violation('status')], faults: [{ name: 'slow', effect: 'latency' }] },
    true,
  ],
])('an exchange has %s', (_what, over, expected) => {
  expect(isUnintended(exchangeOf(1, over as Partial<Exchange>))).toBe(expected);
});
