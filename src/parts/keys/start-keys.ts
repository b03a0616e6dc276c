/** The keys of `vivarium serve` on a terminal: each key does one thing, as in Vite. */

import type { Output } from '../../cli/terminal/output.ts';
import { paint, printable } from '../../cli/terminal/paint.ts';
import type { OnStop } from '../../cli/terminal/stop-on-signals.ts';
import type { FaultEntry } from '../../core/faults/fault.ts';
import { cutText } from '../../core/primitives/units.ts';
import { findFault, listFaults } from '../../world/control/faults.ts';
import type { World } from '../../world/world.ts';
import { defaultWorldName, isWorldName } from '../../world/world-name.ts';
import type { Worlds } from '../../world/worlds.ts';
import { type Key, listenForKeys } from './keypresses.ts';

interface KeyMenuOptions {
  readonly worlds: Worlds;
  readonly output: Output;
  readonly openPanel: (world: string) => unknown;
  /** Default: as an interrupt. In raw mode, Ctrl+C is a key and not a signal. */
  readonly quit?: () => void;
}

interface KeysOptions extends KeyMenuOptions {
  readonly onStop: OnStop;
  /** Default: the keys of the terminal. */
  readonly listen?: (listener: (key: Key) => void) => () => void;
}

/** Reads keys until the server stops. */
export const startKeys = ({
  onStop,
  listen = (listener) => listenForKeys(process.stdin, listener),
  ...options
}: KeysOptions): void => {
  const menu = new KeyMenu(options);
  onStop(listen((key) => menu.press(key)));
};

type Command = readonly [key: string, description: string, run: () => void];

interface Picker {
  readonly title: string;
  readonly hint: string;
  /** The hint after the space bar was used, which keeps the list open; Enter then only closes it. Without one, it closes the list too. */
  readonly hintAfter?: string;
  readonly choices: (query: string) => readonly Choice[];
  readonly choose: (name: string) => void;
}

export class KeyMenu {
  readonly #options: KeyMenuOptions;
  readonly #commands: readonly Command[];
  readonly #quit: () => void;
  #world = defaultWorldName;
  #picker: Picker | undefined;
  #state: PickerState = initialPicker;
  #hasChosen = false;

  constructor(options: KeyMenuOptions) {
    this.#options = options;
    this.#quit = options.quit ?? (() => void process.emit('SIGINT'));
    this.#commands = [
      ['h', 'show this help', () => this.#help()],
      ['o', 'open the panel', () => void options.openPanel(this.#world)],
      ['f', 'switch faults', () => this.#openFaults()],
      ['w', 'switch to another world', () => this.#open(this.#worldPicker())],
      ['r', 'reset the world', () => this.#reset()],
      ['c', 'clear the screen', () => options.output.clear()],
      ['q', 'quit', this.#quit],
    ];
  }

  press(key: Key): void {
    if (key.type === 'interrupt') {
      this.#close();
      this.#quit();
    } else if (this.#picker !== undefined) this.#pressInPicker(this.#picker, key);
    else if (key.type === 'text') {
      const letter = key.text === '?' ? 'h' : key.text.toLowerCase();
      this.#commands.find(([own]) => own === letter)?.[2]();
    }
  }

  #print(text: string): void {
    this.#options.output.print(text);
  }

  #help(): void {
    this.#print(`\n  Keys, for the world ${paint('cyan', printable(this.#world))}:`);
    for (const [key, description] of this.#commands) this.#print(`    ${paint('bold', key)}  ${description}`);
    this.#print('');
  }

  /** Changes a world, by default the selected one; it is opened again if it was deleted. */
  #change(action: (world: World) => void, name = this.#world): void {
    const print = (text: string): void => this.#print(paint('yellow', text));
    const { worlds } = this.#options;
    const run = () => {
      const world = worlds.open(name);
      if (world === undefined) print('No more worlds can be opened. Press w to select an open one.');
      else action(world);
    };
    const done = worlds.run(name, { run });
    if (done instanceof Promise) done.catch((error: Error) => print(error.message));
  }

  #reset(): void {
    this.#change((world) => {
      world.reset();
      world.whenCertain(() => this.#print(paint('green', `Reset the world ${printable(world.name)}.`)));
    });
  }

  #openFaults(): void {
    this.#change((world) => world.whenCertain(() => this.#open(this.#faultPicker(world))));
  }

  /** `world`: kept while the list is drawn, since opening a deleted world is for the keys that change one. */
  #faultPicker(world: World): Picker {
    let listed = world;
    const toChoice = ({ fault, enabled }: FaultEntry): Choice => ({
      name: fault.name,
      isOn: enabled,
      description: fault.description,
    });
    return {
      title: `Faults of the world ${printable(this.#world)}:`,
      hint: 'Type to search · up, down · space: switch · enter: switch and close · esc: close',
      hintAfter: 'Type to search · up, down · space: switch · enter, esc: close',
      choices: () => listFaults(listed).map(toChoice),
      choose: (name) => {
        this.#change((changed) => {
          listed = changed;
          this.#switchFault(changed, name);
        });
      },
    };
  }

  #switchFault(world: World, name: string): void {
    const entry = findFault(world, name);
    if (entry === undefined) return;
    const enabled = !entry.enabled;
    world.putFault({ ...entry, enabled });
    const state = `Fault ${printable(name)} is ${enabled ? 'on' : 'off'} in the world ${printable(world.name)}.`;
    world.whenCertain(() => {
      this.#print(paint(enabled ? 'magenta' : 'green', state));
      if (this.#picker !== undefined) this.#draw();
    });
  }

  #worldPicker(): Picker {
    const { worlds } = this.#options;
    return {
      title: 'World:',
      hint: 'Type a name, also a new one · up, down · enter: select · esc: close',
      choices: (query) => {
        const open = [...worlds].map(({ name, decisions: { start } }) => ({
          name,
          isOn: name === this.#world,
          description: start.overrides.name ?? undefined,
        }));
        const isNew = isWorldName(query) && worlds.get(query) === undefined;
        return isNew ? [...open, { name: query, isOn: false, description: 'open a new world' }] : open;
      },
      choose: (name) => this.#selectWorld(name),
    };
  }

  #selectWorld(name: string): void {
    this.#change((world) => {
      world.whenCertain(() => {
        this.#world = name;
        this.#print(`The keys now apply to the world ${paint('cyan', printable(name))}.`);
      });
    }, name);
  }

  #open(picker: Picker): void {
    this.#picker = picker;
    this.#state = initialPicker;
    this.#hasChosen = false;
    this.#draw();
  }

  #close(): void {
    if (this.#picker === undefined) return;
    this.#picker = undefined;
    this.#options.output.setFooter([]);
  }

  #pressInPicker(picker: Picker, key: Key): void {
    const isSpace = key.type === 'text' && key.text === ' ';
    if (key.type === 'escape' || (key.type === 'enter' && this.#hasChosen)) this.#close();
    else if (key.type === 'enter' || isSpace) {
      const chosen = this.#matches(picker)[this.#state.index];
      this.#hasChosen = chosen !== undefined;
      if (key.type === 'enter' || picker.hintAfter === undefined) this.#close();
      if (chosen !== undefined) picker.choose(chosen.name);
      if (this.#picker !== undefined) this.#draw();
    } else {
      this.#state = updatePicker(this.#state, key, this.#matches(picker).length);
      this.#draw();
    }
  }

  #matches(picker: Picker): readonly Choice[] {
    return matchesOf(picker.choices(this.#state.query), this.#state.query);
  }

  #draw(): void {
    const picker = this.#picker as Picker;
    const { output } = this.#options;
    const hint = (this.#hasChosen ? picker.hintAfter : undefined) ?? picker.hint;
    output.setFooter(renderPicker(picker.title, this.#state, this.#matches(picker), hint, output.columns));
  }
}

interface Choice {
  readonly name: string;
  /** Whether it is on, which is shown by a mark. */
  readonly isOn: boolean;
  readonly description?: string | undefined;
}

interface PickerState {
  readonly query: string;
  /** The position of the marked choice among the matches. */
  readonly index: number;
}

const initialPicker: PickerState = { query: '', index: 0 };

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
