import { expect, test, vi } from 'vitest';
import * as suggestions from '../../../src/core/primitives/did-you-mean.ts';
import { readDocument } from '../../../src/scenario/document/read-document.ts';

test.each<[string, object]>([
  ['unknown keys', Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`seeed${at}`, 1]))],
  ['unknown faults', { faults: Array.from({ length: 5000 }, (_, at) => `slov${at}`) }],
])('a scenario with thousands of %s is not compared with all names for each of them', (_what, scenario) => {
  const compared = vi.spyOn(suggestions, 'didYouMean');
  const read = readDocument(scenario);
  expect(read.ok || read.problems).toHaveLength(101);
  expect(compared.mock.calls.length).toBeLessThanOrEqual(100);
});
