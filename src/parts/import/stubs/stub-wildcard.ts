/** Texts with `*` for anything, as the conditions of faults have them, and the regular expressions that become such texts. */
import { type Assertion, type Node, parsePattern } from '../../../openapi/pattern/syntax.ts';
import { Inexpressible } from '../recording.ts';

export interface Wildcard {
  /** `*` stands for anything. */
  readonly glob: string;
  /** A text that the source means. */
  readonly example: string;
  /** Whether it stands for texts that the source does not mean. */
  readonly isBroad: boolean;
  /** Whether `*` stands for a text that may contain a slash: several segments of a path. */
  readonly isDeep?: boolean;
  /** The same as `isBroad` for a path, where `*` stands for one segment with characters: `[^/]+` is not broad. */
  readonly isBroadPath?: boolean;
}

export const exactly = (text: string): Wildcard => ({
  glob: text,
  example: text,
  isBroad: text.includes('*'),
  isBroadPath: text.includes('*'),
});

export const isLiteral = ({ glob }: Wildcard): boolean => !glob.includes('*');

export const anything: Wildcard = { glob: '*', example: '1', isBroad: false, isDeep: true };

export const containing = (text: string): Wildcard => ({
  glob: `*${text}*`,
  example: text,
  isBroad: text.includes('*'),
});

/** Every choice of one from each list. */
export const combinations = <Value>([
  first,
  ...others
]: readonly (readonly Value[])[]): readonly (readonly Value[])[] => {
  if (first === undefined) return [[]];
  const rest = combinations(others);
  return first.flatMap((one) => rest.map((more) => [one, ...more]));
};

/** The pattern of a header with a cookie: a text somewhere in it. */
export const cookiePattern = (name: string, { glob, example }: Wildcard): Wildcard => ({
  glob: `*${name}=${glob}*`.replace(/\*{2,}/g, '*'),
  example: `${name}=${example}`,
  isBroad: true,
});

/** A path with its parameters: `/books/{id}`. `patternOfName`: undefined for any value. */
export const filledTemplate = (template: string, patternOfName: (name: string) => Wildcard | undefined): Wildcard => {
  const parts = template.split(/(\{[^{}]*\})/).map((part) => {
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    return name === undefined ? exactly(part) : (patternOfName(name) ?? { ...anything, isDeep: false });
  });
  return parts.reduce(followed);
};

const followed = (one: Wildcard, other: Wildcard): Wildcard => ({
  glob: one.glob + other.glob,
  example: one.example + other.example,
  isBroad: one.isBroad || other.isBroad,
  isDeep: one.isDeep === true || other.isDeep === true,
  isBroadPath: one.isBroadPath === true || other.isBroadPath === true,
});

/** Patterns of one expression, paths of one route or stub, operations of one fault. */
export const maxAlternatives = 20;
const maxExample = 200;
const maxSource = 2000;

/**
 * The texts that a regular expression of another tool matches as a whole, as one or several patterns. The expression is read, never
 * run. @throws Inexpressible
 */
export const patternsOf = (source: string): readonly Wildcard[] => optionsIn(source, []);

/** The same of an expression that matches a part of a text. @throws Inexpressible */
export const patternsWithin = (source: string): readonly Wildcard[] => optionsIn(source, [anyText]);

/** `beyond`: what may be before and behind the text, unless the expression says that there is nothing. */
const optionsIn = (source: string, beyond: readonly Node[]): Options => {
  if (source.length > maxSource) throw new Inexpressible('the regular expression is too long');
  let root: Node;
  try {
    // The parser expects an expression that is valid.
    new RegExp(source);
    root = extended(parsePattern(source, '').root, beyond);
  } catch {
    throw new Inexpressible('the regular expression cannot be read');
  }
  const options = optionsOf(root).map((option) => ({ ...option, glob: option.glob.replace(/\*{2,}/g, '*') }));
  return [...new Map(options.map((option) => [option.glob, option])).values()];
};

const anyText: Node = {
  type: 'repeat',
  node: { type: 'set', set: { text: '.', flags: '', has: () => true } },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};

const extended = (root: Node, beyond: readonly Node[]): Node => {
  const options = root.type === 'choice' ? root.options : [root];
  return {
    type: 'choice',
    options: options.map((option) => {
      const nodes = option.type === 'sequence' ? option.nodes : [option];
      const isAt = (node: Node | undefined, condition: Assertion) =>
        node?.type === 'condition' && node.condition === condition;
      const [start, end] = [isAt(nodes[0], 'textStart'), isAt(nodes.at(-1), 'textEnd')];
      const own = nodes.slice(start ? 1 : 0, end ? -1 : undefined);
      return { type: 'sequence', nodes: [...(start ? [] : beyond), ...own, ...(end ? [] : beyond)] };
    }),
  };
};

/** One pattern for all texts that the patterns match. */
export const joined = (options: Options): Wildcard => {
  const [first, ...others] = options;
  if (others.length === 0) return first as Wildcard;
  const globs = options.map(({ glob }) => glob);
  const [shortest = ''] = [...globs].sort((left, right) => left.length - right.length);
  let start = 0;
  while (start < shortest.length && globs.every((glob) => glob[start] === shortest[start])) start++;
  let end = 0;
  while (end < shortest.length - start && globs.every((glob) => glob.at(-1 - end) === shortest.at(-1 - end))) end++;
  const glob = `${shortest.slice(0, start)}*${shortest.slice(shortest.length - end)}`;
  return {
    glob: glob.replace(/\*{2,}/g, '*'),
    example: first?.example ?? '',
    isBroad: true,
    isDeep: options.some(({ isDeep }) => isDeep),
    isBroadPath: true,
  };
};

type Options = readonly Wildcard[];

const empty: Wildcard = { glob: '', example: '', isBroad: false };

const optionsOf = (node: Node): Options => {
  switch (node.type) {
    case 'empty':
      return [empty];
    case 'condition':
      return [{ ...empty, isBroad: true, isBroadPath: true }];
    case 'set': {
      const literal = literalOf(node.set.text);
      if (literal !== undefined) return [exactly(literal)];
      const example = exampleOf(node.set.has);
      return [{ glob: '*', example, isBroad: true, isDeep: node.set.has('/'), isBroadPath: true }];
    }
    case 'sequence':
      return node.nodes.reduce<Options>((before, next) => product(before, optionsOf(next)), [empty]);
    case 'choice':
      return limited(node.options.flatMap(optionsOf));
    case 'repeat':
      return repeated(optionsOf(node.node), node.min, node.max, node.node);
    case 'look':
      throw new Inexpressible('a fault has no condition for a lookahead');
  }
};

/** The only character that matches: `.` for `\.`; undefined if others may. */
const literalOf = (text: string): string | undefined => {
  if (text === '.') return undefined;
  if ([...text].length === 1) return text;
  return /^\\[^\w\s]$/.exec(text)?.[0].slice(1);
};

/** Ids are often numbers, so a digit comes first. */
const exampleOf = (has: (unit: string) => boolean): string => {
  const found = [...'1aA-_/. '].find(has);
  if (found === undefined) throw new Inexpressible('the regular expression has unusual characters');
  return found;
};

const product = (left: Options, right: Options): Options => {
  const options = left.flatMap((one) => right.map((other) => followed(one, other)));
  if (options.some(({ example }) => example.length > maxExample)) throw new Inexpressible(isLong);
  return limited(options);
};

const limited = (options: Options): Options => (options.length > maxAlternatives ? [joined(options)] : options);

const isLong = 'the regular expression is for long texts';

const isSegment = (text: string) => text === '.' || text === '[^/]' || text === '[^\\/]';

const repeated = (options: Options, min: number, max: number, node: Node): Options => {
  const isAny = node.type === 'set' && node.set.text === '.';
  const isEndless = max === Number.POSITIVE_INFINITY;
  if (isAny && min === 0 && isEndless) return [anything];
  if (min === 1 && max === 1) return options;
  if (min === 0 && max === 1) return limited([empty, ...options]);
  const one = joined(options);
  const isFixed = min === max && isLiteral(one);
  const count = Math.max(min, 1);
  if (one.example.length * count > maxExample) throw new Inexpressible(isLong);
  return [
    {
      glob: isFixed ? one.glob.repeat(min) : '*',
      example: one.example.repeat(count),
      isBroad: !isFixed,
      isDeep: one.isDeep === true,
      isBroadPath: !(isFixed || (isEndless && node.type === 'set' && min < 2 && isSegment(node.set.text))),
    },
  ];
};
