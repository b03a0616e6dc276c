/** What the members of one object share, so that they agree: one person, one place, one course of events. */
import type { Faker } from '@faker-js/faker';
import type { NameHint } from './name-hint.ts';

/** Filled as members are drawn. */
export interface SharedFacts {
  person?: Person;
  countryCode?: string;
  course?: Course;
}

export interface FactsContext {
  /** Of the object that is being drawn. */
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

/** Instants in milliseconds, each after the one before. */
interface Course {
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

/** RFC 2606: nobody has an address there. */
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

const courseOf = ({ shared, random, now }: FactsContext): Course => {
  if (shared.course !== undefined) return shared.course;
  const [deleted, updated, finished, started, created] = Array.from({ length: 5 }, () => random() * 30 * dayMs)
    .sort((one, other) => one - other)
    .map((ago) => now - ago) as [number, number, number, number, number];
  const start = now + (random() * 25 - 5) * dayMs;
  shared.course = { created, started, finished, updated, deleted, start, end: start + hourMs + random() * 3 * dayMs };
  return shared.course;
};

type Instant = (context: FactsContext) => number;

const future: Instant = ({ random, now }) => now + (1 + random() * 29) * dayMs;
const past: Instant = ({ random, now }) => now - random() * 30 * dayMs;

/** The first whose pattern fits the name's words counts. */
const instants: readonly (readonly [RegExp, Instant])[] = [
  [/\b(birth\w*|dob|born)\b/, ({ random, now }) => now - (18 + random() * 50) * yearMs],
  [/\b(expir\w*|due|deadline|scheduled|next|renew\w*)\b/, future],
  [/\b(deleted|removed|archived|revoked|disabled)\b/, (context) => courseOf(context).deleted],
  [/\b(updated?|modified|changed|edited|last|synced|seen)\b/, (context) => courseOf(context).updated],
  [
    /\b(finished|completed|closed|cancell?ed|resolved|ended|stopped|delivered|shipped|paid|merged|approved)\b/,
    (context) => courseOf(context).finished,
  ],
  [/\b(started|opened|sent|submitted|published|activated|confirmed)\b/, (context) => courseOf(context).started],
  [/\b(created?|creation|inserted|registered|joined|added|placed|issued)\b/, (context) => courseOf(context).created],
  [/\b(starts?|begins?|begin\w*|from|since|departure|check in|open)\b/, (context) => courseOf(context).start],
  [/\b(ends?|until|to|till|finish|arrival|check out|close)\b/, (context) => courseOf(context).end],
];

/** An instant that fits what the member is called, in whole seconds; in the thirty days before now where that says nothing. */
export const instantFor = (context: FactsContext, { words }: NameHint): number => {
  const found = instants.find(([pattern]) => pattern.test(words))?.[1] ?? past;
  return Math.floor(found(context) / 1000) * 1000;
};
