/** Neutral words and sentences for text without a known meaning. */
import { singular } from '../../core/primitives/words.ts';
import type { Prose } from '../../parts/locale/find-locale.ts';
import { wordGroups } from '../../parts/names/index.ts';

/** A source of random numbers in [0, 1). */
export interface RandomSource {
  readonly random: () => number;
  readonly tools?: { readonly prose: Prose | undefined } | undefined;
}

/** Adjectives for whatever a name says: `standard packaging`. */
const plainQualifiers = (
  'additional alternative basic central common current custom default external general global internal local main primary ' +
  'public regional shared standard temporary'
).split(' ');

/** Adjectives for a thing that has a name: `Northern Branch`. */
const qualifiers = [
  ...plainQualifiers,
  ...(
    'annual autumn backup compact daily digital eastern essential extended final first joint large mobile monthly national new ' +
    'northern online open premium private quarterly second small southern special spring summer weekly western winter'
  ).split(' '),
];

/** What every organization has. */
const topics = (
  'archive audit budget calendar campaign catalog contract delivery directory event exchange forecast guide inventory invoice ' +
  'launch library market meeting migration network newsletter office order payroll plan portal pricing project purchase report ' +
  'research review roadmap sales schedule service staff storage summary support survey team training travel update website workshop'
).split(' ');

export const pick = <Value>(values: readonly Value[], { random }: RandomSource): Value =>
  values[Math.floor(random() * values.length)] as Value;

export const wordFor = (source: RandomSource): string => pick(topics, source);

/** `regional budget`. */
export const wordsFor = (source: RandomSource): string => `${pick(qualifiers, source)} ${wordFor(source)}`;

/** `Regional Budget`. */
export const titleFor = (source: RandomSource): string => localTitle(source) ?? capitals(wordsFor(source));

/** A title in the language of the locale; undefined in English. */
export const localTitle = (source: RandomSource): string | undefined =>
  source.tools?.prose?.titles.map((words) => pick(words, source)).join(' ');

/** `regional-budget`. */
export const slugFor = (source: RandomSource): string => wordsFor(source).replace(' ', '-');

/** The thing that words name, in the singular: the last two of them, without those that only tell it from others. */
const thingOf = (words: string): string => {
  const nouns = words.split(' ').filter((word) => /^[a-z]{2,}$/.test(word) && !isQualifying(word));
  return singular(nouns.slice(-2).join(' '));
};

const isQualifying = (word: string) => qualifiers.includes(word) || wordGroups.inside.is(word, 'beside');

/** `standard packaging` for the words `packaging`. */
export const phraseFor = (source: RandomSource, words: string): string =>
  `${pick(plainQualifiers, source)} ${thingOf(words) || wordFor(source)}`;

/** `Northern Branch` for the words `branch`. */
export const nameFor = (source: RandomSource, words: string): string =>
  localTitle(source) ?? capitals(`${pick(qualifiers, source)} ${thingOf(words) || wordFor(source)}`);

export const capitals = (text: string): string => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

export const teams = 'finance logistics marketing operations product quality research sales support'.split(' ');
const months = 'January February March April May June July August September October November December'.split(' ');

/** Sentences that are true of nearly everything. */
const sentences = [
  'Agreed with the {team} team in {month}.',
  'Approved by the {team} team in {month}.',
  'Available until the end of {month}.',
  'Based on the feedback of the {team} team.',
  'For questions, please contact the {team} team.',
  'Introduced in {month} for the {team} team.',
  'Nothing has changed since {month}.',
  'Recommended by the {team} team.',
  'Replaces the version of {month}.',
  'Requested by the {team} team in {month}.',
  'Reviewed in {month} by the {team} team.',
  'Updated after the {month} review.',
  'Used by the {team} team since {month}.',
];

/** About goods. */
const qualities = [
  'Bestseller of {month}.',
  'Chosen by many customers in {month}.',
  'Easy to clean and to store.',
  'Made of durable material.',
  'New in {month}.',
  'Now with a warranty of two years.',
  'One of the most popular in {month}.',
  'Recommended by our {team} team in {month}.',
  'Suitable for everyday use.',
  'Tested in {month} by our {team} team.',
];
const terms = [
  'Available in three sizes.',
  'Back in stock in {month}.',
  'Bought by the {team} team in {month}.',
  'Can be returned within a month.',
  'Only while stocks last.',
  'Our {team} team has had one since {month}.',
  'Part of the sale in {month}.',
  'Price valid until the end of {month}.',
  'Ships within two working days.',
];

/** Texts of comments and replies. */
const remarks = [
  'Can we talk about this on Monday?',
  'Could you add an example?',
  'It works for me now.',
  'Looks good, I would only change the title.',
  'Please send me the numbers of {month}.',
  'The {team} team had the same question in {month}.',
  'We had the same problem in {month}.',
  'When will this be available for {team}?',
];

/** These are paragraphs of articles. */
const paragraphs = [
  'At first, nobody in {team} believed that it would work.',
  'Here is what we learned, and what we would do differently.',
  'It began with a simple question in {month}.',
  'The first results are better than we had hoped.',
  'The numbers of {month} tell a different story.',
  'This is how {team} and {team} found a solution together.',
  'We asked twenty people in {team}, and most of them agreed.',
];

/** About people. */
const lives = [
  'Enjoys cooking and long walks.',
  'Has worked in {team} for ten years.',
  'Likes cycling and good coffee.',
  'Reads everything about {team}.',
  'Travels a lot and writes about it.',
];

/** These are plots of books, films and plays. */
const plots = [
  'A family returns to the town where it all began.',
  'A quiet village has a secret, and a newcomer finds it.',
  'An old letter sends a teacher across the country in {month}.',
  'One long {month} changes the life of two brothers.',
  'Two strangers share a journey that neither of them had planned.',
];

const headlines = [
  'A Short Guide to the {month} {Topic}',
  'How We Plan the {month} {Topic}',
  'Lessons from the {month} {Topic}',
  'What Is New in the {month} {Topic}',
  'Why the {month} {Topic} Matters',
];

const filled =
  (templates: readonly string[], kind: 'remarks' | 'sentences' = 'sentences') =>
  (source: RandomSource): string =>
    pick(source.tools?.prose?.[kind] ?? templates, source)
      .replace('{Topic}', () => capitals(wordFor(source)))
      .replaceAll('{team}', () => pick(teams, source))
      .replace('{month}', () => pick(months, source));

export const sentenceFor = filled(sentences);
export const remarkFor = filled(remarks, 'remarks');
const [qualityFor, termFor] = [filled(qualities), filled(terms)];
export const offerFor = (source: RandomSource): string => `${qualityFor(source)} ${termFor(source)}`;
const paragraphFor = filled(paragraphs);
export const articleFor = (source: RandomSource): string => `${paragraphFor(source)} ${paragraphFor(source)}`;
export const bioFor = filled(lives);
export const plotFor = filled(plots);
const newsFor = filled(headlines);
export const headlineFor = (source: RandomSource): string => localTitle(source) ?? newsFor(source);

export const categories =
  'Books Electronics Equipment Events Garden Home Office Services Software Sports Training Travel'.split(' ');

export const streets = 'Bridge Street|Church Street|Garden Lane|High Street|Mill Road|Park Avenue|Station Road'.split(
  '|',
);

export const ingredients =
  'Apples Basil Butter Carrots Cheese Cream Eggs Flour Garlic Ginger Honey Lemons Milk Mushrooms Onions Pasta Potatoes Rice Salt Tomatoes'.split(
    ' ',
  );

export const dishes = (
  'Apple Pie|Baked Salmon|Caesar Salad|Chicken Curry|Fish and Chips|Fried Rice|Mushroom Risotto|Pasta with Basil|' +
  'Roast Beef|Tomato Soup'
).split('|');

/** `Classic Desk Lamp`. */
export const productFor = (source: RandomSource): string => `${pick(variants, source)} ${pick(products, source)}`;

const variants = 'Black Blue Classic Compact Green Grey Large Lightweight Red Small White'.split(' ');
const products = (
  'Backpack|Bath Towel|Desk Lamp|Garden Chair|Headphones|Keyboard|Notebook|Office Chair|Phone Case|Storage Box|' +
  'Suitcase|Umbrella|Wall Clock|Water Bottle|Wool Blanket'
).split('|');

/** `Midnight Train`. */
export const songFor = (source: RandomSource): string => `${pick(moods, source)} ${pick(scenes, source)}`;

const moods = 'Blue Broken Distant Electric Golden Last Little Lonely Midnight Paper Quiet Silver Summer Wild'.split(
  ' ',
);
const scenes = 'Bridge City Dance Fire Heart Highway Letter Light Moon Ocean Rain River Road Sky Train Window'.split(
  ' ',
);

/** Titles of tasks. */
export const todos = [
  'Answer the questions of the new team',
  'Book the room for the review',
  'Call the supplier back',
  'Check the backup of last week',
  'Clean up the list of contacts',
  'Compare the three offers',
  'Order new labels',
  'Plan the summer release',
  'Prepare the slides for Monday',
  'Read the draft of the contract',
  'Renew the certificate',
  'Send the invoice for October',
  'Update the price list',
  'Write the minutes',
];

/** Subjects of tickets. */
export const troubles = [
  'A link in the confirmation leads nowhere',
  'Dates are shown in the wrong time zone',
  'Password reset mail does not arrive',
  'Search finds no results with umlauts',
  'The address cannot be changed after the order',
  'The export stops half way',
  'The invoice lists one item twice',
  'The page is blank on older phones',
  'The second page of results is empty',
  'The total differs from the sum of the lines',
  'Uploads above 10 MB fail',
  'Wrong currency in the summary',
];

export const oneOf =
  (...values: readonly string[]) =>
  (_faker: unknown, source: RandomSource): string =>
    pick(values, source);

export const among = (words: string): ReturnType<typeof oneOf> => oneOf(...words.split(' '));

/** One of the texts of each meaning, which `|` separates. */
export const choicesOf = <Name extends string>(
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, ReturnType<typeof oneOf>>> =>
  Object.fromEntries(Object.entries<string>(texts).map(([name, all]) => [name, oneOf(...all.split('|'))])) as never;
