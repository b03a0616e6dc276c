/** The engine in a real browser: a dropped document becomes a mock in the tab, and the service worker of MSW uses it. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type BuiltFile, buildBrowser } from '../../../scripts/build-browser.ts';
import { createVivarium, type Guard } from '../../../src/index.ts';
import { root } from '../../cli/process.ts';

const folder = join(root, '.vitest', `browser-${process.pid}`);
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.yaml': 'application/yaml',
};

/** Files by path. */
const files = new Map<string, () => string>([
  ['/', () => readFileSync(join(root, 'examples/browser/index.html'), 'utf8')],
  ['/msw.html', () => '<!doctype html><title>MSW</title><script type="module" src="/msw.js"></script>'],
  ['/mockServiceWorker.js', () => readFileSync(join(root, 'node_modules/msw/lib/mockServiceWorker.js'), 'utf8')],
  ['/api.yaml', () => readFileSync(join(root, 'spec/animal-store.yaml'), 'utf8')],
]);

let browser: Browser;
let server: Server;
let origin: string;
let built: readonly BuiltFile[];

beforeAll(async () => {
  built = await buildBrowser(folder);
  for (const { name } of built)
    files.set(`/node_modules/vivarium/dist/browser/${name}`, () => readFileSync(join(folder, name), 'utf8'));
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    const content = files.get(path);
    response.statusCode = content === undefined ? 404 : 200;
    // Evaluating text is forbidden; the page of the example has an inline script.
    response.setHeader('Content-Security-Policy', "script-src 'self' 'unsafe-inline'");
    response.setHeader('Content-Type', types[extname(path)] ?? 'text/html');
    response.end(content?.());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await chromium.connect(inject('browser'));
});

afterAll(async () => {
  await browser.close();
  server.close();
});

const open = async (path: string): Promise<Page> => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(origin + path);
  return page;
};

describe('the bundle', () => {
  test('is below 440 KB compressed, and less than half of it is loaded before there is a document', () => {
    const total = built.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0);
    expect(total).toBeLessThan(440_000);
    const entry = readFileSync(join(folder, 'vivarium.js'), 'utf8');
    const first = built.filter(({ name }) => name === 'vivarium.js' || entry.includes(`from"./${name}"`));
    expect(first.length).toBeLessThan(built.length);
    expect(first.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0)).toBeLessThan(210_000);
  });

  test('imports no module of Node', () => {
    for (const { name } of built) {
      // Vite puts it in the place of a module of Node.
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toContain('__vite-browser-external');
    }
  });
});

const drop = async (page: Page, dropped: Readonly<Record<string, string>>): Promise<void> => {
  const transfer = await page.evaluateHandle((texts) => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(texts)) data.items.add(new File([text], name));
    return data;
  }, dropped);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
};

const send = async (page: Page, method: string, path: string, body = ''): Promise<string> => {
  await page.getByLabel('Method').selectOption(method);
  await page.getByLabel('Path').fill(path);
  await page.getByLabel('Body').fill(body);
  await page.evaluate(() => {
    (document.querySelector('pre') as HTMLElement).textContent = '';
  });
  await page.getByRole('button', { name: 'Send' }).click();
  const status = page.getByRole('status');
  await expect.poll(() => status.textContent()).not.toBe('');
  return (await status.textContent()) ?? '';
};

describe('the page of examples/browser', () => {
  test('makes a dropped document a stateful mock, which works offline', async () => {
    const page = await open('/');
    await drop(page, { 'api.yaml': readFileSync(join(root, 'spec/animal-store.yaml'), 'utf8') });
    await page.getByRole('heading', { name: 'Animal Store' }).waitFor();
    await page.context().setOffline(true);
    expect(await send(page, 'GET', '/v1/pets')).toMatch(/^200\n\[\{"/);
    const created = await send(page, 'POST', '/v1/pets', '{"name":"Maple","categoryId":1}');
    expect(created).toMatch(/^201\n/);
    const { id } = JSON.parse(created.slice(4)) as { readonly id: number };
    expect(await send(page, 'GET', `/v1/pets/${id}`)).toBe(created.replace('201', '200'));
    expect(await send(page, 'POST', '/v1/pets', '{}')).toContain('body.name is required');
    expect(await send(page, 'GET', `/v1/pets/${id + 1}`)).toMatch(/^404/);
  });

  test('shows what is wrong with a file', async () => {
    const page = await open('/');
    await drop(page, { 'notes.yaml': 'a: [' });
    await expect
      .poll(() => page.getByRole('status').textContent())
      .toContain('notes.yaml:1:4: the "[" that begins here');
  });

  test('takes a document of several files, with an Overlay', async () => {
    const page = await open('/');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const api = `openapi: 3.1.0
info: { title: Lamps }
paths: { /lamps: { get: { responses: { 200: { description: Lamps, content: { application/json: { schema: { $ref: lamp.yaml } } } } } } } }
`;
    await drop(page, { 'api.yaml': api });
    await expect
      .poll(() => page.getByRole('status').textContent())
      .toContain('it refers to lamp.yaml, which is not given');
    expect(await page.getByRole('status').textContent()).toContain('Give it in the option "files", as "lamp.yaml"');
    await drop(page, {
      'change.yaml': 'overlay: 1.0.0\ninfo: {}\nactions: [{ target: $.info, update: { title: Bright lamps } }]',
      'lamp.yaml': 'const: 7',
      'api.yaml': api,
    });
    await page.getByRole('heading', { name: 'Bright lamps' }).waitFor();
    expect(await send(page, 'GET', '/lamps')).toBe('200\n7');
    // Nothing but the engine, and no file twice.
    expect(requested.filter((path) => !path.startsWith('/node_modules/vivarium/dist/browser/'))).toEqual([]);
    expect(new Set(requested).size).toBe(requested.length);
  });
});

test('a page draws the values that Node draws', async () => {
  const properties = ['firstName', 'lastName', 'jobTitle', 'color', 'iban', 'bic', 'userAgent', 'isbn', 'phone'];
  const things = ['Dish', 'Song', 'Book', 'Ingredient', 'Recipe'];
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { responses: { 204: { description: 'Nothing' } } } } },
    components: {
      schemas: Object.fromEntries(
        things.map((name) => [
          name,
          {
            type: 'object',
            required: ['id', 'name', 'title', ...properties],
            properties: {
              id: { type: 'integer' },
              name: { type: 'string' },
              title: { type: 'string' },
              ...Object.fromEntries(properties.map((property) => [property, { type: 'string' }])),
            },
          },
        ]),
      ),
    },
  };
  const page = await open('/');
  const drawn = await page.evaluate(
    async ([given, names]) => {
      const address = '/node_modules/vivarium/dist/browser/vivarium.js';
      const { createVivarium } = await import(address);
      const vivarium = await createVivarium({ document: given });
      return names.map((name) => vivarium.samples(name, 60));
    },
    [document, things] as const,
  );
  const vivarium = await createVivarium({ document, scenario: {} });
  onTestFinished(() => vivarium.close());
  expect(drawn).toEqual(things.map((name) => vivarium.samples(name, 60)));
});

test('the service worker of MSW answers from a world, and a lost response is a network error', async () => {
  files.set('/msw.js', await bundle('examples/msw/page.ts'));
  const page = await open('/msw.html');
  await page.waitForFunction(() => 'vivariumWorld' in window);
  const call = (path: string): Promise<string> =>
    page.evaluate(
      (url) =>
        fetch(url, { headers: { authorization: 'Bearer demo' } })
          .then(async (response) => `${response.status} ${await response.text()}`)
          .catch((error: Error) => error.name),
      path,
    );
  expect(await call('https://api.example.com/v1/pets/1')).toMatch(/^200 \{"/);
  expect(await call('/v1/pets/999')).toMatch(/^404/);
  expect(await call('/api.yaml')).toMatch(/^200 openapi/);
  const fault = (name: string): Promise<void> =>
    page.evaluate((given) => {
      const { vivariumWorld } = window as unknown as {
        vivariumWorld: { clearFaults(): void; fault(fault: string): void };
      };
      vivariumWorld.clearFaults();
      vivariumWorld.fault(given);
    }, name);
  await fault('reset');
  expect(await call('/v1/pets/1')).toBe('TypeError');
  await fault('rate-limited');
  expect(await call('/v1/pets/1')).toMatch(/^429/);
});

test('a guard judges the handlers of a worker of MSW, and what it is given', async () => {
  files.set('/msw.js', await bundle('examples/msw/guard-page.ts'));
  const page = await open('/msw.html');
  await page.waitForFunction(() => 'contract' in window);
  const found = await page.evaluate(async () => {
    const { contract, own } = window as unknown as { readonly contract: Guard; readonly own: Guard };
    const headers = { authorization: 'Bearer demo' };
    const messageOf = (guard: Guard): Promise<string> =>
      guard.assertNoViolations().then(
        () => 'none',
        (error: Error) => error.message,
      );
    const missing = await (await fetch('/v1/pets/9', { headers })).json();
    const right = await messageOf(contract);
    await (await fetch('/v1/pets?limit=0', { headers })).text();
    await own.check(new Request('/v1/pets/9'), Response.json(missing, { status: 404 }));
    return {
      right,
      wrong: await messageOf(contract),
      answered: contract.coverage().items.find(({ operation }) => operation === 'listPets')?.answered,
      own: await messageOf(own),
      report: await contract.report('md', 'x').catch((error: Error) => error.message),
    };
  });
  expect(found.right).toBe('none');
  expect(found.wrong).toMatch(/listPets: the mock's response, \/0\/id: .*\n {2}it is {7}"one"\n {2}documented {2}#\//);
  expect(found.wrong).toContain("listPets: the client's request, /limit: ");
  expect(found.answered).toEqual({ mock: 1, world: 0 });
  expect(found.own).toContain("getPet: the client's request, /authorization: ");
  expect(found.report).toContain('no files');
});

/** One script of a module and everything that it imports, with the bundles of this checkout as `vivarium`. */
const bundle = async (file: string): Promise<() => string> => {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: {
        'vivarium/browser': join(folder, 'vivarium.js'),
        'vivarium/msw': join(folder, 'msw.js'),
      },
    },
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: join(root, file), output: { codeSplitting: false } },
    },
  });
  const [output] = [result].flat();
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${file} is not bundled.`);
  return () => chunk.code;
};
