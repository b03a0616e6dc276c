/** Realistic ranges of numbers, by the names of properties. */
import { isPlural } from '../../core/primitives/words.ts';
import { isPersonal } from './kinds-of-things.ts';
import type { NameHint } from './name-hint.ts';

export type Range = readonly [number, number];

/** Hundredths of a currency are whole, whatever their type. */
export const minorUnits = /\b(cents?|pence|minor units?)$/;

/** The numbers of a point, or of several. */
export const points = /\b(coordinates?|bbox)$/;

/** The ranges by the words of the object and of the property. They come before those of the property alone. */
const rangesInside: readonly (readonly [RegExp, Range])[] = [
  [/\b(currenc(y|ies)|exchange|fx|conversion)( \w+)? rate$/, [0.5, 1.5]],
  [/\b(tax|vat|gst)(es)?( \w+)? (rate|percent\w*|pct)$/, [5, 25]],
  [/\b(interest|loan|mortgage|savings)( \w+)? (rate|apr)$/, [0.5, 9]],
  [/\b(product|variant|package|parcel|box|item|dimensions?) (height|width|length|depth)$/, [5, 120]],
  [/\b(height|width|length|depth)( in)? (cm|mm|inch(es)?)$/, [5, 120]],
  [/\b(list|pag(e|es|ing|ination|er|inator)) size$/, [10, 50]],
  [/\b(group|party|team|family|household|class) size$/, [1, 12]],
  [/\b(line|cart|basket|order|purchase)( \w+)* (quantity|qty)$/, [1, 5]],
  [/\broom( \w+)* capacity$/, [1, 6]],
];

/** The ranges by the last words of the property. */
const ranges: readonly (readonly [RegExp, Range])[] = [
  // Flags, for services that use numbers for them.
  [
    /^(is|has|can|not|no|enable|disable|allow|show|hide|use|should|move on)\b|^(done|active|enabled|default|disabled|featured|hidden|visible|open|opened|closed|deleted|archived|locked|paid|published|verified)$/,
    [0, 1],
  ],
  [/\b(status code|response status|http (status|code))$/, [200, 200]],
  [/\bexp(iry|iration)? year$/, [2028, 2033]],
  [
    /\b(published|publication|release|birth|founded|founding) year$|\byear (published|founded)$|\bvintage$/,
    [1990, 2024],
  ],
  [/\bage$/, [1, 15]],
  [/\byear(?! (to date|level))( \w+){0,2}$/, [1995, 2025]],
  [/\b(price|rate|cost|fee|rent) (per|a) \w+$/, [40, 400]],
  [/\bruntime( (in )?(min|mins|minutes))?$/, [80, 180]],
  [/\bexperience( (in )?years)?$|\byears (of )?\w+$/, [1, 30]],
  [/\bmonth$/, [1, 12]],
  [/\bday of (the )?year$|^day number$/, [1, 365]],
  [/\bday$/, [1, 28]],
  [
    /\b(duration|length|estimated|session|visit|meeting|lesson|service)( in)? min(ute)?s?$|\b(appointment|class|consultation|lesson|meeting|session|slot|visit) (duration|length)$/,
    [15, 120],
  ],
  [/\bhours?$/, [0, 23]],
  [/\b(mileage|odometer)( km)?$/, [1000, 150_000]],
  [/\b(minutes?|seconds?)$/, [0, 59]],
  [/^milliseconds?$/, [0, 999]],
  [/\b(ratings?|stars|score)( (avg|average))?$/, [1, 5]],
  [/\btemp(erature)?( (c|celsius))?$/, [-5, 30]],
  [/\b(tax|vat|gst)( \w+)? (rate|percent\w*|pct)$/, [5, 25]],
  [/\bdiscount (rate|percent\w*|pct)$/, [0, 30]],
  [/\b(percent|percentage|pct|progress|ratio|popularity|humidity)\b/, [0, 100]],
  [/\b(pages|pages? count|number (of )?pages)$/, [80, 600]],
  [/\b(count|total|number of .*)$|\b(quantity|qty)( (?!id$)\w+)?$/, [1, 40]],
  [/\b(disc|disk|season|volume|round) ?(number|no|num)$/, [1, 4]],
  [/\b(line|row|track|episode|chapter|item|lesson|step|sequence) ?(number|no|num)$/, [1, 20]],
  [/\b(house|street|building|door) ?(number|no|nr|num)$/, [1, 120]],
  [/\b(discount|shipping( (cost|fee|price|amount))?|tip|fine)$|\b(tax|vat|gst)(es)?( (amount|value|total))?$/, [0, 20]],
  [minorUnits, [100, 20_000]],
  [/\b(price( \w+)?|amount|cost|total|fee|balance)$/, [1, 200]],
  [/\b(confidence|probability|similarity)$/, [0, 1]],
  [/\bgrade$/, [1, 10]],
  [/\b(phone|mobile|telephone|cell)( (number|no))?$/, [600_000_000, 799_999_999]],
  [/\b(salary|income|revenue|turnover|budget)$/, [30_000, 120_000]],
  [/\b(utc|gmt|time ?zone) offset$/, [-8, 9]],
  [/\b(page|offset|index|position|order)$/, [1, 20]],
  [
    /\b(adults|children|infants|persons|passengers|occupancy|guests|nights|length of stay|beds|bedrooms|bathrooms)$/,
    [1, 6],
  ],
  [/\b(decimals?|decimal (digits|places)|precision)$/, [2, 2]],
  [/\bzoom( level)?$/, [3, 18]],
  [/\bspeed$/, [5, 120]],
  [/\b(duration|elapsed|length|position|progress|time)( in)? (ms|millis\w*)$/, [1000, 300_000]],
  [/\b(lead|delivery|preparation|prep|cook(ing)?|processing|response|travel|waiting|wait) time( \w+)?$/, [1, 60]],
  [/\b(priority|rank|level|depth|tier|try number|attempts?|retries|tries|revision|repeats|version( number)?)$/, [1, 5]],
  [/\b(calories|kcal)$/, [50, 900]],
  [/\b(protein|fat|carbs|carbohydrates|sugar|fib(er|re)|sodium|salt)s?$/, [0, 60]],
  [/\b(page|batch) size$/, [10, 50]],
  [/\b(size|bytes|file ?size)$/, [1000, 5_000_000]],
  [/\b(days?|weeks?|months?|expiry)$/, [1, 60]],
  [/\b(status|state|code|type|kind)$/, [1, 5]],
  [/\b(stock|allocated|consumed|building|capacity|occupied|slots?|credits?|limit|threshold)\b/, [1, 100]],
  [/\b(discount|attrition|jitter|tax rate|vat)\b/, [0, 20]],
  [/\bport$/, [1024, 49151]],
  [/\b(width|height)$/, [100, 2000]],
  [/\b(weight|mass)( (kg|lbs?))?$/, [1, 30]],
  [/\b(length|distance|depth|thickness|diameter|radius)$/, [1, 100]],
  [/\bfloors?$/, [1, 9]],
  [/\b(row|seat|bed|table|locker)( (number|no))?$/, [1, 40]],
  [/\brate$/, [0, 100]],
];

/** Whole numbers, whatever their type. */
export const whole =
  /\b(ids?|year(?! to date)( \w+){0,2}|vintage|floor|month|days?|age|port|(quantity|qty|stock)( \w+)?|count|number of .*|page|position|index|order|status|code|level|priority|rank|calories|kcal|bytes|stock|allocated|consumed|building|capacity|slots?|limit|threshold|width|height|retries|attempts|stars|players|people|adults|children|infants|persons|passengers|occupancy|nights|beds|bedrooms|bathrooms|decimals?|precision|zoom|guests|participants|attendees|members|users|seats|rooms|copies|pages|views|likes|votes)$/;

/** What says only which number of the thing that the object describes it is: `{ "age": { "min": 18 } }`. */
const bare = /^(min\w*|max\w*|low(er|est)?|high(er|est)?|from|to|avg|average|mean|median)$/;

export const rangeFor = ({ words, ownerWords }: NameHint): Range => {
  const inside = `${ownerWords} ${words}`;
  const meant = bare.test(words) ? ownerWords.replace(/ (range|limits?|bounds?)$/, '') : words;
  return (
    rangesInside.find(([pattern]) => pattern.test(inside))?.[1] ??
    (isPersonal(ownerWords) ? personal.find(([pattern]) => pattern.test(meant))?.[1] : undefined) ??
    ranges.find(([pattern]) => pattern.test(meant))?.[1] ??
    // `subcategories: 12`.
    (isPlural(meant) ? [1, 40] : [1, 1000])
  );
};

/** What an adult has: centimetres, kilograms, years. */
const personal: readonly (readonly [RegExp, Range])[] = [
  [/\bheight( cm)?$/, [150, 200]],
  [/\b(weight|mass)( kg)?$/, [50, 110]],
  [/\bage$/, [18, 90]],
];

const flag = /^(is|has|can|should) |^(active|available|enabled|completed|done|published|verified|featured)$/;
const measure =
  /\b(price|amount|cost|fee|salary|balance|discount|ratings?|score|weight|height|width|lat|lng|latitude|longitude)$/;
const count = /\b(quantity|qty|stock|count|age|year|capacity)$|^(max|min|number of) /;

/** Where a document states no type, what is a number or a flag by its name: tools that read the code of a service see names alone. */
export const usualTypeOf = ({ words }: NameHint): 'boolean' | 'number' | 'integer' | undefined =>
  flag.test(words) ? 'boolean' : measure.test(words) ? 'number' : count.test(words) ? 'integer' : undefined;
