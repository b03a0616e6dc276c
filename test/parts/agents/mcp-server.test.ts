/** The tools and resources, by the official client over HTTP. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium, type VivariumOptions } from '../../../src/index.ts';
import { connectHttp } from './connect.ts';

const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };

const serve = async (options: VivariumOptions = {}) => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const agent = await connectHttp(url);
  return {
    ...agent,
    vivarium,
    url,
    call: (path: string, init?: RequestInit) => fetch(url + path, { headers, ...init }),
  };
};

const reading = [
  'describe_service',
  'explain_operation',
  'send_request',
  'list_exchanges',
  'explain_exchange',
  'coverage',
  'gate',
  'list_items',
];

test('without changes allowed, only tools that read are offered; the others say what to do', async () => {
  const { client, fail, use } = await serve();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(reading);
  for (const { description = '', inputSchema, outputSchema } of tools) {
    expect(description.length).toBeGreaterThan(40);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema?.required).toContain('next');
  }
  expect(await fail('set_fault', { fault: 'slow' })).toContain('--allow-changes');
  expect(await fail('send_request', { method: 'POST', path: '/v1/pets', body: {} })).toMatch(
    /^POST may change the world, and changes are not allowed here\. .*--allow-changes/,
  );
  expect(await use('describe_service')).toMatchObject({ allowsChanges: false });
});

test('with changes allowed, there are twelve', async () => {
  const { client } = await serve({ allowChanges: true });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...reading, 'set_fault', 'put_items', 'reset_world', 'move_clock']);
  expect(tools.filter(({ annotations }) => annotations?.destructiveHint === true)).toHaveLength(4);
});

test('the service is described: its address, operations, collections, worlds and scenarios', async () => {
  const { use, url, call } = await serve();
  await call('/~alice/v1/pets');
  expect(await use('describe_service')).toMatchObject({
    services: [{ title: 'Animal Store', url: `${url}/v1` }],
    operations: [
      { operation: 'listPets', method: 'GET', path: '/pets', collection: 'pets', action: 'list' },
      {},
      {},
      {},
    ],
    collections: [{ name: 'pets', id: 'id' }],
    worlds: [{ name: 'default' }, { name: 'alice', exchanges: 1 }],
    scenarios: expect.arrayContaining([expect.objectContaining({ name: 'outage' })]),
  });
  const page = await use('describe_service', { limit: 1, offset: 2 });
  expect(page.operations).toMatchObject([{ operation: 'getPet', deprecated: true }]);
  expect(page.next).toContain('Call describe_service with offset 3');
});

test('an operation is explained: a valid request, its parts, and the faults that are on for it', async () => {
  const { use, fail, vivarium } = await serve({ allowChanges: true });
  vivarium.world().fault('conflict', { on: { operation: 'createPet' } });
  vivarium.world().fault('slow', { on: { operation: 'listPets' } });
  const explained = await use('explain_operation', { operation: 'createPet' });
  expect(explained).toMatchObject({
    method: 'POST',
    collection: 'pets',
    security: [{ bearer: [] }],
    faults: [{ name: 'conflict' }],
    requestBody: { content: { 'application/json': { schema: { required: ['name', 'categoryId'] } } } },
  });
  expect(explained.responses.map(({ status }: { status: string }) => status)).toContain('201');
  const sent = await use('send_request', { ...explained.request, headers });
  expect(sent).toMatchObject({ status: 409, faults: [{ name: 'conflict' }] });
  expect(sent.next).toContain('conflict');
  expect(await fail('explain_operation', { operation: 'createPett' })).toBe(
    'No operation is named "createPett". Did you mean "createPet"?',
  );
});

test('exchanges are listed and explained', async () => {
  const { use, fail, call } = await serve();
  await call('/v1/pets');
  await call('/v1/pets', { method: 'POST', body: '{"nam":"Maple"}' });
  await call('/~alice/v1/nothing');
  expect(await use('list_exchanges', { violations: true })).toMatchObject({ total: 1, exchanges: [{ id: 2 }] });
  expect((await use('list_exchanges', { world: '*' })).total).toBe(3);
  const found = await use('explain_exchange', { exchange: 2 });
  expect(found).toMatchObject({
    status: 400,
    request: { body: { nam: 'Maple' } },
    response: { body: { status: 400 } },
  });
  expect(found.next).toContain('body.name is required');
  expect((await use('explain_exchange', { world: 'alice', exchange: 1 })).next).toContain('describe_service');
  expect(await fail('explain_exchange', { exchange: 7 })).toContain('The last exchange is 2.');
  expect(await fail('list_exchanges', { status: 'bad' })).toContain('a class such as 4xx');
  expect(await fail('list_exchanges', { world: 'bob' })).toContain('No open world is named "bob".');
});

test('coverage and gate leave out what an agent sends', async () => {
  const { use, call } = await serve();
  await use('send_request', { path: '/v1/pets?limit=0', headers });
  expect(await use('gate')).toMatchObject({ verdict: 'not judged', totals: { violations: 0 } });
  expect((await use('coverage')).next).toContain('No client called this world.');
  await call('/v1/pets?limit=0');
  await call('/~alice/v1/pets/1');
  expect(await use('gate')).toMatchObject({ verdict: 'failed', violations: [{ operation: 'listPets', count: 1 }] });
  expect((await use('coverage')).uncovered).toEqual(['createPet', 'getPet', 'listOrders']);
  expect((await use('coverage', { world: '*' })).uncovered).toEqual(['createPet', 'listOrders']);
  const [pets] = (await use('coverage', { operation: 'listPets' })).operations;
  expect(pets).toMatchObject({
    requests: 1,
    statuses: { 200: 0 },
    unseen: expect.arrayContaining(['query.status=sold']),
  });
});

test('worlds are changed where that is allowed', async () => {
  const { use, fail, call, vivarium } = await serve({ allowChanges: true });
  const world = 'alice';
  expect(await use('set_fault', { world, fault: 'unavailable', on: { operation: 'listPets' } })).toMatchObject({
    enabled: true,
    on: { operation: 'listPets' },
  });
  expect((await call('/~alice/v1/pets')).status).toBe(503);
  expect(await use('set_fault', { world, fault: 'unavailable', enabled: false })).toMatchObject({ enabled: false });
  const put = await use('put_items', {
    world,
    collection: 'pets',
    items: [
      { id: 1, name: 'Nova', categoryId: 1, status: 'sold' },
      { name: 'Rex', categoryId: 2, status: 'sold' },
      { name: 'Tia', categoryId: 2, status: 'sold' },
    ],
  });
  expect(put.items.map(({ id }: { id: number }) => id)).toEqual([1, 25, 26]);
  expect((await use('list_items', { world, collection: 'pets', q: 'nova' })).total).toBe(1);
  expect(await use('list_items', { world })).toMatchObject({ collections: [{ name: 'pets', total: 26 }] });
  const invalid = [
    { name: 'Kim', categoryId: 1, status: 'sold' },
    { name: 'Kim', categoryId: 'one' },
  ];
  expect(await fail('put_items', { world, collection: 'pets', items: invalid })).toContain('item 2: categoryId');
  expect(vivarium.world(world).collection('pets').items()).toHaveLength(26);
  expect(await use('move_clock', { world, now: '2030-06-01', frozen: true })).toMatchObject({
    now: '2030-06-01T00:00:00.000Z',
    frozen: true,
  });
  expect(await use('reset_world', { world })).toMatchObject({ name: world, collections: { pets: 24 } });
  expect(await fail('move_clock', { world })).toBe('Nothing says how to move the clock. Pass advance, now or frozen.');
  expect(await fail('set_fault', { fault: 'unavailble' })).toContain('Did you mean "unavailable"?');
});

test.each([
  [{ name: 'list_items', arguments: { colection: 'pets' } }, 'unknown key "colection". Did you mean "collection"?'],
  [{ name: 'list_items', arguments: { limit: 0 } }, 'limit must be a whole number, 1 to 500'],
  [
    { name: 'list_items', arguments: { world: '../x' } },
    'world must be the name of a world: 1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit, not "../x".',
  ],
  [{ name: 'coverage', arguments: { world: '' } }, 'the first a letter or digit; or * for all worlds, not "".'],
  [{ name: 'list_items', arguments: { collection: '__proto__' } }, 'The collections are pets.'],
  [{ name: 'explain_operation', arguments: { operation: '' } }, 'The operations are listPets, createPet, getPet'],
  [{ name: 'coverage', arguments: { operation: 'x' } }, 'The operations are listPets, createPet, getPet'],
  [{ name: 'send_request', arguments: { path: '/~alice/v1/pets' } }, 'which the argument `world` names'],
  [{ name: 'send_request', arguments: { path: 'http://127.0.0.1/v1/pets' } }, 'a path that begins with /'],
  [{ name: 'explain_exchange', arguments: {} }, 'exchange is missing: it must be the id of an exchange'],
])('%j is an error that a model can mend', async (call, message) => {
  const { fail } = await serve();
  expect(await fail(call.name, call.arguments)).toContain(message);
});

test('an unknown tool and an unknown resource are errors of the protocol', async () => {
  const { client } = await serve();
  await expect(client.callTool({ name: 'list_item', arguments: {} })).rejects.toThrow('Did you mean "list_items"?');
  await expect(client.readResource({ uri: 'vivarium://docs/..%2Fpackage' })).rejects.toThrow('not found');
  await expect(client.readResource({ uri: 'vivarium://scenarios/nothing' })).rejects.toThrow('No scenario');
});

test('the document, the scenarios and the documentation are resources', async () => {
  const { client } = await serve();
  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri);
  expect(uris).toEqual(
    expect.arrayContaining([
      'vivarium://document/animal-store',
      'vivarium://scenarios/outage',
      'vivarium://docs/faults',
    ]),
  );
  const read = async (uri: string): Promise<string> =>
    ((await client.readResource({ uri })).contents[0] as { text: string }).text;
  expect(JSON.parse(await read('vivarium://document/animal-store')).info.title).toBe('Animal Store');
  expect(JSON.parse(await read('vivarium://scenarios/outage')).faults).toEqual(['unavailable']);
  expect(await read('vivarium://docs/faults')).toMatch(/^# Faults/);
});

describe('results are short', () => {
  test('rows are left out, and the result says how to get them', async () => {
    const pets = Array.from({ length: 400 }, (_, index) => ({
      id: index + 1,
      name: `Luna ${'very '.repeat(60)}${index}`.slice(0, 100),
      categoryId: 1,
      status: 'available',
    }));
    const { use } = await serve({ scenario: { data: { pets } } });
    const { items, total, next } = await use('list_items', { collection: 'pets', limit: 400 });
    expect(total).toBe(400);
    expect(items.length).toBeGreaterThan(20);
    expect(next).toContain(`Shown: ${items.length} of 400. Call list_items with offset ${items.length}`);
    const rest = await use('list_items', { collection: 'pets', limit: 400, offset: items.length });
    expect(rest.items[0].id).toBe(items.length + 1);
  });

  test('long texts and lists are cut, and the result says so', async () => {
    const { use, call } = await serve();
    const body = { name: 'x'.repeat(30_000), tags: Array.from({ length: 2000 }, (_, index) => ({ index })) };
    await call('/v1/pets', { method: 'POST', body: JSON.stringify(body) });
    const found = await use('explain_exchange', { exchange: 1 });
    expect(found.next).toContain('Long texts and lists were cut.');
    expect(found.request.body.name).toContain('… (30000 characters)');
    expect(found).toMatchObject({ id: 1, operation: 'createPet' });
  });

  test('a document may have names of any length', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `/a${index}`,
        { get: { operationId: `o${index}${'x'.repeat(3000)}`, responses: { 200: { description: 'y'.repeat(3000) } } } },
      ]),
    );
    const { use } = await serve({
      document: { openapi: '3.1.0', info: { title: 'z'.repeat(9000), version: '1' }, paths },
    });
    expect((await use('describe_service')).operationCount).toBe(300);
    expect((await use('explain_operation', { operation: `o7${'x'.repeat(3000)}` })).method).toBe('GET');
  });

  test.each([1, 300])(
    'the first three levels of references are followed, as long as there is room: %i at each',
    async (count) => {
      const own = { $ref: '#/components/schemas/Own' };
      const responses = { 200: { description: 'It.', content: { 'application/json': { schema: own } } } };
      const properties = Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, own]));
      const document = {
        ...{ openapi: '3.1.0', info: { title: 'Own', version: '1' } },
        paths: { '/own': { get: { operationId: 'getOwn', responses } } },
        components: { schemas: { Own: { type: 'object', properties } } },
      };
      const { use } = await serve({ document });
      const { method, responses: explained } = await use('explain_operation', { operation: 'getOwn' });
      expect(method).toBe('GET');
      const inner = { type: 'object', properties: { p0: own } };
      const schema = { type: 'object', properties: { p0: { type: 'object', properties: { p0: inner } } } };
      if (count === 1) expect(explained[0].content['application/json'].schema).toEqual(schema);
    },
  );
});

test('resources show what is hidden in a document and in a scenario, and their JSON has the same value', async () => {
  const hidden = 'a\u200bb\u202ec\u{e0041}';
  const { client } = await serve({
    document: {
      openapi: '3.1.0',
      info: { title: hidden, version: '1' },
      paths: { '/a': { get: { responses: { 204: { description: 'None.' } } } } },
    },
    scenario: { description: hidden },
  });
  const { resources } = await client.listResources();
  expect(JSON.stringify(resources)).not.toMatch(/[\u200b\u202e\u{e0041}]/u);
  const [document] = resources;
  expect(document?.description).toContain('a\\u{200b}b\\u{202e}c\\u{e0041}');
  for (const { uri } of resources.filter(({ mimeType }) => mimeType === 'application/json')) {
    const { contents } = await client.readResource({ uri });
    const { text } = contents[0] as { readonly text: string };
    expect(text).not.toMatch(/[\u200b\u202e\u{e0041}]/u);
    JSON.parse(text);
  }
  const { contents } = await client.readResource({ uri: document?.uri as string });
  expect(JSON.parse((contents[0] as { readonly text: string }).text).info.title).toBe(hidden);
});
