/**
 * Matches patterns with back references by backtracking, in a bounded number of steps: the problem is NP-hard. Follows
 * ECMA-262, 22.2.2, including captures.
 */
import { OutOfSteps, type StepBudget } from '../../core/primitives/step-budget.ts';
import { holds, type Units } from './automaton.ts';
import type { Node, Repeat, Syntax } from './syntax.ts';

/** The limit of nested continuations. The stack holds several times as many. */
const maxDepth = 1500;

/** Start and end of each group, by its number. Undefined if the group has not matched. */
type Captures = readonly (readonly [start: number, end: number] | undefined)[];
type Continue = (position: number, captures: Captures) => Captures | undefined;

/** @throws OutOfSteps */
export const matchByBacktracking = ({ root, flags }: Syntax, units: Units, budget: StepBudget): boolean => {
  const matcher = new Matcher(units, flags.unicode, budget);
  for (let position = 0; position <= units.length; position++)
    if (matcher.match(root, position, [], true, (_end, captures) => captures) !== undefined) return true;
  return false;
};

/** Its methods have up to six parameters: an object for them would be allocated for every character. */
class Matcher {
  readonly #units: Units;
  readonly #textOf: (unit: number) => string;
  readonly #budget: StepBudget;
  #depth = 0;

  constructor(units: Units, isUnicode: boolean, budget: StepBudget) {
    this.#units = units;
    this.#budget = budget;
    this.#textOf = isUnicode ? String.fromCodePoint : String.fromCharCode;
  }

  match(node: Node, position: number, captures: Captures, isForward: boolean, then: Continue): Captures | undefined {
    this.#budget.spend(1);
    if (++this.#depth > maxDepth) throw new OutOfSteps();
    const result = this.#match(node, position, captures, isForward, then);
    this.#depth--;
    return result;
  }

  #match(node: Node, position: number, captures: Captures, isForward: boolean, then: Continue): Captures | undefined {
    switch (node.type) {
      case 'empty':
        return then(position, captures);
      case 'set': {
        const unit = this.#units[isForward ? position : position - 1];
        if (unit === undefined || !node.set.has(this.#textOf(unit))) return undefined;
        return then(isForward ? position + 1 : position - 1, captures);
      }
      case 'sequence':
        return this.#sequence(isForward ? node.nodes : node.nodes.toReversed(), 0, position, captures, isForward, then);
      case 'choice': {
        for (const option of node.options) {
          const found = this.match(option, position, captures, isForward, then);
          if (found !== undefined) return found;
        }
        return undefined;
      }
      case 'repeat':
        return this.#repeat(node, 0, position, captures, isForward, then);
      case 'group':
        return this.match(node.node, position, captures, isForward, (end, innerCaptures) =>
          then(end, withCapture(innerCaptures, node.index, isForward ? [position, end] : [end, position])),
        );
      case 'condition':
        return holds(node.condition, this.#units, position) ? then(position, captures) : undefined;
      case 'look': {
        const found = this.match(node.node, position, captures, !node.isBehind, (_end, innerCaptures) => innerCaptures);
        if (node.isNegated) return found === undefined ? then(position, captures) : undefined;
        return found === undefined ? undefined : then(position, found);
      }
      case 'backReference':
        return this.#reference(node, position, captures, isForward, then);
      default:
        return node satisfies never;
    }
  }

  #sequence(
    nodes: readonly Node[],
    offset: number,
    position: number,
    captures: Captures,
    isForward: boolean,
    then: Continue,
  ): Captures | undefined {
    const node = nodes[offset];
    if (node === undefined) return then(position, captures);
    return this.match(node, position, captures, isForward, (end, innerCaptures) =>
      this.#sequence(nodes, offset + 1, end, innerCaptures, isForward, then),
    );
  }

  #repeat(
    node: Repeat,
    count: number,
    position: number,
    captures: Captures,
    isForward: boolean,
    then: Continue,
  ): Captures | undefined {
    if (node.node.type === 'set' && !node.isLazy) return this.#repeatSet(node, position, captures, isForward, then);
    // Repetitions beyond the number of characters match the empty text, so the remaining ones are skipped.
    if (count < node.min && count > this.#units.length + 1)
      return this.#repeat(node, node.min, position, captures, isForward, then);
    const repeatOnce = (): Captures | undefined =>
      count >= node.max
        ? undefined
        : this.match(node.node, position, withoutCaptures(captures, node.groups), isForward, (end, innerCaptures) =>
            // ECMA-262, 22.2.2.3.1: after the minimum, an empty repetition does not match.
            end === position && count >= node.min
              ? undefined
              : this.#repeat(node, count + 1, end, innerCaptures, isForward, then),
          );
    if (count < node.min) return repeatOnce();
    return node.isLazy ? (then(position, captures) ?? repeatOnce()) : (repeatOnce() ?? then(position, captures));
  }

  /** The usual case, without a continuation per character. */
  #repeatSet(
    { node, min, max }: Repeat,
    position: number,
    captures: Captures,
    isForward: boolean,
    then: Continue,
  ): Captures | undefined {
    const { set } = node as Node & { type: 'set' };
    const step = isForward ? 1 : -1;
    let count = 0;
    for (; count < max; count++) {
      const unit = this.#units[isForward ? position + count : position - count - 1];
      if (unit === undefined || !set.has(this.#textOf(unit))) break;
      this.#budget.spend(1);
    }
    for (; count >= min; count--) {
      const found = then(position + count * step, captures);
      if (found !== undefined) return found;
      this.#budget.spend(1);
    }
    return undefined;
  }

  #reference(
    { groups, ignoreCase }: Node & { type: 'backReference' },
    position: number,
    captures: Captures,
    isForward: boolean,
    then: Continue,
  ): Captures | undefined {
    const [start, end] = groups.map((group) => captures[group]).find((capture) => capture !== undefined) ?? [0, 0];
    const from = isForward ? position : position - (end - start);
    if (from < 0) return undefined;
    for (let offset = 0; offset < end - start; offset++) {
      this.#budget.spend(1);
      const [expected, unit] = [this.#units[start + offset] as number, this.#units[from + offset]];
      if (unit === undefined) return undefined;
      if (unit !== expected && !(ignoreCase && this.#fold(unit) === this.#fold(expected))) return undefined;
    }
    return then(isForward ? from + (end - start) : from, captures);
  }

  #fold(unit: number): string {
    return this.#textOf(unit).toUpperCase().toLowerCase();
  }
}

const withCapture = (captures: Captures, group: number, capture: readonly [number, number]): Captures => {
  const changed = [...captures];
  changed[group] = capture;
  return changed;
};

const withoutCaptures = (captures: Captures, [first, end]: readonly [number, number]): Captures =>
  first === end ? captures : captures.map((capture, group) => (group >= first && group < end ? undefined : capture));
