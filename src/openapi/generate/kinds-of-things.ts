/** The kinds of things that names mean, and what things of each kind are called and said about. */
import type { Faker } from '@faker-js/faker';
import { singular } from '../../core/primitives/singular.ts';
import { fullNameOf, isForeign, newPerson } from '../../parts/locale/index.ts';
import type { DrawContext } from './draw-context.ts';
import { englishOf, type NameHint } from './name-hint.ts';
import { currencyNameOf, languageOf, personOf, sharedPlace } from './shared-facts.ts';
import { nameOfType, typeFor } from './usual-values.ts';
import {
  articleFor,
  bioFor,
  capitals,
  categories,
  dishes,
  headlineFor,
  ingredients,
  nameFor,
  offerFor,
  oneOf,
  plotFor,
  productFor,
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

export type FakeText = (faker: Faker, context: DrawContext, hint: NameHint) => string;

export const fullName: FakeText = (faker, context) => fullNameOf(personOf(context, faker));
export const companyName: FakeText = (faker, context) =>
  isForeign(faker) ? faker.company.name() : `${newPerson(faker).last} ${legalForm(faker, context)}`;
const legalForm = oneOf('& Sons', 'Foods', 'Group', 'Inc', 'Logistics', 'Ltd', 'Partners', 'Systems', 'Trading');
const productName: FakeText = (_faker, context) => productFor(context);
const workTitle: FakeText = (faker) => faker.book.title();
const headline: FakeText = (_faker, context) => headlineFor(context);

export const genre: FakeText = oneOf('Comedy', 'Documentary', 'Drama', 'Thriller');

const clubs = ['Comets', 'Rangers', 'Rovers', 'Stars', 'Titans', 'United'];

/** Names by the kind of object, which the words of the object or of the property itself show. */
export const named: readonly (readonly [RegExp, FakeText])[] = [
  [/\b(to ?do|task|reminder|chore|action item)s?\b/, oneOf(...todos)],
  [/\b(ticket|issue|bug|incident|case|complaint)s?\b/, oneOf(...troubles)],
  [/\b(anime|book|film|manga|movie|musical|novel|opera|play|series|show)s?\b/, workTitle],
  [/\b(status|state)(es)?\b/, oneOf('New', 'In progress', 'On hold', 'Resolved', 'Closed')],
  [/\b(priority|severity)\b/, oneOf('Low', 'Normal', 'High', 'Urgent')],
  [/\b(tracker|variant)s?\b/, oneOf('Standard', 'Basic', 'Custom', 'Premium', 'Classic')],
  [/\b(type|kind)s?\b/, (faker, context, { ownerWords }) => nameOfType(plainWords(ownerWords))(faker, context)],
  [/\b(activity|activities)\b/, oneOf('Design', 'Development', 'Meeting', 'Research', 'Support')],
  [
    /\bevents?\b/,
    oneOf('Annual Conference', 'Customer Day', 'Open House', 'Summer Party', 'Training Day', 'Winter Concert'),
  ],
  [
    /\b(speciali[sz]ation|specialt(y|ies))s?\b/,
    oneOf('Cardiology', 'Dermatology', 'Neurology', 'Pediatrics', 'Surgery'),
  ],
  [/\bingredients?\b/, oneOf(...ingredients)],
  [/\b(release|milestone)s?\b/, (faker) => faker.system.semver()],
  [/\b(song|track|album)s?\b/, (_faker, context) => songFor(context)],
  [
    /\b(accommodation|apartment|bungalow|cabin|cottage|flat|holiday home|lodging|villa)s?\b/,
    oneOf(
      'City Centre Flat',
      'Garden Apartment',
      'Harbour View Loft',
      'Lakeside Cottage',
      'Old Town Studio',
      'Sunny Villa',
    ),
  ],
  [/\b(location|office|venue|facility|facilities)s?\b/, (_faker, context) => `${sharedPlace(context).city} Office`],
  [
    /\b(company|companies|corporat(e|ion)|firm|organi[sz]ation|partner|vendor|supplier|merchant|brand|manufacturer|publisher|tenant|business|employer|agency|agencies|bank|insurer|carrier|clinic|hospital|hotel|pharmacy|pharmacies|restaurant|salon|school|shop|store|university|warehouse|winery|brewery)(e?s)?\b/,
    companyName,
  ],
  [/\b(article|post|story|blog|page|news|chapter|lesson|course)s?\b/, headline],
  [/\b(product|item|goods|merchandise|listing|sku|stock|inventory)s?\b/, productName],
  [/\b(menu|dish|meal|food|recipe)s?\b/, oneOf(...dishes)],
  [/\b(country|countries|nation)\b/, (_faker, context) => sharedPlace(context).country],
  [/\b(city|cities|town)\b/, (_faker, context) => sharedPlace(context).city],
  [/\b(province|county|region)s?\b/, (_faker, context) => sharedPlace(context).region],
  [/\b(street|road)s?\b/, oneOf(...streets)],
  [/\bgenres\b/, genre],
  [/\b(team|club)s?\b/, (_faker, context) => `${sharedPlace(context).city} ${oneOf(...clubs)(undefined, context)}`],
  [/\b(category|categories)\b/, oneOf(...categories)],
  [/\b(department|group|squad)s?\b/, oneOf(...teams.map(capitals))],
  [/\b(tag|label|keyword|topic)s?\b/, (_faker, context) => wordFor(context)],
  [/\b(colou?r)s?\b/, (faker) => faker.color.human()],
  [/\b(currency|currencies)\b/, (_faker, context) => currencyNameOf(context)],
  [/\blanguages?\b/, (_faker, context) => languageOf(context).name],
  [/\b(file|document|attachment|upload)s?\b/, (_faker, context) => `${slugFor(context)}.pdf`],
  [/\b(domain|host)s?\b/, (_faker, context) => `${slugFor(context)}.example.com`],
  [/\b(role|permission|scope)s?\b/, oneOf('admin', 'editor', 'viewer')],
  [
    /\b(user|person|people|customer|author|owner|contact|member|employee|assignee|assigned to|creator|sender|recipient|driver|profile|client|guest|speaker|player|artist|patient|student|teacher|manager|reporter|reviewer|approver|doctor|responsible|requester|tutor|guardian|attendee|participant|passenger|instructor|trainer|coach|candidate|applicant|holder|professional|consultant|dentist|nurse|barber|stylist|therapist|lawyer|athlete|subscriber|volunteer|courier|borrower|lender|renter|buyer|seller|payer|payee|host|organi[sz]er|moderator|watcher|collaborator|contributor|winner|mentor|supervisor|follower)s?\b|\w+ by$/,
    fullName,
  ],
];

/** Words in names of schemas that state nothing about the thing, behind it and before it. */
const beside =
  /( (api|dto|vo|po|model|view|presenter|representation|response|resp|request|result|envelope|wrapper|payload|row|out|output|in|input|read|detail|details|list|page|paginated|base|schema|resource|entity|create|created|update|updated|patched|summary|brief|full|record|object|obj|data|db|info|ref|reference|attributes?|properties|public|private|basic|nested|mini|compact|serializer|with( \w+)+|v?\d+))+$|^((api|get|read|list|page|paginated|paged|response|result|envelope|of) )+/g;

/** Objects around the properties of a thing, which state nothing about it: `attributes` in JSON:API. */
export const isWrapper = (words: string): boolean =>
  /^(attributes?|data|info|meta ?data|node|payload|properties|result)$/.test(words);

/**
 * How a thing is named, by the last word of what it is called: a `user setting` is a setting, not a user. Words that end in `person` are those
 * of an object whose other properties belong to a person.
 */
export const kindOf = (words: string): FakeText | undefined => {
  if (words.endsWith(' person')) return kindOf(words.slice(0, -' person'.length)) ?? fullName;
  const [last = '', before = ''] = plainWords(words).split(' ').reverse();
  const things = /^(items?|entry|entries|listings?|profiles?)$/.test(last)
    ? [before, last]
    : /^(to|by)$/.test(last)
      ? [`${before} ${last}`]
      : [last];
  return things
    .map((thing) => named.find(([pattern]) => pattern.test(thing))?.[1])
    .find((found) => found !== undefined);
};

/** These words of a component say what it is for, and not always what it is. */
const unclear =
  /\b(items?|entr(y|ies)|listings?|profiles?|clients?|scopes?|by|lists?|status(es)?|states?|types?|kinds?|pages?|post|models?|results?|id)\b/;

/** The name of the component instead, if that says what the things are, and theirs does not: `following` are of the schema `User`. */
export const clearerName = (name: string, component: string | undefined): string => {
  if (name === '' || component === undefined || kindOf(englishOf(name)) !== undefined) return name;
  const words = englishOf(component);
  return unclear.test(words) || kindOf(words) === undefined ? name : component;
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
export const plainWords = (words: string): string => words.replace(/ person$/, '').replace(beside, '');

export const ownName: FakeText = (_faker, context, { ownerWords }) => nameFor(context, plainWords(ownerWords));

/** What the object is: `line_item`. */
const nounOf = (ownerWords: string): string => singular(plainWords(ownerWords)).replaceAll(' ', '_');
export const ownNoun: FakeText = (_faker, _context, { ownerWords }) => nounOf(ownerWords) || 'object';
export const ownType: FakeText = (faker, context, { words, ownerWords }) =>
  typeFor(words, plainWords(ownerWords), nounOf(ownerWords))(faker, context);
const answering = /\b(comments?|feedback|messages?|repl(y|ies)|reviews?)$/;
const proseOf: ReadonlyMap<FakeText | undefined, (context: DrawContext) => string> = new Map([
  [fullName, bioFor],
  [productName, offerFor],
  [headline, articleFor],
  [workTitle, plotFor],
]);
/** What a description of a person, of goods, or of anything else says. */
export const proseFor = ({ words, ownerWords }: NameHint): ((context: DrawContext) => string) => {
  if (answering.test(words) || (/\b(body|content|text)$/.test(words) && answering.test(ownerWords))) return remarkFor;
  if (!/\b(about|bio|body|content|description|details?|summary|text)$/.test(words)) return sentenceFor;
  return proseOf.get(kindOf(ownerWords)) ?? sentenceFor;
};

const goods = /\b(product|item|goods|article|material|stock|inventory|sku|part)s?\b/;
const unitOfGoods = oneOf('pcs', 'box', 'set');
const unitOfMeasure = oneOf('kg', 'm', 'l');

export const unitFor: FakeText = (faker, context, { ownerWords }) =>
  (goods.test(ownerWords) ? unitOfGoods : unitOfMeasure)(faker, context);
