/** Do hand-written mocks still keep to the document? */

import { fileURLToPath } from 'node:url';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guard } from 'vivarium/msw';
import { createClient } from '../vitest/client.ts';

const origin = 'https://api.example.com/v1';
const luna = { id: 1, name: 'Luna', categoryId: 1, status: 'available' };
const server = setupServer(http.get(`${origin}/pets`, () => HttpResponse.json([luna])));
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

const document = fileURLToPath(new URL('../../spec/animal-store.yaml', import.meta.url));
const client = createClient(origin);

test('a mock that keeps to the document has no findings', async () => {
  const contract = await guard(server, { document });
  await client.list('available');
  await contract.assertNoViolations();
  await contract.close();
});

test('a mock whose ids have become texts is found', async () => {
  server.use(http.get(`${origin}/pets`, () => HttpResponse.json([{ ...luna, id: '1' }])));
  const contract = await guard(server, { document });
  await client.list('available');
  await expect(contract.assertNoViolations()).rejects.toThrow(
    "listPets: the mock's response, /0/id: body[0].id must be",
  );
  expect(contract.violations()).toMatchObject([{ operation: 'listPets', side: 'response', rule: 'type' }]);
  await contract.close();
});
