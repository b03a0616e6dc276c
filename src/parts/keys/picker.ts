/** A list in the terminal. Users type a few letters to narrow it, and choose with the arrow keys. */

import type { Key } from '../../cli/terminal/keypresses.ts';
import { paint, printable } from '../../cli/terminal/paint.ts';
import { cutText } from '../../core/primitives/units.ts';

export interface Choice {
  readonly name: string;
  /** Shown with a mark. */
  readonly isOn: boolean;
  readonly description?: string | undefined;
}

export interface PickerState {
  readonly query: string;
  /** The position of the marked choice among the matches. */
  readonly index: number;
}

export const initialPicker: PickerState = { query: '', index: 0 };

/** The choices that match the query, the best first. Matches: at the start, at the start of a word, anywhere, letters in order. */
export const matchesOf = (choices: readonly Choice[], query: string): readonly Choice[] => {
  const wanted = query.toLowerCase();
  if (wanted === '') return choices;
  return choices
    .map((choice) => ({ choice, rank: rankOf(choice.name.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ choice }) => choice);
};

const noMatch = 4;

const rankOf = (name: string, wanted: string): number => {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(`-${wanted}`)) return 1;
  if (name.includes(wanted)) return 2;
  let from = 0;
  for (const letter of wanted) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) return noMatch;
  }
  return 3;
};

/** The state after a key; `matches` are those of the present query. Other keys leave it as it is. */
export const updatePicker = (state: PickerState, key: Key, matches: number): PickerState => {
  switch (key.type) {
    case 'up':
      return { ...state, index: Math.max(0, state.index - 1) };
    case 'down':
      return { ...state, index: Math.max(0, Math.min(matches - 1, state.index + 1)) };
    case 'backspace':
      return { query: [...state.query].slice(0, -1).join(''), index: 0 };
    case 'text':
    case 'paste':
      return { query: `${state.query}${key.text.replaceAll(/\s/g, '')}`.slice(0, 64), index: 0 };
    default:
      return state;
  }
};

const shownChoices = 8;

/** Lines that fit into the width. */
export const renderPicker = (
  title: string,
  state: PickerState,
  matches: readonly Choice[],
  hint: string,
  columns: number,
): readonly string[] => {
  const start = Math.max(0, Math.min(state.index - shownChoices + 1, matches.length - shownChoices));
  const width = Math.min(24, Math.max(0, ...matches.map(({ name }) => name.length)));
  const rows = matches.slice(start, start + shownChoices).map(({ name, isOn, description }, index) => {
    const isMarked = start + index === state.index;
    const label = `${isMarked ? '>' : ' '} ${isOn ? '●' : '○'} ${printable(cutText(name, 40)).padEnd(width)}`;
    const room = columns - label.length - 5;
    const note = description === undefined || room < 10 ? '' : `  ${printable(cutText(description, room))}`;
    const line = cutText(label, columns - 1);
    return `${isMarked ? paint('bold', line) : line}${paint('dim', note)}`;
  });
  const more = matches.length - rows.length;
  return [
    '',
    cutText(`${title} ${state.query}`, columns - 1),
    ...(rows.length === 0 ? [paint('dim', '  nothing matches')] : rows),
    paint('dim', cutText(more > 0 ? `${hint} · ${more} more` : hint, columns - 1)),
  ];
};
