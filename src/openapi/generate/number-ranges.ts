/** Realistic ranges of numbers, by the names of properties. */
import { isPlural } from '../../core/primitives/words.ts';
import { type Meaning, wordGroups } from '../../parts/names/index.ts';
import { isPersonal } from './kinds-of-things.ts';
import type { NameHint } from './name-hint.ts';

export type Range = readonly [number, number];

/** The ranges by the words of the object and of the property. They come before those of the property alone. */
const rangesInside: Readonly<Record<Meaning<'measuresInside'>, Range>> = {
  exchangeRate: [0.5, 1.5],
  taxRate: [5, 25],
  interestRate: [0.5, 9],
  goodsExtent: [5, 120],
  extent: [5, 120],
  pageSize: [10, 50],
  groupSize: [1, 12],
  lineQuantity: [1, 5],
  roomCapacity: [1, 6],
};

/** The ranges by the last words of the property. */
const ranges: Readonly<Record<Meaning<'measures'>, Range>> = {
  flag: [0, 1],
  statusCode: [200, 200],
  expiryYear: [2028, 2033],
  pastYear: [1990, 2024],
  age: [1, 15],
  year: [1995, 2025],
  pricePer: [40, 400],
  runtime: [80, 180],
  experience: [1, 30],
  month: [1, 12],
  dayOfYear: [1, 365],
  day: [1, 28],
  minutes: [15, 120],
  hour: [0, 23],
  mileage: [1000, 150_000],
  minute: [0, 59],
  millisecond: [0, 999],
  rating: [1, 5],
  temperature: [-5, 30],
  taxRate: [5, 25],
  discountRate: [0, 30],
  percent: [0, 100],
  pages: [80, 600],
  quantity: [1, 40],
  volumeNumber: [1, 4],
  lineNumber: [1, 20],
  houseNumber: [1, 120],
  extra: [0, 20],
  minorUnits: [100, 20_000],
  amount: [1, 200],
  confidence: [0, 1],
  grade: [1, 10],
  phone: [600_000_000, 799_999_999],
  salary: [30_000, 120_000],
  utcOffset: [-8, 9],
  position: [1, 20],
  guests: [1, 6],
  precision: [2, 2],
  zoom: [3, 18],
  speed: [5, 120],
  milliseconds: [1000, 300_000],
  leadTime: [1, 60],
  level: [1, 5],
  calories: [50, 900],
  nutrients: [0, 60],
  pageSize: [10, 50],
  bytes: [1000, 5_000_000],
  days: [1, 60],
  code: [1, 5],
  stock: [1, 100],
  sharesOf: [0, 20],
  port: [1024, 49151],
  pixels: [100, 2000],
  weight: [1, 30],
  distance: [1, 100],
  floor: [1, 9],
  seat: [1, 40],
  rate: [0, 100],
};

export const rangeFor = ({ words, ownerWords }: NameHint): Range => {
  const inside = `${ownerWords} ${words}`;
  const meant = wordGroups.names.has(words, 'bareNumber') ? ownerWords.replace(/ (range|limits?|bounds?)$/, '') : words;
  return (
    wordGroups.measuresInside.find(inside, rangesInside) ??
    (isPersonal(ownerWords) ? wordGroups.personal.find(meant, personal) : undefined) ??
    wordGroups.measures.find(meant, ranges) ??
    // `subcategories: 12`.
    (isPlural(meant) ? [1, 40] : [1, 1000])
  );
};

/** What an adult has: centimetres, kilograms, years. */
const personal: Readonly<Record<Meaning<'personal'>, Range>> = {
  height: [150, 200],
  weight: [50, 110],
  age: [18, 90],
};

/** Where a document states no type, what is a number or a flag by its name: tools that read the code of a service see names alone. */
export const usualTypeOf = ({ words }: NameHint): 'boolean' | 'number' | 'integer' | undefined =>
  (
    [
      ['flag', 'boolean'],
      ['measure', 'number'],
      ['number', 'integer'],
    ] as const
  ).find(([meaning]) => wordGroups.ends.has(words, meaning))?.[1];
