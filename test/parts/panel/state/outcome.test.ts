import { expect, test } from 'vitest';
import { outcomeNames, outcomeOf, outcomes } from '../../../../src/parts/panel/state/outcome.ts';

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
