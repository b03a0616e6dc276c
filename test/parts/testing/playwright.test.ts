/** The fixture for Playwright: its examples pass, workers share nothing, and a failed test has the journal and the scenario of its world. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../browser/chromium.ts';
import { root } from '../../cli/process.ts';

interface Result {
  readonly status: string;
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly body?: string }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly Result[] }[];
  }[];
}

const output = mkdtempSync(join(tmpdir(), 'vivarium-playwright-'));
afterAll(() => rmSync(output, { recursive: true, force: true }));

const results = new Map<string, Result>();

const collect = ({ suites = [], specs }: Suite): void => {
  for (const { title, tests } of specs) results.set(title, tests[0]?.results[0] as Result);
  suites.forEach(collect);
};

beforeAll(async () => {
  const config = join(root, 'test/parts/testing/fixtures/playwright/playwright.config.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--config', config],
    { cwd: root, env: { ...process.env, CHROME_PATH: await findChromium(), PLAYWRIGHT_OUTPUT: output } },
  ).catch((error: { readonly stdout: string }) => error);
  const report = JSON.parse(stdout) as { readonly suites: readonly Suite[]; readonly errors: readonly unknown[] };
  expect(report.errors).toEqual([]);
  report.suites.forEach(collect);
});

test.each([
  'the animals are listed',
  'an outage is explained',
  'a lost connection is explained',
  'requests below baseURL are in the world of the test',
  'an animal is added, found by its status, and shown',
  'an empty store says so',
  'an outage ends',
  'a lost connection is explained in the page',
  'a slow store says so',
  'Maple is added to a store of its own',
  'Hazel is added to a store of its own',
  'a closed store is explained',
  'a store that is left alone lists its animals',
  'the baggage of a test names its world beside what the test sends',
  'a test can go without baggage',
])('%s', (title) => {
  expect(results.get(title)).toMatchObject({ status: 'passed', attachments: [] });
});

test('each worker has a server, and each test a world, that no other test changes', () => {
  const all = [...results].filter(([title]) => title.startsWith('parallel ')).map(([, result]) => seenBy(result));
  expect(all.map(({ names, exchanges }) => ({ names, exchanges }))).toEqual(
    all.map((_, index) => ({ names: [`Animal ${index + 1}`], exchanges: 2 })),
  );
  expect(all).toHaveLength(8);
  expect(new Set(all.map(({ world }) => world)).size).toBe(8);
  const pairs = new Set(all.map(({ worker, server }) => `${worker} ${server}`));
  expect(pairs.size).toBe(2);
  expect(new Set(all.map(({ server }) => server)).size).toBe(2);
  expect(new Set(all.map(({ worker }) => worker)).size).toBe(2);
});

interface Seen {
  readonly worker: number;
  readonly server: string;
  readonly world: string;
  readonly names: readonly string[];
  readonly exchanges: number;
}

const seenBy = ({ attachments: [attachment] }: Result): Seen =>
  JSON.parse(Buffer.from(attachment?.body ?? '', 'base64').toString());

test('a failed test has the journal and the scenario of its world', () => {
  const { status, attachments } = results.get('fails after a request') as Result;
  expect(status).toBe('failed');
  const names = attachments.map(({ name }) => name).filter((name) => name.startsWith('vivarium-'));
  expect(names).toEqual(['vivarium-journal.txt', 'vivarium-journal.json', 'vivarium-scenario.yaml']);
  const bodies = new Map(attachments.map(({ name, body = '' }) => [name, Buffer.from(body, 'base64').toString()]));
  expect(bodies.get('vivarium-journal.txt')).toMatch(
    /^The requests to the world "fails-after-a-request-[0-9a-f]{8}":\n {2}#1 GET \/v1\/pets\/999 -> 404 \(getPet\)\n/,
  );
  expect(JSON.parse(bodies.get('vivarium-journal.json') ?? '')).toMatchObject([{ status: 404, operation: 'getPet' }]);
  expect(bodies.get('vivarium-scenario.yaml')).toContain('data:\n');
});
