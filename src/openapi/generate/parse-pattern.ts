/** A regular expression taken apart as far as drawing text needs it: what it asserts (`^`, `\b`, `(?=...)`) is left to a test. */
import { type CharacterSet, type Node, parsePattern } from '../pattern/syntax.ts';

export type PatternPart =
  | { readonly type: 'character'; readonly characters: Characters }
  | {
      readonly type: 'choice';
      readonly options: readonly (readonly PatternPart[])[];
      readonly group: string | undefined;
    }
  | { readonly type: 'repeat'; readonly part: PatternPart; readonly min: number; readonly max: number }
  | { readonly type: 'again'; readonly group: string };

export interface Characters {
  /** All that are looked for: printable ones. */
  readonly all: readonly string[];
  /** Of these the ones that make text that people can read. */
  readonly plain: readonly string[];
}

/** Throws where the pattern is none. */
export const partsOfPattern = (pattern: string, flags: string): PatternPart => {
  const known = new Map<CharacterSet, Characters>();
  const finder = createFinder();
  const charactersOf = (set: CharacterSet): Characters => {
    const found = known.get(set) ?? finder(set);
    known.set(set, found);
    return found;
  };
  const partOf = (node: Node): PatternPart => {
    switch (node.type) {
      case 'set':
        return { type: 'character', characters: charactersOf(node.set) };
      case 'sequence':
        return { type: 'choice', options: [node.nodes.map(partOf)], group: undefined };
      case 'choice':
        return { type: 'choice', options: node.options.map((option) => [partOf(option)]), group: undefined };
      case 'group':
        return { type: 'choice', options: [[partOf(node.node)]], group: String(node.index) };
      case 'repeat':
        return { type: 'repeat', part: partOf(node.node), min: node.min, max: node.max };
      case 'backReference':
        return { type: 'again', group: String(node.groups[0]) };
      default:
        return { type: 'choice', options: [[]], group: undefined };
    }
  };
  return partOf(parsePattern(pattern, flags).root);
};

const range = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

const printable = range(0x20, 0x7e);
const lastOfPlane = 0xffff;
/** Characters beyond ASCII that are tried for all sets of a pattern together. */
const maxTried = 500_000;

/** The engine itself is asked what belongs to a class: it knows `\p{Lu}` and every escape. */
const createFinder = (): ((set: CharacterSet) => Characters) => {
  let left = maxTried;
  const findWide = ({ has, text }: CharacterSet): readonly string[] => {
    if ([...text].length === 1) return [text];
    for (let code = 0; code <= lastOfPlane && left > 0; code++, left--)
      if (has(String.fromCharCode(code))) return range(code, Math.min(code + 20, lastOfPlane)).filter(has);
    return [];
  };
  return (set) => {
    const ascii = printable.filter(set.has);
    const all = ascii.length > 0 ? ascii : findWide(set);
    for (const plain of [/[a-z]/, /[A-Z]/]) {
      const letters = all.filter((character) => plain.test(character));
      if (letters.length > 6) return { all, plain: letters };
    }
    const plain = all.filter((character) => /[A-Za-z0-9]/.test(character));
    return { all, plain: plain.length > 0 ? plain : all };
  };
};
