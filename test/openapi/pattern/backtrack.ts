/** A backtracking matcher as in a JavaScript engine (ECMA-262, 22.2.2), which counts its steps. */
import { OutOfSteps, type StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { holds, type Units } from '../../../src/openapi/pattern/automaton.ts';
import type { Node, Repeat, Syntax } from '../../../src/openapi/pattern/syntax.ts';

/** The limit of nested continuations. The stack holds several times as many. */
const maxDepth = 1500;

type Continue = (position: number) => boolean;

/** @throws OutOfSteps */
export const matchByBacktracking = ({ root, flags }: Syntax, units: Units, budget: StepBudget): boolean => {
  const matcher = new Matcher(units, flags.unicode, budget);
  for (let position = 0; position <= units.length; position++)
    if (matcher.match(root, position, true, () => true)) return true;
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

  match(node: Node, position: number, isForward: boolean, then: Continue): boolean {
    this.#budget.spend(1);
    if (++this.#depth > maxDepth) throw new OutOfSteps();
    const result = this.#match(node, position, isForward, then);
    this.#depth--;
    return result;
  }

  #match(node: Node, position: number, isForward: boolean, then: Continue): boolean {
    switch (node.type) {
      case 'empty':
        return then(position);
      case 'set': {
        const unit = this.#units[isForward ? position : position - 1];
        if (unit === undefined || !node.set.has(this.#textOf(unit))) return false;
        return then(isForward ? position + 1 : position - 1);
      }
      case 'sequence':
        return this.#sequence(isForward ? node.nodes : node.nodes.toReversed(), 0, position, isForward, then);
      case 'choice': {
        for (const option of node.options) {
          if (this.match(option, position, isForward, then)) return true;
        }
        return false;
      }
      case 'repeat':
        return this.#repeat(node, 0, position, isForward, then);
      case 'condition':
        return holds(node.condition, this.#units, position) ? then(position) : false;
      case 'look':
        return this.match(node.node, position, !node.isBehind, () => true) !== node.isNegated && then(position);
      default:
        return node satisfies never;
    }
  }

  #sequence(nodes: readonly Node[], offset: number, position: number, isForward: boolean, then: Continue): boolean {
    const node = nodes[offset];
    if (node === undefined) return then(position);
    return this.match(node, position, isForward, (end) => this.#sequence(nodes, offset + 1, end, isForward, then));
  }

  #repeat(node: Repeat, count: number, position: number, isForward: boolean, then: Continue): boolean {
    if (node.node.type === 'set') return this.#repeatSet(node, position, isForward, then);
    // Repetitions beyond the number of characters match the empty text, so the remaining ones are skipped.
    if (count < node.min && count > this.#units.length + 1)
      return this.#repeat(node, node.min, position, isForward, then);
    const repeatOnce = (): boolean =>
      count >= node.max
        ? false
        : this.match(node.node, position, isForward, (end) =>
            // ECMA-262, 22.2.2.3.1: after the minimum, an empty repetition does not match.
            end === position && count >= node.min ? false : this.#repeat(node, count + 1, end, isForward, then),
          );
    if (count < node.min) return repeatOnce();
    return repeatOnce() || then(position);
  }

  /** The usual case, without a continuation per character. */
  #repeatSet({ node, min, max }: Repeat, position: number, isForward: boolean, then: Continue): boolean {
    const { set } = node as Node & { type: 'set' };
    const step = isForward ? 1 : -1;
    let count = 0;
    for (; count < max; count++) {
      const unit = this.#units[isForward ? position + count : position - count - 1];
      if (unit === undefined || !set.has(this.#textOf(unit))) break;
      this.#budget.spend(1);
    }
    for (; count >= min; count--) {
      if (then(position + count * step)) return true;
      this.#budget.spend(1);
    }
    return false;
  }
}
