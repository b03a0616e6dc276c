import { expect, test } from 'vitest';
import { unlessLate } from '../../../src/parts/testing/vitest.ts';

test('what is ready, or fails by itself, is passed on', async () => {
  expect(await unlessLate('vivarium', Promise.resolve(7))).toBe(7);
  await expect(unlessLate('vivarium', Promise.reject(new Error('no document')))).rejects.toThrow('no document');
});

test('what takes nearly all the time of a test is an error that names the fixture', { timeout: 1000 }, async () => {
  const never = new Promise<never>(() => {});
  await expect(unlessLate('vivarium', never)).rejects.toThrow(
    'The fixture "vivarium" of vivarium/vitest is not ready: its document is still being loaded, and the 1000 ms of this test are nearly over.',
  );
});

test('without a limit of time, nothing is late', { timeout: 0 }, async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const passedOn = unlessLate('vivarium', promise);
  resolve('ready');
  expect(await passedOn).toBe('ready');
});
