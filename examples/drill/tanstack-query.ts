/** TanStack Query in a page: a list and a button. */
import { Window } from 'happy-dom';
import { baseUrl, clientOf, type Pet, useClient } from './animals.ts';

const window = new Window({ url: 'http://localhost/' });
// React reads them when it is imported.
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: false });
const { createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { QueryClient, QueryClientProvider, useMutation, useQuery } = await import('@tanstack/react-query');

const api = clientOf((path, init) => fetch(baseUrl + path, init));
const listed = Promise.withResolvers<readonly Pet[]>();
let add: typeof api.add = api.add;

const Animals = () => {
  const { data, error } = useQuery({ queryKey: ['pets'], queryFn: api.list, refetchOnWindowFocus: false });
  const { mutateAsync } = useMutation({ mutationFn: api.add });
  add = mutateAsync;
  if (data !== undefined) listed.resolve(data);
  if (error !== null) listed.reject(error);
  return createElement('ul', {}, ...(data ?? []).map(({ id, name }) => createElement('li', { key: id }, name)));
};

const root = window.document.createElement('div');
createRoot(root as never).render(
  createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Animals)),
);
await useClient({ list: () => listed.promise, add: (pet) => add(pet) }).finally(() =>
  setImmediate(() => process.exit()),
);
