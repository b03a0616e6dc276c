/**
 * What the properties of one object state about each other, by their names: no minimum is above its maximum, no part above its whole, and
 * nothing ends before it begins.
 */

import { filterProperties, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { remembered } from '../../core/primitives/lazy.ts';
import { wordsOf } from '../../core/primitives/words.ts';
import { type Meaning, nameRules } from '../names/index.ts';
import { feesIn, pricesIn, productsIn, sharesIn, sumsIn, taxesIn } from './amounts.ts';
import { type Agree, type Allowed, is, type NamePair, ObjectDraft, PropertyNames } from './object-draft.ts';
import { cardIn, copiesIn, count, countsIn, degreesIn, joinedIn, onlyCountIn, slugIn, summariesIn } from './others.ts';
import { advanceIn, endsIn, flagsIn, momentsIn } from './states.ts';
import { ageIn, calendarIn, durationIn, sequenceIn, spansIn } from './times.ts';

export { firstState, openingIn } from './first-state.ts';
export { labelOf, lengthIn, testCards } from './others.ts';
export { decidedTimes } from './states.ts';

/** Makes the values of an object agree. The names are read once. `wordsOf`: the words of a name, in English. */
export const agreementOf = (
  all: readonly string[],
  allowed: Allowed,
  wordsOf: (name: string) => string,
): ((value: Record<string, Json>, now: number, fixed?: JsonObject) => void) => {
  const names = new PropertyNames(all, allowed, wordsOf);
  const counts = countsIn(names);
  const seen = new Set<string>();
  const journeys = names.pairs(nameRules.travels).filter(([name, other]) => !seen.add(name).has(other));
  const ordered = [...names.pairs(nameRules.limits), ...journeys];
  const spans = spansIn(names, ordered);
  const settled = new Set(counts.map(([number]) => number));
  const agreements: readonly (Agree | undefined)[] = [
    ageIn(names),
    ...counts.map((one) => (draft: ObjectDraft) => count(draft, one)),
    onlyCountIn(names),
    momentsIn(names, spans),
    ...ordered.map((pair) => (draft: ObjectDraft) => order(draft, pair, settled)),
    sequenceIn(names, ordered),
    durationIn(names, spans),
    ...slugIn(names),
    ...copiesIn(names),
    ...joinedIn(names),
    ...degreesIn(names),
    ...endsIn(names),
    ...flagsIn(names),
    pricesIn(names),
    productsIn(names),
    sumsIn(names),
    ...taxesIn(names),
    ...feesIn(names),
    ...sharesIn(names),
    ...summariesIn(names),
    cardIn(names),
    calendarIn(names),
    advanceIn(names),
  ];
  const found = agreements.filter((one) => one !== undefined);
  return (value, now, fixed) => {
    const draft = new ObjectDraft(value, now, allowed.takes, fixed);
    for (const agree of found) agree(draft);
  };
};

const anything: Allowed = { takes: () => true, emptyAs: () => undefined };

/** Amounts that an object has although it is new. */
const sums = ['lineTotal', 'total', 'subtotal', 'netTotal', 'totalQuantity', 'totalItems', 'counting'] as const;

const words = (name: string) => wordsOf(name).join(' ');
export const isAmount = (name: string, ...meanings: readonly Meaning<'names'>[]): boolean =>
  meanings.some((one) => is(one)(words(name)));

type TypesOf = (name: string) => ReadonlySet<string> | undefined;

/** The amounts of what is new and of nothing. */
export const zerosOf = (all: readonly string[], typesOf: TypesOf, ...more: readonly Meaning<'names'>[]): JsonObject => {
  const zero = (name: string) => (typesOf(name)?.has('string') ? '0.00' : 0);
  return Object.fromEntries(all.filter((name) => isAmount(name, ...sums, ...more)).map((name) => [name, zero(name)]));
};

/** Lets amounts of an object follow from its others and its lines, unless they are stated; if it is of nothing, they are 0. */
export const amountsOf = (all: readonly string[], typesOf: TypesOf = () => undefined) => {
  const agree = agreementOf(all, anything, words);
  const zeros = zerosOf(all, typesOf);
  const free = new Set(all.filter((name) => isAmount(name, ...sums, 'added', 'paid', 'unpaid')));
  return (object: JsonObject, stated: JsonObject = {}, isEmpty = false): JsonObject => {
    const isOwn = (name: string): boolean => Object.hasOwn(isEmpty ? stated : object, name);
    const value: JsonObject = { ...object, ...filterProperties(zeros, (name) => !isOwn(name)) };
    const fixed = filterProperties(value, (name) => Object.hasOwn(stated, name) || !free.has(name));
    agree(value, 0, fixed);
    return filterProperties(value, (name, own) => isEmpty || own !== zeros[name] || Object.hasOwn(object, name));
  };
};

const amountsByNames = remembered((names) => amountsOf(names.split(' ')));
const agreed = (object: JsonObject): JsonObject => amountsByNames(Object.keys(object).join(' '))(object);

/** The item with the amounts that follow from the lines in one of its lists, which have other prices than before. */
export const withAmounts = (item: JsonObject, list: string): JsonObject => {
  const lines = item[list];
  if (!Array.isArray(lines) || !lines.every((line) => isJsonObject(line) && Object.keys(line).some(is('quantity'))))
    return item;
  return agreed({ ...item, [list]: (lines as readonly JsonObject[]).map(agreed) });
};

/** The name of the whole, of which this is a part: `books count` for `books read count` and `read books count`. */
export const wholeOf = (words: string): string | undefined => {
  const whole = nameRules.wholes.reduce((all, [part, rest = '']) => all.replace(part, rest), words);
  return whole === words ? undefined : whole;
};

/**
 * Exchanges both if the first is above the second, or lets one follow the other, which is stated or counted, as far as its schema allows.
 * Numbers in texts are compared as numbers, times of a day as times.
 */
const order = (draft: ObjectDraft, [low, high]: NamePair, settled: ReadonlySet<string>) => {
  const [least, most] = [draft.value[low], draft.value[high]];
  if (least === undefined || most === undefined || !isAbove(least, most)) return;
  if (!settled.has(low)) draft.put(low, most);
  if (!settled.has(high)) draft.put(high, least);
};

const isAbove = (left: Json, right: Json) => {
  if (typeof left === 'number' && typeof right === 'number') return left > right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  if (number.test(left) && number.test(right)) return Number(left) > Number(right);
  return times.some((form) => form.test(left) && form.test(right)) && left > right;
};

const times = [/^\d\d:\d\d/, /^\d{4}-\d\d-\d\d/];

const number = /^-?\d+(\.\d*)?$/;
