/**
 * Usage: node sum.js "CODE CODE ..." FOLDER FOLDER ... Prints, from vitest's reports in these folders, the tests that failed, the
 * tests that passed only after a retry, and the sum in one line. The end of a log is read first: it must state what failed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [codes = '', ...folders] = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };

/** Its lines, each cut: a minified source line must not hide the error behind it. Of many, the first, those with an error, and the last. */
const readable = (text) => {
  const lines = text.split('\n').map((line) => (line.length > 300 ? `${line.slice(0, 300)}...` : line));
  const isShown = (line, index) => index < 15 || index >= lines.length - 10 || (index < 500 && /Error\b/.test(line));
  return lines.filter(isShown).join('\n');
};

const printFailures = (report) => {
  for (const file of report.testResults ?? []) {
    const name = file.name.replace(/^.*?\/(?=(?:test|examples)\/)/, '');
    if (file.status === 'failed' && file.assertionResults.length === 0)
      console.log(`FAILED ${name}: ${readable(file.message)}`);
    for (const test of file.assertionResults)
      if (test.status === 'failed')
        console.log(`FAILED ${name} > ${test.fullName}\n${readable((test.failureMessages ?? []).join('\n'))}\n`);
  }
};

for (const [index, code] of codes.split(' ').entries()) {
  const folder = folders[index] ?? '';
  const file = join(folder, 'report.json');
  // Without a report nothing ran: installing or the checks before the tests failed.
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
  total.passed += numPassedTests;
  // A file that does not load has no tests, and still the step fails.
  total.failed += code === '0' ? numFailedTests : Math.max(1, numFailedTests);
  total.skipped += numPendingTests + numTodoTests;
  printFailures(report);
  const retried = join(folder, 'retried.txt');
  if (existsSync(retried)) console.log(`Passed after a retry:\n${readFileSync(retried, 'utf8')}`);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
