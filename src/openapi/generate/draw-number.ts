import { isPlural } from '../../core/primitives/words.ts';
import { type Meaning, wordGroups } from '../../parts/names/index.ts';
import { saysCount } from '../../parts/sayings/described-texts.ts';
import type { Merged } from '../schema/merged-schema.ts';
import type { Draw, DrawContext } from './draw-context.ts';
import { isPersonal } from './kinds-of-things.ts';
import type { NameHint } from './name-hint.ts';
import { instantFor, isKnownInstant, nearby } from './shared-facts.ts';

/** The step is 1 for numbers that are whole, whatever their type. */
type Range = readonly [low: number, high: number, step?: 1];

/** Whether an example is a time of this century, of what may be a time: `valid_to: 1580407664`. */
const isInstant = (shown: number | undefined, words: string) => {
  const seconds = shown !== undefined && shown > 1e12 ? shown / 1000 : (shown ?? 0);
  return seconds > 1e9 && seconds < 3e9 && wordGroups.inside.has(words, 'mayBeInstant');
};

/** GeoJSON has the longitude first. */
const axes: readonly (readonly [Meaning<'ends'>, (context: DrawContext) => 'latitude' | 'longitude'])[] = [
  ['latitude', () => 'latitude'],
  ['longitude', () => 'longitude'],
  ['point', ({ position = 1 }) => (position % 2 === 0 ? 'longitude' : 'latitude')],
];

/** Formats of numbers that are times: `unix-time`, `timestamp`, `epoch`. */
const isTime = /time|epoch/;

export const drawNumber = (merged: Merged, named: NameHint, type: 'integer' | 'number'): Draw => {
  const hint = saysCount(merged.description ?? '') ? { ...named, words: `${named.words} count` } : named;
  const { words } = hint;
  const { has } = wordGroups.ends;
  const shown = hint.isId ? undefined : merged.examples.find((example) => typeof example === 'number');
  const range = rangeFor(hint);
  // Tools that have no integers write each count as a number.
  const isPlain = range === unknownRange && merged.format === undefined && shown === undefined && merged.high > 1000;
  const isInteger = type === 'integer' || merged.format === 'int32' || merged.format === 'int64';
  const isCounted =
    isInteger || (has(words, 'exactInstant') && merged.step === undefined) || hint.isId || range[2] === 1;
  const isWhole = isCounted || isPlain;
  const isPlanned = isWhole && merged.low <= 0 && merged.high >= 120 && has(`${hint.ownerWords} ${words}`, 'planned');
  const step = merged.step ?? (isPlanned ? 15 : isWhole ? 1 : (stepOf(shown) ?? fineStep(merged)));
  const [low, high] = boundsOf(merged, hint, isWhole ? 1 : step, shown);
  // Most services with integer timestamps use Unix seconds.
  const isNamed =
    merged.format === 'int32'
      ? has(words, 'exactInstant')
      : has(words, 'instant') || (has(words, 'time') && isKnownInstant(words)) || isTime.test(merged.format ?? '');
  if (isCounted && merged.low <= 0 && merged.high > 4e9 && (isNamed || isInstant(shown, words))) {
    const divisor = (shown ?? 0) > 1e12 ? 1 : 1000;
    return (context) => Math.floor(instantFor(context, hint) / divisor);
  }
  const axis = axes.find(([meaning]) => has(words, meaning))?.[1];
  if (axis !== undefined && merged.low <= -90 && merged.high >= 90 && merged.step === undefined) {
    const digits = isInteger ? 0 : 4;
    return (context) => Number(nearby(context, axis(context)).toFixed(digits));
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

/** The step of the last digit of an example: prices such as 250 are whole. */
const stepOf = (shown: number | undefined): number | undefined => {
  const digits = shown === undefined ? undefined : /^-?\d+(?:\.(\d{1,6}))?$/.exec(String(shown));
  return digits ? 1 / 10 ** (digits[1]?.length ?? 0) : undefined;
};

/** Hundredths, unless a range is as small as one. */
const fineStep = ({ low, high }: Merged): number => Math.min(0.01, 10 ** Math.floor(Math.log10(high - low))) || 0.01;

/** Numbers like an example: from its half to one and a half of it, with as many digits. 92 gives at most 100. */
const around = (shown: number): Range => {
  const size = Math.abs(shown);
  const most = Math.min(size * 1.5, 10 ** Math.ceil(Math.log10(size)));
  return shown < 0 ? [-most, shown / 2] : [shown / 2, most];
};

const boundsOf = (merged: Merged, hint: NameHint, step: number, shown: number | undefined): Range => {
  const low = merged.lowOpen ? merged.low + step : merged.low;
  const high = merged.highOpen ? merged.high - step : merged.high;
  const [likelyLow, likelyHigh] = rangeFor(hint);
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

const unknownRange: Range = [1, 1000];

/** The realistic range of a number, by the name of its property. */
export const rangeFor = ({ words, ownerWords }: NameHint): Range => {
  const inside = `${ownerWords} ${words}`;
  const plain = words.replace(wordGroups.ends.patternOf('unit'), '').trimEnd();
  const bounded = ownerWords.replace(wordGroups.ends.patternOf('bounds'), '').trimEnd();
  const meant = wordGroups.names.has(words, 'bareNumber') ? bounded || ownerWords : plain;
  const { measuresInside, personal, measures } = wordGroups;
  return (
    measuresInside.find<Range>(inside, measuresInside.values) ??
    (isPersonal(ownerWords) ? personal.find<Range>(meant, personal.values) : undefined) ??
    measures.find<Range>(meant, measures.values) ??
    // `subcategories: 12`.
    (isPlural(meant) ? [1, 40, 1] : unknownRange)
  );
};

/** Where a document states no type, what is a number or a flag by its name: tools that read the code of a service see names alone. */
export const usualTypeOf = ({ words }: NameHint): 'boolean' | 'number' | 'integer' | undefined => {
  const { has } = wordGroups.ends;
  if (has(words, 'flag')) return 'boolean';
  if (has(words, 'measure')) return 'number';
  return has(words, 'number') ? 'integer' : undefined;
};
