/**
 * Runs a program over a text. Sets of instructions become states of an automaton on first use: most characters cost one look-up.
 * For lookarounds, see Barrière and Pit-Claudel, "Linear Matching of JavaScript Regular Expressions" (2024).
 */
import { maxRemembered, maxRememberedParts } from '../../core/primitives/lazy.ts';
import type { StepBudget } from '../../core/primitives/step-budget.ts';
import type { Instruction, LookProgram, Program } from './pattern-program.ts';
import type { Assertion } from './syntax.ts';

/** Code points if the pattern is unicode-aware, else UTF-16 code units. */
export type Units = Uint16Array | Uint32Array;

interface State {
  /** Indexes of instructions, before the conditions at the position are evaluated. */
  readonly indexes: readonly number[];
  /** Closures by the conditions that hold at the position. */
  readonly closures: Map<number, Closure>;
}

interface Closure {
  readonly accepts: boolean;
  /** Indexes of the reachable `set` instructions. */
  readonly indexes: readonly number[];
  /** The next states by the kind of the next unit. */
  readonly next: (State | undefined)[];
}

/** The bit of a condition, in the bits of all positions. */
interface Mark {
  readonly holding: Uint32Array;
  readonly bit: number;
}

/** A unit costs little: it is looked up in tables that a cache holds. */
const unitsPerStep = 8;

export class Automaton {
  readonly #program: Program;
  readonly #looks: readonly (Automaton | undefined)[];
  /** Whether the program has only conditions for the ends of the text. */
  readonly #hasEndsOnly: boolean;
  readonly #startBit: number;
  readonly #endBit: number;
  #states = new Map<string, State>();
  #stateSize = 0;
  readonly #narrowKinds = new Int32Array(256).fill(-1);
  #wideKinds = new Map<number, number>();
  /** Kinds by the sets that contain a unit. */
  readonly #kinds = new Map<string, number>();
  /** For each kind, whether each set contains it. */
  readonly #containing: boolean[][] = [];
  readonly #seen: Uint32Array;
  #round = 0;

  constructor(program: Program) {
    this.#program = program;
    this.#looks = program.conditions.map((condition) =>
      typeof condition === 'string' ? undefined : new Automaton(condition.program),
    );
    this.#hasEndsOnly = program.conditions.every((condition) => condition === 'textStart' || condition === 'textEnd');
    this.#startBit = bitOf(program, 'textStart');
    this.#endBit = bitOf(program, 'textEnd');
    this.#seen = new Uint32Array(program.instructions.length);
  }

  /** @throws OutOfSteps */
  test(units: Units, budget: StepBudget): boolean {
    let isAccepted = false;
    this.#scan(units, budget, { isReversed: false }, () => {
      isAccepted = true;
      return true;
    });
    return isAccepted;
  }

  /** Calls `accept` at each position where a match ends, until it returns true. */
  #scan(
    units: Units,
    budget: StepBudget,
    { isReversed }: { readonly isReversed: boolean },
    accept: (position: number) => boolean,
  ): void {
    const conditions = this.#conditionsAt(units, budget);
    const { length } = units;
    const isAnchored = this.#program.isAnchored && !isReversed;
    let state = this.#stateOf([this.#program.start], budget);
    budget.spend(length / unitsPerStep);
    for (let count = 0; count <= length; count++) {
      const position = isReversed ? length - count : count;
      const holding =
        conditions === undefined
          ? (position === 0 ? this.#startBit : 0) | (position === length ? this.#endBit : 0)
          : (conditions[position] as number);
      let closure = state.closures.get(holding);
      if (closure === undefined) {
        closure = this.#close(state, holding, budget);
        state.closures.set(holding, closure);
      }
      if (closure.accepts && accept(position)) return;
      if (count === length || (isAnchored && closure.indexes.length === 0)) return;
      const kind = this.#kindOf(units[isReversed ? position - 1 : position] as number, budget);
      let next = closure.next[kind];
      if (next === undefined) {
        next = this.#step(closure, kind, isAnchored, budget);
        closure.next[kind] = next;
      }
      state = next;
    }
  }

  /** Finds for each position the bits of the conditions that hold. Undefined if the program only has conditions for the ends of the text. */
  #conditionsAt(units: Units, budget: StepBudget): Uint32Array | undefined {
    if (this.#hasEndsOnly) return undefined;
    const holding = new Uint32Array(units.length + 1);
    for (const [index, condition] of this.#program.conditions.entries()) {
      budget.spend(units.length / unitsPerStep);
      const bit = 1 << index;
      if (typeof condition !== 'string') {
        (this.#looks[index] as Automaton).#markMatches(condition, units, { holding, bit }, budget);
        continue;
      }
      for (let position = 0; position <= units.length; position++)
        if (holds(condition, units, position)) holding[position] = (holding[position] as number) | bit;
    }
    return holding;
  }

  /** Sets the bit of a lookaround at the positions where it holds. */
  #markMatches({ isBehind, isNegated }: LookProgram, units: Units, { holding, bit }: Mark, budget: StepBudget): void {
    if (isNegated)
      for (let position = 0; position < holding.length; position++) holding[position] = flip(holding, position, bit);
    this.#scan(units, budget, { isReversed: !isBehind }, (position) => {
      holding[position] = flip(holding, position, bit);
      return false;
    });
  }

  #stateOf(indexes: readonly number[], budget: StepBudget): State {
    budget.spend(1 + indexes.length / 4);
    const key = indexes.join();
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    this.#stateSize += indexes.length + 1;
    if (this.#stateSize > maxRememberedParts) {
      this.#states = new Map();
      this.#stateSize = 0;
    }
    const state: State = { indexes, closures: new Map() };
    this.#states.set(key, state);
    return state;
  }

  #close({ indexes: initial }: State, holding: number, budget: StepBudget): Closure {
    const { instructions } = this.#program;
    this.#round++;
    const indexes: number[] = [];
    const pending = [...initial];
    let accepts = false;
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (this.#seen[index] === this.#round) continue;
      this.#seen[index] = this.#round;
      budget.spend(1);
      const instruction = instructions[index] as Instruction;
      if (instruction.op === 'set') indexes.push(index);
      else if (instruction.op === 'split') pending.push(...instruction.targets);
      else if (instruction.op === 'accept') accepts = true;
      else if ((holding & (1 << instruction.condition)) !== 0) pending.push(instruction.next);
    }
    return { accepts, indexes, next: [] };
  }

  #step({ indexes }: Closure, kind: number, isAnchored: boolean, budget: StepBudget): State {
    const { instructions, start } = this.#program;
    const containing = this.#containing[kind] as boolean[];
    const next = new Set<number>(isAnchored ? [] : [start]);
    budget.spend(indexes.length);
    for (const index of indexes) {
      const instruction = instructions[index] as Instruction & { readonly op: 'set' };
      if (containing[instruction.set] === true) next.add(instruction.next);
    }
    return this.#stateOf(
      [...next].sort((left, right) => left - right),
      budget,
    );
  }

  #kindOf(unit: number, budget: StepBudget): number {
    if (unit < 256) {
      const known = this.#narrowKinds[unit] as number;
      if (known >= 0) return known;
    }
    const known = this.#wideKinds.get(unit);
    if (known !== undefined) return known;
    const { sets } = this.#program;
    budget.spend(1 + sets.length);
    const text = String.fromCodePoint(unit);
    const containing = sets.map((set) => set.has(text));
    const key = containing.map(Number).join('');
    const kind = this.#kinds.get(key) ?? this.#kinds.size;
    if (kind === this.#kinds.size) {
      this.#kinds.set(key, kind);
      this.#containing.push(containing);
    }
    if (unit < 256) this.#narrowKinds[unit] = kind;
    else {
      if (this.#wideKinds.size >= maxRemembered) this.#wideKinds = new Map();
      this.#wideKinds.set(unit, kind);
    }
    return kind;
  }
}

const bitOf = ({ conditions }: Program, condition: Assertion): number => {
  const index = conditions.indexOf(condition);
  return index < 0 ? 0 : 1 << index;
};

const flip = (holding: Uint32Array, position: number, bit: number): number => (holding[position] as number) ^ bit;

const holds = (condition: Assertion, units: Units, position: number) => {
  switch (condition) {
    case 'textStart':
      return position === 0;
    case 'textEnd':
      return position === units.length;
    case 'lineStart':
      return position === 0 || isLineEnd(units[position - 1]);
    case 'lineEnd':
      return position === units.length || isLineEnd(units[position]);
    case 'boundary':
      return isWord(units[position - 1]) !== isWord(units[position]);
    case 'notBoundary':
      return isWord(units[position - 1]) === isWord(units[position]);
  }
};

const isLineEnd = (unit: number | undefined) => unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;

const isWord = (unit: number | undefined) =>
  unit !== undefined &&
  ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f);
