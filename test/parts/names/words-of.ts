/** The words of a list that is written as a pattern, and the list without one of them. */

export interface Word {
  /** A nested alternative has the outer one in front: `place of (birth|death): death`. */
  readonly name: string;
  readonly span: Span;
  /** The pattern without it. */
  readonly without: RegExp;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Group extends Span {
  readonly alternatives: readonly Span[];
  /** The whole group with its quantifier may be left out. */
  readonly isOptional: boolean;
}

/** The groups of a pattern, and the pattern itself as the first one. */
const groupsIn = (source: string): readonly Group[] => {
  const found: Group[] = [];
  const open: { start: number; from: number; alternatives: Span[] }[] = [{ start: 0, from: 0, alternatives: [] }];
  for (let at = 0; at < source.length; at++) {
    const top = open.at(-1) as (typeof open)[number];
    const sign = source[at];
    if (sign === '\\') at++;
    else if (sign === '[') at = source.indexOf(']', at);
    else if (sign === '|') {
      top.alternatives.push({ start: top.from, end: at });
      top.from = at + 1;
    } else if (sign === '(') {
      const [prefix = ''] = /^\((\?(:|<?[!=]))?/.exec(source.slice(at)) ?? [];
      open.push({ start: at, from: at + prefix.length, alternatives: [] });
    } else if (sign === ')') {
      top.alternatives.push({ start: top.from, end: at });
      open.pop();
      const [quantifier = ''] = /^[?*]/.exec(source.slice(at + 1)) ?? [];
      const isOptional = quantifier !== '' || /^\(\?<?[!=]/.test(source.slice(top.start));
      found.push({ start: top.start, end: at + 1 + quantifier.length, alternatives: top.alternatives, isOptional });
    }
  }
  const [all] = open;
  if (all === undefined) return found;
  const alternatives = [...all.alternatives, { start: all.from, end: source.length }];
  return [{ start: 0, end: source.length, alternatives, isOptional: false }, ...found];
};

/** Each alternative of each group, and each group that may be left out. */
export const wordsIn = ({ source }: RegExp): readonly Word[] => {
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const [all, ...groups] = groupsIn(source);
  const outer = all?.alternatives ?? [];
  const seen = new Map<string, number>();
  const wordAt = (span: Span, cut: Span): Word => {
    const top = outer.find(({ start, end }) => start <= span.start && span.end <= end);
    const own = top === undefined || textOf(top) === textOf(span) ? textOf(span) : `${textOf(top)}: ${textOf(span)}`;
    const count = (seen.get(own) ?? 0) + 1;
    seen.set(own, count);
    const rest = source.slice(0, cut.start) + source.slice(cut.end);
    return { name: count === 1 ? own : `${own} ${count}`, span, without: new RegExp(rest === '' ? '(?!)' : rest) };
  };
  return [all, ...groups].flatMap((group) => {
    if (group === undefined) return [];
    const { alternatives, isOptional } = group;
    if (alternatives.length === 1) return isOptional || group === all ? [wordAt(group, group)] : [];
    return alternatives.map((one, index) =>
      wordAt(one, index === 0 ? { start: one.start, end: one.end + 1 } : { start: one.start - 1, end: one.end }),
    );
  });
};
