/** Pictures that load: a tile in a colour with the initials of what it is of, in the value itself or at an address of the server. */
import { isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { lastWord } from '../../core/primitives/words.ts';
import { wordGroups } from '../names/index.ts';

interface Source {
  /** In [0, 1). */
  readonly random: () => number;
  /** The server's: `http://127.0.0.1:4010`. */
  readonly origin: string;
}

interface Hint {
  readonly words: string;
  readonly ownerWords: string;
}

/** Whether a name in words is about a picture: `avatar`, `cover image url`, `photos`. */
export const isOfPicture = (words: string): boolean => wordGroups.inside.has(words, 'picture');

/** Whether a text is the address of a picture: `image_url`, or the `url` of an image. */
export const isPicture = ({ words, ownerWords }: Hint): boolean => {
  const what = words.replace(wordGroups.ends.patternOf('addresses'), '').trimEnd();
  return what === '' && words !== '' ? isOfPicture(ownerWords) : wordGroups.inside.is(lastWord(what), 'picture');
};

/** The path of the pictures below the control API's prefix. */
export const picturesPath = '/pictures';
const hosted = `/_vivarium${picturesPath}/`;

/** A hue and a lightness on which white text can be read. */
const anyColour = ({ random }: Source) => `${Math.floor(random() * 360)}-${24 + Math.floor(random() * 11)}`;

const svgOf = (colour: string, letters: string): string => {
  const [hue, light] = colour.split('-');
  return (
    "<svg xmlns='http://www.w3.org/2000/svg' width='96' height='96'>" +
    `<rect width='96' height='96' fill='hsl(${hue},45%,${light}%)'/>` +
    `<text x='48' y='62' font-size='40' font-family='sans-serif' text-anchor='middle' fill='white'>${letters}</text></svg>`
  );
};

const dataOf = (colour: string, letters: string) =>
  `data:image/svg+xml,${encodeURIComponent(svgOf(colour, letters)).replace(/%(2C|2F|3A|3D)/g, decodeURIComponent)}`;

const addressOf = (origin: string, colour: string, letters: string) =>
  `${origin}${hosted}${colour}-${encodeURIComponent(letters)}.svg`;

/** The picture that an address names by its last segment; undefined if it names none. */
export const pictureAt = (file: string): string | undefined => {
  const [, colour, letters] = /^([0-9]{1,3}-[0-9]{2})-([\p{L}\p{N}]{1,2})\.svg$/u.exec(file) ?? [];
  return colour === undefined || letters === undefined ? undefined : svgOf(colour, letters);
};

/** The letters of a picture whose owner has no name yet: in lower case, unlike initials. */
const provisionalLetters = ({ words, ownerWords }: Hint): string => /[a-z]{2}/.exec(ownerWords || words)?.[0] ?? 'no';

/** A picture in a `data:` URL of at most 600 bytes. */
export const picture = (source: Source, hint: Hint): string => dataOf(anyColour(source), provisionalLetters(hint));

/** What else a picture may be, the best first: an address of the server, or one that shows nothing, by the same words. */
export const otherPictures = (source: Source, hint: Hint): readonly string[] => [
  addressOf(source.origin, anyColour(source), provisionalLetters(hint)),
  `https://example.com/${hint.words.replaceAll(' ', '-')}-${anyColour(source)}.png`,
];

/** The initials of the first and the last word, or the first two letters of the only one; of an address, before its host. */
const initialsOf = (name: string): string | undefined => {
  const words = name.replace(/@.*/s, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', last = ''] = [words[0], words.at(-1)].map((word) => [...(word ?? '')]);
  const letters = words.length > 1 ? [first[0], last[0]] : [...first].slice(0, 2);
  const text = letters.join('');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
};

const { names: wholes, texts } = wordGroups;

/** Tests whether a name is what an object is called, from the name that says most. */
const labels: readonly ((words: string) => boolean)[] = [
  (words) => words === 'name' || texts.has(words, 'fullName'),
  (words) => wholes.has(words, 'ownName'),
  (words) => /\bname$/.test(words),
  (words) => (['login', 'handle', 'slug'] as const).some((one) => texts.is(words, one)),
  (words) => texts.is(words, 'email'),
  (words) => texts.is(words, 'subject'),
];

/**
 * Gives the pictures of an object the initials of its name, if it has both. `fixed`: what replaces some of its values later. `wordsOf`: the
 * words of a name of a property.
 */
export const agreeOnPictures = (
  names: readonly string[],
  wordsOf: (name: string) => string,
): ((value: Record<string, Json>, fixed?: JsonObject) => void) | undefined => {
  const find = (isMeant: (words: string) => boolean): readonly string[] =>
    names.filter((name) => isMeant(wordsOf(name)));
  const pictures = find(isOfPicture);
  const pair = (['firstName', 'lastName'] as const).flatMap((one) => find((words) => texts.is(words, one)).slice(0, 1));
  const called = [...(pair.length === 2 ? [pair] : []), ...labels.flatMap(find).map((name) => [name])];
  if (pictures.length === 0 || called.length === 0) return undefined;
  return (value, fixed) => {
    const textOf = (name: string): Json | undefined => fixed?.[name] ?? value[name];
    const known = called
      .map((parts) => parts.map(textOf))
      .filter((one) => one.every((part) => typeof part === 'string'));
    const letters = known.map((parts) => initialsOf(parts.join(' '))).find((one) => one !== undefined);
    if (letters === undefined) return;
    for (const name of pictures) {
      const own = value[name];
      if (own !== undefined) value[name] = withLetters(own, letters, 0);
    }
  };
};

const dataPicture = /^data:image\/svg\+xml,.*hsl\((\d+),45%25,(\d+)%25\).*%3E([a-z]{2})%3C\/text%3E/;
const hostedPicture = /^(.*)\/_vivarium\/pictures\/(\d+-\d+)-[a-z]{2}\.svg$/;

/** Pictures within pictures: `{ photo: { small: …, large: … } }`. */
const deepest = 3;

const withLetters = (value: Json, letters: string, depth: number): Json => {
  if (typeof value === 'string') {
    const [, hue, light] = dataPicture.exec(value) ?? [];
    if (hue !== undefined) return dataOf(`${hue}-${light}`, letters);
    const [, origin, colour] = hostedPicture.exec(value) ?? [];
    return origin === undefined || colour === undefined ? value : addressOf(origin, colour, letters);
  }
  if (depth > deepest || value === null || typeof value !== 'object') return value;
  if (!isJsonObject(value)) return value.map((one) => withLetters(one, letters, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withLetters(one, letters, depth + 1)]));
};
