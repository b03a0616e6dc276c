/** Realistic text by the name of a property, for strings without a format or pattern. */
import type { Faker } from '@faker-js/faker';
import { singular } from '../../core/primitives/words.ts';
import { slugOf } from '../../core/service/id-names.ts';
import { testCards } from '../../parts/agreement/index.ts';
import { fullNameOf, isForeign, loginOf, newPerson, placeFor } from '../../parts/locale/index.ts';
import { type Meaning, wordGroups } from '../../parts/names/index.ts';
import { isOfPicture, isPicture, otherPictures, picture } from '../../parts/pictures/index.ts';
import { wordLists } from '../../parts/words/index.ts';
import type { DrawContext } from './draw-context.ts';
import { date, dateTime, describedPerson, email } from './formats.ts';
import {
  companyName,
  type FakeText,
  fullName,
  genre,
  isPerson,
  isPersonal,
  kindOf,
  namedBy,
  ownName,
  ownNoun,
  ownType,
  placed,
  plainWords,
  proseFor,
  unitFor,
} from './kinds-of-things.ts';
import { hintFor, type NameHint } from './name-hint.ts';
import { currencyOf, currencySymbolOf, languageOf, nearby, personOf, sharedPlace, titleOf } from './shared-facts.ts';
import {
  among,
  choicesOf,
  nameFor,
  oneOf,
  phraseFor,
  sentenceFor,
  slugFor,
  streets,
  titleFor,
  troubles,
  wordFor,
} from './vocabulary.ts';

const url = (context: DrawContext) => `https://example.com/${slugFor(context)}`;
const title: FakeText = (_faker, context) => titleFor(context);
/** The name of another person: `customer` in `customerName` is the one of `customerEmail`. */
const roleName: FakeText = (faker, context, { words }) =>
  fullNameOf(personOf(context, faker, describedPerson(words.replace(/ ?(full )?name$/, ''))));
const otherName: FakeText = (faker) => fullNameOf(newPerson(faker));
/** The subject: what is wrong, for a ticket; a title, for a message. */
const subject: FakeText = (faker, context, hint) => {
  const kind = kindOf(hint.ownerWords);
  return (kind === undefined || isPerson(kind) ? title : kind)(faker, context, hint);
};
/** An amount with two digits: `12.50`. */
const amount: FakeText = (faker) => faker.finance.amount({ min: 1, max: 200 });

/** A number in a text: `12.5`. */
const measured =
  (min: number, max: number, fractionDigits = 0): FakeText =>
  (faker) =>
    faker.number.float({ min, max, fractionDigits }).toString();

const relative = among('Father Mother Brother Sister');
/** Models of any make. */
const carModel = among('Estate GT Sport Touring');
const slug: FakeText = (_faker, context, { words }) => slugOf(phraseFor(context, words));

const moment: FakeText = (_faker, context, hint) => dateTime(context, hint);

const token: FakeText = (faker) => faker.string.alphanumeric(24);

const usual = choicesOf(wordGroups.texts.values);
const statuses = choicesOf(wordGroups.statuses.values);

/** The last digit of a number of goods (GTIN) follows from the others. */
const withCheckDigit = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

const kinds: Readonly<Record<Meaning<'texts'>, FakeText>> = {
  ...usual,
  lastTime: moment,
  email: (_faker, context, hint) => email(context, hint),
  firstName: (faker, context) => personOf(context, faker).first,
  middleName: (faker) => faker.person.firstName(),
  lastName: (faker, context) => personOf(context, faker).last,
  // That of a thing is its name again.
  fullName: (faker, context, hint) =>
    hint.ownerWords === '' || isPerson(kindOf(hint.ownerWords))
      ? fullName(faker, context, hint)
      : titleOf(context, () => titleTextFor(faker, context, hint)),
  handle: (faker, context, hint) =>
    isPersonal(hint.ownerWords)
      ? loginOf(personOf(context, faker))
      : slugOf(titleOf(context, () => titleTextFor(faker, context, hint))),
  nickname: (faker, context, hint) =>
    hint.ownerWords === '' || isPersonal(hint.ownerWords)
      ? loginOf(personOf(context, faker))
      : titleTextFor(faker, context, hint),
  login: (faker, context) => loginOf(personOf(context, faker)),
  initials: (faker, context) => fullNameOf(personOf(context, faker)).replace(/(\w)\w* */g, '$1'),
  gender: (faker, context, { words, ownerWords }) =>
    words.endsWith('genre') && (!isPersonal(ownerWords) || wordGroups.owners.has(ownerWords, 'artist'))
      ? genre(faker, context)
      : personOf(context, faker).sex,
  file: (_faker, context, { words, ownerWords }) =>
    `${slugFor(context)}.${isOfPicture(`${ownerWords} ${words}`) ? 'png' : 'pdf'}`,
  path: (_faker, context) => `/${wordFor(context)}/${wordFor(context)}`,
  host: (_faker, context) => `${wordFor(context)}.example.com`,
  phone: (faker) => faker.phone.number({ style: 'international' }),
  extension: (faker) => faker.string.numeric(3),
  numberOf: measured(1, 40),
  link: (_faker, context) => url(context),
  flag: (faker) => String(faker.datatype.boolean()),
  // Both ends of a journey.
  end: (faker, { random }) => placeFor(faker, random).city,
  city: placed('city'),
  countryCode: placed('countryCode'),
  countryCode3: placed('countryCode3'),
  regionCode: placed('regionCode'),
  region: placed('region'),
  postalCode: placed('postalCode'),
  ip: (_faker, context) => `192.0.2.${1 + Math.floor(context.random() * 254)}`,
  mac: (faker) => faker.internet.mac(),
  houseNumber: measured(1, 120),
  street: (faker, context) =>
    isForeign(faker)
      ? faker.location.streetAddress()
      : `${1 + Math.floor(context.random() * 120)} ${oneOf(...streets)(undefined, context)}`,
  apartment: (faker) => `Apt. ${faker.number.int({ min: 1, max: 60 })}`,
  latitude: (_faker, context) => nearby(context, 'latitude').toFixed(4),
  longitude: (_faker, context) => nearby(context, 'longitude').toFixed(4),
  timeZone: placed('timeZone'),
  currency: (_faker, context) => currencyOf(context),
  currencySymbol: (_faker, context) => currencySymbolOf(context),
  accounting: amount,
  exchangeRate: measured(0.5, 1.5, 4),
  amount,
  iban: (faker) => faker.finance.iban(),
  cardNumber: oneOf(...testCards.map(([, number]) => number)),
  cardHolder: (faker, context) => fullNameOf(personOf(context, faker)),
  expiryMonth: (faker) => String(faker.number.int({ min: 1, max: 12 })).padStart(2, '0'),
  expiryYear: (faker, { now }) => String(new Date(now).getUTCFullYear() + faker.number.int({ min: 1, max: 4 })),
  lastDigits: (faker) => faker.string.numeric(4),
  securityCode: (faker) => faker.string.numeric(3),
  bic: (faker) => faker.finance.bic(),
  arn: (_faker, context, { words }) =>
    `arn:aws:iam::123456789012:${words.split(' ').at(-2) ?? 'role'}/${slugFor(context)}`,
  salutation: (faker, context) => (personOf(context, faker).sex === 'male' ? 'Mr' : 'Ms'),
  language: (_faker, context) => languageOf(context).code,
  hexColor: (faker) => faker.color.rgb(),
  job: (faker) => faker.person.jobTitle(),
  brand: (faker, context, hint) =>
    (wordGroups.owners.has(hint.ownerWords, 'vehicle') ? usual.carMake : companyName)(faker, context, hint),
  model: (faker, context, hint) =>
    (wordGroups.owners.has(hint.ownerWords, 'vehicle') ? carModel : slug)(faker, context, hint),
  relation: (faker, context, { words, ownerWords }) =>
    isPersonal(ownerWords) ? relative(faker, context) : phraseFor(context, words),
  slug: (faker, context, hint) => slugOf(titleOf(context, () => titleTextFor(faker, context, hint))),
  uuid: (faker) => faker.string.uuid(),
  hash: (faker) => faker.string.hexadecimal({ length: 40, prefix: '', casing: 'lower' }),
  token,
  password: (_faker, context) => `${titleFor(context).replace(' ', '-')}-${10 + Math.floor(context.random() * 90)}`,
  isbn: (faker) => faker.commerce.isbn({ separator: '' }),
  barcode: (faker) => faker.string.numeric(12),
  ean: (faker) => withCheckDigit(faker.string.numeric(12)),
  sku: (faker) => `${faker.string.alpha({ length: 3, casing: 'upper' })}-${faker.string.numeric(4)}`,
  id: (faker) => faker.string.alphanumeric({ length: 12, casing: 'lower' }),
  nationalId: (faker) => faker.string.numeric({ length: 9, allowLeadingZeros: false }),
  plate: (faker) => `${faker.string.alpha({ length: 2, casing: 'upper' })}-${faker.string.numeric(4)}`,
  roomNumber: measured(101, 420),
  number: (faker) => faker.string.numeric({ length: 6, allowLeadingZeros: false }),
  version: (faker) => faker.system.semver(),
  partNumber: (faker) => `${faker.string.alpha({ length: 2, casing: 'upper' })}-${faker.string.numeric(5)}`,
  measure: measured(0.1, 100, 1),
  extent: measured(10, 300),
  percent: measured(0, 100),
  rating: measured(1, 5, 1),
  quantity: measured(1, 40),
  age: measured(18, 90),
  year: measured(1990, 2030),
  clock: (_faker, context, hint) =>
    dateTime(context, hint.words === 'hour' ? { ...hint, words: 'start' } : hint).slice(11, 16),
  // Those of a file agree with its name.
  mimeType: (_faker, _context, { words, ownerWords }) =>
    isOfPicture(`${ownerWords} ${words}`) ? 'image/png' : 'application/pdf',
  date: (_faker, context, hint) => date(context, hint),
  dateTime: moment,
  noun: ownNoun,
  cursor: (faker) => faker.string.alphanumeric(16),
  error: oneOf(...troubles),
  subject,
  prose: (_faker, context, hint) => proseFor(hint)(context),
  html: (_faker, context) => `<p>${sentenceFor(context)}</p>`,
  passcode: (faker) => faker.string.numeric(6),
  vin: (faker) => faker.vehicle.vin(),
  symbol: (faker) => faker.string.alpha({ length: 4, casing: 'upper' }),
  room: (faker) => `Room ${faker.number.int({ min: 101, max: 420 })}`,
  line: measured(1, 200),
  copyright: companyName,
  type: ownType,
  status: (faker, context, hint) =>
    (wordGroups.statuses.find(plainWords(hint.ownerWords), statuses) ?? usual.status)(faker, context),
  slugs: slug,
  unit: unitFor,
  code: (faker) => faker.string.alphanumeric({ length: 6, casing: 'upper' }),
};

/** The code of a country or of a part of it, where an example has one. */
export const placeCodeFor = ({ words }: NameHint, example: string): ((context: DrawContext) => string) | undefined => {
  if (!/^[A-Z]{2,3}$/.test(example)) return undefined;
  if (wordGroups.ends.has(words, 'country')) {
    const code = example.length === 2 ? 'countryCode' : 'countryCode3';
    return (context) => sharedPlace(context)[code];
  }
  return wordGroups.ends.has(words, 'region') ? (context) => sharedPlace(context).regionCode : undefined;
};

/** A shorter text for a schema that limits its length: `DE` for Germany. */
export const shorterTexts = (hint: NameHint, context: DrawContext): readonly string[] => {
  const { words } = hint;
  if (isPicture(hint)) return otherPictures(context, hint);
  if (wordGroups.ends.has(words, 'country'))
    return [sharedPlace(context).countryCode3, sharedPlace(context).countryCode];
  return wordGroups.ends.has(words, 'region') ? [sharedPlace(context).regionCode] : [];
};

/** Texts by the name of the object: the title or name of a book, a company, a person. */
const titleTextFor = (faker: Faker, context: DrawContext, hint: NameHint): string =>
  (kindOf(hint.ownerWords) ?? ownName)(faker, context, hint);

/** `{ "phone": { "value": … } }` has a phone number. */
const meantBy = ({ words, ownerWords }: NameHint): string => {
  const { ends, names } = wordGroups;
  if (names.has(words, 'range') && ends.has(ownerWords, 'hours')) return `${words} clock time`;
  if (names.has(words, 'range') && ends.has(ownerWords, 'spans')) return `${words} date`;
  const [thing] = ends.patternOf('codedThing').exec(singular(plainWords(ownerWords))) ?? [];
  if (thing !== undefined && names.has(words, 'code')) return `${thing} ${words}`;
  return words === 'value' && !ends.has(ownerWords, 'anyValue') ? singular(plainWords(ownerWords)) : words;
};

export const fakeTextFor = (hint: NameHint): FakeText | undefined => {
  const words = meantBy(hint);
  if (words === hint.words) return fakeTextBy(hint);
  const meant = { ...hint, words, ownerWords: '' };
  const found = fakeTextBy(meant);
  return found && ((faker, context) => found(faker, context, meant));
};

const aPicture: FakeText = (_faker, context, hint) => picture(context, hint);

const fakeTextBy = (hint: NameHint): FakeText | undefined => {
  const { words, ownerWords } = hint;
  const { ends, names } = wordGroups;
  if (isPicture(hint)) return aPicture;
  if (names.has(words, 'range') && wordGroups.inside.has(ownerWords, 'mail')) return newAddress;
  // Two tokens, as a login of Django returns them.
  if (names.has(words, 'ofTokens') && /\btoken\b/.test(ownerWords)) return token;
  const kind = wordGroups.texts.find(words, kinds);
  if (kind !== undefined) return kind;
  if (wordLists.tallies.has(words)) return kinds.quantity;
  if (!ends.has(words, 'named'))
    return ends.has(ownerWords, 'addresses') ? (_faker, context) => url(context) : textOfKind(words);
  const isOwn = names.has(words, 'ownName');
  const found = isOwn ? kindOf(ownerWords) : (kindOf(words.replace(/ (name|title)$/, '')) ?? namedBy(words));
  if (words === 'title' && found === fullName) return kinds.job;
  if (isOwn && found === undefined) return ownTitle;
  if (found === undefined) return (_faker, context) => nameFor(context, words.replace(/ (name|title)$/, ''));
  // A person's title is not a name.
  if (found === fullName && !isOwn) return words.endsWith('title') ? undefined : roleName;
  return isOwn ? (faker, context, hint) => titleOf(context, () => found(faker, context, hint)) : found;
};

/** `customer: Ada Miller`, `manufacturer: Acme Inc`: what the words name, by its name. */
const textOfKind = (words: string): FakeText | undefined => {
  if (wordGroups.ends.has(words, 'unnamed')) return undefined;
  const kind = kindOf(words);
  return isPerson(kind) ? otherName : kind;
};

const ownTitle: FakeText = (faker, context, hint) => titleOf(context, () => ownName(faker, context, hint));
const newAddress: FakeText = (_faker, context) => email(context, hintFor('', ''));
