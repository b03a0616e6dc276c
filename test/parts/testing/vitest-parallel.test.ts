/** Many tests at once, on one server: each sees its own world only. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';

const count = 500;
const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };

test('500 parallel tests over worlds of one server do not affect one another', async () => {
  const vivarium = await createVivarium({ scenario: 'empty' });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });

  const runTest = async (number: number): Promise<readonly unknown[]> => {
    await using world = vivarium.world(`test-${number}`);
    const api = `${url}/~${world.name}/v1/pets`;
    // Every third test has a fault, which the others must not see.
    if (number % 3 === 0) world.fault('unauthorized', { on: { operation: 'listPets' } });
    for (const name of [`first of ${number}`, `second of ${number}`])
      await fetch(api, { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) });
    const { status } = await fetch(api, { headers });
    const names = world
      .collection('pets')
      .items()
      .map((item) => item.name);
    world.assertNoViolations();
    return [status, names, world.exchanges().length];
  };

  const results = await Promise.all(Array.from({ length: count }, (_, number) => runTest(number)));
  expect(results).toEqual(
    Array.from({ length: count }, (_, number) => [
      number % 3 === 0 ? 401 : 200,
      [`first of ${number}`, `second of ${number}`],
      3,
    ]),
  );
});
