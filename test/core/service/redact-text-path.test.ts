import { expect, test } from 'vitest';
import { redactPath, redactPathsIn, secretForms } from '../../../src/core/service/redact-text.ts';
import type { SecretPath } from '../../../src/core/service/secret-facts.ts';
import { cpuMsOf } from '../../hostile/cpu.ts';

/** `/sessions/{token}/events` and `/{token}`. */
const templates: readonly SecretPath[] = [
  { segments: ['events', undefined, 'sessions'], secrets: new Set([1]) },
  { segments: [undefined], secrets: new Set([0]) },
];
const events = templates.slice(0, 1);

test.each([
  ['/v1/sessions/abcd/events', '/v1/sessions/[redacted]/events'],
  ['/v1/sessions/abcd/events/', '/v1/sessions/[redacted]/events/'],
  ['/v1/sessions/abcd/other', '/v1/sessions/abcd/other'],
  ['/v1/%73essions//events', '/v1/%73essions//events'],
])('the path %s is shown as %s', (path, expected) => {
  expect(redactPath(path, events).shown).toBe(expected);
});

test('the secrets of a path are returned in each form, unless they are short', () => {
  expect(redactPath('/sessions/a%20b%7E/events', events).secrets).toEqual(['a%20b%7E', 'a b~', 'a%20b~']);
  expect(secretForms('abc')).toEqual([]);
});

test.each([
  ['https://e.com/sessions/abcd/events?a=/x', 'https://e.com/sessions/[redacted]/events?a=/x'],
  ['</a/sessions/abcd/events>; rel="next", </b>', '</a/sessions/[redacted]/events>; rel="next", </b>'],
  ['sessions/[redacted]/events and /sessions/b/events', 'sessions/[redacted]/events and /sessions/[redacted]/events'],
  // A template without a fixed segment would fit every path.
  ['See /about.', 'See /about.'],
])('the text %s is shown as %s', (text, expected) => {
  expect(redactPathsIn(text, templates)).toBe(expected);
});

test('long texts take linear time', () => {
  for (const unit of ['/', 'a/', 'a', '[redacted]', '[', '/sessions/a/events/', '/sessions/a/events '])
    expect(cpuMsOf(() => redactPathsIn(unit.repeat(200_000 / unit.length), events))).toBeLessThan(2000);
});
