/** The mocks of an app, as they have grown: the second one is wrong, and nobody wrote one for a single animal. */
import { HttpResponse, http, type RequestHandler } from 'msw';

export const origin = 'https://api.example.com/v1';

const luna = { id: 1, name: 'Luna', categoryId: 1, status: 'available' };

const list = http.get(`${origin}/pets`, () => HttpResponse.json([luna]));

/** The service answers 201, and its ids are numbers. */
const createAsItOnceWas = http.post(`${origin}/pets`, async ({ request }) =>
  HttpResponse.json({ ...((await request.json()) as object), id: '25' }),
);

const create = http.post(`${origin}/pets`, async ({ request }) =>
  HttpResponse.json({ ...((await request.json()) as object), id: 25 }, { status: 201 }),
);

export const handlersAsTheyWere: readonly RequestHandler[] = [list, createAsItOnceWas];

export const mendedHandlers: readonly RequestHandler[] = [list, create];
