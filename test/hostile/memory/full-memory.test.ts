/** Clients that store more than the memory of the process can hold. */
import { expect, test } from 'vitest';
import { serve } from '../../cli/process.ts';

/** In MB. V8's limit is larger by its young generation, which is most of a small one. */
test.each([120, 300])(
  'a server whose heap of %s MB is nearly full stores nothing more, and goes on when items are deleted',
  async (heap) => {
    const { call, api, stop } = await serve([], { node: [`--max-old-space-size=${heap}`] });
    const body = JSON.stringify({ name: 'x'.repeat(1_000_000), categoryId: 1 });
    const headers = { 'content-type': 'application/json' };
    const create = async (): Promise<number> => (await call('/pets', { method: 'POST', headers, body })).status;
    let created = 0;
    // Each item takes at least a megabyte. Without the limit, the process ends.
    while (created < 2 * heap && (await create()) === 201) created++;
    expect(created).toBeGreaterThan(heap / 10);
    expect(created).toBeLessThan(heap);
    expect(await create()).toBe(503);
    expect((await call('/pets/25')).status).toBe(200);
    expect((await call('/pets?limit=1')).status).toBe(200);
    expect((await api('/worlds/default/reset', { method: 'POST' })).status).toBe(200);
    await expect.poll(create, { timeout: 60_000, interval: 500 }).toBe(201);
    expect((await stop()).code).toBe(0);
  },
);
