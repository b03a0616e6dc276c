/** The words of an action: its verb, the verbs that it reverts, and the names of flags, times and counters that belong to a verb. */

import { remembered } from '../../core/primitives/lazy.ts';
import { plainName, singular } from '../../core/primitives/words.ts';
import { wordLists } from '../words/index.ts';

/** The verbs that the last segment of a path may mean, in plain form, the most literal first: `mark-as-read` may be `read`. */
export const verbsIn = (path: string): readonly string[] => {
  const segment = path.split(/[/:]/).findLast((part) => part !== '') ?? '';
  const word = plainName(segment);
  // `mark-all-as-read`, `read-all`
  const others = [wordLists.marks.withoutStart(word), plainName(singular(segment)), word.replace(/all$/, '')];
  return [word, ...new Set(others.filter((verb) => verb !== word && verb.length > 2))];
};

/** The verbs that a verb reverts: `unlock` reverts `lock`. */
export const revertedBy = (verb: string): readonly string[] => {
  const other = /^un(.{3,})/.exec(verb)?.[1];
  return [...wordLists.reverts.of(verb), ...(other === undefined ? [] : [other])];
};

/** The participles of the verb, and the verb itself, since some states have its form (`open`, `complete`). */
export const participlesOf = remembered((verb): ReadonlySet<string> => {
  const forms = [verb];
  const irregular = wordLists.participles.of(verb);
  if (irregular.length > 0) forms.push(...irregular);
  else if (verb.endsWith('e')) forms.push(`${verb}d`);
  else if (/[^aeiou]y$/.test(verb)) forms.push(`${verb.slice(0, -1)}ied`);
  else forms.push(`${verb}ed`, `${verb}${verb.at(-1)}ed`);
  if (verb.endsWith('ivate')) forms.push(`${verb.slice(0, -3)}e`);
  // `check-in`: `checked_in`
  const [, stem, particle] = /^(.{3,})(in|out|off|up)$/.exec(verb) ?? [];
  if (stem !== undefined) forms.push(`${stem}ed${particle}`);
  return new Set(forms);
});

/** Other names of the state after the verb, if none has that of the verb: a task that is completed is `done`, one that is cancelled `canceling`. */
export const otherStatesOf = remembered((verb): readonly string[] => [
  ...wordLists.otherStates.of(verb),
  ...wordLists.statesAfter.of(verb).filter((state) => !participlesOf(verb).has(state)),
]);

/** Whether a flag in plain form has the name of the verb: `favorited`, `isArchived`, `following`, `likedByMe`, `viewerHasStarred`. */
export const isFlagOf = (name: string, verb: string): boolean => {
  const flags = flagsNamedAfter(verb);
  return flagFormsOf(name).some((form) => flags.has(form));
};

/** What flags of a verb are called, without what says whose they are. */
export const flagsNamedAfter = remembered(
  (verb): ReadonlySet<string> => new Set([...participlesOf(verb), gerundOf(verb), ...wordLists.otherFlags.of(verb)]),
);

/** A flag in plain form, and without what says whose it is. */
export const flagFormsOf = remembered((name): readonly string[] => {
  const core = wordLists.flagEnds.withoutEnd(name);
  return [name, core, wordLists.flagStarts.withoutStart(core)];
});

/** `archiving`, `following`. */
const gerundOf = (verb: string) => `${verb.replace(/(?<=[^e])e$/, '')}ing`;

/** A time in plain form without what says that it is one. */
export const coreOfTime = remembered((name) => wordLists.timeStarts.withoutStart(wordLists.timeEnds.withoutEnd(name)));

/** Whether a time in plain form is that of the verb: `publishedAt`, `archived_on`, `dateClosed`. */
export const isTimeOf = (name: string, verb: string): boolean => {
  const core = coreOfTime(name);
  const isPast = core !== verb || verb.endsWith('ed') || wordLists.participles.of(verb).includes(verb);
  return core !== name && isPast && participlesOf(verb).has(core);
};

/** Whether a number in plain form counts how often the verb happened: `favoritesCount`, `likes`, `num_followers`. */
export const isCounterOf = (name: string, verb: string): boolean => {
  const { plurals, all } = countedWords(verb);
  const core = coreOfCounter(name);
  return plurals.has(name) || (core !== name && all.has(core));
};

/** Words for what a counter of the verb counts. */
const countedWords = remembered((verb) => {
  const nouns = [verb, agentOf(verb), ...wordLists.counted.of(verb)];
  const plurals = nouns.flatMap((noun) => [`${noun}s`, ...(/(s|x|ch|sh)$/.test(noun) ? [`${noun}es`] : [])]);
  return { plurals: new Set(plurals), all: new Set([...nouns, ...plurals, ...participlesOf(verb)]) };
});

/** A number in plain form without what says that it is one. */
const coreOfCounter = remembered((name) => {
  const { countStarts, countEnds, countSides } = wordLists;
  const start = [countStarts, countSides].reduce((rest, words) => words.withoutStart(rest), name);
  return [countEnds, countSides].reduce((rest, words) => words.withoutEnd(rest), start);
});

/** Who does it: `follower`, `subscriber`. */
const agentOf = (verb: string) => (verb.endsWith('e') ? `${verb}r` : `${verb}er`);
