/** What a response of the upstream changes, decided without a socket. */
import { expect, test } from 'vitest';
import { type Json, type JsonObject, stringifyJson } from '../../../../src/core/primitives/json.ts';
import { createRequestContext } from '../../../../src/core/request/request-context.ts';
import { applyChanges, type State } from '../../../../src/core/state/state.ts';
import { simulateReceived } from '../../../../src/parts/upstream/core/received.ts';
import { checkScenario } from '../../../../src/scenario/data/check-scenario.ts';
import { createScenario } from '../../../../src/scenario/document/read-scenario.ts';
import { scenarioOf } from '../../../../src/scenario/file/from-world.ts';
import { documentOf, now, readyService, requestOf, type Sent, stateOf, take } from '../../../core/helpers.ts';
import { boolean, inQuery, integer, listOf, named, object, text } from '../../../short-document.ts';

const note = object({ id: integer, text: text, size: integer }, ['id', 'text']);
const summary = object({ id: integer, size: integer }, ['id']);
const shop = object({ id: integer, name: text }, ['id', 'name']);
const offer = object({ id: integer, label: text, shop }, ['id']);
const newOffer = object({ label: text }, ['label']);
const line = object({ label: text });
const sort = inQuery('sort', { type: 'string', enum: ['size', '-size'] });
const view = inQuery('view', { type: 'string', enum: ['short'] });

const document = documentOf({
  '/notes': {
    get: named('listNotes', object({ items: listOf(summary) }), { parameters: [sort] }),
    post: named('createNote', note, { takes: note, status: 201 }),
  },
  '/notes/{id}': {
    get: named('getNote', note, { others: { 404: undefined }, parameters: [view] }),
    put: named('putNote', note, { takes: note, others: { 204: undefined } }),
    patch: named('patchNote', note, { takes: note }),
    delete: named('deleteNote', undefined),
  },
  '/notes/{id}/lines': {
    get: named('listLines', listOf(line)),
    post: named('createLine', line, { takes: line, status: 201 }),
  },
  '/notes/{id}/audit': { get: named('auditNote', object({ by: text }, ['by'])) },
  '/shops': { get: named('listShops', listOf(shop)) },
  '/shops/{shopId}': { get: named('getShop', shop) },
  '/shops/{shopId}/offers': {
    get: named('listOffersOfShop', listOf(offer)),
    post: named('createOffer', undefined, { takes: newOffer }),
  },
  '/offers': { get: named('listOffers', listOf(offer)) },
  '/offers/{offerId}': { get: named('getOffer', offer) },
  '/settings': {
    get: named('getSettings', object({ dark: boolean })),
    put: named('putSettings', object({ dark: boolean }), { takes: object({ dark: boolean }) }),
  },
});

const choice = { forward: 'all', record: true, compare: false } as const;
const upstream = { url: 'http://real.test', origin: 'http://real.test', base: '', choice };
const service = { ...(await readyService(document)), upstream };

type Exchanged = readonly [request: string, status: number, body?: Json | undefined, sent?: Sent];

const receive = (state: State, [target, status, body, sent]: Exchanged) => {
  const [method = '', path = ''] = target.split(' ');
  const bytes = new TextEncoder().encode(body === undefined ? '' : stringifyJson(body));
  const headers = body === undefined ? [] : ['Content-Type', 'application/json'];
  const received = { type: 'response', status, headers, body: bytes, ms: 1 } as const;
  const context = createRequestContext(service, state, requestOf(method, path, sent), now);
  const forward = { context, simulated: undefined, isWrite: true };
  const outcome = simulateReceived(service, state, now, forward, { received, isOverlapped: false });
  applyChanges(state, outcome.changes);
  return outcome;
};

const recorded = (...exchanges: readonly Exchanged[]) => {
  const state = stateOf(service);
  for (const exchange of exchanges) receive(state, exchange);
  const scenario = scenarioOf(service, state, { clock: { at: undefined, frozen: false } });
  // Any start with it works.
  expect(checkScenario(createScenario(undefined, scenario), service)).toEqual([]);
  return { state, data: scenario.data as Record<string, Json>, scenario };
};

const list = (...items: Json[]): JsonObject => ({ items });

const firstNote: Exchanged = ['GET /notes/1', 200, { id: 1, text: 'a' }];
const threeNotes: Exchanged = ['GET /notes', 200, list({ id: 1 }, { id: 2 }, { id: 3 })];
const noLines: Exchanged = ['GET /notes/8/lines', 200, []];
const audit: Exchanged = ['GET /notes/9/audit', 200, { by: 'Ann' }];

const cases: readonly (readonly [name: string, exchanges: readonly Exchanged[], data: Record<string, unknown>])[] = [
  [
    'a list of summaries: what only a read shows is generated, then replaced',
    [
      ['GET /notes', 200, list({ id: 4, size: 1 })],
      ['GET /notes/4', 200, { id: 4, text: 'four' }],
    ],
    { notes: [{ id: 4, text: 'four', size: 1 }] },
  ],
  [
    'a list shows the order of its items, whenever they were recorded',
    [['GET /notes/2', 200, { id: 2, text: 'b' }], threeNotes],
    { notes: [{ id: 1 }, { id: 2, text: 'b' }, { id: 3 }] },
  ],
  [
    'a sorted list leaves the order as it was',
    [
      ['GET /notes', 200, list({ id: 1, size: 1 }, { id: 2, size: 2 })],
      ['GET /notes?sort=-size', 200, list({ id: 2, size: 2 }, { id: 1, size: 1 })],
    ],
    { notes: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'a PATCH adds to an item, a PUT replaces it',
    [
      ['GET /notes/1', 200, { id: 1, text: 'a', size: 1 }],
      ['PATCH /notes/1', 200, { id: 1, text: 'b' }, { body: { text: 'b' } }],
      ['GET /notes/2', 200, { id: 2, text: 'a', size: 1 }],
      ['PUT /notes/2', 200, { id: 2, text: 'b' }, { body: { text: 'b' } }],
    ],
    {
      notes: [
        { id: 1, text: 'b', size: 1 },
        { id: 2, text: 'b' },
      ],
    },
  ],
  [
    'a success without a body changes the item as the request says',
    [firstNote, ['PUT /notes/1', 204, undefined, { body: { id: 1, text: 'sent' } }]],
    { notes: [{ id: 1, text: 'sent' }] },
  ],
  [
    'items without ids are recorded once, below their parent, which is created',
    [
      ['GET /notes/8/lines', 200, [{ label: 'a' }, { label: 'b' }]],
      ['GET /notes/8/lines', 200, [{ label: 'a' }, { label: 'b' }, { label: 'c' }]],
    ],
    { notes: [{ id: 8 }], lines: [{ label: 'a' }, { label: 'b' }, { label: 'c' }] },
  ],
  ['a singleton', [['GET /settings', 200, { dark: true }]], { settings: { dark: true } }],
  [
    'a deletion and a missing item remove it, with the items below',
    [['GET /notes/1/lines', 200, [{ label: 'a' }]], threeNotes, ['DELETE /notes/1', 204], ['GET /notes/2', 404]],
    { notes: [{ id: 3 }], lines: [] },
  ],
  [
    'a missing item of a request that breaks the document stays: something else may be missing',
    [firstNote, ['GET /notes/1?view=odd', 404]],
    { notes: [{ id: 1 }] },
  ],
  [
    'the item whose list is empty, and the one of a response that shows something else',
    [noLines, audit],
    { notes: [{ id: 8 }, { id: 9 }], lines: [] },
  ],
  [
    'the items of a list over all parents, below the one that each item shows',
    [['GET /offers', 200, [{ id: 1, shop: { id: 7, name: 'North' } }, { id: 2 }]]],
    { shops: [{ id: 7 }], offers: [{ $parent: { shopId: 7 }, id: 1 }] },
  ],
  [
    'an item that was recorded below its parent stays there, whatever it shows of a parent',
    [
      ['GET /shops/8/offers', 200, [{ id: 1 }]],
      ['GET /offers/1', 200, { id: 1, shop: { id: 7, name: 'North' } }],
    ],
    { shops: [{ id: 8 }], offers: [{ $parent: { shopId: 8 }, id: 1 }] },
  ],
  [
    'nothing of a HEAD, a 304, a status that the document does not have, and a body that is not what it says',
    [
      ['HEAD /notes/1', 200, { id: 1, text: 'a' }],
      ['GET /notes/1', 304],
      ['GET /notes/1', 203, { id: 1, text: 'a' }],
      ['GET /notes/1', 200, 'a text'],
      ['GET /notes', 200, { items: {} }],
      ['GET /notes', 200, list(null, 1, { size: 1 }, { id: { a: 1 } })],
    ],
    { notes: [] },
  ],
];

test.each(cases)('%s', (_name, exchanges, data) => {
  expect(recorded(...exchanges).data).toMatchObject(data);
});

test('what is below a recorded item is answered without the upstream', () => {
  const exchanges = [noLines, audit];
  const { scenario } = recorded(...exchanges);
  const state = stateOf(service, scenario);
  for (const [target, status, body] of exchanges)
    expect(take(service, state, requestOf('GET', target.slice(4)))).toMatchObject({ status, body });
});

test('a repeated response changes nothing', () => {
  const exchange: Exchanged = ['GET /notes', 200, list({ id: 1, size: 1 }, { id: 2, size: 2 })];
  const { state } = recorded(exchange);
  const { changes, exchange: journaled } = receive(state, exchange);
  expect(changes).toEqual([{ type: 'call', operation: 'listNotes' }]);
  expect(journaled.steps).not.toContainEqual(expect.objectContaining({ type: 'kept' }));
});

test('a recorded world answers as the upstream did, and goes on', () => {
  const { scenario } = recorded(['GET /notes', 200, list({ id: 1, size: 1 })], firstNote);
  const state = stateOf(service, scenario);
  expect(take(service, state, requestOf('GET', '/notes/1'))).toMatchObject({ status: 200 });
  const created = take(service, state, requestOf('POST', '/notes', { body: { id: 9, text: 'new' } }));
  expect(created).toMatchObject({ status: 201 });
});
