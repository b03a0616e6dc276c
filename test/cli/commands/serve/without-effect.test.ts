import { expect, test } from 'vitest';
import { createIgnoredPreferences } from '../../../../src/cli/commands/serve/without-effect.ts';
import type { Exchange } from '../../../../src/core/exchange.ts';

const ignoring = (...preferences: readonly string[]): Exchange =>
  ({
    world: 'alice',
    steps: preferences.map((preference) => ({ type: 'preference-ignored', preference, reason: 'it is wrong' })),
  }) as unknown as Exchange;

test('a preference that has no effect is reported once, with what was probably meant', () => {
  const ignoredIn = createIgnoredPreferences(() => ['maintenance']);
  expect(ignoredIn(ignoring('fault=unauthorised', 'fault=maintenanc', 'fault="o n,e"'))).toEqual([
    'Prefer: fault=unauthorised has no effect: it is wrong. Did you mean "unauthorized"?',
    'Prefer: fault=maintenanc has no effect: it is wrong. Did you mean "maintenance"?',
    expect.stringMatching(/^Prefer: fault="o n,e" has no effect: it is wrong\. (?:Did you mean|The faults are )/),
  ]);
  expect(ignoredIn(ignoring('fault=unauthorised', 'code=9', 'fautl=slow', 'fault=slow', 'forwrd', 'forward'))).toEqual([
    'Prefer: code=9 has no effect: it is wrong.',
    'Prefer: fautl=slow has no effect: it is wrong. Did you mean "fault"?',
    'Prefer: fault=slow has no effect: it is wrong.',
    'Prefer: forwrd has no effect: it is wrong. Did you mean "forward"?',
    'Prefer: forward has no effect: it is wrong.',
  ]);
  expect(ignoredIn(ignoring('status=404', 'latency=2s', 'fault="slow@listPets"'))).toEqual([
    'Prefer: status=404 has no effect: it is wrong. Did you mean "code"?',
    'Prefer: latency=2s has no effect: it is wrong. Did you mean "delay"?',
    'Prefer: fault="slow@listPets" has no effect: it is wrong. Did you mean "slow"?',
  ]);
});

test('preferences for other servers are not reported, nor more than a hundred', () => {
  const ignoredIn = createIgnoredPreferences(() => []);
  expect(ignoredIn(ignoring('return=minimal', 'respond-async=', 'wait=10', 'handling=lenient'))).toEqual([]);
  const many = Array.from({ length: 1000 }, (_, at) => `code=${at}`);
  expect(ignoredIn(ignoring(...many))).toHaveLength(100);
});
