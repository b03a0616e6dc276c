/** The plugin, in a real Vite. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, createLogger, createServer, type Logger, preview, type ViteDevServer } from 'vite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hold } from '../../../src/parts/vite/held-simulation.ts';
import { type VivariumPluginOptions, vivarium } from '../../../src/parts/vite/plugin.ts';

const documentOf = (paths: object, servers = ['/v1']): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    servers: servers.map((url) => ({ url })),
    paths,
  });

const item = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
};
const json = (schema: object) => ({ 'application/json': { schema } });
const notes = {
  '/notes': {
    get: {
      operationId: 'listNotes',
      responses: { 200: { description: '', content: json({ type: 'array', items: item }) } },
    },
    post: {
      operationId: 'createNote',
      requestBody: { required: true, content: json({ ...item, required: ['text'] }) },
      responses: { 201: { description: '', content: json(item) } },
    },
  },
  '/notes/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: {
      operationId: 'getNote',
      responses: { 200: { description: '', content: json(item) }, 404: { description: '' } },
    },
  },
};

/** A project with a page, a module, a file of `public/`, and a document. */
const createProject = (servers?: string[]): string => {
  const root = mkdtempSync(join(tmpdir(), 'vivarium-vite-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'public'));
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><title>App</title><script type="module" src="/main.js"></script>',
  );
  writeFileSync(join(root, 'main.js'), 'document.title = "ready";');
  writeFileSync(join(root, 'public', 'notes'), 'a file of the app');
  writeFileSync(join(root, 'api.json'), documentOf(notes, servers));
  return root;
};

const recordingLogger = (): Logger & { readonly lines: string[] } => {
  const lines: string[] = [];
  const add = (line: string): void => void lines.push(stripVTControlCharacters(line));
  return { ...createLogger('silent'), info: add, warn: add, error: add, lines };
};

const inlineConfig = (root: string, options: VivariumPluginOptions, customLogger: Logger = createLogger('silent')) => ({
  configFile: false as const,
  root,
  customLogger,
  server: { host: '127.0.0.1', port: 0 },
  preview: { host: '127.0.0.1', port: 0 },
  plugins: [vivarium({ document: join(root, 'api.json'), scenario: 'empty', ...options })],
});

const originOf = ({ httpServer }: Pick<ViteDevServer, 'httpServer'>): string => {
  const address = httpServer?.address();
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
};

const start = async (root: string, options: VivariumPluginOptions = {}, logger?: Logger) => {
  const server = await createServer(inlineConfig(root, options, logger));
  onTestFinished(() => server.close());
  await server.listen();
  return { server, origin: originOf(server) };
};

const add = (base: string, text: string): Promise<Response> =>
  fetch(`${base}/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });

const texts = async (base: string): Promise<readonly string[]> =>
  ((await (await fetch(`${base}/notes`)).json()) as readonly { readonly text: string }[]).map(({ text }) => text);

const textAt = async (address: string): Promise<string> => (await fetch(address)).text();

const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document' };

describe('in the dev server', () => {
  test('the service, the control API and the panel are at its origin, beside the app', async () => {
    const { origin } = await start(createProject());
    expect((await add(`${origin}/v1`, 'one')).status).toBe(201);
    expect(await texts(`${origin}/v1`)).toEqual(['one']);
    expect(await texts(`${origin}/~alice/v1`)).toEqual([]);
    expect((await fetch(`${origin}/v1/none`)).status).toBe(404);
    const worlds = (await (await fetch(`${origin}/_vivarium/api/worlds`)).json()) as { items: { name: string }[] };
    expect(worlds.items.map(({ name }) => name)).toEqual(['default', 'alice']);
    expect((await fetch(`${origin}/_vivarium/`, { headers: asPage })).status).toBe(200);
    expect(await (await fetch(`${origin}/`, { headers: asPage })).text()).toContain('<title>App</title>');
    expect(await (await fetch(`${origin}/main.js`)).text()).toContain('ready');
  });

  test('it comes before the CORS of Vite: any origin may call the service, and none the control API', async () => {
    const root = createProject();
    const { origin } = await start(root);
    const previewed = await preview(inlineConfig(root, {}));
    onTestFinished(() => previewed.close());
    const corsOf = async (url: string, method = 'OPTIONS'): Promise<readonly unknown[]> => {
      const headers = { origin: 'http://localhost:9', 'access-control-request-method': 'POST' };
      const got = await fetch(url, { method, headers });
      return ['origin', 'credentials', 'methods'].map((name) => got.headers.get(`access-control-allow-${name}`));
    };
    const allowed = ['http://localhost:9', 'true', 'GET, HEAD, OPTIONS, POST'];
    expect(await corsOf(`${origin}/v1/notes`)).toEqual(allowed);
    expect(await corsOf(`${origin}/~alice/v1/notes`)).toEqual(allowed);
    expect(await corsOf(`${originOf(previewed)}/v1/notes`)).toEqual(allowed);
    expect(await corsOf(`${origin}/_vivarium/api/worlds`)).toEqual([null, null, null]);
    expect(await corsOf(`${origin}/_vivarium/api/worlds`, 'GET')).toEqual([null, null, null]);
    expect((await corsOf(`${origin}/main.js`))[1]).toBeNull();
  });

  test('of two plugins, each serves its base path, and the first has the panel', async () => {
    const root = createProject();
    const config = inlineConfig(root, { base: '/one' });
    const plugins = [...config.plugins, vivarium({ document: join(root, 'api.json'), base: '/two' })];
    const server = await createServer({ ...config, plugins });
    onTestFinished(() => server.close());
    await server.listen();
    const origin = originOf(server);
    expect(await texts(`${origin}/one`)).toEqual([]);
    expect(await texts(`${origin}/two`)).not.toEqual([]);
    const services = await (await fetch(`${origin}/_vivarium/api/services`)).json();
    expect(services).toMatchObject({ items: [{ basePath: '/one' }] });
  });

  test('base chooses the path', async () => {
    const { origin } = await start(createProject(), { base: '/api' });
    expect(await texts(`${origin}/api`)).toEqual([]);
    // Vite falls back to the page.
    expect(await (await fetch(`${origin}/v1/notes`, { headers: asPage })).text()).toContain('<title>App</title>');
  });

  test('at the root, only paths of the document are served, and neither navigations nor files of the app', async () => {
    const root = createProject(['/']);
    const logger = recordingLogger();
    const { server, origin } = await start(root, {}, logger);
    // The project has a file of this name in public/.
    expect(await (await fetch(`${origin}/notes`)).text()).toBe('a file of the app');
    rmSync(join(root, 'public', 'notes'));
    expect(await texts(origin)).toEqual([]);
    expect(await (await fetch(`${origin}/notes`, { headers: asPage })).text()).toContain('<title>App</title>');
    expect(await (await fetch(`${origin}/other`, { headers: asPage })).text()).toContain('<title>App</title>');
    expect(await (await fetch(`${origin}/main.js`)).text()).toContain('ready');
    server.printUrls();
    expect(logger.lines.at(-1)).toContain("base: '/mock' puts a path before them");
  });

  test('it prints where the mock and the panel are', async () => {
    const logger = recordingLogger();
    const { server, origin } = await start(createProject(), { base: '/api' }, logger);
    server.printUrls();
    expect(logger.lines).toEqual([
      expect.stringContaining(`Local:   ${origin}/`),
      `  ➜  Mock:    ${origin}/api`,
      `  ➜  Panel:   ${origin}/_vivarium/`,
    ]);
    await fetch(`${origin}/`);
    expect(logger.lines).toHaveLength(3);
  });

  test('where a framework prints its own addresses, the first request is followed by them', async () => {
    const logger = recordingLogger();
    const { origin } = await start(createProject(), { base: '/api' }, logger);
    for (const path of ['/', '/api/notes']) await fetch(`${origin}${path}`);
    expect(logger.lines).toEqual([`  ➜  Mock:    ${origin}/api`, `  ➜  Panel:   ${origin}/_vivarium/`]);
  });

  test('the page gets the toolbar, unless the option is false', async () => {
    const root = createProject();
    const { server, origin } = await start(root);
    expect(await textAt(`${origin}/`)).toContain('/@vite/client');
    expect(await textAt(`${origin}/@vite/client`)).toMatch(/import\(.*"\/@vivarium\/page"\)/);
    expect(await textAt(`${origin}/@vivarium/page`)).toContain("script.src = '/_vivarium/toolbar.js'");
    // Nuxt resolves it with its base.
    const { pluginContainer } = server.environments.client;
    expect(await pluginContainer.resolveId('/_nuxt/@vivarium/page')).toMatchObject({ id: '/@vivarium/page' });
    const { origin: without } = await start(root, { toolbar: false });
    expect(await textAt(`${without}/@vivarium/page`)).not.toContain('_vivarium');
  });

  test('a changed document reloads the simulation and not the page, and a broken one is shown until it is corrected', async () => {
    const root = createProject();
    const logger = recordingLogger();
    const { server, origin } = await start(root, {}, logger);
    const sent = vi.spyOn(server.environments.client.hot, 'send');
    await add(`${origin}/v1`, 'kept');
    writeFileSync(join(root, 'api.json'), '{ "openapi": ');
    await expect.poll(() => sent.mock.lastCall?.[0]).toMatchObject({ type: 'error', err: { plugin: 'vivarium' } });
    const [shown] = sent.mock.lastCall as unknown as [{ err: { message: string; loc: { line: number } } }];
    expect(shown.err.message).toContain('The previous version stays in service.');
    expect(shown.err.loc.line).toBe(1);
    expect(logger.lines.at(-1)).toBe(shown.err.message);
    expect(await texts(`${origin}/v1`)).toEqual(['kept']);
    writeFileSync(
      join(root, 'api.json'),
      documentOf({ ...notes, '/ping': { get: { responses: { 204: { description: '' } } } } }),
    );
    await expect.poll(async () => (await fetch(`${origin}/v1/ping`)).status).toBe(204);
    expect(sent.mock.lastCall).toEqual(['vivarium:corrected']);
    expect(logger.lines.at(-1)).toBe('Reloaded api.json; the worlds keep their data.');
    expect(await texts(`${origin}/v1`)).toEqual(['kept']);
    expect(sent.mock.calls.filter(([message]) => (message as { type?: string }).type === 'full-reload')).toEqual([]);
    expect(await textAt(`${origin}/@vite/client`)).toContain('import(/* @vite-ignore */ "/@vivarium/page")');
    expect(await textAt(`${origin}/@vivarium/page`)).toContain("import.meta.hot?.on('vivarium:corrected'");
  });

  test('a changed configuration file is applied, and the worlds keep their data', async () => {
    const root = createProject();
    const config = join(root, 'vivarium.yaml');
    writeFileSync(config, 'base: /first\n');
    const { origin } = await start(root, { config });
    await add(`${origin}/first`, 'kept');
    writeFileSync(config, 'base: /second\n');
    // Until then, Vite responds with the page.
    await expect.poll(() => texts(`${origin}/second`).catch(() => [])).toEqual(['kept']);
  });

  test('a restart of Vite keeps the worlds, and its end frees them', async () => {
    const root = createProject();
    const { server, origin } = await start(root);
    await add(`${origin}/v1`, 'kept');
    await server.restart();
    const again = originOf(server);
    expect(await texts(`${again}/v1`)).toEqual(['kept']);
    await server.restart();
    expect(await texts(`${originOf(server)}/v1`)).toEqual(['kept']);
    await server.close();
    expect(await texts(`${(await start(root)).origin}/v1`)).toEqual([]);
  });
});

test('a simulation that another one replaces is closed with the server that used it', async () => {
  const root = createProject();
  const holder = { onReloaded: () => {}, onFailed: () => {} };
  const document = join(root, 'api.json');
  const first = await hold(root, { document, maxWorlds: 3 }, holder);
  const second = await hold(root, { document, maxWorlds: 4 }, { ...holder });
  expect(second.vivarium).not.toBe(first.vivarium);
  expect((await first.vivarium.world().fetch('/v1/notes')).status).toBe(200);
  await first.release();
  await expect(first.vivarium.world().fetch('/v1/notes')).rejects.toThrow('this Vivarium is closed');
  expect((await second.vivarium.world().fetch('/v1/notes')).status).toBe(200);
  await second.release();
  await expect(second.vivarium.world().fetch('/v1/notes')).rejects.toThrow('this Vivarium is closed');
});

test('a restart with options that only a new simulation can have closes the old one', async () => {
  const root = createProject();
  const plugin = JSON.stringify(join(import.meta.dirname, '../../../src/parts/vite/plugin.ts'));
  const document = JSON.stringify(join(root, 'api.json'));
  const file = join(root, 'vite.config.mjs');
  const write = (maxWorlds: number): void =>
    writeFileSync(
      file,
      `import { vivarium } from ${plugin};
       export default { logLevel: 'silent', plugins: [vivarium({ document: ${document}, maxWorlds: ${maxWorlds}, scenario: 'empty' })] };`,
    );
  write(2);
  const server = await createServer({ configFile: file, root, server: { host: '127.0.0.1', port: 0 } });
  onTestFinished(() => server.close());
  await server.listen();
  await add(`${originOf(server)}/v1`, 'one');
  const events = await fetch(`${originOf(server)}/_vivarium/api/worlds/default/events`);
  write(3);
  await server.restart();
  // The stream of the simulation before ends with it.
  await events.text().catch(() => {});
  expect(await texts(`${originOf(server)}/v1`)).toEqual([]);
});

test('vite preview serves it without the toolbar', async () => {
  const root = createProject();
  await build({ ...inlineConfig(root, {}), logLevel: 'silent' });
  const server = await preview(inlineConfig(root, {}));
  onTestFinished(() => server.close());
  const origin = originOf(server);
  expect(await texts(`${origin}/v1`)).toEqual([]);
  const page = await (await fetch(`${origin}/`, { headers: asPage })).text();
  expect(page).toContain('<title>App</title>');
  expect(page).not.toContain('_vivarium');
});

test.each([{}, { toolbar: true, base: '/api', fault: ['slow'] }] as VivariumPluginOptions[])(
  'a build contains nothing of it: %j',
  async (options) => {
    const root = createProject();
    await build({ ...inlineConfig(root, options), logLevel: 'silent' });
    const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
    const built = files.filter((file) => /\.(?:html|js)$/.test(file));
    expect(built.length).toBeGreaterThan(1);
    for (const file of built) expect(readFileSync(join(root, 'dist', file), 'utf8')).not.toMatch(/vivarium/i);
  },
);

test('under the node projects of Vitest it does nothing, not even read its document', async () => {
  const root = createProject();
  const config = inlineConfig(root, { document: 'none.yaml' });
  const server = await createServer({ ...config, plugins: [...config.plugins, { name: 'vitest:config' }] });
  onTestFinished(() => server.close());
  expect(await server.transformIndexHtml('/', '<!doctype html><title>App</title>')).not.toContain('vivarium');
});

describe('bad input', () => {
  test.each([
    [{ bass: '/api' }, 'unknown option "bass"'],
    [{ toolbar: 'no' }, 'option "toolbar" must be true or false, not "no"'],
    [{ document: 'none.yaml' }, 'none.yaml: there is no such file'],
  ])('%j is an error that says what to write', async (options, message) => {
    const config = inlineConfig(createProject(), options as VivariumPluginOptions);
    await expect(createServer(config)).rejects.toThrow(message);
  });

  test.each(['api.yaml', null, []])('%j are no options', (options) => {
    expect(() => vivarium(options as never)).toThrow('the options of the plugin must be an object');
  });

  test('a Vite that is too old is named with both versions, and what updates it', () => {
    const root = createProject();
    mkdirSync(join(root, 'node_modules', 'vite'), { recursive: true });
    writeFileSync(join(root, 'node_modules', 'vite', 'package.json'), '{ "version": "5.4.21" }');
    const { configResolved } = vivarium() as unknown as { configResolved: (config: object) => void };
    expect(() => configResolved({ root, plugins: [] })).toThrow(
      'vivarium/vite needs vite 6.0 or newer, and 5.4.21 is installed. Update it: npm install vite@latest',
    );
  });
});
