/** What the clients of this folder share: the service that they call, and what their tests do. */
import assert from 'node:assert/strict';

export const baseUrl = process.env.VIVARIUM_URL ?? 'http://127.0.0.1:4010/v1';

export const headers = { Authorization: 'Bearer demo', 'Content-Type': 'application/json' };

export interface NewPet {
  readonly name: string;
  readonly categoryId: number;
}

export interface Pet extends NewPet {
  readonly id: number;
  readonly status?: 'available' | 'pending' | 'sold';
}

export interface Client {
  readonly list: () => Promise<readonly Pet[]>;
  readonly add: (pet: NewPet) => Promise<Pet>;
}

export const maple: NewPet = { name: 'Maple', categoryId: 3 };

/** The test of most clients: it passes if the animals are listed and one is added. */
export const useClient = async ({ list, add }: Client): Promise<void> => {
  assert(Array.isArray(await list()));
  assert.equal((await add(maple)).name, maple.name);
};

/** A client that sends its requests by a function in place of `fetch`. */
export const clientOf = (send: (path: string, init: RequestInit) => Promise<Response>): Client => {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await send(path, { ...init, headers });
    if (!response.ok) throw new Error(`The status is ${response.status}.`);
    return response.json();
  };
  return {
    list: async () => (await call('/pets')) as readonly Pet[],
    add: async (pet) => (await call('/pets', { method: 'POST', body: JSON.stringify(pet) })) as Pet,
  };
};
