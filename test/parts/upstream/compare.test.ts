/** The differences between two services: those that are there are found, and no others. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf, inPath, integer, listOf, named, object, text } from '../../short-document.ts';
import { clientOf, openComparing, useAll } from './compared-service.ts';
import { plantedDifferences } from './planted-differences.ts';
import { startRealService } from './real-service.ts';

let comparing: Awaited<ReturnType<typeof openComparing>>;
beforeAll(async () => {
  comparing = await openComparing();
});
afterAll(() => comparing.close());

const seeds = { seed: 7, simulatedSeed: 8 };

test('two equal services have no differences, whatever their seeds are', async () => {
  const world = comparing.compare(seeds);
  const call = clientOf(world);
  await useAll(call);
  await useAll(call, 'again');
  expect(world.drift()).toEqual([]);
  expect(world.exchanges({ limit: 100 }).map(({ differences }) => differences)).toEqual(
    Array.from({ length: 44 }, () => []),
  );
});

describe('a difference is found:', () => {
  test.each(plantedDifferences.map((planted) => [planted.operation, planted.kind, planted.pointer, planted] as const))(
    '%s %s %s',
    async (_operation, _kind, _pointer, { plant, hasConsequences = false, ...expected }) => {
      const world = comparing.compare({ plant, ...seeds });
      await useAll(clientOf(world));
      const rows = world.drift();
      const shown = rows.map(({ operation, kind, pointer, breaking }) => ({ operation, kind, pointer, breaking }));
      expect(hasConsequences ? shown : [shown[0]]).toContainEqual(expected);
      if (!hasConsequences) expect(shown).toHaveLength(1);
    },
  );
});

test('a conflict about an item that the service has never shown is no difference; one about an item that it removed is', async () => {
  const note = object({ id: integer, text }, ['id']);
  const document = documentOf('Chosen ids', {
    '/notes': {
      get: named('listNotes', listOf(note)),
      post: named('createNote', note, { takes: note, status: 201, others: { 409: undefined } }),
    },
    '/notes/{id}': { get: named('getNote', note), delete: named('deleteNote', undefined) },
  });
  const real = await startRealService((request, response) => {
    const status = request.method === 'POST' ? 409 : request.method === 'DELETE' ? 204 : 200;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(status === 200 ? '{"id":7}' : undefined);
  });
  const vivarium = await createVivarium({ document, upstream: real.url, compare: true, scenario: {} });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world();
  const create = () =>
    world.fetch('/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":7}' });
  await create();
  expect(world.drift()).toEqual([]);
  await world.fetch('/notes/7');
  await create();
  expect(world.drift()).toEqual([]);
  await world.fetch('/notes/7', { method: 'DELETE' });
  await create();
  expect(world.drift()).toMatchObject([
    { operation: 'createNote', kind: 'status', simulated: 201, real: 409, breaking: true, exchange: 5 },
  ]);
});

test('items of several parents with the same id are different items', async () => {
  const toy = object({ id: integer, label: text, petId: integer }, ['id', 'label', 'petId']);
  const document = documentOf('Toys', {
    '/pets': { get: named('listPets', listOf(object({ id: integer }, ['id']))) },
    '/pets/{petId}': { parameters: [inPath('petId')], get: named('getPet', object({ id: integer }, ['id'])) },
    '/pets/{petId}/toys': { post: named('createToy', toy, { takes: object({ label: text }), status: 201 }) },
    '/pets/{petId}/toys/{toyId}': { get: named('getToy', toy) },
    '/toys': { get: named('listToys', listOf(toy)) },
  });
  const toys = [
    { id: 1, label: 'ball', petId: 1 },
    { id: 1, label: 'bone', petId: 2 },
  ];
  const real = await startRealService(({ method, url }, response) => {
    const shown = method === 'POST' ? toys.find(({ petId }) => url === `/pets/${petId}/toys`) : toys;
    const status = method === 'POST' ? 201 : 200;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown));
  });
  const vivarium = await createVivarium({ document, upstream: real.url, compare: true, scenario: {} });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world();
  const headers = { 'content-type': 'application/json' };
  for (const { petId, label } of toys)
    await world.fetch(`/pets/${petId}/toys`, { method: 'POST', headers, body: JSON.stringify({ label }) });
  await world.fetch('/toys');
  expect(world.drift()).toEqual([]);
  toys[1] = { id: 1, label: 'stick', petId: 2 };
  await world.fetch('/toys');
  expect(world.drift()).toMatchObject([
    { operation: 'listToys', kind: 'value', pointer: '/*/label', simulated: 'bone', real: 'stick' },
  ]);
});

describe('of an item that the service shows for the first time', () => {
  const book = object({ id: integer, title: text, subtitle: text, pages: integer }, ['id', 'title']);
  const document = documentOf('Books', {
    '/books': { get: named('listBooks', listOf(book)) },
    '/books/{id}': { parameters: [inPath('id')], get: named('getBook', book, { others: { 404: undefined } }) },
  });
  const open = async (scenario: object | undefined) => {
    let shown: unknown;
    const real = await startRealService((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown));
    });
    const vivarium = await createVivarium({
      document,
      upstream: real.url,
      compare: true,
      ...(scenario && { scenario }),
    });
    onTestFinished(() => vivarium.close());
    const world = vivarium.world();
    const call = async (path: string, body: unknown) => {
      shown = body;
      await world.fetch(path);
      return world.drift().map(({ operation, kind, pointer, breaking }) => [operation, kind, pointer, breaking]);
    };
    return { call };
  };
  const whole = { id: 1, title: 'Emma', subtitle: 'A novel', pages: 474 };
  const broken = { id: 2, pages: '324', extra: true };

  test.each([
    { what: 'read', path: '/books/2', body: broken, at: '' },
    { what: 'whole first list', path: '/books', body: [whole, broken], at: '/*' },
  ])('in a $what, what breaks the document is a difference, once', async ({ path, body, at }) => {
    const operation = path === '/books' ? 'listBooks' : 'getBook';
    for (const scenario of [{}, undefined]) {
      const { call } = await open(scenario);
      const rows = await call(path, body);
      expect(rows).toHaveLength(3);
      expect(rows).toEqual(
        expect.arrayContaining([
          [operation, 'type', `${at}/pages`, true],
          [operation, 'missing', `${at}/title`, true],
          [operation, 'additional', `${at}/extra`, false],
        ]),
      );
    }
  });

  test.each([[{}], [undefined]])(
    'nothing else is one, and an optional property that it showed and now omits is missing, from a start with %j',
    async (scenario) => {
      const { call } = await open(scenario);
      expect(await call('/books/1', whole)).toEqual([]);
      expect(await call('/books/3', { id: 3, title: 'Persuasion' })).toEqual([]);
      const { subtitle: _subtitle, ...rest } = whole;
      expect(await call('/books/1', rest)).toEqual([['getBook', 'missing', '/subtitle', false]]);
      expect(await call('/books/3', { id: 3, title: 'Persuasion' })).toHaveLength(1);
    },
  );
});
