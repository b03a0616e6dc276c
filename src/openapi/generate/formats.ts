/** Generates text in the formats of JSON Schema and OpenAPI. */
import { newPerson } from '../../parts/locale/index.ts';
import { wordGroups } from '../../parts/names/index.ts';
import { isPicture, picture } from '../../parts/pictures/index.ts';
import type { DrawContext } from './draw-context.ts';
import { rangeFor } from './draw-number.ts';
import type { NameHint } from './name-hint.ts';
import { currencyOf, emailOf, instantFor, nearby, personOf } from './shared-facts.ts';
import { slugFor, wordFor } from './vocabulary.ts';

type Format = (context: DrawContext, hint: NameHint) => string;

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000Z', 'Z');

export const dateTime: Format = (context, hint) => isoOf(instantFor(context, hint));
export const date: Format = (context, hint) => dateTime(context, hint).slice(0, 10);

const hex = (context: DrawContext, length: number) =>
  Array.from({ length }, () => Math.floor(context.random() * 16).toString(16)).join('');

export const uuid = (context: DrawContext): string => {
  const variant = '89ab'[Math.floor(context.random() * 4)] as string;
  return `${hex(context, 8)}-${hex(context, 4)}-4${hex(context, 3)}-${variant}${hex(context, 3)}-${hex(context, 12)}`;
};

/** The address of the person that the object or the name states (`customer_email`), or of another person (`reply_to`). */
export const email: Format = (context, { words }) => {
  const faker = context.tools?.faker;
  if (faker === undefined) return 'someone@example.com';
  const role = wordGroups.names.patternOf('role').exec(words);
  return emailOf(role === null ? newPerson(faker) : personOf(context, faker, describedPerson(role[1] ?? '')));
};

/** Whom a name describes: `customer` in `customer name`; empty for the object itself. */
export const describedPerson = (words: string): string => (wordGroups.names.has(words, 'ownAddress') ? '' : words);

const digits: Format = ({ random }) => String(1 + Math.floor(random() * 1000));

/** A number of what the name says. */
const decimal: Format = (context, hint) => {
  const axis = (['latitude', 'longitude'] as const).find((one) => wordGroups.ends.has(hint.words, one));
  if (axis !== undefined) return nearby(context, axis).toFixed(4);
  const [low, high] = rangeFor(hint);
  return (low + context.random() * (high - low)).toFixed(2);
};

const uri: Format = (context, hint) =>
  isPicture(hint) ? picture(context, hint) : `https://example.com/${slugFor(context)}`;
const reference: Format = (context, hint) => (isPicture(hint) ? picture(context, hint) : `/${wordFor(context)}`);
const octet = (context: DrawContext): number => 1 + Math.floor(context.random() * 254);

export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date-time', dateTime],
  ['date', date],
  [
    'time',
    (context, hint) => dateTime(context, { ...hint, words: hint.words.replace(/(?<! time)$/, ' time') }).slice(11),
  ],
  ['local-date-time', (context, hint) => dateTime(context, hint).slice(0, 19)],
  ['duration', ({ random }) => `PT${1 + Math.floor(random() * 59)}M`],
  ['time-span', ({ random }) => `00:${10 + Math.floor(random() * 50)}:00`],
  ['uuid', uuid],
  ['email', email],
  ['idn-email', email],
  ['uri', uri],
  ['url', uri],
  ['iri', uri],
  ['uri-reference', reference],
  ['iri-reference', reference],
  ['uri-template', (context) => `/${wordFor(context)}/{id}`],
  ['hostname', (context) => `${wordFor(context)}.example.com`],
  ['idn-hostname', (context) => `${wordFor(context)}.example.com`],
  // The address blocks for documentation of RFC 5737 and RFC 3849.
  ['ipv4', (context) => `192.0.2.${octet(context)}`],
  ['ipv6', (context) => `2001:db8::${hex(context, 4).replace(/^0+(?=.)/, '')}`],
  ['binary', wordFor],
  // Integers as text, which services send because doubles would round them.
  ['int32', digits],
  ['int64', digits],
  ['uint64', digits],
  ['decimal', decimal],
  ['currency', currencyOf],
  ['regex', () => '^[a-z]+$'],
  ['json-pointer', (context) => `/${wordFor(context)}`],
  ['relative-json-pointer', () => '0'],
]);

type Resize = (text: string, lengths: { readonly minLength: number; readonly maxLength: number }) => string;

const resizeUri: Resize = (text, { minLength, maxLength }) =>
  text.length > maxLength
    ? 'http://a.io'.slice(0, Math.max(maxLength, 10))
    : text + '/more'.repeat(Math.max(0, Math.ceil((minLength - text.length) / '/more'.length)));

/** Lengthens or shortens text of a format to the lengths of the schema. */
export const resizers: ReadonlyMap<string, Resize> = new Map<string, Resize>([
  [
    'email',
    (text, { minLength, maxLength }) =>
      text.length > maxLength
        ? text.replace(/[^@]*@.*/, (tail) => `${tail.slice(0, Math.max(1, maxLength - 5))}@a.io`)
        : `${'a'.repeat(Math.min(64, Math.max(0, minLength - text.length)))}${text}`,
  ],
  ['uri', resizeUri],
  ['url', resizeUri],
  [
    'date-time',
    (text, { minLength }) =>
      text.length < minLength ? text.replace('Z', `.${'0'.repeat(Math.max(1, minLength - 21))}Z`) : text,
  ],
]);
