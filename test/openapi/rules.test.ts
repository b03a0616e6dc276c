/** Each rule that finds resources is needed: without it, operations of the documents that are named for it change. */
import { afterEach, expect, test } from 'vitest';
import { actionOf } from '../../src/core/service/binding.ts';
import { compileService } from '../../src/openapi/compile.ts';
import type { RoleRow } from '../../src/openapi/resources/find/evidence.ts';
import { table } from '../../src/openapi/rules.ts';
import { loadedFor, needed } from './resources/needed.ts';

type Given = Parameters<typeof compileService>[0];

/** What each operation does, and why. */
const rolesIn = (document: Given): readonly string[] =>
  compileService(document).operations.map(({ name, binding, confidence, reason }) =>
    [name, binding && actionOf(binding), binding?.collection.name, confidence, reason].join(' '),
  );

const whole = new Map(table.map((row) => [row, row.when]));
const setWhen = (row: RoleRow, when: RoleRow['when']): void => {
  (row as { when: RoleRow['when'] }).when = when;
};

afterEach(() => {
  for (const [row, when] of whole) setWhen(row, when);
});

test('each rule has its documents', () => {
  expect(Object.keys(needed).toSorted()).toEqual(table.map(({ name }) => name).toSorted());
  for (const { documents, reason, like } of Object.values(needed))
    expect(documents.length + (like === undefined ? 0 : 1) > 1 || reason !== undefined).toBe(true);
});

test.each(table.map((row) => [row.name, row] as const))('without "%s", they change', async (name, row) => {
  const given = (await loadedFor(needed[name] ?? { documents: [] })) as readonly Given[];
  expect(given.length).toBeGreaterThan(0);
  for (const document of given) {
    const before = rolesIn(document);
    setWhen(row, { method: [] });
    expect(rolesIn(document)).not.toEqual(before);
    setWhen(row, whole.get(row) as RoleRow['when']);
  }
});
