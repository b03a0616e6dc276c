/** Errors had the time 1970, and errors about no mistake showed the mistake of another request, as an example has it. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../openapi/resources/small.ts';

const schemas = {
  Visit: object({ id: integer, reason: text }, ['id']),
  Problem: object(
    {
      ...{ status: integer, detail: text, timestamp: { ...text, format: 'date-time' } },
      errors: listOf(object({ message: { ...text, example: 'lastName must not be null' } }, ['message'])),
    },
    ['status', 'detail', 'timestamp', 'errors'],
  ),
};
const failing = (status: number, one: object) => {
  const { responses, ...rest } = one as { responses: object };
  const content = { 'application/problem+json': { schema: ref('Problem') } };
  return { ...rest, responses: { ...responses, [status]: { description: '', content } } };
};

test('an error has the present time, and the mistakes of its own request alone', async () => {
  const { get, send } = await servePaths(
    {
      '/visits': {
        get: operation(listOf(ref('Visit'))),
        post: failing(400, operation(ref('Visit'), { takes: object({ reason: text }, ['reason']), status: 201 })),
      },
      '/visits/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: failing(404, operation(ref('Visit'))),
      },
    },
    schemas,
  );
  const { body: missing } = await get('/visits/9');
  expect(missing).toEqual({ status: 404, detail: expect.any(String), timestamp: expect.any(String), errors: [] });
  expect(Math.abs(Date.now() - Date.parse(missing.timestamp))).toBeLessThan(60_000);
  const { body: invalid } = await send('POST', '/visits', {});
  expect(invalid.errors).toEqual([{ message: 'body.reason is required' }]);
  expect((await get('/nothing')).body).toMatchObject({ status: 404, errors: [] });
});
