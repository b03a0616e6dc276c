/**
 * Compares requests per second in process: `world.fetch` against `fetch` with three handlers of msw's `setupServer`, in one
 * run and alternating. Run with `npm run bench:in-process`.
 */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createVivarium } from '../src/index.ts';
import { record } from './result.ts';

const rounds = 21;
const perRound = { world: 2000, msw: 200 };
const pets = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Entry ${index + 1}`,
  categoryId: (index % 7) + 1,
  status: index % 2 === 0 ? 'available' : 'sold',
}));

const origin = 'http://api.example.com';
const server = setupServer(
  http.get(`${origin}/v1/pets`, () => HttpResponse.json(pets)),
  http.get(`${origin}/v1/pets/:petId`, ({ params }) =>
    HttpResponse.json(pets.find(({ id }) => id === Number(params.petId)) ?? {}),
  ),
  http.post(`${origin}/v1/pets`, async ({ request }) =>
    HttpResponse.json({ ...((await request.json()) as object), id: 21 }, { status: 201 }),
  ),
);
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
  await rateOf(perRound.world, sendToWorld);
  await rateOf(perRound.msw, sendToMsw);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    world.reset();
    const own = await rateOf(perRound.world, sendToWorld);
    ratios.push(own / (await rateOf(perRound.msw, sendToMsw)));
  }
  record({ what: `${name}: requests per CPU second of world.fetch, against msw`, values: ratios, min: 25 });
}
server.close();
await vivarium.close();
