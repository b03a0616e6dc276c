/** Formats numbers and times in the reader's locale and time zone; a time of day has 24 hours everywhere. */

const formatter = (options: Intl.DateTimeFormatOptions): ((time: string | number) => string) => {
  const format = new Intl.DateTimeFormat(undefined, { ...options, hourCycle: 'h23' });
  return (time) => format.format(new Date(time));
};

export const formatTime = formatter({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
export const formatDateTime = formatter({ dateStyle: 'medium', timeStyle: 'medium' });
export const formatLongDate = formatter({ dateStyle: 'full' });
export const formatDayTime = formatter({ timeStyle: 'medium' });

const count = new Intl.NumberFormat();
export const formatCount = (number: number): string => count.format(number);

/** `3.1 ms`, `240 ms`, `2.04 s`. */
export const formatDuration = (ms: number): string => {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(ms < 9995 ? 2 : 1)} s` : `${Math.round(ms / 1000)} s`;
};

const units = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** `in 4 years`, `2 days ago`. */
export const formatDistance = (ms: number): string => {
  const [unit, size] = units.find(([, limit]) => Math.abs(ms) >= limit) ?? (['second', 1000] as const);
  return relative.format(Math.round(ms / size), unit);
};

export const plural = (number: number, noun: string, pluralNoun = `${noun}s`): string =>
  `${formatCount(number)} ${number === 1 ? noun : pluralNoun}`;

/** `3 of 12 worlds`; where it is all of them, `12 worlds`. */
export const countOf = (count: number, all: number, noun: string): string =>
  count === all ? plural(all, noun) : `${formatCount(count)} of ${plural(all, noun)}`;

/** The value of `<input type="datetime-local">`: the reader's local time. */
export const toLocalInput = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
