/** Texts of which most services have a few: types of things, and what some names say. */
import type { Faker } from '@faker-js/faker';
import { singular } from '../../core/primitives/singular.ts';
import { capitals, oneOf } from './vocabulary.ts';

interface Source {
  readonly random: () => number;
}
type Choose = (faker: unknown, source: Source) => string;

/** The types by the last words of what has the type. */
const types: readonly (readonly [RegExp, Choose])[] = (
  [
    [/\baddress$/, 'billing home shipping work'],
    [/\b(phone|mobile|telephone|e ?mail|fax)$/, 'home mobile work'],
    [
      /\b(customer|client|party|entity|contact|partner|supplier|organi[sz]ation|company|business|holder)$/,
      'company individual',
    ],
    [/\b(user|member|participant|profile|person)$/, 'admin guest member'],
    [/\b(account|wallet)$/, 'business checking savings'],
    [
      /\b(discount|coupon|promotion|voucher|adjustment|modifier|fee|surcharge|commission|price|rate|charge|rebate)$/,
      'fixed percentage',
    ],
    [/\b(transaction|payment|transfer|movement)$/, 'payment refund transfer'],
    [
      /\b(event|activity|action|log|audit|modification|change|history|trigger|notification|webhook)$/,
      'created deleted updated',
    ],
    [
      /\b(field|attribute|property|parameter|variable|column|data|value|input|setting|option)$/,
      'boolean date number string',
    ],
    [/\b(product|item|goods|sku|listing)$/, 'digital physical service'],
    [/\b(image|photo|picture|thumbnail|avatar|logo|icon)$/, 'jpeg png'],
    [/\b(media|medium|content|asset|attachment)$/, 'audio image video'],
    [/\b(file|document|export|output|report|template)$/, 'csv pdf xlsx'],
    [/\b(message|channel|communication|reminder)$/, 'email push sms'],
    [/\b(shipping|shipment|delivery)( (method|option))?$/, 'express pickup standard'],
    [/\b(object|resource|target|subject|owner|\w+able)$/, 'customer order product'],
    [/\b(employment|contract|job|work|position)$/, 'freelance full-time part-time'],
    [/\b(device|browser)$/, 'desktop mobile tablet'],
    [/\b(os|operating system)$/, 'Linux macOS Windows'],
    [/\b(schedule|recurrence|repeat|interval|period|billing|month)$/, 'daily monthly weekly'],
    [/\b(credential|authenticator|auth|authentication|login|secret)$/, 'certificate password token'],
    [/\b(vehicle|car)$/, 'car truck van'],
    [/\b(order|sale|invoice|bill)$/, 'in-store online'],
    [/\b(environment|server|network)$/, 'production staging test'],
    [/\b(leave|absence)$/, 'sick unpaid vacation'],
  ] as const
).map(([pattern, words]) => [pattern, oneOf(...words.split(' '))]);

const anyType = oneOf('standard', 'basic', 'custom');

/** `address_type: billing`; a `type` alone of other things often repeats their name. */
export const typeFor =
  (words: string, ownerWords: string, noun: string): Choose =>
  (faker, source) => {
    const own = words.replace(/( ?sub)? ?(types?|typ|kinds?|variant)$/, '');
    const of = singular(own || ownerWords);
    const found = types.find(([pattern]) => pattern.test(of))?.[1];
    return found !== undefined ? found(faker, source) : own === '' && noun !== '' ? noun : anyType(faker, source);
  };

/** `Billing`: the name of such a type. */
export const nameOfType =
  (words: string): Choose =>
  (faker, source) =>
    capitals(typeFor(words, '', '')(faker, source));

/** The values by the last words of the name. */
export const usualValues: readonly (readonly [RegExp, (faker: Faker, source: Source) => string])[] = [
  [/\bindustry$/, oneOf('Education', 'Finance', 'Healthcare', 'Manufacturing', 'Retail')],
  [
    /\b(frequency|periodicity|recurrence|period|(billing|payment) (cycle|interval))$/,
    oneOf('daily', 'weekly', 'monthly'),
  ],
  [/\b(week ?days?|days? of (the )?week)$/, oneOf('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday')],
  [/\b(pay(ment)? (method|mode|option)|method of payment)$/, oneOf('bank transfer', 'card', 'cash')],
  [/\b(shipping|delivery) (method|service|option)$/, oneOf('Express', 'Pickup', 'Standard')],
  [/\b(http|webhook|request) method$/, () => 'POST'],
  [/\b(browser|user client)$/, oneOf('Chrome', 'Firefox', 'Safari')],
  [/\b(os|operating system)$/, oneOf('Linux', 'macOS', 'Windows')],
  [/\b(plan|tier)$/, oneOf('Free', 'Basic', 'Pro', 'Business')],
  [/\broom$/, (faker) => `Room ${faker.number.int({ min: 101, max: 420 })}`],
  [/\b(visibility|privacy)$/, oneOf('private', 'public')],
  [
    /\b(opening|business|office) (hours?|times?)$/,
    oneOf('Daily 10:00-22:00', 'Mon-Fri 09:00-18:00', 'Tue-Sun 11:00-23:00'),
  ],
  [/\bcuisine( type)?s?$/, oneOf('French', 'Indian', 'Italian', 'Japanese', 'Mexican')],
  [/^duration$/, oneOf('30 minutes', '90 minutes', '2 hours')],
  [/^((document|export|file|output|report) )?(format|extension)$/, oneOf('csv', 'json', 'pdf')],
  [/\bprotocol$/, () => 'https'],
  [/\b(default|git) branch$/, () => 'main'],
  [/\bvin$/, (faker) => faker.vehicle.vin()],
  [/\bfuel( type)?$/, oneOf('diesel', 'electric', 'hybrid', 'petrol')],
  [/\b(transmission|gearbox)( type)?$/, oneOf('automatic', 'manual')],
  [/\b(symbol|ticker)$/, (faker) => faker.string.alpha({ length: 4, casing: 'upper' })],
  // Of goods, most are colours and sizes.
  [
    /^value$|\b(attribute|characteristic|custom data|feature|field|option|property)$/,
    oneOf('Blue', 'Green', 'Large', 'Medium', 'Small'),
  ],
  [/\bsource$/, oneOf('api', 'import', 'website')],
];
