import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';

const characters = [...'abz09/.?=&%2e~,:;+*!$\'()@#[]|^`{}\\" éß漢-_'];
const input = fc.record({
  target: fc
    .array(fc.constantFrom(...characters, '/v1/pets', '/..', '/%2e%2e', '?'), { maxLength: 12 })
    .map((parts) => `/${parts.join('')}`),
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'get', 'patch', 'REPORT'),
  headers: fc.dictionary(
    fc.constantFrom('Accept', 'X-A', 'x-a', 'content-type', 'Content-Type', 'cookie', 'Host', '__proto__', 'a_b', 'ü'),
    fc.constantFrom('a', ' b ', 'text/x', '', 'b c', 'b\tc', 'é', '漢', 'a\nb'),
    { maxKeys: 3 },
  ),
  body: fc.option(fc.constantFrom('', '{}', 'é', '{"name":"Luna"}'), { nil: undefined }),
});

test('a call with a path is recorded and answered as with a Request', async () => {
  const clock = { at: '2030-06-01T00:00:00Z', frozen: true };
  const [direct, wrapped] = await Promise.all([
    createVivarium({ scenario: { clock } }),
    createVivarium({ scenario: { clock } }),
  ]);
  const call = async (vivarium: typeof direct, send: () => Promise<Response>): Promise<unknown> => {
    let response: Response;
    try {
      response = await send();
    } catch (error) {
      return (error as Error).name;
    }
    const { request, status } = vivarium.world().exchanges()[0] ?? {};
    return {
      status: response.status,
      headers: [...response.headers],
      body: await response.text(),
      request,
      recorded: status,
    };
  };
  const property = fc.asyncProperty(input, async ({ target, method, headers, body }) => {
    const init: RequestInit = { method, headers, ...(body !== undefined && { body }) };
    const left = await call(direct, () => direct.world().fetch(target, init));
    const right = await call(wrapped, async () =>
      wrapped.world().fetch(new Request(new URL(target, 'http://vivarium.test'), init)),
    );
    expect(left).toEqual(right);
  });
  await fc.assert(property, { numRuns: 120 });
  await direct.close();
  await wrapped.close();
});
