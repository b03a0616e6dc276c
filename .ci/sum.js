/** Usage: node sum.js "CODE CODE ..." REPORT REPORT ... Prints the sum of vitest's reports in one line. */
import { existsSync, readFileSync } from 'node:fs';

const [codes = '', ...files] = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const [index, code] of codes.split(' ').entries()) {
  const file = files[index] ?? '';
  // Without a report nothing ran: installing or the checks before the tests failed.
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report;
  total.passed += numPassedTests;
  // A file that does not load has no tests, and still the step fails.
  total.failed += code === '0' ? numFailedTests : Math.max(1, numFailedTests);
  total.skipped += numPendingTests + numTodoTests;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
