/** What a status and flags say beside times: what is pending was not cancelled, what is completed is over, and what expires later is not expired. */

import type { Json } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/words.ts';
import { type Meaning, nameRules, wordGroups } from '../names/index.ts';
import { wordLists } from '../words/index.ts';
import { type Agree, is, type NamePair, type ObjectDraft, type PropertyNames } from './object-draft.ts';
import { dayMs, daysTo, moveBy } from './times.ts';

const wordOf = (text: string) => plainName(text).replace('cancelled', 'canceled');
const statusOf = (state: Json | undefined): string | undefined =>
  typeof state === 'string' && /^[a-z]/i.test(state) ? wordOf(state) : undefined;

const isSuccess = (word: string) => wordGroups.progress.has(word, 'success');

/** How far a status says that something is. */
export const progressOf = (state: Json | undefined): 'done' | 'pending' | undefined => {
  const word = statusOf(state) ?? '';
  return isSuccess(word) || word === 'shipped'
    ? 'done'
    : wordGroups.progress.has(word, 'pending')
      ? 'pending'
      : undefined;
};

/** A state beside a city or a postal code is a part of a country. */
const [placed] = nameRules.besides.filter(([, name]) => name.test('state')) as [(typeof nameRules.besides)[number]];
const statusOfAll = (all: readonly string[], wordsOf: (name: string) => string): string | undefined => {
  const isPlace = placed[0].every((one) => all.some((name) => one.test(wordsOf(name))));
  return all.find((name) => is('status')(wordsOf(name)) && !(isPlace && placed[1].test(wordsOf(name))));
};
const statusIn = (names: PropertyNames): string | undefined => statusOfAll(names.all, (name) => names.wordsOf(name));

const isReached = (reached: string, end: string) => {
  const [own, step] = [wordLists.ladder.all.indexOf(reached), wordLists.ladder.all.indexOf(end)];
  if (reached === end) return true;
  return own >= 0 && step >= 0 ? own > step : (isSuccess(reached) || own >= 0) && isSuccess(end);
};

/** The times of ends that a status decides, by name. They are drawn, and then taken away where the status says that it is not so. */
export const decidedTimes = (names: readonly string[], wordsOf: (name: string) => string): ReadonlySet<string> =>
  new Set(statusOfAll(names, wordsOf) !== undefined ? names.filter((name) => is('endTime')(wordsOf(name))) : []);

export const endsIn = (names: PropertyNames): readonly Agree[] => {
  const status = statusIn(names);
  if (status === undefined) return [];
  return names.where(is('endTime')).flatMap((name): Agree | readonly Agree[] => {
    const [end, empty] = [
      wordOf(wordGroups.names.patternOf('endTime').exec(names.wordsOf(name))?.[1] ?? ''),
      names.allowed.emptyAs(name),
    ];
    if (empty === undefined) return [];
    return (draft) => {
      const reached = statusOf(draft.value[status]);
      const isOther = reached === undefined ? !isSuccess(end) : !isReached(reached, end);
      if (draft.value[name] === undefined || !isOther || !draft.isFree(name)) return;
      if (empty === 'null') draft.put(name, null);
      else delete draft.value[name];
    };
  });
};

/** What is completed is over, what is scheduled is to come, and what is active has begun and not ended. */
export const momentsIn = (names: PropertyNames, spans: readonly NamePair[]): Agree | undefined => {
  const status = statusIn(names);
  if (status === undefined) return undefined;
  const planned = names.find(is('planned'));
  const expires = names.where(is('expiry')).filter((name) => spans.every((span) => !span.includes(name)));
  const all = [
    ...spans,
    ...(planned === undefined ? [] : [[planned, planned] as const]),
    ...expires.map((name) => [undefined, name] as const),
  ];
  if (all.length === 0) return undefined;
  return (draft) => {
    const word = statusOf(draft.value[status]) ?? '';
    const phase = wordGroups.progress.find(word, phases);
    if (phase !== undefined) for (const [start, end] of all) settle(draft, { start, end }, phase);
  };
};

/** The progress follows the status: all of what is done, nothing of what is pending. */
export const advanceIn = (names: PropertyNames): Agree | undefined => {
  const [status, advance] = [statusIn(names), names.find(is('advance'))];
  if (status === undefined || advance === undefined) return undefined;
  return (draft) => {
    const [progress, number] = [progressOf(draft.value[status]), draft.numberAt(advance)];
    if (progress === undefined || number === undefined) return;
    draft.setNumber(advance, progress === 'pending' ? 0 : Number.isInteger(number) || number > 1 ? 100 : 1);
  };
};

type Phase = 'over' | 'upcoming' | 'current';
const phases: Readonly<Record<Meaning<'progress'>, Phase | undefined>> = {
  ...{ success: 'over', over: 'over', upcoming: 'upcoming', current: 'current', pending: undefined },
};

/** Whether what begins and ends takes hours, so that whole days between do not fit. */
const isBrief = (draft: ObjectDraft, start: string | undefined, end: string) =>
  Math.abs((draft.timeAt(end) ?? 0) - (draft.timeAt(start) ?? 0)) < dayMs;

const settle = (
  draft: ObjectDraft,
  { start, end }: { readonly start: string | undefined; readonly end: string },
  phase: Phase,
) => {
  const { now } = draft;
  const both = start === undefined ? [end] : [...new Set([start, end])];
  if (phase === 'over') moveBy(draft, both, daysTo('past', draft.timeAt(end), now));
  else if (phase === 'upcoming') moveBy(draft, both, daysTo('future', draft.timeAt(start), now));
  else if (start !== end && !isBrief(draft, start, end)) {
    moveBy(draft, start === undefined ? [] : [start], daysTo('past', draft.timeAt(start), now));
    moveBy(draft, [end], daysTo('future', draft.timeAt(end), now));
  }
};

/** Whether a value is a flag: many services have numbers for them. */
const isFlag = (flag: Json | undefined) => typeof flag === 'boolean' || flag === 0 || flag === 1;

const putFlag = (draft: ObjectDraft, flag: string, isSet: boolean) => {
  const own = draft.value[flag];
  if (isFlag(own)) draft.put(flag, typeof own === 'number' ? Number(isSet) : isSet);
};

/** Flags follow the status that has their name, the time when it happened, or the time until which it has not. */
export const flagsIn = (names: PropertyNames): readonly Agree[] => {
  const status = statusIn(names);
  const { takes } = names.allowed;
  const isListed = (word: string) =>
    [word, word.toUpperCase(), word.replace(/^./, (first) => first.toUpperCase())].some((one) =>
      takes(status ?? '', one),
    );
  // A status that may be any text has no values of its own.
  const isValue = status !== undefined && !isListed('no value') ? isListed : () => false;
  const stemOf = (name: string) => names.wordsOf(name).replace(/^is /, '');
  const stated =
    status === undefined
      ? []
      : names.all.filter((name) => is('stateFlag')(names.wordsOf(name)) || isValue(stemOf(name)));
  const due = names.find(is('due'));
  const ends = names.where(is('endTime'));
  const late = names.find(is('late'));
  const [expires, expired] = [names.find(is('expiry')), names.named('expired')];
  return [
    ...names.pairs(nameRules.flags).map(([flag, time]) => (draft: ObjectDraft) => {
      const own = draft.value[flag];
      if (draft.value[time] !== undefined || own === true || own === 1)
        putFlag(draft, flag, (draft.value[time] ?? null) !== null);
    }),
    ...names.pairs(nameRules.stocked).map(([flag, left]) => (draft: ObjectDraft) => {
      const number = draft.numberAt(left);
      if (number !== undefined) putFlag(draft, flag, number > 0);
    }),
    ...stated.map((flag) => {
      const stem = wordOf(stemOf(flag));
      return (draft: ObjectDraft) => {
        const word = statusOf(draft.value[status as string]);
        if (word === undefined) return;
        const isOne =
          stem === 'active'
            ? wordGroups.progress.has(word, 'current')
            : word === stem || (isSuccess(stem) && isSuccess(word));
        putFlag(draft, flag, isOne);
      };
    }),
    ...[
      [late, due],
      [expired, expires],
    ].flatMap(([flag, time]): Agree | readonly Agree[] => {
      if (flag === undefined || time === undefined) return [];
      return (draft) => {
        const until = draft.timeAt(time);
        const isEnded = flag === late && ends.some((name) => (draft.value[name] ?? null) !== null);
        if (until !== undefined) putFlag(draft, flag, until < draft.now && !isEnded);
      };
    }),
  ];
};
