/**
 * Converts a regular expression without back references to a nondeterministic automaton (Thompson's construction).
 * Repetitions are expanded. Lookarounds are conditions on a position, and each has its own program.
 */
import type { CharacterSet, Condition, Look, Node, Syntax } from './syntax.ts';

export type Instruction =
  | { readonly op: 'set'; readonly set: number; readonly next: number }
  | { readonly op: 'split'; readonly targets: readonly number[] }
  | { readonly op: 'condition'; readonly condition: number; readonly next: number }
  | { readonly op: 'accept' };

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  readonly sets: readonly CharacterSet[];
  readonly conditions: readonly (Condition | LookProgram)[];
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
 * Undefined if the program would be too large. `maxLength`: the length of the longest tested text. Repetitions beyond it
 * are not expanded, because they cannot match anything but the empty text.
 */
export const createProgram = ({ root }: Syntax, maxLength: number): Program | undefined => {
  try {
    return new Builder(maxLength).build(root, false);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
};

class TooLarge extends Error {}

class Builder {
  readonly #maxLength: number;
  #count = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  build(root: Node, isReversed: boolean): Program {
    const instructions: Instruction[] = [];
    const sets = new Map<CharacterSet, number>();
    const conditions = new Map<Condition | Look, number>();
    const programs: (Condition | LookProgram)[] = [];

    const add = (instruction: Instruction): number => {
      if (++this.#count > maxInstructions) throw new TooLarge();
      return instructions.push(instruction) - 1;
    };
    const conditionOf = (key: Condition | Look): number => {
      const known = conditions.get(key);
      if (known !== undefined) return known;
      if (conditions.size === maxConditions) throw new TooLarge();
      conditions.set(key, programs.length);
      const program = typeof key === 'string' ? key : this.#lookOf(key);
      return programs.push(program) - 1;
    };
    const setOf = (set: CharacterSet): number => {
      const known = sets.get(set) ?? sets.size;
      sets.set(set, known);
      return known;
    };

    /** Adds the instructions that match the node and continue at `next`. Returns the first of them. */
    const write = (node: Node, next: number): number => {
      switch (node.type) {
        case 'empty':
          return next;
        case 'set':
          return add({ op: 'set', set: setOf(node.set), next });
        case 'group':
          return write(node.node, next);
        case 'condition':
          return add({ op: 'condition', condition: conditionOf(node.condition), next });
        case 'look':
          return add({ op: 'condition', condition: conditionOf(node), next });
        case 'choice':
          return add({ op: 'split', targets: node.options.map((option) => write(option, next)) });
        case 'sequence': {
          const nodes = isReversed ? node.nodes : node.nodes.toReversed();
          return nodes.reduce((after, child) => write(child, after), next);
        }
        case 'repeat':
          return repeat(node.node, node.min, node.max, next);
        case 'backReference':
          throw new Error('a program has no back references');
        default:
          return node satisfies never;
      }
    };
    const repeat = (node: Node, least: number, most: number, next: number): number => {
      const min = Math.min(least, this.#maxLength + 1);
      let target = next;
      if (most > this.#maxLength) {
        const targets: number[] = [];
        const loop = add({ op: 'split', targets });
        targets.push(write(node, loop), next);
        target = loop;
      } else for (let count = min; count < most; count++) target = optional(node, target, next);
      for (let count = 0; count < min; count++) target = copy(node, target);
      return target;
    };
    const optional = (node: Node, target: number, next: number): number =>
      add({ op: 'split', targets: [copy(node, target), next] });
    /** Counts every copy, even one without instructions, because copies take time. */
    const copy = (node: Node, target: number): number => {
      if (++this.#count > maxInstructions) throw new TooLarge();
      return write(node, target);
    };

    const start = write(root, add({ op: 'accept' }));
    return { instructions, start, sets: [...sets.keys()], conditions: programs, isAnchored: isAnchored(root) };
  }

  #lookOf({ node, isBehind, isNegated }: Look): LookProgram {
    return { program: this.build(node, !isBehind), isBehind, isNegated };
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
    case 'group':
      return isAnchored(node.node);
    case 'repeat':
      return node.min > 0 && isAnchored(node.node);
    default:
      return false;
  }
};
