import { expect, test } from 'vitest';
import { misspelledVariables } from '../../../../src/cli/commands/serve/without-effect.ts';

test.each([
  ['VIVARIUM_PROT', 'VIVARIUM_PORT'],
  ['VIVARIUM_MAXWORLDS', 'VIVARIUM_MAX_WORLDS'],
  ['VIVARIUM_FAULTS', 'VIVARIUM_FAULT'],
  ['vivarium_port', 'VIVARIUM_PORT'],
])('%s is reported', (name, meant) => {
  expect(misspelledVariables({ [name]: '1', PATH: '/bin' })).toEqual([
    `The variable "${name}" is unknown, so it is ignored. Did you mean "${meant}"?`,
  ]);
});

test.each([
  'VIVARIUM_PORT',
  'VIVARIUM_KEY',
  'VIVARIUM_URL',
  'VIVARIUM_WORKER',
  'VIVARIUM_DRILL',
  'VIVARIUM_SERVICE_URL',
  'MY_VIVARIUM_PROT',
])('%s is not reported', (name) => {
  expect(misspelledVariables({ [name]: '1' })).toEqual([]);
});

test('control characters of a name are not printed', () => {
  expect(misspelledVariables({ 'VIVARIUM_POR\u001bT': '1' })[0]).toContain('"VIVARIUM_POR\\u001bT"');
});
