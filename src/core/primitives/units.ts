/** Durations (`250ms`), sizes (`10KB`) and counts (`2 items`) as text: in scenarios, options, `Prefer: delay=`, the control API and messages. */

const millisecondsPer: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const bytesPer: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1000,
  MB: 1_000_000,
  GB: 1_000_000_000,
  KiB: 1024,
  MiB: 1_048_576,
  GiB: 1_073_741_824,
};

export const durationPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
export const sizePattern = /^(\d+(?:\.\d+)?)(B|KB|MB|GB|KiB|MiB|GiB)$/;

/** The longest delay of `setTimeout` in milliseconds, 24.8 days: a longer one would end at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** Milliseconds of `250ms`, `30s`, `5m`, `2h` or `7d`; undefined for anything else. */
export const parseDuration = (text: string): number | undefined => parseUnits(text, durationPattern, millisecondsPer);

/** Bytes of `10KB` (10,000) or `1MiB` (1,048,576); undefined for anything else. */
export const parseSize = (text: string): number | undefined => parseUnits(text, sizePattern, bytesPer);

/** Formats milliseconds in the largest unit without a fraction: 1500 is `1500ms`, 2000 is `2s`. */
export const formatDuration = (milliseconds: number): string => formatUnits(milliseconds, millisecondsPer);

/** Formats bytes in the largest unit without a fraction: 10,000 is `10KB`, 1,048,576 is `1MiB`. */
export const formatSize = (bytes: number): string => formatUnits(bytes, bytesPer);

/** `1 item`, `2 items`. */
export const formatCount = (count: number | bigint, noun: string): string =>
  `${count} ${Number(count) === 1 ? noun : `${noun.replace(/(?<![aeiou])y$/, 'ie')}s`}`;

/** The most characters that a message or a line repeats of somebody else's text, which may be a megabyte. */
export const maxQuotedLength = 200;

export const cutText = (text: string, maxLength = maxQuotedLength): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;

/** The characters of a pointer, a path or a message in what is recorded about a request. */
export const maxRecordedLength = 500;

/** The approximate number of characters in all long texts of a generated value, or that `longest` adds to a response. */
export const maxTextOfValue = 2_000_000;

/** At most this many documented items, ids or parents start a collection. */
export const maxExamples = 50;

/** At most this many problems of a body or a scenario are found. */
export const maxProblems = 100;

/** The rows, problems, places or lines that a report or a message shows: a reader needs the first ones. */
export const maxShownRows = 20;

/** A name from the input, in quotes and cut to 80 characters. */
export const quoteName = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}...` : name);

const parseUnits = (text: string, pattern: RegExp, factors: Readonly<Record<string, number>>): number | undefined => {
  const match = pattern.exec(text);
  return match === null ? undefined : Math.round(Number(match[1]) * (factors[match[2] as string] as number));
};

const formatUnits = (amount: number, factors: Readonly<Record<string, number>>): string => {
  let best: readonly [string, number] = Object.entries(factors)[0] as [string, number];
  for (const entry of Object.entries(factors)) {
    if (amount !== 0 && amount % entry[1] === 0 && entry[1] > best[1]) best = entry;
  }
  return `${amount / best[1]}${best[0]}`;
};

export const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const toSentences = (...parts: readonly (string | undefined)[]): string =>
  parts
    .filter((part) => part !== undefined)
    .map((part) => (/[.?!]$/.test(part) ? part : `${part}.`))
    .join(' ');
