/** Each rule that finds resources is needed: without it, operations of the documents that are named for it change. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { remembered } from '../../../src/core/primitives/lazy.ts';
import { actionOf } from '../../../src/core/service/binding.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { loadDocument } from '../../../src/openapi/load/load.ts';
import type { RoleRow } from '../../../src/openapi/resources/find/evidence.ts';
import { table } from '../../../src/openapi/resources/table.ts';
import { documentLike, needed } from './needed.ts';

const { resolve } = createRequire(import.meta.url);

const fileOf = (name: string): string => {
  if (name.startsWith('@')) {
    if (!name.startsWith('@readme')) return resolve(name);
    return resolve('@readme/oas-examples/package.json').replace('@readme/oas-examples/package.json', name);
  }
  const folder = name.includes('/') ? '../../documents/' : '../../../spec/';
  return fileURLToPath(new URL(`${folder}${name}`, import.meta.url));
};

const load = remembered((name: string) => loadDocument(fileOf(name)));

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
  const { documents, like } = needed[name] ?? { documents: [] };
  const loaded = await Promise.all(documents.map(async (one) => (await load(one)).document as Given));
  const given = [...loaded, ...(like === undefined ? [] : [documentLike(like) as Given])];
  expect(given.length).toBeGreaterThan(0);
  for (const document of given) {
    const before = rolesIn(document);
    setWhen(row, { method: [] });
    expect(rolesIn(document)).not.toEqual(before);
    setWhen(row, whole.get(row) as RoleRow['when']);
  }
});
