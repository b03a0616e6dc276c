/**
 * Compares requests per second in process, in one run and alternating: `world.fetch` against what a test of an MSW user runs, `fetch` with three
 * handlers of `setupServer`, and against msw's `getResponse` with these handlers alone, without interception. Run with
 * `npm run bench -- in-process`.
 */
import { getResponse, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { importPackage } from './packed.ts';
import { record } from './result.ts';

const { createVivarium } = await importPackage();
const rounds = 21;
const perRound = { world: 2000, msw: 200 };
const pets = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Entry ${index + 1}`,
  categoryId: (index % 7) + 1,
  status: index % 2 === 0 ? 'available' : 'sold',
}));

const origin = 'http://api.example.com';
const handlers = [
  http.get(`${origin}/v1/pets`, () => HttpResponse.json(pets)),
  http.get(`${origin}/v1/pets/:petId`, ({ params }) =>
    HttpResponse.json(pets.find(({ id }) => id === Number(params.petId)) ?? {}),
  ),
  http.post(`${origin}/v1/pets`, async ({ request }) =>
    HttpResponse.json({ ...((await request.json()) as object), id: 21 }, { status: 201 }),
  ),
];
const server = setupServer(...handlers);
server.listen();
const vivarium = await createVivarium({
  document: new URL('../spec/animal-store.yaml', import.meta.url),
  scenario: { data: { pets } },
});
const world = vivarium.world();

const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
const requests: Readonly<Record<string, readonly [path: string, init: RequestInit]>> = {
  'list of 20': ['/v1/pets', { headers }],
  item: ['/v1/pets/7', { headers }],
  creation: ['/v1/pets', { method: 'POST', headers, body: '{"name":"Luna","categoryId":3,"status":"available"}' }],
};

/** Requests per second of CPU time. The body is read: the client that is tested reads it too. */
const rateOf = async (count: number, send: () => Promise<Response>): Promise<number> => {
  const start = process.cpuUsage();
  for (let index = 0; index < count; index++) {
    const response = await send();
    if (!response.ok) throw new Error(`answered ${response.status}`);
    await response.text();
  }
  const { user, system } = process.cpuUsage(start);
  return (count * 1e6) / (user + system);
};

for (const [name, [path, init]] of Object.entries(requests)) {
  const sendToWorld = (): Promise<Response> => world.fetch(path, init);
  const sendToMsw = (): Promise<Response> => fetch(`${origin}${path}`, init);
  const sendToHandlers = async (): Promise<Response> => {
    const response = await getResponse(handlers, new Request(`${origin}${path}`, init));
    if (response === undefined) throw new Error('no handler answered');
    return response;
  };
  await rateOf(perRound.world, sendToWorld);
  await rateOf(perRound.msw, sendToMsw);
  await rateOf(perRound.world, sendToHandlers);
  const ratios: number[] = [];
  const handlerRatios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    world.reset();
    const own = await rateOf(perRound.world, sendToWorld);
    ratios.push(own / (await rateOf(perRound.msw, sendToMsw)));
    handlerRatios.push(own / (await rateOf(perRound.world, sendToHandlers)));
  }
  record({
    what: `${name}: requests per CPU second of world.fetch, against setupServer and fetch of msw`,
    values: ratios,
    min: 25,
  });
  record({
    what: `${name}: requests per CPU second of world.fetch, against getResponse of msw alone`,
    values: handlerRatios,
    min: 2,
  });
}
server.close();
await vivarium.close();
