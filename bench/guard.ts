/**
 * What a guard costs: a suite of 1,000 requests to handlers of MSW, each with its body read and ten to a test, with a guard that each test
 * asks for violations, and without one; in one process, and in alternating rounds. The requests must not take longer; what is asked is
 * counted apart. `npm run bench -- guard`
 */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { guard } from '../src/parts/testing/msw-node.ts';
import { whyBusy, whyUneven } from './quiet.ts';
import { record } from './result.ts';

const rounds = 15;
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

interface Suite {
  /** Of the requests, from the first one to the last body. */
  readonly ms: number;
  /** Of the assertions after each test. */
  readonly askedMs: number;
  /** What the client read. */
  readonly bytes: string;
}

const runSuite = async (afterEach: () => Promise<void>): Promise<Suite> => {
  const read: string[] = [];
  let [ms, askedMs] = [0, 0];
  let start = performance.now();
  for (let index = 1; index <= requests; index++) {
    const [path, init] = sent[index % sent.length] as (typeof sent)[number];
    const response = await fetch(`${origin}${path}`, init);
    read.push(`${response.status} ${await response.text()}`);
    if (index % requestsPerTest !== 0) continue;
    const asked = performance.now();
    ms += asked - start;
    await afterEach();
    start = performance.now();
    askedMs += start - asked;
  }
  return { ms, askedMs, bytes: read.join('\n') };
};

const plain = (): Promise<Suite> => runSuite(async () => {});

/** The document is loaded before, as in `beforeAll`. */
const guarded = async (): Promise<Suite> => {
  const contract = await guard(server, { document });
  const suite = await runSuite(() => contract.assertNoViolations());
  await contract.close();
  server.events.removeAllListeners();
  return suite;
};

const busy = await whyBusy();
server.listen();
await plain();
await guarded();
const times = { plain: [] as number[], guarded: [] as number[], asked: [] as number[] };
for (let round = 0; round < rounds; round++) {
  // Which of them is first alternates too.
  const [first, second] = round % 2 === 0 ? [plain, guarded] : [guarded, plain];
  const suites = [await first(), await second()];
  if (round % 2 === 1) suites.reverse();
  const [without, withGuard] = suites as [Suite, Suite];
  if (without.bytes !== withGuard.bytes) throw new Error('with a guard, the client read other bytes');
  times.plain.push(without.ms);
  times.guarded.push(withGuard.ms);
  times.asked.push((withGuard.askedMs * requestsPerTest) / requests);
}
server.close();
const doubt = busy ?? whyUneven('the suite without a guard', times.plain);
if (doubt !== undefined) console.log(`These figures say little, since ${doubt}.`);
record({ what: `${requests} requests without a guard`, values: times.plain, unit: 'ms' });
record({ what: `${requests} requests with a guard`, values: times.guarded, unit: 'ms' });
record({
  what: 'the time of the requests with a guard, against without',
  values: times.guarded.map((ms, index) => ms / (times.plain[index] as number)),
  ...(doubt === undefined && { max: 1.05 }),
});
record({ what: `an assertion after each ${requestsPerTest} requests`, values: times.asked, unit: 'ms' });
