import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium, type VivariumWorld } from '../../../src/index.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import {
  type CoverageReport,
  mergeReports,
  readReport,
  sumRuns,
  whyNothingCalled,
  writeRun,
} from '../../../src/world/evidence/coverage-report.ts';
import { receive, shopDocument, simulateShop } from './shop.ts';

const create = (world: VivariumWorld, body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  world.fetch('/orders', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
const call = (world: VivariumWorld, method: string, path: string, body: object, origin?: string) =>
  world.fetch(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...(origin !== undefined && { Origin: origin }) },
  });
const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;

test('changes of items fire the webhooks that their names say, with the item in the body', async () => {
  const { received, url } = await receive();
  const { vivarium } = await simulateShop({ webhooks: { '*': [{ url }] } });
  const world = vivarium.world();
  await create(world, { status: 'open' });
  await expect.poll(() => received.length).toBe(1);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ id: 1, status: 'open' });
  world.collection('orders').put({ id: 1, status: 'paid' });
  await expect.poll(() => received.length).toBe(3);
  const events = received.slice(1).map(({ body }) => JSON.parse(body));
  expect(events.map(({ type }) => type)).toEqual(['order.updated', 'orderPaid']);
  expect(events[1].data).toMatchObject({ id: 1, status: 'paid' });
  await world.fetch('/orders/1', { method: 'DELETE' });
  await expect.poll(() => received.length).toBe(4);
});

test('a status is also reached at creation and by a lifecycle', async () => {
  const { received, url } = await receive();
  const steps = [{ is: 'open', for: '1m' }, { is: 'paid' }];
  const { vivarium } = await simulateShop({ webhooks: { orderPaid: [{ url }] }, lifecycles: { orders: [{ steps }] } });
  const world = vivarium.world();
  await create(world, { status: 'paid' });
  await create(world);
  await expect.poll(() => received.length).toBe(1);
  world.clock.advance('1m');
  await expect.poll(() => received.length).toBe(2);
  expect(JSON.parse(received[1]?.body ?? '').data).toMatchObject({ id: 2, status: 'paid' });
});

test('what a lifecycle fires is sent at its time, though nobody looks', async () => {
  const { received, url } = await receive();
  const scenario = {
    clock: '2030-06-01T00:00:00Z',
    webhooks: { orderPaid: [{ url }] },
    lifecycles: { orders: [{ steps: [{ is: 'open', for: '50ms' }, { is: 'paid' }] }] },
  };
  const { vivarium } = await simulateShop(scenario);
  await create(vivarium.world());
  await expect.poll(() => received.length).toBe(1);
});

test.each([
  [
    'standard',
    (body: string, { id, time }: { id: string; time: string }) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      return ['webhook-signature', `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`];
    },
  ],
  [
    'github',
    (body: string) => ['x-hub-signature-256', `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`],
  ],
  [
    'stripe',
    (body: string, { time }: { time: string }) => [
      'stripe-signature',
      `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
    ],
  ],
] as const)('the signature %s is that of the receiver', async (signature, expected) => {
  const { received, url } = await receive();
  const { vivarium } = await simulateShop({ webhooks: { orderCreated: [{ url, secret, signature }] } });
  await create(vivarium.world());
  await expect.poll(() => received.length).toBe(1);
  const { headers, body = '' } = received[0] ?? {};
  const time = /^t=(\d+)/.exec(String(headers?.['stripe-signature']))?.[1] ?? String(headers?.['webhook-timestamp']);
  const [name = '', value] = expected(body, { id: String(headers?.['webhook-id']), time });
  expect(headers?.[name]).toBe(value);
  if (signature !== 'github') expect(Math.abs(Number(time) * 1000 - Date.now())).toBeLessThan(60_000);
});

test('the credentials in the address of a receiver are sent, and not shown', async () => {
  const { received, url } = await receive();
  const withUser = url.replace('//', '//ada:l0ve@');
  const { vivarium, api } = await simulateShop({ webhooks: { orderCreated: [{ url: `${withUser}?token=s3cret` }] } });
  await create(vivarium.world());
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]?.headers.authorization).toBe(`Basic ${btoa('ada:l0ve')}`);
  const shown = JSON.stringify((await api('GET', '/webhooks')).body);
  expect(shown).toContain('[redacted]@');
  expect(shown).not.toMatch(/l0ve|s3cret/);
});

test('what fails is tried again by the time of the world, with the same id, and then fails', async () => {
  const { received, url } = await receive(() => 500);
  const { vivarium, api } = await simulateShop({ webhooks: { orderCreated: [{ url }] } });
  const world = vivarium.world();
  await create(world);
  for (const [index, delay] of (['5s', '5m', '30m', '2h', '5h', '10h'] as const).entries()) {
    const waits = async () => (await api('GET', '/webhooks')).body.items[0].attempts.length;
    await expect.poll(waits).toBe(index + 1);
    world.clock.advance(delay);
  }
  await expect.poll(async () => (await api('GET', '/webhooks')).body.items[0].state).toBe('failed');
  expect(received).toHaveLength(7);
  expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
});

test('a 410 ends it, a redirect is not followed, and one attempt is not overtaken by the next', async () => {
  const { received, url } = await receive((call) => [302, 410][call] ?? 204);
  const { vivarium, api } = await simulateShop({ webhooks: { orderCreated: [{ url }] } });
  const world = vivarium.world();
  for (const _ of [1, 2, 3]) await create(world);
  const states = async () => (await api('GET', '/webhooks')).body.items.map(({ state }: { state: string }) => state);
  await expect.poll(states).toEqual(['sent', 'failed', 'waiting']);
  expect(received.map(({ body, path }) => `${path} ${JSON.parse(body).id}`)).toEqual(['/ 1', '/ 2', '/ 3']);
  await create(world);
  await expect.poll(states).toEqual(['dropped', 'sent', 'failed', 'waiting']);
});

test('a subscription that is made anew after a 410 is served again', async () => {
  const { received, url } = await receive((call) => (call === 0 ? 410 : 204));
  const { vivarium, api } = await simulateShop({ data: { orders: [], hooks: [{ id: 1, url }] } });
  const world = vivarium.world();
  for (const _ of [1, 2]) await create(world);
  await expect.poll(async () => (await api('GET', '/webhooks')).body.items[1].state).toBe('failed');
  await create(world);
  await call(world, 'POST', '/hooks', { url, events: ['orderCreated'] });
  await world.fetch('/hooks/1', { method: 'DELETE' });
  await create(world);
  await expect.poll(() => received.some(({ body }) => JSON.parse(body).id === 4)).toBe(true);
  expect(received.map(({ body }) => JSON.parse(body).id)).not.toContain(3);
});

test('a callback goes to the URL of its expression', async () => {
  const { received, url } = await receive();
  const { vivarium, api } = await simulateShop();
  const world = vivarium.world();
  await create(world, { callbackUrl: `${url}/done` });
  await expect.poll(() => received.map(({ path }) => path)).toEqual(['/done?order=1']);
  await create(world, {});
  expect(world.exchanges()[0]?.why).toContainEqual(expect.stringMatching(/^callback done: not sent, .* finds nothing/));
  expect((await api('GET', '/webhooks')).body.total).toBe(1);
});

test.each([
  ['http://example.com/', 'allow it with --allow-webhooks example.com'],
  ['http://192.0.2.1/', 'allow it with --allow-webhooks 192.0.2.1'],
  ['http://0.0.0.0:9/', 'allow it with --allow-webhooks 0.0.0.0'],
  ['http://[2001:db8::1]/', 'allow it with --allow-webhooks 2001:db8::1'],
  ['http://[::ffff:192.0.2.1]/', 'is not on this machine'],
  ['http://169.254.169.254/latest', 'is not on this machine'],
  ['http://127.0.0.1:9/_vivarium/api/worlds', '/_vivarium is never called'],
  ['http://127.0.0.1:9/~a/%5Fvivarium/api', '/_vivarium is never called'],
  ['http://127.0.0.1:9/mock/_vivarium/api', '/_vivarium is never called'],
  ['http://127.0.0.1:9/x/../%255FVIVARIUM;a=1/api', '/_vivarium is never called'],
  ['http://127.0.0.1:9/%/_vivarium', '/_vivarium is never called'],
  ['http://127.0.0.1@192.0.2.1/', 'is not on this machine'],
  ['http://3221225985/', 'allow it with --allow-webhooks 192.0.2.1'],
  ['http://0300.0.02.01/', 'allow it with --allow-webhooks 192.0.2.1'],
  ['http://0/', 'allow it with --allow-webhooks 0.0.0.0'],
  ['http://[::]/', 'is not on this machine'],
  ['http://[::127.0.0.1]/', 'is not on this machine'],
  ['http://[64:ff9b::7f00:1]/', 'is not on this machine'],
  ['http://[fe80::1]/', 'is not on this machine'],
  ['file:///etc/passwd', 'only http: and https:'],
])('%s is not called', async (url, reason) => {
  const { vivarium, api } = await simulateShop({ webhooks: { orderCreated: [{ url }] } });
  await create(vivarium.world());
  const first = async () => (await api('GET', '/webhooks')).body.items[0];
  if (url.includes('example.com')) {
    await expect.poll(async () => (await first()).attempts.length).toBe(1);
    return;
  }
  await expect.poll(async () => (await first()).state).toBe('dropped');
  expect((await first()).attempts[0].error).toContain(reason);
});

describe('a page of another origin', () => {
  test.each([
    [{ Origin: 'https://evil.example' }, false],
    [{ Origin: 'null' }, false],
    [{ Origin: 'http://localhost.evil.example' }, false],
    [{ 'Sec-Fetch-Site': 'cross-site' }, false],
    [{ Origin: 'http://localhost:5173' }, true],
    [{ Origin: 'http://shop.localhost:5173' }, true],
    [{ Origin: 'http://[::1]:5173' }, true],
    [{}, true],
  ] as const)('whose request has %j may name an address: %j', async (headers, may) => {
    const { received, url } = await receive();
    const { vivarium, api } = await simulateShop();
    await create(vivarium.world(), { callbackUrl: url }, headers);
    await expect.poll(async () => (await api('GET', '/webhooks')).body.items[0].state).toBe(may ? 'sent' : 'dropped');
    expect(received).toHaveLength(may ? 1 : 0);
  });

  test('that is allowed may name an address', async () => {
    const { received, url } = await receive();
    const { vivarium } = await simulateShop({}, { allowOrigin: ['https://App.example.com/'] });
    const headers = (origin: string) => ({ Origin: origin });
    await create(vivarium.world(), { callbackUrl: `${url}/evil` }, headers('https://evil.example'));
    await create(vivarium.world(), { callbackUrl: `${url}/app` }, headers('https://app.example.com'));
    await expect.poll(() => received.map(({ path }) => path)).toEqual(['/app?order=2']);
  });

  test('makes no address trusted by having it saved', async () => {
    const { received, url } = await receive();
    const { vivarium, api } = await simulateShop({ data: { orders: [], hooks: [{ id: 1, url: `${url}/own` }] } });
    const world = vivarium.world();
    const evil = 'https://evil.example';
    await call(world, 'POST', '/hooks', { url: `${url}/evil`, events: ['*'] }, evil);
    await create(world);
    await expect.poll(() => received.map(({ path }) => path)).toEqual(['/own']);
    const [last] = (await api('GET', '/webhooks')).body.items;
    expect(last).toMatchObject({ url: `${url}/evil`, state: 'dropped' });
    expect(last.attempts[0].error).toBe('a page of another origin named this address');
    // What a page of this machine names, or the same address that an item had before, is nobody else's.
    await call(world, 'PATCH', '/hooks/2', { url: `${url}/mended` });
    await call(world, 'PATCH', '/hooks/1', { url: `${url}/own`, events: ['*'] }, evil);
    await create(world);
    await expect.poll(() => received.map(({ path }) => path)).toEqual(['/own', '/own', '/mended']);
    await call(world, 'PATCH', '/hooks/1', { url: `${url}/evil` }, evil);
    const copy = vivarium.world('copy');
    copy.start({ inline: world.save() });
    await create(copy);
    await expect.poll(() => received.slice(3).map(({ path }) => path)).toEqual(['/mended']);
  });
});

test('what a receiver answers is judged by the document', async () => {
  const { url } = await receive((number) => [200, 500][number] ?? 200, '{"received":"yes"}');
  const { api } = await simulateShop();
  for (const _ of [1, 2]) await api('POST', '/webhooks/judged', { url });
  const judged = async () =>
    (await api('GET', '/webhooks')).body.items.flatMap(({ attempts }: { attempts: { violations?: string[] }[] }) =>
      attempts.map(({ violations }) => violations),
    );
  await expect
    .poll(judged)
    .toEqual([['the document has no status 500'], [expect.stringMatching(/^body\/received must be/)]]);
  const coverage = (await api('GET', '/coverage')).body;
  expect(coverage.webhooks).toContainEqual({
    webhook: 'judged',
    sent: 2,
    statuses: { 200: 1 },
    undocumented: { 500: 1 },
  });
  expect(coverage.webhooks).toContainEqual({ webhook: 'done', sent: 0, statuses: { 200: 0 }, undocumented: {} });
  const read = readReport(coverage) as CoverageReport;
  expect(writeRun(coverage.run, sumRuns(mergeReports(read, read)))).toMatchObject({
    webhooks: expect.arrayContaining(coverage.webhooks),
  });
  expect(whyNothingCalled(sumRuns(read))).toBeDefined();
});

test('$url is the whole address of the request; its path, its headers and a form are read too', async () => {
  const { received, url } = await receive();
  const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };
  const document = {
    openapi: '3.0.0',
    info: { title: 'Calls', version: '1' },
    servers: [{ url: '/v1' }],
    paths: {
      '/calls/{kind}': {
        post: {
          operationId: 'call',
          parameters: [{ name: 'kind', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: { content },
          responses: { 201: { description: 'ok' } },
          callbacks: {
            done: {
              '{$request.body#/StatusCallback}?of={$url}&by={$method}&{$request.path.kind}={$request.header.X-Id}': {
                post: { responses: {} },
              },
            },
          },
        },
      },
    },
  };
  const { url: origin } = await simulateShop({}, { document });
  await fetch(`${origin}/v1/calls/fax?a=1`, {
    method: 'POST',
    headers: { 'x-id': '7' },
    body: new URLSearchParams({ StatusCallback: `${url}/done` }),
  });
  await expect
    .poll(() => received.map(({ path }) => path))
    .toEqual([`/done?of=${origin}/v1/calls/fax?a=1&by=POST&fax=7`]);
});

test('x-vivarium says what fires a webhook, and what is wrong with it is reported', () => {
  const stated = (hint: JsonObject) => {
    const sent = { $ref: '#/components/schemas/Order' };
    const post = {
      'x-vivarium': hint,
      requestBody: { content: { 'application/json': { schema: sent } } },
      responses: { 200: { description: 'ok' } },
    };
    return compileService({ ...shopDocument, webhooks: { settled: { post } } });
  };
  const fires = { on: 'updated', collection: 'orders', where: { status: 'paid' } };
  expect(stated(fires).webhooks).toMatchObject([{ fires: { ...fires, at: [] }, reason: 'Stated by x-vivarium.' }]);
  const problemOf = (hint: JsonObject) => stated(hint).problems.map(({ pointer, message }) => `${pointer}: ${message}`);
  const place = '/webhooks/settled/post/x-vivarium';
  expect(problemOf({ on: 'paid' })).toEqual([`${place}: on must be created, updated or deleted`]);
  expect(problemOf({ on: 'created', collection: 'x' })).toEqual([`${place}: collection must name a collection`]);
});

test('a receiver that hangs holds up nobody else', async () => {
  const slow = await receive(() => undefined);
  const fast = await receive();
  const { vivarium } = await simulateShop({ webhooks: { orderCreated: [{ url: slow.url }, { url: fast.url }] } });
  await create(vivarium.world());
  await create(vivarium.world());
  await expect.poll(() => fast.received.length).toBe(2);
  expect(slow.received).toHaveLength(1);
});

test('one is sent by hand, and once more', async () => {
  const { received, url } = await receive();
  const { api } = await simulateShop({ data: { orders: [{ id: 7, status: 'paid' }] } });
  expect((await api('POST', '/webhooks/orderPaid', { url, item: 7 })).status).toBe(204);
  await expect.poll(() => received.length).toBe(1);
  expect(JSON.parse(received[0]?.body ?? '').data).toMatchObject({ id: 7 });
  const row = async () => (await api('GET', '/webhooks')).body.items[0];
  await expect.poll(async () => (await row()).state).toBe('sent');
  expect(await row()).toMatchObject({
    webhook: 'orderPaid',
    url,
    due: null,
    cause: null,
    attempts: [{ status: 204, error: null }],
  });
  expect((await api('POST', `/webhooks/${(await row()).id}/retry`)).status).toBe(204);
  await expect.poll(() => received.length).toBe(2);
  expect((await api('POST', '/webhooks/orderPayed', {})).status).toBe(404);
  expect((await api('POST', '/webhooks/orderPaid', {})).status).toBe(409);
});

describe('a handler', () => {
  test('sends a webhook about an item, or its id, once the request has taken effect', async () => {
    const { received, url } = await receive();
    const { vivarium } = await simulateShop(
      { webhooks: { orderPaid: [{ url }] }, data: { orders: [{ id: 7, status: 'open' }] } },
      {
        handlers: {
          updateOrder: ({ item, send, next }) => {
            const response = next({ item: { ...item, note: 'handled' } });
            send('orderPaid', { item: { ...item, note: 'own' } });
            send('orderPaid', { item: 7, url: `${url}/other` });
            send('orderPaid', { item: 7, body: { type: 'own' } });
            return response;
          },
        },
      },
    );
    const world = vivarium.world();
    expect((await call(world, 'PATCH', '/orders/7', {})).status).toBe(200);
    await expect.poll(() => received.length).toBe(3);
    const sent = received.map(({ path, body }) => [path, JSON.parse(body).data?.note ?? body]);
    expect(sent.toSorted()).toEqual([
      ['/', 'own'],
      ['/', '{"type":"own"}'],
      ['/other', 'handled'],
    ]);
    await call(world, 'PATCH', '/orders/7', {}, 'https://evil.example');
    await expect.poll(() => received.length).toBe(5);
    expect(received.slice(3).map(({ path }) => path)).toEqual(['/', '/']);
  });

  test.each([
    ['orderPayed', {}, 'there is no webhook "orderPayed". Did you mean "orderPaid"?'],
    ['orderPaid', { item: 8 }, 'orders has no item 8'],
    ['orderPaid', 8, 'the options of send must be an object, not 8'],
  ])('that sends %j %j fails with the reason, and sends nothing', async (name, options, reason) => {
    const { vivarium, api } = await simulateShop(
      { data: { orders: [{ id: 7, status: 'open' }] } },
      { handlers: { readOrder: ({ send }) => send(name, options as object) } },
    );
    expect((await vivarium.world().fetch('/orders/7')).status).toBe(500);
    expect(vivarium.world().exchanges()[0]?.why.join('\n')).toContain(reason);
    expect((await api('GET', '/webhooks')).body.total).toBe(0);
  });
});

test('start data and the replacement of a collection send nothing', async () => {
  const { received, url } = await receive();
  const { vivarium, api } = await simulateShop({
    webhooks: { '*': [{ url }] },
    data: { orders: [{ id: 7, status: 'paid' }] },
  });
  vivarium
    .world()
    .collection('orders')
    .replace([{ id: 8, status: 'paid' }]);
  expect((await api('GET', '/webhooks')).body.total).toBe(0);
  expect(received).toEqual([]);
});

test('an unknown webhook, a URL that is none and an empty secret are problems with their places', async () => {
  await expect(simulateShop({ webhooks: { orderPayed: [{ url: 'http://127.0.0.1/' }] } })).rejects.toThrow(
    /unknown webhook "orderPayed".*orderPaid/s,
  );
  const faults = [{ name: 'late', on: { webhook: ['order*', 'orderPayed'] }, latency: '1s' as const }];
  await expect(simulateShop({ faults })).rejects.toThrow(
    /faults\[0\].on.webhook\[1\] names an unknown webhook "orderPayed".*orderPaid/s,
  );
  const { api } = await simulateShop({ faults: [{ name: 'known', on: { webhook: 'done' }, webhook: 'lost' }] });
  expect((await api('PUT', '/faults/late', { on: { webhook: 'orderPayed' }, webhook: 'lost' })).status).toBe(400);
  await expect(simulateShop({ webhooks: { orderPaid: [{ url: 'nowhere' }] } })).rejects.toThrow(
    /url must be an absolute URL/,
  );
  await expect(simulateShop({ webhooks: { orderPaid: [{ url: 'http://a/', secret: '' }] } })).rejects.toThrow(
    /secret must be a secret, not ""/,
  );
});

test('the library sends one, and waits for it', async () => {
  const { received, url } = await receive();
  const { vivarium } = await simulateShop({
    webhooks: { orderPaid: [{ url }] },
    data: { orders: [{ id: 7, status: 'paid' }] },
  });
  const world = vivarium.world();
  world.send('orderPaid', { item: 7 });
  expect(await world.waitForWebhook({ webhook: 'orderPaid' })).toMatchObject({ url, state: 'sent' });
  expect(received).toHaveLength(1);
  await expect(world.waitForWebhook({}, { timeoutMs: 10 })).rejects.toThrow('No webhook was sent within 10 ms.');
  await expect(world.waitForWebhook({ name: 'orderPaid' } as never)).rejects.toThrow(
    'unknown property "name" of the filter',
  );
  await expect(world.waitForWebhook({}, { timeout: 10 } as never)).rejects.toThrow(
    'unknown property "timeout" of the options of waitForWebhook. Did you mean "timeoutMs"?',
  );
  expect(() => world.send('orderPayed')).toThrow('there is no webhook "orderPayed"');
  expect(() => world.send('orderPaid', { url: 'nowhere' })).toThrow('url must be an absolute URL, not "nowhere"');
  // On a frozen clock, the ids after a reset are those before.
  world.reset();
  world.send('orderPaid', { item: 7 });
  expect(await world.waitForWebhook({ webhook: 'orderPaid' })).toMatchObject({ url, state: 'sent' });
});

test('a saved world sends what waits', async () => {
  const { received, url } = await receive((call) => (call === 0 ? 500 : 204));
  const { vivarium } = await simulateShop({ webhooks: { orderCreated: [{ url }] } });
  const world = vivarium.world();
  await create(world);
  await world.waitForWebhook();
  const other = vivarium.world('other');
  other.start({ inline: world.save() });
  other.clock.advance('5s');
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
});

describe('a fault', () => {
  const run = async (
    name: 'webhook-lost' | 'webhook-twice' | 'webhook-reordered' | 'webhook-bad-signature' | 'webhook-old-timestamp',
  ) => {
    const { received, url } = await receive();
    const { vivarium, api } = await simulateShop({ webhooks: { orderCreated: [{ url, secret }] } });
    const world = vivarium.world();
    world.fault(name, { when: { first: 1 } });
    await create(world);
    await create(world);
    await expect.poll(() => received.some(({ body }) => JSON.parse(body).id === 2)).toBe(true);
    await expect
      .poll(async () =>
        (await api('GET', '/webhooks')).body.items.every(({ state }: { state: string }) => state !== 'waiting'),
      )
      .toBe(true);
    const isSigned = received.map(({ headers, body }) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    });
    return { received, isSigned, ids: received.map(({ body }) => JSON.parse(body).id) };
  };

  test('loses, repeats and reorders webhooks', async () => {
    expect((await run('webhook-lost')).ids).toEqual([2]);
    const twice = await run('webhook-twice');
    expect(twice.ids).toEqual([1, 1, 2]);
    expect(twice.received[0]?.headers['webhook-id']).toBe(twice.received[1]?.headers['webhook-id']);
    expect((await run('webhook-reordered')).ids).toEqual([2, 1]);
  });

  test('signs wrongly, or with an old time', async () => {
    expect((await run('webhook-bad-signature')).isSigned).toEqual([false, true]);
    const { received, isSigned } = await run('webhook-old-timestamp');
    expect(isSigned).toEqual([true, true]);
    expect(Number(received[0]?.headers['webhook-timestamp']) * 1000).toBeLessThan(Date.now() - 86_000_000);
  });

  test('breaks the interface, or goes to an extreme, before the body is signed', async () => {
    const { received, url } = await receive();
    const { vivarium, api } = await simulateShop({ webhooks: { orderPaid: [{ url, secret }] } });
    const world = vivarium.world();
    world.fault('broken', { on: { webhook: 'orderPaid' }, contract: 'missing-required', when: { first: 1 } });
    world.fault('long', { on: { webhook: 'order*' }, extreme: 'longest', when: { after: 1 } });
    world.fault('answers', { contract: 'missing-required' });
    for (const _ of [1, 2]) await create(world, { status: 'paid' });
    await expect.poll(() => received.length).toBe(2);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    for (const { headers, body } of received) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    }
    const [broken, long] = received.map(({ body }) => JSON.parse(body));
    expect(Object.keys(broken)).toHaveLength(1);
    expect(Object.keys(long)).toEqual(['type', 'data']);
    expect(received[1]?.body.length).toBeGreaterThan(200);
    const { items } = (await api('GET', '/faults')).body;
    for (const [name, fired] of [
      ['broken', 1],
      ['long', 1],
      ['answers', 0],
    ])
      expect(items.find((one: { name: string }) => one.name === name)).toMatchObject({ fired });
  });

  test.each([
    [['webhook-twice@orderPaid'], { 'webhook-twice': { webhook: ['orderPaid'] } }],
    [['webhook-twice@done', 'webhook-twice@order*'], { 'webhook-twice': { webhook: ['done', 'order*'] } }],
    [['slow@orderPaid'], { slow: { webhook: ['orderPaid'] } }],
    [['slow@createOrder', 'minimal@*'], { slow: { operation: ['createOrder'] }, minimal: { operation: ['*'] } }],
    [['webhook-twice@done', 'webhook-twice'], { 'webhook-twice': undefined }],
  ] as const)('that the start names as %j is on those webhooks, or operations', async (fault, on) => {
    const { api } = await simulateShop({}, { fault });
    const items: { name: string; enabled: boolean; on?: object }[] = (await api('GET', '/faults')).body.items;
    const enabled = items.filter((one) => one.enabled).map((one) => [one.name, one.on]);
    expect(Object.fromEntries(enabled)).toEqual(on);
  });

  test.each([
    [['webhook-twice@orderPayd'], 'unknown webhook "orderPayd". Did you mean "orderPaid"?'],
    [['webhook-twice@createOrder'], 'unknown webhook "createOrder"'],
    [['slow@orderPayd'], 'unknown operation "orderPayd". Did you mean "orderPaid"?'],
    [['unauthorized@orderPaid'], 'unknown operation "orderPaid"'],
    [['token-expired'], '"token-expired" changes nothing: the document has no login'],
    [['slow@createOrder', 'slow@orderPaid'], 'on operations or on webhooks, not on both'],
  ] as const)('that the start names as %j is refused', async (fault, says) => {
    await expect(simulateShop({}, { fault })).rejects.toThrow(says);
  });

  test('that one request prefers disturbs its webhooks, and no others', async () => {
    const { received, url } = await receive();
    const { vivarium } = await simulateShop({ webhooks: { orderCreated: [{ url }] } });
    const world = vivarium.world();
    const twice = { Prefer: 'fault=webhook-twice' };
    expect((await create(world, {}, twice)).headers.get('Preference-Applied')).toBe('fault=webhook-twice');
    await create(world);
    await expect.poll(() => received.map(({ body }) => JSON.parse(body).id)).toEqual([1, 1, 2]);
    const waited = [await world.waitForWebhook(), await world.waitForWebhook(), await world.waitForWebhook()];
    expect(waited.map(({ body }) => (body as { id: number }).id)).toEqual([1, 1, 2]);
    const plain = (await createVivarium({ scenario: 'empty' })).world();
    const response = await plain.fetch('/v1/pets', { headers: { authorization: 'Bearer demo', ...twice } });
    expect(response.headers.get('Preference-Applied')).toBeNull();
    expect(plain.exchanges()[0]?.why.join()).toContain('no document has webhooks or callbacks');
  });

  test('without on disturbs no webhook, and one of webhooks disturbs no response', async () => {
    const { received, url } = await receive();
    const { vivarium } = await simulateShop({ webhooks: { orderCreated: [{ url }] } });
    const world = vivarium.world();
    world.fault('slow');
    world.fault('none', { on: { webhook: 'orderPaid' }, webhook: 'lost' });
    world.fault('late', { on: { webhook: 'orderCreated' }, latency: '10s' });
    const created = create(world);
    await expect.poll(() => world.exchanges().length).toBe(1);
    world.clock.advance('2s');
    expect((await created).status).toBe(201);
    expect(received).toEqual([]);
    world.clock.advance('8s');
    await expect.poll(() => received.length).toBe(1);
  });
});
