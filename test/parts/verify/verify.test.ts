/** `verifyService` finds bugs in a service that is written by hand, and none in a correct one. */
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import { createJudge, type Judge } from '../../../src/parts/verify/prism.ts';
import type { OperationResult } from '../../../src/parts/verify/recorder.ts';
import { createClient } from '../../../src/parts/verify/requests.ts';
import { type VerifyOptions, type VerifyResult, verifyService, whyUnjudged } from '../../../src/parts/verify/verify.ts';
import { loadAnimalStore } from '../../core/helpers.ts';
import { type AnimalServiceOptions, type Bug, fetchFromAnimals } from './animal-service.ts';

const service = await loadAnimalStore();
const judge = await createJudge(service);

const verify = (answer: typeof fetch, options: Partial<VerifyOptions> = {}): Promise<VerifyResult> =>
  verifyService(service, {
    send: createClient({
      ...{ baseUrl: 'http://animals.test/v1', timeoutMs: 10_000, rate: undefined, fetch: answer },
      credentials: { key: undefined, headers: [] },
    }),
    judge,
    seed: 1,
    now: Date.UTC(2030, 0, 1),
    isReadOnly: false,
    only: [],
    ...options,
  });

const verifyAnimals = (given: AnimalServiceOptions, options?: Partial<VerifyOptions>) =>
  verify(fetchFromAnimals(given), options);

const findingsOf = ({ operations }: VerifyResult): readonly string[] =>
  operations.flatMap(({ operation, findings }) =>
    findings.map(({ label, message }) => `${operation.name} ${label}: ${message}`),
  );

describe('a correct service', () => {
  test.each([false, true])('has no finding (lenient: %s)', async (isLenient) => {
    const result = await verifyAnimals({ isLenient });
    expect(findingsOf(result)).toEqual([]);
    expect(result.operations.map(({ operation, unjudged }) => [operation.name, unjudged === undefined])).toEqual([
      ['listPets', true],
      ['createPet', true],
      ['getPet', true],
      ['listOrders', false],
    ]);
    for (const { statuses } of result.operations.slice(0, 3)) {
      const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      expect(total).toBeGreaterThan(5);
    }
  });

  test.each([2, 3])('has no finding with the seed %d', async (seed) => {
    expect(findingsOf(await verifyAnimals({}, { seed }))).toEqual([]);
  });
});

/** A part of a finding, which names the operation with the bug. */
const foundByPrism = {
  'missing-property': "createPet as a valid request: body: must have required property 'name'",
  'missing-property-in-list': "listPets as a valid request: body[0]: must have required property 'name'",
  'wrong-content-type': 'getPet as a valid request: The received media type "text/html" does not match',
  'error-as-text': 'createPet without name: The received media type "text/plain" does not match',
  'error-without-code': "createPet without name: body: must have required property 'code'",
  'error-with-text-status': 'body.status: must be integer',
  'id-as-text': 'createPet as a valid request: body.id: must be integer',
  'value-outside-enum': 'must be equal to one of the allowed values: available, pending, sold',
};
const foundByVerify: Record<Exclude<Bug, keyof typeof foundByPrism>, string> = {
  'created-with-200': 'createPet as a valid request: status 200 is not documented',
  'list-with-206': 'listPets as a valid request: status 206 is not documented',
  'body-without-name-accepted': 'createPet without name: an invalid request was accepted with 201',
  'wrong-types-accepted': 'createPet with a wrong name (type): an invalid request was accepted with 201',
  'unlisted-status-accepted': 'createPet with a wrong status (enum): an invalid request was accepted with 201',
  'broken-json-accepted': 'createPet with a body that is not JSON: an invalid request was accepted with 201',
  'no-authentication': 'createPet without a credential: the request was accepted with 201',
  'any-credential-accepted': 'listPets with a wrong credential: the request was accepted with 200',
  'no-authentication-for-reading': 'getPet without a credential: the request was accepted with 200',
  'write-lost': 'createPet : the created item cannot be read',
  'write-not-listed': 'createPet : the created item is not in the list',
  'write-changed': 'createPet when the created item is read: name was sent as',
  'limit-ignored': 'listPets with limit=1: the list has',
  'filter-ignored': 'listPets with status=available: the list has an item with status',
  'filter-empty': 'the list is empty, although item',
  'failure-on-odd-text': 'createPet with quotes, emoji and control characters: the service failed with 500',
  'failure-on-long-text': 'createPet with long texts: the service failed with 500',
  'failure-on-odd-id': 'getPet with an unusual path.petId: the service failed with 500',
  'failure-on-big-limit': 'listPets with query.limit=1000000: the service failed with 500',
  'failure-on-null': 'createPet with null as the body: the service failed with 500',
  'failure-on-negative-id': 'getPet with an unusual path.petId: the service failed with 500',
  'any-item-found': 'getPet for an item that does not exist: an item that does not exist was found: 200',
  'valid-request-rejected': 'createPet as a valid request: a valid request was rejected with 400',
  'connection-lost': 'createPet as a valid request: there was no complete response',
};

/** Finds nothing. */
const noJudge: Judge = () => ({ violations: [] });

describe('the bug', () => {
  test.each(Object.entries(foundByPrism))('%s is found by the judge', async (bug, expected) => {
    const findings = findingsOf(await verifyAnimals({ bug: bug as Bug }));
    expect(findings).toContainEqual(expect.stringContaining(expected));
  });

  test.each(Object.entries(foundByVerify))('%s is found without a judge', async (bug, expected) => {
    const findings = findingsOf(await verifyAnimals({ bug: bug as Bug }, { judge: noJudge }));
    expect(findings).toContainEqual(expect.stringContaining(expected));
  });
});

describe('a service that fails always', () => {
  test('has one finding for each operation, and is given up when its responses are lost', async () => {
    let count = 0;
    const result = await verify(async () => {
      // The first response shows that there is a service.
      if (++count === 1) return new Response(null, { status: 404 });
      throw new TypeError('terminated');
    });
    expect(result.operations.map(({ findings }) => findings.length)).toEqual([1, 2, 1, 1]);
    expect(count).toBeLessThan(15);
    expect(result.operations[0]?.notes).toEqual([
      'further requests were not sent, since several responses in succession were lost',
    ]);
  });

  test('has one finding for an undocumented redirect of every request', async () => {
    const [list] = (await verify(async () => new Response(null, { status: 302 }))).operations;
    expect(list?.findings).toMatchObject([{ label: 'as a valid request', message: 'status 302 is not documented' }]);
    expect(list?.findings[0]?.count).toBeGreaterThan(10);
  });
});

test.each<[string | undefined, readonly object[], VerifyResult['credentials'], string?]>([
  ['the document has no operation', [], { accepted: 0, rejected: 0 }, 'x'],
  ['no operation could be called', [{}, {}], { accepted: 0, rejected: 0 }, 'x'],
  [undefined, [{}, { 200: 1 }], { accepted: 0, rejected: 0 }, 'x'],
  [undefined, [{ 200: 1, 401: 1 }], { accepted: 1, rejected: 1 }, 'x'],
  ['every call with a credential was rejected', [{ 401: 1 }], { accepted: 0, rejected: 1 }, 'x'],
  ['every call with a credential was rejected (give one with --key)', [{ 401: 1 }], { accepted: 0, rejected: 1 }],
])('a service is not judged if %s', (reason, counts, credentials, key) => {
  const operations = counts.map(
    (statuses) => ({ statuses: new Map(Object.entries(statuses)) }) as unknown as OperationResult,
  );
  expect(whyUnjudged({ operations, credentials }, { key, headers: [] })).toBe(reason);
});

test('a content type that is no media type is a violation', async () => {
  const operation = service.operations.find(({ name }) => name === 'getPet') as Operation;
  const response = { type: 'response', status: 200, headers: { 'content-type': ';;;' }, text: '{}' } as const;
  expect(judge(operation, response).violations).toEqual(['header.content-type is not a media type: ";;;"']);
});
