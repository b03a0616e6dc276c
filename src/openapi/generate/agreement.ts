/** What the properties of one object state about each other, by their names: no minimum is above its maximum, no part above its whole. */
import { longestSlug, slugOf } from '../../core/primitives/id-names.ts';
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/singular.ts';
import { isDateText, timeLike } from '../../core/primitives/time-notation.ts';
import { agreeOnPictures } from '../../parts/pictures/index.ts';
import { englishOf } from './name-hint.ts';
import type { FactsContext } from './shared-facts.ts';
import { testCards } from './vocabulary.ts';

type Value = Record<string, Json>;

interface Allowed {
  /** Whether a property may have a number above 0. */
  readonly takes: (name: string, number: number) => boolean;
  /** How a property may be empty; undefined: it may not. */
  readonly emptyAs: (name: string) => 'null' | 'absent' | undefined;
}

/** Makes the values of an object agree. The names are read once. `fixed`: those that will replace the drawn ones. */
export const agreementOf = (
  names: readonly string[],
  { takes, emptyAs }: Allowed,
): ((value: Value, context: FactsContext, fixed?: JsonObject) => void) => {
  const byName = new Map(names.map((name) => [plainName(name), name]));
  const product = productIn(names);
  const sum = sumIn(names);
  const taxed = taxedIn(names, byName);
  const card = cardIn(names);
  const letter = agreeOnPictures(names, englishOf);
  const others = (name: string, rules: Rules): readonly Pair[] =>
    rules.flatMap(([pattern, ...whole]) => {
      const plain = plainName(name);
      if (!pattern.test(plain)) return [];
      const found = whole.map((text) => byName.get(plain.replace(pattern, text)));
      const other = found.find((one) => one !== undefined && one !== name);
      return other === undefined ? [] : [[name, other] as const];
    });
  const pairs = names.flatMap((name) => others(name, limits));
  const states = names.flatMap((name) => others(name, flags));
  // Of a flight, the departure is first; of a stay, the arrival. Documents declare the first one first.
  const seen = new Set<string>();
  const journeys = names.flatMap((name) => others(name, travels)).filter(([name, other]) => !seen.add(name).has(other));
  const ordered = [...pairs, ...journeys];
  const lasting = lastingIn(names, ordered);
  const slugs = names.flatMap((name) => others(name, titles));
  const ids = names.flatMap((name) => others(name, objectsOfIds));
  const status = names.find((name) => /^(status|state)$/.test(englishOf(name)));
  const ends = names.flatMap((name) => {
    const stem = status === undefined ? undefined : endTime.exec(englishOf(name))?.[1];
    return stem === undefined ? [] : [{ name, stem: plainName(stem), empty: emptyAs(name) }];
  });
  const [age, birth] = [/^age$/, /\b(birth|birthdate|birthday|dob|born)\b/].map((pattern) =>
    names.find((name) => pattern.test(englishOf(name))),
  );
  return (value, context, fixed) => {
    if (age !== undefined && birth !== undefined) followBirth(value, age, birth, context);
    for (const pair of ordered) order(value, pair);
    if (lasting !== undefined) last(value, lasting);
    for (const [slug, title] of slugs) followTitle(value, slug, title);
    for (const [id, object] of ids) followObject(value, id, object);
    for (const [flag, time] of states)
      if (isFlag(value[flag]) && (value[time] !== undefined || value[flag])) {
        const isSet = (value[time] ?? null) !== null;
        setProperty(value, flag, typeof value[flag] === 'number' ? Number(isSet) : isSet);
      }
    if (product !== undefined) multiply(value, product, takes);
    for (const one of taxed) addTax(value, one, takes);
    if (sum !== undefined) addUp(value, sum, takes);
    if (card !== undefined) followBrand(value, card);
    if (status !== undefined) for (const end of ends) followStatus(value, status, end);
    letter?.(value, fixed);
  };
};

/** When something has ended, in one of several ways. */
const endTime =
  /^(cancell?ed|rejected|declined|completed|finished|closed|resolved|delivered|refunded|failed) (at|on|time|date)$/;
const successes =
  /^(auto)?(archived|closed|completed?|delivered|done|ended|finished|paid|resolved|returned|succeeded|success)$/;

interface End {
  readonly name: string;
  readonly stem: string;
  readonly empty: ReturnType<Allowed['emptyAs']>;
}

/** What is pending was neither cancelled nor completed. */
const followStatus = (value: Value, status: string, { name, stem, empty }: End): void => {
  const state = value[status];
  if (typeof state !== 'string' || !/^[a-z]/i.test(state) || empty === undefined || value[name] === undefined) return;
  const [reached, end] = [state, stem].map((word) => plainName(word).replace('cancelled', 'canceled')) as [
    string,
    string,
  ];
  if (reached === end || (successes.test(reached) && successes.test(end))) return;
  if (empty === 'null') setProperty(value, name, null);
  else delete value[name];
};

/** `book_id` is the id of `book`. */
const objectsOfIds: Rules = [[/(?<=.)id$/, '']];

const followObject = (value: Value, name: string, property: string): void => {
  const object = value[property];
  const id = object !== undefined && isJsonObject(object) ? object.id : undefined;
  if (id !== undefined && typeof id === typeof value[name]) setProperty(value, name, id);
};

/** Many services have numbers for flags. */
const isFlag = (flag: Json | undefined): boolean => typeof flag === 'boolean' || flag === 0 || flag === 1;

/** The names of an amount before and after taxes, and of the taxes. */
interface Taxed {
  readonly net: string;
  readonly gross: string;
  readonly tax: string | undefined;
}

/** `net_amount`, `vat_amount` and `gross_amount`; `totalNet`, `totalVat` and `total`. */
const taxedIn = (names: readonly string[], byName: ReadonlyMap<string, string>): readonly Taxed[] =>
  names.flatMap((net) => {
    if (!/\bnet\b/.test(englishOf(net))) return [];
    const otherBy = (...words: readonly string[]): string | undefined =>
      words.map((word) => byName.get(plainName(net).replace('net', word))).find((one) => one !== undefined);
    const gross = otherBy('gross', '');
    return gross === undefined ? [] : [{ net, gross, tax: otherBy('vat', 'tax') }];
  });

const addTax = (value: Value, { net, gross, tax }: Taxed, takes: (name: string, number: number) => boolean): void => {
  const before = value[net];
  if (typeof before !== 'number' || typeof value[gross] !== 'number' || before <= 0) return;
  const isWhole = Number.isInteger(before) && Number.isInteger(value[gross]);
  const amount = Number((before * usualTax).toFixed(isWhole ? 0 : 2));
  const after = Number((before + amount).toFixed(2));
  // Without its tax, a sum would be wrong.
  const isTaxed = tax !== undefined && value[tax] !== undefined;
  if (!takes(gross, after) || (isTaxed && !(typeof value[tax] === 'number' && takes(tax, amount)))) return;
  setProperty(value, gross, after);
  if (isTaxed) setProperty(value, tax, amount);
};

/** Most countries have a rate near this one. */
const usualTax = 0.2;

/** The names of a quantity, a price and their product. */
interface Product {
  readonly quantity: string;
  readonly price: string;
  readonly total: string;
}

const productIn = (names: readonly string[]): Product | undefined => {
  const words = names.map(englishOf);
  const find = (pattern: RegExp): string | undefined => names[words.findIndex((one) => pattern.test(one))];
  const quantity = find(quantityWords);
  const price = find(unitPrice) ?? find(/^price$/);
  const total = find(lineTotal);
  return quantity === undefined || price === undefined || total === undefined ? undefined : { quantity, price, total };
};

const quantityWords = /^(quantity|qty)$/;
const unitPrice = /^(unit ?(price|cost|value|amount)|price unit\w*)$/;
const lineTotal = /^((line|sub|item) ?)?total( ?(price|amount|cost))?$|^(line ?)?amount$/;

const multiply = (
  value: Value,
  { quantity, price, total }: Product,
  takes: (name: string, number: number) => boolean,
): void => {
  const [count, each] = [value[quantity], value[price]];
  if (typeof count !== 'number' || typeof each !== 'number' || typeof value[total] !== 'number') return;
  const product = Number((count * each).toFixed(2));
  if (product > 0 && Number.isFinite(product) && takes(total, product)) setProperty(value, total, product);
};

/** The names of the parts of a sum, with the sign of each. */
interface Sum {
  readonly lines: string | undefined;
  readonly subtotal: string | undefined;
  readonly parts: readonly (readonly [string, number])[];
  readonly total: string | undefined;
}

const sumIn = (names: readonly string[]): Sum | undefined => {
  const find = (pattern: RegExp): string | undefined => names.find((name) => pattern.test(englishOf(name)));
  const lines = find(/^((order|invoice|cart|line) )?(items|lines)$/);
  const subtotal = find(/^sub ?total( (price|amount))?$/);
  const total = find(/^((order|grand|invoice) )?total( (price|amount|cost))?$/);
  const parts = names.flatMap((name): Sum['parts'] => {
    const words = englishOf(name);
    if (/^((total|sales) )?(tax|vat)( (amount|total))?$|^shipping( (cost|fee|amount|price))?$|^(tip|fee)$/.test(words))
      return [[name, 1]];
    return /^discount( (amount|total))?$/.test(words) ? [[name, -1]] : [];
  });
  return (lines ?? subtotal) === undefined || (subtotal ?? total) === undefined
    ? undefined
    : { lines, subtotal, parts, total };
};

/** The lines make the subtotal, and this with what is beside it the total. */
const addUp = (
  value: Value,
  { lines, subtotal, parts, total }: Sum,
  takes: (name: string, number: number) => boolean,
): void => {
  const set = (name: string | undefined, number: number): void => {
    const rounded = Number(number.toFixed(2));
    if (name !== undefined && typeof value[name] === 'number' && rounded > 0 && takes(name, rounded))
      setProperty(value, name, rounded);
  };
  const list = lines === undefined ? undefined : value[lines];
  const amounts = Array.isArray(list) ? list.map(amountOf) : [];
  const ofLines =
    amounts.length === 0 ? Number.NaN : amounts.reduce<number>((all, one) => all + (one ?? Number.NaN), 0);
  if (!Number.isNaN(ofLines)) set(subtotal, ofLines);
  const before = Number.isNaN(ofLines) || subtotal !== undefined ? numberIn(value[subtotal ?? '']) : ofLines;
  if (before === undefined) return;
  for (const [name] of parts) if (/\b(tax|vat)\b/.test(englishOf(name))) set(name, before * usualTax);
  const beside = parts.reduce((all, [name, sign]) => all + sign * (numberIn(value[name]) ?? 0), 0);
  set(total, before + beside);
};

const numberIn = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);

/** What a line costs: its own total, else its price times its quantity. */
const amountOf = (line: Json): number | undefined => {
  if (!isJsonObject(line)) return undefined;
  const numbers = Object.entries(line).map(([name, one]) => [englishOf(name), numberIn(one)] as const);
  const find = (pattern: RegExp): number | undefined => numbers.find(([words]) => pattern.test(words))?.[1];
  const [price, quantity] = [find(unitPrice) ?? find(/^price$/), find(quantityWords)];
  return find(lineTotal) ?? (price === undefined || quantity === undefined ? undefined : price * quantity);
};

/** A duration with the times between which it is. */
interface Lasting {
  readonly length: string;
  readonly unitMs: number;
  readonly start: string;
  readonly end: string;
}

const unitsMs: readonly (readonly [RegExp, number])[] = [
  [/\b(mins?|minutes?)$/, 60_000],
  [/\b(hours?|hrs?)$/, 3_600_000],
  [/\b(days?|nights?)$/, 86_400_000],
];

const lastingIn = (names: readonly string[], spans: readonly Pair[]): Lasting | undefined => {
  const length = names.find((name) =>
    /^((duration|length)( in)?( of stay)? ?)?(mins?|minutes?|hours?|hrs?|days?|nights?)( count)?$/.test(
      englishOf(name),
    ),
  );
  const unitMs = unitsMs.find(([pattern]) => pattern.test(englishOf(length ?? '').replace(/ count$/, '')))?.[1];
  const [start, end] = spans.find(([one]) => /^(start|begin|check ?in|arrival|departure)/.test(englishOf(one))) ?? [];
  return length === undefined || unitMs === undefined || start === undefined || end === undefined
    ? undefined
    : { length, unitMs, start, end };
};

/** The end of the year 9999: later years have more digits. */
const latestMs = Date.UTC(10_000, 0);

/** The end is as long after the start as the duration says. */
const last = (value: Value, { length, unitMs, start, end }: Lasting): void => {
  const [number, from, to] = [value[length], value[start], value[end]];
  if (typeof number !== 'number' || typeof from !== 'string' || typeof to !== 'string') return;
  const time = Date.parse(from) + number * unitMs;
  if (isDateText(from) && isDateText(to) && Math.abs(time) < latestMs) setProperty(value, end, timeLike(time, to));
};

/** The names of a payment card's brand, number and last digits. */
interface Card {
  readonly brand: string | undefined;
  readonly number: string | undefined;
  readonly last: string | undefined;
}

const cardIn = (names: readonly string[]): Card | undefined => {
  const find = (pattern: RegExp): string | undefined => names.find((name) => pattern.test(englishOf(name)));
  const last = find(/^(card )?last ?(4|four)( digits)?$/);
  const number = find(/\bcard (number|no)$/) ?? (last === undefined ? undefined : find(/^number$/));
  const brand = find(/\bcard (brand|type|network|scheme)$/) ?? find(/^(brand|network)$/);
  return number === undefined ? undefined : { brand, number, last };
};

/** The number for tests of each brand, and its last digits. */
const followBrand = (value: Value, { brand = '', number = '', last = '' }: Card): void => {
  const own = testCards.find(([pattern]) => pattern.test(String(value[brand])))?.[1] ?? value[number];
  const isTest = testCards.some(([, one]) => one === value[number]);
  if (!isTest || typeof own !== 'string') return;
  setProperty(value, number, own);
  if (/^\d{4}$/.test(String(value[last]))) setProperty(value, last, own.slice(-4));
};

const yearMs = 365.25 * 86_400_000;

/** The years since a birth. */
const followBirth = (value: Value, age: string, birth: string, { now }: FactsContext): void => {
  const [own, born] = [value[age], value[birth]];
  const years = typeof born === 'string' ? Math.floor((now - Date.parse(born)) / yearMs) : Number.NaN;
  if (typeof own === 'number' && years > 0) setProperty(value, age, years);
};

type Pair = readonly [string, string];

/** A name, and the names of the other one, the first that exists. */
type Rules = readonly (readonly [RegExp, ...string[]])[];

/** What a part of the things is: `readCount` of `count`. */
const partWords =
  'completed?|done|finished|passed|failed|open|closed|unique|used|remaining|available|current|pending|in ?progress|read|unread|paid|allocated|reserved|active';

/** The name of the whole, of which this is a part: `books count` for `books read count` and `read books count`. */
export const wholeOf = (words: string): string | undefined => {
  const whole = words.replace(new RegExp(`\\b(${partWords}) (?=.)`), '');
  return whole === words ? undefined : whole;
};

/** The lower one, and the one that it does not exceed: `min_price` and `max_price`, `completed_tasks` and `total_tasks`. */
const limits: Rules = [
  [/min/, 'max'],
  [/from/, 'to'],
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

const travels: Rules = [
  [/departure|depart/, 'arrival', 'arrive'],
  [/arrival|arrive/, 'departure', 'depart'],
];

const titles: Rules = [[/slug$/, 'title', 'name']];

/** A slug of words is that of the title. */
const followTitle = (value: Value, slug: string, title: string): void => {
  const [own, text] = [value[slug], value[title]];
  const followed = typeof text === 'string' ? slugOf(text) : '';
  const isWords = typeof own === 'string' && /^[a-z]+(-[a-z]+)*$/.test(own);
  if (isWords && followed !== '' && followed.length <= longestSlug) setProperty(value, slug, followed);
};

/** `deleted` is true if there is a `deleted_at`. */
const flags: Rules = [
  [
    /^(?:is)?(deleted|removed|archived|revoked|disabled|suspended|blocked|banned|cancell?ed|failed|closed|completed|done|finished|opened|resolved|published|verified|confirmed|read|paid|accepted|approved|locked)$/,
    '$1at',
    '$1on',
    '$1date',
    '$1time',
    '$1timestamp',
  ],
];

/** Exchanges both if the first is above the second. Numbers in texts are compared as numbers, times of a day as times. */
const order = (value: Value, [low, high]: Pair): void => {
  const [least, most] = [value[low], value[high]];
  if (least === undefined || most === undefined || !isAbove(least, most)) return;
  setProperty(value, low, most);
  setProperty(value, high, least);
};

const isAbove = (left: Json, right: Json): boolean => {
  if (typeof left === 'number' && typeof right === 'number') return left > right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  if (number.test(left) && number.test(right)) return Number(left) > Number(right);
  return times.some((form) => form.test(left) && form.test(right)) && left > right;
};

const times = [/^\d\d:\d\d/, /^\d{4}-\d\d-\d\d/];

const number = /^-?\d+(\.\d*)?$/;
