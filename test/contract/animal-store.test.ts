/** Prism in front of the live server: the responses of every scenario match the animal store's document. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Judge, type Judged, lieWith, type Objection, type Sent, useJudged, useLiar } from './prism.ts';

const file = 'spec/animal-store.yaml';

interface Documented {
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly examples: readonly string[];
}

interface ResponseObject {
  readonly $ref?: string;
  readonly content?: { readonly 'application/json': { readonly examples?: Readonly<Record<string, unknown>> } };
}

/** Every operation with each of its documented statuses. */
const documented: readonly Documented[] = (() => {
  const { paths, components } = parse(readFileSync(file, 'utf8'));
  return Object.values(paths).flatMap((item) =>
    Object.entries(item as Record<string, { operationId: string; responses: Record<string, ResponseObject> }>).flatMap(
      ([method, { operationId, responses }]) =>
        Object.entries(responses).map(([status, response]) => {
          const { content }: ResponseObject = response.$ref
            ? components.responses[response.$ref.split('/').at(-1) as string]
            : response;
          return {
            operation: operationId,
            method: method.toUpperCase(),
            status: Number(status),
            examples: Object.keys(content?.['application/json'].examples ?? {}),
          };
        }),
    ),
  );
})();

const scenarios = readdirSync('scenarios').map((name) => name.replace(/\.yaml$/, ''));

const key = { authorization: 'Bearer demo' };
const animal = { name: 'Maple', categoryId: 3, status: 'available' };

interface Drive extends Sent {
  readonly operation: string;
  readonly status: number;
  readonly method: string;
  readonly path: string;
}

/** A request for each documented response. The order leaves animal 1 in a store that was empty. */
const drives: readonly Drive[] = [
  { operation: 'createPet', status: 201, method: 'POST', path: '/pets', headers: key, body: animal },
  { operation: 'createPet', status: 400, method: 'POST', path: '/pets', headers: key, body: { categoryId: 3 } },
  { operation: 'createPet', status: 401, method: 'POST', path: '/pets', body: animal },
  { operation: 'listPets', status: 200, method: 'GET', path: '/pets?limit=100&status=available', headers: key },
  { operation: 'listPets', status: 401, method: 'GET', path: '/pets', headers: { authorization: 'Bearer expired' } },
  { operation: 'getPet', status: 200, method: 'GET', path: '/pets/1', headers: key },
  { operation: 'getPet', status: 401, method: 'GET', path: '/pets/1', headers: { authorization: 'Basic eDp5' } },
  { operation: 'getPet', status: 404, method: 'GET', path: '/pets/4711000', headers: key },
  { operation: 'listOrders', status: 401, method: 'GET', path: '/store/orders' },
];

/** The responses whose status in a scenario differs from that of the request. */
const departures: Readonly<Record<string, (drive: Drive) => number | undefined>> = {
  unauthorized: () => 401,
  outage: () => 503,
  sunset: ({ operation }) => (operation === 'getPet' ? 404 : undefined),
  lenient: ({ status }) => (status === 400 ? 201 : undefined),
};

/** Prism's message about an undocumented status. */
const undocumentedStatus: Objection = {
  location: ['response'],
  severity: 'Warning',
  message: expect.stringContaining('Unable to match the returned status code'),
};

const isDocumented = (operation: string, status: number): boolean =>
  documented.some((one) => one.operation === operation && one.status === status);

/** A documented response has no violation; any other one has its status as the only violation. */
const expectVerdict = ({ status, response }: Judged, operation: string): void => {
  expect(response, `${operation} ${status}`).toEqual(
    isDocumented(operation, status) ? [] : [expect.objectContaining(undocumentedStatus)],
  );
};

const pathOf = (operation: string): string => drives.find((drive) => drive.operation === operation)?.path as string;

test('there is a request for every documented response of every operation', () => {
  const pairs = (list: readonly { readonly operation: string; readonly status: number }[]) =>
    list.map(({ operation, status }) => `${operation} ${status}`).sort();
  expect(pairs(drives)).toEqual(pairs(documented));
});

describe.each(scenarios)('in the scenario %s', async (scenario) => {
  const { vivarium, judge } = await useJudged({ scenario });

  /** Moves the clock past any delay as soon as the server has received the request. */
  const send: Judge['send'] = async (method, path, sent) => {
    const world = vivarium.world();
    const last = () => world.exchanges({ limit: 1 })[0]?.id ?? 0;
    const before = last();
    let isAnswered = false;
    const answer = judge.send(method, path, sent).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered && last() === before) await new Promise(setImmediate);
    world.clock.advance('2s');
    return answer;
  };

  test.each(drives)('the $status response of $method $path matches the document', async (drive) => {
    const answer = await send(drive.method, drive.path, drive);
    const expected = departures[scenario]?.(drive) ?? drive.status;
    // Flaky responses are random: Prism's verdict shows which one it is.
    expect(answer.status).toBeOneOf(scenario === 'flaky' ? [expected, 503] : [expected]);
    expectVerdict(answer, drive.operation);
  });

  test.each(documented)(
    'the response to the preference for $status of $operation matches the document',
    async (preference) => {
      const { operation, method, status } = preference;
      const isRemoved = scenario === 'sunset' && operation === 'getPet';
      const answer = await send(method, pathOf(operation), { headers: { prefer: `code=${status}` } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('preference-applied')).toBe(`code=${status}`);
      // An operation past its sunset has no success response, so there is no body.
      if (!(isRemoved && status === 200)) expectVerdict(answer, operation);
    },
  );

  if (scenario === 'key-expires')
    test('responses to an expired key match the document', async () => {
      vivarium.world().reset();
      const statuses: number[] = [];
      for (let at = 0; at < 5; at++) {
        const answer = await send('POST', '/pets', { headers: key, body: animal });
        statuses.push(answer.status);
        expectVerdict(answer, 'createPet');
      }
      expect(statuses).toEqual([201, 201, 201, 401, 401]);
    });

  if (scenario === 'flaky')
    test('some requests fail and some do not', async () => {
      vivarium.world().reset();
      const statuses = new Set<number>();
      for (let at = 0; at < 20; at++) {
        const answer = await send('GET', '/pets', { headers: key });
        statuses.add(answer.status);
        expectVerdict(answer, 'listPets');
      }
      expect([...statuses].sort()).toEqual([200, 503]);
    });
});

describe('in the default scenario', async () => {
  const { vivarium, judge } = await useJudged();
  beforeEach(() => vivarium.world().reset());

  test.each(documented.flatMap((one) => one.examples.map((example) => ({ ...one, example }))))(
    'the example $example of $operation $status is sent as documented',
    async ({ operation, method, status, example }) => {
      const prefer = `code=${status}, example=${example}`;
      const answer = await judge.send(method, pathOf(operation), { headers: { ...key, prefer } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('preference-applied')).toBe(prefer);
      expectVerdict(answer, operation);
    },
  );

  test.each([
    ['bad-request', 'createPet', 400],
    ['unauthorized', 'createPet', 401],
    ['unauthorized', 'listPets', 401],
    ['unauthorized', 'getPet', 401],
    ['unauthorized', 'listOrders', 401],
    ['not-found', 'getPet', 404],
  ])('under the built-in fault %s, %s still matches the document', async (fault, operation, status) => {
    const { method } = documented.find((one) => one.operation === operation) as Documented;
    const answer = await judge.send(method, pathOf(operation), { headers: { ...key, prefer: `fault=${fault}` } });
    expect(answer.status).toBe(status);
    expectVerdict(answer, operation);
  });

  test.each([
    ['GET', '/pets?limit=0', undefined],
    ['GET', '/pets?limit=101', undefined],
    ['GET', '/pets?limit=abc', undefined],
    ['GET', '/pets?status=lost', undefined],
    ['GET', '/pets/abc', undefined],
    ['GET', '/pets/1.5', undefined],
    ['POST', '/pets', {}],
    ['POST', '/pets', []],
    ['POST', '/pets', { name: 7, categoryId: 1 }],
    ['POST', '/pets', { name: 'Maple', categoryId: '1' }],
    ['POST', '/pets', { name: 'Maple', categoryId: 1.5 }],
    ['POST', '/pets', { name: 'Maple', categoryId: 1, status: 'lost' }],
    ['POST', '/pets', undefined],
  ])('Prism and Vivarium agree that %s %s with %j violates the document', async (method, path, body) => {
    const answer = await judge.send(method, path, { headers: key, body });
    expect(answer.request).not.toEqual([]);
    expect(Number(answer.headers.get('vivarium-violations'))).toBeGreaterThan(0);
  });

  test.each([
    ['GET', '/pets', undefined],
    ['GET', '/pets?limit=1', undefined],
    ['GET', '/pets?limit=100&status=sold', undefined],
    ['GET', '/pets?unknown=1', undefined],
    ['GET', '/pets/-1', undefined],
    ['POST', '/pets', { name: '', categoryId: -1 }],
    ['POST', '/pets', { name: 'Maple', categoryId: 1, unknown: true }],
  ])('Prism and Vivarium agree that %s %s with %j matches the document', async (method, path, body) => {
    const answer = await judge.send(method, path, { headers: key, body });
    expect(answer.request).toEqual([]);
    expect(answer.headers.get('vivarium-violations')).toBeNull();
  });
});

describe('Prism reports', async () => {
  const { vivarium, judge } = await useJudged();
  beforeEach(() => vivarium.world().reset());

  const ownResponseViolations = () =>
    vivarium
      .world()
      .exchanges({ limit: 1 })[0]
      ?.violations.filter(({ side }) => side === 'response');

  test('an undocumented forced status, and so does the exchange', async () => {
    const answer = await judge.send('GET', '/pets', { headers: { ...key, prefer: 'code=418' } });
    expect(answer.status).toBe(418);
    expect(answer.response).toEqual([expect.objectContaining(undocumentedStatus)]);
    expect(ownResponseViolations()).toEqual([
      { side: 'response', in: 'status', pointer: '', rule: 'status', message: expect.stringContaining('418') },
    ]);
  });

  test.each([
    ['a list of the wrong kind', 'listPets', '/pets', 200, [{ id: 'one', name: 'Luna', categoryId: 1 }], '/0/id'],
    ['a missing property', 'getPet', '/pets/1', 200, { id: 1, categoryId: 1 }, '/name'],
    [
      'a value that is none of the list',
      'getPet',
      '/pets/1',
      200,
      { id: 1, name: 'x', categoryId: 1, status: 'lost' },
      '/status',
    ],
    ['a list where an item should be', 'getPet', '/pets/1', 200, [], ''],
    ['an error without its code', 'getPet', '/pets/1', 404, { message: 'Gone.', status: 404 }, '/code'],
  ])(
    'the violation %s of a forced response, and so does the exchange',
    async (_what, operation, path, status, body, pointer) => {
      vivarium.world().fault('wrong', { on: { operation }, status, body });
      const answer = await judge.send('GET', path, { headers: key });
      expect(answer.status).toBe(status);
      expect(answer.response).toContainEqual(
        expect.objectContaining({ severity: 'Error', location: expect.arrayContaining(['response', 'body']) }),
      );
      expect(ownResponseViolations()?.map((violation) => violation.pointer)).toEqual([pointer]);
    },
  );

  test('an undocumented media type of a forced response, and so does the exchange', async () => {
    const body = [{ id: 1, name: 'Luna', categoryId: 1 }];
    vivarium.world().fault('wrong', { status: 200, body, headers: { 'Content-Type': 'text/plain' } });
    const answer = await judge.send('GET', '/pets', { headers: key });
    expect(answer.response).toContainEqual({
      location: ['response'],
      severity: 'Error',
      message: expect.stringContaining('media type "text/plain" does not match'),
    });
    expect(ownResponseViolations()).toMatchObject([{ in: 'header', pointer: '/content-type', rule: 'mediaType' }]);
  });
});

describe('in front of a server whose responses are all invalid', async () => {
  const judge = await useLiar(file);

  test.each(documented)('Prism reports $operation $status', async ({ operation, method, status }) => {
    const answer = await judge.send(method, pathOf(operation), {
      headers: { ...key, ...lieWith(status, 'application/json') },
    });
    expect(answer.status).toBe(status);
    expect(answer.response.some(({ severity }) => severity === 'Error')).toBe(true);
  });
});
