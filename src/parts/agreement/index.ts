/** What the properties of one object state about each other, by their names: no minimum is above its maximum, no part above its whole, and nothing ends before it begins. */
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { maxRemembered } from '../../core/primitives/lazy.ts';
import { wordsOf } from '../../core/primitives/words.ts';
import { feesIn, pricesIn, productsIn, sharesIn, sumsIn, taxesIn } from './amounts.ts';
import { type Agree, type Allowed, type NamePair, type NameRules, ObjectDraft, PropertyNames } from './object-draft.ts';
import { cardIn, copiesIn, count, countsIn, onlyCountIn, slugIn, summariesIn } from './others.ts';
import { endsIn, flagsIn, momentsIn } from './states.ts';
import { ageIn, durationIn, spansIn } from './times.ts';

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
  // Of a flight, the departure is first; of a stay, the arrival. Documents declare the first one first.
  const seen = new Set<string>();
  const journeys = names.pairs(travels).filter(([name, other]) => !seen.add(name).has(other));
  const ordered = [...names.pairs(limits), ...journeys];
  const spans = spansIn(names, ordered);
  const settled = new Set(counts.map(([number]) => number));
  const agreements: readonly (Agree | undefined)[] = [
    ageIn(names),
    ...counts.map((one) => (draft: ObjectDraft) => count(draft, one)),
    onlyCountIn(names),
    momentsIn(names, spans),
    ...ordered.map((pair) => (draft: ObjectDraft) => order(draft, pair, settled)),
    durationIn(names, spans),
    ...slugIn(names),
    ...copiesIn(names),
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
  ];
  const found = agreements.filter((one) => one !== undefined);
  return (value, now, fixed) => {
    const draft = new ObjectDraft(value, now, allowed.takes, fixed);
    for (const agree of found) agree(draft);
  };
};

const anything: Allowed = { takes: () => true, emptyAs: () => undefined };

export type WithAmounts = (item: JsonObject, list: string) => JsonObject;

/** Finds the item with the amounts that follow from the lines in one of its lists, which have other prices than before. */
export const createAmounts = (): WithAmounts => {
  const known = new Map<string, AmountAgreements>();
  return (item, list) => {
    const lines = item[list];
    if (!Array.isArray(lines) || !lines.every((line) => isJsonObject(line) && Object.keys(line).some(isQuantity)))
      return item;
    const [first = {}] = lines as readonly JsonObject[];
    const key = [...Object.keys(item), '', ...Object.keys(first)].join(' ');
    const found = known.get(key) ?? amountsOf(Object.keys(item), Object.keys(first));
    if (known.size < maxRemembered) known.set(key, found);
    const own = (lines as readonly JsonObject[]).map((line) => agreed(line, found.ofLine));
    return agreed({ ...item, [list]: own }, found.ofItem);
  };
};

interface AmountAgreements {
  readonly ofLine: readonly (Agree | undefined)[];
  readonly ofItem: readonly (Agree | undefined)[];
}

const amountsOf = (item: readonly string[], line: readonly string[]): AmountAgreements => {
  const [names, namesOfLine] = [item, line].map(
    (all) => new PropertyNames(all, anything, (name) => wordsOf(name).join(' ')),
  ) as [PropertyNames, PropertyNames];
  return {
    ofLine: [productsIn(namesOfLine)],
    ofItem: [
      ...countsIn(names).map((one) => (draft: ObjectDraft) => count(draft, one)),
      ...[sumsIn(names), ...taxesIn(names), ...sharesIn(names), ...summariesIn(names)],
    ],
  };
};

const agreed = (object: JsonObject, agreements: readonly (Agree | undefined)[]): JsonObject => {
  const draft = new ObjectDraft({ ...object }, 0, anything.takes, undefined);
  for (const agree of agreements) agree?.(draft);
  return draft.value;
};

const isQuantity = (name: string): boolean => /^(quantity|qty)$/i.test(name);

/** What a part of the things is: `readCount` of `count`. */
const partWords =
  'completed?|done|finished|passed|failed|open|closed|unique|used|remaining|available|current|pending|in ?progress|read|unread|paid|allocated|reserved|active';

/** The name of the whole, of which this is a part: `books count` for `books read count` and `read books count`. */
export const wholeOf = (words: string): string | undefined => {
  const whole = words.replace(new RegExp(`\\b(${partWords}) (?=.)`), '');
  return whole === words ? undefined : whole;
};

/** The lower one, and the one that it does not exceed: `min_price` and `max_price`, `completed_tasks` and `total_tasks`. */
const limits: NameRules = [
  [/min/, 'max'],
  [/from/, 'to', 'until', 'till'],
  [/lowest/, 'highest'],
  [/lower/, 'upper'],
  [/^(average|avg|mean)/, 'max', 'maximum'],
  [/excl?(?=uding|vat|tax)/, 'incl', 'inc'],
  [/start(?=s?(at|on|date|time)?$)/, 'end'],
  [/open(?=s?(at|time)?$)/, 'close'],
  [/opening(?=time|hour)/, 'closing'],
  [/re(stock|order)/, 'maxstock'],
  [/^(available|current|in)?stock(quantity)?$/, 'maxstock', 'maxstockthreshold', 'maximumstock'],
  [/begin|debut|inicio|mulai/, 'end', 'fin', 'fim', 'selesai'],
  [/checkin|entrada/, 'checkout', 'saida', 'salida'],
  [/(departure|outbound|pickup|depart)(?=s?(at|on|date|time)?$)/, 'return', 'inbound', 'dropoff'],
  [/^(loan|borrow(ed)?|rent(al|ed)?|lent|issued?|checkout|start)(?=(at|on|date)?$)/, 'return', 'returned'],
  [/^(loan|borrow(ed)?|rent(al|ed)?|lent|issued?|checkout|start|invoice|order)(?=(on|date)?$)/, 'due'],
  [new RegExp(`^(${partWords})(?=.)`), 'total', ''],
  [new RegExp(`(?<=.)(${partWords})(?=count$)`), ''],
  [
    /^(available|completed|done|finished|passed|used|allocated|current|occupied|sold|reserved)(count)?$/,
    'total$2',
    'total',
    'count',
    'quantity',
    'limit',
    'capacity',
  ],
  [/^(?!total)(.+?)(tobeinvoiced|invoiced|logged|paid|spent)$/, 'total$1', '$1'],
  [/^(?!total)(?=.)/, 'total'],
  [/^(?!max)(?=.)/, 'max'],
];

const travels: NameRules = [
  [/departure|depart/, 'arrival', 'arrive'],
  [/arrival|arrive/, 'departure', 'depart'],
];

/** Exchanges both if the first is above the second, or lets one follow the other, which is stated or counted; neither gets what its schema rejects. Numbers in texts are compared as numbers, times of a day as times. */
const order = (draft: ObjectDraft, [low, high]: NamePair, settled: ReadonlySet<string>): void => {
  const [least, most] = [draft.value[low], draft.value[high]];
  if (least === undefined || most === undefined || !isAbove(least, most)) return;
  if (!settled.has(low)) draft.put(low, most);
  if (!settled.has(high)) draft.put(high, least);
};

const isAbove = (left: Json, right: Json): boolean => {
  if (typeof left === 'number' && typeof right === 'number') return left > right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  if (number.test(left) && number.test(right)) return Number(left) > Number(right);
  return times.some((form) => form.test(left) && form.test(right)) && left > right;
};

const times = [/^\d\d:\d\d/, /^\d{4}-\d\d-\d\d/];

const number = /^-?\d+(\.\d*)?$/;
