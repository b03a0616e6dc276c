/** What an object says of other things in it: how many are in its lists, whose name a text repeats, and by what a slug or a card is known. */

import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { plainName, singular } from '../../core/primitives/words.ts';
import { joinsNames, longestSlug, ownersInJoined, slugOf } from '../../core/service/id-names.ts';
import { type Meaning, nameRules, wordGroups } from '../names/index.ts';
import { wordLists } from '../words/index.ts';
import { type Agree, is, type ObjectDraft, type PropertyNames } from './object-draft.ts';

const nounIn = (words: string): string | undefined => {
  const [, after, before] = wordGroups.names.patternOf('counting').exec(words) ?? [];
  return after ?? before;
};

/** The numbers of elements of its lists, each with its list: `reply_count` and `replies`. */
export const countsIn = (names: PropertyNames): readonly (readonly [number: string, list: string])[] =>
  names.all.flatMap((name) => {
    const noun = nounIn(names.wordsOf(name));
    const list =
      noun === undefined ? undefined : names.all.find((one) => one !== name && isListOf(names.wordsOf(one), noun));
    return list === undefined ? [] : [[name, list] as const];
  });

/** The length of the list that a name counts: `itemCount` beside `items`. */
export const lengthIn = (value: JsonObject, name: string, wordsOf: (name: string) => string): number | undefined => {
  const noun = nounIn(wordsOf(name));
  const list = noun === undefined ? undefined : Object.keys(value).find((one) => isListOf(wordsOf(one), noun));
  const own = value[list ?? ''];
  return Array.isArray(own) ? own.length : undefined;
};

const isListOf = (words: string, noun: string) => words !== singular(words) && singular(words) === singular(noun);

export const count = (draft: ObjectDraft, [number, list]: readonly [string, string]): void => {
  const own = draft.value[list];
  if (Array.isArray(own)) draft.setNumber(number, own.length);
  else if (typeof own === 'number') draft.setNumber(number, own);
};

/** The count of an object that has one list: `{ emoji, count, users }`. */
export const onlyCountIn = (names: PropertyNames): Agree | undefined => {
  const number = names.find(is('count'));
  if (number === undefined) return undefined;
  return (draft) => {
    const [list, ...others] = Object.entries(draft.value).filter(([, one]) => Array.isArray(one));
    const isPage = list !== undefined && is('pageList')(names.wordsOf(list[0]));
    if (list !== undefined && others.length === 0 && !isPage)
      draft.setNumber(number, (list[1] as readonly Json[]).length);
  };
};

/** A rating is the average of those in the reviews, and a quantity the sum of those in the lines. */
export const summariesIn = (names: PropertyNames): readonly Agree[] => {
  const reviews = names.find(is('reviews'));
  // The items of a cart are those in its lines.
  const quantities = [is('totalQuantity'), ...(names.named('items') === undefined ? [is('totalItems')] : [])].flatMap(
    (test) => names.where(test),
  );
  const numbersIn = (list: Json | undefined, meaning: Meaning<'names'>): readonly number[] =>
    (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((one) => {
      const [, found] =
        (isJsonObject(one) && Object.entries(one).find(([name]) => is(meaning)(names.wordsOf(name)))) || [];
      return typeof found === 'number' ? [found] : [];
    });
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return [
    ...(reviews === undefined ? [] : names.where(is('averaged'))).map((name) => (draft: ObjectDraft) => {
      const found = numbersIn(draft.value[reviews as string], 'valued');
      if (found.length > 0) draft.setNumber(name, sum(found) / found.length);
    }),
    ...(quantities.length === 0 ? [] : names.where(is('lines'))).map((list) => (draft: ObjectDraft) => {
      const found = numbersIn(draft.value[list], 'quantity');
      if (found.length > 0) for (const name of quantities) draft.setNumber(name, sum(found));
    }),
  ];
};

/** `book_id` is the id of `book`, and `owner_name` the name of `owner`. */
export const copiesIn = (names: PropertyNames): readonly Agree[] => {
  const all = names.all.map((name) => [name, `${names.wordsOf(name)} `] as const);
  return all.flatMap(([object, stem]) =>
    all.flatMap(([name, words]): readonly Agree[] =>
      words.length > stem.length && words.startsWith(stem)
        ? [(draft) => copy(draft, name, object, plainName(words.slice(stem.length)))]
        : [],
    ),
  );
};

/** The names of what somebody or something is called, the one that says most first, in plain form. */
const called = [
  ['name'],
  ['fullname'],
  ['displayname'],
  ['title'],
  ['firstname', 'lastname'],
  ['givenname', 'familyname'],
  ['username'],
  ['login'],
];

/** What an object calls the person or the thing that it is; undefined if it has no name. */
export const labelOf = (object: JsonObject): string | undefined => {
  for (const parts of called) {
    const texts = parts.map((one) => memberNamed(object, one)).filter((one) => typeof one === 'string' && one !== '');
    if (texts.length === parts.length) return texts.join(' ');
  }
  return undefined;
};

const copy = (draft: ObjectDraft, name: string, object: string, rest: string) => {
  const inner = draft.value[object];
  if (!isJsonObject(inner)) return;
  const found = memberNamed(inner, plainName(name)) ?? (rest === 'name' ? labelOf(inner) : memberNamed(inner, rest));
  if (found === undefined || typeof found !== typeof draft.value[name]) return;
  if (rest === 'id') draft.put(name, found);
  else if (typeof found === 'string') draft.setText(name, found);
};

const memberNamed = (object: JsonObject, plain: string): Json | undefined =>
  Object.entries(object).find(([name]) => plainName(name) === plain)?.[1];

/** What is 20 degrees Celsius is 68 degrees Fahrenheit. */
export const degreesIn = (names: PropertyNames): readonly Agree[] =>
  names.pairs(nameRules.fahrenheit).map(([fahrenheit, celsius]) => (draft) => {
    draft.setNumber(fahrenheit, Math.round((draft.numberAt(celsius) ?? Number.NaN) * 1.8 + 32));
  });

/** A slug of words is that of the title. */
export const slugIn = (names: PropertyNames): readonly Agree[] =>
  names.pairs(nameRules.slugs).map(([slug, title]) => (draft) => {
    const [own, text] = [draft.value[slug], draft.value[title]];
    const followed = typeof text === 'string' ? slugOf(text) : '';
    const isWords = typeof own === 'string' && /^[a-z]+(-[a-z]+)*$/.test(own);
    if (isWords && followed !== '' && followed.length <= longestSlug) draft.put(slug, followed);
  });

/** `full_name` is `ada/tools` where the `owner` is `ada` and the `name` is `tools`. People have one of another kind. */
export const joinedIn = (names: PropertyNames): readonly Agree[] => {
  const own = wordLists.joinedNames.all.map((name) => names.named(name)).find((name) => name !== undefined);
  if (own === undefined || names.named('email') !== undefined) return [];
  return names.where(joinsNames).map((name) => (draft) => {
    const found = ownersInJoined(name).flatMap(([plain, labels]) => {
      const whose = draft.value[names.named(plain) ?? ''] ?? null;
      return labels.map((one) => (one === '' ? whose : isJsonObject(whose) ? memberNamed(whose, one) : undefined));
    });
    const first = found.find((one) => typeof one === 'string');
    if (first !== undefined && typeof draft.value[own] === 'string')
      draft.setText(name, `${first}/${draft.value[own]}`);
  });
};

/** The brands of payment cards, each with the number that payment services accept in tests. */
export const testCards: readonly (readonly [RegExp, string])[] = [
  [/visa/i, '4111111111111111'],
  [/master/i, '5555555555554444'],
  [/amex|american/i, '378282246310005'],
];

/** The number for tests of each brand, and its last digits. */
export const cardIn = (names: PropertyNames): Agree | undefined => {
  const { has } = wordGroups.texts;
  const last = names.find((words) => has(words, 'lastDigits'));
  const number =
    names.find((words) => has(words, 'cardNumber')) ?? (last === undefined ? undefined : names.named('number'));
  const brand = names.find((words) => has(words, 'cardBrand')) ?? names.find(is('cardBrand'));
  if (number === undefined) return undefined;
  return (draft) => {
    const shown = draft.value[number];
    const own = testCards.find(([pattern]) => pattern.test(String(draft.value[brand ?? ''])))?.[1] ?? shown;
    if (typeof own !== 'string' || !testCards.some(([, one]) => one === shown)) return;
    draft.put(number, own);
    if (last !== undefined && /^\d{4}$/.test(String(draft.value[last]))) draft.put(last, own.slice(-4));
  };
};
