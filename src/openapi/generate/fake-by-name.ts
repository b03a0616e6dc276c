/** Realistic text by the name of a property, for strings without a format or pattern. */
import type { Faker } from '@faker-js/faker';
import { slugOf } from '../../core/primitives/id-names.ts';
import { singular } from '../../core/primitives/singular.ts';
import { testCards } from '../../parts/agreement/index.ts';
import { fullNameOf, isForeign, loginOf, newPerson, placeFor } from '../../parts/locale/index.ts';
import { isPicture, ofPicture, otherPictures, picture } from '../../parts/pictures/index.ts';
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
  named,
  ownName,
  ownNoun,
  ownType,
  plainWords,
  proseFor,
  unitFor,
} from './kinds-of-things.ts';
import type { NameHint } from './name-hint.ts';
import { currencyOf, currencySymbolOf, languageOf, nearby, personOf, sharedPlace, titleOf } from './shared-facts.ts';
import { usualValues } from './usual-values.ts';
import { nameFor, oneOf, phraseFor, sentenceFor, slugFor, streets, titleFor, wordFor } from './vocabulary.ts';

const url = (context: DrawContext): string => `https://example.com/${slugFor(context)}`;
const title: FakeText = (_faker, context) => titleFor(context);
/** The name of another person: `customer` in `customerName` is the one of `customerEmail`. */
const roleName: FakeText = (faker, context, { words }) =>
  fullNameOf(personOf(context, faker, describedPerson(words.replace(/ ?(full )?name$/, ''))));
const otherName: FakeText = (faker) => fullNameOf(newPerson(faker));
const fileName =
  (extension: string): FakeText =>
  (_faker, context) =>
    `${slugFor(context)}.${extension}`;
/** The subject: what is wrong, for a ticket; a title, for a message. */
const subject: FakeText = (faker, context, hint) => {
  const kind = kindOf(hint.ownerWords);
  return (kind === undefined || isPerson(kind) ? title : kind)(faker, context, hint);
};
const money = /\b(pric(?:e|ing)|amount|cost|total|subtotal|fee|balance|tax|discount)/;
/** An amount with two digits: `12.50`. */
const amount: FakeText = (faker) => faker.finance.amount({ min: 1, max: 200 });

/** A number in a text: `12.5`. */
const measured =
  (min: number, max: number, fractionDigits = 0): FakeText =>
  (faker) =>
    faker.number.float({ min, max, fractionDigits }).toString();

const gender: FakeText = (faker, context) => personOf(context, faker).sex;
/** They make works of a genre. In other languages, somebody's genre is their gender. */
const artistic = /\b(artist|author|band|composer|musician|singer|writer)s?\b/;
const medical = oneOf('Cardiology', 'Dermatology', 'Neurology', 'Pediatrics');
const trade = oneOf('Diagnostics', 'Electronics', 'Installation', 'Maintenance');
const vehicle = /\b(vehicle|car|truck|automobile|motorcycle|motorbike|scooter|van)s?\b/;
const carMake = oneOf('Ford', 'Honda', 'Toyota', 'Volvo');
/** These words say no make. */
const carModel = oneOf('Estate', 'GT', 'Sport', 'Touring');
const slug: FakeText = (_faker, context, { words }) => slugOf(phraseFor(context, words));
const technical = /\b(technician|mechanic|engineer|worker|contractor|craftsman)s?\b/;

const token: FakeText = (faker) => faker.string.alphanumeric(24);

/** The first pattern that matches the words of the name applies. */
const kinds: readonly (readonly [RegExp, FakeText])[] = [
  // Clients put it before the token that they send.
  [/^token type$/, () => 'bearer'],
  [/\b(e ?mail( address)?|mail address|cc|bcc|reply ?to)$|^mail$/, (_faker, context, hint) => email(context, hint)],
  [/\b(first|given|fore) ?name$/, (faker, context) => personOf(context, faker).first],
  [/\b(middle ?name)$/, (faker) => faker.person.middleName()],
  [/\b(last|family|sur) ?name$/, (faker, context) => personOf(context, faker).last],
  [
    /^(full|real|display|legal|birth) ?name$|^name full$/,
    // That of a thing is its name again.
    (faker, context, hint) =>
      hint.ownerWords === '' || isPerson(kindOf(hint.ownerWords))
        ? fullName(faker, context, hint)
        : titleOf(context, () => titleTextFor(faker, context, hint)),
  ],
  [
    /\bhandle$/,
    (faker, context, hint) =>
      isPersonal(hint.ownerWords)
        ? loginOf(personOf(context, faker))
        : slugOf(titleOf(context, () => titleTextFor(faker, context, hint))),
  ],
  [
    /\bnick ?name$/,
    (faker, context, hint) =>
      hint.ownerWords === '' || isPersonal(hint.ownerWords)
        ? loginOf(personOf(context, faker))
        : titleTextFor(faker, context, hint),
  ],
  [/\b((user|unix) ?name|login|screen name)$/, (faker, context) => loginOf(personOf(context, faker))],
  [/\binitials$/, (faker, context) => fullNameOf(personOf(context, faker)).replace(/(\w)\w* */g, '$1')],
  [
    /\b(gender|sex|genre)$/,
    (faker, context, hint) =>
      (hint.words.endsWith('genre') && (!isPersonal(hint.ownerWords) || artistic.test(hint.ownerWords))
        ? genre
        : gender)(faker, context, hint),
  ],
  [/\b(image|picture|photo|avatar|logo|icon|cover|thumbnail) file ?name$/, fileName('png')],
  [
    /\bfile ?name$/,
    (faker, context, hint) => fileName(ofPicture.test(hint.ownerWords) ? 'png' : 'pdf')(faker, context, hint),
  ],
  [
    /\b(file ?(path|location)|path|path ?string|director(y|ies)|folder|file ?loc|url (prefix|route))$/,
    (_faker, context) => `/${wordFor(context)}/${wordFor(context)}`,
  ],
  [/\b(host ?name|host|fqdn|domain( name)?)$/, (_faker, context) => `${wordFor(context)}.example.com`],
  [
    /\b(phone|mobile|fax|telephone|cell)( ?(number|no))?( ?\d)?$|\bcontact (number|no)$/,
    (faker) => faker.phone.number({ style: 'international' }),
  ],
  [/\b(phone|mobile|telephone|tel) ?ext(ension)?$/, (faker) => faker.string.numeric(3)],
  [/\b(number|no|num) of \w/, measured(1, 40)],
  [
    /\b(ur[li]|link|href|website|homepage|web site|(web|internet) address|callback|endpoint|webhook)$/,
    (_faker, context) => url(context),
  ],
  [/^(is|has|can|should) /, (faker) => String(faker.datatype.boolean())],
  // Both ends of a journey.
  [/^(origin|destination)$/, (faker, { random }) => placeFor(faker, random).city],
  [
    /\b(city|town|locality|municipality|location|birth ?place|place of (birth|death))$/,
    (_faker, context) => sharedPlace(context).city,
  ],
  [
    /\b(country ?(code|iso|alpha)( ?(code|alpha))?( ?2)?|nationality)$/,
    (_faker, context) => sharedPlace(context).countryCode,
  ],
  [/\bcountry ?(code|iso|alpha)( ?(code|alpha))? ?3$/, (_faker, context) => sharedPlace(context).countryCode3],
  [/\b(region|state|province|county) ?(code|iso|abbr\w*)$/, (_faker, context) => sharedPlace(context).regionCode],
  [/\b(address|billing|shipping) (state|region|province)$/, (_faker, context) => sharedPlace(context).region],
  [
    /\b(zip|zip code|postal|postal ?code|code postal|postcode|post code)$/,
    (_faker, context) => sharedPlace(context).postalCode,
  ],
  [/\b(ip|ipv4|ip address)$/, (_faker, context) => `192.0.2.${1 + Math.floor(context.random() * 254)}`],
  [/\bmac( address)?$/, (faker) => faker.internet.mac()],
  [/\b(house|street|building|door) ?(number|no|nr|num)$/, measured(1, 120)],
  [
    /\b(street( ?1)?|street address|street line 1|address( line)?( ?1)?)$|^line ?1$/,
    (faker, context) =>
      isForeign(faker)
        ? faker.location.streetAddress()
        : `${1 + Math.floor(context.random() * 120)} ${oneOf(...streets)(undefined, context)}`,
  ],
  [
    /\b((address( line)?|street) ?2|apartment|suite)$|^line ?2$/,
    (faker) => `Apt. ${faker.number.int({ min: 1, max: 60 })}`,
  ],
  [/\b(address( line)?|street) ?[3-9]$|^line ?[3-9]$/, oneOf('2nd floor', 'Building C', 'Rear entrance')],
  [/\blat(itude)?$/, (_faker, context) => nearby(context, 'latitude').toFixed(4)],
  [/\b(lng|lon|longitude)$/, (_faker, context) => nearby(context, 'longitude').toFixed(4)],
  [/\b(time ?zone|tz)( (iana|name|id))?$/, (_faker, context) => sharedPlace(context).timeZone],
  [/\bcurrency( (code|iso)( ?(code|3))*)?$/, (_faker, context) => currencyOf(context)],
  [/\bcurrency symbol$/, (_faker, context) => currencySymbolOf(context)],
  [
    new RegExp(`${money.source} (in )?(cents?|pence|minor( units?)?)$`),
    (faker) => faker.string.numeric({ length: { min: 3, max: 5 }, allowLeadingZeros: false }),
  ],
  [new RegExp(`${money.source}( (usd|eur|gbp|chf|due|paid|net|gross|decimal|min|max))?$`), amount],
  [/\biban$/, (faker) => faker.finance.iban()],
  [/\b(credit )?card (number|no)$/, oneOf(...testCards.map(([, number]) => number))],
  [/\bcard (brand|type|network|scheme)$/, oneOf('Visa', 'Mastercard', 'American Express')],
  [/\b(card ?holder( name)?|name on card)$/, (faker, context) => fullNameOf(personOf(context, faker))],
  [/\bexp(iry|iration)? month$/, (faker) => String(faker.number.int({ min: 1, max: 12 })).padStart(2, '0')],
  [
    /\bexp(iry|iration)? year$/,
    (faker, { now }) => String(new Date(now).getUTCFullYear() + faker.number.int({ min: 1, max: 4 })),
  ],
  [/\blast ?(4|four)( digits)?$/, (faker) => faker.string.numeric(4)],
  [/\bcv[vcd]\d?$/, (faker) => faker.string.numeric(3)],
  [/\b(bic|swift)$/, (faker) => faker.finance.bic()],
  [
    /\barn$/,
    (_faker, context, { words }) =>
      `arn:aws:iam::123456789012:${words.split(' ').at(-2) ?? 'role'}/${slugFor(context)}`,
  ],
  [/\bgrant type$/, oneOf('authorization_code', 'client_credentials', 'refresh_token')],
  [/^(salutation|honorific|civility)$/, (faker, context) => (personOf(context, faker).sex === 'male' ? 'Mr' : 'Ms')],
  [/\b(locale|lang(uage)?( (code|iso)( ?code)?)?|hreflang)$/, (_faker, context) => languageOf(context).code],
  [/\b(hex colou?r|colou?r (hex|code))$/, (faker) => faker.color.rgb()],
  [/\b(job title|job|position|occupation|profession)$/, (faker) => faker.person.jobTitle()],
  [
    /\bspecial(i[sz]ation|i?ty)$/,
    (faker, context, { ownerWords }) => (technical.test(ownerWords) ? trade : medical)(faker, context),
  ],
  [/^((vehicle|car) )?make$|\b(vehicle|car) brand$|\bbrand (vehicle|car)$/, carMake],
  [/^brand$/, (faker, context, hint) => (vehicle.test(hint.ownerWords) ? carMake : companyName)(faker, context, hint)],
  [/\bmodel$/, (faker, context, hint) => (vehicle.test(hint.ownerWords) ? carModel : slug)(faker, context, hint)],
  [/\brelation(ship)?$/, oneOf('Father', 'Mother', 'Brother', 'Sister')],
  [/\b(qualification|degree)s?$/, oneOf('Bachelor', 'Diploma', 'Master', 'PhD')],
  [
    /\bslug$|^(alias|identifier)$/,
    (faker, context, hint) => slugOf(titleOf(context, () => titleTextFor(faker, context, hint))),
  ],
  [/\bttl$/, oneOf('300', '3600', '86400')],
  [/\b(uuid|guid)$/, (faker) => faker.string.uuid()],
  [
    /\b(etag|hash|sha|checksum|digest|signature|fingerprint|commit)\d*$/,
    (faker) => faker.string.hexadecimal({ length: 40, prefix: '', casing: 'lower' }),
  ],
  [/\b(token|secret|api key|access key)$/, token],
  [
    /\bpassword( confirm(ation)?)?$/,
    (_faker, context) => `${titleFor(context).replace(' ', '-')}-${10 + Math.floor(context.random() * 90)}`,
  ],
  [/\bisbn\d*$/, (faker) => faker.commerce.isbn({ separator: '' })],
  [/\b(ean|barcode|upc|serial( number)?)$/, (faker) => faker.string.numeric(12)],
  [/\bsku$/, (faker) => `${faker.string.alpha({ length: 3, casing: 'upper' })}-${faker.string.numeric(4)}`],
  [/\b(id|ids|sid|uid|oid|key|ref|reference)$/, (faker) => faker.string.alphanumeric({ length: 12, casing: 'lower' })],
  [
    /\b(cedula|cnpj|cpf|curp|dni|nic|nif|rut|ssn)( (number|no))?$/,
    (faker) => faker.string.numeric({ length: 9, allowLeadingZeros: false }),
  ],
  [
    /\b(license|licence)( (plate|number|no))?$|\bplate( (number|no))?$/,
    (faker) => `${faker.string.alpha({ length: 2, casing: 'upper' })}-${faker.string.numeric(4)}`,
  ],
  [/\broom (number|no)$/, measured(101, 420)],
  [/\b(identification|number|no|pid)$/, (faker) => faker.string.numeric({ length: 6, allowLeadingZeros: false })],
  [/\bversion$/, (faker) => faker.system.semver()],
  [/\b(revision|rev)$/, oneOf('A', 'B', 'C')],
  [
    /\b(ipn|mpn|(part|model|catalog|lot|batch) (number|no|code)|batch|lot)$/,
    (faker) => `${faker.string.alpha({ length: 2, casing: 'upper' })}-${faker.string.numeric(5)}`,
  ],
  [/\b(weight|mass|volume|area|distance|depth|thickness|diameter|radius)$/, measured(0.1, 100, 1)],
  [/\b(width|height|length)$/, measured(10, 300)],
  [/\b(percent|percentage|pct|progress)$/, measured(0, 100)],
  [/\b(rating|score)$/, measured(1, 5, 1)],
  [/\b(quantity|qty|count)$/, measured(1, 40)],
  [/\bage$/, measured(18, 90)],
  [/\byear$/, measured(1990, 2030)],
  [/\bcron( (schedule|expression|string))?$/, oneOf('0 9 * * 1-5', '*/15 * * * *', '30 2 * * *')],
  [/\buser agent$/, (faker) => faker.internet.userAgent()],
  [
    /\b(clock|opens?|opening|closes?|closing) (at|time)$|^hour$/,
    (_faker, context, hint) =>
      dateTime(context, hint.words === 'hour' ? { ...hint, words: 'start' } : hint).slice(11, 16),
  ],
  // Those of a file agree with its name.
  [
    /\b(mime ?type|content type|media type)$/,
    (_faker, _context, { words, ownerWords }) =>
      ofPicture.test(`${ownerWords} ${words}`) ? 'image/png' : 'application/pdf',
  ],
  [
    /\b(date|day|birthday|dob|\w+(ed|able|s) on|(best|deliver|pay|respond|sell|ship|use) by|best before)$|^date (of )?\w+$/,
    (_faker, context, hint) => date(context, hint),
  ],
  [
    /\b(at|timestamp|time|date ?time|created|updated|modified|start|end|when|heartbeat|last (active|login|run|seen|used))$|^(deleted|archived|completed|cancell?ed|published|downloaded|expires)$/,
    (_faker, context, hint) => dateTime(context, hint),
  ],
  [/^rel$/, () => 'self'],
  [/^object$/, ownNoun],
  [/\bcursor$/, (faker) => faker.string.alphanumeric(16)],
  [/\b(status|state) text$/, oneOf('Active', 'Pending')],
  [/\b(subject|headline|heading|caption)$/, subject],
  [/^reply message$/, oneOf('OK', 'Success')],
  [
    /\b(sentence|description|summary|bio|body|content|text|comment|message|note|notes|about|details?|reason|abstract|remarks?|comments|messages?|errors?|help|hint|question|answer|feedback|instructions?|explanation|justification|overview|synopsis|introduction|memo|disclaimer|excerpt|about me|(additional|extra|further|other) info(rmation)?|(return|refund|shipping|payment|cancellation|privacy|booking) policy|terms (and )?conditions)$/,
    (_faker, context, hint) => proseFor(hint)(context),
  ],
  [/\bhtml$/, (_faker, context) => `<p>${sentenceFor(context)}</p>`],
  [/\b(passcode|pin( code)?|otp)$/, (faker) => faker.string.numeric(6)],
  [/\b(attributes|metadata|json|kwargs|headers|payload|config(uration)?)$/, () => '{}'],
  ...usualValues,
  [/\b(events?|action)$/, oneOf('created', 'updated', 'deleted')],
  [/\b(line|column|offset|index)$/, measured(1, 200)],
  [/\bemoji$/, oneOf('👍', '🎉', '❤️', '🚀')],
  [/\b(ur[li]|path|route) pattern$/, (_faker, context) => `/${wordFor(context)}/**`],
  [/\b(reg ?exp?|pattern)$/, oneOf('^[a-z]+$', '^[A-Z]{2}\\d{4}$', '^.{1,40}$')],
  [/\btheme$/, oneOf('light', 'dark')],
  [/\b(type|typ|kind|variant)s?$/, ownType],
  [/\bmode$/, oneOf('automatic', 'manual')],
  [
    /\b(app|bucket|channel|cluster|context|driver|environment|executor|group|identifier|identity|job|machine|middleware|module|namespace|operation|operator|package|plugin|pool|prefix|provider|queue|repo|repository|scheme|server|service|worker)$/,
    slug,
  ],
  [/\b(status|state)$/, oneOf('active', 'active', 'pending')],
  [/\b(priority|severity|importance)$/, oneOf('low', 'medium', 'high')],
  [/\b(size)$/, oneOf('S', 'M', 'L')],
  [/\b(unit|units)$/, unitFor],
  [/\b(role|authority|authorities)s?$/, oneOf('admin', 'editor', 'viewer')],
  [/\bcode$/, (faker) => faker.string.alphanumeric({ length: 6, casing: 'upper' })],
];

/** The code of a country or of a part of it, where an example has one. */
export const placeCodeFor = ({ words }: NameHint, example: string): ((context: DrawContext) => string) | undefined => {
  if (!/^[A-Z]{2,3}$/.test(example)) return undefined;
  if (/\b(country|nationality)$/.test(words)) {
    const code = example.length === 2 ? 'countryCode' : 'countryCode3';
    return (context) => sharedPlace(context)[code];
  }
  return /\b(province|region|state)$/.test(words) ? (context) => sharedPlace(context).regionCode : undefined;
};

/** A shorter text for a schema that limits its length: `DE` for Germany. */
export const shorterTexts = (hint: NameHint, context: DrawContext): readonly string[] => {
  const { words } = hint;
  if (isPicture(hint)) return otherPictures(context, hint);
  if (/\b(country|nationality)$/.test(words))
    return [sharedPlace(context).countryCode3, sharedPlace(context).countryCode];
  return /\b(province|region|state)$/.test(words) ? [sharedPlace(context).regionCode] : [];
};

/** Texts by the name of the object: the title or name of a book, a company, a person. */
const titleTextFor = (faker: Faker, context: DrawContext, hint: NameHint): string =>
  (kindOf(hint.ownerWords) ?? ownName)(faker, context, hint);

/** `{ currency, value }` under such a name. */
const moneyObject = new RegExp(`(${money.source}|\\bmoney)$`);

const addressee = /^(to|from|cc|bcc|reply ?to)$/;

/** What states a code or a name of what the object is, whose words say which: `{ "currency": { "code": "EUR" } }`. */
const coded = /\b(country|province|region|currency|language)$/;
const codes = /^(code|iso|alpha|abbr\w*|symbol)( ?(code|alpha|\d))*$/;

/** Any value of what has a name. */
const generic =
  /\b(attributes?|metadata|json|headers?|payload|config\w*|propert(y|ies)|settings?|options?|fields?|param\w*|variables?|units?|tags?|labels?|data|types?|kinds?)$/;

const hours = /\b(time (range|slot|window)|hours|check (in|out))$/;
const spans = /\b(dates?|period|range|validity|vacation|absence)$/;

/** `{ "phone": { "value": … } }` has a phone number. */
const meantBy = ({ words, ownerWords }: NameHint): string => {
  if (/^(from|to)$/.test(words) && hours.test(ownerWords)) return `${words} hour`;
  if (/^(from|to)$/.test(words) && spans.test(ownerWords)) return `${words} date`;
  const thing = coded.exec(singular(plainWords(ownerWords)))?.[1];
  if (thing !== undefined && codes.test(words)) return `${thing} ${words}`;
  return words === 'value' && !generic.test(ownerWords) ? singular(plainWords(ownerWords)) : words;
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
  if (isPicture(hint)) return aPicture;
  if (addressee.test(words) && /\b(e ?mails?|mails?|messages?|receiving)\b/.test(ownerWords)) return newAddress;
  // Two tokens, as a login of Django returns them.
  if (/^(access|refresh)$/.test(words) && /\btoken\b/.test(ownerWords)) return token;
  if (words === 'value' && moneyObject.test(ownerWords)) return amount;
  const kind = kinds.find(([pattern]) => pattern.test(words))?.[1];
  if (kind !== undefined) return kind;
  if (!/\b(name|title)$/.test(words))
    return /\b(ur[il]|link|endpoint)s?$/.test(ownerWords) ? (_faker, context) => url(context) : textOfKind(words);
  const isOwn = ownNames.test(words);
  const found = isOwn
    ? kindOf(ownerWords)
    : (kindOf(words.replace(/ (name|title)$/, '')) ?? named.find(([pattern]) => pattern.test(words))?.[1]);
  if (words === 'title' && found === fullName) return personTitle;
  if (isOwn && found === undefined) return ownTitle;
  if (found === undefined) return (_faker, context) => nameFor(context, words.replace(/ (name|title)$/, ''));
  // A person's title is not a name.
  if (found === fullName && !isOwn) return words.endsWith('title') ? undefined : roleName;
  return isOwn ? (faker, context, hint) => titleOf(context, () => found(faker, context, hint)) : found;
};

/** `customer: Ada Miller`, `manufacturer: Acme Inc`: what the words name, by its name. */
const textOfKind = (words: string): FakeText | undefined => {
  if (/\b(page|story|profile|(sort|order|group) by)$/.test(words)) return undefined;
  const kind = kindOf(words);
  return isPerson(kind) ? otherName : kind;
};

const personTitle: FakeText = (faker) => faker.person.jobTitle();
const ownNames = /^((common|friendly|original|pretty|short|unique) )?(name|title)$/;
const ownTitle: FakeText = (faker, context, hint) => titleOf(context, () => ownName(faker, context, hint));
const newAddress: FakeText = (_faker, context) =>
  email(context, { words: '', name: '', owner: '', ownerWords: '', isId: false });
