/** What the description of a text or a number says about its values. Documents without an `enum`, a format and an example often have only this. */
import { phrases } from '../words/index.ts';

const quoted = /`[^`\s]{1,40}`|"[^"\s]{1,40}"|'[^'\s]{1,40}'|\*\*[^*\s]{1,40}\*\*/;
const between = /\s*(?:[,;|/]\s*(?:and |or )?|(?:and|or) )\s*/;
const quotedList = new RegExp(`^[^\`"'*.;\\n]{0,40}?((?:${quoted.source})(?:${between.source}(?:${quoted.source}))+)`);
/** The end of a longer description repeats its beginning, or explains what it names. */
const maxRead = 400;

/** The texts that a description lists; others are valid too. */
export const listedIn = (description: string): readonly string[] | undefined => {
  const whole = description.length > 200 ? undefined : phrases.wordList.exec(description)?.[1];
  if (whole !== undefined) return whole.split(/ ?[,|/] ?(?:or )?| or /);
  const text = description.slice(0, maxRead);
  for (const { 0: found, index } of text.matchAll(phrases.introduction)) {
    const rest = text.slice(index + found.length);
    const list = quotedList.exec(rest)?.[1];
    if (list !== undefined) return [...list.matchAll(new RegExp(quoted, 'g'))].map(([one]) => unquoted(one));
    const codes = phrases.codeList.exec(rest)?.[1];
    if (codes !== undefined) return codes.split(/,? (?:and|or) |, ?|\/|\|/);
  }
  const shown = shownAtEnd(text)?.split(/, ?/) ?? [];
  return shown.length > 1 && shown.every((one) => /^\S+$/.test(one)) ? shown : undefined;
};

/** A number and what it stands for: `0: todo`, `1 = High`, `2-paid`, `3 正常`. */
const code = /(?<![\w.,:-])-?\d{1,3}(?= ?(?:[:=：–-]|=>|->)[ "']*\p{L}| ?\p{Script=Han})[^\d,;|/，；、\n]{2,40}/u
  .source;
const codes = new RegExp(`${code}(?:[\\s,;|/，；、]*(?:(?:and|or) )?${code})+`, 'u');

/** The numbers that a description explains one by one: `0: todo, 1: doing, 2: done`. */
export const codesIn = (description: string): readonly number[] => {
  const list = codes.exec(description.slice(0, maxRead))?.[0] ?? '';
  const found = [...list.matchAll(new RegExp(code, 'gu'))].map(([one]) => Number.parseInt(one, 10));
  return new Set(found).size < found.length ? [] : found;
};

const shownAtEnd = (text: string): string | undefined => {
  const shown = phrases.exampleAtEnd.exec(text.slice(-80))?.[1]?.replace(/\.$/, '');
  return shown?.includes('(') ? shown : shown?.replace(/\)$/, '');
};

const unquoted = (text: string) => text.replace(/^["'`*]+|["'`*.,]+$/g, '');

/** The one text that a description shows. */
export const exampleIn = (description: string): string | undefined => {
  const text = description.slice(0, maxRead);
  const found = phrases.oneExample.exec(text)?.[1];
  return found === undefined
    ? (phrases.exampleInBrackets.exec(text)?.[1]?.replace(/^["'`]|["'`]$/g, '') ?? shownAtEnd(text))
    : unquoted(found);
};

/** What texts of a standard are, in the words of names. */
const standards: readonly (readonly [keyof typeof phrases, string])[] = [
  ['regions', 'region code'],
  ['countries3', 'country code3'],
  ['countries', 'country code'],
  ['currencies', 'currency code'],
  ['languages', 'language code'],
  ['phones', 'phone'],
  ['colors', 'hex color'],
  ['timeZones', 'time zone'],
  ['timestamps', 'timestamp'],
  ['urls', 'url'],
];

/** Whether a number counts things: `Number of unreturned containers`, and not `Number of the order`. */
export const saysCount = (description: string): boolean => phrases.numberOf.test(description);

/** What kind of text a description says that this is, in the words of names: `country code`. */
export const meaningIn = (description: string): string | undefined => {
  const text = description.slice(0, maxRead);
  return standards.find(([name]) => phrases[name].test(text))?.[1];
};
