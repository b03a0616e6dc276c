/**
 * What a guard costs: a suite of 1,000 requests to handlers of MSW, ten to a test, each with its body read, with a guard that each test asks
 * for violations, and without one. Tests with and without alternate in one process, so that what else the machine does meets both. The
 * requests must not take longer; what is asked is counted apart. `npm run bench -- guard`
 */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { MswSource } from '../src/parts/guard/api.ts';
import { guard } from '../src/parts/testing/msw-node.ts';
import { median } from './measured-server.ts';
import { whyBusy, whyUneven } from './quiet.ts';
import { record } from './result.ts';

const rounds = 15;
const warmUpRounds = 2;
const requests = 1000;
const requestsPerTest = 10;
const document = new URL('../spec/animal-store.yaml', import.meta.url);
const origin = 'http://api.example.com';
const pets = Array.from({ length: 20 }, (_, index) => ({
  ...{ id: index + 1, name: `Entry ${index + 1}`, categoryId: (index % 7) + 1 },
  ...{ status: index % 2 === 0 ? 'available' : 'sold', createdAt: '2026-01-01T10:00:00Z' },
}));

const server = setupServer(
  http.get(`${origin}/v1/pets`, () => HttpResponse.json(pets)),
  http.get(`${origin}/v1/pets/:petId`, ({ params }) =>
    HttpResponse.json(pets.find(({ id }) => id === Number(params.petId)) ?? {}),
  ),
  http.post(`${origin}/v1/pets`, async ({ request }) =>
    HttpResponse.json(
      { ...pets[0], ...((await request.json()) as object), id: 21 },
      { status: 201, headers: { location: '/v1/pets/21' } },
    ),
  ),
);

const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
const sent: readonly (readonly [path: string, init: RequestInit])[] = [
  ['/v1/pets', { headers }],
  ['/v1/pets/7', { headers }],
  ['/v1/pets', { method: 'POST', headers, body: '{"name":"Luna","categoryId":3,"status":"available"}' }],
];

interface CountingEvents {
  readonly listenerCount: (name: string) => number;
}

interface Test {
  /** Of the requests, from the first one to the last body. */
  readonly ms: number;
  /** Of the assertion after them. */
  readonly askedMs: number;
  /** What the client read. */
  readonly bytes: string;
}

const runTest = async (number: number, afterEach: () => Promise<void>): Promise<Test> => {
  const read: string[] = [];
  const start = performance.now();
  for (let index = 0; index < requestsPerTest; index++) {
    const [path, init] = sent[(number + index) % sent.length] as (typeof sent)[number];
    const response = await fetch(`${origin}${path}`, init);
    read.push(`${response.status} ${await response.text()}`);
  }
  const asked = performance.now();
  await afterEach();
  return { ms: asked - start, askedMs: performance.now() - asked, bytes: read.join('\n') };
};

const plain = (number: number): Promise<Test> => runTest(number, () => new Promise((resolve) => setImmediate(resolve)));

/** What the guard listens with, so that it can be set aside. */
const listeners: Parameters<typeof server.events.on>[] = [];
const { events } = server;
const contract = await guard(
  {
    events: {
      on: (...listener: Parameters<typeof events.on>) => listeners.push(listener),
      // Beyond its types, MSW counts its listeners.
      listenerCount: (name: string) => (events as unknown as CountingEvents).listenerCount(name),
    },
  } as MswSource,
  { document },
);

const guarded = async (number: number): Promise<Test> => {
  for (const [name, listener] of listeners) events.on(name, listener);
  const test = await runTest(number, () => contract.assertNoViolations());
  for (const [name, listener] of listeners) events.removeListener(name, listener);
  return test;
};

const busy = await whyBusy();
server.listen();
const times = { plain: [] as number[], guarded: [] as number[], asked: [] as number[], against: [] as number[] };
for (let round = -warmUpRounds; round < rounds; round++) {
  const sums = { plain: 0, guarded: 0, asked: 0 };
  const against: number[] = [];
  for (let number = 0; number < requests / requestsPerTest; number++) {
    // Which of them is first alternates too.
    const [first, second] = number % 2 === 0 ? [plain, guarded] : [guarded, plain];
    const tests = [await first(number), await second(number)];
    if (number % 2 === 1) tests.reverse();
    const [without, withGuard] = tests as [Test, Test];
    if (without.bytes !== withGuard.bytes) throw new Error('with a guard, the client read other bytes');
    sums.plain += without.ms;
    sums.guarded += withGuard.ms;
    sums.asked += withGuard.askedMs;
    against.push(withGuard.ms / without.ms);
  }
  if (round < 0) continue;
  times.plain.push(sums.plain);
  times.guarded.push(sums.guarded);
  times.asked.push((sums.asked * requestsPerTest) / requests);
  times.against.push(median(against));
}
await contract.close();
server.close();
const doubt = busy ?? whyUneven('the suite without a guard', times.plain);
if (doubt !== undefined) console.log(`These figures say little, since ${doubt}.`);
record({ what: `${requests} requests without a guard`, values: times.plain, unit: 'ms' });
record({ what: `${requests} requests with a guard`, values: times.guarded, unit: 'ms' });
record({
  what: 'the time of a test with a guard, against without',
  values: times.against,
  ...(doubt === undefined && { max: 1.05 }),
});
record({ what: `an assertion after each ${requestsPerTest} requests`, values: times.asked, unit: 'ms' });
