/** Each rule that finds resources is needed: without it, operations of the documents that are named for it change. */
import { expect, test } from 'vitest';
import { actionOf } from '../../src/core/service/binding.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { rules } from '../../src/openapi/rules.ts';
import { textOf } from './resources/compiled-text.ts';
import { loadedFor, needed } from './resources/needed.ts';
import authors from './resources/needed-rules.json' with { type: 'json' };
import { ruleDocuments } from './resources/rule-documents.ts';
import { rowSwitches, ruleSwitches, without } from './resources/rule-switches.ts';

type Given = Parameters<typeof compileService>[0];

/** What each operation does, and why. */
const rolesIn = (document: Given): readonly string[] =>
  compileService(document).operations.map(({ name, binding, confidence, reason }) =>
    [name, binding && actionOf(binding), binding?.collection.name, confidence, reason].join(' '),
  );

const actionsIn = (document: Given): readonly unknown[] =>
  compileService(document).operations.map(({ name, binding }) => [
    name,
    binding && actionOf(binding),
    binding?.collection.name,
  ]);

test('each row and each rule names three authors, or why fewer need it', () => {
  const [rows, rules] = [rowSwitches, ruleSwitches].map((all) => all.map(([name]) => name));
  expect(Object.keys(needed)).toEqual(rows);
  expect(Object.keys(authors.rows)).toEqual(rows);
  expect(Object.keys(authors.rules)).toEqual(rules);
  expect(Object.keys(ruleDocuments).toSorted()).toEqual(rules?.toSorted());
  for (const [name, known] of Object.entries({ ...authors.rows, ...authors.rules }))
    expect([name, typeof known === 'string' ? known.endsWith('.') : new Set(known).size > 2]).toEqual([name, true]);
});

test.each(rowSwitches)('without "%s", they change', async (name, switchOff) => {
  const given = (await loadedFor(needed[name] ?? { documents: [] })) as readonly Given[];
  expect(given.length).toBeGreaterThan(0);
  for (const document of given) expect(without(switchOff, () => rolesIn(document))).not.toEqual(rolesIn(document));
});

test.each(['creation', 'read', 'deletion', 'replacement', 'change'])(
  'what operations lose without "%s", they have again with the overlay that is explained',
  async (row) => {
    const [, switchOff] = rowSwitches.find(([name]) => name === row) as (typeof rowSwitches)[number];
    for (const given of (await loadedFor(needed[row] ?? { documents: [] })) as readonly Given[]) {
      const stated = structuredClone(given) as { readonly paths: Record<string, Record<string, object>> };
      without(switchOff, () => {
        const before = compileService(given).operations;
        const lost = before.filter(({ binding, correction }) => binding === undefined && correction?.() !== undefined);
        expect(lost).not.toEqual([]);
        for (const { path, method, correction } of lost)
          Object.assign(stated.paths[path]?.[method.toLowerCase()] as object, { 'x-vivarium': correction?.() });
      });
      const restored = without(switchOff, () => actionsIn(stated as unknown as Given));
      expect(restored).toEqual(actionsIn(given));
    }
  },
);

test.each(ruleSwitches)('without the rule "%s", its document is read otherwise', (name, switchOff) => {
  const read = (): string => textOf(compileService(ruleDocuments[name] as Given), 'downloads');
  expect(without(switchOff, read)).not.toBe(read());
});

/** Asks every step, also where no operation is one that it takes. */
const askAll = (): (() => void) => {
  const before = rules.steps.map((step) => ({ step, takes: step.takes }));
  for (const { step } of before) Object.assign(step, { takes: undefined });
  return () => {
    for (const each of before) Object.assign(each.step, { takes: each.takes });
  };
};

test('a step that is not asked would find nothing', async () => {
  const ofRows = await Promise.all(Object.values(needed).map(loadedFor));
  for (const document of [...Object.values(ruleDocuments), ...ofRows.flat()] as readonly Given[])
    expect(without(askAll, () => rolesIn(document))).toEqual(rolesIn(document));
});
