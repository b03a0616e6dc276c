/** Whether a segment of a path, or a name in an object, is a value: an id, a date, a token. */
import { effectsOfVerb } from '../../../../openapi/resources/describe/path-template.ts';
import { wordLists } from '../../../words/index.ts';

const forms: readonly RegExp[] = [
  /^-?\d+$/,
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  // Hexadecimal: of MongoDB, hashes.
  /^(?=.*\d)[\da-f]{12,128}$/i,
  // ULID, KSUID.
  /^(?=.*\d)[\dA-HJKMNP-TV-Z]{26}$/,
  // Dates, times, versions, coordinates, addresses, ISBNs, phone numbers.
  /^\+?\d[\d.,:;+-]*(?:T[\d.:+-]+)?Z?$/,
  // `ORD-1001`, `b-17`
  /^[A-Za-z]{1,8}[-_:]\d[\dA-Za-z_-]*$/,
  // `cus_9s6XKzkNRiz8i3`
  /^[a-z]{1,12}_(?=[A-Za-z]*\d)[\dA-Za-z]{8,64}$/,
  /^[^@/]{1,64}@[^@/]+\.[^@/]+$/,
];

/** Letters of both cases and digits, as random texts have them. */
const isRandom = (text: string): boolean =>
  /^[\w.~-]{16,}$/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 2 && /[A-Z]/.test(text) && /[a-z]/.test(text);

/** Whether a segment alone looks like an id: `42`, a UUID, `ORD-1001`. */
export const isIdForm = (text: string): boolean => forms.some((form) => form.test(text)) || isRandom(text);

const verbs = [
  ...(['actions', 'answers', 'changes', 'clearing', 'copies', 'logins'] as const),
  ...(['recoveries', 'registrations', 'settling', 'starts'] as const),
];

export const isVerbWord = (word: string): boolean =>
  effectsOfVerb(word) !== undefined || verbs.some((one) => wordLists[one].has(word));

/** Whether a segment beside ids is a word of the service. */
export const isReserved = (words: readonly string[]): boolean =>
  words.length > 0 && (wordLists.besideIds.has(words.join('')) || isVerbWord(words[0] as string));
