/** Each list of words is needed: without it, what is generated for the name beside it changes. */
import { afterEach, expect, test } from 'vitest';
import { wordGroups } from '../../../src/parts/names/index.ts';
import { itemsNamed, neededNames } from './needed-names.ts';

type Group = keyof typeof wordGroups;
const all = (Object.keys(wordGroups) as Group[]).flatMap((group) =>
  wordGroups[group].lists.map(([meaning], index) => [group, meaning, index] as const),
);
const given = new Map<Group, unknown[]>(
  (Object.keys(wordGroups) as Group[]).map((group) => [group, [...wordGroups[group].lists]]),
);

const listsOf = (group: Group): unknown[] => wordGroups[group].lists;

afterEach(() => {
  for (const [group, lists] of given) listsOf(group).splice(0, lists.length, ...lists);
});

test.each(all)('without the words of "%s", "%s", a value changes', async (group, meaning, index) => {
  const name = (neededNames[group] as Readonly<Record<string, string>>)[meaning] as string;
  const before = await itemsNamed(group, name);
  listsOf(group)[index] = [meaning, /(?!)/];
  expect(await itemsNamed(group, name)).not.toEqual(before);
});
