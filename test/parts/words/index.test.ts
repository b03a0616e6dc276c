/** Each word by which names are understood is needed: it has its documents, and without it, what a small one is read as changes. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { list, type WordList } from '../../../src/parts/words/index.ts';
import { textOf } from '../../openapi/resources/compiled-text.ts';
import { Thing } from '../../openapi/resources/small.ts';
import { documentOf } from '../../short-document.ts';
import { allLists, atomsOf, during, without } from './atoms.ts';
import needed from './needed-words.json' with { type: 'json' };
import { isRead, proofs } from './word-proofs.ts';

const lists = Object.entries(allLists) as readonly (readonly [keyof typeof allLists, WordList])[];
const documents = needed as unknown as Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>>;

/** What is read of the proof for a word. */
const readingOf = (name: keyof typeof allLists, word: string): string => {
  const given = proofs[name](word) as JsonObject;
  if (isRead(name)) return JSON.stringify(given);
  return textOf(compileService(given.openapi === undefined ? documentOf('Things', given, { Thing }) : given), word);
};

test.each(lists)('each word of "%s" names two authors, or why fewer need it', (name, words) => {
  expect(Object.keys(documents[name] ?? {}).toSorted()).toEqual([...atomsOf(words)].toSorted());
  for (const [word, known] of Object.entries(documents[name] ?? {}))
    expect([word, typeof known === 'string' ? known.endsWith('.') : new Set(known).size > 1]).toEqual([word, true]);
});

test.each(lists)('without a word of "%s", something changes', (name, words) => {
  const idle = atomsOf(words).filter((atom) => {
    const rest = without(words, atom);
    const lost = words.all.filter((word) => !rest.all.includes(word));
    return lost.every((word) => during(name, rest, () => readingOf(name, word)) === readingOf(name, word));
  });
  expect(idle).toEqual([]);
});

test('a list is read in any spelling, with each of the alternatives in braces', () => {
  const { all, has } = list('sort{,by,dir} size');
  expect(all).toEqual(['sort', 'sortby', 'sortdir', 'size']);
  expect(['Sort-By', 'sort_dir', 'SORT', 'sorted'].map(has)).toEqual([true, true, true, false]);
});
