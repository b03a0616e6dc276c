/** Times of one object: what begins ends later, and as much later as the duration says. */
import { isDateText, timeLike } from '../../core/primitives/time-notation.ts';
import { nameRules, wordGroups } from '../names/index.ts';
import { type Agree, is, type NamePair, type ObjectDraft, type PropertyNames } from './object-draft.ts';

/** The pairs of times between which something is. */
export const spansIn = (names: PropertyNames, ordered: readonly NamePair[]): readonly NamePair[] =>
  ordered.filter(([one]) => nameRules.spans.some(([begins]) => begins.test(names.wordsOf(one))));

/** Times of which no name says how long ago they are: what opposes another is later, and else what the document declares later. */
export const sequenceIn = (names: PropertyNames, ordered: readonly NamePair[]): Agree | undefined => {
  const opposed = names.pairs(nameRules.opposites);
  const settled = new Set([...ordered, ...opposed].flat());
  const free = names.where((words) => wordGroups.instants.find(words, wordGroups.instants.lists) === undefined);
  const left = free.filter((name) => !settled.has(name)).slice(0, mostOfOne);
  const pairs = [...opposed, ...left.flatMap((name, at) => left.slice(at + 1).map((then) => [name, then] as const))];
  if (pairs.length === 0) return undefined;
  return (draft) => {
    for (const [first, then] of pairs) {
      const [early, late] = [draft.timeAt(first), draft.timeAt(then)];
      if (early === undefined || late === undefined || early <= late) continue;
      const [one, other] = [draft.value[first], draft.value[then]] as readonly [string, string];
      draft.put(first, timeLike(late, one));
      draft.put(then, timeLike(early, other));
    }
  };
};

/** So many times of an object whose order is not known are compared. */
const mostOfOne = 20;

const unitsMs: readonly (readonly [RegExp, number])[] = [
  [/\b(mins?|minutes?)$/, 60_000],
  [/\b(hours?|hrs?)$/, 3_600_000],
  [/\b(days?|nights?)$/, 86_400_000],
];

/** The end of the year 9999: later years have more digits. */
const latestMs = Date.UTC(10_000, 0);

/** A longer time between two times is not counted in minutes or hours. */
const longestMs = 12 * 3_600_000;

/** The duration is the time between both, or else the end is as long after the start as the duration says. */
export const durationIn = (names: PropertyNames, spans: readonly NamePair[]): Agree | undefined => {
  const length = names.find(is('lengthOfTime'));
  const unitMs = unitsMs.find(([pattern]) => pattern.test(names.wordsOf(length ?? '').replace(/ count$/, '')))?.[1];
  if (length === undefined || unitMs === undefined) return undefined;
  return (draft) => {
    const isOfTimes = (pair: NamePair) => pair.every((name) => draft.timeAt(name) !== undefined);
    const [start, end = ''] = spans.find(isOfTimes) ?? [];
    const [from, to] = [draft.timeAt(start), draft.timeAt(end)];
    const [number, shown] = [draft.numberAt(length), draft.value[end]];
    if (number === undefined || from === undefined || to === undefined || typeof shown !== 'string') return;
    const isNear = to > from && (to - from < longestMs || unitMs > longestMs);
    if ((isNear || !draft.isFree(end)) && draft.setNumber(length, (to - from) / unitMs)) return;
    const time = from + number * unitMs;
    if (isDateText(shown) && Math.abs(time) < latestMs) draft.put(end, timeLike(time, shown));
  };
};

const yearMs = 365.25 * 86_400_000;

/** The age is the years since a birth. */
export const ageIn = (names: PropertyNames): Agree | undefined => {
  const [age, birth] = [names.named('age'), names.find((words) => wordGroups.instants.has(words, 'birth'))];
  if (age === undefined || birth === undefined) return undefined;
  return (draft) => {
    const born = draft.value[birth];
    const years = typeof born === 'string' ? Math.floor((draft.now - Date.parse(born)) / yearMs) : Number.NaN;
    if (years > 0) draft.setNumber(age, years);
  };
};

export const dayMs = 86_400_000;
/** The document states times that are farther away. */
const nearMs = 400 * dayMs;

/** Moves times of a text by whole days, so that they stay at their time of the day. */
export const moveBy = (draft: ObjectDraft, names: readonly string[], days: number): void => {
  for (const name of names) {
    const time = draft.timeAt(name);
    if (time !== undefined) draft.put(name, timeLike(time + days * dayMs, draft.value[name] as string));
  }
};

/** The whole days after which a time is before now (negative) or after it (positive); 0 if it is, or is stated by the document. */
export const daysTo = (side: 'past' | 'future', time: number | undefined, now: number): number => {
  if (time === undefined || Math.abs(time - now) > nearMs) return 0;
  if (side === 'past') return time <= now ? 0 : -Math.ceil((time - now) / dayMs);
  return time >= now ? 0 : Math.ceil((now - time) / dayMs);
};

/** A date in parts (`DateOnly` of .NET): the day of the week and of the year are those of the date. */
export const calendarIn = (names: PropertyNames): Agree | undefined => {
  const parts = ['year', 'month', 'day', 'dayofweek', 'dayofyear'].map((name) => names.named(name));
  if (parts.slice(0, 3).includes(undefined)) return undefined;
  return (draft) => {
    const [year, month, day] = parts.map((name) => draft.numberAt(name) ?? Number.NaN) as [number, number, number];
    const time = Date.UTC(year, month - 1, day);
    const ofYear = (time - Date.UTC(year, 0)) / 86_400_000 + 1;
    for (const [name, own] of [
      [parts[3], new Date(time).getUTCDay()],
      [parts[4], ofYear],
    ] as const)
      if (name !== undefined && draft.numberAt(name) !== undefined && !Number.isNaN(time)) draft.put(name, own);
  };
};
