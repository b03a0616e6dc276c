import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { missingDocuments } from './test/documents/support/report-missing.ts';
import { retriedTests } from './test/report-retries.ts';

/**
 * Everything below the server: `npm run test:fast` runs these tests, except the long `*.properties.test.ts`. They share loaded
 * modules, which halves their time.
 */
export const unitFolders = ['core', 'text', 'files', 'openapi', 'scenario', 'world', 'report', 'gate'];
const unit = unitFolders.map((folder) => `test/${folder}/**/!(*.properties).test.ts`);
const inBrowser = 'test/browser/**/*.test.ts';

/** The examples import this checkout by the name of the package. */
const ownEntries = [
  ['vivarium/vitest', 'src/testing/vitest.ts'],
  ['vivarium/msw', 'src/testing/msw.ts'],
  ['vivarium', 'src/index.ts'],
].map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(file as string, import.meta.url)),
}));

export default defineConfig({
  test: {
    // Limits for a busy machine: a test that passes waits for nothing.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', ['json', { outputFile: '.vitest/report.json' }], missingDocuments, retriedTests],
    // A shared machine can starve a process for seconds. Every retry is reported.
    retry: process.env.CI ? 2 : 0,
    coverage: { include: ['src/**/*.ts'], reporter: ['text', 'html'] },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, isolate: false } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: [...unit, inBrowser],
          globalSetup: 'test/build-panel.ts',
        },
      },
      {
        extends: true,
        resolve: { alias: ownEntries },
        test: { name: 'examples', include: ['examples/*/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [inBrowser],
          testTimeout: 180_000,
          globalSetup: ['test/build-panel.ts', 'test/browser/global-setup.ts'],
        },
      },
    ],
  },
});
