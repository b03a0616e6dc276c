/** People, places, companies and streets of generated data, in the locale of a faker. English places are our own, whose parts agree. */
import type { Faker } from '@faker-js/faker';
import { type KnownPlace, places } from './places.ts';

export { foreignWords } from './foreign-words.ts';
export type { KnownPlace } from './places.ts';

export interface Person {
  readonly sex: 'female' | 'male';
  readonly first: string;
  readonly last: string;
  /** Whether the surname comes first. */
  readonly isLastFirst?: boolean;
  /** What takes the place of names in other alphabets in a login. */
  readonly latin?: string;
}

const codeOf = ({ rawDefinitions }: Faker): string => rawDefinitions.metadata?.code ?? 'en';

/** Whether a faker has other names and places than our own. */
export const isForeign = (faker: Faker): boolean => codeOf(faker) !== 'en';

/** Languages in which people are called by the surname first. */
const surnameFirst = /^(hu|ja|ko|vi|zh)(_|$)/;

export const newPerson = (faker: Faker): Person => {
  const sex = faker.datatype.boolean() ? 'female' : 'male';
  const first = faker.person.firstName(sex);
  // One of the English names has a letter too many.
  if (!isForeign(faker)) return { sex, first, last: faker.person.lastName().replace('Hilll', 'Hill') };
  const last = faker.person.lastName(sex);
  const isLatin = [first, last].every((name) => lettersOf(name).length >= name.replace(/\P{Letter}/gu, '').length);
  return {
    ...{ sex, first, last },
    ...(surnameFirst.test(codeOf(faker)) && { isLastFirst: true }),
    ...(!isLatin && { latin: faker.internet.username({ firstName: first, lastName: last }).toLowerCase() }),
  };
};

export const fullNameOf = ({ first, last, isLastFirst }: Person): string =>
  isLastFirst === true ? `${last} ${first}` : `${first} ${last}`;

/** `ada.miller`. */
export const loginOf = ({ first, last, latin }: Person): string => latin ?? [first, last].map(lettersOf).join('.');

/** The letters of a name without their accents, as far as they are Latin. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[æðøıłœßþđ]/g, (letter) => base[letter] ?? '')
    .replace(/[^a-z]/g, '');

/** Letters that are no letter with an accent. */
const base: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ð: 'd', ø: 'o', ı: 'i', ł: 'l', œ: 'oe', ß: 'ss', þ: 'th', đ: 'd' },
};

/** `random`: in [0, 1), for English places. */
export const placeFor = (faker: Faker | undefined, random: () => number): KnownPlace =>
  faker !== undefined && isForeign(faker)
    ? foreignPlace(faker)
    : (places[Math.floor(random() * places.length)] as KnownPlace);

/** What a locale has no words for: Hong Kong has no postal codes. */
const orElse = (draw: () => string, otherwise: string): string => {
  try {
    return draw();
  } catch {
    return otherwise;
  }
};

/** It is a method now, and was a property: TypeScript knows neither. */
const timeZonesOf = (locale: Intl.Locale & { readonly getTimeZones?: () => string[]; readonly timeZones?: string[] }) =>
  locale.getTimeZones?.() ?? locale.timeZones;

/** Esperanto is spoken in the world, which is no country. */
const regionOf = (locale: Intl.Locale): string | undefined => /^[A-Z]{2}$/.exec(locale.maximize().region ?? '')?.[0];

/** Its country is that of the locale: `pt_BR` is Brazil, `fr` is France. */
const foreignPlace = (faker: Faker): KnownPlace => {
  const { location } = faker;
  const { language, country } = faker.rawDefinitions.metadata ?? {};
  const own = new Intl.Locale(language ?? 'en');
  const countryCode = country ?? regionOf(own) ?? 'US';
  const locale = new Intl.Locale(own, { region: countryCode });
  const city = location.city();
  const region = orElse(() => location.state(), city);
  const code = faker.rawDefinitions.location?.country_code?.find(({ alpha2 }) => alpha2 === countryCode);
  return {
    ...{ city, region },
    regionCode: orElse(() => location.state({ abbreviated: true }), region),
    postalCode: orElse(() => location.zipCode(), ''),
    country: new Intl.DisplayNames([own.baseName], { type: 'region' }).of(countryCode) ?? countryCode,
    countryCode,
    countryCode3: code?.alpha3 ?? countryCode,
    latitude: location.latitude(),
    longitude: location.longitude(),
    timeZone: timeZonesOf(locale)?.[0] ?? location.timeZone(),
  };
};
