/** What is wrong with a scenario, in the words that its author reads: one mistake for each row. */
import { expect, test } from 'vitest';
import { readDocument } from '../../../src/scenario/document/read-document.ts';

test('a number of any size is the text of a header, and a value that is no name is no unknown fault', () => {
  expect(readDocument({ faults: [{ use: 'slow', on: { header: { 'x-id': 2n ** 63n, 'x-on': true } } }] }).ok).toBe(
    true,
  );
  expect(readDocument({ faults: [{ use: 5 }] })).toMatchObject({
    problems: [{ code: 'VIV_FAULT_INVALID', message: 'faults[0].use must be a built-in fault, not 5' }],
  });
});

test.each([
  [{ faults: 5 }, 'VIV_SCENARIO_INVALID'],
  [{ faults: [5] }, 'VIV_FAULT_INVALID'],
  [{ seed: 'x' }, 'VIV_SCENARIO_INVALID'],
])('the problem of %j has the code %s', (value, code) => {
  expect(readDocument(value)).toMatchObject({ ok: false, problems: [{ code }] });
});

const safe = 'a whole number from -9007199254740991 to 9007199254740991';
const time = 'a time such as 2030-06-01T00:00:00Z or a date such as 2030-06-01';
const duration = 'a duration such as 250ms, 30s, 5m, 2h or 7d';
const size = 'a size such as 500B, 10KB or 1MiB';
const status = 'a whole number from 200 to 599';
const clock = 'a time such as 2030-06-01T00:00:00Z, or { at: 2030-06-01T00:00:00Z, frozen: true }';
const oneEffect = 'the name of a built-in fault, { use: ... } or { name: ... } with one effect';
const sameName = 'has the same name as faults[0]: "slow" | Give it another name: { use: slow, name: my-slow }.';
const builtIns = 'Built-in faults: bad-request, unauthorized, forbidden, not-found, conf';
const onWebhooks = 'Use latency, contract, extreme, webhook.';
const ofRequests = (condition: string) =>
  `faults[0].on.${condition} is of requests, and the fault is on webhooks | Name webhooks alone: { webhook: NAME }.`;
const bodyOfStatus = ['faults[0] has body, which is only allowed with status'];
const many = 'a whole number from 0 to 1000000';
const fault = (effect: object) => ({ faults: [{ name: 'a', ...effect }] });
const forced = (more: object) => fault({ status: 500, ...more });
const auth = (value: unknown) => ({ auth: value });
const clients = (...all: readonly object[]) => auth({ clients: all });
const client = { id: 'a', redirectUris: [] };
const users = (...all: readonly object[]) => auth({ users: all });
const response = (more: object) => ({ responses: [{ operation: 'a', path: '/a', ...more }] });
const resume = (value: object) => ({ resume: value });

/** The problems as texts with their hints, and the place of the first. */
const problemsOf = (document: unknown) => {
  const read = readDocument(document);
  const problems = read.ok ? [] : read.problems;
  return {
    messages: problems.map(({ message, hint }) => (hint === undefined ? message : `${message} | ${hint.slice(0, 70)}`)),
    place: `${problems[0]?.path.join('.')} ${problems[0]?.at}`,
  };
};

test.each<[document: unknown, path: string, message: string]>([
  [{ description: 1 }, 'description', 'must be a text, not 1'],
  [{ extends: '' }, 'extends', 'must be the name of a scenario, not ""'],
  [{ seed: 1.5 }, 'seed', `must be ${safe}, not 1.5`],
  [{ seed: 'x' }, 'seed', `must be ${safe}, not "x"`],
  [{ seed: 1152921504606847000 }, 'seed', `must be ${safe}, not 1152921504606847000`],
  [{ clock: 5 }, 'clock', `must be ${clock}, not 5`],
  [{ clock: 'soon' }, 'clock', `must be ${time}, not "soon"`],
  [{ clock: { at: 'soon' } }, 'clock.at', `must be ${time}, not "soon"`],
  [{ clock: { at: '2030-06-01', frozen: 1 } }, 'clock.frozen', 'must be true or false, not 1'],
  [{ clock: { frozen: true } }, 'clock.at', `is missing: it must be ${time}`],
  [{ requests: 'x' }, 'requests', 'must be "refuse" or "report", not "x"'],
  [auth([]), 'auth', 'must be a map, not an empty list'],
  [auth({ keys: 'x' }), 'auth.keys', 'must be a list of texts, not "x"'],
  [auth({ keys: [1] }), 'auth.keys[0]', 'must be a text, not 1'],
  [auth({ rejected: [1] }), 'auth.rejected[0]', 'must be a text, not 1'],
  [users(), 'auth.users', 'must be a list of users with at least one, not an empty list'],
  [users({ sub: '' }), 'auth.users[0].sub', 'must be a text, not ""'],
  [users({}), 'auth.users[0].sub', 'is missing: it must be a text'],
  [users({ sub: 'a' }, { sub: 'b' }, { sub: 'a' }), 'auth.users[2].sub', 'must be unique, not "a"'],
  [users({ sub: 'a', scopes: 'x' }), 'auth.users[0].scopes', 'must be a list of scopes, not "x"'],
  [auth({ login: 'x' }), 'auth.login', 'must be "first" or "page", not "x"'],
  [clients({ ...client, id: '' }), 'auth.clients[0].id', 'must be a text, not ""'],
  [clients(client, client), 'auth.clients[1].id', 'must be unique, not "a"'],
  [
    clients({ ...client, redirectUris: ['/b'] }),
    'auth.clients[0].redirectUris[0]',
    'must be an absolute URI, not "/b"',
  ],
  [clients({ id: 'a' }), 'auth.clients[0].redirectUris', 'is missing: it must be a list of URIs'],
  [auth({ lifetime: 'soon' }), 'auth.lifetime', `must be ${duration}, not "soon"`],
  [auth({ audience: 5 }), 'auth.audience', 'must be a text or a list of texts, not 5'],
  [auth({ audience: [5] }), 'auth.audience[0]', 'must be a text, not 5'],
  [auth({ tokens: 'x' }), 'auth.tokens', 'must be "any" or "issued", not "x"'],
  [{ data: [] }, 'data', 'must be a map of collections and lists of items, not an empty list'],
  [{ data: { pets: 5 } }, 'data.pets', 'must be a list of items, or a map for a singleton, not 5'],
  [{ data: { pets: [5] } }, 'data.pets[0]', 'must be a map, not 5'],
  [{ generate: { pets: -1 } }, 'generate.pets', `must be ${many}, not -1`],
  [{ generate: { pets: 1000001 } }, 'generate.pets', `must be ${many}, not 1000001`],
  [{ generate: { pets: 1.5 } }, 'generate.pets', `must be ${many}, not 1.5`],
  [{ generate: 5 }, 'generate', 'must be a map of collections and numbers, not 5'],
  [{ examples: 1 }, 'examples', 'must be true or false, not 1'],
  [{ defaults: 5 }, 'defaults', 'must be a map of collections and their properties, not 5'],
  [{ defaults: { pets: 5 } }, 'defaults.pets', 'must be a map, not 5'],
  [{ faults: 5 }, 'faults', 'must be a list of faults, not 5'],
  [{ faults: [null] }, 'faults[0]', `must be ${oneEffect}, not empty`],
  [{ faults: [5] }, 'faults[0]', `must be ${oneEffect}, not 5`],
  [{ upstream: 5 }, 'upstream', 'must be a map, not 5'],
  [{ upstream: { forward: 'x' } }, 'upstream.forward', 'must be all, unknown, none, or a list of operations, not "x"'],
  [{ upstream: { forward: [1] } }, 'upstream.forward[0]', 'must be a text, not 1'],
  [{ upstream: { record: 1 } }, 'upstream.record', 'must be true or false, not 1'],
  [{ upstream: { compare: 'x' } }, 'upstream.compare', 'must be true or false, not "x"'],
  [{ responses: 5 }, 'responses', 'must be a list of recorded responses, not 5'],
  [response({ status: 199 }), 'responses[0].status', `must be ${status}, not 199`],
  [response({ status: 600 }), 'responses[0].status', `must be ${status}, not 600`],
  [response({ status: 200, headers: { a: 1 } }), 'responses[0].headers.a', 'must be a text, not 1'],
  [{ resume: 5 }, 'resume', 'must be a map, not 5'],
  [resume({ start: 5 }), 'resume.start', 'must be a map, not 5'],
  [resume({ start: { scenario: 1 } }), 'resume.start.scenario', 'must be the name of a scenario, not 1'],
  [resume({ start: { inline: 1 } }), 'resume.start.inline', 'must be a map, not 1'],
  [resume({ startedAt: 1 }), 'resume.startedAt', `must be ${time}, not 1`],
  [resume({ exchanges: -1 }), 'resume.exchanges', 'must be a whole number, 0 or more, not -1'],
  [resume({ calls: { a: -1 } }), 'resume.calls.a', 'must be a whole number, 0 or more, not -1'],
  [resume({ faults: { a: { seen: 1 } } }), 'resume.faults.a.fired', 'is missing: it must be a whole number, 0 or more'],
  [resume({ nextIds: { a: 0 } }), 'resume.nextIds.a', 'must be a whole number, 1 or more, not 0'],
  [resume({ nextIds: { a: 1.5 } }), 'resume.nextIds.a', 'must be a whole number, 1 or more, not 1.5'],
  [resume({ login: { used: [1] } }), 'resume.login.used[0]', 'must be a text, not 1'],
  [resume({ upstreams: { a: { record: 1 } } }), 'resume.upstreams.a.record', 'must be true or false, not 1'],
  [{ $schema: 1 }, '$schema', 'must be the address of a JSON Schema, not 1'],
  [{ faults: [{ status: 500 }] }, 'faults[0]', 'has no name | Add a name, or change a built-in fault with "use".'],
  [
    { faults: [{ name: 'a' }] },
    'faults[0]',
    'has no effect | Add one of status, latency, bandwidth, dribble, transport, contract, e',
  ],
  [{ faults: [{ name: 'slow' }] }, 'faults[0]', 'has no effect | To change the built-in fault, write { use: slow }.'],
  [fault({ status: 99 }), 'faults[0].status', `must be ${status}, not 99`],
  [fault({ status: 'x' }), 'faults[0].status', `must be ${status}, not "x"`],
  [
    fault({ transport: 'rest' }),
    'faults[0].transport',
    'must be one of "reset", "timeout", "empty", "truncate", "garbage", not "rest" | Did you mean "reset"?',
  ],
  [{ faults: [{ name: '', status: 500 }] }, 'faults[0].name', 'must be a name, not ""'],
  [
    fault({ latency: 2 }),
    'faults[0].latency',
    'must be a duration such as 200ms, { min: 100ms, max: 900ms } or { median: 200ms, p99: 2s }, not 2',
  ],
  [fault({ latency: '2 s' }), 'faults[0].latency', `must be ${duration}, not "2 s"`],
  [fault({ latency: { max: '2s' } }), 'faults[0].latency.min', `is missing: it must be ${duration}`],
  [fault({ latency: { p99: '2s' } }), 'faults[0].latency.median', `is missing: it must be ${duration}`],
  [
    fault({ dribble: { chunks: 0, over: '2s' } }),
    'faults[0].dribble.chunks',
    'must be a whole number from 1 to 10000, not 0',
  ],
  [forced({ when: { from: 'soon' } }), 'faults[0].when.from', `must be ${duration}, not "soon"`],
  [fault({ latency: 'soon' }), 'faults[0].latency', `must be ${duration}, not "soon"`],
  [fault({ latency: { min: '2s', max: '1s' } }), 'faults[0].latency.min', 'must be at most max ("1s"), not "2s"'],
  [fault({ latency: { median: '0ms', p99: '1s' } }), 'faults[0].latency.median', 'must be more than 0, not "0ms"'],
  [fault({ latency: { median: '2s', p99: '1s' } }), 'faults[0].latency.median', 'must be at most p99 ("1s"), not "2s"'],
  [fault({ latency: { min: '1s' } }), 'faults[0].latency.max', `is missing: it must be ${duration}`],
  [forced({ headers: { a: 'x\ny' } }), 'faults[0].headers.a', 'has characters that are not allowed in a header'],
  [forced({ headers: { a: {} } }), 'faults[0].headers.a', 'must be a text, not an empty map'],
  [forced({ on: { path: 'pets' } }), 'faults[0].on.path', 'must start with / or *, not "pets"'],
  [forced({ on: { path: ['/a', 'b'] } }), 'faults[0].on.path[1]', 'must start with / or *, not "b"'],
  [forced({ on: { operation: 5 } }), 'faults[0].on.operation', 'must be a text or a list of texts, not 5'],
  [forced({ on: { query: { a: {} } } }), 'faults[0].on.query.a', 'must be a text, not an empty map'],
  [forced({ when: { chance: 2 } }), 'faults[0].when.chance', 'must be a number from 0 to 1, not 2'],
  [forced({ when: { every: 0 } }), 'faults[0].when.every', 'must be a whole number, 1 or more, not 0'],
  [forced({ when: 5 }), 'faults[0].when', 'must be a map of conditions on the count and the time, not 5'],
  [forced({ enabled: 1 }), 'faults[0].enabled', 'must be true or false, not 1'],
  [fault({ bandwidth: 'x' }), 'faults[0].bandwidth', `must be ${size}, not "x"`],
  [fault({ bandwidth: '0B' }), 'faults[0].bandwidth', `must be ${size}, not "0B"`],
  [
    fault({ contract: 'wrong-tpye' }),
    'faults[0].contract',
    'must be one of "missing-required", "wrong-type", "null-value", "unknown-enum", "extra-property", "out-of-range", "bad-format", "wrong-content-type", not "wrong-tpye" | Did you mean "wrong-type"?',
  ],
  [
    fault({ extreme: 'x' }),
    'faults[0].extreme',
    'must be one of "minimal", "empty-list", "longest", "boundary", not "x"',
  ],
  [{ faults: ['slow', 'slow'] }, 'faults[1]', sameName],
  [{ faults: ['slow', { use: 'slow' }] }, 'faults[1]', sameName],
])('%j: the value of %s %s', (document, path, message) => {
  const place = `${path.replaceAll(/\[(\d+)\]/g, '.$1')} value`;
  expect(problemsOf(document)).toEqual({ messages: [`${path} ${message}`], place });
});

const claims = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'scope', 'client_id'];
test.each(claims)('the claim %s is of the issuer', (claim) => {
  expect(problemsOf(users({ sub: 'a', claims: { [claim]: 1 } }))).toEqual({
    messages: [
      `"${claim}" must be a claim that the issuer does not set itself (sub, scope, audience and lifetime are options)`,
    ],
    place: `auth.users.0.claims.${claim} key`,
  });
});

test.each<[document: unknown, messages: readonly string[], place: string]>([
  [5, ['the scenario must be a map, not 5'], ' value'],
  ['hello', ['the scenario must be a map, not "hello"'], ' value'],
  [{ sed: 1 }, ['unknown key "sed" | Did you mean "seed"?'], 'sed key'],
  [
    { nonsense: 1 },
    ['unknown key "nonsense" | Allowed keys: description, extends, seed, clock, requests, auth, data,'],
    'nonsense key',
  ],
  [{ faults: ['unauthorised'] }, ['unknown fault "unauthorised" | Did you mean "unauthorized"?'], 'faults.0 value'],
  [{ faults: [{ use: 'slwo' }] }, ['unknown fault "slwo" | Did you mean "slow"?'], 'faults.0.use value'],
  [
    { faults: [{ use: 'slow', work: 'done' }] },
    ['faults[0] has work, which is only allowed with status and transport'],
    'faults.0.work key',
  ],
  [fault({ latency: '2s', body: null }), bodyOfStatus, 'faults.0.body key'],
  [
    forced({ when: { afer: 1 } }),
    ['unknown key "afer" in faults[0].when | Did you mean "after"?'],
    'faults.0.when.afer key',
  ],
  [
    { responses: [{}] },
    [
      'responses[0].operation is missing: it must be the name of an operation',
      'responses[0].path is missing: it must be a path below the base path',
      'responses[0].status is missing: it must be a whole number from 200 to 599',
    ],
    'responses.0.operation value',
  ],
  [
    resume({ login: { sessions: [{ id: 'a' }] } }),
    [
      'resume.login.sessions[0].sub is missing: it must be a text',
      'resume.login.sessions[0].client is missing: it must be a text',
      'resume.login.sessions[0].since is missing: it must be a whole number, 0 or more',
    ],
    'resume.login.sessions.0.sub value',
  ],
  [{ faults: [{ use: 'nothing' }] }, [`unknown fault "nothing" | ${builtIns}`], 'faults.0.use value'],
  [
    fault({ status: 500, transport: 'reset' }),
    ['faults[0] has 2 effects (status, transport) | A fault must have exactly one.'],
    'faults.0.transport value',
  ],
  [
    fault({ status: 500, body: 1, example: 'a' }),
    ['faults[0] has both body and example | Keep one of them.'],
    'faults.0.example key',
  ],
  [fault({ transport: 'reset', body: 1 }), bodyOfStatus, 'faults.0.body key'],
  [forced({ on: { webhook: 'paid' } }), [`status disturbs no webhook | ${onWebhooks}`], 'faults.0.on.webhook key'],
  [
    { faults: [{ use: 'hang', on: { webhook: 'paid' } }] },
    [`transport disturbs no webhook | ${onWebhooks}`],
    'faults.0.on.webhook key',
  ],
  [fault({ latency: '1s', on: { webhook: 'paid', method: 'POST' } }), [ofRequests('method')], 'faults.0.on.method key'],
  [{ faults: [{ use: 'webhook-lost', on: { path: '/orders' } }] }, [ofRequests('path')], 'faults.0.on.path key'],
  [forced({ headers: { 'a b': 'x' } }), ['"a b" is not a valid header name'], 'faults.0.headers.a b key'],
  [
    forced({ on: { operations: 'x' } }),
    ['unknown key "operations" in faults[0].on | Did you mean "operation"?'],
    'faults.0.on.operations key',
  ],
  [
    { faults: [500, 501].map((status) => ({ name: 'a', status })) },
    ['faults[1] has the same name as faults[0]: "a"'],
    'faults.1.name value',
  ],
  [
    { faults: ['slow', { use: 'outage', name: 'slow' }] },
    [`unknown fault "outage" | ${builtIns}`],
    'faults.1.use value',
  ],
])('%j', (document, messages, place) => {
  expect(problemsOf(document)).toEqual({ messages, place });
});
