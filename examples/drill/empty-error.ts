/** Shows an empty list as an error. */
import { baseUrl, clientOf, useClient } from './animals.ts';

const client = clientOf((path, init) => fetch(baseUrl + path, init));
await useClient({
  ...client,
  list: async () => {
    const pets = await client.list();
    if (pets.length === 0) throw new Error('The animals could not be loaded.');
    return pets;
  },
});
