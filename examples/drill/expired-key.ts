/** Asks again and again, also when its key has expired. */
import { setTimeout as wait } from 'node:timers/promises';
import { baseUrl, clientOf, useClient } from './animals.ts';

await useClient(
  clientOf(async (path, init) => {
    for (let left = 40; ; left--) {
      const response = await fetch(baseUrl + path, init);
      if (response.status !== 401 || left === 0) return response;
      await wait(20);
    }
  }),
);
