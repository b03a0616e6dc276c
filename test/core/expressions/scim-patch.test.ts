import { describe, expect, test } from 'vitest';
import { scimPatch } from '../../../src/core/expressions/scim-patch.ts';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';

/** Much less than a request may use, so that the tests of attacks are fast. More than each single operation needs. */
const steps = 1_000_000;

const patch = (item: JsonObject, operations: readonly Json[]): JsonObject =>
  scimPatch(item, operations, new StepBudget(steps));

const user: JsonObject = {
  userName: 'ada',
  active: true,
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [
    { value: 'a@b.c', type: 'work' },
    { value: 'a@home.c', type: 'home' },
  ],
};
const [work, home] = user.emails as readonly JsonObject[];

test.each<[string, Json, JsonObject]>([
  ['replaces a property', { op: 'replace', path: 'active', value: false }, { active: false }],
  ['ignores the case of its verb and of names', { op: 'Replace', path: 'USERNAME', value: 'x' }, { userName: 'x' }],
  ['adds a property', { op: 'add', path: 'title', value: 'Dr' }, { title: 'Dr' }],
  ['removes a property', { op: 'remove', path: 'active' }, { active: undefined }],
  [
    'sets a property below',
    { op: 'replace', path: 'name.familyName', value: 'L' },
    { name: { givenName: 'Ada', familyName: 'L' } },
  ],
  ['removes a property below', { op: 'remove', path: 'name.familyName' }, { name: { givenName: 'Ada' } }],
  [
    'merges an object',
    { op: 'replace', path: 'name', value: { familyName: 'L' } },
    { name: { givenName: 'Ada', familyName: 'L' } },
  ],
  ['creates an object', { op: 'add', path: 'address.city', value: 'Oslo' }, { address: { city: 'Oslo' } }],
  [
    'replaces without a path',
    { op: 'replace', value: { active: false, 'name.givenName': 'A' } },
    { active: false, name: { givenName: 'A', familyName: 'Byron' } },
  ],
  [
    'appends to a list',
    { op: 'add', path: 'emails', value: [work as Json, { value: 'n' }] },
    { emails: [work, home, { value: 'n' }] },
  ],
  ['appends one value', { op: 'add', path: 'emails', value: { value: 'n' } }, { emails: [work, home, { value: 'n' }] }],
  ['replaces a list', { op: 'replace', path: 'emails', value: [{ value: 'n' }] }, { emails: [{ value: 'n' }] }],
  [
    'changes the elements that match',
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'n' },
    { emails: [{ value: 'n', type: 'work' }, home] },
  ],
  [
    'merges into the elements that match',
    { op: 'replace', path: 'emails[type eq "work"]', value: { value: 'n' } },
    { emails: [{ value: 'n', type: 'work' }, home] },
  ],
  ['removes the elements that match', { op: 'remove', path: 'emails[type eq "work"]' }, { emails: [home] }],
  [
    'adds an element that matches',
    { op: 'replace', path: 'emails[type eq "other"].value', value: 'n' },
    { emails: [work, home, { type: 'other', value: 'n' }] },
  ],
  [
    'changes a property of all elements',
    { op: 'replace', path: 'emails.type', value: 'x' },
    {
      emails: [
        { ...work, type: 'x' },
        { ...home, type: 'x' },
      ],
    },
  ],
  [
    'reads the name of an extension',
    { op: 'add', path: 'urn:x:2.0:User:team', value: 1 },
    { 'urn:x:2.0:User': { team: 1 } },
  ],
  ['ignores a name that is no path', { op: 'add', value: { 'emails[type': 1, active: false } }, { active: false }],
  ['replaces without a path, if it is empty', { op: 'replace', path: '', value: { active: false } }, { active: false }],
] as [string, Json, JsonObject][])('%s', (_name, operation, changes) => {
  const wanted = Object.fromEntries(Object.entries({ ...user, ...changes }).filter(([, value]) => value !== undefined));
  expect(patch(user, [operation])).toEqual(wanted);
});

test.each<[Json]>([
  [null],
  [{ op: 'test', path: 'active', value: true }],
  [{ op: 'replace', value: 7 }],
  [{ op: 'replace', path: 'active' }],
  [{ op: 'replace', path: 'emails[type', value: 1 }],
  [{ op: 'replace', path: 'emails[type is 1]', value: 1 }],
  [{ op: 'remove', path: 'emails[type eq "other"]' }],
  [{ op: 'replace', path: 'emails[type pr and value eq "x"]', value: 1 }],
  [{ op: 'replace', path: '', value: 1 }],
  [{ op: 'add', path: 'emails[type eq constructor].value', value: 1 }],
])('%j changes nothing', (operation) => {
  expect(patch(user, [operation])).toEqual(user);
});

test('later operations see what earlier ones changed', () => {
  const operations = [
    { op: 'add', path: 'emails[type eq "other"].value', value: 'n' },
    { op: 'replace', path: 'emails[type eq "other"].value', value: 'm' },
  ];
  expect(patch(user, operations).emails).toEqual([work, home, { type: 'other', value: 'm' }]);
});

test('a property whose name has a dot is that property, if the item has it', () => {
  const item = { 'a.b': 1, a: { b: 1 } };
  expect(patch(item, [{ op: 'replace', value: { 'a.b': 2 } }])).toEqual({ 'a.b': 2, a: { b: 1 } });
});

test('lists in a list stay lists', () => {
  const item = { rows: [[{ a: 1 }], [{ a: 2 }]] };
  expect(patch(item, [{ op: 'replace', path: 'rows.a', value: 3 }])).toEqual({ rows: [[{ a: 3 }], [{ a: 3 }]] });
});

test('a path has at most 50 names, with those behind its condition', () => {
  const names = (count: number): string => Array(count).fill('a').join('.');
  const depthOf = (path: string): number =>
    JSON.stringify(patch({}, [{ op: 'add', path, value: 1 }])).split('{').length;
  expect(depthOf(names(50))).toBe(51);
  expect(patch({}, [{ op: 'add', path: names(51), value: 1 }])).toEqual({});
  expect(patch({}, [{ op: 'add', path: `${names(30)}[b eq 1].${names(21)}`, value: 1 }])).toEqual({});
  expect(patch({}, [{ op: 'add', path: `${names(30)}[b eq 1].${names(20)}`, value: 1 }])).not.toEqual({});
});

describe('an attack', () => {
  const many = (count: number, value: Json): readonly Json[] => Array.from({ length: count }, () => value);
  const emails = many(20_000, { value: 'x' });
  const wide = Object.fromEntries(many(20_000, 0).map((_, index) => [`p${index}`, 1]));

  test.each<[string, JsonObject, readonly Json[]]>([
    [
      'conditions on a long list',
      { emails },
      many(5000, { op: 'replace', path: 'emails[value eq "y"].type', value: 1 }),
    ],
    [
      'conditions on a long list of numbers',
      { rows: many(20_000, 1) },
      many(5000, { op: 'remove', path: 'rows[a eq 1]' }),
    ],
    ['changes of a long list', { emails }, many(5000, { op: 'replace', path: 'emails.type', value: 1 })],
    ['additions to a long list', { emails }, [{ op: 'add', path: 'emails', value: many(20_000, { value: 'y' }) }]],
    [
      'properties of a large object',
      wide,
      many(5000, 0).map((_, index) => ({ op: 'add', path: `n${index}`, value: 1 })),
    ],
    ['unknown names in a large object', wide, many(5000, { op: 'remove', path: 'unknown' })],
  ])('of %s ends', (_name, item, operations) => {
    expect(() => patch(item, operations)).toThrow(OutOfSteps);
  });

  test('of a deep path changes nothing', () => {
    expect(patch(user, [{ op: 'add', path: `${'a.'.repeat(100_000)}a`, value: 1 }])).toEqual(user);
  });
});
