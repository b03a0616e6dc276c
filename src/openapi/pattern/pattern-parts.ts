/** Converts a regular expression to the parts that drawing text needs. Assertions (`^`, `\b`, `(?=...)`) are ignored; a test checks them. */
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { type CharacterSet, type Node, parsePattern } from './syntax.ts';

export type PatternPart =
  | { readonly type: 'character'; readonly characters: Characters }
  | { readonly type: 'choice'; readonly options: readonly (readonly PatternPart[])[] }
  | { readonly type: 'repeat'; readonly part: PatternPart; readonly min: number; readonly max: number };

export interface Characters {
  /** The printable characters of the set. */
  readonly all: readonly string[];
  /** The characters of `all` that make readable text. */
  readonly plain: readonly string[];
}

/** @throws Error if the pattern is not supported. */
export const partsOfPattern = (pattern: string, flags: string): PatternPart => {
  const known = new Map<CharacterSet, Characters>();
  const finder = createFinder();
  const charactersOf = (set: CharacterSet): Characters => getOrInsert(known, set, finder);
  const partOf = (node: Node): PatternPart => {
    switch (node.type) {
      case 'set':
        return { type: 'character', characters: charactersOf(node.set) };
      case 'sequence':
        return { type: 'choice', options: [node.nodes.map(partOf)] };
      case 'choice':
        return { type: 'choice', options: node.options.map((option) => [partOf(option)]) };
      case 'repeat':
        return { type: 'repeat', part: partOf(node.node), min: node.min, max: node.max };
      default:
        return { type: 'choice', options: [[]] };
    }
  };
  return partOf(parsePattern(pattern, flags).root);
};

const range = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));

const printable = range(0x20, 0x7e);
const lastOfPlane = 0xffff;
/** The limit of non-ASCII characters that are tried for all sets of a pattern together. */
const maxTried = 500_000;

/** Finds the characters of a set with the JavaScript engine, which supports `\p{Lu}` and every escape. */
const createFinder = (): ((set: CharacterSet) => Characters) => {
  let remaining = maxTried;
  const findWide = ({ has, text }: CharacterSet): readonly string[] => {
    if ([...text].length === 1) return [text];
    for (let code = 0; code <= lastOfPlane && remaining > 0; code++, remaining--)
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
