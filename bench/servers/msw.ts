/** The handlers of MSW behind node:http: what MSW answers with where it does not intercept. */
import { createServer } from 'node:http';
import { getResponse, HttpResponse, http } from 'msw';
import { report } from './report.ts';

const origin = 'http://localhost';
const pets = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  name: `Entry ${index + 1}`,
  categoryId: (index % 6) + 1,
  status: ['available', 'pending', 'sold'][index % 3] as string,
}));

const handlers = [
  http.get(`${origin}/v1/pets`, ({ request }) => {
    const { searchParams } = new URL(request.url);
    const status = searchParams.get('status');
    const found = status === null ? pets : pets.filter((pet) => pet.status === status);
    return HttpResponse.json(found.slice(0, Number(searchParams.get('limit') ?? 20)));
  }),
  http.get(`${origin}/v1/pets/:petId`, ({ params }) =>
    HttpResponse.json(pets.find(({ id }) => id === Number(params.petId)) ?? {}),
  ),
];

const server = createServer(async ({ url, method = 'GET', headers }, response) => {
  const found = await getResponse(
    handlers,
    new Request(`${origin}${url}`, { method, headers: headers as HeadersInit }),
  );
  const body = Buffer.from((await found?.arrayBuffer()) ?? new ArrayBuffer());
  response.writeHead(found?.status ?? 404, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => report(server));
