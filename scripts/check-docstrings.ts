/** Finds docstrings that begin without a subject, or with a pronoun for one: `Of a service: its key`, `Undefined: it is not answered`, `It is one`. `npm run check` fails at the first of them. Of a predicate, one begins with `Whether`. */
import { readFileSync } from 'node:fs';
import { filesIn, root } from './source-map.ts';

/** A word that no sentence with a subject begins with; or, before a declaration, a preposition and no main clause behind a comma, or `Whether it`. */
const subjectless =
  /\/\*\*[\s*]*((?:Of|Those|That|By|As|Undefined|It|They)\b[^\n]{0,60}|(?:(?:With|Without|Beside|Behind)\b[^,*]{0,200}|Whether (?:it|they)\b[^*]{0,300})(?=\*\/\n(?:export |const |type |interface |class ))[^\n]*)/g;

/** What `isOpen` and `hasItems` say of something, a docstring says after `Whether`. `Returns`: also undefined, for what is not known. */
const predicates =
  /\/\*\* (?!Whether|Returns)(.*) \*\/(?=\n(?:export )?const (?:is|has|are|can|may)[A-Z]\w* =(?:\n| \())/g;

/** The docstrings of a file that begin without a subject, with their lines. */
export const withoutSubject = (text: string): readonly { readonly line: number; readonly start: string }[] =>
  [...text.matchAll(subjectless), ...text.matchAll(predicates)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    start: match[1] ?? '',
  }));

if (import.meta.main)
  for (const file of filesIn('.'))
    for (const { line, start } of withoutSubject(readFileSync(`${root}${file}`, 'utf8'))) {
      console.log(`${file}:${line}: the docstring begins without a subject, say who does what: ${start}`);
      process.exitCode = 1;
    }
