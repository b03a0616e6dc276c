import { expect, test } from 'vitest';
import { outcomeNames, outcomeOf, outcomes, unaskedViolations } from '../../../../src/parts/panel/state/outcome.ts';

test.each([
  [199, '2xx'],
  [299, '2xx'],
  [300, '3xx'],
  [399, '3xx'],
  [400, '4xx'],
  [499, '4xx'],
  [500, '5xx'],
  [599, '5xx'],
])('%s is %s', (status, name) => {
  expect(outcomeNames[outcomeOf({ status, faults: [{ name: 'slow', effect: 'latency' }] })]).toBe(name);
  expect(outcomeNames[outcomeOf({ status, faults: [{ name: 'reset', effect: 'transport' }] })]).toBe('lost');
});

test('each outcome has a name of its own', () => {
  expect(new Set(outcomes.map((one) => outcomeNames[one])).size).toBe(5);
});

test('an undocumented status that somebody forced is no violation, and one of the real service is', () => {
  const status = { side: 'response', in: 'status', pointer: '', rule: 'status', message: '' } as const;
  const body = { ...status, in: 'body', rule: 'required' } as const;
  const fault = { name: 'pay', effect: 'status', pointer: undefined } as never;
  const count = (origin: string, faults: readonly never[]) =>
    unaskedViolations({ violations: [status, body], faults, origin } as never).length;
  expect([count('simulation', []), count('simulation', [fault]), count('upstream', [fault])]).toEqual([1, 1, 1]);
  expect(count('upstream', [])).toBe(2);
});
