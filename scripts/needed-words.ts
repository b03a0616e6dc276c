/**
 * For each word by which names in documents are understood and that has no two authors yet, finds two with documents in which it is read; where a list is
 * gone through in its order, those in which what an operation does changes without it. For the words of generated values, those whose values have names that
 * are not understood without it; for the patterns of sentences, those with a text that has an alternative. Writes them to `test/parts/words/` and
 * `test/parts/names/`, beside the reasons there.
 * Run: `node scripts/needed-words.ts FOLDER...`; a file or a folder in one of the folders is an author.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { JsonObject } from '../src/core/primitives/json.ts';
import { remembered } from '../src/core/primitives/lazy.ts';
import { plainName, wordsOf } from '../src/core/primitives/words.ts';
import { compileService } from '../src/openapi/compile.ts';
import { loadDocument } from '../src/openapi/load/load.ts';
import { list, phrases, type WordList, wordLists } from '../src/parts/words/index.ts';
import { recordedWords } from '../src/parts/words/recorded.ts';
import { textOf } from '../test/openapi/resources/compiled-text.ts';
import { type AnyGroup, differ, groups, put, units } from '../test/parts/names/units.ts';
import { atomsOf, during, without } from '../test/parts/words/atoms.ts';
import { alternativesOf, plain } from '../test/parts/words/phrase-switches.ts';
import { type Needed, neededJson } from './needed-json.ts';

const outputOf = (file: string): URL => new URL(`../test/parts/${file}.json`, import.meta.url);
const mostOperations = 60;
const largest = 700_000;
/** Of larger ones, only the names are read. */
const largestNamed = 8_000_000;
const ofOneAuthor = 8;
const tries = 25;

/** The lists that the reading of documents asks. */
const read = wordLists as Record<string, WordList>;
const lists: Readonly<Record<string, WordList>> = { ...wordLists, ...recordedWords };

interface Sample {
  readonly author: string;
  readonly text: string;
  /** The plain names in it, and their words. */
  readonly names: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
}

/** In characters: longer texts are read up to there. */
const longestText = 400;

const textsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, said = '']) => said.slice(0, longestText)));

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
  for (const [name, whole] of Object.entries(read)) {
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
    read[name] = { ...whole, has, isIn, behind, withoutEnd, withoutStart, ends, starts, of };
  }
};

/** The words of names that a list of values has, with the authors of their documents. */
const understood = new Map<string, Map<string, Set<string>>>();

const notingNames = (author: () => string): void => {
  for (const [name, group] of Object.entries(groups)) {
    const note = (meaning: string, words: string): void => {
      const all = understood.get(`${name}.${meaning}`) ?? new Map<string, Set<string>>();
      understood.set(`${name}.${meaning}`, all.set(words, (all.get(words) ?? new Set()).add(author())));
    };
    const asking = (ask: (words: string, meaning: string) => boolean) => (words: string, meaning: string) => {
      const found = ask(words, meaning);
      if (found) note(meaning, words);
      return found;
    };
    const find: AnyGroup['find'] = (words, values) => {
      const meaning = Object.keys(group.lists).find((one) => group.has(words, one));
      if (meaning !== undefined) note(meaning, words);
      return group.find(words, values);
    };
    put(groups, name, { ...group, has: asking(group.has), is: asking(group.is), find });
  }
};

const mistake = {
  in: 'query',
  pointer: '/size',
  rule: 'type',
  type: 'integer',
  message: 'must be an integer',
} as const;

/** Generates what the operations of a document respond, also where a request is wrong. */
const generateAll = async (text: string): Promise<void> => {
  const service = compileService(JSON.parse(text) as JsonObject);
  await service.ready?.();
  for (const { responses } of service.operations.slice(0, mostOperations))
    for (const { contents } of responses.values())
      for (const { generate } of contents) generate({ seed: 1, now: Date.UTC(2030, 0) } as never);
  for (const operation of service.operations.slice(0, mostOperations))
    for (const status of [400, 404])
      service.errorFor(operation, status).body({ message: 'It is wrong.', status, mistakes: [mistake] });
};

const readIn = async (folders: readonly string[]): Promise<readonly Sample[]> => {
  const [whole, wholeGroups] = [{ ...read }, { ...groups }];
  let reading = '';
  notingNames(() => reading);
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
          if (text.length < largest) {
            resultOf(text, '');
            await generateAll(text);
          }
          samples.push({ author, text, names, texts: textsIn(text) });
        } catch {
          // It is no document, or a broken one.
        }
      }
  Object.assign(read, whole);
  Object.assign(groups, wholeGroups);
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

const readNeeded = (file: string): Record<string, Needed> =>
  JSON.parse(readFileSync(outputOf(file), 'utf8')) as Record<string, Needed>;

const writeNeeded = (file: string, found: Readonly<Record<string, Needed>>): void =>
  writeFileSync(outputOf(file), neededJson(found));

/** What is known of a word, else the authors that are found, else the reason there is. */
const withAuthors = (before: Needed[string] | undefined, find: () => readonly string[]): Needed[string] => {
  if (Array.isArray(before) && before.length > 1) return before;
  const authors = find().slice(0, 2);
  return authors.length > 1 ? authors : (before ?? authors);
};

const samples = await readIn(process.argv.slice(2));

const knownWords = readNeeded('words/needed-words');
const foundWords: Record<string, Needed> = {};
for (const [name, words] of Object.entries(lists)) {
  const authorsOf = (atom: string): readonly string[] => {
    const known = seenAuthors(name, atom);
    const needing = known.length > 1 || seen.get(name)?.size !== 0 ? known : needingAuthors(name, atom, samples);
    return needing.length > 1 ? needing : [...new Set([...needing, ...namingAuthors(name, atom, samples)])];
  };
  const atoms = atomsOf(words).map((atom) => [atom, withAuthors(knownWords[name]?.[atom], () => authorsOf(atom))]);
  foundWords[name] = Object.fromEntries(atoms);
}
writeNeeded('words/needed-words', foundWords);

/** The authors in whose documents a text has an alternative of a pattern of sentences. */
const sayingAuthors = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const phrase of Object.keys(phrases) as readonly (keyof typeof phrases)[]) {
    const whole = plain(phrases[phrase]);
    let open = alternativesOf(phrase).map(({ name, without: rest }) => ({
      key: `${phrase} ${name}`,
      rest: plain(rest),
    }));
    for (const { author, texts } of samples) {
      if (open.length === 0) break;
      for (const said of texts) {
        if (!whole.test(said)) continue;
        for (const { key, rest } of open)
          if (differ(whole, rest, said)) found.set(key, (found.get(key) ?? new Set()).add(author));
      }
      open = open.filter(({ key }) => (found.get(key)?.size ?? 0) < 2);
    }
  }
  return found;
};

const [saying, knownPhrases] = [sayingAuthors(), readNeeded('words/needed-phrases')];
const foundPhrases: Record<string, Needed> = {};
for (const phrase of Object.keys(phrases) as readonly (keyof typeof phrases)[])
  foundPhrases[phrase] = Object.fromEntries(
    alternativesOf(phrase).map(({ name }) => [
      name,
      withAuthors(knownPhrases[phrase]?.[name], () => [...(saying.get(`${phrase} ${name}`) ?? [])]),
    ]),
  );
writeNeeded('words/needed-phrases', foundPhrases);

const knownNames = readNeeded('names/needed-words');
const foundNames: Record<string, Needed> = {};
for (const { list: name, word, isReadIn } of units) {
  const authorsOf = (): readonly string[] => {
    const all = [...(understood.get(name) ?? [])].filter(([words]) => isReadIn?.(words) === true);
    return [...new Set(all.flatMap(([, authors]) => [...authors]))];
  };
  foundNames[name] = { ...foundNames[name], [word]: withAuthors(knownNames[name]?.[word], authorsOf) };
}
writeNeeded('names/needed-words', foundNames);
