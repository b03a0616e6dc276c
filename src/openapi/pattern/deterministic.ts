/**
 * Decides whether the backtracking matcher of the JavaScript engine tests a pattern in linear time. The pattern must be
 * tried at one position only, or each try must be short. Wherever the pattern has alternatives, the next character must
 * decide between them. A wrong alternative then fails before it consumes a character, so no character is read twice.
 */
import type { CharacterSet, Node, Syntax } from './syntax.ts';

/** The possible starts of a node: ASCII characters, any other character, and the end of the text. */
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

/** The limit of characters that a pattern without `^` may consume from each position. */
const maxTried = 16;
/** Larger patterns are not analysed, because all pairs of nodes are compared. */
const maxNodes = 500;

export const isDeterministic = ({ root }: Syntax): boolean => {
  if (countNodes(root) > maxNodes) return false;
  const anchored = withoutAnchor(root);
  if (anchored === undefined && longest(root) > maxTried) return false;
  const known = new Map<CharacterSet, Starts>();
  return isDeterministicNode(anchored ?? root, nothing, (set) => {
    const starts = known.get(set) ?? startsOfSet(set);
    known.set(set, starts);
    return starts;
  });
};

const countNodes = (node: Node): number => {
  if (node.type === 'sequence') return node.nodes.reduce((sum, child) => sum + countNodes(child), 1);
  if (node.type === 'choice') return node.options.reduce((sum, child) => sum + countNodes(child), 1);
  return 'node' in node ? 1 + countNodes(node.node) : 1;
};

/** The node without its initial `^`. Undefined if it does not start with `^`. */
const withoutAnchor = (node: Node): Node | undefined => {
  if (node.type === 'condition') return node.condition === 'textStart' ? { type: 'empty' } : undefined;
  if (node.type !== 'sequence') return undefined;
  const first = withoutAnchor(node.nodes[0] as Node);
  return first && { type: 'sequence', nodes: [first, ...node.nodes.slice(1)] };
};

/** The maximum length of a match, in units. */
const longest = (node: Node): number => {
  switch (node.type) {
    case 'set':
      return 1;
    case 'sequence':
      return node.nodes.reduce((sum, child) => sum + longest(child), 0);
    case 'choice':
      return node.options.reduce((most, option) => Math.max(most, longest(option)), 0);
    case 'repeat':
      // 0 * Infinity is NaN. Repetitions of an empty match are rejected by isDeterministicNode.
      return longest(node.node) * node.max || 0;
    default:
      return 0;
  }
};

type StartsOfSet = (set: CharacterSet) => Starts;

/** `follow`: the possible starts of the text after the node. */
const isDeterministicNode = (node: Node, follow: Starts, ofSet: StartsOfSet): boolean => {
  switch (node.type) {
    case 'empty':
    case 'set':
      return true;
    case 'condition':
      return node.condition === 'textEnd';
    case 'sequence': {
      let after = follow;
      for (const child of node.nodes.toReversed()) {
        if (!isDeterministicNode(child, after, ofSet)) return false;
        after = startsOf(child, after, ofSet);
      }
      return true;
    }
    case 'choice': {
      let known = nothing;
      for (const option of node.options) {
        const starts = startsOf(option, follow, ofSet);
        if (!areDisjoint(starts, known) || !isDeterministicNode(option, follow, ofSet)) return false;
        known = union(known, starts);
      }
      return true;
    }
    case 'repeat': {
      if (isNullable(node.node)) return false;
      const again = startsOf(node.node, nothing, ofSet);
      return (
        (node.min === node.max || areDisjoint(again, follow)) &&
        isDeterministicNode(node.node, union(again, follow), ofSet)
      );
    }
    default:
      return false;
  }
};

/** The possible starts of the node. If it can be empty, the starts of the following text are included. */
const startsOf = (node: Node, follow: Starts, ofSet: StartsOfSet): Starts => {
  switch (node.type) {
    case 'set':
      return ofSet(node.set);
    case 'condition':
      return { ...nothing, end: true };
    case 'sequence':
      return node.nodes.reduceRight((after, child) => startsOf(child, after, ofSet), follow);
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
      // No text follows the end of the text.
      return node.condition !== 'textEnd';
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
  // Only these sets certainly contain no other characters than ASCII.
  const isPlain =
    !set.flags.includes('i') &&
    /^(?:[^\\[.\u0080-\uffff]|\\[dw.\-+/*?^$|()[\]{}]|\[(?!\^)(?:\\[dw.\-+/*?^$|()[\]{}]|[^\\\u0080-\uffff])*\])$/.test(
      set.text,
    );
  return { ascii, other: !isPlain, end: false };
};
