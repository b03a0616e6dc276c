/** A client of the animal store. `send` is `fetch`, or the `fetch` of a world in a test. */
export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
}

export const createClient = (
  baseUrl: string,
  send: (url: string, init: RequestInit) => Promise<Response> = (url, init) => fetch(url, init),
) => {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { Authorization: 'Bearer demo', 'Content-Type': 'application/json' };
    const response = await send(`${baseUrl}${path}`, { ...init, headers });
    if (response.status === 401) throw new Error('Please sign in again.');
    if (!response.ok) throw new Error(((await response.json()) as { readonly message: string }).message);
    return response;
  };
  return {
    list: async (status: string): Promise<readonly Pet[]> =>
      (await (await call(`/pets?status=${status}`)).json()) as readonly Pet[],
    add: async (pet: Omit<Pet, 'id'>): Promise<Pet> =>
      (await (await call('/pets', { method: 'POST', body: JSON.stringify(pet) })).json()) as Pet,
  };
};
