/** The words of a list that is written as a pattern, the list without one of them, and names that have them. */

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Word {
  /** A nested alternative has the outer one in front: `place of (birth|death): death`. */
  readonly name: string;
  /** The pattern without it. */
  readonly without: RegExp;
  /** Texts that the outer alternative matches, the shortest first. */
  readonly texts: readonly string[];
}

interface Group extends Span {
  readonly alternatives: readonly (Span & { readonly parts: readonly (string | Group)[] })[];
  readonly quantifier: string;
  readonly isAround: boolean;
}

/** The signs that a pattern begins with and that are one: an escape, a class, or a letter, each with its quantifier. */
const sign = /^(?:\\.|\[[^\]]*\]|[^()|])[?*+]?(?:\{[\d,]+\})?/;

const groupIn = (source: string, start: number, prefix = ''): Group => {
  const alternatives: (Span & { readonly parts: readonly (string | Group)[] })[] = [];
  let [at, from, parts] = [start + prefix.length, start + prefix.length, [] as (string | Group)[]];
  for (;;) {
    const rest = source.slice(at);
    if (rest === '' || rest[0] === ')' || rest[0] === '|') {
      alternatives.push({ start: from, end: at, parts });
      if (rest[0] !== '|') break;
      [at, from, parts] = [at + 1, at + 1, []];
    } else if (rest[0] === '(') {
      const inner = groupIn(source, at, /^\((?:\?(?::|<?[!=]|<\w+>))?/.exec(rest)?.[0]);
      parts.push(inner);
      at = inner.end;
    } else {
      const [text = ''] = sign.exec(rest) ?? [];
      parts.push(text);
      at += text.length;
    }
  }
  const [quantifier = ''] = (prefix !== '' && /^\)([?*+]|\{[\d,]+\})?/.exec(source.slice(at))) || [];
  return {
    ...{ start, end: at + quantifier.length, alternatives, quantifier: quantifier.slice(1) },
    isAround: /^\(\?<?[!=]/.test(prefix),
  };
};

const mostTexts = 3000;

/** What stands for any letters. */
const anyLetters = ['things', 'staff'];

const textsOfSign = (text: string, any: readonly string[]): readonly string[] => {
  // An escaped sign is no quantifier.
  const plain = /^\\.$/.test(text) ? text : text.replace(/[?*+]$|\{[\d,]+\}$/, '');
  const count = Number(/\{(\d+)/.exec(text)?.[1] ?? 1) || 1;
  const [first = ''] = /^\[(.)/.exec(plain)?.slice(1) ?? [];
  if (/^\\[bB]|^[$^]/.test(plain)) return [''];
  const own = { '\\w': anyLetters, '\\d': ['3'], '\\s': [' '], '\\W': [' '], '.': any }[plain] ?? [
    first === '^'
      ? plain.includes('\\s')
        ? 'x'.repeat(count)
        : (any[0] as string)
      : first === '\\'
        ? 'things'
        : first || plain.replace('\\', ''),
  ];
  return /[?*]$/.test(text) && plain !== text ? [...own, ''] : own;
};

const textsOf = (group: Group, any: readonly string[]): readonly string[] => {
  const all = group.alternatives.flatMap(({ parts }) =>
    parts.reduce<readonly string[]>(
      (texts, part) => {
        const next = typeof part === 'string' ? textsOfSign(part, any) : textsOf(part, any);
        return texts.flatMap((text) => next.map((one) => text + one)).slice(0, mostTexts);
      },
      [''],
    ),
  );
  return group.isAround || /^[?*{]/.test(group.quantifier) ? [...all, ''] : all;
};

const groupsWithin = (group: Group): readonly Group[] => [
  group,
  ...group.alternatives.flatMap(({ parts }) =>
    parts.flatMap((part) => (typeof part === 'string' ? [] : groupsWithin(part))),
  ),
];

/** Each alternative of each group, and each group that may be left out. `any`: texts of what may be anything. */
export const wordsIn = ({ source, flags }: RegExp, any = anyLetters): readonly Word[] => {
  const whole = groupIn(source, 0);
  const seen = new Map<string, number>();
  const wordOf = ({ start, end }: Span, cut: Span): Word => {
    const outer = whole.alternatives.find((one) => one.start <= start && end <= one.end) ?? {
      ...whole,
      parts: [whole],
    };
    const [top, own] = [source.slice(outer.start, outer.end), source.slice(start, end)];
    const name = top === own ? own : `${top}: ${own}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const rest = source.slice(0, cut.start) + source.slice(cut.end);
    return {
      name: count === 1 ? name : `${name} ${count}`,
      without: new RegExp(rest === '' ? '(?!)' : rest, flags),
      texts: [...new Set(textsOf({ ...whole, alternatives: [outer] }, any))].toSorted(
        (one, other) => one.length - other.length,
      ),
    };
  };
  return groupsWithin(whole).flatMap((group) => {
    const { alternatives, quantifier, isAround } = group;
    const mayBeLeftOut = group === whole || isAround || /^[?*]/.test(quantifier);
    if (alternatives.length === 1) return mayBeLeftOut ? [wordOf(group, group)] : [];
    return alternatives.map((one, index) =>
      wordOf(one, { start: index === 0 ? one.start : one.start - 1, end: index === 0 ? one.end + 1 : one.end }),
    );
  });
};
