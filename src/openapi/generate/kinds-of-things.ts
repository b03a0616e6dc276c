/** The kinds of things that names mean, and what things of each kind are called and said about. */
import type { Faker } from '@faker-js/faker';
import { singular } from '../../core/primitives/words.ts';
import { fullNameOf, isForeign, type KnownPlace, newPerson } from '../../parts/locale/index.ts';
import { type Meaning, nameRules, wordGroups } from '../../parts/names/index.ts';
import type { DrawContext } from './draw-context.ts';
import { englishOf, type NameHint } from './name-hint.ts';
import { currencyNameOf, languageOf, personOf, sharedPlace } from './shared-facts.ts';
import {
  among,
  articleFor,
  bioFor,
  capitals,
  categories,
  choicesOf,
  dishes,
  headlineFor,
  ingredients,
  localTitle,
  nameFor,
  offerFor,
  oneOf,
  plotFor,
  productFor,
  type RandomSource,
  remarkFor,
  sentenceFor,
  slugFor,
  songFor,
  streets,
  teams,
  todos,
  troubles,
  wordFor,
} from './vocabulary.ts';

type Choose = (faker: unknown, source: RandomSource) => string;

const anyType = oneOf('standard', 'premium', 'basic', 'classic', 'custom');

/** `address_type: billing`; a `type` alone of other things often repeats their name. */
export const typeFor =
  (words: string, ownerWords: string, noun: string): Choose =>
  (faker, source) => {
    const own = words.replace(wordGroups.texts.patternOf('type'), '').replace(/(\bsub)? ?$/, '');
    const of = singular(own || ownerWords);
    const found = wordGroups.types.find(of, wordGroups.types.values);
    return found !== undefined
      ? oneOf(...found.split('|'))(faker, source)
      : own === '' && noun !== '' && !/(type|kind)$/.test(noun)
        ? noun
        : anyType(faker, source);
  };

export type FakeText = (faker: Faker, context: DrawContext, hint: NameHint) => string;

export const placed =
  (part: Exclude<keyof KnownPlace, 'latitude' | 'longitude'>): FakeText =>
  (_faker, context) =>
    sharedPlace(context)[part];
export const fullName: FakeText = (faker, context) => fullNameOf(personOf(context, faker));
export const companyName: FakeText = (faker, context) =>
  isForeign(faker) ? faker.company.name() : `${newPerson(faker).last} ${legalForm(faker, context)}`;
const legalForm = oneOf('& Sons', 'Foods', 'Group', 'Inc', 'Logistics', 'Ltd', 'Partners', 'Systems', 'Trading');
/** The title of a locale in place of an English one. */
const titled =
  (draw: FakeText): FakeText =>
  (faker, context, hint) =>
    localTitle(context) ?? draw(faker, context, hint);

const productName = titled((_faker, context) => productFor(context));
const headline: FakeText = (_faker, context) => headlineFor(context);

const club = among('Comets Rangers Rovers Stars Titans United');

const usual = choicesOf(wordGroups.things.values);
export const { genre } = usual;

/** Names by the kind of object, which the words of the object or of the property itself show. */
const named: Readonly<Record<Meaning<'things'>, FakeText>> = {
  ...usual,
  task: titled(oneOf(...todos)),
  ticket: titled(oneOf(...troubles)),
  type: (faker, context, { ownerWords }) => capitals(typeFor(plainWords(ownerWords), '', '')(faker, context)),
  ingredient: oneOf(...ingredients),
  release: (faker) => faker.system.semver(),
  song: titled((_faker, context) => songFor(context)),
  office: (_faker, context) => `${sharedPlace(context).city} Office`,
  company: companyName,
  article: headline,
  product: productName,
  dish: titled(oneOf(...dishes)),
  country: placed('country'),
  city: placed('city'),
  region: placed('region'),
  street: (faker, context) => (isForeign(faker) ? faker.location.street() : oneOf(...streets)(undefined, context)),
  team: (_faker, context) => `${sharedPlace(context).city} ${club(undefined, context)}`,
  category: oneOf(...categories),
  department: oneOf(...teams.map(capitals)),
  tag: (_faker, context) => wordFor(context),
  currency: (_faker, context) => currencyNameOf(context),
  language: (_faker, context) => languageOf(context).name,
  file: (_faker, context) => `${slugFor(context)}.pdf`,
  domain: (_faker, context) => `${slugFor(context)}.example.com`,
  person: fullName,
};

export const namedBy = (words: string): FakeText | undefined => wordGroups.things.find(words, named);

/** Whether an object is around the properties of a thing, and states nothing about it: `attributes` in JSON:API. */
export const isWrapper = (words: string): boolean => wordGroups.names.has(words, 'wrapper');

/** How a thing is named, by its last word: a `user setting` is a setting. Words that end in `person` are of an object that is a person. */
export const kindOf = (words: string): FakeText | undefined => {
  if (words.endsWith(' person')) return kindOf(words.slice(0, -' person'.length)) ?? fullName;
  const [last = '', before = ''] = plainWords(words).split(' ').reverse();
  const { has } = wordGroups.names;
  const things = has(last, 'indirect') ? [before, last] : has(last, 'preposition') ? [`${before} ${last}`] : [last];
  return things.map(namedBy).find((found) => found !== undefined);
};

/** The name of the component instead, if that says what the things are, and theirs does not: `following` are of the schema `User`. */
export const clearerName = (name: string, component: string | undefined): string => {
  if (name === '' || component === undefined || kindOf(englishOf(name)) !== undefined) return name;
  const words = englishOf(component);
  return wordGroups.inside.has(words, 'unclear') || kindOf(words) === undefined ? name : component;
};

/** Whether words name a thing that is known not to be a person, although it may have an email address. */
export const isImpersonal = (words: string): boolean => {
  const kind = kindOf(words);
  return kind !== undefined && !isPerson(kind);
};

export const isPerson = (kind: FakeText | undefined): boolean => kind === fullName;
/** Whether words name a person, or what only a person has. */
export const isPersonal = (words: string): boolean => isPerson(kindOf(words));

/** The words of a schema that state something about the thing. */
export const plainWords = (words: string): string =>
  nameRules.plain.reduce((all, [beside]) => all.replace(beside, ''), words.replace(/ person$/, ''));

export const ownName: FakeText = (_faker, context, { ownerWords }) => nameFor(context, plainWords(ownerWords));

/** What the object is: `line_item`. */
const nounOf = (ownerWords: string) => singular(plainWords(ownerWords)).replaceAll(' ', '_');
export const ownNoun: FakeText = (_faker, _context, { ownerWords }) => nounOf(ownerWords) || 'object';
export const ownType: FakeText = (faker, context, { words, ownerWords }) =>
  typeFor(words, plainWords(ownerWords), nounOf(ownerWords))(faker, context);
const proseOf: ReadonlyMap<FakeText | undefined, (context: DrawContext) => string> = new Map([
  [fullName, bioFor],
  [productName, offerFor],
  [headline, articleFor],
  [usual.work, plotFor],
]);
/** What a description of a person, of goods, or of anything else says. */
export const proseFor = ({ words, ownerWords }: NameHint): ((context: DrawContext) => string) => {
  const { has } = wordGroups.ends;
  if (has(words, 'answer') || (has(words, 'answerText') && has(ownerWords, 'answer'))) return remarkFor;
  if (!has(words, 'longText')) return sentenceFor;
  return proseOf.get(kindOf(ownerWords)) ?? sentenceFor;
};

const unitOfGoods = among('pcs box set');
const unitOfFood = among('g ml tbsp');
const unitOfMeasure = among('kg m l');

export const unitFor: FakeText = (faker, context, { ownerWords }) =>
  (wordGroups.owners.has(ownerWords, 'goods')
    ? unitOfGoods
    : wordGroups.things.has(ownerWords, 'ingredient')
      ? unitOfFood
      : unitOfMeasure)(faker, context);
