/** The names of flags that each caller has a value of, and of lists of the items whose flag is set. */

import { isSameNoun, plainName, wordsOf } from '../../core/primitives/words.ts';
import { lastSegment, type UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { flagFormsOf } from '../effects/action-verbs.ts';
import { phrases, type WordList, wordLists } from '../words/index.ts';

/** The verb with which a name begins, if nothing is behind it but one of these endings: `starred`. */
const verbWith = (name: string, endings: WordList): string | undefined =>
  wordLists.callerVerbs.all.find((verb) => {
    // `liking` of `like`, `subscription` of `subscribe`.
    const stem = verb.replace(/b?e$/, '');
    const ending = name.slice(stem.length).replace(/^[bgr]/, '');
    return name.startsWith(stem) && (ending === '' || endings.has(ending));
  });

/** The verb of a list of items whose flag is set: not of the `followers`, who do it to the caller. */
export const verbOfList = (list: string, noun = ''): string | undefined => {
  // `followed_tags` of tags.
  const words = wordsOf(list);
  const own =
    words.length > 1 && isSameNoun(words.at(-1) as string, noun) ? words.slice(0, -1).join('') : plainName(list);
  return verbWith(own, wordLists.flagLists);
};

/** Whether the list with this name is of the items whose flag is set. */
export const isListOfFlag = (flag: string, list: string, noun = ''): boolean => {
  const verb = verbOfFlag(flag);
  return verb !== undefined && verbOfList(list, noun)?.slice(0, 4) === verb.slice(0, 4);
};

/** The verb of a flag; undefined: it is no flag of a caller. */
export const verbOfFlag = (flag: string): string | undefined =>
  flagFormsOf(plainName(flag)).flatMap((form) => verbWith(form, wordLists.flagForms) ?? [])[0];

/** Only the first sentences are read: they say what is listed. */
const maxRead = 300;

/** Whether an operation says that it lists what is of those whom the caller follows, or what else the verb says. `verb`: one of `wordLists.news`. */
export const isFeedOf = (verb: string, { operation, description }: UnboundOperation): boolean =>
  description
    .slice(0, maxRead)
    .matchAll(phrases.ofNews)
    .some(({ groups = {} }) => Object.values(groups).some((said) => said?.toLowerCase() === verb)) ||
  (verb === 'follow' && wordLists.feeds.has(lastSegment(operation.path)));
