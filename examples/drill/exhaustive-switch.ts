/** Ends the whole process at a status that it does not know, which cannot happen. */
import { baseUrl, clientOf, type Pet, useClient } from './animals.ts';

const labelOf = (status: Pet['status']): string => {
  switch (status) {
    case 'available':
      return 'for sale';
    case 'pending':
      return 'reserved';
    case 'sold':
    case undefined:
      return '';
    default:
      return process.abort();
  }
};

const client = clientOf((path, init) => fetch(baseUrl + path, init));
await useClient({
  ...client,
  list: async () => {
    const pets = await client.list();
    for (const { name, status } of pets) console.log(name, labelOf(status));
    return pets;
  },
});
