import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { missingDocuments } from './test/documents/support/report-missing.ts';
import { missingProxies } from './test/load-balancing/report-missing-proxies.ts';
import { missingStore } from './test/parts/store/support/report-missing-store.ts';
import { leftOutTests } from './test/report-left-out.ts';
import { retriedTests } from './test/report-retries.ts';

/**
 * Everything below the server: `npm run test:fast` runs these tests, except those that are `thorough`. They share loaded
 * modules, which halves their time.
 */
export const unitFolders = ['core', 'text', 'files', 'openapi', 'scenario', 'world'];
const unit = unitFolders.map((folder) => `test/${folder}/**/*.test.ts`);

/** They count what is in the memory of their process. All others share loaded and compiled modules, which halves their time. */
const counting = 'test/**/*-memory.test.ts';

const inBrowser = 'test/browser/**/*.test.ts';

/** What takes longest, and what a change breaks least often. `npm test` leaves it out, `npm run test:all` does not. */
const thorough = [
  'test/documents/**/*.test.ts',
  'test/hostile/**/*.test.ts',
  'test/properties/**/*.test.ts',
  'test/**/*.properties.test.ts',
  'test/scripts/**/*.test.ts',
  'test/parts/store/workers/**/*.test.ts',
  'test/load-balancing/**/*.test.ts',
  'test/bench/**/*.test.ts',
  'test/contract/prism-cli.test.ts',
  'test/docs/{ci,faults,gaps,pages}.test.ts',
  'test/parts/drill/zoo.test.ts',
  'test/parts/drill/run/run-command.test.ts',
  'test/cli/{commands,launcher}.test.ts',
  'test/parts/upstream/command/record-command.test.ts',
  'test/parts/client/mcp-command.test.ts',
  'test/parts/drill/command/drill-command.test.ts',
  'test/parts/command/run-beside-ends.test.ts',
  'test/parts/verify/command/compare-run.test.ts',
  'test/cli/terminal/{limit-heap-growth,stop-with-npm,watch-heap}.test.ts',
  'test/parts/import/draft/draft-document-{hostile,judged}.test.ts',
  'test/parts/import/readers/wiremock/many-stubs.test.ts',
  'test/openapi/generate/readable-text.test.ts',
  'test/simulation/{loaded-modules,save,store}.test.ts',
  'test/simulation/handlers/load-handlers-serve.test.ts',
  'test/parts/store/redis/{forwarding,operated,outages,unreadable}.test.ts',
  'test/parts/store/support/**/*.test.ts',
  'test/parts/testing/{playwright,vitest,vitest-parallel}.test.ts',
  'test/parts/verify/verify-library.test.ts',
  'test/package.test.ts',
];

// The tests start hundreds of processes of Node.js, which all compile the same code. It would blur the coverage.
if (!process.argv.some((argument) => argument.startsWith('--coverage')))
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.vitest/compiled', import.meta.url));

const globalSetup = ['test/build.ts'];

/** Each project loads all modules again: only a command that names projects divides the tests that can share them. */
const isDivided = process.argv.some((argument) => argument.startsWith('--project'));
const own = 'test/**/*.test.ts';
/** Their modules are loaded anew for each file. */
const panel = 'test/parts/panel/**/*.test.ts';
const apart = [counting, inBrowser, panel];
const sharing = isDivided
  ? [
      { name: 'unit', include: unit, exclude: [...thorough, ...apart] },
      { name: 'quick', include: [own], exclude: [...thorough, ...apart], globalSetup },
      { name: 'thorough', include: thorough, exclude: apart, globalSetup },
    ]
  : [{ name: 'own', include: [own], exclude: apart, globalSetup }];

/** The examples import this checkout by the name of the package. */
const ownEntries = [
  ['vivarium/vitest', 'src/parts/testing/vitest.ts'],
  ['vivarium/msw', 'src/parts/testing/msw-node.ts'],
  ['vivarium/browser', 'src/parts/web/index.ts'],
  ['vivarium', 'src/index.ts'],
].map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(file as string, import.meta.url)),
}));

const bundledLibrary = fileURLToPath(new URL('.vitest/node/index.js', import.meta.url));

/**
 * The longest, of which the last would leave cores idle, and between them those that mostly wait, for a store, for a process, for a time limit.
 * Without a report of an earlier run, the size of a file decides about the others.
 */
const first = [
  'documents/upstream',
  'parts/store/redis/unreadable',
  'docs/pages',
  'parts/drill/zoo',
  'documents/live',
  'parts/store/redis/operated',
  'package',
  'parts/drill/command/drill',
  'hostile/documents',
  'parts/store/workers/supervise',
  'docs/ci',
  'parts/upstream/compare.properties',
  'documents/compile',
  'parts/drill/run/run-command',
  'browser/lost-responses',
  'browser/accessibility',
].map((name) => fileURLToPath(new URL(`test/${name}.test.ts`, import.meta.url)));

const rankOf = ({ moduleId }: TestSpecification): number =>
  first.includes(moduleId) ? first.indexOf(moduleId) : first.length;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    // Node.js runs the modules as a user's does, with its own cache of what it compiled: 10 % less of the processors' time than with Vite's wrappers.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Limits for a busy machine: a test that passes waits for nothing.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // By default one core stays idle. One file more than cores, because many wait: for a process, a browser or a store. Every worker
    // loads and optimizes the same modules.
    maxWorkers: availableParallelism() + 1,
    // Tests that run at the same time wait: for a delay, a time limit, a process.
    maxConcurrency: 14,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 30_000 } },
    reporters: [
      'default',
      ['json', { outputFile: '.vitest/report.json' }],
      leftOutTests,
      missingDocuments,
      missingStore,
      missingProxies,
      retriedTests,
    ],
    // A shared machine can starve a process for seconds. Every retry is reported.
    retry: process.env.CI ? 2 : 0,
    coverage: { include: ['src/**/*.ts'], reporter: ['text', 'html'] },
    projects: [
      ...sharing.map((test) => ({ extends: true as const, test: { ...test, isolate: false } })),
      { extends: true, test: { name: 'counting', include: [counting], globalSetup } },
      {
        extends: true,
        resolve: { alias: ownEntries },
        test: {
          name: 'examples',
          include: ['examples/**/*.test.{ts,tsx}', panel],
          experimental: { viteModuleRunner: true },
          // As an installed package: not transformed, also where the tests have the DOM.
          server: {
            deps: { external: [new RegExp(`^${fileURLToPath(new URL('src/', import.meta.url))}(?!parts/panel/)`)] },
          },
        },
      },
      {
        extends: true,
        // The bundle of `globalSetup`, which loads in a fifth of the time of the sources.
        resolve: { alias: [{ find: /^(\.\.\/)+src\/index\.ts$/, replacement: bundledLibrary }] },
        test: {
          name: 'browser',
          include: [inBrowser],
          isolate: false,
          server: { deps: { external: [bundledLibrary] } },
          testTimeout: 180_000,
          globalSetup: [...globalSetup, 'test/browser/global-setup.ts'],
        },
      },
    ],
  },
});
