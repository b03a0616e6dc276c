/** The client of the animal store. `npm run types` writes its types, `api.d.ts`, from the OpenAPI document. */
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

export type Pet = components['schemas']['Pet'];
export type NewPet = components['schemas']['NewPet'];
export type PetStatus = components['schemas']['PetStatus'];

export const statuses: readonly PetStatus[] = ['available', 'pending', 'sold'];

export interface StoreOptions {
  readonly baseUrl: string;
  /** In a test, the `fetch` of a world. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export type Store = ReturnType<typeof createStore>;

export const createStore = ({ baseUrl, ...options }: StoreOptions) => {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer demo' }, ...options });
  return {
    list: (status: PetStatus | undefined, signal: AbortSignal): Promise<readonly Pet[]> =>
      dataOf(client.GET('/pets', { params: { query: { limit: 100, ...(status && { status }) } }, signal })),
    get: (petId: number, signal: AbortSignal): Promise<Pet> =>
      dataOf(client.GET('/pets/{petId}', { params: { path: { petId } }, signal })),
    add: (pet: NewPet): Promise<Pet> => dataOf(client.POST('/pets', { body: pet })),
  };
};

/** The store responded, but not as was hoped. */
class StoreError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const dataOf = async <Data>(
  call: Promise<{ readonly data?: Data; readonly error?: { readonly message: string }; readonly response: Response }>,
): Promise<Data> => {
  const { data, error, response } = await call;
  if (data === undefined) throw new StoreError(response.status, error?.message ?? '');
  return data;
};

/** What went wrong, for the person in front of the screen. */
export const explain = (error: unknown): string => {
  if (error instanceof TypeError) return 'The store cannot be reached. Are you offline?';
  if (!(error instanceof StoreError)) return 'The store sent a response that this page does not understand.';
  const { status, message } = error;
  if (status === 401) return 'Please sign in again.';
  if (status === 404) return 'This animal is no longer in the store.';
  return status < 500 ? message : `The store has a problem (${status}). Please try again later.`;
};
