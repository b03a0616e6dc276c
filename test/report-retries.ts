/**
 * Writes the tests that passed only after a retry to `.vitest/retried.txt`, one a line, with the error of the failed attempt:
 * a retry must not hide that a test is unreliable.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';

const retriedFile = '.vitest/retried.txt';

const cut = (line: string): string => (line.length > 300 ? `${line.slice(0, 300)}...` : line);

const lineFor = (test: TestCase): string => {
  const lines = (test.result().errors?.[0]?.message ?? '').split('\n').filter(Boolean);
  // A source line may come before the error.
  const [message = 'no error was kept'] = [...lines.filter((line) => /Error\b/.test(line)), ...lines].map(cut);
  return `${relative('.', test.module.moduleId)} > ${test.fullName}: ${message}`;
};

export const retriedTests: Reporter = {
  onTestRunEnd: (modules) => {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests('passed')].filter((test) => test.diagnostic()?.flaky === true).map(lineFor),
    );
    rmSync(retriedFile, { force: true });
    if (lines.length === 0) return;
    mkdirSync('.vitest', { recursive: true });
    writeFileSync(retriedFile, `${lines.join('\n')}\n`);
  },
};
