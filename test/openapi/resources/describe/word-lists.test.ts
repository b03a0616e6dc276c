/** Each list of words is needed: without it, operations of the documents that are named for it change. */
import { afterEach, expect, test } from 'vitest';
import { actionOf } from '../../../../src/core/service/binding.ts';
import { compileService } from '../../../../src/openapi/compile.ts';
import { type WordList, wordLists } from '../../../../src/openapi/resources/describe/word-lists.ts';
import { loadedFor } from '../needed.ts';
import { neededWords } from '../needed-words.ts';

type Given = Parameters<typeof compileService>[0];

/** What each operation does, how its lists are selected and paged, what its requests set, and to what the items refer. */
const rolesIn = (document: Given): readonly string[] => {
  const { operations, collections } = compileService(document);
  const text = (value: unknown): string =>
    JSON.stringify(value, (key, one: unknown) => {
      if (key === 'collection' || key.startsWith('check')) return undefined;
      return one instanceof Map || one instanceof Set ? [...one] : one;
    });
  return [
    ...operations.map(({ name, binding, reason, security }) =>
      text([name, binding && actionOf(binding), binding?.collection.name, binding, reason, security.length]),
    ),
    ...[...collections.values()].map(({ name, relations, aliases }) =>
      text([name, aliases, relations().items.map((one) => [one.property, one.collection])]),
    ),
  ];
};

const whole = new Map(Object.entries(wordLists));
const setList = (name: string, list: WordList): void => {
  (wordLists as Record<string, WordList>)[name] = list;
};

afterEach(() => {
  for (const [name, list] of whole) setList(name, list);
});

test('each list has its documents', () => {
  expect(Object.keys(neededWords).toSorted()).toEqual([...whole.keys()].toSorted());
  for (const { documents, reason, like } of Object.values(neededWords))
    expect(documents.length + (like === undefined ? 0 : 1) > 1 || reason !== undefined).toBe(true);
});

test.each([...whole.keys()])('without the words of "%s", they change', async (name) => {
  const given = await loadedFor(neededWords[name] ?? { documents: [] });
  expect(given.length).toBeGreaterThan(0);
  for (const document of given) {
    const before = rolesIn(document as Given);
    setList(name, { all: [], has: () => false });
    expect(rolesIn(document as Given)).not.toEqual(before);
    setList(name, whole.get(name) as WordList);
  }
});
