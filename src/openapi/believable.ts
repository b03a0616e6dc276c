/** Text that looks like what a member is called, for strings whose schema says no more than that. */
import type { Faker } from '@faker-js/faker';
import type { DrawContext } from './draw-context.ts';
import { date, dateTime } from './formats.ts';
import { type Hint, hintFor } from './hint.ts';

export type Believable = (faker: Faker, context: DrawContext) => string;

const person =
  /\b(user|person|people|customer|author|owner|contact|member|employee|assignee|creator|sender|recipient|driver|profile|account|client|guest|speaker|player|artist)s?\b/;
const product = /\b(product|item|article|goods|merchandise|listing|sku|menu|dish)s?\b/;
const company = /\b(company|organi[sz]ation|vendor|supplier|merchant|brand|manufacturer|tenant|business)s?\b/;

const nameOf: (ownerWords: string) => Believable = (ownerWords) => {
  if (person.test(ownerWords)) return (faker) => faker.person.fullName();
  if (company.test(ownerWords)) return (faker) => faker.company.name();
  if (product.test(ownerWords)) return (faker) => faker.commerce.productName();
  return (faker) => capital(`${faker.word.adjective()} ${faker.word.noun()}`);
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const slug = (faker: Faker): string => `${faker.word.adjective()}-${faker.word.noun()}`;
const id = (faker: Faker): string => faker.string.alphanumeric({ length: 12, casing: 'lower' });
const url = (faker: Faker): string => `https://${faker.internet.domainWord()}.example.com`;

/** The first whose pattern fits the name's words counts. */
const kinds: readonly (readonly [RegExp, Believable])[] = [
  [/\b(e ?mail( address)?|cc|bcc|reply to)$/, (faker) => faker.internet.email().toLowerCase()],
  [/\b(first|given|fore) ?name$/, (faker) => faker.person.firstName()],
  [/\b(last|family|sur) ?name$/, (faker) => faker.person.lastName()],
  [/\b(full|real|contact|customer|author|owner) name$/, (faker) => faker.person.fullName()],
  [/\b(user ?name|login|nick ?name|handle|screen name)$/, (faker) => faker.internet.username().toLowerCase()],
  [/\b(company|organi[sz]ation|business|vendor|brand)( name)?$/, (faker) => faker.company.name()],
  [/\bfile ?name$/, (faker) => faker.system.commonFileName()],
  [/\b(host ?name|host|domain( name)?)$/, (faker) => `${faker.internet.domainWord()}.example.com`],
  [/\b(phone|mobile|fax|telephone)( number)?$/, (faker) => faker.phone.number({ style: 'international' })],
  [
    /\b(avatar|image|photo|picture|thumbnail|logo|icon|cover)( ur[li])?$/,
    (faker) => `${url(faker)}/${faker.word.noun()}.png`,
  ],
  [
    /\b(ur[li]|link|href|website|homepage|web site|callback|endpoint|webhook)$/,
    (faker) => `${url(faker)}/${faker.word.noun()}`,
  ],
  [/\b(city|town)$/, (faker) => faker.location.city()],
  [/\b(country code|country iso)$/, (faker) => faker.location.countryCode()],
  [/\bcountry( name)?$/, (faker) => faker.location.country()],
  [/\b(province|county|region)$/, (faker) => faker.location.state()],
  [/\b(zip|zip code|postal code|postcode|post code)$/, (faker) => faker.location.zipCode()],
  [/\b(street|street address|address( line)?( ?1)?)$/, (faker) => faker.location.streetAddress()],
  [/\b(time ?zone|tz)$/, (faker) => faker.location.timeZone()],
  [/\b(currency|currency code)$/, (faker) => faker.finance.currencyCode()],
  [/\b(price|amount|cost|total|fee|balance)$/, (faker) => faker.finance.amount({ min: 1, max: 200 })],
  [/\b(locale|language|lang)( code)?$/, () => 'en'],
  [/\bcolou?r$/, (faker) => faker.color.human()],
  [/\b(job title|job|position|occupation)$/, (faker) => faker.person.jobTitle()],
  [/\b(department|category|genre)( name)?$/, (faker) => faker.commerce.department()],
  [/\b(tag|label|keyword)s?$/, (faker) => faker.word.noun()],
  [/\bslug$/, slug],
  [/\b(uuid|guid)$/, (faker) => faker.string.uuid()],
  [
    /\b(etag|hash|sha|checksum|digest|signature)\d*$/,
    (faker) => faker.string.hexadecimal({ length: 40, prefix: '', casing: 'lower' }),
  ],
  [/\b(token|secret|password|api key|access key)$/, (faker) => faker.string.alphanumeric(24)],
  [/\b(id|ids|sid|key|ref|reference)$/, id],
  [/\bversion$/, (faker) => faker.system.semver()],
  [/\b(ip|ip address)$/, (_faker, context) => `192.0.2.${1 + Math.floor(context.random() * 254)}`],
  [/\buser agent$/, (faker) => faker.internet.userAgent()],
  [/\b(mime ?type|content type|media type)$/, () => 'application/json'],
  [/\b(sku|isbn|ean|barcode|serial( number)?)$/, (faker) => faker.string.numeric(12)],
  [/\b(date|birthday|dob)$/, (_faker, context) => date(context, noHint)],
  [/\b(at|timestamp|time|date ?time|created|updated|modified)$/, (_faker, context) => dateTime(context, noHint)],
  [/\b(title|subject|headline|heading)$/, (faker) => capital(faker.word.words({ count: { min: 2, max: 4 } }))],
  [
    /\b(description|summary|bio|body|content|text|comment|message|note|notes|about|details?|reason|caption|abstract)$/,
    (faker) => faker.lorem.sentence(),
  ],
  [/\b(status|state)$/, () => 'active'],
  [/\bcode$/, (faker) => faker.string.alphanumeric({ length: 6, casing: 'upper' })],
];

const noHint: Hint = hintFor('', '');

export const believable = ({ words, ownerWords }: Hint): Believable | undefined => {
  const kind = kinds.find(([pattern]) => pattern.test(words))?.[1];
  if (kind !== undefined) return kind;
  return /\bname$/.test(words) ? nameOf(words === 'name' ? ownerWords : words) : undefined;
};
