/** Whether a segment of a path, or a name in an object, is a value: an id, a date, a token. */

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

/** Segments beside ids that are no ids. */
const reserved: ReadonlySet<string> = new Set(
  [
    'me self current mine own my latest newest oldest first last next previous default random new all any none',
    'stats statistics summary count health status info meta metadata schema settings config options batch bulk',
    'index list overview popular trending featured recent active archived public private trash home root',
  ].flatMap((words) => words.split(' ')),
);

const verbs: ReadonlySet<string> = new Set(
  [
    'accept activate add approve archive assign authenticate authorize autocomplete bookmark calculate cancel capture change',
    'charge check checkout clear clone close complete confirm connect convert copy create deactivate decline delete deploy',
    'disable disconnect download duplicate edit enable estimate execute export fetch filter find finish follow forgot',
    'generate get hide import install invite join launch leave like link list lock login logout lookup mark merge move open',
    'pause pay ping preview print process publish query read refresh register reject release reload remove rename reopen',
    'replace report request resend reset resolve restart restore resume retry return revoke rotate run save schedule',
    'search send set share ship signin signout signup sort start stop submit subscribe suggest suspend sync test toggle',
    'track transfer trigger unarchive undo unfollow unlike unlink unlock unpublish unsubscribe update upload validate verify',
    'view void vote watch withdraw',
  ].flatMap((words) => words.split(' ')),
);

export const isVerbWord = (word: string): boolean => verbs.has(word);

/** Whether a segment beside ids is a word of the service. */
export const isReserved = (words: readonly string[]): boolean =>
  words.length > 0 && (reserved.has(words.join('')) || isVerbWord(words[0] as string));
