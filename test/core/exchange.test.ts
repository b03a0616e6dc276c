/** The steps of an exchange: each kind of decision as one readable line. */

import { beforeAll, describe, expect, test } from 'vitest';
import { explainStep, type FaultResult, isLost, type Step, showValue } from '../../src/core/exchange.ts';
import { withHandlers } from '../../src/core/handlers/with-handlers.ts';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import type { Handler } from '../../src/core/service/handler.ts';
import type { Service } from '../../src/core/service/service.ts';
import type { FaultDocument } from '../../src/scenario/document/fault-schema.ts';
import type { ScenarioDocument } from '../../src/scenario/document/scenario-schema.ts';
import { integer, listOf, named, object } from '../short-document.ts';
import { answer, inQuery, json } from './bound.ts';
import { decide, documentOf, readyService, requestOf, type Sent, stateOf } from './helpers.ts';
import { askNotes, explainSteps } from './notes.ts';

const note: JsonObject = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' }, done: { type: 'boolean' } },
  additionalProperties: false,
};
const body = { content: json({ ...note, required: ['text'] }) };
const texts = ['q', 'sort', 'x'].map((name) => inQuery(name));
const parameters = [inQuery('done', 'boolean'), inQuery('limit', 'integer'), ...texts];
/** The check of the example takes longer than its limit. */
const riddle = {
  schema: { type: 'string', pattern: '^((a{0,100}){0,100}){0,100}$' },
  examples: { long: { value: `${'a'.repeat(5000)}b` } },
};

/** No object matches. */
const impossible = object({ id: integer, both: { type: 'string', minLength: 3, maxLength: 2 } }, ['id', 'both']);

const document = documentOf(
  {
    '/notes': {
      get: named('list', listOf(note), { parameters }),
      post: { operationId: 'create', requestBody: body, responses: { 201: answer(note), 409: {} } },
    },
    '/notes/{id}': {
      get: { operationId: 'read', responses: { 200: answer(note, { ETag: { schema: {} } }), 304: {}, 404: {} } },
      put: { operationId: 'replace', requestBody: body, responses: { 200: answer(note) } },
      patch: { operationId: 'update', requestBody: body, responses: { 200: answer(note) } },
      delete: { operationId: 'remove', responses: { 204: {} } },
    },
    '/notes/{id}/complete': { post: { operationId: 'finish', responses: { 200: answer(note) } } },
    '/notes/{id}/ponder': {
      post: { operationId: 'ponder', 'x-vivarium': { set: { done: 'maybe' } }, responses: { 200: answer(note) } },
    },
    '/riddle': { get: { operationId: 'riddle', responses: { 200: { content: { 'application/json': riddle } } } } },
    '/greeting/{user}': { get: named('greet', object({ user: integer })) },
    '/handled': { get: named('handled', integer, { parameters: [inQuery('changes', 'integer')] }) },
    '/doubts': {
      get: { operationId: 'doubts', responses: { 200: answer({ type: 'array', items: impossible }) } },
      post: named('doubt', impossible, { status: 201, takes: { type: 'object' } }),
    },
    '/joke': { get: { operationId: 'joke', security: [{ key: [] }], responses: { 200: answer({ type: 'string' }) } } },
  },
  { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
);

const makeChanges: Handler = ({ parameters, collection }) => {
  const changes = Number(parameters.query.changes ?? 0);
  if (changes < 0) throw new Error('it broke');
  for (let change = 0; change < changes; change++) collection('notes').put({ text: 'a' });
  return { body: changes };
};

let service: Service;
beforeAll(async () => {
  ({ service } = withHandlers(await readyService(document), new Map([['handled', makeChanges]])));
});

const text = { text: 'one' };
const fault = (rest: JsonObject): ScenarioDocument => ({ faults: [{ name: 'mine', ...rest } as FaultDocument] });
const prefer = (wish: string): Sent => ({ headers: { prefer: wish } });
const twelveNames = Array.from({ length: 12 }, (_, n) => `n${n}`).join('&');
const keyed: Sent = { headers: { 'x-key': 'k' } };

type Case = readonly [line: string | RegExp, method: string, target: string, sent?: Sent, scenario?: ScenarioDocument];

/** Faults of another operation. */
const elsewhere = (count: number): FaultDocument[] =>
  Array.from({ length: count }, (_, n) => ({ name: `fault-${n}`, status: 503, on: { operation: 'create' } }));

/** `test/core/simulate/once.test.ts` and `test/parts/webhooks` have the first two. */
type Elsewhere = 'callback' | 'replayed' | 'forwarded' | 'sent-already' | 'recorded' | 'kept' | 'compared' | 'login';

/** At least one of each kind, but of those of an upstream and of a login: the compiler reports a missing one. */
const cases: Readonly<Record<Exclude<Step['type'], Elsewhere>, readonly Case[]>> = {
  matched: [
    ['matched operation list', 'GET', '/notes'],
    ['no operation matched', 'GET', '/nowhere'],
  ],
  'not-modified': [['not modified since If-None-Match', 'GET', '/notes/1', { headers: { 'if-none-match': '*' } }]],
  'preference-applied': [['Prefer code=404: applied', 'GET', '/notes/1', prefer('code=404')]],
  'preference-ignored': [[/^Prefer code=999: ignored, .+/, 'GET', '/notes/1', prefer('code=999')]],
  // Its results are tested below.
  fault: [['fault mine: fired', 'GET', '/notes', {}, fault({ status: 503 })]],
  'other-faults': [
    ['2 more faults: do not match this request', 'GET', '/notes', {}, { faults: elsewhere(12) }],
    ['1 more fault: does not match this request', 'GET', '/notes', {}, { faults: elsewhere(11) }],
  ],
  altered: [
    [/^fault mine: \/(id|text) was .+, now nothing$/, 'GET', '/notes/1', {}, fault({ contract: 'missing-required' })],
  ],
  'not-applicable': [
    [/^fault mine: not applied, the response has no list$/, 'GET', '/notes/1', {}, fault({ extreme: 'empty-list' })],
  ],
  'forced-status': [
    ['status 404 forced', 'GET', '/notes/1', {}, fault({ status: 404 })],
    ['status 503 forced (not documented for this operation)', 'GET', '/notes/1', {}, fault({ status: 503 })],
  ],
  'unknown-parameters': [
    ['ignored, since the document does not have it: query.pageSise', 'GET', '/notes?pageSise=3'],
    ['ignored, since the document does not have it: query.a, query.b', 'GET', '/notes?a&b=1&a=2'],
    [/: query\.n0, .*query\.n9, and 2 more$/, 'GET', `/notes?${twelveNames}`],
  ],
  credential: [
    ['credential: rejected', 'GET', '/joke'],
    [/^credential: (?!rejected).*[^.]$/, 'GET', '/joke', keyed],
  ],
  refused: [['rejected with 404: There is no item 9 in notes.', 'GET', '/notes/9']],
  executed: [
    ['listed notes', 'GET', '/notes'],
    ['created item 2 of notes', 'POST', '/notes', { body: text }],
    ['read item 1 of notes', 'GET', '/notes/1'],
    ['replaced item 1 of notes', 'PUT', '/notes/1', { body: text }],
    ['updated item 1 of notes', 'PATCH', '/notes/1', { body: text }],
    ['deleted item 1 of notes', 'DELETE', '/notes/1'],
    ['acted on item 1 of notes', 'POST', '/notes/1/complete'],
  ],
  unchecked: [[/^the body cannot be checked: the pattern .+ takes too long/, 'GET', '/riddle', prefer('example=long')]],
  parameter: [
    ['done=true: 0 of 1', 'GET', '/notes?done=true'],
    ['q=zebra: 0 of 1', 'GET', '/notes?q=zebra'],
    ['q=: no effect', 'GET', '/notes?q='],
    ['sort=-text: sorted by -text', 'GET', '/notes?sort=-text'],
    ['sort=size: no effect, the name is unknown', 'GET', '/notes?sort=size'],
    ['limit=5: items 1 to 1', 'GET', '/notes?limit=5'],
    ['limit=0: no items', 'GET', '/notes?limit=0'],
    ['x=1: no effect', 'GET', '/notes?x=1'],
  ],
  empty: [[/^doubts started empty: no generated item matches its schema: .+/, 'GET', '/doubts']],
  'not-set': [['done is not set: its schema does not allow the result', 'POST', '/notes/1/ponder']],
  reflected: [['taken from the request: user', 'GET', '/greeting/7']],
  stateless: [[/^stateless response: .+/, 'GET', '/joke', keyed]],
  handler: [
    ['handler of handled: ran', 'GET', '/handled'],
    ['handler of handled: ran, with 2 more changes', 'GET', '/handled?changes=52'],
    [/^handler of handled: failed, it broke \(.+exchange\.test\.ts:\d+:\d+\)$/, 'GET', '/handled?changes=-1'],
  ],
};

const results: Readonly<Record<FaultResult, ScenarioDocument>> = {
  fired: fault({ status: 503 }),
  'does not match this request': fault({ status: 503, on: { operation: 'create' } }),
  'outside its time window': fault({ status: 503, when: { from: '1h' } }),
  'skipped by its counts': fault({ status: 503, when: { after: 1 } }),
  'skipped by chance': fault({ status: 503, when: { chance: 0 } }),
  'within its limit': fault({ rate: { limit: 5, per: '1m' } }),
  'another fault took precedence': {
    faults: [{ name: 'first', status: 500 }, ...(fault({ status: 503 }).faults ?? [])],
  },
};

const linesOf = (type: Step['type'], [, method, target, sent, scenario]: Case): readonly string[] => {
  const state = stateOf(service, { data: { notes: [{ id: 1, ...text }] }, ...scenario });
  const { steps } = decide(service, state, requestOf(method, target, sent)).exchange;
  return steps.filter((step) => step.type === type).map(explainStep);
};

describe('explainStep', () => {
  const all = Object.entries(cases).flatMap(([type, some]) => some.map((one) => [type as Step['type'], one] as const));
  test.each(all)('of a step %s: %j', (type, one) => {
    expect(linesOf(type, one)).toContainEqual(typeof one[0] === 'string' ? one[0] : expect.stringMatching(one[0]));
  });

  test.each(Object.entries(results))('the result of a fault: %s', (result, scenario) => {
    expect(linesOf('fault', ['', 'GET', '/notes', {}, scenario])).toContain(`fault mine: ${result}`);
  });

  test('a filter that stopped at a full page', () => {
    const effect = { type: 'filter', matched: 2, tested: 3, isPartial: true } as const;
    expect(explainStep({ type: 'parameter', parameter: 'q', effect })).toBe('q: 2 of the first 3');
  });

  test('a forced status without the example that it should have', () => {
    const step = { type: 'forced-status', status: 404, documented: true, missingExample: 'gone' } as const;
    expect(explainStep(step)).toBe('status 404 forced, without its example "gone", which is not documented for it');
  });

  test('a value in a short line', () => {
    expect(showValue(undefined)).toBe('nothing');
    expect(showValue({ a: 9007199254740993n })).toBe('{"a":9007199254740993}');
    expect(showValue('x'.repeat(78))).toBe(`"${'x'.repeat(78)}"`);
    expect(showValue('x'.repeat(79))).toBe(`"${'x'.repeat(78)}…`);
  });
});

test('a response is lost if nothing of it is sent', () => {
  expect(isLost({ transport: undefined })).toBe(false);
  expect(isLost({ transport: 'truncate' })).toBe(false);
  expect(isLost({ transport: 'reset' })).toBe(true);
});

test('the steps contain the reason for a stateless response, and that a forced status is documented', () => {
  expect(explainSteps(askNotes('GET', '/labelled')).at(-1)).toMatch(/^stateless response: .+\.$/);
  const forced = askNotes('GET', '/notes', {}, { faults: [{ name: 'mine', status: 200 }] });
  expect(explainSteps(forced).at(-1)).toBe('status 200 forced');
});
