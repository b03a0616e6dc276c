/** Each rule that finds resources is needed: without it, operations of the documents that are named for it change. */
import { afterEach, expect, test } from 'vitest';
import { actionOf } from '../../src/core/service/binding.ts';
import { compileService } from '../../src/openapi/compile.ts';
import type { RoleRow } from '../../src/openapi/resources/find/evidence.ts';
import { rules, table } from '../../src/openapi/rules.ts';
import { textOf } from './resources/compiled-text.ts';
import { loadedFor, needed } from './resources/needed.ts';
import authors from './resources/needed-rules.json' with { type: 'json' };
import { ruleDocuments } from './resources/rule-documents.ts';

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

/** Switches a rule off; what it returns switches it on again. */
type Switch = () => () => void;

const switchOf =
  <Rule>(put: (rule: Rule) => void, rule: Rule, none: Rule): Switch =>
  () => {
    put(none);
    return () => put(rule);
  };

/** Those that decide by rows alone have no name. */
const isNamed = ({ name }: { readonly name: string }): boolean => name !== '' && name !== 'find';

/** The rules of a list, each with what takes its place when it is switched off. */
const named = <Rule extends { readonly name: string }>(list: readonly Rule[], none: Rule) =>
  [...list.entries()].flatMap(([index, rule]): readonly (readonly [string, Switch])[] => {
    const put = (one: Rule): void => {
      (list as Rule[])[index] = one;
    };
    return isNamed(rule) ? [[rule.name, switchOf(put, rule, none)]] : [];
  });

const steps = rules.steps.flatMap((step): readonly (readonly [string, Switch])[] => {
  const put = (one: typeof step.find): void => {
    (step as { find: typeof one }).find = one;
  };
  return isNamed(step.find) ? [[step.find.name, switchOf(put, step.find, () => undefined)]] : [];
});
const switches = [
  ...named(rules.read, (candidates) => candidates),
  ...steps,
  ...named(rules.specs, (specs) => specs),
  ...named(rules.bindings, () => (binding) => binding),
  ...named(rules.finish, () => undefined),
];

afterEach(() => {
  for (const [row, when] of whole) setWhen(row, when);
});

test('each row and each rule names two authors, or why fewer need it', () => {
  expect(Object.keys(needed)).toEqual(table.map(({ name }) => name));
  expect(Object.keys(authors.rows)).toEqual(table.map(({ name }) => name));
  expect(Object.keys(authors.rules)).toEqual(switches.map(([name]) => name));
  for (const [name, known] of Object.entries({ ...authors.rows, ...authors.rules }))
    expect([name, typeof known === 'string' ? known.endsWith('.') : new Set(known).size > 1]).toEqual([name, true]);
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

test.each(switches)('without the rule "%s", its document is read otherwise', (name, switchOff) => {
  const document = ruleDocuments[name] as Given;
  const read = (): string => textOf(compileService(document), 'downloads');
  const before = read();
  const switchOn = switchOff();
  try {
    expect(read()).not.toBe(before);
  } finally {
    switchOn();
  }
});
