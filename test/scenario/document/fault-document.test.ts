import { describe, expect, test } from 'vitest';
import { builtInFaults } from '../../../src/core/faults/built-in-faults.ts';
import { contractKinds, extremeKinds, groupOf } from '../../../src/core/faults/effects.ts';
import type { FaultEntry } from '../../../src/core/faults/fault.ts';
import { transports } from '../../../src/core/http/http.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import { checkFault } from '../../../src/scenario/document/check-fault.ts';
import {
  describeFault,
  faultFrom,
  faultToDocument,
  mergeFault,
  readFaultPatch,
} from '../../../src/scenario/document/fault-document.ts';
import { type FaultDocument, type FaultPatch, faultSchema } from '../../../src/scenario/document/fault-schema.ts';
import fc from '../../fast-check.ts';

describe('a fault made of a document', () => {
  const limited = { status: 429, headers: { 'Retry-After': '1' } };

  test('a name alone is the built-in fault, on', () => {
    expect(faultFrom('slow')).toEqual({ fault: builtInFaults.get('slow'), enabled: true });
  });

  test('use narrows a built-in fault and keeps its effect', () => {
    const { fault, enabled } = faultFrom({ use: 'rate-limited', on: { operation: 'listOrders' }, enabled: false });
    expect(fault).toMatchObject({ name: 'rate-limited', on: { operation: 'listOrders' }, effect: limited });
    expect(fault.description).toBe(builtInFaults.get('rate-limited')?.description);
    expect(enabled).toBe(false);
  });

  test.each<[string, FaultDocument, object]>([
    [
      'use with a name is a copy under that name',
      { use: 'slow', name: 'slow-list' },
      { name: 'slow-list', effect: { type: 'latency', latency: { ms: 2000 } } },
    ],
    [
      'a property of the effect replaces the built-in one',
      { use: 'slow', latency: '5s' },
      { effect: { type: 'latency', latency: { type: 'fixed', ms: 5000 } }, description: undefined },
    ],
    [
      'other properties of the effect are kept',
      { use: 'rate-limited', body: { wait: true } },
      { effect: { ...limited, body: { wait: true } } },
    ],
    [
      'another effect removes the headers of the built-in one',
      { use: 'rate-limited', status: 503 },
      { effect: { status: 503, headers: undefined } },
    ],
    [
      'a built-in description is not kept if it no longer applies',
      { use: 'flaky', when: { chance: 0.9 } },
      { description: undefined },
    ],
    [
      'numbers and booleans in headers and queries are converted to texts',
      {
        name: 'a',
        status: 429,
        headers: { 'Retry-After': 5 },
        on: { query: { limit: 10, all: true, id: 9223372036854775808n } },
      },
      {
        effect: { headers: { 'Retry-After': '5' } },
        on: { query: { limit: '10', all: 'true', id: '9223372036854775808' } },
      },
    ],
    ['an empty on or when has no effect', { use: 'slow', on: {}, when: {} }, { on: undefined, when: undefined }],
    ['the work of a status is skipped', { name: 'a', status: 500 }, { effect: { work: 'skipped' } }],
    ['unless it says otherwise', { name: 'a', status: 500, work: 'done' }, { effect: { work: 'done' } }],
    ['the work of a transport is done', { name: 'a', transport: 'reset' }, { effect: { work: 'done' } }],
  ])('%s', (_name, document, fault) => {
    expect(faultFrom(document).fault).toMatchObject(fault);
  });
});

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<never>;
const duration = fc.nat(100_000).map((ms) => `${ms}ms`);
const times = fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.nat(5000));
const range = (low: string, high: string) =>
  times.map(([from, more]) => ({ [low]: `${from}ms`, [high]: `${from + more}ms` }));
const texts = fc.dictionary(fc.stringMatching(/^[a-z-]{1,8}$/), fc.stringMatching(/^[ -~]{0,8}$/), { maxKeys: 3 });
const work = fc.constantFrom('done', 'skipped');
const status = fc.integer({ min: 200, max: 599 });
const effect = fc.oneof(
  fc.record({ status, headers: texts, body: json, work }, { requiredKeys: ['status'] }),
  fc.record({ latency: fc.oneof(duration, range('min', 'max'), range('median', 'p99')) }),
  fc.record({ transport: fc.constantFrom(...transports), work }, { requiredKeys: ['transport'] }),
  fc.record({ bandwidth: fc.integer({ min: 1, max: 10_000_000 }).map((bytes) => `${bytes}B`) }),
  fc.record({ dribble: fc.record({ chunks: fc.integer({ min: 1, max: 100 }), over: duration }) }),
  fc.record({ contract: fc.constantFrom(...contractKinds) }),
  fc.record({ extreme: fc.constantFrom(...extremeKinds) }),
);
const oneOrMore = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 2 }));
const path = fc.constantFrom('/a/*', '*');
const optional = { requiredKeys: [] };
const common = fc.record(
  {
    description: fc.string(),
    enabled: fc.boolean(),
    on: fc.record({ operation: oneOrMore, method: oneOrMore, path, query: texts, header: texts, body: json }, optional),
    when: fc.record(
      {
        from: duration,
        for: duration,
        after: fc.nat(9),
        every: fc.integer({ min: 1, max: 9 }),
        first: fc.nat(9),
        chance: fc.double({ min: 0, max: 1, noNaN: true }),
      },
      optional,
    ),
  },
  optional,
);
const name = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('constructor', '__proto__', 'slow', 'flaky'));
const builtInName = fc.constantFrom(...builtInFaults.keys());
const faultDocument = (
  fc.oneof(
    builtInName,
    fc.tuple(name, common, effect).map(([name, properties, effect]) => ({ name, ...properties, ...effect })),
    fc.tuple(builtInName, common).map(([use, properties]) => ({ use, ...properties })),
    fc.tuple(builtInName, common, effect).map(([use, properties, effect]) => ({ use, ...properties, ...effect })),
    fc.tuple(builtInName, name, common).map(([use, name, properties]) => ({ use, name, ...properties })),
  ) as fc.Arbitrary<FaultDocument>
).filter((document) => checkFault(document, []).length === 0);

/** Faults are compared by their defined properties. */
const plain = (entry: FaultEntry): unknown => JSON.parse(JSON.stringify(entry));

describe('a fault written as a document', () => {
  const off = { use: 'slow', enabled: false } as const;
  const narrowed = { use: 'slow', on: { operation: 'listOrders' } } as const;
  const slower = { use: 'slow', latency: '5s' } as const;
  const copied = { name: 'a', description: builtInFaults.get('slow')?.description ?? '', latency: '2s' };
  const flaky = { name: 'flaky', status: 503, headers: { 'Retry-After': '1' } };
  const bare = { name: 'a', status: 401, body: null };

  test.each<[FaultDocument, unknown]>([
    ['slow', 'slow'],
    [{ use: 'slow' }, 'slow'],
    [off, off],
    [narrowed, narrowed],
    [{ use: 'slow', latency: '2000ms' }, 'slow'],
    [{ ...slower, latency: '5000ms' }, slower],
    [{ use: 'slow', name: 'a' }, copied],
    [{ use: 'flaky', when: {} }, flaky],
    [{ ...bare, work: 'skipped' }, bare],
  ])('%j', (document, written) => {
    expect(faultToDocument(faultFrom(document))).toEqual(written);
  });

  test('means the same fault, and has the shape of a document', () => {
    fc.assert(
      fc.property(faultDocument, (document) => {
        const entry = faultFrom(document);
        const written = faultToDocument(entry) as FaultDocument;
        expect(faultSchema().safeParse(written).success).toBe(true);
        expect(plain(faultFrom(written))).toEqual(plain(entry));
        expect(faultToDocument(faultFrom(written))).toEqual(written);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a fault as the control API shows it', () => {
  test('a built-in one', () => {
    expect(describeFault(faultFrom('slow'), { seen: 9, fired: 4, since: undefined })).toEqual({
      name: 'slow',
      description: 'Delays every response by two seconds.',
      group: 'time',
      enabled: true,
      builtIn: true,
      latency: '2s',
      fired: 4,
    });
  });

  test('a custom fault without a description gets a generated one', () => {
    const own = { name: 'a', on: { operation: 'createOrder' }, when: { after: 3 }, status: 401, body: { code: 'x' } };
    const made = { description: 'Responds with 401.', group: 'status', enabled: true, builtIn: false, fired: 0 };
    expect(describeFault(faultFrom(own))).toEqual({ ...own, ...made });
  });

  test.each<[FaultDocument, string]>([
    [{ name: 'a', latency: { min: '1s', max: '1500ms' } }, 'Delays every response by 1s to 1500ms.'],
    [
      { name: 'a', latency: { median: '1s', p99: '1m' } },
      'Delays every response by 1s in the median, 1m at the 99th percentile.',
    ],
    [{ name: 'a', transport: 'reset' }, 'Processes the request, then resets the connection.'],
    [{ name: 'a', transport: 'timeout', work: 'skipped' }, 'Never responds.'],
    [{ name: 'a', status: 500, work: 'done' }, 'Processes the request, then responds with 500.'],
  ])('%j', (document, description) => {
    expect(describeFault(faultFrom(document)).description).toBe(description);
  });

  test('the built-in faults are in the group of their effect', () => {
    for (const [name, { effect }] of builtInFaults)
      expect(describeFault(faultFrom(name)).group).toBe(groupOf(effect.type));
  });
});

const merge = (current: FaultDocument | undefined, patch: FaultPatch, name = 'a') =>
  mergeFault(current === undefined ? undefined : faultFrom(current), name, patch);
const merged = (current: FaultDocument | undefined, patch: FaultPatch, name = 'a'): unknown => {
  const result = merge(current, patch, name);
  return result.type === 'merged' ? faultToDocument(result.entry) : result;
};

describe('a fault that is PUT', () => {
  const target = { name: 'a', on: { operation: 'x' }, when: { after: 3 } };
  const forced = { status: 401, headers: { h: '1' }, body: { code: 1 }, work: 'done' } as const;
  const own: FaultDocument = { ...target, ...forced, enabled: false };
  const slow = { name: 'a', latency: '1s' };
  const described = { name: 'a', description: 'Mine.', status: 401 };
  const on = { operation: 'x' };

  test.each<[what: string, before: FaultDocument | undefined, patch: FaultPatch, after: unknown, name?: string]>([
    ['is switched on by nothing at all, with everything else kept', own, {}, { ...target, ...forced }],
    [
      'keeps omitted properties, removes null ones',
      own,
      { enabled: false, on: null, body: null },
      { ...own, on: undefined, body: undefined },
    ],
    [
      'removes each property that is null',
      own,
      { when: null, headers: null, work: null },
      { name: 'a', on, status: 401, body: { code: 1 } },
    ],
    [
      'replaces whole properties',
      own,
      { when: { chance: 0.5 }, headers: { g: 2 } },
      { ...target, ...forced, when: { chance: 0.5 }, headers: { g: '2' } },
    ],
    ['replaces the old effect with its headers, body and work', own, { status: 500 }, { ...target, status: 500 }],
    ['replaces it with one of another type', own, { latency: '1s' }, { ...target, latency: '1s' }],
    ['accepts null for what its effect cannot have', slow, { body: null, headers: null, work: null }, slow],
    ['starts from the built-in fault of its name', undefined, { on }, { use: 'slow', on }, 'slow'],
    ['is the built-in fault of its name', undefined, {}, 'unauthorized', 'unauthorized'],
    [
      'starts from the built-in fault that it is to use',
      undefined,
      { use: 'slow', on },
      faultToDocument(faultFrom({ use: 'slow', name: 'slow-list', on })),
      'slow-list',
    ],
    [
      'starts from it whatever was there before',
      own,
      { use: 'slow', name: 'a' },
      faultToDocument(faultFrom({ use: 'slow', name: 'a' })),
    ],
    ['undoes the changes of a built-in fault', { use: 'slow', latency: '5s' }, { use: 'slow' }, 'slow', 'slow'],
    [
      'can be new when it has an effect',
      undefined,
      { status: 401, body: { code: 1 } },
      { name: 'key-expires', status: 401, body: { code: 1 } },
      'key-expires',
    ],
    [
      'does not keep a description that was made for its old effect',
      { name: 'a', status: 401 },
      { description: 'Responds with 401.', status: 500 },
      { name: 'a', status: 500 },
    ],
    ['keeps a description of its own', described, { status: 500 }, { ...described, status: 500 }],
    ['loses a description of its own that is null', described, { description: null }, { name: 'a', status: 401 }],
    [
      'does not keep a built-in description for another effect',
      'slow',
      { description: 'Delays every response by two seconds.', latency: '5s' },
      { use: 'slow', latency: '5s' },
      'slow',
    ],
    ['is built in again with its old effect', { use: 'slow', latency: '5s' }, { latency: '2s' }, 'slow', 'slow'],
  ])('%s', (_what, before, patch, after, name) => {
    expect(merged(before, patch, name)).toEqual(after);
  });

  const invalid = (message: string) => ({ type: 'invalid', problems: [{ message }] });
  test.each<[what: string, before: FaultDocument | undefined, patch: FaultPatch, result: object, name?: string]>([
    ['it is renamed', own, { name: 'b' }, invalid('name is "b", but the fault is "a"')],
    ['it has two effects', own, { status: 500, latency: '1s' }, invalid('the fault has 2 effects (status, latency)')],
    [
      'it has a property of another effect',
      slow,
      { body: {} },
      invalid('the fault has body, which is only allowed with status'),
    ],
    [
      'its new effect disturbs no webhook',
      { name: 'a', latency: '1s', on: { webhook: 'paid' } },
      { status: 500 },
      invalid('status disturbs no webhook'),
    ],
    [
      'it is of webhooks, and gets a condition on requests',
      { use: 'webhook-lost', name: 'a' },
      { on: { operation: 'x' } },
      invalid('on.operation is of requests, and the fault is on webhooks'),
    ],
    [
      'it is unknown and has no effect',
      undefined,
      { enabled: true },
      { type: 'unknown', hint: 'Did you mean "unauthorized"?' },
      'unauthorised',
    ],
    ['it has the name of a property of objects', undefined, { body: {} }, { type: 'unknown' }, 'constructor'],
  ])('is rejected if %s', (_what, before, patch, result, name) => {
    expect(merge(before, patch, name)).toMatchObject(result);
  });

  test('is not changed by its own representation in the control API', () => {
    fc.assert(
      fc.property(faultDocument, (document) => {
        const entry = faultFrom(document);
        // A null body cannot be distinguished from a removed one.
        fc.pre(!(entry.fault.effect.type === 'status' && entry.fault.effect.body === null));
        const read = readFaultPatch(describeFault(entry));
        expect(read.ok).toBe(true);
        const result = mergeFault(entry, entry.fault.name, (read as { value: FaultPatch }).value);
        expect(result.type === 'merged' && plain(result.entry)).toEqual(plain(entry));
      }),
      { numRuns: 500 },
    );
  });

  test('merging a patch twice is merging it once', () => {
    fc.assert(
      fc.property(faultDocument, common, fc.option(effect, { nil: {} }), (document, properties, patchEffect) => {
        const patch = { ...properties, ...patchEffect } as FaultPatch;
        const entry = faultFrom(document);
        const once = mergeFault(entry, entry.fault.name, patch);
        if (once.type !== 'merged') return;
        expect(mergeFault(once.entry, entry.fault.name, patch)).toEqual(once);
      }),
    );
  });

  test.each<[Json, string]>([
    [{ enabeld: true }, 'unknown key "enabeld"'],
    [{ enabled: 'yes' }, 'enabled must be true or false, not "yes"'],
    [{ when: { chance: 2 } }, 'when.chance must be a number from 0 to 1, not 2'],
    [{ status: 42 }, 'status must be a whole number from 200 to 599, not 42'],
    [{ use: 'slwo' }, 'unknown fault "slwo"'],
    [{ name: 7 }, 'name must be a name, not 7'],
    [[], 'the fault must be an object, not an empty list'],
  ])('is rejected if it is %j', (patch, message) => {
    expect(readFaultPatch(patch)).toMatchObject({ ok: false, problems: [{ message }] });
  });
});
