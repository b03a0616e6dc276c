/** Keywords of a schema for texts that no value meets together, so that every value would be refused. */
import { remembered } from '../../core/primitives/lazy.ts';
import { createPattern } from '../../openapi/pattern/pattern.ts';
import { type Node, parsePattern } from '../../openapi/pattern/syntax.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** The keywords to ignore, with the reasons. A pattern says more than a length does, unless an example has that length. */
export const impossibleIn = (schema: Keywords): readonly (readonly [keyword: string, reason: string])[] => {
  const { pattern, format, minLength: least = 0, maxLength: most = Number.POSITIVE_INFINITY } = schema;
  const isLimited = schema.minLength !== undefined || schema.maxLength !== undefined;
  const formatted = lengths[format as string];
  if (formatted !== undefined && formatted > Number(most))
    return [['maxLength', `a text with the format ${format} has at least ${formatted} characters`]];
  const own = typeof pattern === 'string' ? spanOf(pattern) : undefined;
  if (own === undefined) return [];
  if (own.min === Number.POSITIVE_INFINITY) return [['pattern', 'no text matches the pattern']];
  if (!isLimited || (own.min <= Number(most) && own.max >= Number(least))) return [];
  const isMeant = textsIn(schema.examples).some(({ length }) => length >= Number(least) && length <= Number(most));
  const reason = `no text of ${own.min > Number(most) ? `at most ${most}` : `at least ${least}`} characters matches the pattern`;
  return [[isMeant ? 'pattern' : own.min > Number(most) ? 'maxLength' : 'minLength', reason]];
};

/** The shortest texts of formats, in characters. */
const lengths: Readonly<Record<string, number>> = { uuid: 36, date: 10, 'date-time': 20 };

const textsIn = (values: unknown): readonly string[] =>
  (Array.isArray(values) ? values : []).filter((one: unknown) => typeof one === 'string');

interface Span {
  readonly min: number;
  readonly max: number;
}

/** How long the texts are that match. Undefined: the pattern is not understood. Infinite: none does. */
const spanOf = remembered((pattern): Span | undefined => {
  const flags = createPattern(pattern)?.flags;
  if (flags === undefined) return undefined;
  try {
    const { root } = parsePattern(pattern, flags);
    const span = spanIn(root);
    // What is around a match is any text.
    return begins(root) && ends(root) ? span : { min: span.min, max: Number.POSITIVE_INFINITY };
  } catch {
    return undefined;
  }
});

const spanIn = (node: Node): Span => {
  switch (node.type) {
    case 'set':
      return { min: 1, max: 1 };
    case 'sequence': {
      const spans = node.nodes.map(spanIn);
      const [start, end] = [node.nodes.findLastIndex(isAt('textStart')), node.nodes.findIndex(isAt('textEnd'))];
      // Something before the start, or behind the end.
      const isNone = minOf(spans.slice(0, Math.max(start, 0))) + minOf(end < 0 ? [] : spans.slice(end)) > 0;
      return { min: isNone ? Number.POSITIVE_INFINITY : minOf(spans), max: sum(spans.map(({ max }) => max)) };
    }
    case 'choice': {
      const spans = node.options.map(spanIn);
      return { min: Math.min(...spans.map(({ min }) => min)), max: Math.max(...spans.map(({ max }) => max)) };
    }
    case 'repeat': {
      const { min, max } = spanIn(node.node);
      return { min: node.min === 0 ? 0 : min * node.min, max: max === 0 || node.max === 0 ? 0 : max * node.max };
    }
    default:
      return { min: 0, max: 0 };
  }
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const minOf = (spans: readonly Span[]): number => sum(spans.map(({ min }) => min));
const isAt =
  (place: 'textStart' | 'textEnd') =>
  (node: Node): boolean =>
    node.type === 'condition' && node.condition === place;

const isHeld =
  (place: 'textStart' | 'textEnd', at: 0 | -1) =>
  (node: Node): boolean => {
    if (node.type === 'choice') return node.options.every(isHeld(place, at));
    const outer = node.type === 'sequence' ? node.nodes.at(at) : undefined;
    return isAt(place)(node) || (outer !== undefined && isHeld(place, at)(outer));
  };
const [begins, ends] = [isHeld('textStart', 0), isHeld('textEnd', -1)];
