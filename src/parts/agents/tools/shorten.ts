/** Shortens the result of a tool, so that a model can read it: long lists and texts are cut, and the result says so. */
import { isJsonObject, type Json, setProperty } from '../../../core/primitives/json.ts';

/** The characters of a whole result: its text and its structured content. */
export const maxResultLength = 24_500;

/** A list whose last rows can be asked for with another call. */
export interface Rows {
  readonly name: string;
  readonly offset: number;
  readonly total: number;
  /** How to get the rows that are not shown. `shown`: the number of those up to the last one that is. */
  readonly more: (shown: number) => string;
}

interface LongResult {
  readonly content: Readonly<Record<string, Json>>;
  readonly next: string;
  readonly rows?: Rows | undefined;
}

interface Limits {
  readonly text: number;
  readonly entries: number;
  readonly depth: number;
}

const unlimited = Number.POSITIVE_INFINITY;
const levels: readonly Limits[] = [
  { text: unlimited, entries: unlimited, depth: unlimited },
  { text: 2000, entries: 60, depth: 12 },
  { text: 400, entries: 20, depth: 8 },
  { text: 160, entries: 8, depth: 6 },
  { text: 80, entries: 3, depth: 5 },
  { text: 40, entries: 1, depth: 4 },
  { text: 40, entries: 1, depth: 3 },
];

/** At this level, rows are left out before more is cut. */
const rowsLevel = 1;

export type Shortened = Readonly<Record<string, Json>> & { readonly next: string };

/** `lengthOf`: of the whole result with this content. */
export const shorten = ({ content, next, rows }: LongResult, lengthOf: (shortened: Shortened) => number): Shortened => {
  const all = rows === undefined ? [] : (content[rows.name] as readonly Json[]);
  const build = (limits: Limits, kept: number): Shortened => {
    const shown = rows === undefined ? content : { ...content, [rows.name]: all.slice(0, kept) };
    const { cut, isCut } = abridge(shown, limits, rows?.name);
    const end = (rows?.offset ?? 0) + kept;
    const sentences = [
      ...(rows !== undefined && end < rows.total ? [`Shown: ${kept} of ${rows.total}. ${rows.more(end)}`] : []),
      ...(isCut ? ['Long texts and lists were cut.'] : []),
      next,
    ];
    return { ...cut, next: sentences.join(' ') };
  };
  let kept = all.length;
  for (const [level, limits] of levels.entries()) {
    for (;;) {
      const shortened = build(limits, kept);
      if (lengthOf(shortened) <= maxResultLength) return shortened;
      if (level < rowsLevel || kept <= 1) break;
      kept = Math.floor(kept * 0.7);
    }
  }
  // Only names that a document chooses are left.
  return build(levels.at(-1) as Limits, 0);
};

/** `whole`: the name of a list that keeps all its rows. */
const abridge = (
  content: Readonly<Record<string, Json>>,
  { text, entries, depth: deepest }: Limits,
  whole: string | undefined,
) => {
  let isCut = false;
  const cutValue = (value: Json, depth = 1): Json => {
    if (typeof value === 'string') {
      if (value.length <= text) return value;
      isCut = true;
      return `${value.slice(0, text)}… (${value.length} characters)`;
    }
    if (Array.isArray(value)) {
      const list = value as readonly Json[];
      const shown = depth >= deepest ? [] : list.slice(0, entries);
      if (shown.length < list.length) isCut = true;
      return shown.map((entry) => cutValue(entry, depth + 1));
    }
    if (!isJsonObject(value)) return value;
    const all = Object.keys(value);
    // The properties that a schema requires come first, and there are not many.
    const names = depth >= deepest ? [] : all.slice(0, Math.max(entries, 20));
    if (names.length < all.length) isCut = true;
    const shown: Record<string, Json> = {};
    for (const name of names)
      setProperty(shown, name.slice(0, Math.max(text, 80)), cutValue(value[name] as Json, depth + 1));
    return shown;
  };
  const cut = Object.entries(content).map(([name, value]): [string, Json] => {
    const isWhole = name === whole && Array.isArray(value);
    return [name, isWhole ? (value as readonly Json[]).map((row) => cutValue(row)) : cutValue(value)];
  });
  return { cut: Object.fromEntries(cut), isCut };
};
