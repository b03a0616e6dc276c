import { test } from 'vitest';
import { serve } from '/work/main/test/properties/live.ts';
test('x', async () => {
  const live = await serve({ scenario: 'default', maxBody: 4096 });
  console.log(await live.send({ method: 'GET', target: '/v1/pets?limit=', headers: { authorization: 'Bearer demo' } }));
  console.log(await live.send({ method: 'GET', target: '/v1/pets/?', headers: { authorization: 'Bearer demo' } , body: Buffer.from([])}));
});
