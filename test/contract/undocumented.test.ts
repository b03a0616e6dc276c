/**
 * Undocumented responses. Prism would only report that, and replace a 501. So these requests are sent directly: the
 * body is an `Error` with the status of the response.
 */
import { afterAll, expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';

const vivarium = await createVivarium();
const origin = (await vivarium.listen({ port: 0 })).url;
afterAll(() => vivarium.close());

const key = { authorization: 'Bearer demo' };

test.each([
  ['GET', '/v1/store/orders', 501, 'not_implemented'],
  ['GET', '/v1/pets?limit=0', 400, 'bad_request'],
  ['GET', '/v1/pets?limit=101', 400, 'bad_request'],
  ['GET', '/v1/pets?limit=x', 400, 'bad_request'],
  ['GET', '/v1/pets?status=lost', 400, 'bad_request'],
  ['DELETE', '/v1/pets', 405, 'method_not_allowed'],
  ['PUT', '/v1/pets/1', 405, 'method_not_allowed'],
  ['PATCH', '/v1/pets/1', 405, 'method_not_allowed'],
  ['DELETE', '/v1/pets/1', 405, 'method_not_allowed'],
  ['POST', '/v1/store/orders', 405, 'method_not_allowed'],
  ['GET', '/v1/dogs', 404, 'not_found'],
  ['GET', '/v1/pets/1/owner', 404, 'not_found'],
  ['GET', '/v1', 404, 'not_found'],
  ['GET', '/v2/pets', 404, 'not_found'],
  ['GET', '/pets', 404, 'not_found'],
])('%s %s gets %i with the error format of the document', async (method, path, status, code) => {
  const response = await fetch(`${origin}${path}`, { method, headers: key });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({ code, message: expect.stringMatching(/\w/), status });
});

test.each([
  ['/v1/pets', 'GET, HEAD, OPTIONS, POST'],
  ['/v1/pets/1', 'GET, HEAD, OPTIONS'],
  ['/v1/store/orders', 'GET, HEAD, OPTIONS'],
])('the response to a wrong method of %s lists the allowed methods', async (path, allow) => {
  const response = await fetch(`${origin}${path}`, { method: 'DELETE' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
});

test.each(['/v1/store/orders', '/v1/pets?limit=0', '/v1/pets?status=lost'])(
  'without a key %s gets 401 before any other check',
  async (path) => {
    expect((await fetch(`${origin}${path}`)).status).toBe(401);
  },
);

test.each([418, 429, 500, 503])('a forced %i has the error format of the document', async (status) => {
  const response = await fetch(`${origin}/v1/pets`, { headers: { ...key, prefer: `code=${status}` } });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ code: expect.any(String), message: expect.any(String), status });
});
