/** Attacks on the panel. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePanel } from './panel.ts';

const markup = `<img src=x onerror="window.stolen=1"><script>window.stolen=1</script>`;

/** A document in which every string is markup. */
const hostileDocument = {
  openapi: '3.1.0',
  info: { title: markup, version: markup },
  servers: [{ url: 'http://127.0.0.1:4010/v1' }],
  tags: [{ name: markup }],
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        tags: [markup],
        summary: markup,
        description: markup,
        'x-stability': markup,
        'x-sunset': '2090-01-01',
        parameters: [
          {
            name: 'kind',
            in: 'query',
            description: markup,
            schema: { type: 'string', enum: [markup, 'b'], example: markup },
          },
        ],
        responses: {
          '200': {
            description: markup,
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
                examples: { [markup]: { summary: markup, value: [{ id: 1, name: markup }] } },
              },
            },
          },
        },
      },
      post: {
        operationId: 'createThing',
        tags: [markup],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: {
          '201': {
            description: markup,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        tags: [markup],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          '200': {
            description: markup,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        description: markup,
        required: ['name'],
        properties: {
          id: { type: 'integer' },
          name: { type: 'string', description: markup },
          [markup]: { type: 'string', description: markup },
        },
      },
    },
  },
} as const;

describe('markup', () => {
  const panel = usePanel({
    document: hostileDocument,
    scenario: {
      description: markup,
      data: { things: [{ id: 1, name: markup, [markup]: markup }] },
      faults: [
        {
          name: markup,
          description: markup,
          enabled: true,
          on: { path: `/${markup}` },
          status: 418,
          body: { message: markup },
        },
      ],
    },
  });

  beforeAll(async () => {
    const { call, api } = panel.server;
    const path = encodeURIComponent(markup);
    await call('GET', `/v1/things?kind=${path}`, undefined, { 'x-note': markup, 'user-agent': markup });
    await call('POST', '/v1/things', { name: markup, [markup]: markup });
    await call('POST', '/v1/things', markup, { 'content-type': 'text/html' });
    await call('GET', `/v1/${path}`, undefined, { prefer: `fault="${markup.replaceAll('"', '\\"')}"` });
    await api('PUT', `/worlds/default/faults/${path}`, { description: markup, status: 500, body: markup });
  });

  const routes = [
    '#/default/traffic',
    '#/default/traffic/1',
    '#/default/traffic/2',
    '#/default/traffic/3',
    '#/default/traffic/4',
    '#/default/faults',
    '#/default/data/things',
    '#/default/data/~changes',
    '#/default/worlds',
    '#/default/clock',
    '#/default/interface/listThings',
    '#/default/interface/createThing',
    '#/default/demo',
    `#/default/${encodeURIComponent(markup)}`,
    `#/${encodeURIComponent(markup)}/faults`,
    `#/default/demo?faults=${encodeURIComponent(markup)}`,
    ...[
      'demo?fault=M&scenario=M',
      'demo?state=M&fault=M@M',
      'traffic?operation=M&status=M&fault=M&text=M',
      'faults?text=M',
    ]
      .concat('data/things/M?sort=M&text=M&page=M', 'data/things/1', 'interface?text=M&unseen=M')
      .map((route) => `#/default/${route.replaceAll('M', encodeURIComponent(markup))}`),
  ];

  test('stays text in every field that a client, a document or a scenario fills', async () => {
    const page = await panel.show();
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
    });
    let shown = 0;
    for (const route of routes) {
      await page.goto(`${panel.origin}/_vivarium/${route}`);
      await page.locator('h1, h2').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle').catch(() => {});
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      const { images, scripts, stolen, text } = await page.evaluate(() => ({
        images: document.querySelectorAll('img, iframe, object, embed').length,
        scripts: document.querySelectorAll('script').length,
        stolen: 'stolen' in window,
        text: document.body.innerText.includes('onerror'),
      }));
      expect({ route, images, scripts, stolen }).toEqual({ route, images: 0, scripts: 1, stolen: false });
      if (text) shown++;
    }
    // The markup was visible as text.
    expect(shown).toBeGreaterThan(8);
    // No address changes anything by itself.
    expect(writes).toEqual([]);
  });

  test('stays text in a notice and in a form', async () => {
    const page = await panel.show('#/default/faults');
    await page.getByRole('button', { name: `Edit ${markup}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The fault <img').waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('img').length)).toBe(0);
  });
});

describe('another origin', () => {
  const panel = usePanel();
  const stranger = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Stranger</title>');
  });
  beforeAll(() => new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve)));
  afterAll(() => stranger.close());

  test('gets no access: no answer, no frame, no change, but may link to the panel', async () => {
    const page = await panel.open();
    await page.goto(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
    const attempts = await page.evaluate(async (origin) => {
      const tried = async (work: () => Promise<unknown>): Promise<string> => {
        try {
          return `read ${await work()}`;
        } catch {
          return 'nothing';
        }
      };
      const fault = `${origin}/_vivarium/api/worlds/default/faults/unauthorized`;
      const framed = new Promise<string>((resolve) => {
        const frame = document.createElement('iframe');
        frame.src = `${origin}/_vivarium/`;
        frame.onload = () => {
          try {
            resolve(frame.contentDocument?.body.innerText ? 'shown' : 'nothing');
          } catch {
            resolve('nothing');
          }
        };
        document.body.append(frame);
      });
      return {
        page: await tried(() => fetch(`${origin}/_vivarium/`).then((response) => response.text())),
        read: await tried(() => fetch(`${origin}/_vivarium/api/worlds`).then((response) => response.text())),
        put: await tried(() =>
          fetch(fault, { method: 'PUT', body: '{}', headers: { 'Content-Type': 'application/json' } }),
        ),
        blind: await tried(() =>
          fetch(fault.replace('/faults/unauthorized', '/reset'), { method: 'POST', mode: 'no-cors' }).then(
            ({ status }) => status,
          ),
        ),
        events: await new Promise<string>((resolve) => {
          const events = new EventSource(`${origin}/_vivarium/api/worlds/default/events`);
          events.onopen = () => resolve('open');
          events.onerror = () => resolve('nothing');
        }),
        framed: await framed,
      };
    }, panel.origin);
    expect(attempts).toEqual({
      page: 'nothing',
      read: 'nothing',
      put: 'nothing',
      blind: 'nothing',
      events: 'nothing',
      framed: 'nothing',
    });
    expect((await panel.server.api('GET', '/worlds/default')).body.faults).toEqual([]);
    // A link to it is allowed.
    await page.evaluate((origin) => {
      location.href = `${origin}/_vivarium/#/default/faults`;
    }, panel.origin);
    await page.getByRole('heading', { name: 'Faults' }).waitFor();
  });
});

describe('the panel itself', () => {
  const panel = usePanel();

  test('fetches only its page and the control API', async () => {
    const page = await panel.open('about:blank');
    const asked = new Set<string>();
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:') asked.add(`${url.origin}${url.pathname}`);
    });
    for (const view of ['traffic', 'faults', 'data', 'worlds', 'clock', 'interface', 'demo']) {
      await page.goto(`${panel.origin}/_vivarium/#/default/${view}`);
      await page.locator('h1').waitFor({ state: 'attached' });
    }
    for (const url of asked) expect(url).toMatch(new RegExp(`^${panel.origin}/_vivarium/(api/.*)?$`));
  });

  test('requests all data of its first view at once, after the page', async () => {
    const page = await panel.open('about:blank');
    const first = ['/service', '/worlds', '/worlds/default', '/worlds/default/faults', '/worlds/default/exchanges'];
    const missing = new Set(first.map((path) => `/_vivarium/api${path}`));
    const { promise: allRequested, resolve } = Promise.withResolvers<void>();
    // No request waits for the response to another: there is no response before the last request.
    await page.route('**/_vivarium/api/**', async (route) => {
      missing.delete(new URL(route.request().url()).pathname);
      if (missing.size === 0) resolve();
      await allRequested;
      await route.continue();
    });
    await page.goto(`${panel.origin}/_vivarium/`);
    await expect.poll(() => [...missing]).toEqual([]);
    await page.getByRole('heading', { name: 'No request yet' }).waitFor();
  });
});

describe('a server with a token', () => {
  const token = 'sesame-0123456789';
  const panel = usePanel({ token }, '0.0.0.0');

  test('asks for it once', async () => {
    const page = await panel.open();
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await page.getByText('That token is wrong.').waitFor();
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await page.getByRole('heading', { name: 'No request yet' }).waitFor();
    expect(page.url()).toBe(`${panel.origin}/_vivarium/`);
    // Not accessible to scripts, and valid for the calls and for the next visit.
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.reload();
    await page.getByRole('heading', { name: 'No request yet' }).waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Faults' }).click();
    await page.getByRole('switch', { name: 'slow', exact: true }).click();
    await expect.poll(async () => (await panel.server.api('GET', '/worlds/default')).body.faults).toEqual(['slow']);
    await panel.server.api('DELETE', '/worlds/default/faults');
  });

  test('reads it from the address, and removes it there', async () => {
    const page = await panel.open(`?token=${token}`);
    await page.getByRole('heading', { name: 'No request yet' }).waitFor();
    expect(page.url()).toBe(`${panel.origin}/_vivarium/`);
  });
});
