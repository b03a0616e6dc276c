/** The usual ranges of numbers, by what their names mean. */
import type { Meaning } from './word-groups.ts';

/** The lowest and the highest number, and the step of those that are whole, whatever their type. */
export type Range = readonly [low: number, high: number, step?: 1];

/** The ranges by the words of the object and of the property. They come before those of the property alone. */
export const rangesInside: Readonly<Record<Meaning<'measuresInside'>, Range>> = {
  exchangeRate: [0.5, 1.5],
  taxRate: [5, 25],
  interestRate: [0.5, 9],
  goodsExtent: [5, 120, 1],
  pageSize: [10, 50, 1],
  groupSize: [1, 12, 1],
  lineQuantity: [1, 5, 1],
};

/** The ranges by the last words of the property. */
export const ranges: Readonly<Record<Meaning<'measures'>, Range>> = {
  flag: [0, 1, 1],
  colorPart: [0, 255, 1],
  statusCode: [200, 200, 1],
  expiryYear: [2028, 2033, 1],
  pastYear: [1990, 2024, 1],
  age: [1, 15, 1],
  year: [1995, 2025, 1],
  pricePer: [40, 400],
  runtime: [80, 180],
  experience: [1, 30, 1],
  month: [1, 12, 1],
  day: [1, 28, 1],
  minutes: [15, 120, 1],
  hour: [0, 23],
  mileage: [1000, 150_000, 1],
  minute: [0, 59, 1],
  millisecond: [0, 999, 1],
  rating: [1, 5],
  temperature: [-5, 30],
  discountRate: [0, 30],
  percent: [0, 100],
  pages: [80, 600, 1],
  quantity: [1, 40, 1],
  volumeNumber: [1, 4, 1],
  lineNumber: [1, 20, 1],
  houseNumber: [1, 120, 1],
  extra: [0, 20],
  minorUnits: [100, 20_000, 1],
  amount: [1, 200],
  confidence: [0, 1],
  grade: [1, 10],
  phone: [600_000_000, 799_999_999, 1],
  salary: [30_000, 120_000],
  utcOffset: [-8, 9],
  position: [1, 20, 1],
  guests: [1, 6, 1],
  precision: [2, 2, 1],
  zoom: [3, 18, 1],
  speed: [5, 120],
  milliseconds: [1000, 300_000, 1],
  leadTime: [1, 60, 1],
  level: [1, 5, 1],
  calories: [50, 900, 1],
  nutrients: [0, 60],
  bytes: [1000, 5_000_000, 1],
  days: [1, 60, 1],
  postalCode: [10_000, 99_999, 1],
  code: [1, 5, 1],
  stock: [1, 100, 1],
  sharesOf: [0, 20],
  port: [1024, 49151, 1],
  pixels: [100, 2000, 1],
  weight: [1, 30],
  distance: [1, 100],
  floor: [1, 9, 1],
  seat: [1, 40, 1],
  rate: [0, 100],
};

/** What an adult has: centimetres, kilograms, years. */
export const rangesOfPeople: Readonly<Record<Meaning<'personal'>, Range>> = {
  height: [150, 200, 1],
  weight: [50, 110],
  age: [18, 90, 1],
};
