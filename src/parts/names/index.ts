/** What names say: the words by which they are understood, and what is usual for what they mean. */
export { type NameRule, nameRules } from './name-rules.ts';
export { type Meaning, wordGroups } from './word-groups.ts';
