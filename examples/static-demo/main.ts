/** The demo: the service worker answers first, then the app begins, which knows nothing of it. */
import './mock.ts';

const headers = { Authorization: 'Bearer demo', 'Content-Type': 'application/json' };
const list = document.querySelector('ul') as HTMLUListElement;
const status = document.querySelector('[role=status]') as HTMLElement;

const load = async (): Promise<void> => {
  const response = await fetch('/v1/pets?limit=100', { headers }).catch(() => undefined);
  status.textContent = response?.ok ? '' : 'The store is closed. Come back later.';
  const animals: { readonly id: number; readonly name: string }[] = response?.ok ? await response.json() : [];
  list.replaceChildren(
    ...animals.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })),
  );
};

document.querySelector('form')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const body = JSON.stringify({ name: new FormData(form).get('name'), categoryId: 1 });
  await fetch('/v1/pets', { method: 'POST', headers, body });
  form.reset();
  await load();
});

await load();
