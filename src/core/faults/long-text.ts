/** Texts that are as long as a schema allows and still look like somebody wrote them. */

import type { Json } from '../primitives/json.ts';
import type { SchemaFacts } from '../service/schema-facts.ts';

/** Longer text is not made, whatever a schema allows. */
const longest = 10_000;
/** What is long where a schema does not say. */
const usual = 1000;
/** Tried where something that is no rule of the schema's own bounds the length. */
const shorter = [250, 60, 30];

/** Marks, scripts from right to left, wide characters, and emoji of one and of several code points: what layouts trip over. */
const mixed =
  'Ünïcödé tëxt that goes on and on, Ελληνικά, кириллица, עברית, العربية, 日本語の文章, 한국어, ' +
  'e\u0301 in two code points, 🚀 in one, 👩🏽‍🚀 in several, Supercalifragilisticexpialidocious; ';
const plain = 'a long text that goes on and on with Supercalifragilisticexpialidocious words and ';

/** There is no longer way to write these. */
const fixedFormats: ReadonlySet<string> = new Set([
  ...[
    'date',
    'time',
    'date-time',
    'iso-time',
    'iso-date-time',
    'uuid',
    'ipv4',
    'ipv6',
    'int32',
    'int64',
    'float',
    'double',
  ],
]);

/** Candidates for a text, the most demanding first, each longer than the text itself. */
export type LongTexts = (text: string, facts: SchemaFacts) => readonly string[];

export const createLongTexts = (): LongTexts => {
  const filled = new Map<string, string>();
  const fill = (text: string, length: number): string => {
    const key = `${length} ${text}`;
    const known = filled.get(key) ?? fillWith(text, length);
    filled.set(key, known);
    return known;
  };
  return (text, facts) => {
    const { values, format, patterns } = facts;
    if (values !== undefined) return longestOf(values, text);
    const [wanted, ...others] = lengthsFor(text, facts);
    if (wanted === undefined || fixedFormats.has(format ?? '')) return [];
    const proposals = [fill(mixed, wanted), fill(plain, wanted), stretch(text, wanted)];
    if (patterns.length === 0)
      return format === undefined
        ? proposals.slice(0, 2)
        : [...proposals, ...others.map((length) => stretch(text, length))];
    return [...proposals, ...others.flatMap((length) => [fill(plain, length), stretch(text, length)])].filter(
      (proposal) => patterns.every((pattern) => pattern.test(proposal) === true),
    );
  };
};

/** Longer than the text, the longest first. */
const lengthsFor = (text: string, { minLength, maxLength, patterns }: SchemaFacts): readonly number[] => {
  const most = patterns.length === 0 ? longest : usual;
  const wanted = Math.min(maxLength === Number.POSITIVE_INFINITY ? Math.max(usual, minLength) : maxLength, most);
  const size = countPoints(text);
  return [wanted, ...shorter.filter((length) => length < wanted)].filter((length) => length > size);
};

const longestOf = (values: readonly Json[], text: string): readonly string[] => {
  const texts = values.filter((value) => typeof value === 'string');
  const [first = text] = texts.toSorted((one, other) => countPoints(other) - countPoints(one));
  return countPoints(first) > countPoints(text) ? [first] : [];
};

/** Code points, as JSON Schema counts. */
export const countPoints = (text: string): number => {
  let points = 0;
  for (const _ of text) points++;
  return points;
};

/** Does not end in a space: some clients trim. */
const fillWith = (text: string, length: number): string =>
  [...text.repeat(Math.ceil(length / countPoints(text)))].slice(0, length).join('').replace(/ $/, '.');

/** Its last character again and again: the end of a name, a number or a word goes on with it. */
const stretch = (text: string, length: number): string =>
  text + ([...text].at(-1) ?? 'x').repeat(length - countPoints(text));
