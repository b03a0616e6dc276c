import { expect, test } from 'vitest';
import { didYouMean, nearest, suggest } from '../../../src/core/primitives/did-you-mean.ts';
import fc from '../../fast-check.ts';

const names = ['latency', 'status', 'transport', 'bandwidth'];

test.each([
  ['latencyy', 'latency'],
  ['latnecy', 'latency'],
  ['LATENCY', 'latency'],
  ['tranport', 'transport'],
  ['stats', 'status'],
])('who typed %s meant %s', (typed, meant) => {
  expect(nearest(typed, names)).toBe(meant);
});

test.each(['', 'x', 'delay', 'zzzzzzzzzzzzzz'])('nothing is suggested for %j', (typed) => {
  expect(nearest(typed, names)).toBeUndefined();
  expect(didYouMean(typed, names)).toBeUndefined();
});

test.each([
  ['latencyy', 'Did you mean "latency"?'],
  ['x', 'The effects are latency, status, transport, bandwidth.'],
])('for %s, the remedy is: %s', (typed, remedy) => {
  expect(suggest(typed, 'effects', names.values())).toBe(remedy);
});

test('of very many names, the first are listed', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `operation${index}`);
  expect(suggest('x', 'operations', many)).toMatch(/^The operations are operation0, .*, operation39 and 960 more\.$/);
  expect(suggest('x', 'operations', ['y'.repeat(3000)])).toBe(`The operations are ${'y'.repeat(99)}….`);
  expect(suggest('x', 'operations', [])).toBe('There are no operations.');
});

test('the nearest of several is suggested, the first of equally near ones', () => {
  expect(nearest('listOrder', ['listOrders', 'listOrderz', 'listBorders'])).toBe('listOrders');
  expect(nearest('cat', ['bat', 'car'])).toBe('bat');
});

test('the nearest name of an existing one is itself', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 }), (candidates) => {
      for (const one of candidates) expect(nearest(one, candidates)?.toLowerCase()).toBe(one.toLowerCase());
    }),
    { numRuns: 50 },
  );
});

test('a slip of one letter is found in a name of any length', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{3,30}$/),
      fc.nat(),
      fc.constantFrom('swap', 'drop', 'add', 'change'),
      (name, at, slip) => {
        const place = at % (name.length - 1);
        const [before, one, other, after] = [name.slice(0, place), name[place], name[place + 1], name.slice(place + 2)];
        const typed = {
          swap: `${before}${other}${one}${after}`,
          drop: `${before}${other}${after}`,
          add: `${before}Q${one}${other}${after}`,
          change: `${before}Q${other}${after}`,
        }[slip];
        expect(nearest(typed, ['#', name, '##########'])).toBe(name);
      },
    ),
    { numRuns: 60 },
  );
});

test('long texts are compared by their beginning, so that a kilobyte costs no time', () => {
  expect(nearest('a'.repeat(100_000), ['a'.repeat(60), 'b'])).toBe('a'.repeat(60));
  expect(nearest('a'.repeat(60), ['a'.repeat(100_000), 'b'])).toBe('a'.repeat(100_000));
});

test('the suggestion is a sentence', () => {
  expect(didYouMean('latencyy', names)).toBe('Did you mean "latency"?');
});

test.each([
  ['ab', 'ba', true],
  ['abc', 'acb', true],
  ['abcd', 'badc', false],
  ['abc', 'cab', false],
  ['abcdef', 'badcef', true],
  ['aab', 'aba', true],
  ['xab', 'yab', true],
  ['abcdef', 'abcdefgh', true],
  ['abcdef', 'abcdefghi', false],
  ['abcdef', 'abcd', true],
  ['aa', 'bb', false],
  ['ab', 'ca', false],
  ['ab', 'bc', false],
  ['abc', 'dbca', false],
])('%s may be meant by %s: %s', (typed, candidate, expected) => {
  expect(nearest(typed, [candidate])).toBe(expected ? candidate : undefined);
});
