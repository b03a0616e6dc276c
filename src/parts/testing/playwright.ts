/** The fixture for Playwright: `vivarium/playwright`. */
import { readFileSync } from 'node:fs';
import type {
  BrowserContext,
  BrowserContextOptions,
  Page,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestInfo,
  TestType,
} from '@playwright/test';
import * as playwright from '@playwright/test';
import { stringifyJson } from '../../core/primitives/json.ts';
import { checkPeer } from '../../files/peer.ts';
import type { ListeningVivarium, Vivarium, VivariumOptions } from '../../library/api.ts';
import { createVivarium } from '../../library/create-vivarium.ts';
import type { VivariumWorld } from '../../library/world-api.ts';
import { scenarioToYaml } from '../../scenario/file/to-yaml.ts';
import { worldInBaggage } from '../../server/edge/select-world.ts';
import type { Guard, GuardOptions } from '../guard/api.ts';
import { guardPlaywright } from '../guard/index.ts';
import { describeJournal } from './describe-journal.ts';
import { worldNameFor } from './world-name-for.ts';

checkPeer('@playwright/test', 'vivarium/playwright');

/**
 * Judges what the mocks of a page answer (`page.route`, `routeFromHAR`, a service worker), and what the page sent them, by the document. It
 * changes, delays and answers nothing.
 *
 * @param source A page, or a browser context with all its pages.
 * @param options Without `document`, the one of the working directory, as for `createVivarium`.
 * @throws ConfigError if the source is none, or if the document or an option cannot be used.
 * @example
 * const contract = await guard(page, { document: 'openapi.yaml' });
 * await page.goto('/');
 * await contract.assertNoViolations();
 */
export const guard = (source: Page | BrowserContext, options: GuardOptions = {}): Promise<Guard> =>
  guardPlaywright(source, options);

/** The fixtures of a test of {@link vivariumTest}, besides Playwright's own. */
export interface VivariumFixtures {
  /** A world of this test alone, with the data of the start scenario. Faults may be switched before the page is loaded. */
  readonly world: VivariumWorld;
  /** The base URL of the service in this world, for the page: `http://127.0.0.1:4010/~test-1/v1`. */
  readonly serviceUrl: string;
  /**
   * Whether the requests of the page and of `request` name the world in their `baggage`, for a server of the app that passes it on. A
   * request of the page to another origin then has a preflight, which must allow that header. Default: true.
   */
  readonly baggage: boolean;
}

/** One server for all tests of a worker. */
export interface VivariumWorkerFixtures {
  readonly vivarium: Vivarium;
  /** The server's addresses. Its port is free, so that workers run in parallel. */
  readonly server: ListeningVivarium;
}

export type VivariumTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & VivariumFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & VivariumWorkerFixtures
>;

/**
 * A `test` whose tests get a fresh world each, on one server per worker. `baseURL` is the origin of the server, unless the
 * configuration sets another. Requests of the page and of `request` to that host select the world by a cookie, and those to any other
 * server name it in their `baggage`. If a test fails, the journal and the scenario of its world are attached.
 *
 * @param options As for `createVivarium`.
 * @example
 * const test = vivariumTest({ document: 'api.yaml' });
 * test('an outage is explained', async ({ page, world, serviceUrl }) => {
 *   world.fault('unavailable');
 *   await page.goto(`http://localhost:5173/?api=${serviceUrl}`);
 *   await expect(page.getByRole('alert')).toContainText('Try again later');
 * });
 */
export const vivariumTest = (options: VivariumOptions = {}): VivariumTest => {
  /** The tests with an attached world. The hooks of a test have worlds, too, and one is enough to explain its failure. */
  const attached = new WeakSet<object>();
  const isNews = (testInfo: object, world: VivariumWorld) =>
    !attached.has(testInfo) || world.exchanges({ limit: 1 }).length > 0;
  return playwright.test.extend<VivariumFixtures, VivariumWorkerFixtures>({
    vivarium: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are needed from the pattern.
      async ({}, use) => {
        const vivarium = await createVivarium(options);
        await use(vivarium);
        await vivarium.close();
      },
      { scope: 'worker' },
    ],
    server: [async ({ vivarium }, use) => use(await vivarium.listen({ port: 0 })), { scope: 'worker' }],
    world: [
      async ({ vivarium }, use, testInfo) => {
        const world = vivarium.world(worldNameFor(testInfo.title));
        await use(world);
        if (testInfo.status !== testInfo.expectedStatus && isNews(testInfo, world)) {
          attached.add(testInfo);
          await attach(testInfo, world);
        }
        world.close();
      },
      { auto: true },
    ],
    serviceUrl: async ({ server: { url, serviceUrl }, world }, use) =>
      use(`${url}/~${world.name}${serviceUrl.slice(url.length)}`),
    baggage: [true, { option: true }],
    extraHTTPHeaders: async ({ extraHTTPHeaders, baggage, world }, use) =>
      use(baggage ? withBaggage(extraHTTPHeaders, world.name) : extraHTTPHeaders),
    context: async ({ context, extraHTTPHeaders, baggage, world }, use) => {
      // A test that uses headers of its own has replaced those above.
      if (baggage) await context.setExtraHTTPHeaders(withBaggage(extraHTTPHeaders, world.name));
      await use(context);
    },
    baseURL: async ({ baseURL, server }, use) => use(baseURL ?? server.url),
    storageState: async ({ storageState, server, world }, use) =>
      use(withCookie(storageState, new URL(server.url).hostname, world.name)),
  });
};

type HttpHeaders = Readonly<Record<string, string>>;

/** The headers with the baggage that names a world, which the server of an app passes on to the service. */
const withBaggage = (given: HttpHeaders | undefined, world: string): Record<string, string> => {
  const { baggage, ...headers } = Object.fromEntries(
    Object.entries(given ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (worldInBaggage(baggage) !== undefined) return { ...given };
  const entry = `vivarium-world=${world}`;
  return { ...headers, baggage: baggage === undefined ? entry : `${baggage}, ${entry}` };
};

const attach = async (testInfo: Pick<TestInfo, 'attach'>, world: VivariumWorld): Promise<void> => {
  const exchanges = stringifyJson(world.exchanges({ limit: Number.MAX_SAFE_INTEGER }) as never, 2);
  await testInfo.attach('vivarium-journal.txt', { body: describeJournal(world), contentType: 'text/plain' });
  await testInfo.attach('vivarium-journal.json', { body: exchanges, contentType: 'application/json' });
  await testInfo.attach('vivarium-scenario.yaml', {
    body: [...scenarioToYaml(world.save() as never)].join(''),
    contentType: 'application/yaml',
  });
};

type StorageState = BrowserContextOptions['storageState'];

/** The storage of a new browser context with the cookie that selects a world. */
const withCookie = (state: StorageState, domain: string, world: string): StorageState => {
  const given =
    typeof state === 'string' ? (JSON.parse(readFileSync(state, 'utf8')) as Exclude<StorageState, string>) : state;
  const cookie = {
    name: 'vivarium-world',
    value: world,
    domain,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  };
  return { origins: [], ...given, cookies: [...(given?.cookies ?? []), cookie] };
};
