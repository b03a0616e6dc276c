import { describe, expect, test } from 'vitest';
import { matchesOf, renderPicker, updatePicker } from '../../../src/parts/keys/start-keys.ts';

const choices = ['not-found', 'unauthorized', 'unavailable', 'slow', 'wrong-type'].map((name) => ({
  name,
  isOn: name === 'slow',
  description: `Description of ${name}.`,
}));
const namesOf = (query: string) => matchesOf(choices, query).map(({ name }) => name);

test.each([
  ['', choices.map(({ name }) => name)],
  ['una', ['unauthorized', 'unavailable']],
  ['UNAV', ['unavailable']],
  ['type', ['wrong-type']],
  ['o', ['not-found', 'unauthorized', 'slow', 'wrong-type']],
  ['nf', ['not-found']],
  ['found-not', []],
])('the query "%s" matches the start, a word, any part or letters in order, the best first', (query, names) => {
  expect(namesOf(query)).toEqual(names);
});

describe('a key', () => {
  const state = { query: 'un', index: 1 };

  test.each([
    [{ type: 'up' }, { query: 'un', index: 0 }],
    [{ type: 'down' }, { query: 'un', index: 1 }],
    [{ type: 'backspace' }, { query: 'u', index: 0 }],
    [
      { type: 'text', text: 'a' },
      { query: 'una', index: 0 },
    ],
    [
      { type: 'paste', text: 'av ail' },
      { query: 'unavail', index: 0 },
    ],
    [{ type: 'interrupt' }, state],
  ] as const)('%j changes the state', (key, expected) => {
    expect(updatePicker(state, key, 2)).toEqual(expected);
  });

  test('never moves the mark beyond the list', () => {
    expect(updatePicker({ query: '', index: 0 }, { type: 'down' }, 0)).toEqual({ query: '', index: 0 });
    expect(updatePicker({ query: '', index: 0 }, { type: 'up' }, 3)).toEqual({ query: '', index: 0 });
  });

  test('does not make the query longer than a name can be', () => {
    expect(updatePicker(state, { type: 'paste', text: 'x'.repeat(1000) }, 2).query).toHaveLength(64);
  });
});

describe('the list', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes the colours
  const plain = (lines: readonly string[]) => lines.map((line) => line.replaceAll(/\u001b\[[0-9;]*m/g, ''));

  test('marks one choice, and shows which are on', () => {
    const lines = plain(renderPicker('Faults:', { query: '', index: 3 }, choices, 'esc: close', 80));
    expect(lines[1]).toBe('Faults: ');
    expect(lines[5]).toBe('> ● slow          Description of slow.');
    expect(lines[6]).toBe('  ○ wrong-type    Description of wrong-type.');
    expect(lines.at(-1)).toBe('esc: close');
  });

  test('scrolls to the marked choice, and counts the others', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ name: `fault-${at}`, isOn: false }));
    const lines = plain(renderPicker('Faults:', { query: '', index: 20 }, many, 'esc: close', 80));
    expect(lines.find((line) => line.startsWith('>'))).toContain('fault-20');
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('esc: close · 22 more');
  });

  test.each([20, 40, 80])('fits into %d columns', (columns) => {
    for (const line of plain(renderPicker('Faults:', { query: 'un', index: 0 }, choices, 'x'.repeat(100), columns)))
      expect(line.length).toBeLessThan(columns);
  });

  test('shows that nothing matches', () => {
    expect(plain(renderPicker('Faults:', { query: 'x', index: 0 }, [], 'esc: close', 80))[2]).toBe('  nothing matches');
  });
});
