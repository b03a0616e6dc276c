/**
 * Converts a regular expression to a nondeterministic automaton (Thompson's construction).
 * Repetitions are expanded. Lookarounds are conditions on a position, and each has its own program.
 */
import { getOrInsert } from '../../core/primitives/lazy.ts';
import type { Assertion, CharacterSet, Look, Node, Repeat, Syntax } from './syntax.ts';

export type Instruction =
  | { readonly op: 'set'; readonly set: number; readonly next: number }
  | { readonly op: 'split'; readonly targets: readonly number[] }
  | { readonly op: 'condition'; readonly condition: number; readonly next: number }
  | { readonly op: 'accept' };

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  readonly sets: readonly CharacterSet[];
  readonly conditions: readonly (Assertion | LookProgram)[];
  /** Whether a match can only start at the start of the text. */
  readonly isAnchored: boolean;
}

export interface LookProgram {
  /** The program of a lookahead reads the text backwards. */
  readonly program: Program;
  readonly isBehind: boolean;
  readonly isNegated: boolean;
}

/** A larger program would take too much memory and time per character. */
const maxInstructions = 20_000;
/** Conditions are bits of one number. */
const maxConditions = 24;

/**
 * Returns undefined if the program would be too large. `maxLength`: that of the longest tested text. Repetitions beyond it are not
 * expanded: they match nothing but the empty text.
 */
export const compileProgram = ({ root }: Syntax, maxLength: number): Program | undefined => {
  try {
    return new Builder({ maxLength, instructionCount: 0 }).build(root);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
};

class TooLarge extends Error {}

/** Shared by a program and the programs of its lookarounds. */
interface Limits {
  readonly maxLength: number;
  instructionCount: number;
}

class Builder {
  readonly #limits: Limits;
  /** Whether the program reads the text backwards. */
  readonly #isReversed: boolean;
  readonly #instructions: Instruction[] = [];
  readonly #sets = new Map<CharacterSet, number>();
  readonly #conditionIndexes = new Map<Assertion | Look, number>();
  readonly #conditions: (Assertion | LookProgram)[] = [];

  constructor(limits: Limits, isReversed = false) {
    this.#limits = limits;
    this.#isReversed = isReversed;
  }

  build(root: Node): Program {
    const start = this.#write(root, this.#add({ op: 'accept' }));
    return {
      instructions: this.#instructions,
      start,
      sets: [...this.#sets.keys()],
      conditions: this.#conditions,
      isAnchored: isAnchored(root),
    };
  }

  /** Adds the instructions that match the node and continue at `next`. Returns the first of them. */
  #write(node: Node, next: number): number {
    switch (node.type) {
      case 'empty':
        return next;
      case 'set':
        return this.#add({ op: 'set', set: getOrInsert(this.#sets, node.set, () => this.#sets.size), next });
      case 'condition':
        return this.#add({ op: 'condition', condition: this.#conditionOf(node.condition), next });
      case 'look':
        return this.#add({ op: 'condition', condition: this.#conditionOf(node), next });
      case 'choice':
        return this.#add({ op: 'split', targets: node.options.map((option) => this.#write(option, next)) });
      case 'sequence': {
        const nodes = this.#isReversed ? node.nodes : node.nodes.toReversed();
        return nodes.reduce((after, child) => this.#write(child, after), next);
      }
      case 'repeat':
        return this.#writeRepeat(node, next);
    }
  }

  #writeRepeat({ node, min, max }: Repeat, next: number): number {
    const { maxLength } = this.#limits;
    const required = Math.min(min, maxLength + 1);
    let target = next;
    if (max > maxLength) {
      const targets: number[] = [];
      const loop = this.#add({ op: 'split', targets });
      targets.push(this.#write(node, loop), next);
      target = loop;
    } else
      for (let count = required; count < max; count++)
        target = this.#add({ op: 'split', targets: [this.#copy(node, target), next] });
    for (let count = 0; count < required; count++) target = this.#copy(node, target);
    return target;
  }

  /** Counts every copy, even one without instructions, because copies take time. */
  #copy(node: Node, next: number): number {
    this.#count();
    return this.#write(node, next);
  }

  #add(instruction: Instruction): number {
    this.#count();
    return this.#instructions.push(instruction) - 1;
  }

  #count(): void {
    if (++this.#limits.instructionCount > maxInstructions) throw new TooLarge();
  }

  #conditionOf(condition: Assertion | Look): number {
    const known = this.#conditionIndexes.get(condition);
    if (known !== undefined) return known;
    if (this.#conditionIndexes.size === maxConditions) throw new TooLarge();
    this.#conditionIndexes.set(condition, this.#conditions.length);
    if (typeof condition === 'string') return this.#conditions.push(condition) - 1;
    const { node, isBehind, isNegated } = condition;
    const program = new Builder(this.#limits, !isBehind).build(node);
    return this.#conditions.push({ program, isBehind, isNegated }) - 1;
  }
}

const isAnchored = (node: Node): boolean => {
  switch (node.type) {
    case 'condition':
      return node.condition === 'textStart';
    case 'sequence':
      return isAnchored(node.nodes[0] as Node);
    case 'choice':
      return node.options.every(isAnchored);
    case 'repeat':
      return node.min > 0 && isAnchored(node.node);
    default:
      return false;
  }
};
