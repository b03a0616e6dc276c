/** What the description of a text or a number says about its values. Documents without an `enum`, a format and an example often have only this. */

/** A description that is a list of words: `pending, confirmed, cancelled`, `One of: draft, sent`. Generators of Go write so. */
const wordList =
  /^(?:(?:one of|allowed values|possible values|values)[: ] *)?((?:[a-z][\w-]*(?: ?[,|/] ?(?:or )?| or )){2,}[a-z][\w-]*)\.?$/i;

/** What introduces a list of all values. */
const introduction =
  /\b(?:one of|(?:allowed|available|possible|supported|valid|accepted|permitted) (?:values?|types?|options?|choices)|values|can be|may be|must be|(?<=^|, |is |be )either|for example|e\.g|such as)\b/gi;

const quoted = /`[^`\s]{1,40}`|"[^"\s]{1,40}"|'[^'\s]{1,40}'|\*\*[^*\s]{1,40}\*\*/;
const between = /\s*(?:[,;|/]\s*(?:and |or )?|(?:and|or) )\s*/;
const quotedList = new RegExp(`^[^\`"'*.;\\n]{0,40}?((?:${quoted.source})(?:${between.source}(?:${quoted.source}))+)`);
/** Without quotes, only words that no sentence has, or that end it. */
const codeList =
  /^(?:\s+(?:either|one of|are|is))?:?\s+((?:[A-Z][\w-]*(?:,? (?:and|or) |, ?|\/|\|))+[A-Z][\w-]*)(?=[.)\n]|$)/;

/** What a description says of a count that is not that of all pages. */
export const ofPage =
  /\b(in|on|of) (this|the current|the returned|each) (\w+ )?(page|response|set|list|batch|chunk|result)|\breturned\b|per page/i;

/** The end of a longer description repeats its beginning, or explains what it names. */
const maxRead = 400;

/** The texts that a description lists; others are valid too. */
export const listedIn = (description: string): readonly string[] | undefined => {
  const whole = description.length > 200 ? undefined : wordList.exec(description)?.[1];
  if (whole !== undefined) return whole.split(/ ?[,|/] ?(?:or )?| or /);
  const text = description.slice(0, maxRead);
  for (const { 0: found, index } of text.matchAll(introduction)) {
    const rest = text.slice(index + found.length);
    const list = quotedList.exec(rest)?.[1];
    if (list !== undefined) return [...list.matchAll(new RegExp(quoted, 'g'))].map(([one]) => unquoted(one));
    const codes = codeList.exec(rest)?.[1];
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

/** What is behind `Example:` at the end of a description, also of one in another language. */
const atEnd =
  /(?<=^|[\s(])(?:for example|e\.g\.?|examples?|ejemplos?|exemples?|exemplos?|beispiele?|z\. ?B\.|np\.|contoh|например|пример): ?([^\s"'`({[][^\n;!?]{1,39})$/iu;

const shownAtEnd = (text: string): string | undefined => {
  const shown = atEnd.exec(text.slice(-80))?.[1]?.replace(/\.$/, '');
  return shown?.includes('(') ? shown : shown?.replace(/\)$/, '');
};

const unquoted = (text: string): string => text.replace(/^["'`*]+|["'`*.,]+$/g, '');

const oneExample = new RegExp(
  `(?:\\bfor example|\\be\\.g\\.?|\\bexamples?)[:,]?\\s+(?:is |are )?(${quoted.source}|\`[^\`\\n]{1,40}\`|"[^"\\n]{1,40}")`,
  'i',
);
const inBrackets = /\((?:e\.g\.?|eg|ex|ex\.|example|for example)[:,]?\s+([^\s()<>{}]{2,40})\)/i;

/** The one text that a description shows. */
export const exampleIn = (description: string): string | undefined => {
  const text = description.slice(0, maxRead);
  const found = oneExample.exec(text)?.[1];
  return found === undefined
    ? (inBrackets.exec(text)?.[1]?.replace(/^["'`]|["'`]$/g, '') ?? shownAtEnd(text))
    : unquoted(found);
};

/** What texts of a standard are, in the words of names. */
const standards: readonly (readonly [RegExp, string])[] = [
  [/\b3166-2\b/, 'region code'],
  [/\balpha-?3\b|\b(three|3)[- ](letter|char\w*) (iso )?country\b/i, 'country code3'],
  [/\b3166\b|\balpha-?2\b|\b(two|2)[- ](letter|char\w*) (iso )?country\b|\bcountry code\b/i, 'country code'],
  [/\b4217\b|\bcurrency code\b/i, 'currency code'],
  [/\b639(-\d)?\b|\bBCP[ -]?47\b|\blanguage code\b/i, 'language code'],
  [/\bE\.?164\b/i, 'phone'],
  [/\bhex\w*\b.*\bcolou?r|\bcolou?r\b.*\bhex/i, 'hex color'],
  [/\bIANA (time ?zone|tz)|\btz database\b/i, 'time zone'],
  [/\b(ISO[ -]?8601|RFC[ -]?3339)\b(?!.*\bduration)/i, 'timestamp'],
  [/^(?:the |an? )?(?:[\w-]+ ){0,2}ur[li]\b(?!-)/i, 'url'],
];

/** Whether a number is one of things: `Number of unreturned containers`, and not `Number of the order`. */
export const saysCount = (description: string): boolean =>
  /^(?:the )?(?:(?:current|total|maximum|minimum) )?number of (?!(?:an?|the|this)\b)/i.test(description);

/** What kind of text a description says that this is, in the words of names: `country code`. */
export const meaningIn = (description: string): string | undefined => {
  const text = description.slice(0, maxRead);
  return standards.find(([pattern]) => pattern.test(text))?.[1];
};
