import { describe, expect, test } from 'vitest';
import { createVivarium } from '../../../../src/index.ts';
import { simulationOf } from '../../../../src/library/simulation-of.ts';
import { type DrillSelection, planCases, planOf } from '../../../../src/parts/drill/cases/cases.ts';

const service = (simulationOf(await createVivarium()) as NonNullable<ReturnType<typeof simulationOf>>).worlds.service;

const namesOf = (operation: string, selection: DrillSelection = {}): readonly string[] => {
  const plan = planCases(service, selection, (list) => `--${list}`);
  const found = service.operations.find(({ name }) => name === operation);
  return found === undefined ? [] : planOf(found, plan).map(({ name }) => name.slice(operation.length + 1));
};

describe('the cases of an operation', () => {
  test('are the usual faults once and always, the documented errors, and changed bodies', () => {
    expect(namesOf('createPet')).toEqual([
      ...['rate-limited', 'unavailable', 'server-error', 'slow', 'offline', 'empty', 'truncate'].flatMap((fault) => [
        `${fault}/once`,
        `${fault}/always`,
      ]),
      'hang/once',
      '400',
      '401',
      'missing-required',
      'unknown-enum',
      'extra-property',
      'minimal',
      'empty-list',
    ]);
  });

  test('are those of the selected faults', () => {
    expect(namesOf('getPet', { faults: ['timeout', 'conflict', 'longest', '418'] })).toEqual([
      'timeout/once',
      'conflict/once',
      'conflict/always',
      'longest',
      '418',
    ]);
  });

  test('are none of an operation that is not selected', () => {
    expect(namesOf('getPet', { operations: ['createPet'] })).toEqual([]);
    expect(namesOf('getPet', { operations: ['getPet'], faults: ['slow'] })).toEqual(['slow/once', 'slow/always']);
  });

  test.each([
    ['createPet/offline/once', ['offline/once']],
    ['createPet/offline', ['offline/once', 'offline/always']],
    ['createPet/409/always', ['409']],
    ['createPet/409', ['409']],
    ['createPet/minimal', ['minimal']],
    ['createPet/hang', ['hang/once']],
  ])('can be named one by one: %s', (name, expected) => {
    expect(namesOf('createPet', { cases: [name] })).toEqual(expected);
    expect(namesOf('getPet', { cases: [name] })).toEqual([]);
  });
});

test.each<[DrillSelection, string]>([
  [{ operations: ['creatPet'] }, '--operations: unknown operation "creatPet". Did you mean "createPet"?'],
  [{ operations: ['GET /pets'] }, '--operations: unknown operation "GET /pets". Did you mean "listPets"?'],
  [{ faults: ['ofline'] }, '--faults: unknown fault "ofline". Did you mean "offline"?'],
  [{ faults: ['200'] }, '--faults: unknown fault "200". The faults are bad-request,'],
  [{ cases: ['createPet'] }, '--cases: "createPet" is not a case. Write it as OPERATION/FAULT/WHEN'],
  [{ cases: ['creatPet/offline/once'] }, '--cases: unknown operation "creatPet". Did you mean "createPet"?'],
  [{ cases: ['createPet/ofline/once'] }, '--cases: unknown fault "ofline". Did you mean "offline"?'],
  [
    { cases: ['createPet/hang/always'] },
    'there is no case "createPet/hang/always". Did you mean "createPet/hang/once"?',
  ],
  [
    { cases: ['createPet/minimal/once'] },
    'there is no case "createPet/minimal/once". Did you mean "createPet/minimal"?',
  ],
])('%j is rejected', (selection, message) => {
  expect(() => planCases(service, selection, (list) => `--${list}`)).toThrow(message);
});
