/** Facts that the properties of one object share, so that they agree: a person, a country, a sequence of events. */

import type { Faker } from '@faker-js/faker';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { type KnownPlace, loginOf, newPerson, type Person, placeFor } from '../../parts/locale/index.ts';
import { type Meaning, wordGroups } from '../../parts/names/index.ts';
import type { NameHint } from './name-hint.ts';

/** Filled while properties are drawn. */
export interface SharedFacts {
  /** The people by role: `customer` for `customerName` and `customerEmail`; empty for the person that the object describes. */
  people?: Map<string, Person>;
  /** What was stated of the person that the object describes. */
  known?: { readonly first: string | undefined; readonly last: string | undefined };
  place?: KnownPlace;
  title?: string;
  timeline?: Timeline;
  language?: (typeof languages)[number];
}

export interface FactsContext {
  /** The currency of all amounts in the value. */
  currency: Currency | undefined;
  /** The facts of the object that is being drawn. */
  readonly shared: SharedFacts;
  /** In [0, 1). */
  readonly random: () => number;
  /** World time in milliseconds. */
  readonly now: number;
  /** Whether the value depends on `now`, except for the part that the caller replaces. */
  isDated: boolean;
  /** Plain values are drawn without it. */
  readonly tools: { readonly faker: Faker } | undefined;
}

/** Instants in milliseconds, in order. */
interface Timeline {
  readonly created: number;
  readonly started: number;
  readonly finished: number;
  readonly updated: number;
  readonly deleted: number;
  readonly start: number;
  readonly end: number;
  /** The end of what has times of day: half an hour to two hours after its start. */
  readonly soon: number;
}

export const personOf = (context: FactsContext, faker: Faker, role = ''): Person => {
  context.shared.people ??= new Map();
  return getOrInsert(context.shared.people, role, () => {
    const { first, last } = role === '' ? (context.shared.known ?? {}) : {};
    return { ...newPerson(faker), ...(first && { first }), ...(last && { last }) };
  });
};

/** RFC 2606 reserves the domain, so that nobody has the address. */
export const emailOf = (person: Person): string => `${loginOf(person)}@example.com`;

/** The title or the name of the object that is being drawn: its slug follows it. */
export const titleOf = ({ shared }: FactsContext, create: () => string): string => {
  shared.title ??= create();
  return shared.title;
};

const currencies = {
  EUR: ['Euro', '€'],
  USD: ['US Dollar', '$'],
  GBP: ['Pound Sterling', '£'],
  CHF: ['Swiss Franc', 'CHF'],
} as const;
type Currency = keyof typeof currencies;
const currencyCodes = Object.keys(currencies) as readonly Currency[];

export const currencyOf = (context: FactsContext): Currency => {
  context.currency ??= currencyCodes[Math.floor(context.random() * currencyCodes.length)] as Currency;
  return context.currency;
};
export const currencyNameOf = (context: FactsContext): string => currencies[currencyOf(context)][0];
export const currencySymbolOf = (context: FactsContext): string => currencies[currencyOf(context)][1];

const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'German' },
  { code: 'fr', name: 'French' },
  { code: 'es', name: 'Spanish' },
];

export const languageOf = ({ shared, random }: FactsContext): (typeof languages)[number] => {
  shared.language ??= languages[Math.floor(random() * languages.length)] as (typeof languages)[number];
  return shared.language;
};

/** The place of the object: the parts of an address are those of one country. */
export const sharedPlace = ({ shared, random, tools }: FactsContext): KnownPlace => {
  shared.place ??= placeFor(tools?.faker, random);
  return shared.place;
};

/** A point at most some kilometres from the place of the object. */
export const nearby = (context: FactsContext, axis: 'latitude' | 'longitude'): number =>
  sharedPlace(context)[axis] + (context.random() - 0.5) / 10;

const quarterMs = 900_000;
const hourMs = 4 * quarterMs;
const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;

const timelineOf = ({ shared, random, now }: FactsContext): Timeline => {
  if (shared.timeline !== undefined) return shared.timeline;
  const [deleted, updated, finished, started, created] = Array.from({ length: 5 }, () => random() * 30 * dayMs)
    .sort((left, right) => left - right)
    .map((ago) => now - ago) as [number, number, number, number, number];
  // What is planned begins in the working day, at a quarter of an hour.
  const day = now / dayMs + random() * 25 - 5;
  const rest = random();
  const start = Math.floor(day) * dayMs + 8 * hourMs + Math.floor((day % 1) * 36) * quarterMs;
  const [end, soon] = [start + (1 + Math.floor(rest * 5)) * dayMs, start + (2 + Math.floor(rest * 7)) * quarterMs];
  shared.timeline = { created, started, finished, updated, deleted, start, end, soon };
  return shared.timeline;
};

type Instant = (context: FactsContext) => number;

const future: Instant = ({ random, now }) => Math.ceil((now + (1 + random() * 29) * dayMs) / quarterMs) * quarterMs;
/** A time between creation and end: nothing happens before or after. */
const past: Instant = (context) => {
  const { created, finished } = timelineOf(context);
  return created + context.random() * (finished - created);
};

/** Up to two hours after the hour, on the day on which something begins. */
const hourOf = (context: FactsContext, hour: number): number => {
  const { start } = timelineOf(context);
  return start - (start % dayMs) + hour * hourMs + (start % (8 * quarterMs));
};

const instants: Readonly<Record<Meaning<'instants'>, Instant>> = {
  birth: ({ random, now }) => now - (18 + random() * 50) * yearMs,
  founding: ({ random, now }) => now - (2 + random() * 60) * yearMs,
  hiring: ({ random, now }) => now - (0.2 + random() * 10) * yearMs,
  due: (context) => Math.max(future(context), timelineOf(context).end),
  future,
  appointment: (context) => timelineOf(context).start,
  deleted: (context) => timelineOf(context).deleted,
  updated: (context) => timelineOf(context).updated,
  delivered: (context) => (timelineOf(context).finished + timelineOf(context).updated) / 2,
  finished: (context) => timelineOf(context).finished,
  started: (context) => timelineOf(context).started,
  created: (context) => timelineOf(context).created,
  opening: (context) => hourOf(context, 8),
  closing: (context) => hourOf(context, 17),
  start: (context) => timelineOf(context).start,
  soon: (context) => timelineOf(context).soon,
  end: (context) => timelineOf(context).end,
};

const longInstants: Readonly<Record<Meaning<'longInstants'>, Instant>> = {
  start: (context) => timelineOf(context).start - 20 * dayMs,
  end: (context) => timelineOf(context).start + (timelineOf(context).end - timelineOf(context).start) * 60,
};

export const isKnownInstant = (words: string): boolean => wordGroups.instants.find(words, instants) !== undefined;

/** An instant that matches the name, in whole seconds. For other names, an instant in the last thirty days. */
export const instantFor = (context: FactsContext, { words, ownerWords }: NameHint): number => {
  context.isDated = true;
  const isBrief = wordGroups.owners.has(ownerWords, 'brief') && wordGroups.names.has(words, 'ending');
  const said = wordGroups.names.has(words, 'anyTime') ? `${ownerWords} ${words}` : words;
  const meant = wordGroups.owners.has(ownerWords, 'run')
    ? said.replace(/\b(begin|start)(?=s?\b)/, 'started').replace(/\b(end|stop)(?=s?\b)/, 'ended')
    : isBrief
      ? `${words} time`
      : said;
  const found =
    (wordGroups.owners.has(ownerWords, 'long') ? wordGroups.longInstants.find(meant, longInstants) : undefined) ??
    wordGroups.instants.find(meant, instants) ??
    past;
  return Math.floor(found(context) / 1000) * 1000;
};
