/** Texts of which most services have a few: types of things, and what some names say. */
import type { Faker } from '@faker-js/faker';
import { singular } from '../../core/primitives/singular.ts';
import { type Meaning, wordGroups } from '../../parts/names/index.ts';
import { among, capitals, oneOf, type RandomSource } from './vocabulary.ts';

type Choose = (faker: unknown, source: RandomSource) => string;

/** The types by the last words of what has the type. */
const types: Readonly<Record<Meaning<'types'>, string>> = {
  address: 'billing home shipping work',
  phone: 'home mobile work',
  party: 'company individual',
  user: 'admin guest member',
  account: 'business checking savings',
  discount: 'fixed percentage',
  payment: 'payment refund transfer',
  event: 'created deleted updated',
  field: 'boolean date number string',
  product: 'digital physical service',
  picture: 'jpeg png',
  media: 'audio image video',
  file: 'csv pdf xlsx',
  message: 'email push sms',
  delivery: 'express pickup standard',
  object: 'customer order product',
  work: 'freelance full-time part-time',
  device: 'desktop mobile tablet',
  system: 'Linux macOS Windows',
  period: 'daily monthly weekly',
  credential: 'certificate password token',
  vehicle: 'car truck van',
  order: 'in-store online',
  environment: 'production staging test',
};

const anyType = among('standard basic custom');

/** `address_type: billing`; a `type` alone of other things often repeats their name. */
export const typeFor =
  (words: string, ownerWords: string, noun: string): Choose =>
  (faker, source) => {
    const own = words.replace(/( ?sub)? ?(types?|typ|kinds?|variant)$/, '');
    const of = singular(own || ownerWords);
    const found = wordGroups.types.find(of, types);
    return found !== undefined
      ? among(found)(faker, source)
      : own === '' && noun !== ''
        ? noun
        : anyType(faker, source);
  };

/** `Billing`: the name of such a type. */
export const nameOfType =
  (words: string): Choose =>
  (faker, source) =>
    capitals(typeFor(words, '', '')(faker, source));

/** The values by the last words of the name. */
export const usualValues = {
  industry: among('Education Finance Healthcare Manufacturing Retail'),
  frequency: among('daily weekly monthly'),
  weekday: among('Monday Tuesday Wednesday Thursday Friday'),
  paymentMethod: oneOf('bank transfer', 'card', 'cash'),
  shippingMethod: among('Express Pickup Standard'),
  httpMethod: () => 'POST',
  browser: among('Chrome Firefox Safari'),
  system: among('Linux macOS Windows'),
  plan: among('Free Basic Pro Business'),
  room: (faker) => `Room ${faker.number.int({ min: 101, max: 420 })}`,
  visibility: among('private public'),
  cuisine: among('French Indian Italian Japanese Mexican'),
  duration: oneOf('30 minutes', '90 minutes', '2 hours'),
  format: among('csv json pdf'),
  protocol: () => 'https',
  branch: () => 'main',
  vin: (faker) => faker.vehicle.vin(),
  fuel: among('diesel electric hybrid petrol'),
  symbol: (faker) => faker.string.alpha({ length: 4, casing: 'upper' }),
  // Of goods, most are colours and sizes.
  value: among('Blue Green Large Medium Small'),
  source: among('api import website'),
  marital: among('married single'),
  orientation: among('landscape portrait'),
  encoding: () => 'utf-8',
  sortOrder: among('asc desc'),
} satisfies Partial<Record<Meaning<'texts'>, (faker: Faker, source: RandomSource) => string>>;
