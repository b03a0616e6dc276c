import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { missingDocuments } from './test/documents/support/report-missing.ts';
import { missingProxies } from './test/load-balancing/report-missing-proxies.ts';
import { retriedTests } from './test/report-retries.ts';
import { missingStore } from './test/store/support/report-missing-store.ts';

/**
 * Everything below the server: `npm run test:fast` runs these tests, except the long `*.properties.test.ts`. They share loaded
 * modules, which halves their time.
 */
export const unitFolders = ['core', 'text', 'files', 'openapi', 'scenario', 'world', 'store', 'report', 'gate'];
const unit = unitFolders.map((folder) => `test/${folder}/**/!(*.properties).test.ts`);

/** They too share loaded modules, which takes a third less time. Not those that count what is in memory. */
const sharingFolders = ['contract', 'library', 'properties', 'regressions', 'server', 'simulation', 'verify', 'web'];
const sharing = sharingFolders.map((folder) => `test/${folder}/**/!(*-memory).test.ts`);

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

const globalSetup = ['test/build-panel.ts', 'test/build-node.ts'];

export default defineConfig({
  test: {
    // Limits for a busy machine: a test that passes waits for nothing.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // By default one core stays idle: on two cores, that is half of the time.
    maxWorkers: '100%',
    expect: { poll: { timeout: 30_000 } },
    reporters: [
      'default',
      ['json', { outputFile: '.vitest/report.json' }],
      missingDocuments,
      missingStore,
      missingProxies,
      retriedTests,
    ],
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
          exclude: [...unit, ...sharing, inBrowser],
          globalSetup,
        },
      },
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false, globalSetup } },
      {
        extends: true,
        resolve: { alias: ownEntries },
        test: {
          name: 'examples',
          include: ['examples/**/*.test.{ts,tsx}'],
          // As an installed package: not transformed, also where the tests have the DOM.
          server: { deps: { external: [new RegExp(`^${fileURLToPath(new URL('src/', import.meta.url))}`)] } },
        },
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
