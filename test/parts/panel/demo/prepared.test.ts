import { expect, test } from 'vitest';
import { describeState, statesFrom, unknownNames } from '../../../../src/parts/panel/demo/prepared.ts';

const described = (query: string): readonly string[] =>
  statesFrom(new URLSearchParams(query)).map((state) => `${state.title}: ${describeState(state)}`);

test.each([
  ['faults=slow,hang', []],
  ['fault=unauthorized', ['unauthorized: unauthorized on, all other faults off.']],
  [
    'fault=unauthorized&scenario=outage',
    ['outage, unauthorized: Starts the world again from the scenario outage, then unauthorized on.'],
  ],
  ['fault=slow@a&fault=hang&fault=slow@b', ['slow, hang: slow (only a, b), hang on, all other faults off.']],
  ['state=Nothing&fault=&scenario=', ['Nothing: All faults off.']],
  ['state=', ['No faults: All faults off.']],
  [
    'fault=slow&state=Outage&scenario=a&scenario=b&state=Back',
    [
      'slow: slow on, all other faults off.',
      'Outage: Starts the world again from the scenario b.',
      'Back: All faults off.',
    ],
  ],
])('%s prepares states', (query, expected) => {
  expect(described(query)).toEqual(expected);
});

test('a fault that one state narrows is for all requests in the others, and a fault that none narrows stays as it is', () => {
  const [first, second] = statesFrom(
    new URLSearchParams('fault=slow@a&fault=own&state=All&fault=slow&fault=__proto__'),
  );
  expect(first?.faults.map(({ change }) => change)).toEqual([
    { enabled: true, on: { operation: ['a'] } },
    { enabled: true },
  ]);
  expect(second?.faults.map(({ name, change }) => [name, change])).toEqual([
    ['slow', { enabled: true, on: null }],
    ['__proto__', { enabled: true }],
  ]);
});

test('a link of thousands of states prepares the first of them', () => {
  expect(statesFrom(new URLSearchParams('state=a&'.repeat(5000)))).toHaveLength(50);
});

test('what the server does not have is named, but not the faults that a scenario may bring', () => {
  const known = { faults: ['slow'], scenarios: ['outage'], operations: ['listPets'] };
  const unknown = (query: string) => unknownNames(statesFrom(new URLSearchParams(query)), known).flat();
  expect(unknown('fault=slow@listPets&state=Next&scenario=outage&fault=own')).toEqual([]);
  expect(unknown('fault=slwo&state=Next&scenario=outag&state=Last&fault=slow@listPet')).toEqual([
    'There is no fault slwo. Did you mean "slow"?',
    'There is no scenario outag. Did you mean "outage"?',
    'There is no operation listPet. Did you mean "listPets"?',
  ]);
  const nothing = { faults: undefined, scenarios: undefined, operations: undefined };
  expect(unknownNames(statesFrom(new URLSearchParams('fault=slwo')), nothing)).toEqual([[]]);
});
