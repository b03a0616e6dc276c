/** Makes three attempts at what the service rejects, without waiting. It does not repeat a write whose response was lost. */
import { baseUrl, clientOf, useClient } from './animals.ts';

await useClient(
  clientOf(async (path, init) => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(baseUrl + path, init);
      if (response.status < 429 || attempt === 3) return response;
    }
  }),
);
