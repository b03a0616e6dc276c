/** Each rule that finds resources is needed: without it, operations of the documents that are named for it change. */
import { expect, test } from 'vitest';
import { actionOf } from '../../src/core/service/binding.ts';
import { compileService } from '../../src/openapi/compile.ts';
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

test('each row and each rule names two authors, or why fewer need it', () => {
  const [rows, rules] = [rowSwitches, ruleSwitches].map((all) => all.map(([name]) => name));
  expect(Object.keys(needed)).toEqual(rows);
  expect(Object.keys(authors.rows)).toEqual(rows);
  expect(Object.keys(authors.rules)).toEqual(rules);
  expect(Object.keys(ruleDocuments).toSorted()).toEqual(rules?.toSorted());
  for (const [name, known] of Object.entries({ ...authors.rows, ...authors.rules }))
    expect([name, typeof known === 'string' ? known.endsWith('.') : new Set(known).size > 1]).toEqual([name, true]);
});

test.each(rowSwitches)('without "%s", they change', async (name, switchOff) => {
  const given = (await loadedFor(needed[name] ?? { documents: [] })) as readonly Given[];
  expect(given.length).toBeGreaterThan(0);
  for (const document of given) expect(without(switchOff, () => rolesIn(document))).not.toEqual(rolesIn(document));
});

test.each(ruleSwitches)('without the rule "%s", its document is read otherwise', (name, switchOff) => {
  const read = (): string => textOf(compileService(ruleDocuments[name] as Given), 'downloads');
  expect(without(switchOff, read)).not.toBe(read());
});
