/** Worlds continue after a change of the document or their scenario. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { Change } from '../../../src/core/state/state.ts';
import { chooseUpstream } from '../../../src/core/state/upstream-choice.ts';
import { carryState } from '../../../src/parts/reload/carry-over.ts';
import { checkScenario } from '../../../src/scenario/data/check-scenario.ts';
import { mergeFault } from '../../../src/scenario/document/fault-document.ts';
import type { FaultPatch } from '../../../src/scenario/document/fault-schema.ts';
import { createScenario } from '../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { saveWorld } from '../../../src/world/control/save-world.ts';
import { World } from '../../../src/world/world.ts';
import { bodyOf, collectionOf, documentOf, itemsOf, readyService, requestOf, startOf } from '../../core/helpers.ts';
import { inPath, integer, listOf, object, operation } from '../../short-document.ts';

/** A service with notes, and with tags. */
const notesService = (properties: JsonObject, withTags = false): Promise<Service> => {
  const note = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, ...properties } };
  const answer = (schema: JsonObject) => ({ description: 'Fine.', content: { 'application/json': { schema } } });
  const resource = (schema: JsonObject): JsonObject => ({
    get: { responses: { 200: answer({ type: 'array', items: schema }) } },
    post: {
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
      responses: { 201: answer(schema) },
    },
  });
  return readyService(documentOf({ '/notes': resource(note), ...(withTags && { '/tags': resource(note) }) }));
};

let service: Service;
let stricter: Service;
let larger: Service;
beforeAll(async () => {
  [service, stricter, larger] = await Promise.all([
    notesService({ text: { type: 'string' } }),
    notesService({ text: { type: 'string', maxLength: 3 } }),
    notesService({ text: { type: 'string' } }, true),
  ]);
});

const worldOf = (document: ScenarioDocument, of = service) => new World('test', of, startOf(of, document));
const adopt = (world: World, document: ScenarioDocument, of = service): void => {
  const start = startOf(of, document);
  world.adopt(of, start, carryState(world, start, of).state);
};
const create = (world: World, text: string) =>
  bodyOf(world.handle(requestOf('POST', '/notes', { body: { text } })).reply);
const put = (world: World, name: string, patch: FaultPatch = {}): void => {
  const merged = mergeFault(world.decisions.state.faults.get(name), name, patch);
  if (merged.type !== 'merged') throw new Error(merged.type);
  world.apply([{ type: 'fault-put', at: 0, entry: merged.entry }]);
};
const faultsOf = ({ decisions: { state } }: World) =>
  [...state.faults].map(([name, { enabled }]) => (enabled ? name : `${name} (off)`));

describe('data', () => {
  const data = {
    notes: [
      { id: 1, text: 'one' },
      { id: 2, text: 'longer' },
    ],
  };

  test('are unchanged if the document is the same, regardless of the scenario', () => {
    const world = worldOf({ data });
    create(world, 'three');
    const before = collectionOf(world.decisions.state, 'notes');
    adopt(world, { data: { notes: [] } });
    expect(collectionOf(world.decisions.state, 'notes')).toBe(before);
  });

  test('are kept in order, what a changed document does not allow is corrected, and ids continue', () => {
    const world = worldOf({ data });
    create(world, 'third');
    create(world, 'ok');
    adopt(world, { data }, stricter);
    const notes = itemsOf(world.decisions.state, 'notes') as readonly { id: number; text?: string }[];
    expect(notes.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect([notes[0]?.text, notes[3]?.text, notes.every(({ text = '' }) => text.length <= 3)]).toEqual([
      'one',
      'ok',
      true,
    ]);
    expect(create(world, 'new')).toEqual({ id: 5, text: 'new' });
    expect(bodyOf(world.handle(requestOf('POST', '/notes', { body: { text: 'too long' } })).reply)).toMatchObject({
      status: 400,
    });
  });

  test('that are corrected do not free the highest id', () => {
    const world = worldOf({ data });
    adopt(world, { data }, stricter);
    expect(create(world, 'new')).toEqual({ id: 3, text: 'new' });
  });

  test('of a new collection come from the scenario, and those of a removed one are dropped', () => {
    const world = worldOf({ data });
    adopt(world, { data: { notes: [], tags: [{ id: 7 }] } }, larger);
    expect(itemsOf(world.decisions.state, 'notes')).toEqual(data.notes);
    expect(itemsOf(world.decisions.state, 'tags')).toEqual([{ id: 7 }]);
    adopt(world, {}, service);
    expect([...world.decisions.state.collections.keys()]).toEqual(['notes']);
    expect(itemsOf(world.decisions.state, 'notes')).toEqual(data.notes);
  });

  test('of which another property has become the id keep their values', async () => {
    const coded = (id: string) => {
      const note = { type: 'object', required: [id], properties: { id: { type: 'string' }, code: { type: 'string' } } };
      const json = (schema: JsonObject) => ({
        responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } },
      });
      const parameters = [{ name: id, in: 'path', required: true, schema: { type: 'string' } }];
      const paths = { '/notes': { get: json({ type: 'array', items: note }) } };
      return readyService(documentOf({ ...paths, [`/notes/{${id}}`]: { parameters, get: json(note) } } as JsonObject));
    };
    const [byId, byCode] = [await coded('id'), await coded('code')];
    const notes = [{ id: '1', code: 'a' }, { id: '2' }];
    const world = worldOf({ data: { notes } }, byId);
    adopt(world, {}, byCode);
    expect(itemsOf(world.decisions.state, 'notes')).toEqual([
      { id: '1', code: 'a' },
      { id: '2', code: expect.any(String) },
    ]);
    expect(world.handle(requestOf('GET', '/notes/a')).reply.response.status).toBe(200);
  });

  test('of which the parents are other ones are kept where they name these', async () => {
    const note = object({ id: integer, userId: integer }, ['id']);
    const users = { '/users': { get: operation(listOf(object({ id: integer }, ['id']))) } };
    const notesAt = (path: string) =>
      readyService(
        documentOf({ ...users, [path]: { parameters: inPathOf(path), get: operation(listOf(note)) } } as JsonObject),
      );
    const inPathOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name as string));
    const [flat, nested] = [await notesAt('/notes'), await notesAt('/users/{userId}/notes')];
    const notes = [{ id: 1, userId: 5 }, { id: 2 }];
    const world = worldOf({ data: { users: [{ id: 5 }], notes } }, flat);
    adopt(world, { data: { users: [{ id: 5 }] } }, nested);
    expect(itemsOf(world.decisions.state, 'notes')).toEqual([{ id: 1, userId: 5 }]);
    adopt(world, { data: { users: [{ id: 5 }] } }, flat);
    expect(itemsOf(world.decisions.state, 'notes')).toEqual([{ id: 1, userId: 5 }]);
  });

  test('that lack what is required now, also what no client can send, are completed', async () => {
    const rated = (rating: JsonObject, id: JsonObject) => {
      const note = object({ id, text: { type: 'string' }, rating: { ...rating, readOnly: true } }, ['id', 'rating']);
      return readyService(documentOf({ '/notes': { get: operation(listOf(note)) } } as JsonObject));
    };
    const world = worldOf({ data }, service);
    adopt(world, { data }, await rated(integer, integer));
    const one = itemsOf(world.decisions.state, 'notes') as readonly JsonObject[];
    expect(one).toEqual(data.notes.map((note) => ({ ...note, rating: expect.any(Number) })));
    adopt(world, { data }, await rated({ type: 'string', enum: ['good'] }, { type: 'string' }));
    expect(itemsOf(world.decisions.state, 'notes')).toEqual(
      data.notes.map(({ id, text }) => ({ id: String(id), text, rating: 'good' })),
    );
  });

  test('are the new ones after a reset', () => {
    const world = worldOf({ data });
    adopt(world, { data: { notes: [{ id: 9 }] } });
    world.reset();
    expect(itemsOf(world.decisions.state, 'notes')).toEqual([{ id: 9 }]);
  });
});

test('seed, keys, rules and defaults are those of the changed scenario', () => {
  const world = worldOf({ seed: 1, auth: { keys: ['a'] } });
  adopt(world, { seed: 2, auth: { keys: ['b'] }, requests: 'report', defaults: { notes: { text: 'default' } } });
  expect(world.decisions.state).toMatchObject({ seed: 2, rules: { keys: ['b'], requests: 'report' } });
  expect(create(world, 'sent')).toEqual({ id: 1, text: 'sent' });
});

test('the counts of exchanges and calls continue, and the journal and the clock are kept', () => {
  const world = worldOf({ clock: { at: '2030-01-01', frozen: true } });
  create(world, 'one');
  world.setClock({ now: 5 });
  adopt(world, { clock: { at: '2040-01-01', frozen: true } });
  expect(world.handle(requestOf('GET', '/notes')).exchange.id).toBe(2);
  expect(world.decisions.state.counters.calls.get('POST /notes')).toBe(1);
  expect(world.journal.size).toBe(2);
  expect(world.clock.now()).toBe(5);
});

describe('faults', () => {
  test('are those of the changed scenario, in its order', () => {
    const world = worldOf({ faults: ['slow', 'flaky'] });
    adopt(world, { faults: ['hang', { use: 'slow', enabled: false }] });
    expect(faultsOf(world)).toEqual(['hang', 'slow (off)']);
    expect(world.decisions.state.active.entries.map(({ fault }) => fault.name)).toEqual(['hang']);
  });

  test('that were switched in the world stay so', () => {
    const world = worldOf({ faults: ['slow', 'flaky', { use: 'hang', enabled: false }] });
    put(world, 'slow', { enabled: false });
    put(world, 'hang');
    adopt(world, { faults: ['flaky', 'slow', { use: 'hang', enabled: false }] });
    expect(faultsOf(world)).toEqual(['flaky', 'slow (off)', 'hang']);
    expect(world.decisions.state.active.entries.map(({ fault }) => fault.name)).toEqual(['flaky', 'hang']);
  });

  test('that were changed in the world stay so, also if the scenario changes or drops them', () => {
    const world = worldOf({
      faults: [
        { name: 'mine', status: 418 },
        { name: 'other', status: 418 },
      ],
    });
    put(world, 'mine', { status: 419 });
    put(world, 'other', { status: 419 });
    adopt(world, { faults: [{ name: 'mine', status: 420 }] });
    expect(faultsOf(world)).toEqual(['mine', 'other']);
    expect([...world.decisions.state.faults.values()].map(({ fault }) => fault.effect)).toMatchObject([
      { status: 419 },
      { status: 419 },
    ]);
  });

  test('that were added in the world come last, and removed ones stay removed', () => {
    const world = worldOf({ faults: [{ name: 'mine', status: 418 }] });
    put(world, 'added', { status: 418 });
    world.apply([{ type: 'fault-removed', fault: 'mine' }]);
    adopt(world, { faults: ['slow', { name: 'mine', status: 418 }] });
    expect(faultsOf(world)).toEqual(['slow', 'added']);
  });

  test('that were all switched off stay off', () => {
    const world = worldOf({ faults: ['slow', 'flaky'] });
    world.apply([{ type: 'faults-disabled' }]);
    adopt(world, { faults: ['slow', 'flaky', 'hang'] });
    expect(faultsOf(world)).toEqual(['slow (off)', 'flaky (off)', 'hang']);
  });

  test('lose the operations that the document no longer has, and are removed if none is left', async () => {
    const world = worldOf({}, larger);
    const [[listTags = ''], [listNotes = '']] = ['/tags', '/notes'].map((path) =>
      larger.operations.filter((one) => one.path === path && one.method === 'GET').map(({ name }) => name),
    ) as [string[], string[]];
    put(world, 'gone', { status: 418, on: { operation: listTags } });
    put(world, 'narrower', { status: 418, on: { operation: [listTags, listNotes], query: { a: 'b' } } });
    put(world, 'slow', { on: { operation: `${listTags}*` } });
    put(world, 'wide', { status: 418, on: { operation: '*' } });
    adopt(world, {}, service);
    expect(faultsOf(world)).toEqual(['narrower', 'wide']);
    expect(world.decisions.state.faults.get('narrower')?.fault.on).toEqual({
      operation: [listNotes],
      query: { a: 'b' },
    });
    expect([...world.decisions.state.counters.faults.keys()]).toEqual(['narrower', 'wide']);
    // What is saved can be put back.
    expect(checkScenario(createScenario(undefined, saveWorld(world)), service)).toEqual([]);
  });

  test('do not start their time windows anew if a file is only touched', () => {
    const faults: ScenarioDocument['faults'] = [{ name: 'early', status: 503, when: { for: '1h' } }];
    const world = worldOf({ clock: { at: '2030-06-01T00:00:00Z', frozen: true }, faults });
    world.setClock({ now: Date.UTC(2030, 5, 3) });
    adopt(world, { clock: { at: '2030-06-01T00:00:00Z', frozen: true }, faults, description: 'Touched.' });
    expect(world.decisions.state.startedAt).toBe(Date.UTC(2030, 5, 1));
    expect(world.handle(requestOf('GET', '/notes')).reply.response.status).toBe(200);
  });

  const counted = (fault: string): Change => ({ type: 'fault-counted', fault, fired: true });

  test('keep their counts if they are unchanged, in the scenario or in the world', () => {
    const world = worldOf({ faults: ['slow', { name: 'mine', status: 418 }, { name: 'changed', status: 418 }] });
    put(world, 'mine', { status: 419 });
    world.apply(['slow', 'mine', 'changed'].map(counted));
    adopt(world, { faults: ['slow', { name: 'mine', status: 418 }, { name: 'changed', status: 420 }, 'hang'] });
    expect([...world.decisions.state.counters.faults]).toEqual([
      ['slow', { seen: 1, fired: 1, since: undefined }],
      ['mine', { seen: 1, fired: 1, since: 0 }],
      // New and changed faults count from the change on.
      ['changed', { seen: 0, fired: 0, since: expect.any(Number) }],
      ['hang', { seen: 0, fired: 0, since: expect.any(Number) }],
    ]);
  });

  test('that were changed in the world stay so at every later change', () => {
    const world = worldOf({ faults: ['slow'] });
    put(world, 'slow', { enabled: false });
    adopt(world, { faults: ['slow', 'flaky'] });
    adopt(world, { faults: ['slow', 'hang'] });
    expect(faultsOf(world)).toEqual(['slow (off)', 'hang']);
  });
});

test('an upstream that was chosen at run time stays, and that of the scenario is the one of the changed file', () => {
  const world = worldOf({ upstream: { forward: 'unknown' } });
  world.apply([chooseUpstream('shop', { record: true })]);
  const chosen = () => [saveWorld(world).upstream, saveWorld(world).resume?.upstreams];
  const before = chosen();
  adopt(world, { upstream: { forward: 'all' } });
  expect(before).toEqual([{ forward: 'unknown' }, { shop: { record: true } }]);
  expect(chosen()).toEqual([{ forward: 'all' }, { shop: { record: true } }]);
});

test('a fault of an operation whose name is qualified from now on follows it, and so does what was counted', () => {
  const operations = service.operations.map((operation) => ({
    ...operation,
    name: operation.method === 'GET' ? `shop.${operation.name}` : operation.name,
  }));
  const qualified: Service = { ...service, operations };
  const world = worldOf({});
  put(world, 'one', { status: 418, on: { operation: 'GET /notes' } });
  put(world, 'several', { status: 418, on: { operation: ['GET /notes', 'POST /notes'] } });
  put(world, 'any', { status: 418 });
  world.handle(requestOf('GET', '/notes'));
  const { faults, counters } = carryState(world, startOf(service), qualified).state;
  expect([...faults.values()].map(({ fault }) => fault.on?.operation)).toEqual([
    'shop.GET /notes',
    ['shop.GET /notes', 'POST /notes'],
    undefined,
  ]);
  expect([...counters.calls.keys()]).toEqual(['shop.GET /notes']);
});

test('recorded responses are kept as long as their operation is there', () => {
  const response = (operation: string, status: number) => ({ operation, path: '/notes', status });
  const world = worldOf({ responses: [response('GET /tags', 200), response('GET /notes', 200)] }, larger);
  world.apply([{ type: 'response-recorded', response: response('GET /notes', 203) }]);
  adopt(world, { responses: [response('GET /notes', 200), response('POST /notes', 201)] }, service);
  expect(saveWorld(world).responses).toEqual([response('GET /notes', 203), response('POST /notes', 201)]);
});

test('what did not fit is counted, and what cannot be an item is handed back', () => {
  const withTags = worldOf({ data: { notes: [{ id: 1, text: 'long' }, { id: 2 }], tags: [{ id: 1 }] } }, larger);
  const { completed, aside } = carryState(withTags, startOf(stricter), stricter);
  expect([...completed]).toEqual([['notes', 1]]);
  expect([...aside]).toEqual([['tags', [{ id: 1 }]]]);
});
