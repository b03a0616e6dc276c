/**
 * Whether the backtracking matcher of the JavaScript engine tests a pattern in linear time: the pattern is tried at one
 * position, or each try is short, and wherever it can go on in several ways the next character decides between them. A
 * wrong way then fails before it takes a character, so that nothing is read twice.
 */
import type { CharacterSet, Node, Syntax } from './syntax.ts';

/** What a node can start with: each ASCII character, and together all others and the end of the text. */
interface Starts {
  readonly ascii: bigint;
  readonly other: boolean;
  readonly end: boolean;
}

const nothing: Starts = { ascii: 0n, other: false, end: false };

const union = (left: Starts, right: Starts): Starts => ({
  ascii: left.ascii | right.ascii,
  other: left.other || right.other,
  end: left.end || right.end,
});

const areDisjoint = (left: Starts, right: Starts): boolean =>
  (left.ascii & right.ascii) === 0n && !(left.other && right.other) && !(left.end && right.end);

/** A pattern that is tried at every position may take so many characters from each. */
const maxTried = 16;
/** A larger pattern is not worth a look at all of its pairs. */
const maxNodes = 500;

export const isDeterministic = ({ root, hasBackReferences }: Syntax): boolean => {
  if (hasBackReferences || countNodes(root) > maxNodes) return false;
  const anchored = withoutAnchor(root);
  if (anchored === undefined && longest(root) > maxTried) return false;
  const known = new Map<CharacterSet, Starts>();
  return isFit(anchored ?? root, nothing, (set) => {
    const starts = known.get(set) ?? startsOfSet(set);
    known.set(set, starts);
    return starts;
  });
};

const countNodes = (node: Node): number => {
  if (node.type === 'sequence') return node.nodes.reduce((sum, one) => sum + countNodes(one), 1);
  if (node.type === 'choice') return node.options.reduce((sum, one) => sum + countNodes(one), 1);
  return 'node' in node ? 1 + countNodes(node.node) : 1;
};

/** Undefined where it does not start with `^`. */
const withoutAnchor = (node: Node): Node | undefined => {
  if (node.type === 'condition') return node.condition === 'textStart' ? { type: 'empty' } : undefined;
  if (node.type !== 'sequence') return undefined;
  const first = withoutAnchor(node.nodes[0] as Node);
  return first && { type: 'sequence', nodes: [first, ...node.nodes.slice(1)] };
};

/** Units that a match takes at most. */
const longest = (node: Node): number => {
  switch (node.type) {
    case 'set':
      return 1;
    case 'sequence':
      return node.nodes.reduce((sum, one) => sum + longest(one), 0);
    case 'choice':
      return Math.max(...node.options.map(longest));
    case 'repeat':
      // A repetition of what takes nothing is not deterministic: see below.
      return longest(node.node) * node.max || 0;
    case 'group':
      return longest(node.node);
    default:
      return 0;
  }
};

type StartsOfSet = (set: CharacterSet) => Starts;

/** `follow`: what may come after the node. */
const isFit = (node: Node, follow: Starts, ofSet: StartsOfSet): boolean => {
  switch (node.type) {
    case 'empty':
    case 'set':
      return true;
    case 'condition':
      return node.condition === 'textEnd';
    case 'group':
      return isFit(node.node, follow, ofSet);
    case 'sequence': {
      let after = follow;
      for (const one of node.nodes.toReversed()) {
        if (!isFit(one, after, ofSet)) return false;
        after = startsOf(one, after, ofSet);
      }
      return true;
    }
    case 'choice': {
      let known = nothing;
      for (const option of node.options) {
        const starts = startsOf(option, follow, ofSet);
        if (!areDisjoint(starts, known) || !isFit(option, follow, ofSet)) return false;
        known = union(known, starts);
      }
      return true;
    }
    case 'repeat': {
      if (isNullable(node.node)) return false;
      const again = startsOf(node.node, nothing, ofSet);
      return (node.min === node.max || areDisjoint(again, follow)) && isFit(node.node, union(again, follow), ofSet);
    }
    default:
      return false;
  }
};

/** What the node, and where it may be empty also what follows it, starts with. */
const startsOf = (node: Node, follow: Starts, ofSet: StartsOfSet): Starts => {
  switch (node.type) {
    case 'set':
      return ofSet(node.set);
    case 'condition':
      return { ...nothing, end: true };
    case 'group':
      return startsOf(node.node, follow, ofSet);
    case 'sequence':
      return node.nodes.reduceRight((after, one) => startsOf(one, after, ofSet), follow);
    case 'choice':
      return node.options.reduce((known, option) => union(known, startsOf(option, follow, ofSet)), nothing);
    case 'repeat':
      return node.min === 0 ? union(startsOf(node.node, nothing, ofSet), follow) : startsOf(node.node, follow, ofSet);
    default:
      return follow;
  }
};

const isNullable = (node: Node): boolean => {
  switch (node.type) {
    case 'set':
      return false;
    case 'condition':
      // Nothing comes after the end of the text.
      return node.condition !== 'textEnd';
    case 'group':
      return isNullable(node.node);
    case 'sequence':
      return node.nodes.every(isNullable);
    case 'choice':
      return node.options.some(isNullable);
    case 'repeat':
      return node.min === 0 || isNullable(node.node);
    default:
      return true;
  }
};

const startsOfSet = (set: CharacterSet): Starts => {
  let ascii = 0n;
  for (let code = 0; code < 128; code++) if (set.has(String.fromCharCode(code))) ascii |= 1n << BigInt(code);
  // Only these are sure to take ASCII alone.
  const isPlain =
    !set.flags.includes('i') &&
    /^(?:[^\\[.\u0080-\uffff]|\\[dw.\-+/*?^$|()[\]{}]|\[(?!\^)(?:\\[dw.\-+/*?^$|()[\]{}]|[^\\\u0080-\uffff])*\])$/.test(
      set.text,
    );
  return { ascii, other: !isPlain, end: false };
};
