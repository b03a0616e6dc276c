import { describe, expect, test } from 'vitest';
import { readExpression } from '../../../src/core/expressions/filter-expression.ts';
import { maxStepsToFilter, OutOfSteps, StepBudget } from '../../../src/core/primitives/step-budget.ts';

const user = {
  userName: 'Ada',
  active: true,
  age: 36,
  title: null,
  meta: { created: '2030-01-02T00:00:00Z' },
  name: { familyName: 'Lovelace' },
  emails: [
    { value: 'ada@example.com', type: 'work' },
    { value: 'ada@home.example', type: 'home' },
  ],
  'urn:example:2.0:User': { department: 'Engines' },
};

const holds = (text: string): boolean | undefined =>
  readExpression(text)?.matches(user, new StepBudget(maxStepsToFilter));

describe('an expression', () => {
  test.each([
    'userName eq "Ada"',
    'username EQ "ada"',
    "userName eq 'Ada'",
    'userName ne "Eve"',
    'age gt 35 and age lt 37',
    'age ge 36 and age le 36',
    'age eq "36"',
    'active eq true',
    'active eq "true"',
    'title eq null',
    'nickName eq null',
    'userName pr',
    'not (userName eq "Eve")',
    'not nickName pr',
    'userName eq "Eve" or active eq true',
    'userName eq "Ada" or userName eq "Eve" and active eq false',
    '(userName eq "Ada" or userName eq "Eve") and active eq true',
    'meta.created gt "2030-01-01T00:00:00Z"',
    'meta.created lt 2030-01-02T01:00:00+00:30',
    'name.familyName sw "love" and name/familyName ew "LACE" and name.familyName co "vel"',
    'emails.value eq "ada@example.com"',
    'emails eq "ada@example.com"',
    'emails[type eq "work" and value co "@example.com"]',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "Ada"',
    'urn:example:2.0:User:department eq "Engines"',
    "contains(userName,'d') and startswith(userName, 'A') and endswith(userName,'a')",
    "name/familyName ne 'O''Hara'",
    'userName eq "\\u0041da"',
    `${'('.repeat(50)}age eq 36${')'.repeat(50)}`,
    "userName eq 'ADA'",
    'age co "6" and active sw "tr"',
    'URN:IETF:PARAMS:SCIM:SCHEMAS:CORE:2.0:USER:userName eq "Ada"',
    'name.familyName lt "m" and name.familyName ge "LOVELACE"',
  ])('%s holds', (text) => {
    expect(holds(text)).toBe(true);
  });

  test.each([
    'userName eq "Eve"',
    'userName ne "Ada"',
    'age gt 36',
    'age gt "x"',
    'active eq "yes"',
    'active gt false',
    'title pr',
    'title gt 1',
    'name eq "Lovelace"',
    'name co "Love"',
    'nickName eq "x"',
    'userName.first eq "x"',
    'emails[type eq "work" and value co "home"]',
    'emails[type eq "other"]',
    'age eq null',
    'age lt 36',
    'age ge 37',
    'age le 35',
    'name co "object"',
    'title co "null"',
    'title eq "null"',
    'userName eq null',
    'nickName gt null',
  ])('%s does not hold', (text) => {
    expect(holds(text)).toBe(false);
  });

  test.each([
    '',
    'Ada',
    'status=active',
    'userName eq',
    'userName is "Ada"',
    'userName eq Ada',
    'userName eq "Ada" and',
    'userName eq "Ada" userName',
    '(userName eq "Ada"',
    'emails[type eq "work"',
    'emails[]',
    'not',
    '"userName" eq "Ada"',
    'userName eq "\\x"',
    'userName eq "Ada',
    'length(userName) eq 3',
    'contains()',
    'contains(userName)',
    'userName eq constructor',
    'userName eq __proto__',
    "contains(userName,'x'",
    '.a eq 1',
    `${'('.repeat(60)}age eq 1${')'.repeat(60)}`,
    `${'('.repeat(51)}age eq 1${')'.repeat(51)}`,
    `age eq ${'1'.repeat(4000)}`,
  ])('%s is none', (text) => {
    expect(holds(text)).toBeUndefined();
  });

  test('states the values that it requires, if it is a list of them', () => {
    expect(readExpression('type eq "work" and primary eq true')?.equal).toEqual([
      { path: ['type'], value: 'work' },
      { path: ['primary'], value: true },
    ]);
    expect(readExpression('type eq "work" or primary eq true')?.equal).toEqual([]);
    expect(readExpression('type eq "work" and primary pr')?.equal).toEqual([]);
    expect(readExpression('primary pr and type eq "work"')?.equal).toEqual([]);
    expect(readExpression('age gt 7')?.equal).toEqual([]);
  });

  test('on one list that is too long ends', () => {
    const item = { emails: Array.from({ length: 20 }, () => ({})) };
    expect(() => readExpression('emails.value pr')?.matches(item, new StepBudget(10))).toThrow(OutOfSteps);
  });

  test('with many conditions on long lists ends', () => {
    const items = Array.from({ length: 50 }, () => ({ emails: Array.from({ length: 5000 }, () => 'x') }));
    const conditions = Array.from({ length: 250 }, () => 'emails eq 1').join(' or ');
    // Less than a request may use, so that the test is fast.
    const [expression, budget] = [readExpression(conditions), new StepBudget(100_000)];
    expect(() => items.filter((item) => expression?.matches(item, budget))).toThrow(OutOfSteps);
  });
});

test('a doubled quote in a text is one', () => {
  const matches = readExpression("name eq 'O''Hara'")?.matches;
  const budget = new StepBudget(maxStepsToFilter);
  expect([matches?.({ name: "O'Hara" }, budget), matches?.({ name: 'OHara' }, budget)]).toEqual([true, false]);
});

test('an expression has at most 4000 characters, and 50 levels', () => {
  const padded = (length: number): string => `age eq ${'36'.padStart(length - 'age eq '.length, ' ')}`;
  expect([readExpression(padded(4000)), readExpression(padded(4001))]).toEqual([expect.anything(), undefined]);
  expect(readExpression(`${'not '.repeat(51)}age eq 36`)).toBeUndefined();
  expect(readExpression(`${'a['.repeat(51)}age eq 36${']'.repeat(51)}`)).toBeUndefined();
});

test('texts are compared as texts, also if they are digits', () => {
  const matches = readExpression('code lt "9"')?.matches;
  expect(matches?.({ code: '10' }, new StepBudget(maxStepsToFilter))).toBe(true);
});
