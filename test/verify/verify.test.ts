/** `verifyService` finds bugs in a service that is written by hand, and none in a correct one. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Operation } from '../../src/core/service/operation.ts';
import type { Service } from '../../src/core/service/service.ts';
import { createJudge, type Judge } from '../../src/verify/prism.ts';
import { createClient } from '../../src/verify/requests/client.ts';
import { type VerifyOptions, type VerifyResult, verifyService } from '../../src/verify/verify.ts';
import { loadAnimalStore } from '../core/helpers.ts';
import { type AnimalService, type AnimalServiceOptions, type Bug, bugs, startAnimalService } from './animal-service.ts';

let service: Service;
let judge: Judge;
beforeAll(async () => {
  service = await loadAnimalStore();
  judge = await createJudge(service);
});

const start = async (options: AnimalServiceOptions): Promise<AnimalService> => {
  const animals = await startAnimalService(options);
  onTestFinished(() => animals.close());
  return animals;
};

const verify = (url: string, options: Partial<VerifyOptions> = {}, key?: string): Promise<VerifyResult> =>
  verifyService(service, {
    send: createClient({ baseUrl: `${url}/v1`, credentials: { key, headers: [] }, timeoutMs: 10_000, rate: undefined }),
    judge,
    seed: 1,
    now: Date.UTC(2030, 0, 1),
    isReadOnly: false,
    only: [],
    ...options,
  });

const findingsOf = ({ operations }: VerifyResult): readonly string[] =>
  operations.flatMap(({ operation, findings }) =>
    findings.map(({ label, message }) => `${operation.name} ${label}: ${message}`),
  );

describe('a correct service', () => {
  test.each([false, true])('has no finding (lenient: %s)', async (isLenient) => {
    const { url } = await start({ isLenient });
    const result = await verify(url);
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
    const { url } = await start({});
    expect(findingsOf(await verify(url, { seed }))).toEqual([]);
  });
});

/** A part of a finding, which names the operation with the bug. */
const expected: Readonly<Record<Bug, string>> = {
  'created-with-200': 'createPet as a valid request: status 200 is not documented',
  'list-with-206': 'listPets as a valid request: status 206 is not documented',
  'missing-property': "createPet as a valid request: body: must have required property 'name'",
  'missing-property-in-list': "listPets as a valid request: body[0]: must have required property 'name'",
  'wrong-content-type': 'getPet as a valid request: The received media type "text/html" does not match',
  'body-without-name-accepted': 'createPet without name: an invalid request was accepted with 201',
  'wrong-types-accepted': 'createPet with a wrong name (type): an invalid request was accepted with 201',
  'unlisted-status-accepted': 'createPet with a wrong status (enum): an invalid request was accepted with 201',
  'broken-json-accepted': 'createPet with a body that is not JSON: an invalid request was accepted with 201',
  'no-authentication': 'createPet without a credential: the request was accepted with 201',
  'any-credential-accepted': 'listPets with a wrong credential: the request was accepted with 200',
  'no-authentication-for-reading': 'getPet without a credential: the request was accepted with 200',
  'error-as-text': 'createPet without name: The received media type "text/plain" does not match',
  'error-without-code': "createPet without name: body: must have required property 'code'",
  'error-with-text-status': 'body.status: must be integer',
  'id-as-text': 'createPet as a valid request: body.id: must be integer',
  'value-outside-enum': 'must be equal to one of the allowed values: available, pending, sold',
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

describe('the bug', () => {
  test.each(bugs)('%s is found', async (bug) => {
    const { url } = await start({ bug });
    const findings = findingsOf(await verify(url));
    expect(findings).toContainEqual(expect.stringContaining(expected[bug]));
  });
});

describe('a service that fails always', () => {
  const startFailing = async (handle: (socketDestroy: () => void, respond: (status: number) => void) => void) => {
    let count = 0;
    const server = createServer((request, response) => {
      count++;
      // The first request shows that there is a service.
      if (count === 1) response.writeHead(404).end();
      else
        handle(
          () => request.socket.destroy(),
          (status) => void response.writeHead(status).end(),
        );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, count: () => count };
  };

  test('has one finding for each operation, and is given up when its responses are lost', async () => {
    const { url, count } = await startFailing((destroy) => destroy());
    const result = await verify(url);
    expect(result.operations.map(({ findings }) => findings.length)).toEqual([1, 2, 1, 1]);
    expect(count()).toBeLessThan(15);
    expect(result.operations[0]?.notes).toEqual([
      'further requests were not sent, since several responses in succession were lost',
    ]);
  });

  test('has one finding for an undocumented redirect of every request', async () => {
    const { url } = await startFailing((_destroy, respond) => respond(302));
    const [list] = (await verify(url)).operations;
    expect(list?.findings).toMatchObject([{ label: 'as a valid request', message: 'status 302 is not documented' }]);
    expect(list?.findings[0]?.count).toBeGreaterThan(10);
  });
});

test('a content type that is no media type is a violation', async () => {
  const operation = service.operations.find(({ name }) => name === 'getPet') as Operation;
  const response = { type: 'response', status: 200, headers: { 'content-type': ';;;' }, text: '{}' } as const;
  expect(judge(operation, response).violations).toEqual(['header.content-type is not a media type: ";;;"']);
});
