import { describe, expect, test } from 'vitest';
import { parseScenario, problemsOf, sentencesOf } from '../helpers.ts';

const sentences = (text: string, file = 's.yaml') => sentencesOf(() => parseScenario(text, file));

describe('a scenario file is read as it is meant', () => {
  test('an empty file is a scenario', () => {
    expect(parseScenario('', 's.yaml')).toEqual({});
    expect(parseScenario('# nothing\n', 's.yaml')).toEqual({});
  });

  test('every documented key is accepted', () => {
    const document = parseScenario(
      `# yaml-language-server: $schema=../schema/scenario.json
description: The API key expires.
extends: default
seed: 42
clock: 2030-06-01T00:00:00Z
requests: report
auth:
  keys: [demo-key]
  rejected: ["invalid*"]
data:
  orders:
    - { id: 1, status: open }
generate: { orders: 40 }
defaults:
  orders: { status: open }
faults:
  - unauthorized
  - { use: slow, on: { operation: listOrders } }
  - { use: not-found, enabled: false }
  - name: key-expires
    on: { operation: [createOrder], method: POST, path: /orders/*, query: { limit: 10 }, header: { x-a: b }, body: { status: paid } }
    when: { after: 3, every: 2, first: 5, chance: 0.3 }
    status: 401
    headers: { Retry-After: 1 }
    body: { code: key_expired }
    work: done
  - { name: lag, latency: { min: 100ms, max: 900ms } }
  - { name: tail, latency: { median: 200ms, p99: 2s } }
  - { name: cut, transport: reset, work: skipped }
`,
      's.yaml',
    );
    expect(document.clock).toBe('2030-06-01T00:00:00Z');
    expect(document.faults).toHaveLength(7);
  });

  test('integers keep every digit, small ones are plain numbers', () => {
    const { data } = parseScenario('data: { orders: [{ id: 9223372036854775807, n: 5, h: 0x10, f: 1.5 }] }', 's.yaml');
    expect(data).toEqual({ orders: [{ id: 9223372036854775807n, n: 5, h: 16, f: 1.5 }] });
    const spelled = parseScenario(
      'data: { orders: [{ id: 9007199254740993.0, n: 9.007199254740993e15, f: 1.0 }] }',
      's.yaml',
    );
    expect(spelled.data).toEqual({ orders: [{ id: 9007199254740993n, n: 9007199254740993n, f: 1 }] });
    const json = parseScenario('{"data":{"orders":[{"id":9223372036854775807}]}}', 's.json');
    expect(json.data).toEqual({ orders: [{ id: 9223372036854775807n }] });
  });

  test('dates, yes, no and on stay texts, whatever version the file declares', () => {
    const { data } = parseScenario('%YAML 1.1\n---\ndata: { orders: [{ at: 2030-01-01, a: yes, on: no }] }', 's.yaml');
    expect(data).toEqual({ orders: [{ at: '2030-01-01', a: 'yes', on: 'no' }] });
  });

  test('anchors, aliases and merges work', () => {
    const { data } = parseScenario('data: { orders: [&a { id: 1, status: open }, { <<: *a, id: 2 }] }', 's.yaml');
    expect(data).toEqual({
      orders: [
        { id: 1, status: 'open' },
        { id: 2, status: 'open' },
      ],
    });
  });

  test('a property named __proto__ is an ordinary property', () => {
    const { data } = parseScenario('data: { orders: [{ __proto__: { admin: true }, constructor: 1 }] }', 's.yaml');
    const item = [data?.orders].flat()[0] as object;
    expect(Object.keys(item)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
    expect((item as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe('problems are reported with their location', () => {
  test.each([
    ['faluts: []', 's.yaml:1:1: unknown key "faluts". Did you mean "faults"?'],
    ['__proto__: 1', /^s\.yaml:1:1: unknown key "__proto__"/],
    ['auth: { key: [a] }', 's.yaml:1:9: unknown key "key" in auth. Did you mean "keys"?'],
    ['requests: reprot', 's.yaml:1:11: requests must be "refuse" or "report", not "reprot". Did you mean "report"?'],
    ['seed: 1.5', 's.yaml:1:7: seed must be a whole number from -9007199254740991 to 9007199254740991, not 1.5'],
    ['- a', 's.yaml:1:1: the scenario must be a map, not a list'],
    ['data:', 's.yaml:1:6: data must be a map of collections and lists of items, not empty'],
    ['data: { orders: [3] }', 's.yaml:1:18: data.orders[0] must be a map, not 3'],
    ['clock: 2030-06-01T00:00:00', /^s\.yaml:1:8: clock must be a time/],
    ['clock: 2030-02-31', /^s\.yaml:1:8: clock must be a time/],
    ['clock: { frozen: true }', /^s\.yaml:1:8: clock\.at is missing: it must be a time/],
  ])('%s', async (text, sentence) => {
    expect(await sentences(text)).toEqual([typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)]);
  });

  test('two faults of one name', async () => {
    expect(await sentences('faults:\n  - slow\n  - { use: slow, latency: 5s }\n')).toEqual([
      's.yaml:3:5: faults[1] has the same name as faults[0]: "slow". Give it another name: { use: slow, name: my-slow }.',
    ]);
  });

  test('all problems are reported at once, from top to bottom', async () => {
    const found = await problemsOf(() =>
      parseScenario('seed: x\nfaults: [nope, { name: a }]\ndata: 3\nrequets: refuse\n', 's.yaml'),
    );
    expect(found.map(({ line, column }) => `${line}:${column}`)).toEqual(['1:7', '2:10', '2:16', '3:7', '4:1']);
  });

  test('a frame shows the lines around the place and marks it', async () => {
    const [problem] = await problemsOf(() => parseScenario('seed: 1\n#\n#\nrequests:   maybe\n#\n#\n#\n', 's.yaml'));
    expect(problem?.frame).toBe(
      ['  2 | #', '  3 | #', '> 4 | requests:   maybe', '    |             ^', '  5 | #', '  6 | #'].join('\n'),
    );
  });

  test('a long line is cut around the place', async () => {
    const [problem] = await problemsOf(() =>
      parseScenario(`data: { orders: [${'{ id: 1 }, '.repeat(500)} 3] }`, 's.yaml'),
    );
    expect(Math.max(...(problem?.frame ?? '').split('\n').map((line) => line.length))).toBeLessThan(140);
    const [line = '', caret = ''] = problem?.frame?.split('\n') ?? [];
    expect(line[caret.indexOf('^')]).toBe('3');
  });

  test('Windows line ends do not shift places', async () => {
    expect(await sentences('seed: 1\r\nrequests: no\r\n')).toEqual([
      's.yaml:2:11: requests must be "refuse" or "report", not "no"',
    ]);
  });

  test('the number of reported problems is limited', async () => {
    const found = await problemsOf(() => parseScenario(`data: { orders: [${'1, '.repeat(5000)}] }`, 's.yaml'));
    expect(found).toHaveLength(101);
    expect(found.at(-1)?.message).toBe('there are more problems from here on; only the first 100 are shown');
  });
});

describe('text that cannot be parsed', () => {
  test.each([
    ['seed: 1\nseed: 2\n', 's.yaml:2:1: the key seed is duplicated. Keep one of them.'],
    ['seed: 1\n---\nseed: 2\n', 's.yaml:2:1: a second document begins here. Put each document into a separate file.'],
    ['data: *nope', 's.yaml:1:7: the alias *nope has no anchor (&nope) before it'],
    ['seed: !!binary 1', 's.yaml:1:7: the tag tag:yaml.org,2002:binary is not supported. Remove it.'],
    ['? [a]\n: b\n', 's.yaml:1:3: a key must be a text'],
    ['seed: .inf', 's.yaml:1:7: seed is not a valid JSON number'],
    ['data: { a: [{ b: { c: 1 }, n: [0, .nan] }] }', 's.yaml:1:35: data.a[0].n[1] is not a valid JSON number'],
    ['data: &a { orders: [*a] }', 's.yaml:1:21: data.orders[0] contains itself'],
    ['seed: 1: 2', 's.yaml:1:7: this value has a second ": ". Put the value in quotes.'],
  ])('%j', async (text, sentence) => {
    expect(await sentences(text)).toEqual([sentence]);
  });

  test('a line that is indented with a tab is reported once', async () => {
    expect(await sentences('data:\n  users:\n\t- ID: 1\n\t  name: "a"\nseed: 1\n')).toEqual([
      's.yaml:3:1: this line is indented with a tab. Use spaces.',
      's.yaml:4:1: this line is indented with a tab. Use spaces.',
    ]);
  });

  test('each bracket that does not end is reported where it begins', async () => {
    const text = `faults:
  - { id: a, on: { operation: listPets }
  - { id: b, on: { operation: "x]" }, enabled: [false }
data: { pets: [1, 2
`;
    expect(await sentences(text)).toEqual([
      's.yaml:2:5: the "{" that begins here does not end. Write "}" where it ends, before line 3.',
      's.yaml:3:48: the "[" that begins here does not end. Write "]" where it ends, before column 55.',
      's.yaml:3:5: the "{" that begins here does not end. Write "}" where it ends, before line 4.',
      's.yaml:4:15: the "[" that begins here does not end. Write "]" where it ends.',
      's.yaml:4:7: the "{" that begins here does not end. Write "}" where it ends.',
    ]);
  });

  test.each([
    ['duplicate keys', 'seed: 1\n'.repeat(30)],
    ['numbers that JSON does not have', `data: { orders: [${'.inf, '.repeat(30)}] }`],
  ])('the first twenty of many problems are reported: %s', async (_what, text) => {
    expect(await sentences(text)).toHaveLength(20);
  });

  test('a long text in braces is read as JSON only, since YAML would take seconds to report a problem', async () => {
    const flow = (length: number): string => `{ seed: 7, # ${'x'.repeat(length)}\n}`;
    expect(parseScenario(flow(1000), 's.yaml')).toEqual({ seed: 7 });
    expect(await sentences(flow(1024 * 1024))).toEqual([
      's.yaml:1:3: this is not valid JSON: expected a key in double quotes, not "s"',
    ]);
  });

  test('a few aliases cannot ask for billions of values', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(10)}]`,
    );
    expect(await sentences(`l0: &l0 [1]\n${levels.join('\n')}\n`)).toEqual([
      's.yaml:1:1: the aliases (*name) expand to too many values',
    ]);
  });

  test('one item can be repeated by alias as often as anyone needs', () => {
    expect(parseScenario(`data: { orders: [&a { id: 1 }${', *a'.repeat(1000)}] }`, 's.yaml').data?.orders).toHaveLength(
      1001,
    );
  });

  test.each([150, 5000, 50_000])('nesting of %i levels is rejected without a crash', async (depth) => {
    expect((await sentences(`data: ${'['.repeat(depth)}${']'.repeat(depth)}`))[0]).toContain(
      'the values are nested deeper than 100 levels',
    );
    expect((await sentences(`{"data": ${'['.repeat(depth)}${']'.repeat(depth)}}`, 's.json'))[0]).toContain(
      'nested deeper than 100',
    );
  });

  test.each([
    ['{ "seed": 1,\n  "seed": 2 }', 's.json:2:3: the key "seed" is duplicated'],
    ['{ "seed": 1, }', 's.json:1:14: this is not valid JSON: expected a key in double quotes, not "}"'],
    ['{ "seed": 01 }', 's.json:1:12: this is not valid JSON: expected "," or "}", not "1"'],
    ["{ 'seed': 1 }", 's.json:1:3: this is not valid JSON: expected a key in double quotes, not "\'"'],
    ['{ "seed": 1', 's.json:1:12: this is not valid JSON: expected "," or "}", not the end of the file'],
    ['{} {}', 's.json:1:4: this is not valid JSON: expected nothing more, not "{"'],
    [
      '{ "description": "\\x" }',
      's.json:1:19: this is not valid JSON: expected an escape such as \\n or \\u00e9, not "\\\\"',
    ],
    ['', 's.json:1:1: this is not valid JSON: expected a value, not the end of the file'],
    ['{ "sed": 1 }', 's.json:1:3: unknown key "sed". Did you mean "seed"?'],
  ])('JSON %j', async (text, sentence) => {
    expect(await sentences(text, 's.json')).toEqual([sentence]);
  });
});
