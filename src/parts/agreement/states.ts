/** What a status and flags say beside times: what is pending was not cancelled, what is completed is over, and what expires later is not expired. */
import type { Json } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/singular.ts';
import type { Agree, NamePair, NameRules, ObjectDraft, PropertyNames } from './object-draft.ts';
import { daysTo, moveBy } from './times.ts';

const successes =
  /^(auto)?(archived|closed|completed?|delivered|done|ended|finished|fulfilled|paid|resolved|returned|settled|succeeded|success)$/;
const pending = /^(draft|new|open|overdue|pending|unpaid|awaiting\w*|created|failed|void|voided|canceled)$/;
/** What has to happen before. */
const ladder = ['paid', 'shipped', 'delivered'];
const upcoming = /^(booked|confirmed|future|planned|scheduled|upcoming)$/;
const current = /^(active|current|inprogress|live|ongoing|running|trial|trialing|valid)$/;
const over = /^(expired|noshow|past)$/;
/** When something has ended, in one of several ways. */
const endTime =
  /^(cancell?ed|rejected|declined|completed|finished|closed|resolved|shipped|delivered|returned|refunded|paid|failed)( (at|on|time|date))$/;

const wordOf = (text: string): string => plainName(text).replace('cancelled', 'canceled');
const statusOf = (state: Json | undefined): string | undefined =>
  typeof state === 'string' && /^[a-z]/i.test(state) ? wordOf(state) : undefined;

/** How far a status says that something is. */
export const progressOf = (state: Json | undefined): 'done' | 'pending' | undefined => {
  const word = statusOf(state) ?? '';
  return successes.test(word) || word === 'shipped' ? 'done' : pending.test(word) ? 'pending' : undefined;
};

const statusIn = (names: PropertyNames): string | undefined => names.find(/^(status|state)$/);

const isReached = (reached: string, end: string): boolean => {
  const [own, step] = [ladder.indexOf(reached), ladder.indexOf(end)];
  if (reached === end) return true;
  return own >= 0 && step >= 0 ? own > step : (successes.test(reached) || own >= 0) && successes.test(end);
};

/** The times of ends that a status decides, by name. They are drawn, and then taken away where the status says that it is not so. */
export const decidedTimes = (names: readonly string[], wordsOf: (name: string) => string): ReadonlySet<string> =>
  new Set(
    names.some((name) => /^(status|state)$/.test(wordsOf(name)))
      ? names.filter((name) => endTime.test(wordsOf(name)))
      : [],
  );

export const endsIn = (names: PropertyNames): readonly Agree[] => {
  const status = statusIn(names);
  if (status === undefined) return [];
  return names.where(endTime).flatMap((name): readonly Agree[] => {
    const [end, empty] = [wordOf(endTime.exec(names.wordsOf(name))?.[1] ?? ''), names.allowed.emptyAs(name)];
    if (empty === undefined) return [];
    return [
      (draft) => {
        const reached = statusOf(draft.value[status]);
        const isOther = reached === undefined ? !successes.test(end) : !isReached(reached, end);
        if (draft.value[name] === undefined || !isOther || !draft.isFree(name)) return;
        if (empty === 'null') draft.put(name, null);
        else delete draft.value[name];
      },
    ];
  });
};

const expiry = /^(expir\w+|valid (to|until|till)|(subscription |trial |contract )?ends?)( (at|on|date|time))?$/;

/** What is completed is over, what is scheduled is to come, and what is active has begun and not ended. */
export const momentsIn = (names: PropertyNames, spans: readonly NamePair[]): Agree | undefined => {
  const status = statusIn(names);
  if (status === undefined) return undefined;
  const planned = names.find(
    /^((appointment|booking|meeting|reservation|session|visit)( \w+)? (date|time|at)|scheduled( \w+)?)$/,
  );
  const expires = names.where(expiry).filter((name) => spans.every((span) => !span.includes(name)));
  const all = [
    ...spans,
    ...(planned === undefined ? [] : [[planned, planned] as const]),
    ...expires.map((name) => [undefined, name] as const),
  ];
  if (all.length === 0) return undefined;
  return (draft) => {
    const word = statusOf(draft.value[status]) ?? '';
    const isOver = over.test(word) || successes.test(word);
    if (!isOver && !upcoming.test(word) && !current.test(word)) return;
    for (const [start, end] of all)
      settle(draft, { start, end }, isOver ? 'over' : upcoming.test(word) ? 'upcoming' : 'current');
  };
};

const settle = (
  draft: ObjectDraft,
  { start, end }: { readonly start: string | undefined; readonly end: string },
  phase: 'over' | 'upcoming' | 'current',
): void => {
  const { now } = draft;
  const both = start === undefined ? [end] : [...new Set([start, end])];
  if (phase === 'over') moveBy(draft, both, daysTo('past', draft.timeAt(end), now));
  else if (phase === 'upcoming') moveBy(draft, both, daysTo('future', draft.timeAt(start), now));
  else if (start !== end) {
    moveBy(draft, start === undefined ? [] : [start], daysTo('past', draft.timeAt(start), now));
    moveBy(draft, [end], daysTo('future', draft.timeAt(end), now));
  }
};

/** `deleted` is true if there is a `deleted_at`. */
const flags: NameRules = [
  [
    /^(?:is)?(deleted|removed|archived|revoked|disabled|suspended|blocked|banned|cancell?ed|failed|closed|completed|done|finished|opened|resolved|published|verified|confirmed|read|paid|accepted|approved|locked|edited|returned|refunded|shipped|delivered|sent|seen|redeemed|processed)$/,
    '$1at',
    '$1on',
    '$1date',
    '$1time',
    '$1timestamp',
  ],
];

/** Many services have numbers for flags. */
const isFlag = (flag: Json | undefined): boolean => typeof flag === 'boolean' || flag === 0 || flag === 1;

const putFlag = (draft: ObjectDraft, flag: string, isSet: boolean): void => {
  const own = draft.value[flag];
  if (isFlag(own)) draft.put(flag, typeof own === 'number' ? Number(isSet) : isSet);
};

/** Flags follow the status that has their name, the time when it happened, or the time until which it has not. */
export const flagsIn = (names: PropertyNames): readonly Agree[] => {
  const status = statusIn(names);
  const stated =
    status === undefined
      ? []
      : names.where(/^(is )?(active|archived|cancell?ed|closed|completed|done|expired|open|paid|published|resolved)$/);
  const due = names.find(/^due( (at|on|date|time))?$/);
  const ends = names.where(endTime);
  const late = names.find(/^(is )?(overdue|late)$/);
  const [expires, expired] = [names.find(expiry), names.find(/^(is )?expired$/)];
  return [
    ...names.pairs(flags).map(([flag, time]) => (draft: ObjectDraft) => {
      const own = draft.value[flag];
      if (draft.value[time] !== undefined || own === true || own === 1)
        putFlag(draft, flag, (draft.value[time] ?? null) !== null);
    }),
    ...stated.map((flag) => {
      const stem = wordOf(names.wordsOf(flag).replace(/^is /, ''));
      return (draft: ObjectDraft) => {
        const word = statusOf(draft.value[status as string]);
        if (word === undefined) return;
        const isOne =
          stem === 'active' ? current.test(word) : word === stem || (successes.test(stem) && successes.test(word));
        putFlag(draft, flag, isOne);
      };
    }),
    ...[
      [late, due],
      [expired, expires],
    ].flatMap(([flag, time]): readonly Agree[] => {
      if (flag === undefined || time === undefined) return [];
      return [
        (draft) => {
          const until = draft.timeAt(time);
          const isEnded = flag === late && ends.some((name) => (draft.value[name] ?? null) !== null);
          if (until !== undefined) putFlag(draft, flag, until < draft.now && !isEnded);
        },
      ];
    }),
  ];
};
