import { singular } from '../../core/primitives/singular.ts';
import type { Merged } from '../schema/merged-schema.ts';
import type { Draw } from './draw-context.ts';
import { isPersonal } from './kinds-of-things.ts';
import type { NameHint } from './name-hint.ts';
import { instantFor } from './shared-facts.ts';

type Range = readonly [number, number];

/** Hundredths of a currency are whole, whatever their type. */
const minorUnits = /\b(cents?|pence|minor units?)$/;

/** Realistic ranges by the last words of a property's name. The bounds of the schema take precedence. */
const ranges: readonly (readonly [RegExp, Range])[] = [
  // Flags, for services that use numbers for them.
  [
    /^(is|has|can|not|no|enable|disable|allow|show|hide|use|should|move on)\b|^(done|active|enabled|default|hidden|visible|open|opened|closed|deleted|archived|locked|paid)$/,
    [0, 1],
  ],
  [/\b(status code|response status|http (status|code))$/, [200, 200]],
  [/\bexp(iry|iration)? year$/, [2028, 2033]],
  [
    /\b(published|publication|release|birth|founded|founding) year$|\byear (published|founded)$|\bvintage$/,
    [1990, 2024],
  ],
  [/\byear(?! (to date|level))( \w+){0,2}$/, [1995, 2025]],
  [/\bmonth$/, [1, 12]],
  [/\bday$/, [1, 28]],
  [/\bhours?$/, [0, 23]],
  [/\b(minutes?|seconds?)$/, [0, 59]],
  [/\blat(itude)?$/, [-80, 80]],
  [/\b(lng|lon|long|longitude)$/, [-179, 179]],
  // Of a point, where nothing states which of them is the latitude.
  [/\b(coordinates?|bbox)$/, [-80, 80]],
  [/\b(rating|stars|score)( (avg|average))?$/, [1, 5]],
  [/\btemp(erature)?( (c|celsius))?$/, [-5, 30]],
  [/\b(percent|percentage|pct|progress|ratio)\b/, [0, 100]],
  [/\b(pages|pages? count|number (of )?pages)$/, [80, 600]],
  [/\b(quantity|qty|count|total|number of .*)$/, [1, 40]],
  [/\b(discount|tax|shipping|tip)$/, [0, 20]],
  [minorUnits, [100, 20_000]],
  [/\b(price( \w+)?|amount|cost|total|fee|balance)$/, [1, 200]],
  [/\b(confidence|probability|similarity)$/, [0, 1]],
  [/\bgrade$/, [1, 10]],
  [/\b(phone|mobile|telephone|cell)( (number|no))?$/, [600_000_000, 799_999_999]],
  [/\b(salary|income|revenue|turnover)$/, [30_000, 120_000]],
  [/\b(page|offset|index|position|order)$/, [1, 20]],
  [/\b(priority|rank|level|depth|tier|try number|attempts?|retries|tries|revision|repeats|version( number)?)$/, [1, 5]],
  [/\b(calories|kcal)$/, [50, 900]],
  [/\b(protein|fat|carbs|carbohydrates|sugar|fib(er|re)|sodium|salt)s?$/, [0, 60]],
  [/\b(size|bytes|file ?size)$/, [1000, 5_000_000]],
  [/\b(days?|weeks?|months?|expiry)$/, [1, 60]],
  [/\b(status|state|code|type|kind)$/, [1, 5]],
  [/\b(stock|allocated|consumed|building|capacity|slots?|credits?|limit|threshold)\b/, [1, 100]],
  [/\b(discount|attrition|jitter|tax rate|vat)\b/, [0, 20]],
  [/\bport$/, [1024, 49151]],
  [/\b(width|height)$/, [100, 2000]],
  [/\b(weight|mass)$/, [1, 30]],
  [/\b(length|distance|depth|thickness|diameter|radius)$/, [1, 100]],
  [/\bfloors?$/, [1, 9]],
  [/\b(row|seat)( (number|no))?$/, [1, 40]],
  [/\brate$/, [0, 100]],
];

/** Whole numbers, whatever their type. */
const whole =
  /\b(ids?|year(?! to date)( \w+){0,2}|vintage|floor|month|days?|age|port|quantity|qty|count|number of .*|page|position|index|order|status|code|level|priority|rank|calories|kcal|bytes|stock|allocated|consumed|building|capacity|slots?|limit|threshold|width|height|retries|attempts|stars|players|people|guests|participants|attendees|members|users|seats|rooms|copies|pages|views|likes|votes)$/;

const instant = /\b(at|timestamp|time|date|expires|created|updated)$/;
/** A duration may be a fraction. */
const exactInstant = /\b(at|timestamp|created|updated)$/;

export const drawNumber = (merged: Merged, hint: NameHint, type: 'integer' | 'number'): Draw => {
  const { words } = hint;
  const isWhole =
    type === 'integer' ||
    merged.format === 'int32' ||
    merged.format === 'int64' ||
    (exactInstant.test(words) && merged.step === undefined) ||
    minorUnits.test(words) ||
    whole.test(words);
  const shown = hint.isId ? undefined : merged.examples.find((example) => typeof example === 'number');
  const step = merged.step ?? (isWhole ? 1 : (stepOf(shown) ?? 0.01));
  const [low, high] = boundsOf(merged, hint, isWhole ? 1 : step, shown);
  // Most services with integer timestamps use Unix seconds.
  if (isWhole && instant.test(words) && merged.low <= 0 && merged.high > 4e9 && merged.format !== 'int32') {
    const divisor = /\b(ms|millis\w*)\b/.test(hint.words) ? 1 : 1000;
    return (context) => Math.floor(instantFor(context, hint) / divisor);
  }
  // Clients use the `index` of an item as its place in the list.
  const isPlace = words === 'index' && isWhole;
  return ({ random, position }) => {
    if (isPlace && position !== undefined && position >= merged.low && position <= merged.high) return position;
    const first = Math.ceil(low / step);
    const last = Math.floor(high / step);
    const steps = first + Math.floor(random() * (last - first + 1));
    // Hundredths are not exact in binary: 3 * 0.01 is 0.03 plus an error that no service would send.
    const value = last < first ? low : Number((steps * step).toPrecision(15));
    return value === 0 ? 0 : value;
  };
};

/** The years of an age: a thing has fewer than a person. */
const ageRange = (ownerWords: string): Range => (isPersonal(ownerWords) ? [18, 90] : [1, 15]);

/** `subcategories: 12`. */
const isPlural = (words: string): boolean => words !== '' && singular(words) !== words;

/** Of the last digit of an example: prices such as 250 are whole. */
const stepOf = (shown: number | undefined): number | undefined => {
  const digits = shown === undefined ? undefined : /^-?\d+(?:\.(\d{1,6}))?$/.exec(String(shown));
  return digits ? 1 / 10 ** (digits[1]?.length ?? 0) : undefined;
};

/** Numbers like an example: from its half to one and a half of it, with as many digits. 92 is one of at most 100 percent. */
const around = (shown: number): Range => {
  const size = Math.abs(shown);
  const most = Math.min(size * 1.5, 10 ** Math.ceil(Math.log10(size)));
  return shown < 0 ? [-most, shown / 2] : [shown / 2, most];
};

const boundsOf = (merged: Merged, { words, ownerWords }: NameHint, step: number, shown: number | undefined): Range => {
  const low = merged.lowOpen ? merged.low + step : merged.low;
  const high = merged.highOpen ? merged.high - step : merged.high;
  const [likelyLow, likelyHigh] =
    (/\bage$/.test(words) ? ageRange(ownerWords) : undefined) ??
    ranges.find(([pattern]) => pattern.test(words))?.[1] ??
    (isPlural(words) ? [1, 40] : [1, 1000]);
  const isUnlike = shown !== undefined && shown !== 0 && (shown < likelyLow || shown > likelyHigh);
  if (low === -Infinity && high === Infinity) return isUnlike ? around(shown) : [likelyLow, likelyHigh];
  if (high === Infinity) return low <= likelyLow ? [Math.max(low, likelyLow), likelyHigh] : [low, low + 1000 * step];
  if (low === -Infinity)
    return high >= likelyLow
      ? [likelyLow, Math.min(high, Math.max(likelyHigh, likelyLow))]
      : [high > 0 ? Math.min(step, high) : high - 1000 * step, high];
  const [lowest, highest] = [Math.max(low, likelyLow), Math.min(high, likelyHigh)];
  return lowest < highest ? [lowest, highest] : [low, Math.min(high, low + 1e6)];
};
