/**
 * Matches patterns with back references, for which no linear matcher exists (the problem is NP-hard), by backtracking in
 * a bounded number of steps. Reads the tree as ECMA-262, 22.2.2 does, captures included.
 */
import { holds, type Units } from './automaton.ts';
import type { Node, Repeat, Syntax } from './syntax.ts';

/** Enough for any pattern that does not backtrack without end. */
const maxSteps = 200_000;
/** Continuations within continuations: the stack holds several times as many. */
const maxDepth = 1500;

/** By group number: start and end, else undefined. */
type Captures = readonly (readonly [start: number, end: number] | undefined)[];
type Continue = (position: number, captures: Captures) => Captures | undefined;

class GivenUp extends Error {}

/** Undefined where it could not be found out within the bounds. */
export const matchByBacktracking = ({ root, flags }: Syntax, units: Units): boolean | undefined => {
  const matcher = new Matcher(units, flags.unicode);
  try {
    for (let position = 0; position <= units.length; position++)
      if (matcher.match(root, position, [], true, (_end, captures) => captures) !== undefined) return true;
    return false;
  } catch (error) {
    if (error instanceof GivenUp) return undefined;
    throw error;
  }
};

class Matcher {
  readonly #units: Units;
  readonly #textOf: (unit: number) => string;
  #steps = 0;
  #depth = 0;

  constructor(units: Units, isUnicode: boolean) {
    this.#units = units;
    this.#textOf = isUnicode ? String.fromCodePoint : String.fromCharCode;
  }

  match(node: Node, position: number, captures: Captures, isForward: boolean, then: Continue): Captures | undefined {
    if (++this.#steps > maxSteps || ++this.#depth > maxDepth) throw new GivenUp();
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
        return this.match(node.node, position, captures, isForward, (end, inner) =>
          then(end, withCapture(inner, node.index, isForward ? [position, end] : [end, position])),
        );
      case 'condition':
        return holds(node.condition, this.#units, position) ? then(position, captures) : undefined;
      case 'look': {
        const found = this.match(node.node, position, captures, !node.isBehind, (_end, inner) => inner);
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
    at: number,
    position: number,
    captures: Captures,
    isForward: boolean,
    then: Continue,
  ): Captures | undefined {
    const node = nodes[at];
    if (node === undefined) return then(position, captures);
    return this.match(node, position, captures, isForward, (end, inner) =>
      this.#sequence(nodes, at + 1, end, inner, isForward, then),
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
    if (count < node.min && count > this.#units.length + 1)
      return this.#repeat(node, node.min, position, captures, isForward, then);
    const goOn = (): Captures | undefined =>
      count >= node.max
        ? undefined
        : this.match(node.node, position, withoutCaptures(captures, node.groups), isForward, (end, inner) =>
            // ECMA-262, 22.2.2.3.1: a repetition that takes nothing does not count once there are enough.
            end === position && count >= node.min
              ? undefined
              : this.#repeat(node, count + 1, end, inner, isForward, then),
          );
    if (count < node.min) return goOn();
    return node.isLazy ? (then(position, captures) ?? goOn()) : (goOn() ?? then(position, captures));
  }

  /** The usual case, without a continuation for each character. */
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
      if (++this.#steps > maxSteps) throw new GivenUp();
    }
    for (; count >= min; count--) {
      const found = then(position + count * step, captures);
      if (found !== undefined) return found;
      if (++this.#steps > maxSteps) throw new GivenUp();
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
    for (let at = 0; at < end - start; at++) {
      if (++this.#steps > maxSteps) throw new GivenUp();
      const [expected, unit] = [this.#units[start + at] as number, this.#units[from + at]];
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
