/** ky with its own retries. */
import ky from 'ky';
import { baseUrl, headers, type Pet, useClient } from './animals.ts';

const api = ky.create({ headers, timeout: 5000 });

await useClient({
  list: () => api.get<readonly Pet[]>(`${baseUrl}/pets`).json(),
  add: (pet) => api.post<Pet>(`${baseUrl}/pets`, { json: pet }).json(),
});
