/** The words, the plain form and the singular of a name: all spellings (`userId`, `user_id`) must have the same; correct English is less important. */
import { lazily, remembered } from './lazy.ts';

/** The signs in names: all, between words, at the end. */
const signs = (sign: string, flags: string) => ({
  all: new RegExp(sign, `g${flags}`),
  between: new RegExp(`(?<=[a-z0-9])(?=[A-Z])|${sign}+`, flags),
  last: new RegExp(`(?<!${sign})${sign}+$`, flags),
});
const asciiSigns = signs('[^A-Za-z0-9]', '');
/** All of Unicode takes long to compile. */
const unicodeSigns = lazily(() => signs('[^\\p{L}\\p{N}]', 'u'));
const signsIn = (name: string): typeof asciiSigns => (/[^\0-\x7f]/.test(name) ? unicodeSigns() : asciiSigns);

/** The name without case and separators: `userId`, `user_id` and `User-ID` are `userid`. */
export const plainName = remembered((name) => name.toLowerCase().replace(signsIn(name).all, ''));

/** Exceptions to the rules. Singular words that end in `s` are mapped to themselves. */
const irregular: ReadonlyMap<string, string> = new Map([
  ...'alias atlas axis bias canvas chaos dns gas gps lens news series sms species'
    .split(' ')
    .map((word) => [word, word] as const),
  ...'abuse ache cache calorie cookie cpu gpu menu movie niche shoe sku toe'
    .split(' ')
    .map((word) => [`${word}s`, word] as const),
  ...pairsIn(
    'aliases/alias analyses/analysis appendices/appendix atlases/atlas axes/axis biases/bias canvases/canvas ' +
      'children/child crises/crisis criteria/criterion diagnoses/diagnosis feet/foot gases/gas halves/half ' +
      'hypotheses/hypothesis indices/index knives/knife lenses/lens matrices/matrix men/man mice/mouse ' +
      'people/person phenomena/phenomenon quizzes/quiz shelves/shelf synopses/synopsis teeth/tooth ' +
      'theses/thesis vertices/vertex wolves/wolf women/woman',
  ),
]);

/** Pairs of a plural and its singular, or of their endings. */
function pairsIn(text: string): readonly (readonly [string, string])[] {
  return text.split(' ').map((pair) => pair.split('/') as [string, string]);
}

/** Only the end of a longer name is read: a search for its last word takes the square of the length. */
const longestWord = 100;

/** The singular of a name's last word, in its own case: `userAddresses` gives `userAddress`, `URLs` gives `URL`. A singular stays as it is. */
export const singular = (name: string): string => {
  const word = /(?:[A-Z]{2,}s|[A-Z]?[a-z]+|[A-Z]+)$/.exec(name.slice(-longestWord))?.[0] ?? '';
  const singularWord = singularOfWord(word.toLowerCase());
  return name.slice(0, name.length - word.length) + inCaseOf(word, singularWord);
};

const singularOfWord = (word: string): string => {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 3 || !word.endsWith('s') || /(ss|us|sis)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(ss|[bnprt]us|x|ch|sh|tz|o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
};

/** The common part keeps its case. New letters of an upper-case word are in upper case. */
const inCaseOf = (word: string, lower: string): string => {
  let shared = 0;
  while (shared < lower.length && lower[shared] === word[shared]?.toLowerCase()) shared++;
  const added = lower.slice(shared);
  return word.slice(0, shared) + (word === word.toUpperCase() ? added.toUpperCase() : added);
};

/** Endings of plurals in Spanish, Portuguese, French, German and Polish, and of the singulars. In English, `party` is no plural of `part`. */
const foreignEndings = pairsIn('es/ s/ oes/ao is/l ns/m ux/l en/ e/ y/ e/a a/e ci/t');

/** The singulars that a plural may have in another language: `conductores`, `kategorie`. */
export const foreignSingulars = (plural: string): readonly string[] =>
  foreignEndings
    .filter(([ending]) => plural.endsWith(ending))
    .map(([ending, singularEnding]) => plural.slice(0, -ending.length) + singularEnding)
    .filter((name) => name.length > 3);

/** The words of a name in lower case: `idOrSlug` gives `id`, `or`, `slug`. */
export const wordsOf = remembered((name): readonly string[] =>
  name
    .split(signsIn(name).between)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase()),
);

export const lastWord = (name: string): string => wordsOf(name).at(-1) ?? name.toLowerCase();

/** `tags[]` gives `tags`. Without the first condition, a long name would take the square of its length. */
export const withoutSigns = (name: string): string => name.replace(signsIn(name).last, '');

/** The plain form of the singular: `dagRuns` gives `dagrun`, `tags[]` gives `tag`. */
export const singularOf = remembered((name) => plainName(singular(withoutSigns(name))));

export const isPlural = (noun: string): boolean => plainName(noun) !== singularOf(noun);

export const isSameNoun = (left: string, right: string): boolean => singularOf(left) === singularOf(right);

/** Whether the name is the noun or ends in it: `asset_events` for `events`. */
export const endsInNoun = (name: string, noun: string): boolean => {
  const wanted = singularOf(noun);
  const own = singularOf(name);
  return own === wanted || (wanted.length > 2 && own.endsWith(wanted));
};
