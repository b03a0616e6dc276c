import { expect, test } from 'vitest';
import { ConfigError, type ConfigProblem, configProblem } from '../../../src/core/primitives/config-error.ts';
import { collectProblems } from '../../../src/parts/check/check-command.ts';

test('hundreds of thousands of problems are collected, with their file', async () => {
  const problem = configProblem({ code: 'VIV_OVERLAY_INVALID', message: 'an action must be an object' });
  const problems: ConfigProblem[] = [];
  const fail = (): never => {
    throw new ConfigError(Array.from({ length: 300_000 }, () => problem));
  };
  expect(await collectProblems(problems, fail, 'overlay.yaml')).toBeUndefined();
  expect(problems).toHaveLength(300_000);
  expect(problems.at(-1)).toMatchObject({ file: 'overlay.yaml' });
});
