/**
 * For each word by which names in documents are understood and that has no two authors yet, finds two with documents in which it is read; where a list is
 * gone through in its order, those in which what an operation does changes without it. Writes them to
 * `test/parts/words/needed-words.json`, beside the reasons there.
 * Run: `node scripts/needed-words.ts FOLDER...`; a file or a folder in one of the folders is an author.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { JsonObject } from '../src/core/primitives/json.ts';
import { remembered } from '../src/core/primitives/lazy.ts';
import { plainName } from '../src/core/primitives/singular.ts';
import { wordsOf } from '../src/core/primitives/words.ts';
import { compileService } from '../src/openapi/compile.ts';
import { loadDocument } from '../src/openapi/load/load.ts';
import { list, type WordList, wordLists } from '../src/parts/words/index.ts';
import { textOf } from '../test/openapi/resources/compiled-text.ts';
import { atomsOf, during, without } from '../test/parts/words/atoms.ts';

type Needed = Record<string, Record<string, readonly string[] | string>>;

const output = new URL('../test/parts/words/needed-words.json', import.meta.url);
const largest = 700_000;
/** Of larger ones, only the names are read. */
const largestNamed = 8_000_000;
const ofOneAuthor = 8;
const tries = 25;

const lists = wordLists as Record<string, WordList>;

interface Sample {
  readonly author: string;
  readonly text: string;
  /** The plain names in it, and their words. */
  readonly names: ReadonlySet<string>;
}

const resultOf = (text: string, asked: string): string => textOf(compileService(JSON.parse(text) as JsonObject), asked);

const namesIn = (text: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const [, quoted = ''] of text.matchAll(/"([^"\\]{1,60})"/g))
    for (const one of [quoted, ...quoted.split('/')])
      for (const name of [one, ...wordsOf(one)]) found.add(plainName(name));
  return found;
};

/** The authors who have been seen with each word of each list. */
const seen = new Map<string, Map<string, Set<string>>>();

const alone = remembered(list);

/** Notes which words of which lists are read in the documents of an author. */
const noting = (author: () => string, isNamed: (word: string) => boolean): void => {
  for (const [name, whole] of Object.entries(lists)) {
    const words = new Map<string, Set<string>>();
    seen.set(name, words);
    const note = (word: string): unknown => words.set(word, (words.get(word) ?? new Set()).add(author()));
    const has = (text: string): boolean => {
      const found = whole.has(text);
      if (found) note(plainName(text));
      return found;
    };
    const isIn = (text: string): boolean => {
      const found = whole.isIn(text);
      if (found) for (const one of whole.all) if (alone(one).isIn(text)) note(one);
      return found;
    };
    const behind = (text: string): string | undefined => {
      const rest = whole.behind(text);
      if (rest !== undefined) for (const one of whole.all) if (alone(one).behind(text) === rest) note(one);
      return rest;
    };
    const cut =
      (side: 'withoutEnd' | 'withoutStart') =>
      (text: string): string => {
        const rest = whole[side](text);
        if (rest !== '' && rest !== text)
          note(side === 'withoutEnd' ? text.slice(rest.length) : text.slice(0, -rest.length));
        return rest;
      };
    const at =
      (side: 'ends' | 'starts') =>
      (text: string): boolean => {
        const found = whole[side](text);
        if (found) for (const one of whole.all) if (alone(one)[side](text)) note(one);
        return found;
      };
    // A pair is read where its other word is, too.
    const of = (word: string): readonly string[] => {
      const others = whole.of(word);
      for (const other of others) if (isNamed(other)) note(`${word}-${other}`);
      return others;
    };
    const [withoutEnd, withoutStart, ends, starts] = [cut('withoutEnd'), cut('withoutStart'), at('ends'), at('starts')];
    lists[name] = { ...whole, has, isIn, behind, withoutEnd, withoutStart, ends, starts, of };
  }
};

const readIn = async (folders: readonly string[]): Promise<readonly Sample[]> => {
  const whole = { ...lists };
  let reading = '';
  let names: ReadonlySet<string> = new Set();
  noting(
    () => reading,
    (word) => names.values().some((name) => name.startsWith(word.slice(0, 5))),
  );
  const samples: Sample[] = [];
  for (const folder of folders)
    for (const [author, files] of authorsIn(folder))
      for (const file of files.slice(0, ofOneAuthor)) {
        reading = author;
        try {
          const text = JSON.stringify((await loadDocument(join(folder, file))).document);
          names = namesIn(text);
          if (text.length < largest) resultOf(text, '');
          samples.push({ author, text, names });
        } catch {
          // It is no document, or a broken one.
        }
      }
  Object.assign(lists, whole);
  return samples.sort((left, right) => left.text.length - right.text.length);
};

const authorsIn = (folder: string): ReadonlyMap<string, readonly string[]> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const documents = files.filter(
    (file) => /\.(json|ya?ml)$/.test(file) && statSync(join(folder, file)).size < largestNamed,
  );
  return Map.groupBy(documents, (file) => (file.split(sep)[0] as string).replace(/\.(json|ya?ml)$/, ''));
};

/** The authors of the smallest documents that change without the word. */
const needingAuthors = (name: string, atom: string, samples: readonly Sample[]): readonly string[] => {
  const rest = without(lists[name] as WordList, atom);
  const lost = lists[name]?.all.filter((word) => !rest.all.includes(word)) ?? [];
  // A pair is read where its verb is, a beginning or an end in longer names.
  const parts = lost.map((word) => word.split('-')[0] as string);
  const mayRead = (names: ReadonlySet<string>): boolean =>
    [...names].some((one) => parts.some((part) => one.includes(part)));
  const authors = new Set<string>();
  let tried = 0;
  for (const { author, text, names } of samples) {
    if (authors.size === 2 || tried === tries || text.length > largest) break;
    if (authors.has(author) || !mayRead(names)) continue;
    tried++;
    if (during(name, rest, () => resultOf(text, atom)) !== resultOf(text, atom)) authors.add(author);
  }
  return [...authors];
};

/** The authors who have been seen with the word, or with what is made of it. */
const seenAuthors = (name: string, atom: string): readonly string[] => {
  const list = lists[name] as WordList;
  const kept = new Set(without(list, atom).all);
  const lost = list.all.filter((word) => !kept.has(word));
  return [...new Set(lost.flatMap((word) => [...(seen.get(name)?.get(word) ?? [])]))].slice(0, 2);
};

/** The authors in whose documents a name is the word, or begins or ends with it: some are read only where a client asks, or beside others. */
const namingAuthors = (name: string, atom: string, samples: readonly Sample[]): readonly string[] => {
  const list = lists[name] as WordList;
  const kept = new Set(without(list, atom).all);
  const lost = list.all.filter((word) => !kept.has(word)).map((word) => word.split('-'));
  const authors = new Set<string>();
  for (const { author, names } of samples) {
    if (authors.size === 2) break;
    const isNamed = (part: string): boolean =>
      names.has(part) || (part.length > 3 && names.values().some((one) => one.startsWith(part) || one.endsWith(part)));
    if (!authors.has(author) && lost.some((parts) => parts.every(isNamed))) authors.add(author);
  }
  return [...authors];
};

const known = JSON.parse(readFileSync(output, 'utf8')) as Needed;
const samples = await readIn(process.argv.slice(2));
const found: Needed = {};
for (const [name, words] of Object.entries(lists)) {
  found[name] = {};
  for (const atom of atomsOf(words)) {
    const before = known[name]?.[atom];
    if (Array.isArray(before) && before.length > 1) {
      found[name][atom] = before;
      continue;
    }
    const read = seenAuthors(name, atom);
    const needing = read.length > 1 || seen.get(name)?.size !== 0 ? read : needingAuthors(name, atom, samples);
    const authors =
      needing.length > 1 ? needing : [...new Set([...needing, ...namingAuthors(name, atom, samples)])].slice(0, 2);
    found[name][atom] = authors.length > 1 ? authors : (before ?? authors);
  }
}
// The authors of a word stand on its line.
const written = JSON.stringify(found, undefined, 2).replace(/\[\s+("[^"]*"),\s+("[^"]*")\s+\]/g, '[$1, $2]');
writeFileSync(output, `${written}\n`);
