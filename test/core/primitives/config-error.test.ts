import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  configProblem,
  contradiction,
  describeProblem,
  formatProblem,
  isWarning,
  optionProblem,
  worldLimit,
} from '../../../src/core/primitives/config-error.ts';

const { code } = worldLimit;

test.each([
  [{}, 'it failed.'],
  [{ hint: 'Try again.' }, 'it failed. Try again.'],
  [{ file: 'a.yaml' }, 'a.yaml: it failed.'],
  [{ file: 'a.yaml', line: 3 }, 'a.yaml:3: it failed.'],
  [
    { file: 'a.yaml', line: 3, column: 7, hint: 'Try again.', frame: '> 3 | a\n    | ^' },
    'a.yaml:3:7: it failed. Try again.\n> 3 | a\n    | ^',
  ],
])('a problem with %j reads %j', (rest, text) => {
  expect(formatProblem(configProblem({ code, message: 'it failed.', ...rest }))).toBe(text);
});

test('only the last full stop of a message is replaced by that of its hint', () => {
  const problem = configProblem({ code, message: 'a.yaml is missing', hint: 'Try again.' });
  expect(formatProblem(problem)).toBe('a.yaml is missing. Try again.');
});

test('the message of an error has one line for each problem', () => {
  const error = new ConfigError([
    configProblem({ code, message: 'one', file: 'a.yaml' }),
    configProblem({ code, message: 'two', hint: 'Stop.' }),
  ]);
  expect(error).toMatchObject({ name: 'ConfigError', message: 'a.yaml: one\ntwo. Stop.' });
  expect(worldLimit('two', 'Stop.').problems).toEqual([error.problems[1]]);
});

test('a problem in JSON has null for each missing property, and no code frame', () => {
  const missing = { file: null, line: null, column: null, hint: null };
  expect(describeProblem(configProblem({ code, message: 'one' }))).toEqual({ code, message: 'one', ...missing });
  const rest = { file: 'a.yaml', line: 3, column: 7, hint: 'Stop.' };
  expect(describeProblem(configProblem({ code, message: 'one', ...rest, frame: '>' }))).toEqual({
    code,
    message: 'one',
    ...rest,
  });
});

test('a problem with which the document is still served is a warning', () => {
  expect(isWarning(configProblem({ code: 'VIV_DOCUMENT_QUESTIONABLE', message: 'a' }))).toBe(true);
  expect(isWarning(configProblem({ code: 'VIV_SAVE_UNUSABLE', message: 'a' }))).toBe(false);
  expect(isWarning(configProblem({ code, message: 'a' }))).toBe(false);
});

test('the problem of an option has its place in the configuration file, or else its name', () => {
  const nameOf = (option: string): string => `--${option}`;
  const problem = { code, value: '"x"', message: 'must be a number', hint: 'Write 3.' } as const;
  expect(formatProblem(optionProblem({ nameOf }, ['worlds', 'max'], problem))).toBe(
    '--worlds "x": must be a number. Write 3.',
  );
  const places: unknown[] = [];
  const placeOf = (...path: unknown[]) => {
    places.push(path);
    return { file: 'vivarium.yaml', line: 3, column: 7, frame: '> 3 | x' };
  };
  expect(formatProblem(optionProblem({ nameOf, placeOf }, ['worlds', 'max'], problem))).toBe(
    'vivarium.yaml:3:7: "x": must be a number. Write 3.\n> 3 | x',
  );
  expect(places).toEqual([['worlds', 'max']]);
});

describe('options that are not valid together', () => {
  const nameOf = (option: string): string => `--${option}`;
  const message = '--save and --store cannot be used together';
  const rest = { code: 'VIV_OPTION_INVALID', message, hint: 'Use one of them.' };

  test('are reported without a location if none of them is from the configuration file', () => {
    for (const names of [{ nameOf }, { nameOf, placeOf: () => undefined }])
      expect(contradiction(names, ['save', 'store'], message, rest.hint).problems).toEqual([
        { ...rest, file: undefined, line: undefined, column: undefined, frame: undefined },
      ]);
  });

  test('are reported at the first that the configuration file sets', () => {
    const placeOf = (option: string) =>
      option === 'save' ? undefined : { file: 'vivarium.yaml', line: 3, column: 1, frame: option };
    const options = ['save', 'store', 'workers'];
    expect(contradiction({ nameOf, placeOf }, options, message, rest.hint).problems).toEqual([
      { ...rest, file: 'vivarium.yaml', line: 3, column: 1, frame: 'store' },
    ]);
  });
});
