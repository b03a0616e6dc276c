/** got with its own retries, and without a time limit. */
import got from 'got';
import { baseUrl, headers, type Pet, useClient } from './animals.ts';

const api = got.extend({ prefixUrl: baseUrl, headers });

await useClient({
  list: () => api.get('pets').json<readonly Pet[]>(),
  add: (pet) => api.post('pets', { json: pet }).json<Pet>(),
});
