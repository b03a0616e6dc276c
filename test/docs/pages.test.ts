/** Every page of the project: `runner.ts` runs its code blocks, and its links have targets. */
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileService } from '../../src/openapi/compile.ts';
import { attachLogin } from '../../src/parts/login/index.ts';
import { checkScenario } from '../../src/scenario/data/check-scenario.ts';
import { defaultDocument } from '../../src/scenario/data/default-scenario.ts';
import { loadInlineScenario } from '../../src/scenario/file/load-scenario.ts';
import { root } from '../cli/process.ts';
import { parseScenario } from '../scenario/helpers.ts';
import { blocksIn, linksIn, noteOf, pages, readPage } from './markdown.ts';
import { examplesIn, isRun, PageRunner } from './runner.ts';

/** A block that is not run needs one of these reasons. */
const reasons = [
  'the tests cannot run themselves',
  'the tests run it from examples/msw',
  'the tests run it from examples/playwright',
  'the tests run it from examples/server-rendered',
  'the tests run it from examples/storybook',
  'it needs Next',
  'it needs a store',
  'it needs a service',
  'it needs files of other tools',
  'it runs the test suite of an SDK',
  'the page has a server already',
  'it configures an editor',
  'it needs a container engine',
  'it takes long',
  'it makes a release',
  'it publishes',
  'it installs a package',
  'it shows a service with a bug',
  'the animal store has no login',
  'the animal store has no lifecycle',
  'the animal store has no webhooks',
  'the tests run it in a browser',
  'the tests of the plugin start Vite',
  'npm run test:matrix runs such a test in Jest 29 and 30',
  'the tests run the recipes',
  'examples/upstream/recipes.test.ts does',
  'docs/drill.md does',
];

test('the blocks that are not run have a known reason', () => {
  const given = pages.flatMap((page) => blocksIn(readPage(page)).map((block) => noteOf(block, 'not run')));
  for (const reason of given) if (reason !== undefined) expect(reasons).toContain(reason);
});

test.each(pages)('the links of %s have targets', (page) => {
  const links = linksIn(readPage(page)).filter(({ isThere }) => !isThere(join(root, dirname(page))));
  expect(links.map(({ target }) => target)).toEqual([]);
});

const checkYaml = async (page: string, code: string, document: string): Promise<void> => {
  const service = await attachLogin(compileService(parse(readPage(document))), undefined, undefined);
  await service.ready();
  const scenarios = document === 'spec/animal-store.yaml' ? join(root, 'scenarios') : undefined;
  const loaded = await loadInlineScenario(parseScenario(code, page), scenarios, defaultDocument(service));
  expect(checkScenario(loaded, service)).toEqual([]);
};

const hasExamples = (page: string): boolean => examplesIn(readPage(page)).some(isRun);

/** A block may start several processes, on a busy machine. */
const timeoutMs = 120_000;

describe.each(pages.filter(hasExamples))('%s', (page) => {
  const runner = new PageRunner(page);
  afterAll(() => runner.close());
  const examples = examplesIn(readPage(page)).filter(isRun);

  test.for(examples)('line $line: $first', { timeout: timeoutMs }, async ({ before, ...block }, { skip }) => {
    switch (block.language) {
      case 'sh':
        return runner.runSh(block);
      case 'ts':
        return runner.runCode(block);
      case 'json':
      case 'text':
        // It is there for the commands of the page.
        if (block.file !== undefined) return;
        expect(before?.language).toBe('sh');
        return runner.compare(block);
      case 'py':
        skip(!(await runner.runPython(block)), 'pytest is not installed');
        return;
      case 'ini':
        return runner.callUrls(block);
      case 'yaml':
        if (block.file !== undefined) expect(parse(block.code)).toBeTruthy();
        else await checkYaml(page, block.code, noteOf(block, 'document') ?? 'spec/animal-store.yaml');
        return;
      default:
        throw new Error(`no test runs a block of the language "${block.language}"`);
    }
  });
});
