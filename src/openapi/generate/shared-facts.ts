/** Facts that the properties of one object share, so that they agree: a person, a country, a sequence of events. */
import type { Faker } from '@faker-js/faker';
import type { NameHint } from './name-hint.ts';

/** Filled while properties are drawn. */
export interface SharedFacts {
  person?: Person;
  countryCode?: string;
  timeline?: Timeline;
}

export interface FactsContext {
  /** The facts of the object that is being drawn. */
  readonly shared: SharedFacts;
  /** In [0, 1). */
  readonly random: () => number;
  /** World time in milliseconds. */
  readonly now: number;
}

interface Person {
  readonly first: string;
  readonly last: string;
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
}

export const personOf = ({ shared }: FactsContext, faker: Faker): Person => {
  shared.person ??= newPerson(faker);
  return shared.person;
};

export const newPerson = (faker: Faker): Person => ({
  first: faker.person.firstName(),
  last: faker.person.lastName(),
});

export const fullNameOf = ({ first, last }: Person): string => `${first} ${last}`;

/** RFC 2606 reserves the domain, so that nobody has the address. */
export const emailOf = (person: Person): string => `${loginOf(person)}@example.com`;

export const loginOf = ({ first, last }: Person): string =>
  [first, last].map((name) => name.toLowerCase().replace(/[^a-z]/g, '')).join('.');

export const countryCodeOf = ({ shared }: FactsContext, faker: Faker): string => {
  shared.countryCode ??= faker.location.countryCode();
  return shared.countryCode;
};

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

export const countryOf = (context: FactsContext, faker: Faker): string => {
  const code = countryCodeOf(context, faker);
  return countryNames.of(code) ?? code;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;

const timelineOf = ({ shared, random, now }: FactsContext): Timeline => {
  if (shared.timeline !== undefined) return shared.timeline;
  const [deleted, updated, finished, started, created] = Array.from({ length: 5 }, () => random() * 30 * dayMs)
    .sort((left, right) => left - right)
    .map((ago) => now - ago) as [number, number, number, number, number];
  const start = now + (random() * 25 - 5) * dayMs;
  shared.timeline = { created, started, finished, updated, deleted, start, end: start + hourMs + random() * 3 * dayMs };
  return shared.timeline;
};

type Instant = (context: FactsContext) => number;

const future: Instant = ({ random, now }) => now + (1 + random() * 29) * dayMs;
const past: Instant = ({ random, now }) => now - random() * 30 * dayMs;

/** The first pattern that matches the words of the name applies. */
const instants: readonly (readonly [RegExp, Instant])[] = [
  [/\b(birth\w*|dob|born)\b/, ({ random, now }) => now - (18 + random() * 50) * yearMs],
  [/\b(expir\w*|due|deadline|scheduled|next|renew\w*)\b/, future],
  [/\b(deleted|removed|archived|revoked|disabled)\b/, (context) => timelineOf(context).deleted],
  [/\b(updated?|modified|changed|edited|last|synced|seen)\b/, (context) => timelineOf(context).updated],
  [
    /\b(finished|completed|closed|cancell?ed|resolved|ended|stopped|delivered|shipped|paid|merged|approved)\b/,
    (context) => timelineOf(context).finished,
  ],
  [/\b(started|opened|sent|submitted|published|activated|confirmed)\b/, (context) => timelineOf(context).started],
  [/\b(created?|creation|inserted|registered|joined|added|placed|issued)\b/, (context) => timelineOf(context).created],
  [/\b(starts?|begins?|begin\w*|from|since|departure|check in|open)\b/, (context) => timelineOf(context).start],
  [/\b(ends?|until|to|till|finish|arrival|check out|close)\b/, (context) => timelineOf(context).end],
];

/** An instant that matches the name, in whole seconds. For other names, an instant in the last thirty days. */
export const instantFor = (context: FactsContext, { words }: NameHint): number => {
  const found = instants.find(([pattern]) => pattern.test(words))?.[1] ?? past;
  return Math.floor(found(context) / 1000) * 1000;
};
